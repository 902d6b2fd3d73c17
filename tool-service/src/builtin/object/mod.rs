mod change;
mod error;

use std::collections::HashSet;

use serde_json::{Map, Value};
use tool_core::{Tool, ToolArg};

use super::pointer::{into, pointer, steps};
use super::values::type_of;

pub use error::ObjectError;

/// Work on a JSON object: read, set or remove a value in it, merge it, choose among its keys.
/// A path is a key, or a JSON Pointer such as /items/0/name.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(name = "object", read_only, idempotent, open_world = false)]
#[tool(example = r#"{"object": {"a": [5]}, "operation": "get", "path": "/a/0"}"#)]
pub struct ObjectTool {
    /// The object to work on.
    pub object: Map<String, Value>,
    /// What to do.
    #[serde(flatten)]
    pub operation: ObjectOperation,
}

/// What an [`ObjectTool`] does.
#[derive(Clone, Debug, PartialEq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ObjectOperation {
    /// The value at a path.
    Get {
        /// A key or a JSON Pointer.
        path: String,
    },
    /// The object with a value set, and missing objects on the way made; `-` for an index appends
    /// to an array.
    Set {
        /// A key or a JSON Pointer.
        path: String,
        /// The new value.
        value: Value,
    },
    /// The object without the value at a path.
    Remove {
        /// A key or a JSON Pointer.
        path: String,
    },
    /// The object with another merged in, level by level; where both have a value, the other's.
    Merge {
        /// The other object.
        with: Map<String, Value>,
    },
    /// Its keys.
    Keys,
    /// Its values.
    Values,
    /// The object with these keys only, as far as it has them.
    Pick {
        /// Keys of the object itself.
        keys: Vec<String>,
    },
    /// The object without these keys.
    Omit {
        /// Keys of the object itself.
        keys: Vec<String>,
    },
}

impl ObjectTool {
    /// Does the operation: an object, or what `get`, `keys` and `values` find in it.
    ///
    /// Values stay as they are, and keys in their order. A path has 64 steps at most.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_service::builtin::ObjectTool;
    ///
    /// let call = ObjectTool::parse(r#"{"object": {"a": [5]}, "operation": "get", "path": "/a/0"}"#)?;
    /// assert_eq!(call.run()?, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is nothing at the path, or nothing can be set there.
    pub fn run(self) -> Result<Value, ObjectError> {
        let mut object = Value::Object(self.object);
        match self.operation {
            ObjectOperation::Get { path } => return get(&object, &path),
            ObjectOperation::Set { path, value } => change::set(&mut object, &path, value)?,
            ObjectOperation::Remove { path } => change::remove(&mut object, &path)?,
            ObjectOperation::Merge { with } => change::merge(&mut object, Value::Object(with)),
            ObjectOperation::Keys => return Ok(entries(object).map(|(key, _)| key).collect()),
            ObjectOperation::Values => {
                return Ok(entries(object).map(|(_, value)| value).collect());
            }
            ObjectOperation::Pick { keys } => return Ok(chosen(object, keys, true)),
            ObjectOperation::Omit { keys } => return Ok(chosen(object, keys, false)),
        }
        Ok(object)
    }
}

/// How many keys an error tells of.
const KEYS_TOLD: usize = 10;

fn get(object: &Value, path: &str) -> Result<Value, ObjectError> {
    let steps = steps(path);
    let mut value = object;
    for (depth, step) in steps.iter().enumerate() {
        let next = into(value, step);
        value = next.ok_or_else(|| not_found(&steps[..=depth], value))?;
    }
    Ok(value.clone())
}

/// There is nothing at the last of the steps, which leads into `within`.
fn not_found(steps: &[String], within: &Value) -> ObjectError {
    let keys = within.as_object().into_iter().flat_map(Map::keys);
    let length = match within {
        Value::Object(entries) => Some(entries.len()),
        Value::Array(items) => Some(items.len()),
        _ => None,
    };
    ObjectError::NotFound {
        path: pointer(steps),
        within: type_of(within),
        length,
        keys: keys.take(KEYS_TOLD).cloned().collect(),
    }
}

/// The entries whose keys are among these, or those whose are not.
fn chosen(object: Value, keys: Vec<String>, among: bool) -> Value {
    let keys: HashSet<String> = keys.into_iter().collect();
    let kept = entries(object).filter(|(key, _)| keys.contains(key) == among);
    kept.collect()
}

fn entries(object: Value) -> impl Iterator<Item = (String, Value)> {
    let entries = match object {
        Value::Object(entries) => entries,
        _ => Map::new(),
    };
    entries.into_iter()
}
