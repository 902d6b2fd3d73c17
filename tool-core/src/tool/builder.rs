use serde_json::Value;

use crate::limits::Limits;
use crate::plan::{Given, Plan, SchemaError};
use crate::schema::strip_hints;
use crate::tool::{Annotations, Definition};

/// A definition in the making: a schema, the schemas that it refers to, and
/// whether its formats constrain.
///
/// ```
/// # #[cfg(feature = "full-schema")] {
/// use serde_json::json;
/// use tool_core::Definition;
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
        }
    }

    /// Gives a schema that this one refers to by that address. Nothing is ever
    /// fetched. References to it are followed with the feature `full-schema`.
    pub fn resource(mut self, uri: impl Into<String>, schema: Value) -> Self {
        self.resources.push((uri.into(), schema));
        self
    }

    /// Says whether `format` constrains.
    ///
    /// If nobody says so: in a schema that names its draft by `$schema` it does
    /// not, as the drafts have it, and in any other it does.
    pub fn check_formats(mut self, constrain: bool) -> Self {
        self.formats = Some(constrain);
        self
    }

    /// Sets how large the compiled patterns of the schema may be:
    /// [`Limits::pattern_size`]. The other limits are a reader's, and have no effect here.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Gives a name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says what the tool does to the world.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// Gives an example of arguments, beside those that were given before.
    pub fn example(mut self, arguments: &Value) -> Self {
        self.examples.push(arguments.to_string());
        self
    }

    /// Gives the JSON Schema of what the tool gives back.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// The definition of a tool whose arguments pass untouched, as those of
    /// [`Definition::unchecked`]: its schema is only shown, and examples are left out.
    #[must_use]
    pub fn unchecked(self) -> Definition {
        Definition::unchecked(self.name, self.description, self.schema).with_details(
            self.title,
            self.annotations,
            self.output_schema,
        )
    }

    /// The definition.
    ///
    /// # Errors
    ///
    /// As for [`Definition::new`], and if an example is not valid.
    pub fn build(self) -> Result<Definition, SchemaError> {
        self.refuse_no_tool()?;
        let definition = self.build_of_any_root()?;
        definition
            .refuse_no_object()
            .map_err(|error| error.of_tool(definition.name()))?;
        Ok(definition)
    }

    /// Rejects what no provider takes for a tool, whatever the schema says.
    fn refuse_no_tool(&self) -> Result<(), SchemaError> {
        if self.name.trim().is_empty() {
            let error = SchemaError::new("", None, "the name is empty");
            return Err(error
                .with_way_out("give the name that the model calls the tool by")
                .of_tool(&self.name));
        }
        if !self.schema.is_object() {
            let reason = "the schema of a tool is a JSON object";
            return Err(SchemaError::new("", None, reason)
                .with_way_out("write `{\"type\": \"object\"}` for a tool that takes any arguments")
                .of_tool(&self.name));
        }
        Ok(())
    }

    /// The definition, whatever the root of its schema takes.
    pub(super) fn build_of_any_root(self) -> Result<Definition, SchemaError> {
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
            .with_examples(&self.examples)
    }
}

/// The definition of a schema that may take no object, as those of the test suites of JSON
/// Schema.
///
/// # Errors
///
/// As for [`DefinitionBuilder::build`], but for that.
pub fn of_any_root(builder: DefinitionBuilder) -> Result<Definition, SchemaError> {
    builder.build_of_any_root()
}

impl Definition {
    /// A tool known by its JSON Schema, with more to say of it: see [`DefinitionBuilder`].
    pub fn builder(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: Value,
    ) -> DefinitionBuilder {
        DefinitionBuilder::new(name.into(), description.into(), schema)
    }
}
