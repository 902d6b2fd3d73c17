//! The tools of a set, as the syntax of calls sees them.

use crate::call::Definitions;
use crate::syntax::{ToolShape, Tools};
use crate::tool::Definition;

impl Tools for Definitions {
    fn is_empty(&self) -> bool {
        Self::is_empty(self)
    }

    fn get(&self, name: &str) -> Option<ToolShape<'_>> {
        Self::get(self, name).map(Definition::shape)
    }

    fn find(&self, name: &str) -> Option<ToolShape<'_>> {
        Self::find(self, name).map(Definition::shape)
    }

    fn has_name_with(&self, start: &str) -> bool {
        self.iter().any(|tool| tool.name().starts_with(start))
    }

    fn has_name_with_byte(&self, first: u8) -> bool {
        Self::has_name_with(self, first)
    }
}
