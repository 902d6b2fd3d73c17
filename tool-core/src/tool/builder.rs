use serde_json::Value;

use crate::plan::{Given, Plan, SchemaError};
use crate::tool::Definition;

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
pub struct Builder {
    name: String,
    description: String,
    schema: Value,
    resources: Vec<(String, Value)>,
    formats: Option<bool>,
}

impl Builder {
    pub(super) fn new(name: String, description: String, schema: Value) -> Self {
        Self {
            name,
            description,
            schema,
            resources: Vec::new(),
            formats: None,
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

    /// The definition.
    ///
    /// # Errors
    ///
    /// As for [`Definition::new`].
    pub fn build(self) -> Result<Definition, SchemaError> {
        let plan = Plan::compile(Given {
            schema: &self.schema,
            resources: &self.resources,
            functions: &[],
            formats: self.formats,
            derived: false,
        });
        match plan {
            Ok(plan) => Ok(Definition::given(
                self.name,
                self.description,
                self.schema,
                plan,
            )),
            Err(error) => Err(error.of_tool(&self.name)),
        }
    }
}
