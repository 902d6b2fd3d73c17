//! Verification of a tool, for a test: the reader must accept arguments that are generated from
//! the schema.

mod instance;
mod report;

use serde_json::Value;

use crate::issue::{Issue, IssueKind, Path, Segment};
use crate::schema::{find_foreign_objects, find_free_texts, find_suspects, unescape, with_hints};
use crate::tool::{Definition, Leniency, Reader, Slot, ToolArgError};
use instance::{Heights, InstanceFailure, Maker};
pub use report::{Finding, Report};

/// Maximum number of forms of a union to try separately.
const MAX_TURNS: usize = 32;

/// Reads arguments as the type of the tool, then drops the value.
pub(crate) type ReadTyped<'r> = &'r dyn Fn(&Reader<'_>, &str) -> Result<(), ToolArgError>;

impl Definition {
    /// Returns the keywords of the schema that are probably mistakes: an unknown keyword that
    /// resembles a known one, and bounds that no value meets. The reader reads calls of such a
    /// schema as JSON Schema says. In a schema of a derived type they are errors.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let days = json!({"type": "integer", "minimum": 5, "maximum": 3});
    /// let city = json!({"type": "string", "minLenght": 1});
    /// let schema = json!({"type": "object", "properties": {"days": days, "city": city}});
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    ///
    /// let warnings = weather.schema_warnings();
    /// assert_eq!(warnings[0].path, "/properties/days");
    /// assert_eq!(warnings[0].message, "`minimum`: no value is valid between 5 and `maximum` 3");
    /// assert_eq!(warnings[1].path, "/properties/city");
    /// assert_eq!(warnings[1].message, "`minLenght`: unknown keyword; did you mean `minLength`?");
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn schema_warnings(&self) -> Vec<Finding> {
        let suspects = find_suspects(self.schema()).into_iter();
        let warnings = suspects.map(|suspect| Finding {
            tool: self.name().to_owned(),
            path: suspect.path,
            message: format!("`{}`: {}", suspect.keyword, suspect.reason),
        });
        warnings.collect()
    }
}

/// Verifies one tool.
pub(crate) fn verify(slot: &'static Slot, read: ReadTyped<'_>) -> Report {
    let mut report = Report::default();
    let definition = match slot.try_definition() {
        Ok(definition) => definition,
        Err(error) => {
            report.add_problem(error.tool(), error.path(), error.to_string());
            return report;
        }
    };
    warn_of_foreign(definition, slot, &mut report);
    for example in definition.examples() {
        try_arguments(definition, read, example, true, &mut report);
    }
    warn_of_texts(definition, slot, &mut report);
    let heights = Heights::of(definition.plan());
    for turn in 0..definition.plan().count_most_forms().clamp(1, MAX_TURNS) {
        for is_full in [false, true] {
            let maker = Maker::new(definition.plan(), &heights, is_full, turn);
            try_instance(definition, read, maker, &mut report);
        }
    }
    report
}

/// Objects of types without `ToolArg` are open, and their aliases are unknown.
fn warn_of_foreign(definition: &Definition, slot: &'static Slot, report: &mut Report) {
    let (schema, _) = with_hints(slot.spec().schema);
    for foreign in find_foreign_objects(&schema.to_value()) {
        let name = foreign.name.as_deref().unwrap_or("this type");
        let message = format!(
            "`{name}` does not derive `ToolArg`: its objects accept unknown keys, and its aliases are \
             not read; derive `ToolArg` on it, or write `#[serde(deny_unknown_fields)]`"
        );
        report.add_warning(definition.name(), &foreign.path, message);
    }
}

/// A variant that takes any text also takes the misspelt names of the others.
fn warn_of_texts(definition: &Definition, slot: &'static Slot, report: &mut Report) {
    let (schema, _) = with_hints(slot.spec().schema);
    for path in find_free_texts(&schema.to_value()) {
        let message = "a variant takes any text, so names of other variants in another case or \
                       style are not repaired; write `#[tool(other)]` instead of \
                       `#[serde(untagged)]` on it";
        report.add_warning(definition.name(), &path, message.to_owned());
    }
}

fn try_instance(
    definition: &Definition,
    read: ReadTyped<'_>,
    mut maker: Maker<'_>,
    report: &mut Report,
) {
    let tool = definition.name();
    let made = maker.arguments();
    for failure in maker.left_out {
        if let InstanceFailure::NotFound(path, what) = failure {
            note_not_found(report, tool, &path.to_string(), what);
        }
    }
    match made {
        Ok(arguments) => try_arguments(definition, read, &arguments, false, report),
        Err(InstanceFailure::NotFound(path, what)) => {
            note_not_found(report, tool, &path.to_string(), what);
        }
        Err(InstanceFailure::Never(path)) => report.add_problem(
            tool,
            &path.to_string(),
            "no value is valid here, so no call can be read; change the type or its constraints"
                .to_owned(),
        ),
        Err(InstanceFailure::Endless(path)) => report.add_problem(
            tool,
            &shorten_path(&path.to_string()),
            "the value has to hold itself, without end; make a field of it optional".to_owned(),
        ),
    }
}

fn note_not_found(report: &mut Report, tool: &str, path: &str, what: &str) {
    let message = format!(
        "not verified: no {what} was found that meets the schema; give one with \
         `#[schemars(example = ...)]`"
    );
    report.note(tool, path, message);
}

/// Returns the beginning of a recursive path.
fn shorten_path(path: &str) -> String {
    let cut = path.char_indices().filter(|(_, c)| *c == '.').nth(3);
    match cut {
        Some((at, _)) => format!("{}...", path.get(..at).unwrap_or(path)),
        None => path.to_owned(),
    }
}

/// Reads arguments that the schema accepts, with the keys in both orders.
fn try_arguments(
    definition: &Definition,
    read: ReadTyped<'_>,
    arguments: &Value,
    is_given: bool,
    report: &mut Report,
) {
    let reader = definition.reader().leniency(Leniency::Strict);
    for is_reversed in [false, true] {
        let mut text = String::new();
        write(arguments, is_reversed, &mut text);
        if let Err(error) = read(&reader, &text) {
            tell(definition, &error, arguments, &text, is_given, report);
        }
    }
}

/// Reports an error as a finding. A value that only the tool's own code rejects is usually a
/// meaningless generated value: a note. Otherwise the schema accepts input that the type
/// rejects.
fn tell(
    definition: &Definition,
    error: &ToolArgError,
    arguments: &Value,
    text: &str,
    is_given: bool,
    report: &mut Report,
) {
    let tool = definition.name();
    if !is_given
        && error
            .issues()
            .iter()
            .all(|issue| is_own_refusal(&issue.kind))
    {
        for issue in error.issues() {
            let message = if is_sent(arguments, &issue.path) {
                "not verified: the type's own code rejects a generated value; give one that it \
                 accepts with `#[schemars(example = ...)]`"
            } else {
                "the type's own code rejects a call without this key; if a check rejects the default, \
                 change one of them"
            };
            report.note(tool, &issue.path.to_string(), message.to_owned());
        }
        return;
    }
    // The schema of an optional flattened type cannot express the requirements of a present
    // value.
    let required = definition.required_by_types();
    let is_of_type = |issue: &Issue| {
        let name = issue.path.segments().last();
        matches!(issue.kind, IssueKind::Required { .. })
            && required.iter().any(|pointer| {
                let required = pointer.rsplit('/').next().map(unescape);
                matches!((name, required), (Some(Segment::Key(name)), Some(required)) if **name == *required)
            })
    };
    if !is_given && error.issues().iter().all(is_of_type) {
        return;
    }
    let told = error.to_string();
    let why = told.split_once("Errors: ").map_or(&*told, |(_, why)| why);
    let path = error.issues().first().map(|issue| issue.path.to_string());
    let message = format!("the schema accepts what the type refuses: {why}; sent: {text}");
    report.add_problem(tool, &path.unwrap_or_default(), message);
}

fn is_sent(arguments: &Value, path: &Path) -> bool {
    let mut inside = Some(arguments);
    for segment in path.segments() {
        inside = inside.and_then(|value| match segment {
            Segment::Key(key) => value.get(&**key),
            Segment::Index(index) => value.get(index),
        });
    }
    inside.is_some()
}

fn is_own_refusal(kind: &IssueKind) -> bool {
    match kind {
        // The schema of a map does not say that its keys are booleans.
        IssueKind::Key { fault } => is_own_refusal(fault) || is_of_boolean(fault),
        IssueKind::Check { .. } => true,
        // Messages of serde have this form. Other types write their own.
        IssueKind::Refused { message } => {
            !message.starts_with("expected ") || !message.contains(", got ")
        }
        _ => false,
    }
}

fn is_of_boolean(fault: &IssueKind) -> bool {
    matches!(fault, IssueKind::Refused { message } if message.starts_with("expected a boolean"))
}

/// Writes the value as JSON, with the keys of objects in their order or reversed.
fn write(value: &Value, is_reversed: bool, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (number, item) in items.iter().enumerate() {
                text.push_str(if number > 0 { "," } else { "" });
                write(item, is_reversed, text);
            }
            text.push(']');
        }
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            if is_reversed {
                entries.reverse();
            }
            text.push('{');
            for (number, (key, value)) in entries.into_iter().enumerate() {
                text.push_str(if number > 0 { "," } else { "" });
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write(value, is_reversed, text);
            }
            text.push('}');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
