//! Tool objects: the items of an MCP server's `tools/list`, and of `tools` in a provider's request.
//! This file finds the parts of the object. The builder judges the schemas.

use serde_json::{Value, json};

use crate::plan::SchemaError;
use crate::tool::{Annotations, Definition, DefinitionBuilder};

const SCHEMA_KEYS: [&str; 5] = [
    "inputSchema",
    "input_schema",
    "parameters",
    "parametersJsonSchema",
    "parameters_json_schema",
];
const OUTPUT_KEYS: [&str; 3] = ["outputSchema", "responseJsonSchema", "response_json_schema"];

impl DefinitionBuilder {
    /// Creates a builder from a tool object: one item of the `tools` that an MCP server lists, or
    /// of the `tools` in a request to OpenAI, Anthropic, Amazon Bedrock or Gemini (there, one item
    /// of `functionDeclarations`).
    ///
    /// The builder has the name, the description, the schema, the title, the annotations and the
    /// output schema of the object. A tool without a schema has no arguments. Other members, such
    /// as `strict`, are ignored.
    ///
    /// ```
    /// use tool_core::definition::DefinitionBuilder;
    /// use tool_core::json;
    ///
    /// let parameters = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
    /// for tool in [
    ///     json!({"name": "wait", "description": "Wait.", "inputSchema": parameters}),
    ///     json!({"type": "function", "function": {"name": "wait", "parameters": parameters}}),
    /// ] {
    ///     let wait = DefinitionBuilder::from_tool_object(&tool)?.build()?;
    ///     assert_eq!(wait.name(), "wait");
    ///     assert_eq!(wait.parse(r#"{"seconds": "5"}"#)?["seconds"], 5);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the object has no name, or more than one schema of arguments.
    /// [`build`](Self::build) checks the rest.
    pub fn from_tool_object(tool: &Value) -> Result<Self, SchemaError> {
        let inner = ["function", "toolSpec"];
        let object = inner
            .iter()
            .find_map(|key| tool.get(key).filter(|of| of.is_object()));
        let object = object.unwrap_or(tool);
        let text = |value: Option<&Value>| value?.as_str().map(str::to_owned);
        let Some(name) = text(object.get("name")) else {
            let error = SchemaError::new("", None, "the object has no `name`");
            let suggestion =
                "pass one tool object, such as `{\"name\": .., \"inputSchema\": {..}}`";
            return Err(error.with_suggestion(suggestion));
        };
        let mut schemas = find_present(object, &SCHEMA_KEYS);
        let schema = match (schemas.next(), schemas.next()) {
            (None, _) => json!({"type": "object", "properties": {}}),
            (Some(schema), None) => schema
                .get("json")
                .filter(|_| is_wrapped(schema))
                .unwrap_or(schema)
                .clone(),
            (Some(_), Some(_)) => {
                let error =
                    SchemaError::new("", None, "the tool object has two schemas of arguments");
                return Err(error.with_suggestion("remove one of them").of_tool(&name));
            }
        };
        let description = text(object.get("description")).unwrap_or_default();
        let mut builder = Definition::builder(name, description, schema);
        let hints = object.get("annotations");
        let of_hints = |key: &str| hints.and_then(|hints| hints.get(key));
        if let Some(title) = text(object.get("title")).or_else(|| text(of_hints("title"))) {
            builder = builder.title(title);
        }
        let mut annotations = Annotations::new();
        let hint = |key: &str| of_hints(key).and_then(Value::as_bool);
        annotations.read_only = hint("readOnlyHint");
        annotations.destructive = hint("destructiveHint");
        annotations.idempotent = hint("idempotentHint");
        annotations.open_world = hint("openWorldHint");
        builder = builder.annotations(annotations);
        Ok(match find_present(object, &OUTPUT_KEYS).next() {
            Some(output) => builder.output_schema(output.clone()),
            None => builder,
        })
    }
}

fn find_present<'v>(object: &'v Value, keys: &[&str]) -> impl Iterator<Item = &'v Value> {
    let values = keys.iter().filter_map(|key| object.get(key));
    values.filter(|value| !value.is_null())
}

/// Returns whether this is the schema of Amazon Bedrock: `{"json": {..}}`.
fn is_wrapped(schema: &Value) -> bool {
    let members = schema.as_object();
    members.is_some_and(|members| {
        members.len() == 1 && members.get("json").is_some_and(Value::is_object)
    })
}
