use std::fmt::Write as _;

use serde_json::Value;

use crate::schema::Lookup;
use crate::schema::render::{TypeWriter, is_required, write_comment, write_key};
use crate::tool::Definition;

/// Writes the declaration of a tool and of its recursive types.
pub(super) fn write_declaration(definition: &Definition) -> String {
    let mut writer = TypeWriter::of_declaration(definition.schema());
    let mut text = String::new();
    for line in definition.description().lines() {
        let _ = writeln!(text, "{}", format!("// {line}").trim_end());
    }
    let arguments = write_arguments(&mut writer, definition.schema());
    let output = definition.output_schema().map(|schema| {
        let output = TypeWriter::of_declaration(schema).inline(schema);
        format!(": {output}")
    });
    let name = definition.name();
    let _ = writeln!(
        text,
        "function {name}({arguments}){}",
        output.unwrap_or_default()
    );
    let mut written = 0;
    while let Some(name) = writer.named.get(written).cloned() {
        let declared = writer.declare_type(&name);
        let _ = writeln!(text, "type {name} = {declared}");
        written += 1;
    }
    text
}

/// Writes `args: {..}`, with each argument and its comment on one line. Writes nothing without
/// arguments.
fn write_arguments<'s>(writer: &mut TypeWriter<'s>, schema: &'s Value) -> String {
    let mut text = String::new();
    for (name, property) in schema.entries("properties") {
        let mark = if is_required(schema, name) { "" } else { "?" };
        let _ = write!(
            text,
            "  {}{mark}: {},",
            write_key(name),
            writer.inline(property)
        );
        let comment = write_comment(property);
        if !comment.is_empty() {
            let _ = write!(text, " // {comment}");
        }
        text.push('\n');
    }
    let mut forms: Vec<String> = Vec::new();
    for keyword in ["oneOf", "anyOf", "allOf"] {
        if let Some(Value::Array(list)) = schema.get(keyword) {
            let glue = if keyword == "allOf" { " & " } else { " | " };
            let list: Vec<String> = list.iter().map(|form| writer.inline(form)).collect();
            forms.push(format!("({})", list.join(glue)));
        }
    }
    if let Some(reference) = schema.text("$ref") {
        forms.push(writer.inline_reference(reference));
    }
    let own = (!text.is_empty()).then(|| format!("{{\n{text}}}"));
    let parts: Vec<String> = own.into_iter().chain(forms).collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("args: {}", parts.join(" & "))
    }
}
