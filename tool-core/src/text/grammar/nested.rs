//! Arrays and objects in tags: each member and each item is a tag.

use super::entries::{Further, GrammarEntry, write_items, write_some_entries};
use super::rules::{Rules, make_optional, write_literal};
use super::value::Values;
use crate::issue::TypeSet;
use crate::plan::{Additional, Node, NodeId, ObjectPlan};
use crate::syntax::written::{ClosingTag, TaggedArguments};

impl TaggedArguments {
    pub(super) fn nests(&self) -> bool {
        matches!(self.close, ClosingTag::Named(..))
    }

    /// Writes an array or an object as tags. `None` if it has no form.
    pub(super) fn write_nested(
        &self,
        node: NodeId,
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let kind = name_kind(is_alternative);
        let name = format!("{}-{}-{kind}-{}", values.tool, self.name, node.number());
        rules.try_define(name.clone(), |rules| match values.plan.node(node) {
            Node::Object(object) => {
                self.write_members_in_tags(&name, node, object, is_alternative, values, rules)
            }
            _ => self.write_items_in_tags(&name, node, is_alternative, values, rules),
        })
    }

    /// Writes the members of an object as tags. An object without declared members is JSON: the
    /// closing tag of any key cannot repeat the key.
    fn write_members_in_tags(
        &self,
        name: &str,
        node: NodeId,
        object: &ObjectPlan,
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let entries = self.entries(object, is_alternative, values, rules)?;
        if entries.is_empty() {
            let has_any = !matches!(object.additional, Additional::Closed);
            return Some(if has_any || is_alternative {
                values.write(node, &self.json(), rules)
            } else {
                write_literal("")
            });
        }
        let some = write_some_entries(name, &entries, "", rules);
        let may_be_empty = !entries.iter().any(|entry| entry.is_required);
        Some(write_perhaps_empty(
            some,
            may_be_empty,
            is_alternative,
            "{}",
        ))
    }

    /// Writes the items of an array as tags.
    fn write_items_in_tags(
        &self,
        name: &str,
        node: NodeId,
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let Node::Array(array) = values.plan.node(node) else {
            return None;
        };
        let (least, greatest) = array.lengths();
        if greatest == 0 {
            return Some(write_perhaps_empty(
                String::new(),
                true,
                is_alternative,
                "[]",
            ));
        }
        let count = usize::try_from(greatest).unwrap_or(usize::MAX);
        let mut items = Vec::new();
        let first = array.first_items();
        for index in 0..first.min(count) {
            let item = array.item(index).node;
            let Some(text) = self.write_item(item, is_alternative, values, rules) else {
                break;
            };
            items.push(GrammarEntry {
                text,
                // The empty array is another alternative.
                is_required: index == 0 || u64::try_from(index).is_ok_and(|index| index < least),
            });
        }
        let is_whole = items.len() == first;
        let first = u64::try_from(first).unwrap_or(u64::MAX);
        let rest = (is_whole && greatest > first)
            .then(|| self.write_item(array.item(items.len()).node, is_alternative, values, rules))
            .flatten();
        let further = rest.map(|text| Further {
            text,
            least: least.max(1).saturating_sub(first),
            greatest: (greatest < u64::MAX).then(|| greatest - first),
        });
        if further.is_none() && u64::try_from(items.len()).is_ok_and(|count| count < least) {
            return None;
        }
        if items.is_empty() && further.is_none() {
            return Some(write_perhaps_empty(
                String::new(),
                true,
                is_alternative,
                "[]",
            ));
        }
        let some = write_items(name, &items, further.as_ref(), "", rules);
        let some = rules.define(format!("{name}-some"), |_| some);
        Some(write_perhaps_empty(some, least == 0, is_alternative, "[]"))
    }

    fn write_item(
        &self,
        item: NodeId,
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        // A reader types an item by all forms of a union.
        let types = if is_alternative {
            TypeSet::ALL
        } else {
            values.types(item)
        };
        let tag = values
            .is_possible(item)
            .then(|| self.write_tag("item", (item, types), is_alternative, values, rules));
        let tag = tag.flatten()?;
        let kind = name_kind(is_alternative);
        let name = format!(
            "{}-{}-item-{kind}-{}",
            values.tool,
            self.name,
            item.number()
        );
        Some(rules.define(name, |_| tag))
    }
}

/// Returns the part of a rule's name that separates forms of a union from other values.
fn name_kind(is_alternative: bool) -> &'static str {
    if is_alternative {
        "alternative"
    } else {
        "value"
    }
}

/// Writes a container that may be empty. A reader would take an empty text for another
/// alternative, so an empty alternative is JSON.
fn write_perhaps_empty(
    some: String,
    may_be_empty: bool,
    is_alternative: bool,
    empty: &str,
) -> String {
    let json = || write_literal(empty);
    match (may_be_empty, is_alternative) {
        (false, _) => some,
        (true, true) if some.is_empty() => json(),
        (true, true) => format!("({some} | {})", json()),
        (true, false) if some.is_empty() => write_literal(""),
        (true, false) => make_optional(&some),
    }
}
