//! Makes definitions of derived tools and of builders, and checks their defaults and examples.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::Definition;
use crate::plan::{Plan, Sample, SchemaError};
use crate::schema::{
    Met, SchemaRepair, collect_required_by_types, find_suspects, shorten_name, strip_hints,
    with_hints,
};
use crate::tool::aside::Aside;
use crate::tool::source::Source;
use crate::tool::{Annotations, Leniency, Reading, Spec, ToolArgError};

impl Definition {
    /// Sets whether the tool is internal to the host: no export shows it to a model.
    pub(in crate::tool) fn for_host(mut self, is_for_host: bool) -> Self {
        self.is_for_host = is_for_host;
        self
    }

    /// Creates the definition that a derive describes, without its examples.
    pub(in crate::tool) fn of(spec: &'static Spec) -> Result<Self, SchemaError> {
        let (schema, met) = Self::hinted_schema(spec)?;
        let mut definition = Self::derived(spec, schema, &met)?.with_functions(spec, &met);
        definition.title = spec.title.map(|title| Cow::Borrowed(title.trim()));
        definition.annotations = spec.annotations;
        definition.output_schema = spec.output.map(|schema| schema().to_value());
        definition.source = Arc::new(Source {
            spec: Some(spec),
            ..Source::default()
        });
        definition
            .refuse_no_object()
            .map_err(|error| error.of_derived(spec.name, spec.type_name))?;
        Ok(definition)
    }

    /// Returns the schema of a derived type with its hints.
    pub(in crate::tool) fn hinted_schema(spec: &Spec) -> Result<(Value, Met), SchemaError> {
        let (schema, met) = with_hints(spec.schema);
        if let Some(endless) = met.endless {
            let reason = format!(
                "the type `{}` is flattened into itself",
                shorten_name(endless)
            );
            let error = SchemaError::new("", Some("flatten"), reason)
                .with_suggestion("put it into a field that is not flattened");
            return Err(error.of_derived(spec.name, spec.type_name));
        }
        if let Some(same) = met.same_name {
            let error = SchemaError::new("", None, same.to_string()).with_suggestion(same.fix);
            return Err(error.of_derived(spec.name, spec.type_name));
        }
        Ok((schema.to_value(), met))
    }

    /// Creates the definition of a schema with hints, without the functions of the tool.
    pub(in crate::tool) fn derived(
        spec: &Spec,
        schema: Value,
        met: &Met,
    ) -> Result<Self, SchemaError> {
        let required = collect_required_by_types(&schema);
        let plan = Plan::derived(&schema, met)
            .map_err(|error| error.of_derived(spec.name, spec.type_name))?;
        if let Some(suspect) = find_suspects(&schema).into_iter().next() {
            let error = SchemaError::new(&suspect.path, Some(&suspect.keyword), suspect.reason)
                .with_suggestion(suspect.fix);
            return Err(error.of_derived(spec.name, spec.type_name));
        }
        let (description, schema) = (spec.description.trim(), strip_hints(schema));
        let mut definition = Self {
            required_by_types: required,
            leniency: spec.leniency,
            ..Self::given(spec.name, description, schema, plan)
        };
        definition
            .check_samples()
            .map_err(|error| error.of_derived(spec.name, spec.type_name))?;
        Ok(definition)
    }

    /// Adds the functions of a derived tool.
    pub(in crate::tool) fn with_functions(mut self, spec: &Spec, met: &Met) -> Self {
        if let (Some(function), Some(plan)) = (spec.preprocess, Arc::get_mut(&mut self.plan)) {
            plan.preprocess_root(function);
        }
        self.check = spec.check;
        self.has_checks = met.has_checks;
        self.reread = spec.reread;
        self
    }

