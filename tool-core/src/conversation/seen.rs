use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::issue::folds_alike;
use crate::tool::{Input, is_same_json};
use crate::tree::Tree;

/// A call in the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SeenCall {
    pub(super) tool: String,
    /// Always an object.
    arguments: Value,
    pub(super) failed: bool,
    /// `true` if this call closed a loop that caused a warning or a question.
    pub(super) warned: bool,
}

impl SeenCall {
    pub(super) fn new(tool: &str, arguments: Value) -> Self {
        Self {
            tool: tool.to_owned(),
            arguments,
            failed: false,
            warned: false,
        }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is(&other.tool, &other.arguments)
    }

    pub(super) fn is(&self, tool: &str, arguments: &Value) -> bool {
        is_same_name(&self.tool, tool)
            && match (find_raw(&self.arguments), find_raw(arguments)) {
                (Some(one), Some(other)) => one == other || is_same_json(one, other),
                _ => Tree::from(&self.arguments).is_same(&Tree::from(arguments)),
            }
    }
}

/// Returns whether two names differ at most in case and style.
pub(super) fn is_same_name(name: &str, other: &str) -> bool {
    name == other || folds_alike(name, other)
}

/// Returns the text that a JSON value cannot represent exactly.
fn find_raw(arguments: &Value) -> Option<&str> {
    let fields = arguments.as_object().filter(|fields| fields.len() == 1);
    fields?.get("raw")?.as_str()
}

/// Returns the arguments in the form that every provider accepts. `null` is an empty object, as it
/// is for the reader.
pub(super) fn to_object(input: Input<'_>) -> Value {
    let object = input.to_arguments().to_object();
    let is_null = object.len() == 1
        && object.get("raw").is_some_and(|raw| {
            raw.is_null() || raw.as_str().is_some_and(|raw| raw.trim() == "null")
        });
    Value::Object(if is_null { Map::new() } else { object })
}
