//! The silent pass: whether a value conforms just as it is.
//!
//! Most calls do, or would but for a few scalars, which are told apart for
//! [`mend`](super::mend). It says so or it does not; what is wrong, and what can be
//! done, is for the full walk to find out. Wherever there is more to it than
//! yes (a key to be listed, a choice to be weighed), it says no.

#[cfg(test)]
mod tests;

use super::forms::Known;
use super::is_exact_in_json;
use crate::issue::JsonType;
use crate::limits::Limits;
use crate::plan::{
    Additional, ArrayPlan, Child, Discriminator, Node, NumberPlan, ObjectPlan, PatternWork, Plan,
    Property, UnionPlan,
};
use crate::tape::{Cursor, Items, Kind, Properties, Property as Sent, Tape};
use crate::tree::is_plain_integer;

/// So many values are looked at, those of several branches counted for each:
/// what fails deep inside of many branches is for the full walk, which remembers.
const MOST_VISITS: usize = 4_000_000;

/// If the pass has visited this many values more than four times the input, it probably
/// revisits values below nested branches. From then on it remembers results.
const UNREMEMBERED: usize = 1_000;

/// More values that do not fit are for the full walk.
const MOST_MISFITS: usize = 32;

/// A property whose value, a scalar, does not fit as it stands.
pub(super) struct Misfit<'p> {
    pub(super) object: &'p ObjectPlan,
    pub(super) property: &'p Property,
    /// The number of the value on the tape.
    pub(super) value: usize,
}

/// The values but for which the full walk would find nothing, and change nothing; nothing
/// if there is more to it. They stand in plain objects and arrays, so that what becomes of
/// them is of no matter to what they stand in.
pub(super) fn misfits<'p>(
    tape: &Tape<'_>,
    plan: &'p Plan,
    into_value: bool,
    limits: Limits,
) -> Option<Vec<Misfit<'p>>> {
    #[cfg(feature = "full-schema")]
    if plan.full().is_some() {
        return None;
    }
    let mut known = Known::default();
    let unremembered = tape
        .root()
        .size()
        .saturating_mul(4)
        .saturating_add(UNREMEMBERED);
    let mut pass = Pass {
        plan,
        into_value,
        visits_left: MOST_VISITS,
        remembers_from: MOST_VISITS.saturating_sub(unremembered),
        misfits: Vec::new(),
        pattern_work: PatternWork::of(limits),
        is_settled: plan.root().preprocess.is_some(),
        known: &mut known,
    };
    let fits = pass.fits(tape.root(), plan.root()) && pass.pattern_work.exhausted().is_ok();
    fits.then_some(pass.misfits)
}

/// Whether a value fits as it stands, by what is known of the values on its tape.
pub(super) fn fits(value: Cursor<'_>, plan: &Plan, child: Child, known: &mut Known) -> bool {
    let mut pass = Pass {
        plan,
        into_value: false,
        visits_left: MOST_VISITS,
        remembers_from: MOST_VISITS,
        misfits: Vec::new(),
        // The walk has bounded the work of these texts already.
        pattern_work: PatternWork::of(Limits::default()),
        is_settled: true,
        known,
    };
    pass.remembered(value, child)
}

struct Pass<'p, 'k> {
    plan: &'p Plan,
    into_value: bool,
    visits_left: usize,
    /// With no more visits left than these, what fits is remembered.
    remembers_from: usize,
    misfits: Vec<Misfit<'p>>,
    pattern_work: PatternWork,
    /// Whether values have to fit: they stand in what may be read in several ways.
    is_settled: bool,
    /// What is remembered of values at branches, where they are looked at several times.
    known: &'k mut Known,
}

