//! Tools in the braces of Gemma.

use serde_json::Value;

use super::shown::{ShownTool, Written, list_members, resolve};
use crate::schema::Lookup;
use crate::schema::keyword::UNIONS;

/// Writes a declaration for Gemma 4:
/// `<|tool>declaration:name{description:..,parameters:{..}}<tool|>`.
pub(super) fn write_declaration(tool: &ShownTool) -> String {
    format!("<|tool>{}<tool|>", declare(tool, "<|\"|>"))
}

/// Writes a declaration for `FunctionGemma`.
pub(super) fn write_function_declaration(tool: &ShownTool) -> String {
    let declaration = declare(tool, "<escape>");
    format!("<start_function_declaration>{declaration}<end_function_declaration>")
}

fn declare(tool: &ShownTool, quote: &'static str) -> String {
    let writer = GemmaWriter {
        root: &tool.schema,
        quote,
        written: Written::default(),
    };
    let (name, description) = (&tool.name, writer.write_string(&tool.description));
    let parameters = writer.write_object(&tool.schema);
    format!("declaration:{name}{{description:{description},parameters:{{{parameters}}}}}")
}

struct GemmaWriter<'t> {
    /// The schema that references refer to.
    root: &'t Value,
    /// The mark around strings.
    quote: &'static str,
    written: Written<'t>,
}

impl<'t> GemmaWriter<'t> {
    /// Writes `properties:{..},required:[..],type:..`, with the properties in alphabetical order.
    fn write_object(&self, schema: &'t Value) -> String {
        let mut parts = Vec::new();
        let mut properties: Vec<_> = list_members(schema).collect();
        properties.sort_by_key(|(name, ..)| *name);
        if !properties.is_empty() {
            let property = |(name, schema, _): (&str, &'t Value, bool)| {
                format!("{name}:{{{}}}", self.schema(schema))
            };
            let write = || {
                properties
                    .into_iter()
                    .map(property)
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let written = self.written.enter(schema, write);
            parts.extend(written.map(|properties| format!("properties:{{{properties}}}")));
        }
        let required = schema.get("required");
        parts.extend(required.map(|names| format!("required:{}", self.write_value(names))));
        parts.push(format!("type:{}", self.write_type(schema)));
        parts.join(",")
    }

    /// Writes the keywords of a property or of items, in the order of the template.
    fn schema(&self, schema: &'t Value) -> String {
        let mut parts = Vec::new();
        let (inner, is_nullable) = self.not_null(schema);
        let description = schema.text("description").or(inner.text("description"));
        parts.extend(description.map(|text| format!("description:{}", self.write_string(text))));
        if is_nullable {
            parts.push("nullable:true".to_owned());
        }
        match inner.types().as_slice() {
            ["string"] => {
                let members = inner.get("enum");
                parts.extend(members.map(|members| format!("enum:{}", self.write_value(members))));
            }
            ["object"] => {
                parts.push(self.write_object(inner));
                return parts.join(",");
            }
            ["array"] => {
                let items = inner.get("items");
                let items =
                    items.and_then(|items| self.written.enter(inner, || self.schema(items)));
                parts.extend(items.map(|items| format!("items:{{{items}}}")));
            }
            _ => {}
        }
        parts.push(format!("type:{}", self.write_type(inner)));
        parts.join(",")
    }

    /// Follows references, and takes the only form of a union with null.
    fn not_null(&self, schema: &'t Value) -> (&'t Value, bool) {
        let schema = resolve(self.root, schema);
        let branches = UNIONS.iter().flat_map(|keyword| schema.list(keyword));
        let is_null = |branch: &&Value| branch.text("type") == Some("null");
        let (nulls, others): (Vec<_>, Vec<_>) = branches.partition(is_null);
        match others.as_slice() {
            [one] => (resolve(self.root, one), !nulls.is_empty()),
            _ => (schema, false),
        }
    }

    /// Writes the type in capitals. The template writes a list of types as Python prints it.
    fn write_type(&self, schema: &Value) -> String {
        let types = schema.types();
        let names: Vec<_> = types.iter().map(|name| name.to_uppercase()).collect();
        self.write_string(&match names.as_slice() {
            [] => String::new(),
            [one] if schema.text("type").is_some() => one.clone(),
            several => format!("['{}']", several.join("', '")),
        })
    }

    /// Writes a value: strings between marks, other values as JSON.
    fn write_value(&self, value: &Value) -> String {
        match value {
            Value::String(text) => self.write_string(text),
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.write_value(item)).collect();
                format!("[{}]", items.join(","))
            }
            other => other.to_string(),
        }
    }

    fn write_string(&self, text: &str) -> String {
        format!("{0}{text}{0}", self.quote)
    }
}
