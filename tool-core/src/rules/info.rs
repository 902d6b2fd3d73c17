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
    /// The rule. Its repairs contain this name.
    pub rule: Rule,
    /// The effect of the rule and its conditions, in Markdown: sentences, then a list
    /// if there are several conditions.
    pub condition: &'static str,
    /// Inputs that the rule repairs, and inputs that it leaves alone.
    pub examples: &'static [RuleExample],
}

impl RuleInfo {
    /// Returns whether the rule is standard or a guess.
    #[must_use]
    pub fn class(&self) -> RuleClass {
        self.rule.class()
    }
}

/// An input and the result of the reader.
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
    /// The input: a value as JSON, or a text.
    pub sent: &'static str,
    /// The kind of the input: a value or a whole text.
    pub input: ExampleInput,
    /// The end of the model's output.
    pub finish: Finish,
    /// The result if the rule is on: with the leniency `Standard`, or with `Generous` for a rule
    /// that guesses.
    pub outcome: ExampleOutcome,
}

/// The kind of input of an example.
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

/// The reader's result for the input of an example.
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
    /// The value is valid and stays unchanged.
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

pub(super) const fn keeps_text(schema: &'static str, sent: &'static str) -> RuleExample {
    RuleExample::new(schema, sent, ExampleInput::Text, ExampleOutcome::Kept)
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
