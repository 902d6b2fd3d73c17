//! The arguments of a call: an object, keyword arguments, or tags.

use super::entries::{GrammarEntry, write_entries};
use super::free_text::MAX_COUNTED;
use super::notation::{FUNCTION_GEMMA, GEMMA, JSON, Notation, PYTHON};
use super::rules::{Rules, join_alternatives, write_literal};
use super::value::Values;
use crate::plan::{Additional, Node, NodeId, ObjectPlan};
use crate::syntax::written::ArgumentStyle;

impl ArgumentStyle {
    /// Returns the notation of the values. Each tag has its own.
    fn notation(&self) -> Option<&'static Notation> {
        match self {
            Self::Json => Some(&JSON),
            Self::Gemma => Some(&GEMMA),
            Self::FunctionGemma => Some(&FUNCTION_GEMMA),
            Self::Keywords => Some(&PYTHON),
            Self::Tags(_) => None,
        }
    }

    /// Returns the maximum length that a rule for strings can count.
    pub(super) fn max_length(&self) -> u64 {
        self.notation().map_or(MAX_COUNTED, Notation::max_length)
    }

    /// Returns the texts that no string of the arguments contains.
    pub(super) fn marks(&self) -> &'static [&'static str] {
        match self {
            Self::Tags(tags) => tags.marks,
            style => style.notation().map_or(&[], Notation::marks),
        }
    }

    /// Writes the arguments of a tool. `None` if no arguments are possible.
    pub(super) fn write(&self, values: &Values<'_>, rules: &mut Rules) -> Option<String> {
        let objects = list_objects(values, values.plan.root().node);
        if objects.is_empty() {
            return None;
        }
        let name = format!("{}-arguments", values.tool);
        let several = objects.len() > 1;
        let mut ways = Vec::new();
        for (number, object) in objects.into_iter().enumerate() {
            let name = if several {
                format!("{name}-form-{number}")
            } else {
                format!("{name}-part")
            };
            ways.extend(self.write_object(&name, object, values, rules));
        }
        let ways = join_alternatives(ways)?;
        if ways.is_empty() {
            return Some(ways);
        }
        Some(rules.define(name, |_| ways))
    }

    fn write_object(
        &self,
        name: &str,
        object: ArgumentsObject<'_>,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let ArgumentsObject::Object(node, object) = object else {
            let notation = self.notation().filter(|_| !matches!(self, Self::Keywords));
            return Some(notation.map_or_else(String::new, |notation| notation.any_object(rules)));
        };
        let is_empty = object.properties().is_empty();
        match (self, self.notation()) {
            (Self::Tags(tags), _) => tags.write(object, values, rules),
            (_, None) => None,
            (Self::Keywords, _) => write_keywords(name, object, values, rules),
            // A tool without arguments is called without arguments.
            _ if is_empty && !matches!(object.additional, Additional::Map(_)) => {
                Some(write_literal("{}"))
            }
            (_, Some(notation)) => Some(values.write(node, notation, rules)),
        }
    }
}

/// A form of the arguments.
#[derive(Clone, Copy)]
enum ArgumentsObject<'p> {
    Object(NodeId, &'p ObjectPlan),
    /// Any object.
    Any,
}

/// Returns the forms of the arguments that are objects.
fn list_objects<'p>(values: &Values<'p>, root: NodeId) -> Vec<ArgumentsObject<'p>> {
    let nodes = values.plan.with_branches(root).into_iter();
    let nodes = nodes.filter(|node| values.is_possible(*node));
    let objects = nodes.filter_map(|node| match values.plan.node(node) {
        Node::Object(object) => Some(ArgumentsObject::Object(node, object)),
        Node::Any => Some(ArgumentsObject::Any),
        _ => None,
    });
    objects.collect()
}

/// Writes keyword arguments. Omits an argument whose name is not an identifier.
fn write_keywords(
    name: &str,
    object: &ObjectPlan,
    values: &Values<'_>,
    rules: &mut Rules,
) -> Option<String> {
    let mut entries = Vec::new();
    for property in object.properties() {
        let node = property.child.node;
        if !values.is_possible(node) || !is_identifier(&property.name) {
            if property.required {
                return None;
            }
            continue;
        }
        let value = values.write(node, &PYTHON, rules);
        entries.push(GrammarEntry {
            text: format!("{} {value}", write_literal(&format!("{}=", property.name))),
            is_required: property.required,
        });
    }
    if entries.is_empty() {
        return Some(String::new());
    }
    let comma = PYTHON.comma(rules);
    Some(write_entries(name, &entries, &comma, rules))
}

fn is_identifier(name: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(is_inside)
}
