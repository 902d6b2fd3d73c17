mod edit;

use serde_json::Value;

use crate::limits::Limits;
use crate::plan::{Given, Plan, SchemaError};
use crate::schema::{
    OrderedMapExt as _, SchemaRepair, carry_hints, find_malformed, has_hints, path_of_output,
    remove_malformed, repair_malformed, strip_hints,
};
use crate::tool::aside::{Aside, only_property};
use crate::tool::source::Source;
use crate::tool::{Annotations, Definition, Leniency};

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
    source: Source,
    aside: Aside,
    title: Option<String>,
    annotations: Annotations,
    examples: Vec<String>,
    output_schema: Option<Value>,
    removes_malformed: bool,
    schema_repairs: Vec<SchemaRepair>,
    is_for_host: bool,
}

impl DefinitionBuilder {
    pub(super) fn new(name: String, description: String, schema: Value) -> Self {
        Self {
            name,
            description,
            schema,
            source: Source::default(),
            aside: Aside::default(),
            title: None,
            annotations: Annotations::new(),
            examples: Vec::new(),
            output_schema: None,
            removes_malformed: false,
            schema_repairs: Vec::new(),
            is_for_host: false,
        }
    }

    /// Adds a schema that this schema refers to by this address. The library never fetches
    /// schemas. It follows such references only with the feature `full-schema`.
    pub fn resource(mut self, uri: impl Into<String>, schema: Value) -> Self {
        self.source.resources.push((uri.into(), schema));
        self
    }

    /// Sets whether `format` constrains.
    ///
    /// Default: `false` for a schema with `$schema`, as the drafts define it, and `true` for
    /// any other schema.
    pub fn check_formats(mut self, constrain: bool) -> Self {
        self.source.formats = Some(constrain);
        self
    }

    /// Sets the maximum size of the compiled patterns of the schema: [`Limits::pattern_size`].
    /// The other limits belong to the reader and have no effect here.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.source.limits = limits;
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

    /// Leaves each keyword unchecked that the reader does not support, instead of failing. The
    /// schema still shows the keyword. [`Definition::unsupported`] lists the errors.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "object", "properties": {
    ///     "id": {"type": "string", "pattern": r"^(?!x)\w+$"},
    ///     "days": {"type": "integer"},
    /// }});
    /// let wait = Definition::builder("wait", "Wait.", schema).skip_unsupported().build()?;
    /// assert_eq!(wait.unsupported()[0].path(), "/properties/id");
    /// assert!(wait.parse(r#"{"id": "x", "days": "2"}"#).is_ok());
    /// assert!(wait.parse(r#"{"id": "x", "days": "two"}"#).is_err());
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn skip_unsupported(mut self) -> Self {
        self.source.skips_unsupported = true;
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
    ///
    /// To edit such a definition, see [`Definition::edit`].
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
        self.schema_repairs.extend(repairs);
        self.refuse_malformed_output()?;
        let definition = self.compile();
        let definition = definition.map_err(|error| error.of_tool(&self.name))?;
        definition
            .with_details(self.title, self.annotations, self.output_schema)
            .with_schema_repairs(self.schema_repairs)
            .for_host(self.is_for_host)
            .with_examples(&self.examples)
    }

    /// Compiles the schema that the model sees, and checks the values of hidden properties.
    fn compile(&mut self) -> Result<Definition, SchemaError> {
        for (name, value) in self.aside.presets() {
            let only = self.define(&only_property(&self.schema, name))?;
            let reader = only.reader().leniency(Leniency::Strict);
            let arguments = Value::Object([(name.clone(), value.clone())].into_iter().collect());
            if reader.check_value(&arguments).is_err() {
                // The issues would contain the value.
                let reason = format!("the value of the hidden property {name:?} is invalid");
                let error = SchemaError::new("", Some("properties"), reason);
                return Err(error.with_suggestion("hide it with a value that fits its schema"));
            }
        }
        if !self.aside.presets().is_empty() {
            for example in &mut self.examples {
                let mut arguments = serde_json::from_str(example).unwrap_or_default();
                self.aside.remove_presets(&mut arguments);
                *example = arguments.to_string();
            }
        }
        let mut shown = std::mem::take(&mut self.schema);
        let is_changed = !self.aside.is_empty() || has_hints(&shown);
        let unedited = is_changed.then(|| shown.clone());
        self.aside.hide(&mut shown)?;
        self.aside.show(&mut shown)?;
        let definition = self.define(&shown)?;
        let names = (
            std::mem::take(&mut self.name),
            std::mem::take(&mut self.description),
        );
        let aside = std::mem::take(&mut self.aside);
        let source = std::mem::take(&mut self.source);
        Ok(definition.with_edits(names, (unedited, strip_hints(shown)), aside, source))
    }

    /// Returns the definition of a schema, without the names and the schema itself.
    fn define(&self, schema: &Value) -> Result<Definition, SchemaError> {
        let of_plan = |plan| Definition::given("", "", Value::Null, plan);
        if self.source.is_unchecked {
            return Ok(of_plan(Plan::any()));
        }
        if let Some(spec) = self.source.spec {
            let (hinted, met) = Definition::hinted_schema(spec)?;
            let mut schema = schema.clone();
            carry_hints(&hinted, &mut schema).map_err(|path| {
                let reason = "the edit removes a schema that has aliases or functions of the type";
                let error = SchemaError::new(&path, None, reason);
                error.with_suggestion("edit the schema in its place")
            })?;
            let definition = Definition::derived(spec, schema, &met)?;
            return Ok(definition.with_functions(spec, &met));
        }
        let (mut reduced, mut unsupported) = (None, Vec::new());
        loop {
            let plan = Plan::compile(Given {
                schema: reduced.as_ref().unwrap_or(schema),
                resources: &self.source.resources,
                functions: &[],
                formats: self.source.formats,
                limits: self.source.limits,
                derived: false,
            });
            let error = match plan {
                Ok(plan) => return Ok(of_plan(plan).with_unsupported(unsupported)),
                Err(error) => error,
            };
            let is_skipped = self.source.skips_unsupported && unsupported.len() < MAX_UNSUPPORTED;
            let reduced = reduced.get_or_insert_with(|| schema.clone());
            if !is_skipped || !remove_at(reduced, &error) {
                return Err(error);
            }
            unsupported.push(error.of_tool(&self.name));
        }
    }
}

/// Maximum number of keywords that a definition leaves unchecked.
const MAX_UNSUPPORTED: usize = 64;

/// Removes the keyword of an error from a schema, or the whole schema at its path, below the root.
fn remove_at(schema: &mut Value, error: &SchemaError) -> bool {
    let Some(place) = schema.pointer_mut(error.path()) else {
        return false;
    };
    match (place.as_object_mut(), error.keyword()) {
        (Some(place), Some(keyword)) => place.remove_key(keyword).is_some(),
        (_, None) if !error.path().is_empty() => {
            *place = true.into();
            true
        }
        _ => false,
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