    /// Adds the edits of a builder. `unedited` is the schema before keys were hidden or shown.
    pub(in crate::tool) fn with_edits(
        mut self,
        names: (String, String),
        (unedited, shown): (Option<Value>, Value),
        aside: Aside,
        source: Source,
    ) -> Self {
        if let Some(plan) = Arc::get_mut(&mut self.plan) {
            let title = shown.get("title").and_then(Value::as_str);
            plan.set_names(&names.0, title, aside.host_keys());
        }
        self.name = names.0.into();
        self.description = names.1.into();
        self.unedited = unedited.map(Arc::new);
        self.schema = Arc::new(shown);
        #[cfg(feature = "answers")]
        {
            self.arguments = Arc::default();
        }
        self.aside = Arc::new(aside);
        self.source = Arc::new(source);
        self
    }

    pub(in crate::tool) fn with_unsupported(mut self, unsupported: Vec<SchemaError>) -> Self {
        self.unsupported = unsupported;
        self
    }

    /// Rejects a default or an example that is invalid for its own schema: a model that copies
    /// it would fail.
    fn check_samples(&mut self) -> Result<(), SchemaError> {
        for sample in self.plan.samples().to_vec() {
            let Some(plan) = Arc::get_mut(&mut self.plan) else {
                // The plan is not shared until the definition is complete.
                break;
            };
            let root = plan.replace_root(sample.place);
            let reader = self.reader().leniency(Leniency::Strict);
            let read = reader.check_value(&sample.value);
            if let Some(plan) = Arc::get_mut(&mut self.plan) {
                plan.replace_root(root);
            }
            if let Err(error) = read {
                return Err(sample_error(&sample, &error));
            }
        }
        Ok(())
    }

    /// Rejects a schema that accepts no object, since arguments are an object.
    pub(in crate::tool) fn refuse_no_object(&self) -> Result<(), SchemaError> {
        if self.takes_object() {
            return Ok(());
        }
        let reason = "the arguments of a tool are a JSON object, but the schema allows no object";
        Err(SchemaError::new("", Some("type"), reason)
            .with_suggestion("put the value into a property of an object"))
    }

    /// Adds examples. Each must be valid without repairs.
    pub(in crate::tool) fn with_examples(
        mut self,
        examples: &[impl AsRef<str>],
    ) -> Result<Self, SchemaError> {
        for (number, example) in (1..).zip(examples) {
            let strict = self.reader().leniency(Leniency::Strict);
            match strict.read::<Value>(example.as_ref()) {
                Ok(Reading { mut value, .. }) => {
                    self.remove_hidden(&mut value);
                    self.examples.push(value);
                }
                Err(error) => {
                    let reason = format!("example {number} is invalid: {error}");
                    return Err(SchemaError::new("", None, reason)
                        .with_suggestion("correct the example")
                        .of_tool(&self.name));
                }
            }
        }
        Ok(self)
    }

    /// Adds the details of a builder.
    pub(in crate::tool) fn with_details(
        mut self,
        title: Option<String>,
        annotations: Annotations,
        output_schema: Option<Value>,
    ) -> Self {
        self.title = title.map(Cow::Owned);
        self.annotations = annotations;
        self.output_schema = output_schema;
        self
    }

    pub(in crate::tool) fn with_schema_repairs(mut self, mut repairs: Vec<SchemaRepair>) -> Self {
        self.schema_repairs.append(&mut repairs);
        self
    }
}

fn sample_error(sample: &Sample, error: &ToolArgError) -> SchemaError {
    let text = error.to_string();
    let issues = text
        .split_once("Errors: ")
        .map_or(&*text, |(_, issues)| issues);
    let (what, suggestion) = match sample.keyword {
        "default" => (
            "default",
            "change the default or its constraints, or hide the default with \
             `#[serde(skip_serializing)]`",
        ),
        _ => ("example", "change the example or its constraints"),
    };
    let reason = format!("the {what} {} is invalid: {issues}", sample.value);
    SchemaError::new(&sample.path, Some(sample.keyword), reason).with_suggestion(suggestion)
}
