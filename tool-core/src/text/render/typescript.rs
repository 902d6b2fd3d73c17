//! Tools as functions in TypeScript.

use std::fmt::Write as _;

use serde_json::Value;

use super::json::SPACED;
use super::shown::{ShownTool, Written, list_members, resolve};
use crate::schema::Lookup;

/// The style of TypeScript in a template.
struct TypeScriptStyle {
    /// The spaces of one level of objects. `None` if nested objects are on few lines, with the
    /// white space that the template of gpt-oss leaves in them.
    indent: Option<usize>,
    /// `true` if the members of the arguments are indented, too.
    indents_arguments: bool,
    /// `true` for a comma after the last argument.
    closes_with_comma: bool,
    /// `true` if a list of types is written as a union. Otherwise it is `any`.
    joins_types: bool,
    /// The comment above a member, in lines.
    comment: fn(&Value) -> Vec<String>,
}

const HARMONY: TypeScriptStyle = TypeScriptStyle {
    indent: None,
    indents_arguments: false,
    closes_with_comma: true,
    joins_types: true,
    comment: write_description,
};

const APERTUS: TypeScriptStyle = TypeScriptStyle {
    closes_with_comma: false,
    ..HARMONY
};

const GIGACHAT: TypeScriptStyle = TypeScriptStyle {
    indent: Some(2),
    indents_arguments: true,
    closes_with_comma: true,
    joins_types: false,
    comment: write_description_and_limits,
};

const FUNCTIONARY: TypeScriptStyle = TypeScriptStyle {
    indent: Some(4),
    indents_arguments: false,
    closes_with_comma: true,
    joins_types: true,
    comment: write_description_with_limits,
};

/// Writes a function as gpt-oss reads it.
pub(super) fn declare_harmony(tool: &ShownTool) -> String {
    HARMONY.declare(tool)
}

/// Writes a function as Apertus reads it.
pub(super) fn declare_apertus(tool: &ShownTool) -> String {
    APERTUS.declare(tool)
}

/// Writes a function as `GigaChat` 3 reads it.
pub(super) fn declare_gigachat(tool: &ShownTool) -> String {
    GIGACHAT.declare(tool)
}

/// Writes a function as Functionary v3.2 reads it.
pub(super) fn declare_functionary(tool: &ShownTool) -> String {
    FUNCTIONARY.declare(tool)
}

impl TypeScriptStyle {
    fn declare(&self, tool: &ShownTool) -> String {
        let mut comment = String::new();
        for line in split_lines(&tool.description) {
            let _ = writeln!(comment, "// {line}");
        }
        let name = &tool.name;
        if tool.arguments().next().is_none() {
            return format!("{comment}type {name} = () => any;");
        }
        let writer = TypeScriptWriter {
            dialect: self,
            root: &tool.schema,
            written: Written::default(),
        };
        let arguments = writer.arguments(tool);
        format!("{comment}type {name} = (_: {{\n{arguments}}}) => any;")
    }
}

struct TypeScriptWriter<'t> {
    dialect: &'t TypeScriptStyle,
    /// The schema that references refer to.
    root: &'t Value,
    written: Written<'t>,
}

impl<'t> TypeScriptWriter<'t> {
    fn arguments(&self, tool: &'t ShownTool) -> String {
        let level = usize::from(self.dialect.indents_arguments);
        let members = || {
            tool.arguments()
                .map(|member| self.write_member(member, level))
        };
        let text: String = self
            .written
            .enter(self.root, || members().collect())
            .unwrap_or_default();
        match text.strip_suffix(",\n") {
            Some(rest) if !self.dialect.closes_with_comma => format!("{rest}\n"),
            _ => text,
        }
    }

