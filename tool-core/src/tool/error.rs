use serde_json::Value;

use crate::issue::Issue;

/// Why arguments were not read: every problem at once, as data.
///
/// Its `Display` is the one-line instruction for the model; the other forms are
/// in [`retry`](crate::retry). One pointer wide.
#[derive(Clone, Debug)]
pub struct ToolArgError(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    tool: String,
    issues: Vec<Issue>,
    omitted: usize,
    received: Arguments,
    /// The arguments with their repairs applied; nothing where the text could not be read.
    read: Option<Value>,
}

/// The arguments as they were received.
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments {
    /// Raw text.
    Text(String),
    /// A JSON value.
    Value(Value),
}

impl ToolArgError {
    pub(crate) fn new(
        tool: &str,
        issues: Vec<Issue>,
        omitted: usize,
        received: Arguments,
        read: Option<Value>,
    ) -> Self {
        Self(Box::new(Inner {
            tool: tool.to_owned(),
            issues,
            omitted,
            received,
            read,
        }))
    }

    /// The name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// All problems, in the order of the schema. Never empty.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.0.issues
    }

    /// How many further problems there are beyond the limit of issues.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.0.omitted
    }

    /// The arguments as received.
    #[must_use]
    pub fn received(&self) -> &Arguments {
        &self.0.received
    }

    pub(crate) fn read(&self) -> Option<&Value> {
        self.0.read.as_ref()
    }
}
