//! The types of a declaration, each on one line.

use serde_json::{Map, Value};

use super::comment::comment;
use crate::schema::target;

/// So many schemas are written before the rest is `any`.
const MOST_SCHEMAS: usize = 2_000;
/// How deep schemas may nest.
const DEEPEST: usize = 64;

/// Writes the types of the schemas inside of one.
pub(super) struct Writer<'s> {
    root: &'s Value,
    left: usize,
    depth: usize,
    /// The references that are being followed.
    followed: Vec<String>,
    /// The types that refer to themselves, by the names of their definitions.
    pub(super) named: Vec<String>,
}

impl<'s> Writer<'s> {
    pub(super) fn new(root: &'s Value) -> Self {
        Self {
            root,
            left: MOST_SCHEMAS,
            depth: 0,
            followed: Vec::new(),
            named: Vec::new(),
        }
    }

    /// The type of a definition that is declared apart.
    pub(super) fn declared(&mut self, name: &str) -> String {
        let reference = if name == ROOT {
            "#".to_owned()
        } else {
            format!("#/$defs/{name}")
        };
        let Some(target) = target(self.root, &reference) else {
            return "any".to_owned();
        };
        self.followed.push(reference);
        let text = self.inline(target);
        self.followed.pop();
        text
    }

    /// A type on one line.
    pub(super) fn inline(&mut self, schema: &'s Value) -> String {
        let Value::Object(keywords) = schema else {
            return if *schema == Value::Bool(false) {
                "never"
            } else {
                "any"
            }
            .to_owned();
        };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.depth == DEEPEST {
            return "any".to_owned();
        }
        self.depth += 1;
        let text = self.parts(schema, keywords);
        self.depth -= 1;
        text
    }

    fn parts(&mut self, schema: &'s Value, keywords: &'s Map<String, Value>) -> String {
        let mut parts = Vec::new();
        if let Some(reference) = keywords.get("$ref").and_then(Value::as_str) {
            parts.push(self.reference(reference));
        }
        for (keyword, glue) in [("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")] {
            if let Some(Value::Array(list)) = keywords.get(keyword) {
                let mut forms: Vec<String> = list.iter().map(|form| self.inline(form)).collect();
                forms.retain(|form| keyword != "allOf" || form != "any");
                forms.dedup();
                parts.push(forms.join(glue));
            }
        }
        let own = self.own(schema, keywords);
        // Beside others, that it is an object says nothing.
        let is_vague = own == "any" || own == "object" && !parts.is_empty();
        if !is_vague {
            parts.push(own);
        }
        parts.retain(|part| !part.is_empty());
        match parts.as_slice() {
            [] => "any".to_owned(),
            [one] => one.clone(),
            several => {
                let several: Vec<String> = several.iter().map(|part| grouped(part)).collect();
                several.join(" & ")
            }
        }
    }

    /// What a schema says beside others that it joins.
    fn own(&mut self, schema: &'s Value, keywords: &'s Map<String, Value>) -> String {
        if let Some(constant) = keywords.get("const") {
            return constant.to_string();
        }
        if let Some(Value::Array(members)) = keywords.get("enum") {
            let members: Vec<String> = members.iter().map(Value::to_string).collect();
            return members.join(" | ");
        }
        let types = match keywords.get("type") {
            Some(Value::String(name)) => vec![name.as_str()],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ if keywords.contains_key("properties") => vec!["object"],
            _ if keywords.contains_key("items") => vec!["array"],
            _ => Vec::new(),
        };
        let types: Vec<String> = types
            .into_iter()
            .map(|name| match name {
                "object" => self.object(schema, keywords),
                "array" => self.array(keywords),
                other => other.to_owned(),
            })
            .collect();
        if types.is_empty() {
            "any".to_owned()
        } else {
            types.join(" | ")
        }
    }

    /// `{ kind: "insert", text?: string }`, `{ [key: string]: integer }`
    fn object(&mut self, schema: &'s Value, keywords: &'s Map<String, Value>) -> String {
        let mut parts = Vec::new();
        for (name, property) in properties(schema) {
            let mark = if is_required(schema, name) { "" } else { "?" };
            let comment = comment(property);
            let comment = if comment.is_empty() {
                comment
            } else {
                format!(" /* {} */", comment.replace("*/", "* /"))
            };
            parts.push(format!(
                "{}{mark}: {}{comment}",
                key(name),
                self.inline(property)
            ));
        }
        let patterns = keywords.get("patternProperties").and_then(Value::as_object);
        let values = patterns.into_iter().flatten().map(|(_, value)| value);
        let rest = keywords
            .get("additionalProperties")
            .filter(|rest| rest.is_object());
        for value in values.chain(rest) {
            parts.push(format!("[key: string]: {}", self.inline(value)));
        }
        match (parts.is_empty(), keywords.get("additionalProperties")) {
            (false, _) => format!("{{ {} }}", parts.join(", ")),
            (true, Some(Value::Bool(false))) => "{}".to_owned(),
            (true, _) => "object".to_owned(),
        }
    }

    /// `string[]`, `[number, number]`
    fn array(&mut self, keywords: &'s Map<String, Value>) -> String {
        let first = keywords.get("prefixItems").and_then(Value::as_array);
        let mut items: Vec<String> = first
            .into_iter()
            .flatten()
            .map(|item| self.inline(item))
            .collect();
        let rest = keywords
            .get("items")
            .filter(|rest| **rest != Value::Bool(false));
        let rest = rest.map(|rest| grouped(&self.inline(rest)));
        match (items.is_empty(), rest) {
            (true, rest) => format!("{}[]", rest.unwrap_or_else(|| "any".to_owned())),
            (false, rest) => {
                items.extend(rest.map(|rest| format!("...{rest}[]")));
                format!("[{}]", items.join(", "))
            }
        }
    }

    pub(super) fn reference(&mut self, reference: &str) -> String {
        let name = name(reference);
        if self.named.contains(&name) {
            return name;
        }
        if self.followed.iter().any(|followed| followed == reference) || reference == "#" {
            self.named.push(name.clone());
            return name;
        }
        let Some(target) = target(self.root, reference) else {
            return "any".to_owned();
        };
        self.followed.push(reference.to_owned());
        let text = self.inline(target);
        self.followed.pop();
        // It was met again inside of itself: it has a name now.
        if self.named.contains(&name) {
            name
        } else {
            text
        }
    }
}

/// The name of the type of all arguments.
const ROOT: &str = "Arguments";

fn name(reference: &str) -> String {
    match reference.rsplit('/').next() {
        Some("#") | None => ROOT.to_owned(),
        Some(name) => name.to_owned(),
    }
}

pub(super) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

pub(super) fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|one| one == name))
}

/// A name as a key: in quotes, where it is no plain word.
pub(super) fn key(name: &str) -> String {
    let mut chars = name.chars();
    let starts = chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'));
    if starts && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$')) {
        name.to_owned()
    } else {
        Value::from(name).to_string()
    }
}

/// A type in parentheses, where it is several.
fn grouped(text: &str) -> String {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            '|' | '&' if depth == 0 && !quoted => return format!("({text})"),
            _ => {}
        }
    }
    text.to_owned()
}
