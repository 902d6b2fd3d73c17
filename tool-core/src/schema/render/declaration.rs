//! Objects and arrays in declaration notation, with their comments.

use serde_json::{Map, Value};

use super::{ROOT, Surroundings, Type, TypeNotation, TypeWriter, join_any_of};
use crate::issue::JsonType;
use crate::limits::SHOWN_SCHEMAS;
use crate::schema::NumberFormat;
use crate::schema::keyword::{Holds, KEYWORDS, Role, UNIONS};
use crate::schema::{Lookup, find_target};

impl<'s> TypeWriter<'s> {
    /// Writes the types of a declaration.
    pub(crate) fn of_declaration(root: &'s Value) -> Self {
        Self::new(root, TypeNotation::Declaration, SHOWN_SCHEMAS)
    }

    /// Writes a type on one line.
    pub(crate) fn inline(&mut self, schema: &'s Value) -> String {
        self.write(schema, &Surroundings::default()).text
    }

    pub(crate) fn inline_reference(&mut self, reference: &str) -> String {
        self.write_reference(reference, &Surroundings::default())
            .text
    }

    /// Writes the type of a definition that is declared separately.
    pub(crate) fn declare_type(&mut self, name: &str) -> String {
        let reference = if name == ROOT {
            "#".to_owned()
        } else {
            format!("#/$defs/{name}")
        };
        let Some(target) = find_target(self.root, &reference) else {
            return "any".to_owned();
        };
        self.followed.push(reference);
        let text = self.inline(target);
        self.followed.pop();
        text
    }

    pub(super) fn declare(
        &mut self,
        keywords: &'s Map<String, Value>,
        around: &Surroundings<'_>,
    ) -> Type {
        let mut parts = Vec::new();
        if let Some(reference) = keywords.text("$ref") {
            parts.push(self.write_reference(reference, around));
        }
        for keyword in UNIONS {
            parts.extend(join_any_of(self.write_branches(keywords, keyword, around)));
        }
        let mut all = self.write_branches(keywords, "allOf", around);
        all.retain(|one| one.text != "any");
        all.dedup_by(|later, earlier| later.text == earlier.text);
        parts.extend(join(all, |one| one.text));
        let own = self.write_own(keywords, around);
        // Omits `object` next to other parts, since they imply it.
        let own = own.filter(|own| own.text != "any" && (own.text != "object" || parts.is_empty()));
        parts.extend(own);
        join(parts, Type::in_parentheses).unwrap_or_else(|| Type::one("any"))
    }

    /// Writes an object: `{ kind: "insert", text?: string }`, `{ [key: string]: integer }`.
    pub(super) fn declare_object(&mut self, keywords: &'s Map<String, Value>) -> String {
        let mut parts = Vec::new();
        for (name, property) in keywords.entries("properties") {
            let mark = if is_required(keywords, name) { "" } else { "?" };
            let comment = match write_comment(property).replace("*/", "* /") {
                comment if comment.is_empty() => comment,
                comment => format!(" /* {comment} */"),
            };
            let written = self.inline(property);
            parts.push(format!("{}{mark}: {written}{comment}", write_key(name)));
        }
        let values = keywords
            .entries("patternProperties")
            .map(|(_, value)| value);
        let rest = keywords.get("additionalProperties");
        for value in values.chain(rest.filter(|rest| rest.is_object())) {
            parts.push(format!("[key: string]: {}", self.inline(value)));
        }
        match (parts.is_empty(), rest) {
            (false, _) => format!("{{ {} }}", parts.join(", ")),
            (true, Some(Value::Bool(false))) => "{}".to_owned(),
            (true, _) => "object".to_owned(),
        }
    }

    /// Writes an array: `string[]`, `[number, number]`.
    pub(super) fn declare_array(&mut self, keywords: &'s Map<String, Value>) -> String {
        let around = Surroundings::default();
        let first = self
            .write_branches(keywords, "prefixItems", &around)
            .into_iter();
        let mut items: Vec<String> = first.map(|item| item.text).collect();
        let rest = keywords.get("items").filter(|rest| **rest != false);
        let rest = rest.map(|rest| self.write(rest, &around).in_parentheses());
        if items.is_empty() {
            return format!("{}[]", rest.as_deref().unwrap_or("any"));
        }
        items.extend(rest.map(|rest| format!("...{rest}[]")));
        format!("[{}]", items.join(", "))
    }
}

fn join(parts: Vec<Type>, text: fn(Type) -> String) -> Option<Type> {
    if parts.len() < 2 {
        return parts.into_iter().next();
    }
    let texts: Vec<String> = parts.into_iter().map(text).collect();
    Some(Type {
        text: texts.join(" & "),
        is_joined: true,
    })
}

pub(crate) fn is_required(schema: &impl Lookup, name: &str) -> bool {
    schema.names("required").any(|one| one == name)
}

/// Writes a name as a key, with quotes unless it is a plain word.
pub(crate) fn write_key(name: &str) -> String {
    let is_first = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    if name.starts_with(is_first) && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        Value::from(name).to_string()
    }
}

/// Returns the description of a schema on one line.
pub(crate) fn write_description(schema: &Value) -> String {
    join_lines(schema.text("description").unwrap_or_default())
}

/// Joins the lines of a text.
pub(crate) fn join_lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes the default of a schema: `default: 0`.
pub(crate) fn default(schema: &Value) -> Option<String> {
    let default = schema.get("default").filter(|default| !default.is_null())?;
    Some(format!("default: {default}"))
}

/// Writes the description of a schema and the constraints that its type does not show.
pub(crate) fn write_comment(schema: &Value) -> String {
    let mut notes: Vec<String> = list_limits()
        // The type shows the length of a tuple.
        .filter(|keyword| !(keyword.ends_with("Items") && schema.get("prefixItems").is_some()))
        .filter_map(|keyword| Some(format!("{keyword}: {}", schema.get(keyword)?)))
        .collect();
    let format = schema.text("format");
    let format = format.filter(|format| NumberFormat::named(format).is_none());
    notes.extend(format.map(|format| format!("format: {format}")));
    notes.extend(default(schema));
    let description = write_description(schema);
    if notes.is_empty() {
        return description;
    }
    let comment = format!("{description} ({})", notes.join(", "));
    comment.trim_start().to_owned()
}

/// Returns all limits: for each type the lower bounds, then the upper ones, then the others.
fn list_limits() -> impl Iterator<Item = &'static str> {
    let types = [
        JsonType::Number,
        JsonType::String,
        JsonType::Array,
        JsonType::Object,
    ];
    let place = |holds: Holds| match holds {
        Holds::LeastNumber | Holds::LeastCount => 0,
        Holds::GreatestNumber | Holds::GreatestCount => 1,
        _ => 2,
    };
    let of_types = types
        .into_iter()
        .flat_map(move |of| (0..3).map(move |at| (of, at)));
    of_types.flat_map(move |(of, at)| {
        let keywords = KEYWORDS.iter().filter(move |keyword| {
            keyword.role == Role::Limit && keyword.about == Some(of) && place(keyword.holds) == at
        });
        keywords.map(|keyword| keyword.name)
    })
}
