use super::Partial;
use crate::json::Builder;

/// The known part of a JSON object in text that arrives in pieces. Skips the text before the first
/// `{`, such as the start of a code block.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectInText {
    builder: Builder,
    has_begun: bool,
}

impl ObjectInText {
    pub(crate) fn push(&mut self, text: &str) {
        let start = if self.has_begun {
            Some(0)
        } else {
            text.find('{')
        };
        if let Some(start) = start {
            self.has_begun = true;
            self.builder.push(&text[start..]);
        }
    }

    /// Returns the known part. `None` before the object has begun.
    pub(crate) fn get(&self) -> Option<Partial<'_>> {
        Partial::root(self.builder.nodes())
    }
}
