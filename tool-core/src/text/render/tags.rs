//! Tools in the XML tags of Qwen3-Coder.

use serde_json::Value;

use super::json::SPACED;
use super::shown::ShownTool;
use crate::schema::Lookup;

/// Writes a tool in the tags of Qwen3-Coder.
pub(super) fn write_function(tool: &ShownTool) -> String {
    let mut lines = vec![
        "<function>".to_owned(),
        write_tag("name", &tool.name),
        write_tag("description", tool.description.trim()),
        "<parameters>".to_owned(),
    ];
    for (name, schema, _) in tool.arguments() {
        lines.push("<parameter>".to_owned());
        lines.push(write_tag("name", name));
        lines.extend(
            schema
                .get("type")
                .map(|of| write_tag("type", &write_text(of))),
        );
        lines.extend(
            schema
                .text("description")
                .map(|text| write_tag("description", text.trim())),
        );
        lines.extend(write_further(schema, &["type", "description"]));
        lines.push("</parameter>".to_owned());
    }
    lines.extend(write_further(&tool.schema, &["type", "properties"]));
    lines.extend(["</parameters>", "</function>"].map(str::to_owned));
    lines.join("\n")
}

/// Writes the other keywords of a schema, one on a line.
fn write_further(schema: &Value, written: &[&str]) -> Vec<String> {
    let keywords = schema.as_object().into_iter().flatten();
    let others = keywords.filter(|(keyword, _)| !written.contains(&keyword.as_str()));
    others
        .map(|(keyword, value)| write_tag(keyword, &write_text(value)))
        .collect()
}

fn write_tag(name: &str, text: &str) -> String {
    format!("<{name}>{text}</{name}>")
}

/// Writes a string as its text, and any other value as JSON.
fn write_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| SPACED.write(value), str::to_owned)
}
