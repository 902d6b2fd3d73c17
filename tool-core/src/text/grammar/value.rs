//! The values that a plan accepts, as rules.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::entries::{Further, GrammarEntry, write_entries, write_items};
use super::integers::write_integers;
use super::notation::Notation;
use super::possible::{find_possible, find_reachable, has_mark, is_marked};
use super::rules::{Rules, join_alternatives, join_sequence, make_optional, write_literal};
use crate::issue::{JsonType, TypeSet};
use crate::plan::{Additional, ArrayPlan, Choice, Node, NodeId, NumberPlan, ObjectPlan, Plan};

/// Writes the values of one tool.
pub(super) struct Values<'p> {
    pub(super) plan: &'p Plan,
    /// The beginning of the names of the tool's rules.
    pub(super) tool: String,
    possible: HashSet<NodeId>,
    /// The texts that no string contains.
    marks: &'static [&'static str],
    types_by_key: OnceCell<HashMap<&'p str, TypeSet>>,
}

impl<'p> Values<'p> {
    pub(super) fn new(plan: &'p Plan, tool: String, marks: &'static [&'static str]) -> Self {
        Self {
            plan,
            tool,
            possible: find_possible(plan, plan.root().node, marks),
            marks,
            types_by_key: OnceCell::new(),
        }
    }

    /// Returns the members of an enum that contain no mark.
    pub(super) fn list_members<'c>(&self, choice: &'c Choice) -> impl Iterator<Item = &'c Value> {
        let members = choice.members().iter().map(|member| &member.value);
        members.filter(|value| !has_mark(value, self.marks))
    }

    /// Returns the forms of a union, and of the unions among them. None of them is a union.
    pub(super) fn list_forms(&self, union: NodeId) -> impl Iterator<Item = NodeId> {
        let nodes = self.plan.with_branches(union).into_iter();
        nodes.filter(|node| !matches!(self.plan.node(*node), Node::Union(_)))
    }

    /// Returns the types of a node, by which a reader types a text.
    pub(super) fn types(&self, node: NodeId) -> TypeSet {
        match self.plan.node(node) {
            Node::Any | Node::Never => TypeSet::EMPTY,
            Node::Null => TypeSet::NULL,
            Node::Boolean => TypeSet::BOOLEAN,
            Node::Number(number) if number.integer => TypeSet::of(JsonType::Integer),
            Node::Number(_) => TypeSet::of(JsonType::Number),
            Node::String(_) => TypeSet::STRING,
            Node::Array(_) => TypeSet::ARRAY,
            Node::Object(_) => TypeSet::OBJECT,
            Node::Choice(choice) => {
                let members = choice.members().iter();
                join_types(members.map(|member| TypeSet::of_value(&member.value)))
            }
            Node::Union(_) => join_types(self.list_forms(node).map(|form| self.types(form))),
        }
    }

    /// Returns the types of which a node takes only some of the values, or none.
    pub(super) fn list_partial(&self, node: NodeId, types: TypeSet) -> TypeSet {
        let whole = self
            .list_forms(node)
            .map(|form| match self.plan.node(form) {
                Node::Any => TypeSet::ALL,
                Node::Null => TypeSet::NULL,
                Node::Boolean => TypeSet::BOOLEAN,
                Node::Number(number) if number.is_free() => TypeSet::NUMBER,
                _ => TypeSet::EMPTY,
            });
        types.without(join_types(whole))
    }

    /// Returns the types of a property in all objects that have it.
    pub(super) fn types_of_key(&self, key: &str) -> TypeSet {
        let by_key = self.types_by_key.get_or_init(|| {
            let mut by_key = HashMap::new();
            for node in find_reachable(self.plan, self.plan.root().node) {
                if let Node::Object(object) = self.plan.node(node) {
                    for property in object.properties() {
                        let types = by_key.entry(&*property.name).or_insert(TypeSet::EMPTY);
                        *types = types.union(self.types(property.child.node));
                    }
                }
            }
            by_key
        });
        by_key.get(key).copied().unwrap_or(TypeSet::EMPTY)
    }

    pub(super) fn is_possible(&self, node: NodeId) -> bool {
        self.possible.contains(&node)
    }

    /// Writes the values of a node that is possible.
    pub(super) fn write(&self, node: NodeId, notation: &Notation, rules: &mut Rules) -> String {
        match self.plan.node(node) {
            Node::Any | Node::Never => notation.any(rules),
            Node::Null => write_literal(notation.null),
            Node::Boolean => format!(
                "({} | {})",
                write_literal(notation.yes),
                write_literal(notation.no)
            ),
            Node::Number(number) => write_number(number, rules),
            Node::String(string) => {
                let (least, greatest) = string.lengths();
                notation.text(least.unwrap_or(0), greatest, rules)
            }
            Node::Choice(choice) => {
                let members = self.list_members(choice);
                let members = members.map(|value| write_literal(&write_constant(value, notation)));
                join_alternatives(members).unwrap_or_default()
            }
            Node::Array(array) => self.define(node, notation, rules, |rules| {
                self.write_array(node, array, notation, rules)
            }),
            Node::Object(object) => self.define(node, notation, rules, |rules| {
                self.write_object(node, object, notation, rules)
            }),
            Node::Union(_) => self.define(node, notation, rules, |rules| {
                let forms = self.list_forms(node).filter(|form| self.is_possible(*form));
                let ways: Vec<_> = forms
                    .map(|form| self.write(form, notation, rules))
                    .collect();
                join_alternatives(ways).unwrap_or_default()
            }),
        }
    }

    fn name(&self, node: NodeId, notation: &Notation) -> String {
        format!("{}-{}-{}", self.tool, notation.name, node.number())
    }

    fn define(
        &self,
        node: NodeId,
        notation: &Notation,
        rules: &mut Rules,
        body: impl FnOnce(&mut Rules) -> String,
    ) -> String {
        rules.define(self.name(node, notation), body)
    }

    fn write_array(
        &self,
        node: NodeId,
        array: &ArrayPlan,
        notation: &Notation,
        rules: &mut Rules,
    ) -> String {
        let (least, greatest) = array.lengths();
        let comma = notation.comma(rules);
        let first = array.first_items();
        let most = usize::try_from(greatest).unwrap_or(usize::MAX);
        let possible =
            (0..first.min(most)).take_while(|index| self.is_possible(array.item(*index).node));
        let count = possible.count();
        let items: Vec<_> = (0..count)
            .map(|index| GrammarEntry {
                text: self.write(array.item(index).node, notation, rules),
                is_required: u64::try_from(index).is_ok_and(|index| index < least),
            })
            .collect();
        let rest = array.item(first).node;
        let has_rest = count == first && most > first && self.is_possible(rest);
        let further = has_rest.then(|| {
            let first = u64::try_from(first).unwrap_or(u64::MAX);
            Further {
                text: self.write(rest, notation, rules),
                least: least.saturating_sub(first),
                greatest: (greatest < u64::MAX).then(|| greatest - first),
            }
        });
        let name = self.name(node, notation);
        // An item is only present if the items before it are.
        let inside = write_items(&name, &items, further.as_ref(), &comma, rules);
        notation.enclose(["[", "]"], &inside, rules)
    }

    fn write_object(
        &self,
        node: NodeId,
        object: &ObjectPlan,
        notation: &Notation,
        rules: &mut Rules,
    ) -> String {
        let entries = self.entries(object, notation, rules);
        if entries.is_empty() {
            return match object.additional {
                Additional::Open | Additional::Unspecified => notation.any_object(rules),
                Additional::Map(child) if self.is_possible(child.node) => {
                    let value = self.write(child.node, notation, rules);
                    let (key, comma) = (notation.any_key(rules), notation.comma(rules));
                    let inside = make_optional(&format!("{key} {value} ({comma} {key} {value})*"));
                    notation.enclose(["{", "}"], &inside, rules)
                }
                Additional::Closed | Additional::Map(_) => write_literal("{}"),
            };
        }
        let comma = notation.comma(rules);
        let inside = write_entries(&self.name(node, notation), &entries, &comma, rules);
        notation.enclose(["{", "}"], &inside, rules)
    }

    fn entries(
        &self,
        object: &ObjectPlan,
        notation: &Notation,
        rules: &mut Rules,
    ) -> Vec<GrammarEntry> {
        let mut properties: Vec<_> = object.properties().iter().collect();
        if notation.sorts_keys {
            properties.sort_by_key(|property| &property.name);
        }
        let properties = properties.into_iter();
        let possible = properties.filter(|property| {
            self.is_possible(property.child.node) && !is_marked(&property.name, self.marks)
        });
        possible
            .map(|property| {
                let key = notation.key(&property.name, rules);
                let value = self.write(property.child.node, notation, rules);
                GrammarEntry {
                    text: join_sequence([key, value]),
                    is_required: property.required,
                }
            })
            .collect()
    }
}