impl<'p> Pass<'p, '_> {
    /// The value as a whole, or once more, by a branch.
    fn fits(&mut self, value: Cursor<'_>, child: Child) -> bool {
        self.takes(1) && self.counted_fits(value, child)
    }

    /// Scalars are looked at in the loop over what holds them, which has counted
    /// them.
    #[expect(
        clippy::inline_always,
        reason = "a call for each scalar costs more than its check"
    )]
    #[inline(always)]
    fn counted_fits(&mut self, value: Cursor<'_>, child: Child) -> bool {
        let kind = value.kind();
        let mut node = self.plan.node(child.node);
        let mut is_optional = false;
        // An optional value, mostly.
        if let Node::Union(union) = node
            && let Some(only) = union.only(json_type(kind))
        {
            node = self.plan.node(only.node);
            is_optional = true;
        }
        match (node, kind) {
            (Node::String(string), Kind::String) => {
                string.is_free()
                    || string.takes_at_a_glance(value.length())
                    || string.check(value.text(), &self.pattern_work).is_ok()
            }
            (Node::Choice(choice), Kind::String) => choice.has(value.text()),
            (Node::Number(number), Kind::Number) => {
                let text = value.text();
                number.takes_at_a_glance(text) || takes_number(text, number, self.into_value)
            }
            (Node::Null, Kind::Null) | (Node::Boolean, Kind::True | Kind::False) => true,
            (node, Kind::Array | Kind::Object) if is_optional || child.preprocess.is_some() => {
                self.settled(|pass| pass.inside(value, node))
            }
            (node, _) => self.inside(value, node),
        }
    }

    /// Whether values fit that no misfit may stand in.
    #[inline(never)]
    fn settled(&mut self, fits: impl FnOnce(&mut Self) -> bool) -> bool {
        let outside = std::mem::replace(&mut self.is_settled, true);
        let outcome = fits(self);
        self.is_settled = outside;
        outcome
    }

    #[inline(never)]
    fn inside(&mut self, value: Cursor<'_>, node: &'p Node) -> bool {
        match node {
            Node::Any => self.is_free(value),
            Node::Choice(choice) => value.scalar().is_some_and(|value| choice.holds(&value)),
            Node::Array(array) => value.items().is_some_and(|items| self.array(items, array)),
            Node::Object(object) => {
                let properties = value.properties();
                properties.is_some_and(|properties| self.object(properties, object))
            }
            Node::Union(union) => self.settled(|pass| pass.union(value, union)),
            _ => false,
        }
    }

    /// Whether a value of any form is held as it is: no object in it holds a key twice,
    /// and no integer is too long.
    #[inline(never)]
    fn is_free(&mut self, value: Cursor<'_>) -> bool {
        match value.kind() {
            Kind::Array | Kind::Object => {
                self.takes(value.size()) && !value.holds_repeats() && !value.holds_wide_integer()
            }
            _ => !value.holds_wide_integer(),
        }
    }

    /// Takes on that many more values, unless there are too many already.
    fn takes(&mut self, values: usize) -> bool {
        match self.visits_left.checked_sub(values) {
            Some(left) => {
                self.visits_left = left;
                true
            }
            None => false,
        }
    }

    #[inline(never)]
    fn array(&mut self, items: Items<'_>, plan: &'p ArrayPlan) -> bool {
        !plan.unique
            && self.takes(items.len())
            && plan.check_length(items.len()).is_ok()
            && self.items(items, plan)
    }

    fn items(&mut self, items: Items<'_>, plan: &'p ArrayPlan) -> bool {
        for (index, item) in items.enumerate() {
            if !self.counted_fits(item, plan.item(index)) {
                return false;
            }
        }
        true
    }

    fn object(&mut self, properties: Properties<'_>, plan: &'p ObjectPlan) -> bool {
        let is_plain = !plan.counts() && !plan.has_patterns();
        let lacks_some = properties.len() < plan.required_count();
        if !is_plain || lacks_some || !self.takes(properties.len()) {
            return false;
        }
        let (mut expected, mut required, mut in_order) = (0, 0, true);
        for sent in properties.clone() {
            if let Some((number, property)) = plan.find(sent.key_in_bytes(), expected) {
                in_order &= number >= expected;
                expected = number + 1;
                // Counted as if no key stood twice, which is seen to in the end.
                required += usize::from(property.required);
                if !self.counted_fits(sent.value(), property.child)
                    && !self.leaves(sent, property, plan)
                {
                    return false;
                }
            } else if let Additional::Map(child) = plan.additional {
                // The type reads an alias as the property.
                if plan.with_alias(sent.key()).is_some() {
                    return false;
                }
                in_order = false;
                if !self.settled(|pass| pass.counted_fits(sent.value(), child)) {
                    return false;
                }
            } else if let (Additional::Open, []) = (plan.additional, plan.properties()) {
                in_order = false;
                if !self.is_free(sent.value()) {
                    return false;
                }
            } else {
                return false;
            }
        }
        // In the order of the schema no key stands twice.
        required == plan.required_count() && (in_order || !properties.repeat())
    }

    /// Leaves a value that does not fit to be mended, if it can be.
    #[cold]
    fn leaves(&mut self, sent: Sent<'_>, property: &'p Property, plan: &'p ObjectPlan) -> bool {
        // Null mostly means that there is none, which is for the object to say.
        let is_scalar = !matches!(sent.value().kind(), Kind::Null | Kind::Array | Kind::Object);
        if self.is_settled || !is_scalar || self.misfits.len() >= MOST_MISFITS {
            return false;
        }
        self.misfits.push(Misfit {
            object: plan,
            property,
            value: sent.number(),
        });
        true
    }

    #[inline(never)]
    fn union(&mut self, value: Cursor<'_>, union: &'p UnionPlan) -> bool {
        let json_type = json_type(value.kind());
        if let Some(only) = union.only(json_type) {
            return self.fits(value, only);
        }
        if union.exactly_one {
            return self.tagged(value, union);
        }
        let mut branches = union.branches.iter();
        branches
            .any(|branch| branch.types.contains(json_type) && self.remembered(value, branch.child))
    }

    /// The same as [`Pass::fits`], found out once where that is remembered.
    fn remembered(&mut self, value: Cursor<'_>, child: Child) -> bool {
        if value.size() == 0 {
            return self.fits(value, child);
        }
        let key = (value.address().1, child.node);
        if let Some(fits) = self.known.get(&key) {
            return *fits;
        }
        let fits = self.fits(value, child);
        if self.visits_left <= self.remembers_from {
            self.known.insert(key, fits);
        }
        fits
    }

    /// Of exactly one branch: the one that the tag or the key names to the letter.
    fn tagged(&mut self, value: Cursor<'_>, union: &'p UnionPlan) -> bool {
        let Some(mut properties) = value.properties() else {
            return false;
        };
        let name = match &union.discriminator {
            Some(Discriminator::Tag { property, values }) => {
                let tag = properties.find(|sent| sent.key() == property);
                tag.and_then(|sent| values.exact(sent.value().string()?))
            }
            Some(Discriminator::Key(names)) if properties.len() == 1 => {
                properties.next().and_then(|only| names.exact(only.key()))
            }
            _ => None,
        };
        name.is_some_and(|branch| self.fits(value, union.branches[branch].child))
    }
}

/// Whether a number fits as it is written.
#[inline(never)]
pub(super) fn takes_number(text: &str, number: &NumberPlan, into_value: bool) -> bool {
    let is_integer = || is_plain_integer(text) && (!into_value || is_exact_in_json(text));
    (!number.integer || is_integer()) && number.check(text).is_ok()
}

/// The type of a value of that kind. Whether a number has a fraction is for the check
/// to see.
#[inline]
fn json_type(kind: Kind) -> JsonType {
    match kind {
        Kind::Null => JsonType::Null,
        Kind::True | Kind::False => JsonType::Boolean,
        Kind::Number => JsonType::Integer,
        Kind::String => JsonType::String,
        Kind::Array => JsonType::Array,
        Kind::Object => JsonType::Object,
    }
}
