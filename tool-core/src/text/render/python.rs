//! Tools as Python functions.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::json::SPACED;
use super::shown::{ShownTool, resolve};
use crate::limits::SHOWN_DEPTH;
use crate::schema::Lookup;

/// Writes a function with a docstring, as Seed-OSS reads it.
pub(super) fn write_seed_function(tool: &ShownTool) -> String {
    let (name, description) = (&tool.name, tool.description.trim());
    let arguments: Vec<_> = tool
        .arguments()
        .map(|(name, schema, _)| format!("{name}: {}", write_seed_type(tool, schema)))
        .collect();
    let signature = arguments.join(",");
    let mut text =
        format!("Function:\ndef {name}({signature}):\n    \"\"\"\n    {description}\n\n");
    if !arguments.is_empty() {
        text.push_str("    Args:");
        for (name, schema, is_required) in tool.arguments() {
            // The marks for required and for optional, in the words of the template.
            let mark = if is_required { "必填" } else { "选填" };
            let of = write_seed_type(tool, schema);
            let description = schema.text("description").unwrap_or_default();
            let _ = write!(text, "\n    - {name} ({of}) [{mark}]: {description}");
        }
        text.push_str("\n\n");
    }
    text.push_str("    \"\"\"");
    text
}

/// Returns the type that the template of Seed-OSS writes. A number is an `int` there.
fn write_seed_type(tool: &ShownTool, schema: &Value) -> &'static str {
    match resolve(&tool.schema, schema).text("type") {
        Some("string") => "str",
        Some("number" | "integer") => "int",
        Some("boolean") => "bool",
        Some("array") => "list",
        _ => "Any",
    }
}

/// Writes a JSON object whose description is a Python signature with a docstring, as Hermes 2 Pro
/// and 3 read it. As in the template, the line breaks of the description are not escaped.
pub(super) fn write_hermes_function(tool: &ShownTool) -> String {
    let (name, description) = (&tool.name, &tool.description);
    let arguments: Vec<_> = tool
        .arguments()
        .map(|(name, schema, _)| format!("{name}: {}", write_hermes_type(&tool.schema, schema, 0)))
        .collect();
    let signature = arguments.join(", ");
    let mut docs = String::new();
    for (name, schema, _) in tool.arguments() {
        let description = schema.text("description").unwrap_or_default().trim();
        let _ = write!(
            docs,
            "        {name}({}): {description}",
            write_hermes_type(&tool.schema, schema, 0)
        );
    }
    let (heading, parameters) = if arguments.is_empty() {
        ("", "{}".to_owned())
    } else {
        ("    Args:\n", SPACED.write(&tool.schema))
    };
    format!(
        "{{\"type\": \"function\", \"function\": {{\"name\": \"{name}\", \
         \"description\": \"{name}({signature}) - {description}\n\n{heading}{docs}\", \
         \"parameters\": {parameters}}}"
    )
}

fn write_hermes_type(root: &Value, schema: &Value, depth: usize) -> String {
    let schema = resolve(root, schema);
    let inside = |schema| write_hermes_type(root, schema, depth + 1);
    match schema.types().as_slice() {
        _ if depth > SHOWN_DEPTH => "Any".to_owned(),
        ["string"] => "str".to_owned(),
        ["number"] => "float".to_owned(),
        ["integer"] => "int".to_owned(),
        ["boolean"] => "bool".to_owned(),
        ["array"] => {
            let items = schema.get("items").map_or_else(|| "Any".to_owned(), inside);
            format!("list[{items}]")
        }
        ["object"] => match schema.get("additionalProperties") {
            Some(values) => format!("dict[str, {}]", inside(values)),
            None => "dict".to_owned(),
        },
        [] | ["null"] => "Any".to_owned(),
        types => {
            let types = types
                .iter()
                .map(|name| write_hermes_type(root, &json!({"type": name}), depth + 1));
            format!("Union[{}]", types.collect::<Vec<_>>().join(","))
        }
    }
}