/// Writes a number. A fraction of an integer, as in `1.0`, is left out.
fn write_number(number: &NumberPlan, rules: &mut Rules) -> String {
    if number.integer {
        let (least, greatest) = number.integers();
        return define_integers(least, greatest, rules);
    }
    if number.is_never_negative() {
        Notation::size(rules)
    } else {
        Notation::number(rules)
    }
}

fn define_integers(least: i64, greatest: i64, rules: &mut Rules) -> String {
    if (least, greatest) == NumberPlan::SMALL_INTEGERS {
        return rules.define("integer".to_owned(), |_| {
            "\"0\" | \"-\"? [1-9] [0-9]{0,17}".to_owned()
        });
    }
    let name = format!("integer-{least}-to-{greatest}").replace("--", "-minus-");
    rules.define(name, |_| {
        write_integers(least, greatest).unwrap_or_default()
    })
}

fn join_types(types: impl Iterator<Item = TypeSet>) -> TypeSet {
    types.fold(TypeSet::EMPTY, TypeSet::union)
}

/// Writes a constant in the notation of a format.
pub(super) fn write_constant(value: &Value, notation: &Notation) -> String {
    match value {
        Value::Null => notation.null.to_owned(),
        Value::Bool(true) => notation.yes.to_owned(),
        Value::Bool(false) => notation.no.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => notation.string(text),
        Value::Array(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| write_constant(item, notation))
                .collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                let key = notation.write_key(key);
                format!("{key}:{}", write_constant(value, notation))
            };
            let entries: Vec<_> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(","))
        }
    }
}
