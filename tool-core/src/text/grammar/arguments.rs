//! The arguments of a call: an object, keyword arguments, or tags.

use super::entries::{GrammarEntry, write_entries};
use super::free_text::{MAX_COUNTED, write_text_without};
use super::notation::{JSON, Notation, PYTHON};
use super::rules::{Rules, join_alternatives, make_optional, write_literal};
use super::value::Values;
use crate::plan::{Additional, Choice, Node, NodeId, ObjectPlan};

/// The style of the arguments.
pub(super) enum ArgumentStyle {
    /// An object in a notation.
    Object(&'static Notation),
    /// `a=1, b="x"`.
    Keywords,
    Tags(&'static TaggedArguments),
}

/// Arguments in tags, one after another.
pub(super) struct TaggedArguments {
    /// The beginning of the names of its rules.
    pub(super) name: &'static str,
    /// The text before the key of an argument.
    pub(super) open: &'static str,
    /// The text after the key.
    pub(super) after_key: &'static str,
    /// The mark of the type, and the text after it.
    pub(super) mark: TypeMark,
    /// The text after the value.
    pub(super) close: &'static str,
    /// `true` if a text with marks is written as CDATA.
    pub(super) has_cdata: bool,
    /// The texts that do not occur in a text value, since a reader could take them for the end.
    pub(super) marks: &'static [&'static str],
}

/// The type of an argument in its tag.
pub(super) enum TypeMark {
    Absent,
    /// `true` for a text and `false` for JSON, with the text after it.
    IsText(&'static str),
    /// The JSON type, with the text after it.
    Type(&'static str),
}

impl ArgumentStyle {
    /// Returns the maximum length that a rule for strings can count.
    pub(super) fn max_length(&self) -> u64 {
        match self {
            Self::Object(notation) => notation.max_length(),
            Self::Keywords => PYTHON.max_length(),
            Self::Tags(_) => MAX_COUNTED,
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
            return Some(match self {
                Self::Object(notation) => notation.any_object(rules),
                Self::Keywords | Self::Tags(_) => String::new(),
            });
        };
        let is_empty = object.properties().is_empty();
        match self {
            // A tool without arguments is called without arguments.
            Self::Object(_) if is_empty && !matches!(object.additional, Additional::Map(_)) => {
                Some(write_literal("{}"))
            }
            Self::Object(notation) => Some(values.write(node, notation, rules)),
            Self::Keywords => write_keywords(name, object, values, rules),
            Self::Tags(tags) => tags.write(object, values, rules),
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

impl TaggedArguments {
    fn write(&self, object: &ObjectPlan, values: &Values<'_>, rules: &mut Rules) -> Option<String> {
        let mut all = Vec::new();
        for property in object.properties() {
            let node = property.child.node;
            if !values.is_possible(node) || !Self::takes_key(&property.name) {
                if property.required {
                    return None;
                }
                continue;
            }
            let tag = self.write_tag(&property.name, node, values, rules)?;
            all.push(if property.required {
                tag
            } else {
                make_optional(&tag)
            });
        }
        let all = all.into_iter().filter(|tag| !tag.is_empty());
        Some(all.collect::<Vec<_>>().join(" "))
    }

    /// Returns whether a key cannot end its tag early.
    fn takes_key(key: &str) -> bool {
        !key.is_empty() && !key.contains(['<', '>', '"', '\n', '&'])
    }

    fn write_tag(
        &self,
        key: &str,
        node: NodeId,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let open = format!("{}{key}{}", self.open, self.after_key);
        let close = write_literal(self.close);
        let tag = |mark: &str, value: String| {
            let open = write_literal(&format!("{open}{mark}"));
            format!("{open} {value} {close}")
        };
        let typed = self.write_typed(node, values, rules);
        match self.mark {
            TypeMark::Absent => {
                let ways = join_alternatives(typed.into_iter().map(|(_, value)| value))?;
                Some(tag("", ways))
            }
            TypeMark::IsText(after) => join_alternatives(typed.into_iter().map(|(of, value)| {
                let is_text = of == "string";
                tag(&format!("{is_text}{after}"), value)
            })),
            TypeMark::Type(after) => join_alternatives(
                typed
                    .into_iter()
                    .map(|(of, value)| tag(&format!("{of}{after}"), value)),
            ),
        }
    }

    /// Returns the values of a node with their types.
    fn write_typed(
        &self,
        node: NodeId,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Vec<(&'static str, String)> {
        let json = |node, rules: &mut Rules| values.write(node, &JSON, rules);
        match values.plan.node(node) {
            Node::Never => Vec::new(),
            // A text without a type is read as a text.
            Node::Any => vec![("string", self.write_text(0, None, rules))],
            Node::Null => vec![("null", json(node, rules))],
            Node::Boolean => vec![("boolean", json(node, rules))],
            Node::Number(_) => vec![("number", json(node, rules))],
            Node::Array(_) => vec![("array", json(node, rules))],
            Node::Object(_) => vec![("object", json(node, rules))],
            Node::String(string) => {
                let (least, greatest) = string.lengths();
                let text = self.write_text(least.unwrap_or(0), greatest, rules);
                vec![("string", text)]
            }
            Node::Choice(choice) => self.write_members(choice),
            Node::Union(union) => {
                let branches = union.branches.iter().map(|branch| branch.child.node);
                let branches = branches.filter(|branch| values.is_possible(*branch));
                let mut typed = Vec::new();
                for branch in branches {
                    typed.extend(self.write_typed(branch, values, rules));
                }
                typed
            }
        }
    }

    fn write_text(&self, least: u64, greatest: Option<u64>, rules: &mut Rules) -> String {
        let name = format!("{}-text", self.name);
        let text = write_text_without(rules, &name, self.marks, least, greatest);
        if !self.has_cdata {
            return text;
        }
        let inside = write_text_without(rules, "cdata", &["]]>"], least, greatest);
        format!("({text} | \"<![CDATA[\" {inside} \"]]>\")")
    }

    /// Writes the members of an enum. A member that contains a mark has no form.
    fn write_members(&self, choice: &Choice) -> Vec<(&'static str, String)> {
        use serde_json::Value;
        let members = choice.members().iter().map(|member| &member.value);
        let written = members.filter_map(|member| {
            let of = match member {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "number",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            match member.as_str() {
                Some(text) if self.marks.iter().any(|mark| text.contains(mark)) => None,
                Some(text) => Some((of, write_literal(text))),
                None => Some((of, write_literal(&member.to_string()))),
            }
        });
        written.collect()
    }
}
