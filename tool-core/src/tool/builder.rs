use serde_json::Value;

use crate::limits::Limits;
use crate::plan::{Given, Plan, SchemaError};
use crate::schema::{
    SchemaRepair, find_malformed, path_of_output, remove_malformed, repair_malformed, strip_hints,
};
use crate::tool::{Annotations, Definition};

/// Builds a definition from a schema: adds referenced schemas, examples and other details, and
/// sets whether formats constrain.
///
/// ```
/// # #[cfg(feature = "full-schema")] {
/// use tool_core::{Definition, json};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"unit": {"$ref": "https://example.com/unit.json"}},
/// });
/// let unit = json!({"enum": ["metric", "imperial"]});
/// let weather = Definition::builder("weather", "The weather.", schema)
///     .resource("https://example.com/unit.json", unit)
///     .build()?;
///
/// assert!(weather.parse(r#"{"unit": "metric"}"#).is_ok());
/// assert!(weather.parse(r#"{"unit": "meters"}"#).is_err());
/// # }
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct DefinitionBuilder {
    name: String,
    description: String,
    schema: Value,
    resources: Vec<(String, Value)>,
    formats: Option<bool>,
    title: Option<String>,
    annotations: Annotations,
    examples: Vec<String>,
    output_schema: Option<Value>,
    limits: Limits,
    removes_malformed: bool,
}

impl DefinitionBuilder {
    pub(super) fn new(name: String, description: String, schema: Value) -> Self {
        Self {
            name,
            description,
            schema,
            resources: Vec::new(),
            formats: None,
            title: None,
            annotations: Annotations::new(),
            examples: Vec::new(),
            output_schema: None,
            limits: Limits::default(),
            removes_malformed: false,
        }
    }

    /// Adds a schema that this schema refers to by this address. The library never fetches
    /// schemas. It follows such references only with the feature `full-schema`.
    pub fn resource(mut self, uri: impl Into<String>, schema: Value) -> Self {
        self.resources.push((uri.into(), schema));
        self
    }

    /// Sets whether `format` constrains.
    ///
    /// Default: `false` for a schema with `$schema`, as the drafts define it, and `true` for
    /// any other schema.
    pub fn check_formats(mut self, constrain: bool) -> Self {
        self.formats = Some(constrain);
        self
    }

    /// Sets the maximum size of the compiled patterns of the schema: [`Limits::pattern_size`].
    /// The other limits belong to the reader and have no effect here.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Removes each keyword with a value of the wrong form from the schema and the output schema,
    /// instead of failing.
    /// [`Definition::schema_repairs`] lists them. Use it for schemas of other programs, such as
    /// MCP servers.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"day": {"type": "weekday"}}});
    /// assert!(Definition::new("wait", "Wait for a day.", schema.clone()).is_err());
    ///
    /// let wait = Definition::builder("wait", "Wait for a day.", schema).remove_malformed().build()?;
    /// let repair = &wait.schema_repairs()[0];
    /// assert_eq!(repair.to_string(), "`type` at `/properties/day`: \"weekday\" was removed");
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn remove_malformed(mut self) -> Self {
        self.removes_malformed = true;
        self
    }

    /// Sets a title for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the hints about the effects of the tool.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// Adds an example of arguments.
    pub fn example(mut self, arguments: &Value) -> Self {
        self.examples.push(arguments.to_string());
        self
    }

    /// Sets the JSON Schema of the tool's result. Its malformed keywords are repaired as those of
    /// the arguments are.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// Builds a definition whose reader neither checks nor repairs the arguments, like
    /// [`Definition::unchecked`]. Exports include the schema. The definition has no examples.
    #[must_use]
    pub fn unchecked(mut self) -> Definition {
        let repairs = self.repair();
        Definition::unchecked(self.name, self.description, self.schema)
            .with_details(self.title, self.annotations, self.output_schema)
            .with_schema_repairs(repairs)
    }

