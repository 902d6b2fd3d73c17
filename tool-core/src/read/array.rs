//! Reads arrays.

use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use super::direct::{Direct, PlanNode};
use super::refusal::Refusal;
use super::value::NextValue;
use crate::issue::Segment;
use crate::json::Stopped;
use crate::plan::{ArrayPlan, Node};

/// An array after its opening bracket.
pub(super) struct Array<'p> {
    plan: Option<&'p ArrayPlan>,
    /// The node of each item. If the first items have separate nodes, this is the node of the last
    /// item.
    place: PlanNode<'p>,
    is_ended: bool,
    has_prefix: bool,
    /// The number of items so far.
    count: usize,
    /// The start of the last item. The item is not read yet if the scanner is still there.
    item_at: usize,
}

/// The plan of the items.
#[derive(Clone, Copy)]
pub(super) struct ItemsPlan<'p> {
    plan: Option<&'p ArrayPlan>,
    first: PlanNode<'p>,
}

impl<'p> Array<'p> {
    fn new(ItemsPlan { plan, first }: ItemsPlan<'p>) -> Self {
        Self {
            plan,
            place: first,
            is_ended: false,
            has_prefix: plan.is_some_and(|plan| plan.first_items() > 0),
            count: 0,
            item_at: usize::MAX,
        }
    }
}

impl<'p> Direct<'_, 'p> {
    /// Enters the array at the current position. The unions of the place are already resolved.
    pub(super) fn begin_array(&mut self, place: PlanNode<'p>) -> Result<Array<'p>, Stopped> {
        let items = self.enter_array(place)?;
        Ok(Array::new(items))
    }

    /// Skips the opening bracket of an array. Returns the plan of its items.
    #[inline]
    pub(super) fn enter_array(&mut self, place: PlanNode<'p>) -> Result<ItemsPlan<'p>, Stopped> {
        let (plan, first) = match place {
            None => (None, None),
            Some(node @ Node::Any) => (None, Some(node)),
            Some(Node::Array(plan)) if plan.is_direct => (Some(plan), self.place_of(plan.item(0))),
            Some(Node::Array(_) | Node::Choice(_)) => return Err(self.stop_for_walk()),
            Some(
                Node::Never
                | Node::Null
                | Node::Boolean
                | Node::Number(_)
                | Node::String(_)
                | Node::Object(_)
                | Node::Union(_),
            ) => return Err(Stopped),
        };
        self.count(place)?;
        self.enter()?;
        Ok(ItemsPlan { plan, first })
    }

    /// Returns whether there is another item, and stops before it. Skips an item that was not read.
    #[inline]
    pub(super) fn next_item(&mut self, array: &mut Array<'p>) -> Result<bool, Stopped> {
        if array.item_at == self.scanner.at {
            self.check(array.place)?;
        }
        if array.is_ended {
            return Ok(false);
        }
        // Usually at most one space follows a comma.
        let rest = self.scanner.text.as_bytes().get(self.scanner.at..);
        if array.count > 0
            && let Some([b',', second, third]) = rest.and_then(|rest| rest.first_chunk())
        {
            let is_blank = *second == b' ';
            let next = if is_blank { *third } else { *second };
            if next > b' ' && next != b']' {
                self.scanner.at += 1 + usize::from(is_blank);
                self.begin_item(array);
                return Ok(true);
            }
        }
        self.next_other_item(array)
    }

    #[inline(never)]
    fn next_other_item(&mut self, array: &mut Array<'p>) -> Result<bool, Stopped> {
        // The first item mostly follows its bracket directly.
        let first = self.scanner.byte(self.scanner.at);
        if array.count == 0 && first > b' ' && first != b']' {
            self.begin_item(array);
            return Ok(true);
        }
        let found = self.scanner.token();
        if array.count > 0 && found == b',' {
            self.scanner.at += 1;
            if self.scanner.token_behind_blank() == b']' {
                return Err(Stopped);
            }
        } else if found == b']' {
            return self.end_array(array).map(|()| false);
        } else if array.count > 0 {
            return Err(Stopped);
        }
        self.begin_item(array);
        Ok(true)
    }

    #[inline]
    fn begin_item(&self, array: &mut Array<'p>) {
        if array.has_prefix
            && let Some(plan) = array.plan
        {
            array.place = self.place_of(plan.item(array.count));
        }
        array.item_at = self.scanner.at;
        array.count += 1;
    }

    fn end_array(&mut self, array: &mut Array<'p>) -> Result<(), Stopped> {
        if let Some(plan) = array.plan
            && plan.check_length(array.count).is_err()
        {
            return Err(Stopped);
        }
        self.end_entries();
        array.item_at = usize::MAX;
        array.is_ended = true;
        Ok(())
    }
}

/// The items of an array, for a visitor.
pub(super) struct ItemsOf<'r, 'a, 'p> {
    reader: &'r mut Direct<'a, 'p>,
    array: Array<'p>,
}

impl<'r, 'a, 'p> ItemsOf<'r, 'a, 'p> {
    #[inline(never)]
    pub(super) fn new(reader: &'r mut Direct<'a, 'p>, items: ItemsPlan<'p>) -> Self {
        let array = Array::new(items);
        Self { reader, array }
    }

    pub(super) fn visit<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Refusal> {
        match visitor.visit_seq(&mut *self) {
            Ok(value) if self.array.is_ended => Ok(value),
            Ok(value) => match self.complete() {
                Ok(()) => Ok(value),
                Err(refusal) => Err(refusal),
            },
            Err(refusal) => Err(self.abandon(refusal)),
        }
    }

    /// Ends the array. Rejects unread items, which would be lost silently.
    fn complete(&mut self) -> Result<(), Refusal> {
        let (read, at) = (self.array.count, self.reader.scanner.at);
        // A tuple does not read the end.
        if self.array.item_at != at && self.reader.scanner.byte(at) == b']' {
            return match self.reader.end_array(&mut self.array) {
                Ok(()) => Ok(()),
                Err(Stopped) => Err(self.reader.leave()),
            };
        }
        match self.pass_over() {
            Ok(all) if all == read => Ok(()),
            Ok(all) => Err(Refusal::items_left(read, all)),
            Err(Stopped) => Err(self.reader.leave()),
        }
    }

    /// Skips the rest of an array that the type has rejected.
    #[cold]
    fn abandon(&mut self, refusal: Refusal) -> Refusal {
        if self.reader.has_left() {
            return refusal;
        }
        match self.pass_over() {
            Ok(_) => refusal,
            Err(Stopped) => self.reader.leave(),
        }
    }

    /// Skips the unread items. Returns the number of all items.
    fn pass_over(&mut self) -> Result<usize, Stopped> {
        while self.reader.next_item(&mut self.array)? {}
        Ok(self.array.count)
    }

    #[cold]
    fn add_segment(&self, refusal: Refusal) -> Refusal {
        if self.reader.has_left() {
            return refusal;
        }
        refusal.within(Segment::Index(self.array.count - 1))
    }
}

impl<'a> SeqAccess<'a> for &mut ItemsOf<'_, 'a, '_> {
    type Error = Refusal;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'a>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        match self.reader.next_item(&mut self.array) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(Stopped) => return Err(self.reader.leave()),
        }
        match seed.deserialize(NextValue::new(self.reader, self.array.place)) {
            Ok(value) => Ok(Some(value)),
            Err(refusal) => Err(self.add_segment(refusal)),
        }
    }
}
