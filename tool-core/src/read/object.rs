//! Reads objects. Checks the keys against the plan, and rejects duplicate keys.

use std::borrow::Cow;

use foldhash::HashSetExt;
use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::direct::{Direct, PlanNode};
use super::key::{Key, ReceivedKey};
use super::refusal::Refusal;
use super::value::NextValue;
use crate::issue::Segment;
use crate::json::{Scanned, Stopped};
use crate::plan::{Additional, Discriminator, Node, ObjectPlan, Property};
use crate::tree::{FEW_KEYS, KeySet, key_bit};

/// Prefix of the private keys that `serde_json` uses in `Value` for values without a JSON form.
const PRIVATE: &str = "$serde_json::private::";

/// An object after its opening bracket.
pub(super) struct Object<'a, 'p> {
    keys: KeysPlan<'p>,
    is_ended: bool,
    /// The start of the last key.
    pub(super) key_at: usize,
    /// The start of the value of the last key. The value is unread if the scanner is still there.
    pub(super) value_at: usize,
    pub(super) place: PlanNode<'p>,
    count: usize,
    /// The number of the property that is expected next.
    expected: usize,
    required: usize,
    /// The declared properties seen so far, as bits by their numbers.
    seen: u64,
    /// One bit for each undeclared key. Most keys have different bits.
    bits: u64,
    /// The index of its first undeclared key in the list of all open objects.
    keys_from: usize,
    /// The undeclared keys, if there are many.
    many: Option<KeySet<'a>>,
}

/// The plan of the keys.
#[derive(Clone, Copy)]
pub(super) enum KeysPlan<'p> {
    Settled,
    /// Any key is allowed, with a value of this node.
    Free(&'p Node),
    Plan(&'p ObjectPlan),
}

#[inline]
fn is_private(key: &str) -> bool {
    key.as_bytes().first() == Some(&b'$') && key.starts_with(PRIVATE)
}

/// The node of an arbitrary value.
static ANY: Node = Node::Any;

impl<'p> Object<'_, 'p> {
    pub(super) fn new(reader: &mut Direct<'_, 'p>, keys: KeysPlan<'p>) -> Self {
        Self {
            keys,
            is_ended: false,
            key_at: reader.scanner.at,
            value_at: usize::MAX,
            place: None,
            count: 0,
            expected: std::mem::take(&mut reader.first_expected),
            required: 0,
            seen: 0,
            bits: 0,
            keys_from: reader.keys.len(),
            many: None,
        }
    }

    /// Checks whether the object may end after the entries seen so far.
    pub(super) fn may_end(&self) -> Result<(), Stopped> {
        let is_whole = match self.keys {
            KeysPlan::Plan(plan) => {
                self.required == plan.required_count()
                    && (!plan.counts() || plan.check_count(self.count).is_ok())
            }
            KeysPlan::Settled | KeysPlan::Free(_) => true,
        };
        is_whole.then_some(()).ok_or(Stopped)
    }
}

impl<'a, 'p> Direct<'a, 'p> {
    /// Enters the object at the current position. The unions of the place are already resolved.
    pub(super) fn begin_object(&mut self, place: PlanNode<'p>) -> Result<Object<'a, 'p>, Stopped> {
        let keys = self.enter_object(place)?;
        Ok(Object::new(self, keys))
    }

    /// Skips the opening bracket of an object. Returns the plan of its keys.
    #[inline]
    pub(super) fn enter_object(&mut self, place: PlanNode<'p>) -> Result<KeysPlan<'p>, Stopped> {
        let keys = match place {
            None => KeysPlan::Settled,
            Some(Node::Object(plan)) if plan.is_direct => match plan.values() {
                Some(values) => KeysPlan::Free(self.place_of(values).ok_or(Stopped)?),
                None => KeysPlan::Plan(plan),
            },
            Some(node @ Node::Any) => KeysPlan::Free(node),
            Some(Node::Union(union)) => match &union.discriminator {
                Some(Discriminator::Key { variants, .. }) => KeysPlan::Plan(variants),
                _ => return Err(Stopped),
            },
            Some(Node::Object(_) | Node::Choice(_)) => return Err(self.stop_for_walk()),
            Some(
                Node::Never
                | Node::Null
                | Node::Boolean
                | Node::Number(_)
                | Node::String(_)
                | Node::Array(_),
            ) => return Err(Stopped),
        };
        self.count(place)?;
        self.enter()?;
        Ok(keys)
    }

    /// Skips the opening bracket of an array or an object.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.depth_left = self.depth_left.checked_sub(1).ok_or(Stopped)?;
        self.scanner.at += 1;
        Ok(())
    }

