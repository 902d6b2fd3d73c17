//! Enums whose forms have no tag, read as the form that the plan says a value has.
//!
//! Serde tries one form after the other, each as if it were open, and takes the first
//! that can be read. The plan knows closed forms. So the derive reads such an enum by the
//! number of a form, and asks here for that number: while a call is read, whoever knows
//! its plan answers. Elsewhere the forms are tried as serde does.
//!
//! A form may hold a flattened map, from which the properties of the fields beside it are hidden.
//! Serde refuses such a form. So the forms that need nothing hidden come first.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

use serde::Deserialize;
use serde::de::value::{EnumAccessDeserializer, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::tape::buffered::Buffered;
use crate::tape::checks::Attempt;
use crate::tape::others::{
    Others, beside, hides, leave_others, note_would_hide, take_others, while_hiding,
};
use crate::tape::{Cursor, Refusal, Tape};
use crate::tree::{Entry, Intake, Tree, TreeSeed};

/// What knows the forms of types.
pub(crate) trait TellForms {
    /// The next form of a type, from a position on, that takes a value: its position and
    /// its number.
    fn next(&self, of: &str, value: Cursor<'_>, from: usize) -> Option<(usize, u32)>;

    /// Whether a form of the type declares a property.
    fn declares(&self, of: &str, key: &str) -> bool;

    /// Whether a type that is flattened has a property of that name.
    fn has_property(&self, of: &str, key: &str) -> bool;

    /// Whether a type that is flattened declares no property: it is a map.
    fn has_no_properties(&self, of: &str) -> bool;

    /// Whether a further property of a type that is flattened may have a value. `None` if it has
    /// no further properties, or if they may have any value.
    fn takes_further(&self, of: &str, value: Cursor<'_>) -> Option<bool>;
}

/// A type may reject the form that the plan names, and each enclosing form then tries again.
/// These constants bound the values that further forms may visit: a fixed number, and a number
/// for each value of the input.
const MOST_WORK: usize = 100_000;
const MOST_WORK_FOR_EACH: usize = 64;

/// What is known while a call is read.
struct Reading {
    tells: Rc<dyn TellForms>,
    /// The tape that is read, by its address.
    tape: usize,
    /// Rejected forms, by place and type. Without them each enclosing form would try them again,
    /// and the time would be exponential in the depth.
    refused: RefCell<HashMap<(usize, &'static str, bool), Refused>>,
    /// How many more values further forms may look at.
    work: Cell<usize>,
}

impl Reading {
    fn place(&self, value: Cursor<'_>) -> Option<usize> {
        let (tape, at) = value.address();
        (tape == self.tape).then_some(at)
    }

    fn refused(&self, tries: &Tries, value: Cursor<'_>) -> Option<Refused> {
        let key = (self.place(value)?, tries.of, tries.may_hide);
        self.refused.borrow().get(&key).cloned()
    }

    fn remember(&self, tries: &Tries, value: Cursor<'_>, first: Refusal) {
        if let Some(at) = self.place(value) {
            let key = (at, tries.of, tries.may_hide);
            let turn = tries.turn;
            let refused = Refused { turn, first };
            self.refused.borrow_mut().insert(key, refused);
        }
    }

    /// Whether a further form may be tried.
    fn allows(&self, value: Cursor<'_>) -> bool {
        let left = self.work.get().checked_sub(value.size() + 1);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// The forms that a type has refused of a value.
#[derive(Clone)]
struct Refused {
    turn: Turn,
    /// What the type said of the first of them.
    first: Refusal,
}

/// How many forms of a value were tried.
#[derive(Clone, Copy, Default)]
struct Turn {
    /// From where on the forms were not looked at yet.
    from: usize,
    last: Option<u32>,
    /// Whether a form takes the value.
    is_known: bool,
    /// Whether the forms are tried one after the other, since none takes the value.
    one_by_one: bool,
    hiding: Hiding,
}

/// Whether the properties of others are hidden from the maps inside of a form.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Hiding {
    #[default]
    Off,
    /// They are not, and a form needs it.
    Needed,
    On,
}

thread_local! {
    static READING: RefCell<Option<Rc<Reading>>> = const { RefCell::new(None) };
}

/// Runs `read`, which reads that tape, while forms are asked for here.
pub(crate) fn with_forms<T>(
    tells: Rc<dyn TellForms>,
    tape: Option<&Tape<'_>>,
    read: impl FnOnce() -> T,
) -> T {
    /// Whoever was asked before is asked again, also when `read` panics.
    struct Restore(Option<Rc<Reading>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            READING.replace(self.0.take());
        }
    }
    let size = tape.map_or(0, |tape| tape.root().size());
    let reading = Reading {
        tells,
        tape: tape.map_or(0, |tape| tape.root().address().0),
        refused: RefCell::default(),
        work: Cell::new(
            size.saturating_mul(MOST_WORK_FOR_EACH)
                .saturating_add(MOST_WORK),
        ),
    };
    let _restore = Restore(READING.replace(Some(Rc::new(reading))));
    // Another call may be read by a field of the one that is read.
    leave_others(|| while_hiding(true, read).0)
}

/// What knows the forms while a call is read.
pub(super) fn teller() -> Option<Rc<dyn TellForms>> {
    READING.with_borrow(|reading| Some(Rc::clone(&reading.as_ref()?.tells)))
}

/// What an enum names itself to a deserializer, which gives itself back where it does
/// not know that name.
const FORMS: &str = "$tool_core::forms";

/// Whether a newtype of that name is an enum that asks for forms.
pub(super) fn asks_for_forms(name: &str) -> bool {
    name == FORMS
}

/// Reads an enum by the number of a form: `F` has `count` of them in place of the
/// variants of the type named `of`.
///
/// # Errors
///
/// If the value is in none of the forms.
pub fn read_form<'de, F: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    of: &'static str,
    count: u32,
) -> Result<F, D::Error> {
    let asked = Asked {
        of,
        count,
        form: PhantomData,
    };
    take_others(|| deserializer.deserialize_newtype_struct(FORMS, asked))
}

/// The forms that are tried, in their order: first as they are, then with properties hidden from
/// the maps inside, if one of them needs that.
struct Tries {
    reading: Option<Rc<Reading>>,
    of: &'static str,
    count: u32,
    turn: Turn,
    /// Whether properties may be hidden. An enum around tries its own forms first.
    may_hide: bool,
}

impl Tries {
    fn new(of: &'static str, count: u32) -> Self {
        Self {
            reading: READING.with_borrow(Clone::clone),
            of,
            count,
            turn: Turn::default(),
            may_hide: hides(),
        }
    }

    /// The next form that takes the value; where none does, the next as serde tries them.
    fn next(&mut self, value: Cursor<'_>) -> Option<u32> {
        self.told(value).or_else(|| self.in_turn())
    }

    /// Begins with the first form once more, if properties are to be hidden.
    fn begin_again(&mut self) -> bool {
        if self.turn.hiding != Hiding::Needed {
            return false;
        }
        if !self.may_hide {
            note_would_hide();
            return false;
        }
        self.turn = Turn {
            hiding: Hiding::On,
            ..Turn::default()
        };
        true
    }

    /// Reads a form. It is refused if it needs properties hidden.
    fn read<T, E: Error>(&mut self, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let (outcome, would_hide) = while_hiding(self.turn.hiding == Hiding::On, read);
        if would_hide && self.turn.hiding != Hiding::On {
            self.turn.hiding = Hiding::Needed;
            return Err(E::custom("a map has properties of other fields"));
        }
        outcome
    }

    fn told(&mut self, value: Cursor<'_>) -> Option<u32> {
        let reading = self.reading.clone().filter(|_| !self.turn.one_by_one)?;
        while let Some((position, number)) = reading.tells.next(self.of, value, self.turn.from) {
            self.turn.from = position + 1;
            self.turn.is_known = true;
            if self.turn.last != Some(number) {
                self.turn.last = Some(number);
                return Some(number);
            }
        }
        None
    }

    /// Whether a further form may be tried.
    fn may_go_on(&self, value: Cursor<'_>) -> bool {
        let reading = self.reading.as_ref();
        reading.is_none_or(|reading| reading.allows(value))
    }

    fn in_turn(&mut self) -> Option<u32> {
        if self.turn.is_known {
            return None;
        }
        self.turn.one_by_one = true;
        let next = self.turn.last.map_or(0, |last| last + 1);
        self.turn.last = Some(next);
        (next < self.count).then_some(next)
    }

    /// What is said where no form can be read: the fault of the first that takes the
    /// value, else that there is none.
    fn refused<E: Error>(&self, first: Option<E>) -> E {
        match first {
            Some(error) if self.turn.is_known => error,
            _ => E::custom(NO_FORM),
        }
    }
}

const NO_FORM: &str = "data did not match any variant of untagged enum";

/// Asks a deserializer for a form.
struct Asked<F> {
    of: &'static str,
    count: u32,
    form: PhantomData<F>,
}

impl<'de, F: Deserialize<'de>> Asked<F> {
    /// Reads what some other deserializer holds. The properties of fields beside the enum do not
    /// choose its form.
    fn of_tree<E: Error>(self, tree: &Tree<'_>) -> Result<F, E> {
        let others = Others::taken();
        let mut tries = Tries::new(self.of, self.count);
        let mut first = None;
        let others = others.as_deref();
        let without = others.and_then(|others| left(tree, |entry| !others.have(&entry.key)));
        if without.is_some() {
            tries.turn.hiding = Hiding::Needed;
        }
        let shown = without.as_ref().unwrap_or(tree);
        let whole = Tape::of(shown).map_err(E::custom)?;
        let own = self.own(shown, &tries, &whole, others);
        let own_tape = own.as_ref().map(Tape::of).transpose().map_err(E::custom)?;
        let value = own_tape.as_ref().unwrap_or(&whole);
        loop {
            let Some(number) = tries.next(value.root()) else {
                if tries.begin_again() {
                    first = None;
                    continue;
                }
                break;
            };
            if first.is_some() && !tries.may_go_on(value.root()) {
                break;
            }
            // Serde shows a form all keys, but the name of a variant has to stand alone.
            let without = without.as_ref().filter(|_| tries.turn.hiding == Hiding::On);
            let contents = [Some(tree), without, own.as_ref()];
            for tree in contents.into_iter().flatten() {
                let content = Buffered::<E>::new(tree);
                let form = EnumAccessDeserializer::new(Form { number, content });
                let attempt = Attempt::start();
                match tries.read(|| F::deserialize(form)) {
                    Ok(form) => return Ok(form),
                    Err(error) if attempt.fail() => first = first.or(Some(error)),
                    Err(error) => return Err(error),
                }
            }
        }
        Err(tries.refused(first))
    }

    /// The properties that some form declares, where no form takes all there are. A map beside the
    /// enum may hold some of those.
    fn own<'t>(
        &self,
        tree: &Tree<'t>,
        tries: &Tries,
        whole: &Tape<'_>,
        others: Option<&Others>,
    ) -> Option<Tree<'t>> {
        let tells = &tries.reading.as_ref()?.tells;
        let is_told = |tape: &Tape<'_>| tells.next(self.of, tape.root(), 0).is_some();
        let is_form = |tree: &Tree<'_>| Tape::of(tree).is_ok_and(|tape| is_told(&tape));
        if is_told(whole) {
            return None;
        }
        let own = left(tree, |entry| tells.declares(self.of, &entry.key));
        let shown = own.as_ref().unwrap_or(tree);
        let others = others.filter(|_| !is_form(shown));
        let not_held = others.and_then(|others| left(shown, |entry| !others.hold(&entry.value)));
        not_held.filter(|tree| is_form(tree)).or(own)
    }
}

/// The properties that are kept, if some are not.
fn left<'t>(tree: &Tree<'t>, is_kept: impl Fn(&Entry<'t>) -> bool) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let left = entries.iter().filter(|entry| is_kept(entry));
    let left: Vec<_> = left.cloned().collect();
    (left.len() < entries.len()).then_some(Tree::Object(left))
}

impl<'de, F: Deserialize<'de>> Visitor<'de> for Asked<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in one of several forms")
    }

    /// A deserializer that knows the forms, in the one way to hand itself over.
    fn visit_enum<A: EnumAccess<'de>>(self, offer: A) -> Result<F, A::Error> {
        offer.variant_seed(self).map(|(form, _)| form)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, source: D) -> Result<F, D::Error> {
        let tree = TreeSeed::new(&mut Intake::unlimited()).deserialize(source)?;
        self.of_tree(&tree)
    }

    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<F, D::Error> {
        self.visit_newtype_struct(source)
    }

    fn visit_map<A: MapAccess<'de>>(self, source: A) -> Result<F, A::Error> {
        let tree = TreeSeed::new(&mut Intake::unlimited()).visit_map(source)?;
        self.of_tree(&tree)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, source: A) -> Result<F, A::Error> {
        let tree = TreeSeed::new(&mut Intake::unlimited()).visit_seq(source)?;
        self.of_tree(&tree)
    }

    fn visit_unit<E: Error>(self) -> Result<F, E> {
        self.of_tree(&Tree::Null)
    }

    fn visit_none<E: Error>(self) -> Result<F, E> {
        self.of_tree(&Tree::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<F, E> {
        self.of_tree(&Tree::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<F, E> {
        self.of_tree(&Tree::Number(value.to_string().into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<F, E> {
        self.of_tree(&Tree::Number(value.to_string().into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<F, E> {
        let tree = TreeSeed::new(&mut Intake::unlimited()).visit_f64(value)?;
        self.of_tree(&tree)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<F, E> {
        self.of_tree(&Tree::String(value.into()))
    }
}

/// In place of a variant's name: the deserializer itself.
impl<'de, F: Deserialize<'de>> DeserializeSeed<'de> for Asked<F> {
    type Value = F;

    fn deserialize<D: Deserializer<'de>>(self, offer: D) -> Result<F, D::Error> {
        let (of, count) = (self.of, self.count as usize);
        offer.deserialize_tuple_struct(of, count, Answers(PhantomData))
    }
}

/// Reads the first form that can be read of those that are offered.
struct Answers<F>(PhantomData<F>);

impl<'de, F: Deserialize<'de>> Visitor<'de> for Answers<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in one of several forms")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut forms: A) -> Result<F, A::Error> {
        loop {
            let attempt = Attempt::start();
            match forms.next_element() {
                Ok(Some(form)) => return Ok(form),
                Ok(None) => break,
                Err(error) if forms.size_hint() == Some(0) || !attempt.fail() => return Err(error),
                Err(_) => {}
            }
        }
        Err(A::Error::custom(NO_FORM))
    }
}

/// A value on the tape, for an enum that asks for forms.
pub(super) struct Offer<'t>(Cursor<'t>);

impl<'t> Offer<'t> {
    /// Nothing where no forms are asked for.
    #[inline]
    pub(super) fn new(name: &str, value: Cursor<'t>) -> Option<Self> {
        (name == FORMS).then_some(Self(value))
    }
}

impl<'de> EnumAccess<'de> for Offer<'de> {
    type Error = Refusal;
    type Variant = Taken;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Taken), Refusal> {
        seed.deserialize(self).map(|form| (form, Taken))
    }
}

impl<'de> Deserializer<'de> for Offer<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        Err(self.0.refuse(&visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        of: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        visitor.visit_seq(Offered {
            value: self.0,
            tries: Tries::new(of, count),
            first: None,
            goes_on: false,
            is_over: false,
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple map struct enum identifier ignored_any
    }
}

/// The forms that a value on the tape has.
struct Offered<'t> {
    value: Cursor<'t>,
    tries: Tries,
    /// What the type said of the first of them.
    first: Option<Refusal>,
    /// Whether the next form follows one that was refused just now.
    goes_on: bool,
    /// Whether there are no further forms.
    is_over: bool,
}

impl Offered<'_> {
    /// Goes on behind the forms of this value that the type has refused before.
    fn resume(&mut self) -> Option<Refusal> {
        let reading = self.tries.reading.as_ref()?;
        let refused = reading.refused(&self.tries, self.value)?;
        self.tries.turn = refused.turn;
        self.first = Some(refused.first.clone());
        Some(refused.first)
    }

    fn next(&mut self) -> Option<u32> {
        loop {
            if let Some(number) = self.tries.next(self.value) {
                return Some(number);
            }
            if !self.tries.begin_again() {
                return None;
            }
            self.first = None;
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        let first = self.first.get_or_insert_with(|| refusal.clone()).clone();
        if let Some(reading) = &self.tries.reading {
            reading.remember(&self.tries, self.value, first);
        }
        self.goes_on = true;
    }

    /// Says what is wrong with the first form that takes the value.
    fn end<T>(&mut self) -> Result<Option<T>, Refusal> {
        self.is_over = true;
        match self.first.take().filter(|_| self.tries.turn.is_known) {
            Some(refusal) => Err(refusal),
            None => Ok(None),
        }
    }
}

impl<'de> SeqAccess<'de> for Offered<'de> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        if self.first.is_none()
            && let Some(refusal) = self.resume()
        {
            return Err(refusal);
        }
        let Some(number) = self.next() else {
            return self.end();
        };
        if self.goes_on && !self.tries.may_go_on(self.value) {
            return self.end();
        }
        let form = EnumAccessDeserializer::new(Form {
            number,
            content: self.value,
        });
        let outcome = self.tries.read(|| seed.deserialize(form));
        if let Err(refusal) = &outcome {
            self.refused(refusal);
        }
        outcome.map(Some)
    }

    /// Zero where there are no further forms.
    fn size_hint(&self) -> Option<usize> {
        self.is_over.then_some(0)
    }
}

/// What is left of an offer that was taken.
pub(super) struct Taken;

impl<'de> VariantAccess<'de> for Taken {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Refusal> {
        Err(Refusal::out_of_turn())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::out_of_turn())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Refusal> {
        Err(Refusal::out_of_turn())
    }
}

/// A value as the form of that number.
struct Form<D> {
    number: u32,
    content: D,
}

impl<'de, D: Deserializer<'de>> EnumAccess<'de> for Form<D> {
    type Error = D::Error;
    type Variant = FormContent<D>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, FormContent<D>), D::Error> {
        let number: U32Deserializer<D::Error> = self.number.into_deserializer();
        let variant = seed.deserialize(number)?;
        Ok((variant, FormContent(self.content)))
    }
}

/// The value itself: a form without a tag has no content apart.
struct FormContent<D>(D);

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for FormContent<D> {
    type Error = D::Error;

    fn unit_variant(self) -> Result<(), D::Error> {
        Deserialize::deserialize(self.0)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, D::Error> {
        beside(Others::taken(), || seed.deserialize(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct("", fields, visitor)
    }
}
