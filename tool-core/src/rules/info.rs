use super::RuleClass;
use crate::finish::Finish;
use crate::issue::Rule;

/// A reading rule: its stable name, the condition under which it applies, and examples.
///
/// ```
/// use tool_core::rules::{self, RuleClass};
///
/// let info = rules::all().find(|info| info.rule.as_str() == "string_to_number").unwrap();
/// assert_eq!(info.class(), RuleClass::Standard);
/// println!("{}: {}", info.rule, info.condition);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct RuleInfo {
    /// The rule, which its repairs name.
    pub rule: Rule,
    /// The condition under which the rule applies.
    pub condition: &'static str,
    /// Inputs to which the rule applies, and inputs to which it does not.
    pub examples: &'static [RuleExample],
}

impl RuleInfo {
    /// Returns whether the rule is standard or a guess.
    #[must_use]
    pub fn class(&self) -> RuleClass {
        self.rule.class()
    }
}

/// An input, and what the reader makes of it.
///
/// ```
/// use tool_core::rules::{self, ExampleOutcome};
///
/// let info = rules::all().find(|info| info.rule.as_str() == "string_to_number").unwrap();
/// let example = &info.examples[0];
/// assert_eq!((example.schema, example.sent), (r#"{"type": "integer"}"#, r#"" 42 ""#));
/// assert_eq!(example.outcome, ExampleOutcome::Read("42"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RuleExample {
    /// The JSON Schema of the value, or of the tool if the input is a whole text.
    pub schema: &'static str,
    /// The value as JSON, or the text.
    pub sent: &'static str,
    /// Whether the input is a value or a whole text.
    pub input: ExampleInput,
    /// How the output ended.
    pub finish: Finish,
    /// The outcome where the rule is on: in standard mode, or in generous mode for a rule that
    /// guesses.
    pub outcome: ExampleOutcome,
}

/// What the input of an example is.
///
/// ```
/// use tool_core::rules::{self, ExampleInput};
///
/// let info = rules::all().find(|info| info.rule.as_str() == "string_to_number").unwrap();
/// assert!(info.examples.iter().all(|example| example.input == ExampleInput::Value));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExampleInput {
    /// A value at one path of the arguments.
    Value,
    /// The arguments as raw text.
    Text,
}

/// What the reader makes of the input of an example.
///
/// ```
/// use tool_core::rules::{self, ExampleOutcome};
///
/// let info = rules::all().find(|info| info.rule.as_str() == "string_to_number").unwrap();
/// let outcomes = info.examples.iter().map(|example| example.outcome);
/// assert!(outcomes.filter(|outcome| *outcome == ExampleOutcome::Rejected).count() > 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExampleOutcome {
    /// The rule applies: the reader returns this value.
    Read(&'static str),
    /// The value is valid and stays as it is.
    Kept,
    /// The reader rejects the value.
    Rejected,
}

impl RuleExample {
    /// Marks the output as complete.
    pub(super) const fn complete(mut self) -> Self {
        self.finish = Finish::Complete;
        self
    }

    const fn new(
        schema: &'static str,
        sent: &'static str,
        input: ExampleInput,
        outcome: ExampleOutcome,
    ) -> Self {
        Self {
            schema,
            sent,
            input,
            finish: Finish::Unknown,
            outcome,
        }
    }
}

pub(super) const fn reads(
    schema: &'static str,
    sent: &'static str,
    read: &'static str,
) -> RuleExample {
    RuleExample::new(
        schema,
        sent,
        ExampleInput::Value,
        ExampleOutcome::Read(read),
    )
}

pub(super) const fn keeps(schema: &'static str, sent: &'static str) -> RuleExample {
    RuleExample::new(schema, sent, ExampleInput::Value, ExampleOutcome::Kept)
}

pub(super) const fn refuses(schema: &'static str, sent: &'static str) -> RuleExample {
    RuleExample::new(schema, sent, ExampleInput::Value, ExampleOutcome::Rejected)
}

pub(super) const fn reads_text(
    schema: &'static str,
    sent: &'static str,
    read: &'static str,
) -> RuleExample {
    RuleExample::new(schema, sent, ExampleInput::Text, ExampleOutcome::Read(read))
}

pub(super) const fn refuses_text(schema: &'static str, sent: &'static str) -> RuleExample {
    RuleExample::new(schema, sent, ExampleInput::Text, ExampleOutcome::Rejected)
}
