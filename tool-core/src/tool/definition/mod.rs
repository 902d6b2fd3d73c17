//! The definition of a tool, as the exports and the reader use it. `construct` makes it.

mod construct;

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::issue::JsonType;
use crate::limits::Limits;
use crate::plan::{Plan, SchemaError};
use crate::schema::{SchemaRepair, find_target, repair_malformed};
use crate::tool::aside::Aside;
use crate::tool::source::Source;
use crate::tool::spec::Reread;
use crate::tool::{Annotations, AsInput, Issues, Leniency, ToolArgError};
#[cfg(feature = "answers")]
use crate::{schema::ArgumentTypes, syntax::ToolShape};

/// The definition of a tool: its name, description and schema, and the reader for its
/// arguments.
///
/// A typed tool has its definition in [`Tool::definition`](crate::Tool::definition). For a tool
/// that is known only by its JSON Schema, create one:
///
/// ```
/// use tool_core::{Definition, json};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
///     "required": ["city"],
///     "additionalProperties": false,
/// });
/// let weather = Definition::new("weather", "The weather of a city.", schema)?;
///
/// let arguments = weather.parse(r#"{"city": "Oslo", "days": "3"}"#)?;
/// assert_eq!(arguments, json!({"city": "Oslo", "days": 3}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A clone shares the schema and the plan.
#[derive(Clone)]
pub struct Definition {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    annotations: Annotations,
    examples: Vec<Value>,
    output_schema: Option<Value>,
    /// The reader of results by the output schema, created on first use. `None` if the schema
    /// cannot be compiled.
    output: Arc<OnceLock<Option<Definition>>>,
    /// Shared with the errors, which show its shape.
    schema: Arc<Value>,
    /// The types of the arguments, collected on first use.
    #[cfg(feature = "answers")]
    arguments: Arc<OnceLock<ArgumentTypes>>,
    plan: Arc<Plan>,
    check: Option<fn(&dyn Any, &mut Issues)>,
    /// `true` if a type in the arguments runs a check in its `Deserialize`.
    has_checks: bool,
    reread: Option<Reread>,
    /// See [`collect_required_by_types`].
    required_by_types: Vec<String>,
    schema_repairs: Vec<SchemaRepair>,
    leniency: Leniency,
    is_for_host: bool,
    source: Arc<Source>,
    /// The schema before keys were hidden or shown. `None` if it is the schema.
    unedited: Option<Arc<Value>>,
    aside: Arc<Aside>,
    unsupported: Vec<SchemaError>,
}

