use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::tool::{Arguments, Reader, Reading, ToolArgError};

/// The arguments of a call, in whichever form the provider hands them over.
#[derive(Clone, Copy, Debug)]
pub enum Sent<'a> {
    /// Raw text.
    Text(&'a str),
    /// A JSON value.
    Value(&'a Value),
}

impl<'a> From<&'a Arguments> for Sent<'a> {
    fn from(arguments: &'a Arguments) -> Self {
        match arguments {
            Arguments::Text(text) => Self::Text(text),
            Arguments::Value(value) => Self::Value(value),
        }
    }
}

impl Sent<'_> {
    pub(super) fn read<T: DeserializeOwned + 'static>(
        self,
        reader: &Reader<'_>,
    ) -> Result<Reading<T>, ToolArgError> {
        match self {
            Self::Text(text) => reader.read(text),
            Self::Value(value) => reader.read_value(value),
        }
    }

    pub(super) fn to_arguments(self) -> Arguments {
        match self {
            Self::Text(text) => Arguments::Text(text.to_owned()),
            Self::Value(value) => Arguments::Value(value.clone()),
        }
    }
}
