use serde_json::Value;

use crate::schema::ArgumentTypes;

/// The tools that a text may call.
pub(crate) trait Tools {
    fn is_empty(&self) -> bool;

    /// Returns the tool with exactly this name.
    fn get(&self, name: &str) -> Option<ToolShape<'_>>;

    /// Returns the tool of a name, also if the name differs in case and style.
    fn find(&self, name: &str) -> Option<ToolShape<'_>>;

    /// Returns whether the name of a tool begins with this text.
    fn has_name_with(&self, start: &str) -> bool;

    /// Returns whether the name of a tool begins with this byte.
    fn has_name_with_byte(&self, first: u8) -> bool;
}

/// The part of a tool that decides how values are read.
#[derive(Clone, Copy)]
pub(crate) struct ToolShape<'t> {
    pub(crate) schema: &'t Value,
    pub(crate) types: &'t ArgumentTypes,
}

/// No tools: the text alone decides what is a call.
pub(crate) struct NoTools;

impl Tools for NoTools {
    fn is_empty(&self) -> bool {
        true
    }

    fn get(&self, _: &str) -> Option<ToolShape<'_>> {
        None
    }

    fn find(&self, _: &str) -> Option<ToolShape<'_>> {
        None
    }

    fn has_name_with(&self, _: &str) -> bool {
        false
    }

    fn has_name_with_byte(&self, _: u8) -> bool {
        false
    }
}
