//! Arguments in tags.

use super::entries::GrammarEntry;
use super::free_text::{TextKind, write_text_without};
use super::look_alike::LookAlikes;
use super::notation::Notation;
use super::rules::{Rules, join_alternatives, join_sequence, make_optional, write_literal};
use super::value::{Values, write_constant};
use crate::issue::TypeSet;
use crate::plan::{Choice, Node, NodeId, ObjectPlan};
use crate::syntax::is_read_as_text;
use crate::syntax::written::{ClosingTag, TaggedArguments, TextStyle, TypeMark};

/// The types by which a reader types a text.
struct ReadAs {
    types: TypeSet,
    /// The values of these types that the schema does not accept.
    other: Option<LookAlikes>,
}

impl TaggedArguments {
    pub(super) fn write(
        &self,
        object: &ObjectPlan,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let is_alternative = matches!(values.plan.node(values.plan.root().node), Node::Union(_));
        let entries = self.entries(object, is_alternative, values, rules)?;
        let all = entries.into_iter().map(|entry| {
            if entry.is_required {
                entry.text
            } else {
                make_optional(&entry.text)
            }
        });
        Some(all.collect::<Vec<_>>().join(" "))
    }

    /// Writes the tag of each property. `None` if a required one has no tag. `is_alternative` is
    /// `true` in a form of a union, because a reader types a member by all forms.
    pub(super) fn entries(
        &self,
        object: &ObjectPlan,
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<Vec<GrammarEntry>> {
        let mut entries = Vec::new();
        for property in object.properties() {
            let node = property.child.node;
            let types = if is_alternative {
                values.types_of_key(&property.name)
            } else {
                values.types(node)
            };
            let tag = |rules: &mut Rules| {
                let node = (node, types);
                self.write_tag(&property.name, node, is_alternative, values, rules)
            };
            let text = (values.is_possible(node) && Self::takes_key(&property.name))
                .then(|| tag(rules))
                .flatten();
            match text {
                Some(text) => entries.push(GrammarEntry {
                    text,
                    is_required: property.required,
                }),
                None if property.required => return None,
                None => {}
            }
        }
        Some(entries)
    }

    /// Returns whether a key cannot end its tag early.
    fn takes_key(key: &str) -> bool {
        !key.is_empty() && !key.starts_with('/') && !key.contains(['<', '>', '"', '\n', '&'])
    }

    /// Writes the tag of a value of a node. A reader types the value by the accepted types.
    pub(super) fn write_tag(
        &self,
        key: &str,
        (node, accepted): (NodeId, TypeSet),
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Option<String> {
        let open = format!("{}{key}{}", self.open, self.after_key);
        let close = write_literal(&match self.close {
            ClosingTag::Text(close) => close.to_owned(),
            ClosingTag::Named(before, after) | ClosingTag::NamedJson(before, after) => {
                format!("{before}{key}{after}")
            }
        });
        let tag = |mark: &str, value: String| {
            let open = write_literal(&format!("{open}{mark}"));
            join_sequence([open, value, close.clone()])
        };
        let is_alternative = is_alternative || matches!(values.plan.node(node), Node::Union(_));
        let is_typed = matches!(self.mark, TypeMark::Absent) && self.texts != TextStyle::Quoted;
        let read_as = ReadAs {
            types: accepted,
            other: LookAlikes::of(values.list_partial(node, accepted)).filter(|_| is_typed),
        };
        let typed = self.write_typed(node, &read_as, is_alternative, values, rules);
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

    /// Returns the values of a node with their types. `is_alternative` is `true` for a node that
    /// is one of several.
    fn write_typed(
        &self,
        node: NodeId,
        read_as: &ReadAs,
        is_alternative: bool,
        values: &Values<'_>,
        rules: &mut Rules,
    ) -> Vec<(&'static str, String)> {
        let json = |rules: &mut Rules| values.write(node, &self.json(), rules);
        match values.plan.node(node) {
            Node::Never => Vec::new(),
            // A text without a type is read as a text.
            Node::Any => vec![("string", self.write_text((0, None), read_as, rules))],
            Node::Null => vec![("null", json(rules))],
            Node::Boolean => vec![("boolean", json(rules))],
            Node::Number(_) => vec![("number", json(rules))],
            Node::Array(_) | Node::Object(_) if self.nests() => {
                let nested = self.write_nested(node, is_alternative, values, rules);
                nested
                    .map(|nested| ("object", nested))
                    .into_iter()
                    .collect()
            }
            Node::Array(_) => vec![("array", json(rules))],
            Node::Object(_) => vec![("object", json(rules))],
            Node::String(string) => {
                let (least, greatest) = string.lengths();
                let lengths = (least.unwrap_or(0), greatest);
                vec![("string", self.write_text(lengths, read_as, rules))]
            }
            Node::Choice(choice) => self.write_members(choice, read_as.types, values),
            Node::Union(_) => {
                let forms = values
                    .list_forms(node)
                    .filter(|form| values.is_possible(*form));
                forms
                    .flat_map(|form| self.write_typed(form, read_as, true, values, rules))
                    .collect()
            }
        }
    }

    /// Returns the notation of JSON in a tag.
    pub(super) fn json(&self) -> Notation {
        Notation::json_without(self.marks)
    }

    fn write_text(
        &self,
        lengths: (u64, Option<u64>),
        read_as: &ReadAs,
        rules: &mut Rules,
    ) -> String {
        if self.texts == TextStyle::Quoted {
            return self.json().text(lengths.0, lengths.1, rules);
        }
        let mut write = |name: &str, marks| match &read_as.other {
            Some(other) => other.define(rules, name, marks, lengths),
            None => write_text_without(rules, name, TextKind::Plain, marks, lengths),
        };
        let text = write(&format!("{}-text", self.name), self.marks);
        if self.texts == TextStyle::Plain {
            return text;
        }
        let inside = write("cdata", &["]]>"]);
        format!("({text} | \"<![CDATA[\" {inside} \"]]>\")")
    }

    /// Writes the members of an enum. A member that contains a mark has no form, and neither has a
    /// text that a reader takes for a value of another type.
    fn write_members(
        &self,
        choice: &Choice,
        types: TypeSet,
        values: &Values<'_>,
    ) -> Vec<(&'static str, String)> {
        use serde_json::Value;
        let is_typed = matches!(self.mark, TypeMark::Absent) && self.texts != TextStyle::Quoted;
        let members = values.list_members(choice).filter(|member| {
            let text = member.as_str().filter(|_| is_typed);
            text.is_none_or(|text| is_read_as_text(text, types))
        });
        let written = members.map(|member| {
            let of = match member {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "number",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            let text = match member.as_str() {
                Some(text) if self.texts != TextStyle::Quoted => text.to_owned(),
                _ => write_constant(member, &self.json()),
            };
            (of, write_literal(&text))
        });
        written.collect()
    }
}
