use serde_json::Value;
use tool_core::issue::IssueKind;
use tool_core::{Definition, Finish, Leniency, Reading, ToolArgError};

use super::Exception;
use crate::{Entropy, anything, constrained, near, schema, valid};

/// A schema, its definition, and arguments that are sent.
pub(super) struct Case<'b> {
    pub(super) schema: Value,
    pub(super) definition: Definition,
    /// The input.
    pub(super) sent: String,
    /// The remaining choices.
    pub(super) entropy: Entropy<'b>,
}

impl<'b> Case<'b> {
    /// Arguments of that text, or around it.
    pub(super) fn new(text: &str, choices: &'b [u8]) -> Result<Self, Exception> {
        let mut case = Self::with_value(choices)?;
        if case.entropy.once_in(8) {
            case.sent = with_further_key(&case.sent, &mut case.entropy);
        }
        if case.entropy.once_in(12) {
            let number = *case.entropy.pick(&IMPRECISE);
            case.sent = with_number(number, &case.sent);
        }
        if !text.is_empty() {
            case.sent = around(text, &case.sent, &mut case.entropy);
        }
        Ok(case)
    }

    /// Arguments that are a JSON value: one that means to fit, one that nearly does, or any.
    pub(super) fn with_value(choices: &'b [u8]) -> Result<Self, Exception> {
        let mut entropy = Entropy::new(choices);
        let mut schema = schema(&mut entropy);
        if entropy.once_in(2) {
            constrained(&mut schema, &mut entropy);
        }
        // Compares the partial plan with the whole schema.
        if let (true, Value::Object(map)) = (cfg!(feature = "full-schema"), &mut schema) {
            map.insert("if".to_owned(), true.into());
        }
        // A schema that the plan cannot represent exactly is refused with a message.
        let definition = Definition::new("tool", "A tool.", schema.clone())
            .map_err(|_| Exception::OutOfScope)?;
        let value = value(&schema, &mut entropy);
        Ok(Self {
            schema,
            definition,
            sent: value.to_string(),
            entropy,
        })
    }

    pub(super) fn read(&self, leniency: Leniency) -> Result<Reading<Value>, ToolArgError> {
        self.read_again(&self.sent, leniency)
    }

    pub(super) fn read_again(
        &self,
        raw: &str,
        leniency: Leniency,
    ) -> Result<Reading<Value>, ToolArgError> {
        self.definition.reader().leniency(leniency).read(raw)
    }

    /// Returns true if an independent validator accepts the value.
    pub(super) fn takes(&self, value: &Value) -> bool {
        jsonschema::options()
            .should_validate_formats(true)
            .build(&self.schema)
            .unwrap_or_else(|error| panic!("{error}\n{:#}", self.schema))
            .is_valid(value)
    }

    /// Formats the input and the schema.
    pub(super) fn describe(&self) -> String {
        format!("{}\n{:#}", self.sent, self.schema)
    }
}

/// The modes in which arguments are changed.
pub(super) const LENIENT: [Leniency; 2] = [Leniency::Standard, Leniency::Generous];

/// Chooses how the output ends.
pub(super) fn finish(entropy: &mut Entropy<'_>) -> Finish {
    *entropy.pick(&[Finish::Unknown, Finish::Complete, Finish::Truncated])
}

/// Returns true if the only issue is an integer that a JSON value cannot hold exactly. The reader
/// never replaces such an integer.
pub(super) fn is_too_long(error: &ToolArgError) -> bool {
    let mut kinds = error.issues().iter().map(|issue| &issue.kind);
    kinds.any(|kind| matches!(kind, IssueKind::OutOfRange { .. }))
}

fn value(schema: &Value, entropy: &mut Entropy<'_>) -> Value {
    let fitting = valid(schema, schema, entropy);
    match entropy.below(4) {
        0 => fitting,
        1 | 2 => near(&fitting, entropy),
        _ => anything(entropy, 4),
    }
}

/// Adds a key to an object. It may spell a property, or wrap arguments.
fn with_further_key(json: &str, entropy: &mut Entropy<'_>) -> String {
    let mut value = serde_json::from_str(json).unwrap_or_default();
    if let Value::Object(entries) = &mut value {
        let key = *entropy.pick(&["FilePath", "dry_run", "Path", "old-text", "arguments"]);
        entries.insert(key.to_owned(), anything(entropy, 2));
    }
    value.to_string()
}

/// Numbers that no JSON value holds.
const IMPRECISE: [&str; 4] = [
    "12345678901234567890123",
    "12345678901234567890125",
    "1.00000000000000000000001",
    "0.09999999999999999999999",
];

/// The text with a number in place of the digits of its first one.
fn with_number(number: &str, json: &str) -> String {
    let Some(at) = json.find(|c: char| c.is_ascii_digit()) else {
        return json.to_owned();
    };
    let (before, first) = json.split_at(at);
    let after = first.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    format!("{before}{number}{after}")
}

/// Returns the text alone, in a JSON text, or after the start of one.
pub(super) fn around(text: &str, json: &str, entropy: &mut Entropy<'_>) -> String {
    let kind = entropy.below(4);
    let at = border(json, entropy.number());
    match kind {
        0 => text.to_owned(),
        1 => format!("{}{text}{}", &json[..at], &json[at..]),
        2 => format!("{}{text}", &json[..at]),
        _ => format!("{text}{json}"),
    }
}

/// A border of characters in the text, by a number.
pub(super) fn border(text: &str, number: i64) -> usize {
    let number = usize::try_from(number.unsigned_abs()).unwrap_or_default();
    let mut at = number % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Quadratic time shows in a large input.
pub(super) fn repeated(text: &str, entropy: &mut Entropy<'_>) -> String {
    if entropy.once_in(16) && !text.is_empty() {
        text.repeat(100_000 / text.len())
    } else {
        text.to_owned()
    }
}