    /// Reads the next key and its colon. Returns `None` at the end of the object. Skips a value
    /// that was not read.
    #[inline]
    pub(super) fn begin_key(
        &mut self,
        object: &mut Object<'a, 'p>,
    ) -> Result<Option<ReceivedKey<'a, 'p>>, Stopped> {
        if object.is_ended {
            return Ok(None);
        }
        if object.value_at == self.scanner.at {
            self.check(object.place)?;
        }
        if let Some(text) = self.next_key(object.count > 0) {
            let at = self.scanner.text.len() - text.len();
            // Models send properties in the order of the schema.
            if let KeysPlan::Plan(plan) = object.keys
                && let Some((property, length)) = plan.find_written(text, object.expected)
            {
                let number = object.expected;
                return self
                    .accept_written_key(object, number, property, [at, at + length])
                    .map(Some);
            }
            self.scanner.at = at;
            return self.read_key(object).map(Some);
        }
        if self.scanner.byte(self.scanner.at) == b'}' {
            return self.end_object(object).map(|()| None);
        }
        self.next_other_key(object)
    }

    /// Returns the text from the next key on, if at most one space precedes it.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn next_key(&self, is_further: bool) -> Option<&'a [u8]> {
        let rest = self.scanner.text.as_bytes().get(self.scanner.at..)?;
        let key = match rest {
            [b',', b' ', key @ ..] | [b',', key @ ..] if is_further => key,
            key if !is_further => key,
            _ => return None,
        };
        (key.first() == Some(&b'"')).then_some(key)
    }

    /// Reads the key at the current position.
    #[inline(never)]
    fn read_key(&mut self, object: &mut Object<'a, 'p>) -> Result<ReceivedKey<'a, 'p>, Stopped> {
        let at = self.scanner.at;
        if let KeysPlan::Plan(plan) = object.keys
            && let Some(text) = self.scanner.text.as_bytes().get(at..)
            && let Some((number, property, length)) = plan.find_in_text(text)
        {
            return self.accept_written_key(object, number, property, [at, at + length]);
        }
        object.key_at = at;
        object.count += 1;
        let key = self.scanner.read_string()?;
        self.scanner.read_colon()?;
        self.resolve_key(object, key)
    }

    #[inline(never)]
    fn next_other_key(
        &mut self,
        object: &mut Object<'a, 'p>,
    ) -> Result<Option<ReceivedKey<'a, 'p>>, Stopped> {
        let mut found = self.scanner.token();
        if object.count > 0 && found == b',' {
            self.scanner.at += 1;
            found = self.scanner.token_behind_blank();
        } else if found == b'}' {
            return self.end_object(object).map(|()| None);
        } else if object.count > 0 {
            return Err(Stopped);
        }
        if found != b'"' {
            return Err(Stopped);
        }
        self.read_key(object).map(Some)
    }

    /// Skips the key of a property, from its start to the position after its colon.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn accept_written_key(
        &mut self,
        object: &mut Object<'a, 'p>,
        number: usize,
        property: &'p Property,
        [start, end]: [usize; 2],
    ) -> Result<ReceivedKey<'a, 'p>, Stopped> {
        self.scanner.at = end;
        self.scanner.token_behind_blank();
        object.key_at = start;
        object.count += 1;
        self.accept_declared(object, number, property)?;
        Ok(ReceivedKey::Property(&property.name))
    }

    /// Looks up a key in the plan. Returns the key, or the name of the property that it is read as.
    #[inline]
    fn resolve_key(
        &mut self,
        object: &mut Object<'a, 'p>,
        key: Scanned<'a>,
    ) -> Result<ReceivedKey<'a, 'p>, Stopped> {
        object.value_at = self.scanner.at;
        match object.keys {
            KeysPlan::Settled => object.place = None,
            KeysPlan::Plan(plan) => {
                let name = self.scanner.text_of(key).as_bytes();
                match plan.find(name, object.expected) {
                    Some((number, property)) => self.accept_declared(object, number, property)?,
                    None => return self.accept_undeclared(object, plan, key),
                }
            }
            KeysPlan::Free(node) => {
                self.keep_undeclared(object, key)?;
                object.place = Some(node);
            }
        }
        Ok(ReceivedKey::Input(key))
    }

    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn accept_declared(
        &mut self,
        object: &mut Object<'a, 'p>,
        number: usize,
        property: &'p Property,
    ) -> Result<(), Stopped> {
        object.value_at = self.scanner.at;
        object.place = self.place_of(property.child);
        object.expected = property.next.into();
        object.required += usize::from(property.required);
        if number >= 64 {
            return self.keep_key(object, Cow::Owned(property.name.clone()));
        }
        let bit = 1 << number;
        if object.seen & bit != 0 {
            return Err(Stopped);
        }
        object.seen |= bit;
        Ok(())
    }

    #[inline(never)]
    fn accept_undeclared(
        &mut self,
        object: &mut Object<'a, 'p>,
        plan: &'p ObjectPlan,
        key: Scanned<'a>,
    ) -> Result<ReceivedKey<'a, 'p>, Stopped> {
        // The type reads an alias as the property, and only the walk renames it.
        if plan.with_alias(self.scanner.text_of(key)).is_some() {
            return Err(Stopped);
        }
        object.place = match plan.additional {
            Additional::Map(child) => self.place_of(child),
            // If properties are declared, the walk reports the key with the most similar name.
            Additional::Open if self.records && !plan.properties().is_empty() => {
                return Err(self.stop_for_walk());
            }
            // The key may be another spelling of a property, or a wrapper around the arguments.
            Additional::Unspecified if self.is_lenient && !plan.properties().is_empty() => {
                return Err(self.stop_for_walk());
            }
            Additional::Open | Additional::Unspecified => Some(&ANY),
            Additional::Closed => return Err(Stopped),
        };
        self.keep_undeclared(object, key)?;
        Ok(ReceivedKey::Input(key))
    }

    /// Stores an undeclared key. `Value` interprets private keys itself, so the walk reports them.
    #[inline]
    fn keep_undeclared(
        &mut self,
        object: &mut Object<'a, 'p>,
        key: Scanned<'a>,
    ) -> Result<(), Stopped> {
        if is_private(self.scanner.text_of(key)) {
            return Err(self.stop_for_walk());
        }
        let key = self.scanner.keep(key);
        self.keep_key(object, key)
    }

    /// Stores a key. Fails for a duplicate.
    fn keep_key(&mut self, object: &mut Object<'a, 'p>, key: Cow<'a, str>) -> Result<(), Stopped> {
        if let Some(many) = &mut object.many {
            return many.insert(key).then_some(()).ok_or(Stopped);
        }
        let bit = key_bit(key.as_bytes());
        let known = self.keys.get(object.keys_from..).unwrap_or_default();
        if object.bits & bit != 0 && known.contains(&key) {
            return Err(Stopped);
        }
        object.bits |= bit;
        if known.len() < FEW_KEYS {
            self.keys.push(key);
        } else {
            let mut many = KeySet::with_capacity(4 * FEW_KEYS);
            many.extend(known.iter().cloned());
            many.insert(key);
            object.many = Some(many);
        }
        Ok(())
    }

    fn end_object(&mut self, object: &mut Object<'a, 'p>) -> Result<(), Stopped> {
        object.may_end()?;
        self.end_entries();
        self.forget_keys(object);
        object.is_ended = true;
        Ok(())
    }

    #[inline]
    pub(super) fn forget_keys(&mut self, object: &Object<'a, 'p>) {
        self.keys.truncate(object.keys_from);
    }

    /// Skips the closing bracket of an object or an array.
    #[inline]
    pub(super) fn end_entries(&mut self) {
        self.scanner.at += 1;
        self.depth_left += 1;
    }

    /// Skips the further keys of an object that should have one key. If the keys are not checked
    /// yet, the walk reports duplicates.
    pub(super) fn skip_further_keys(&mut self, place: PlanNode<'p>) -> Result<(), Stopped> {
        if place.is_some() {
            return Err(Stopped);
        }
        let mut rest = Object::new(self, KeysPlan::Settled);
        rest.count = 1;
        while self.begin_key(&mut rest)?.is_some() {}
        Ok(())
    }

    /// Adds the key at a position to the path of a refusal.
    #[cold]
    pub(super) fn add_key_segment(&mut self, at: usize, refusal: Refusal) -> Refusal {
        if self.has_left() {
            return refusal;
        }
        refusal.within(Segment::from(self.read_key_at(at)))
    }

    /// Returns the text of a key that was read earlier.
    #[cold]
    fn read_key_at(&mut self, at: usize) -> String {
        let here = std::mem::replace(&mut self.scanner.at, at);
        let key = match self.scanner.read_string() {
            Ok(key) => self.scanner.text_of(key).to_owned(),
            Err(Stopped) => String::new(),
        };
        self.scanner.at = here;
        key
    }
}

