use super::{
    GUESSING_RULES, VALUE_RULES, duplicate_key, empty_key, empty_to_absent, envelope, filler,
    generous, nested_name, property_name, text, unknown_null, wrapper,
};
use crate::finish::Finish;
use crate::issue::{Class, Rule};

/// What a reading rule is about: its stable name, when it applies, and examples
/// of where it does and where it must not.
///
/// ```
/// use tool_core::rules;
///
/// let about = rules().find(|about| about.rule.as_str() == "string_to_number").unwrap();
/// assert_eq!(about.class(), tool_core::Class::Standard);
/// println!("{}: {}", about.rule, about.condition);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct About {
    /// The rule, which its repairs bear.
    pub rule: Rule,
    /// When it applies.
    pub condition: &'static str,
    /// Where it applies, and where not.
    pub examples: &'static [Example],
}

impl About {
    /// Whether the rule is on by itself, or a guess that has to be asked for.
    #[must_use]
    pub fn class(&self) -> Class {
        self.rule.class()
    }
}

/// A value sent at a place, or the whole text of a call, and what becomes of it.
///
/// ```
/// use tool_core::{Outcome, rules};
///
/// let about = rules().find(|about| about.rule.as_str() == "string_to_number").unwrap();
/// let example = &about.examples[0];
/// assert_eq!((example.schema, example.sent), (r#"{"type": "integer"}"#, r#"" 42 ""#));
/// assert_eq!(example.outcome, Outcome::Read("42"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The JSON Schema of the place; that of the tool for a whole text.
    pub schema: &'static str,
    /// The value sent there, as JSON, or the text.
    pub sent: &'static str,
    /// Which of both it is.
    pub form: Form,
    /// How the output ended.
    pub finish: Finish,
    /// What becomes of it where the rule is on: in standard mode, or in generous
    /// mode for a rule that guesses.
    pub outcome: Outcome,
}

/// What is sent in an example.
///
/// ```
/// use tool_core::{Form, rules};
///
/// let about = rules().find(|about| about.rule.as_str() == "string_to_number").unwrap();
/// assert!(about.examples.iter().all(|example| example.form == Form::Value));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// A value at a place.
    Value,
    /// The arguments as raw text.
    Text,
}

/// What becomes of an example.
///
/// ```
/// use tool_core::{Outcome, rules};
///
/// let about = rules().find(|about| about.rule.as_str() == "string_to_number").unwrap();
/// let refused = about.examples.iter().filter(|example| example.outcome == Outcome::Refused);
/// assert!(refused.count() > 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The rule applies: the value is read as this one.
    Read(&'static str),
    /// The value is valid, and left exactly as it is.
    Kept,
    /// The value is refused.
    Refused,
}

impl Example {
    pub(super) const fn read(schema: &'static str, sent: &'static str, read: &'static str) -> Self {
        Self::new(schema, sent, Form::Value, Outcome::Read(read))
    }

    pub(super) const fn kept(schema: &'static str, sent: &'static str) -> Self {
        Self::new(schema, sent, Form::Value, Outcome::Kept)
    }

    pub(super) const fn refused(schema: &'static str, sent: &'static str) -> Self {
        Self::new(schema, sent, Form::Value, Outcome::Refused)
    }

    pub(super) const fn text(schema: &'static str, raw: &'static str, read: &'static str) -> Self {
        Self::new(schema, raw, Form::Text, Outcome::Read(read))
    }

    pub(super) const fn refused_text(schema: &'static str, raw: &'static str) -> Self {
        Self::new(schema, raw, Form::Text, Outcome::Refused)
    }

    /// The same, where the provider says that the output is complete.
    pub(super) const fn complete(mut self) -> Self {
        self.finish = Finish::Complete;
        self
    }

    const fn new(schema: &'static str, sent: &'static str, form: Form, outcome: Outcome) -> Self {
        Self {
            schema,
            sent,
            form,
            finish: Finish::Unknown,
            outcome,
        }
    }
}

/// All reading rules: those of values in the order in which they are tried at a
/// place, then those of keys, then those of the text.
///
/// ```
/// use tool_core::{Class, rules};
///
/// for about in rules().filter(|about| about.class() == Class::Standard) {
///     println!("{}: {}", about.rule, about.condition);
/// }
/// ```
pub fn rules() -> impl Iterator<Item = &'static About> {
    let of_keys = [
        &duplicate_key::ABOUT,
        &property_name::ABOUT,
        &unknown_null::ABOUT,
        &filler::ABOUT,
        &empty_key::ABOUT,
        &empty_to_absent::ABOUT,
        &nested_name::ABOUT,
        &wrapper::ABOUT,
        &envelope::ABOUT,
        &generous::renamed_key::ABOUT,
    ];
    let of_values = VALUE_RULES.iter().chain(GUESSING_RULES);
    let of_values = of_values.map(|rule| &rule.about);
    of_values.chain(of_keys).chain(&text::ABOUTS)
}