impl Definition {
    /// Creates the definition of a tool from its JSON Schema. The draft is 2020-12, or draft 7
    /// if `$schema` says so.
    ///
    /// `format` constrains, unless the schema has `$schema`: in the drafts, `format` is only an
    /// annotation.
    /// [`DefinitionBuilder::check_formats`](crate::definition::DefinitionBuilder::check_formats)
    /// overrides this.
    ///
    /// Patterns use the syntax of the crate `regex-lite`. It has no look-around and no Unicode
    /// classes: such a pattern is an error. The reader checks the formats `date-time`, `date`,
    /// `time`, `uuid`, `email`, `uri`, `ip`, `ipv4` and `ipv6`, and the number formats of
    /// schemars. Any other format is an annotation. A number without bounds is read as in
    /// `serde_json`: beyond 64 bits it becomes the nearest `f64`. An integer that a JSON value
    /// cannot represent exactly is an issue.
    ///
    /// A keyword with a value of the wrong form is repaired if the value has exactly one meaning:
    /// the boolean `exclusiveMinimum` of draft 4, `"type": "OBJECT"`, `"minimum": "1"`, or
    /// `"required": true` inside a property. [`schema_repairs`](Self::schema_repairs) lists the
    /// repairs.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is empty, if the schema accepts no object, or if the schema
    /// has a keyword that the reader does not check, a keyword with another value of the wrong
    /// form, or a broken reference. Keywords without effect (`title`, `examples`, `nullable`, `x-..`,
    /// `propertyNames: {"type": "string"}`) are accepted. The feature `full-schema` checks
    /// every keyword of the drafts.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: Value,
    ) -> Result<Self, SchemaError> {
        Self::builder(name, description, schema).build()
    }

    pub(in crate::tool) fn given(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        schema: Value,
        plan: Plan,
    ) -> Self {
        let name = name.into();
        let title = schema.get("title").and_then(Value::as_str);
        let plan = Arc::new(plan.of_tool(&name, title));
        Self {
            name,
            description: description.into(),
            title: None,
            annotations: Annotations::new(),
            examples: Vec::new(),
            output_schema: None,
            output: Arc::default(),
            schema: Arc::new(schema),
            #[cfg(feature = "answers")]
            arguments: Arc::default(),
            plan,
            check: None,
            has_checks: false,
            reread: None,
            required_by_types: Vec::new(),
            schema_repairs: Vec::new(),
            leniency: Leniency::default(),
            is_for_host: false,
            source: Arc::default(),
            unedited: None,
            aside: Arc::default(),
            unsupported: Vec::new(),
        }
    }

    /// Creates the definition of a tool whose reader neither checks nor repairs the arguments, for
    /// any schema. The arguments only have to be JSON. Blank text means no arguments.
    #[must_use]
    pub fn unchecked(
        name: impl Into<String>,
        description: impl Into<String>,
        mut schema: Value,
    ) -> Self {
        let repairs = repair_malformed(&mut schema);
        let mut definition = Self::given(name.into(), description.into(), schema, Plan::any())
            .with_schema_repairs(repairs);
        definition.source = Arc::new(Source {
            is_unchecked: true,
            ..Source::default()
        });
        definition
    }

    /// Returns whether the tool is internal to the host.
    pub(crate) fn is_for_host(&self) -> bool {
        self.is_for_host
    }

    /// Returns the name that the model uses.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the description for the model.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the title for people, if there is one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the hints about the effects of the tool.
    pub fn annotations(&self) -> Annotations {
        self.annotations
    }

    /// Returns the examples of arguments. They are valid for the schema.
    #[must_use]
    pub fn examples(&self) -> &[Value] {
        &self.examples
    }

    /// Returns the JSON Schema of the tool's result, if it is known.
    #[must_use]
    pub fn output_schema(&self) -> Option<&Value> {
        self.output_schema.as_ref()
    }

    /// Checks a result against the output schema, without repairs. Returns `Ok` if there is no
    /// output schema, or if the schema cannot be compiled. A result may have any size, but no
    /// more nested levels than [`Limits::depth`](crate::Limits::depth).
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    /// let weather = Definition::builder("weather", "Look up the weather.", schema)
    ///     .output_schema(json!({
    ///         "type": "object",
    ///         "properties": {"celsius": {"type": "number"}},
    ///         "required": ["celsius"],
    ///     }))
    ///     .build()?;
    /// assert!(weather.check_output(&json!({"celsius": 21.5})).is_ok());
    /// let error = weather.check_output(&json!({"celsius": "21"})).unwrap_err();
    /// assert_eq!(error.issues()[0].path.to_string(), "celsius");
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all issues with their paths.
    pub fn check_output(&self, output: &Value) -> Result<(), ToolArgError> {
        let Some(schema) = &self.output_schema else {
            return Ok(());
        };
        let definition = self.output.get_or_init(|| {
            let builder = Self::builder(&*self.name, "", schema.clone());
            builder.build_of_any_root().ok()
        });
        let Some(definition) = definition else {
            return Ok(());
        };
        // The tool itself made the result, so its size is not limited.
        let limits = Limits::default().bytes(usize::MAX).nodes(usize::MAX);
        let reader = definition.reader().leniency(Leniency::Strict);
        let reader = reader.limits(limits);
        reader.read::<Value>(output).map(drop)
    }

    /// Returns the JSON Schema of the arguments.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Returns the malformed keywords that were repaired or removed when the definition was made.
    /// [`schema`](Self::schema) is the schema after these repairs.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "OBJECT", "properties": {"days": {"type": "int", "minimum": "1"}}});
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    /// assert_eq!(weather.schema()["properties"]["days"], json!({"type": "integer", "minimum": 1}));
    /// assert_eq!(weather.schema_repairs().len(), 3);
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn schema_repairs(&self) -> &[SchemaRepair] {
        &self.schema_repairs
    }

    /// Removes the values of [hidden](crate::definition::DefinitionBuilder::hide) properties from
    /// arguments that were read: to log them, to store them, or to read them again.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"q": {}, "key": {"type": "string"}}});
    /// let search = Definition::builder("search", "Searches.", schema).hide("key", "sk-1").build()?;
    /// let mut arguments = search.parse(r#"{"q": 1}"#).unwrap();
    /// assert_eq!(arguments, json!({"q": 1, "key": "sk-1"}));
    /// search.remove_hidden(&mut arguments);
    /// assert_eq!(arguments, json!({"q": 1}));
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn remove_hidden(&self, arguments: &mut Value) {
        self.aside.remove_presets(arguments);
    }

    /// Returns the errors of the keywords that are shown and not checked, for a definition built with
    /// [`skip_unsupported`](crate::definition::DefinitionBuilder::skip_unsupported).
    #[must_use]
    pub fn unsupported(&self) -> &[SchemaError] {
        &self.unsupported
    }

    /// Returns the schema and the types of the arguments, for values that arrive as text.
    #[cfg(feature = "answers")]
    pub(crate) fn shape(&self) -> ToolShape<'_> {
        let types = &self.arguments;
        ToolShape {
            schema: &self.schema,
            types: types.get_or_init(|| ArgumentTypes::of(&self.schema)),
        }
    }

    /// Returns the target of a `$ref` in the JSON Schema of the arguments, resolved as the
    /// reader does. `None` if this document has no such schema.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({
    ///     "type": "object",
    ///     "properties": {"city": {"$ref": "#city"}},
    ///     "$defs": {"city": {"$anchor": "city", "type": "string"}},
    /// });
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    /// assert_eq!(weather.referenced("#city"), weather.referenced("#/$defs/city"));
    /// assert_eq!(weather.referenced("other.json"), None);
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn referenced(&self, reference: &str) -> Option<&Value> {
        find_target(&self.schema, reference)
    }

    /// Reads arguments as a JSON value, with the leniency of the tool.
    ///
    /// # Errors
    ///
    /// Returns all issues at once. The text of the error is the instruction for the model.
    pub fn parse(&self, input: impl AsInput) -> Result<Value, ToolArgError> {
        self.reader().value(input.as_input())
    }

    pub(crate) fn shared_schema(&self) -> Arc<Value> {
        Arc::clone(&self.schema)
    }

    /// Returns the default leniency of the tool's reader.
    pub(crate) fn leniency(&self) -> Leniency {
        self.leniency
    }

    pub(in crate::tool) fn takes_object(&self) -> bool {
        let root = self.plan.root().node;
        self.plan.types(root).contains(JsonType::Object)
    }

    /// Returns whether the schema declares properties, or a schema for them.
    pub(in crate::tool) fn takes_properties(&self) -> bool {
        let object = self.plan.object(self.plan.root().node);
        object.is_none_or(|object| !object.properties().is_empty() || object.is_map_of_values())
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(in crate::tool) fn check(&self) -> Option<fn(&dyn Any, &mut Issues)> {
        self.check
    }

    /// Returns the properties that a type requires and the schema does not, as JSON Pointers.
    pub(crate) fn required_by_types(&self) -> &[String] {
        &self.required_by_types
    }

    pub(in crate::tool) fn has_checks(&self) -> bool {
        self.has_checks
    }

    pub(in crate::tool) fn reread(&self) -> Option<Reread> {
        self.reread
    }

    pub(in crate::tool) fn aside(&self) -> &Aside {
        &self.aside
    }

    pub(in crate::tool) fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the schema before keys were hidden or shown.
    pub(in crate::tool) fn unedited_schema(&self) -> &Value {
        self.unedited.as_ref().unwrap_or(&self.schema)
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition")
            .field("name", &self.name)
            .field("description", &self.description)
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}