/// The properties of an object, for a visitor.
pub(super) struct Properties<'r, 'a, 'p> {
    reader: &'r mut Direct<'a, 'p>,
    object: Object<'a, 'p>,
}

impl<'r, 'a, 'p> Properties<'r, 'a, 'p> {
    #[inline(never)]
    pub(super) fn new(reader: &'r mut Direct<'a, 'p>, keys: KeysPlan<'p>) -> Self {
        let object = Object::new(reader, keys);
        Self { reader, object }
    }

    pub(super) fn visit<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Refusal> {
        match visitor.visit_map(&mut *self) {
            Ok(value) if self.object.is_ended => Ok(value),
            Ok(value) => match self.complete() {
                Ok(()) => Ok(value),
                Err(refusal) => Err(refusal),
            },
            Err(refusal) => Err(self.abandon(refusal)),
        }
    }

    /// Ends the object. Rejects unread properties, which would be lost silently.
    fn complete(&mut self) -> Result<(), Refusal> {
        match self.find_left_over() {
            Ok(None) => Ok(()),
            Ok(Some(key)) => Err(Refusal::property_left(&key)),
            Err(Stopped) => Err(self.reader.leave()),
        }
    }

    /// Skips the unread properties. Returns the key of the first one.
    fn find_left_over(&mut self) -> Result<Option<String>, Stopped> {
        if self.object.is_ended {
            return Ok(None);
        }
        let is_unread = self.object.value_at == self.reader.scanner.at;
        let first = if is_unread || self.reader.begin_key(&mut self.object)?.is_some() {
            Some(self.reader.read_key_at(self.object.key_at))
        } else {
            None
        };
        while self.reader.begin_key(&mut self.object)?.is_some() {}
        Ok(first)
    }