    /// Repairs both schemas.
    fn repair(&mut self) -> Vec<SchemaRepair> {
        let repair = if self.removes_malformed {
            remove_malformed
        } else {
            repair_malformed
        };
        let mut repairs = repair(&mut self.schema);
        let is_schema = |output: &Value| output.is_object() || output.is_boolean();
        if self.removes_malformed
            && let Some(before) = self.output_schema.take_if(|output| !is_schema(output))
        {
            repairs.push(SchemaRepair::no_output(before));
        }
        if let Some(output) = &mut self.output_schema {
            repairs.extend(repair(output).into_iter().map(SchemaRepair::of_output));
        }
        repairs
    }

    /// Builds the definition.
    ///
    /// # Errors
    ///
    /// Returns an error under the conditions of [`Definition::new`], and for an invalid
    /// example.
    pub fn build(self) -> Result<Definition, SchemaError> {
        self.refuse_no_tool()?;
        let definition = self.build_of_any_root()?;
        definition
            .refuse_no_object()
            .map_err(|error| error.of_tool(definition.name()))?;
        Ok(definition)
    }

    /// Rejects a name or schema that no provider accepts for a tool.
    fn refuse_no_tool(&self) -> Result<(), SchemaError> {
        if self.name.trim().is_empty() {
            let error = SchemaError::new("", None, "the name is empty");
            return Err(error
                .with_suggestion("give the tool a name")
                .of_tool(&self.name));
        }
        if !self.schema.is_object() {
            let reason = "the schema is not a JSON object";
            return Err(SchemaError::new("", None, reason)
                .with_suggestion("write `{\"type\": \"object\"}` for a tool with any arguments")
                .of_tool(&self.name));
        }
        Ok(())
    }

    /// Rejects a malformed output schema: a client rejects a whole list of tools for one.
    fn refuse_malformed_output(&self) -> Result<(), SchemaError> {
        let Some(output) = &self.output_schema else {
            return Ok(());
        };
        let error = if !output.is_object() && !output.is_boolean() {
            SchemaError::new(&path_of_output(""), None, "the schema is not a JSON object")
        } else if let Some((path, keyword)) = find_malformed(output) {
            let reason = "the value has the wrong form";
            SchemaError::new(&path_of_output(&path), Some(&keyword), reason)
        } else {
            return Ok(());
        };
        let suggestion = "correct the output schema, or remove malformed keywords with \
                          `DefinitionBuilder::remove_malformed`";
        Err(error.with_suggestion(suggestion).of_tool(&self.name))
    }

    /// Builds the definition, also if the root of the schema accepts no object.
    pub(super) fn build_of_any_root(mut self) -> Result<Definition, SchemaError> {
        let repairs = self.repair();
        self.refuse_malformed_output()?;
        let plan = Plan::compile(Given {
            schema: &self.schema,
            resources: &self.resources,
            functions: &[],
            formats: self.formats,
            limits: self.limits,
            derived: false,
        });
        let plan = plan.map_err(|error| error.of_tool(&self.name))?;
        let schema = strip_hints(self.schema);
        Definition::given(self.name, self.description, schema, plan)
            .with_details(self.title, self.annotations, self.output_schema)
            .with_schema_repairs(repairs)
            .with_examples(&self.examples)
    }
}

/// Builds the definition of a schema that may accept no object. The test suites of JSON Schema
/// have such schemas.
///
/// # Errors
///
/// Returns an error under the other conditions of [`DefinitionBuilder::build`].
pub fn of_any_root(builder: DefinitionBuilder) -> Result<Definition, SchemaError> {
    builder.build_of_any_root()
}

impl Definition {
    /// Creates a builder for a tool known by its JSON Schema. The builder adds further details.
    pub fn builder(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: Value,
    ) -> DefinitionBuilder {
        DefinitionBuilder::new(name.into(), description.into(), schema)
    }
}
