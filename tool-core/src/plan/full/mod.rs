//! Checks the whole schema with the `jsonschema` crate if the plan supports only a part of it. It
//! checks all keywords again because keywords depend on each other.

mod fault;
mod patterns;
mod refused;
mod weight;

use std::fmt;

use jsonschema::{Draft, PatternOptions, Registry, ValidationOptions, Validator};
use serde_json::Value;

use super::format::FORMATS;
use super::{Checked, Given, SchemaError};
use crate::issue::{IssueKind, Limit};
use crate::limits::Limits;

pub(crate) use fault::Fault;
use weight::Weight;

pub(crate) struct Full {
    validator: Validator,
    weight: Weight,
    steps_for_each_byte: usize,
}

/// Maximum number of schemas that may apply to one value. A larger schema is treated as an attempt
/// to exhaust resources.
const MAX_SCHEMAS: u64 = 1_000_000;
/// Maximum work for detailed errors. The crate collects the errors of all nested forms, and their
/// number can grow exponentially.
const MAX_DESCRIBED: u64 = 20_000;

/// Formats that the crate checks but a plan treats as annotations. Both must return the same
/// result.
const ANNOTATIONS: &[&str] = &[
    "duration",
    "hostname",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "uri-reference",
    "uri-template",
];

impl Full {
    /// Compiles the checker. It never fetches a schema. A reference to another schema resolves only
    /// to the given resources.
    pub(super) fn compile(given: Given<'_>) -> Result<Self, SchemaError> {
        let weight = Weight::of(given)?;
        if weight.schemas > MAX_SCHEMAS {
            let reason = format!(
                "the schema is too large: more than {MAX_SCHEMAS} schemas may apply to one value"
            );
            return Err(SchemaError::new("", None, reason));
        }
        // A resource without `$schema` uses the draft of the main schema.
        let draft = Draft::default().detect(given.schema);
        let mut registry = Registry::new().retriever(refused::Nowhere).draft(draft);
        for (uri, resource) in given.resources {
            registry = registry
                .add(uri.as_str(), resource)
                .map_err(|error| refused::explain_reference(&error))?;
        }
        let registry = registry
            .prepare()
            .map_err(|error| refused::explain_reference(&error))?;
        let steps_for_each_byte = patterns::count_steps_for_each_byte(given)?;
        let engine = PatternOptions::fancy_regex()
            .backtrack_limit(patterns::BACKTRACKS)
            .size_limit(given.limits.max_pattern_size());
        let options = jsonschema::options().offline().with_pattern_options(engine);
        let options = set_formats(options, given.formats());
        options
            .with_registry(&registry)
            .build(given.schema)
            .map(|validator| Self {
                validator,
                weight,
                steps_for_each_byte,
            })
            .map_err(|error| refused::explain(&error))
    }

    pub(crate) fn accepts(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// Returns an issue if texts with this many bytes could exceed the limit for pattern work.
    pub(crate) fn check_work(&self, bytes: usize, limits: Limits) -> Checked {
        let maximum = limits.max_pattern_work().unwrap_or(4_000_000_000);
        if bytes.saturating_mul(self.steps_for_each_byte) <= maximum {
            return Ok(());
        }
        let limit = Limit::PatternWork;
        Err(Box::new(IssueKind::Limit { limit, maximum }))
    }

    /// Returns the faults of an invalid value. Returns an empty list if finding them would take too
    /// much work.
    pub(crate) fn find_faults(&self, value: &Value) -> Vec<Fault> {
        let mut faults = Vec::new();
        let levels = if self.weight.recursive {
            measure_depth(value)
        } else {
            1
        };
        if self.weight.schemas.saturating_pow(levels) > MAX_DESCRIBED {
            return faults;
        }
        for error in self.validator.iter_errors(value) {
            fault::collect(&error, &mut faults);
        }
        faults
    }
}

fn measure_depth(value: &Value) -> u32 {
    let inner = match value {
        Value::Array(items) => items.iter().map(measure_depth).max(),
        Value::Object(entries) => entries.values().map(measure_depth).max(),
        _ => return 0,
    };
    1 + inner.unwrap_or(0)
}

fn set_formats(options: ValidationOptions<'_>, constrain: bool) -> ValidationOptions<'_> {
    let checked = FORMATS.iter().fold(options, |options, format| {
        options.with_format(format.name, format.matches)
    });
    let options = ANNOTATIONS.iter().fold(checked, |options, name| {
        options.with_format(*name, |_: &str| true)
    });
    options.should_validate_formats(constrain)
}

impl fmt::Debug for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Full").finish_non_exhaustive()
    }
}