    /// Skips the rest of an object that the type has rejected, because the enclosing type may
    /// continue to read.
    #[cold]
    fn abandon(&mut self, refusal: Refusal) -> Refusal {
        if self.reader.has_left() {
            return refusal;
        }
        match self.find_left_over() {
            Ok(_) => refusal,
            Err(Stopped) => self.reader.leave(),
        }
    }

    #[inline]
    fn next_name(&mut self) -> Result<Option<ReceivedKey<'a, 'p>>, Refusal> {
        let key = match self.reader.begin_key(&mut self.object) {
            Ok(key) => key,
            Err(Stopped) => return Err(self.reader.leave()),
        };
        if let Some(ReceivedKey::Input(name)) = key
            && self.reader.is_settled()
            && let name = self.reader.scanner.text_of(name)
            && is_private(name)
        {
            return Err(Refusal::private_key(name));
        }
        Ok(key)
    }

    /// Reads the value of the last key.
    #[inline]
    fn value<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        if self.object.value_at != self.reader.scanner.at {
            return Err(Refusal::out_of_turn());
        }
        match seed.deserialize(NextValue::new(self.reader, self.object.place)) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(self.reader.add_key_segment(self.object.key_at, refusal)),
        }
    }

    #[cold]
    fn at_key(&mut self, refusal: Refusal) -> Refusal {
        if self.reader.has_left() {
            return refusal;
        }
        refusal.at_key(&self.reader.read_key_at(self.object.key_at))
    }
}

impl<'a> MapAccess<'a> for &mut Properties<'_, 'a, '_> {
    type Error = Refusal;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refusal> {
        let key = match self.next_name() {
            Ok(Some(key)) => key,
            Ok(None) => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        match seed.deserialize(Key::of(key, self.object.key_at, &self.reader.scanner)) {
            Ok(key) => Ok(Some(key)),
            Err(refusal) => Err(self.at_key(refusal)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        self.value(seed)
    }
}