    /// Writes a member of an object, with its comment, on lines. `level` is the number of objects
    /// around it whose members are on lines.
    fn write_member(
        &self,
        (name, schema, is_required): (&str, &'t Value, bool),
        level: usize,
    ) -> String {
        let offset = " ".repeat(self.dialect.indent.unwrap_or(0) * level);
        let mut text = String::new();
        for line in (self.dialect.comment)(schema) {
            let _ = writeln!(text, "{offset}// {line}");
        }
        let mark = if is_required { "" } else { "?" };
        let of = self.write_type(schema, level);
        let _ = write!(text, "{offset}{name}{mark}: {of},");
        // Functionary writes the default in its comment.
        let is_in_comment = self.dialect.indent == Some(4);
        if let Some(default) = schema.get("default").filter(|_| !is_in_comment) {
            let _ = write!(text, " // default: {}", default_text(schema, default));
        }
        text.push('\n');
        text
    }

    /// Writes a type whose members, if it is an object, are one level deeper. A type inside itself,
    /// and one beyond the limits, is `any`.
    fn write_type(&self, schema: &'t Value, level: usize) -> String {
        let schema = resolve(self.root, schema);
        let written = self
            .written
            .enter(schema, || self.write_resolved(schema, level));
        written.unwrap_or_else(|| "any".to_owned())
    }

    fn write_resolved(&self, schema: &'t Value, level: usize) -> String {
        if let Some(members) = schema.get("enum").and_then(Value::as_array) {
            let members: Vec<_> = members.iter().map(|one| SPACED.write(one)).collect();
            return members.join(" | ");
        }
        let union = ["anyOf", "oneOf"];
        let branches = union.iter().flat_map(|keyword| schema.list(keyword));
        let branches: Vec<_> = branches.map(|one| self.write_type(one, level)).collect();
        if !branches.is_empty() {
            return branches.join(" | ");
        }
        match schema.types().as_slice() {
            ["string"] => "string".to_owned(),
            ["number" | "integer"] => "number".to_owned(),
            ["boolean"] => "boolean".to_owned(),
            ["null"] => "null".to_owned(),
            ["array"] => self.write_array(schema, level),
            ["object"] => self.write_object(schema, level),
            [] => "any".to_owned(),
            types if self.dialect.joins_types => types.join(" | "),
            _ => "any".to_owned(),
        }
    }

    fn write_array(&self, schema: &'t Value, level: usize) -> String {
        let item = schema
            .get("items")
            .map(|items| self.write_type(items, level));
        match item.as_deref() {
            Some(item) if item.contains(" | ") => format!("({item})[]"),
            item => format!("{}[]", item.unwrap_or("any")),
        }
    }

    fn write_object(&self, schema: &'t Value, level: usize) -> String {
        let mut members = list_members(schema).peekable();
        if members.peek().is_none() {
            return "object".to_owned();
        }
        let Some(indent) = self.dialect.indent else {
            // The white space is in the template.
            let member = |(name, schema, is_required): (&str, &'t Value, bool)| {
                let mark = if is_required { "" } else { "?" };
                let of = self.write_type(schema, level);
                format!("{name}{mark}: \n                {of}")
            };
            let members: Vec<_> = members.map(member).collect();
            return format!("{{\n{}}}", members.join(", "));
        };
        let members: String = members
            .map(|member| self.write_member(member, level + 1))
            .collect();
        format!("{{\n{members}{}}}", " ".repeat(indent * level))
    }
}

/// Returns the lines of a description that are not blank.
fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

fn write_description(schema: &Value) -> Vec<String> {
    let text = schema.text("description").unwrap_or_default();
    split_lines(text).map(str::to_owned).collect()
}

/// Writes the description, and a line for each limit.
fn write_description_and_limits(schema: &Value) -> Vec<String> {
    const SHOWN: [&str; 6] = [
        "format", "maxItems", "maximum", "minItems", "minimum", "pattern",
    ];
    let mut lines = write_description(schema);
    let keywords = schema.as_object().into_iter().flatten();
    let limits = keywords.filter(|(keyword, _)| SHOWN.contains(&keyword.as_str()));
    lines.extend(limits.map(|(keyword, limit)| format!("{keyword}: {limit}")));
    lines
}

/// Writes one line with the description, the default, the format and the limits.
fn write_description_with_limits(schema: &Value) -> Vec<String> {
    const SHOWN: [(&str, &str); 4] = [
        ("maximum", "Maximum"),
        ("minimum", "Minimum"),
        ("maxLength", "Maximum length"),
        ("minLength", "Minimum length"),
    ];
    let mut words = Vec::new();
    if let Some(description) = schema.text("description") {
        let text = split_lines(description).collect::<Vec<_>>().join(" ");
        words.push(format!("{}.", text.trim_end_matches('.')));
    }
    if let Some(default) = schema.get("default") {
        words.push(format!("Default={}.", default_text(schema, default)));
    }
    words.extend(
        schema
            .text("format")
            .map(|format| format!("Format={format}")),
    );
    for (keyword, word) in SHOWN {
        let limit = schema.get(keyword);
        words.extend(limit.map(|limit| format!("{word}={limit}")));
    }
    if words.is_empty() {
        return Vec::new();
    }
    vec![words.join(" ")]
}

/// Writes a default. The template of gpt-oss writes the default of an `enum` without quotes.
fn default_text(schema: &Value, default: &Value) -> String {
    match default.as_str().filter(|_| schema.get("enum").is_some()) {
        Some(default) => default.to_owned(),
        None => SPACED.write(default),
    }
}
