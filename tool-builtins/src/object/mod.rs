mod change;
mod find;

use std::collections::HashSet;

use serde_json::{Map, Value};
use tool_core::{Tool, ToolArg};

use crate::Output;
use crate::pointer::parse_path;
use find::find;

/// Work on a JSON object: read, set or remove a value in it, merge it, choose among its keys.
/// A path is a key, or a JSON Pointer such as /items/0/name.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(name = "object", read_only, idempotent, open_world = false)]
#[tool(example = r#"{"object": {"a": [5]}, "operation": "get", "path": "/a/0"}"#)]
pub struct ObjectTool {
    /// The object to work on.
    object: Map<String, Value>,
    /// The operation.
    #[serde(flatten)]
    operation: ObjectOperation,
}

#[derive(Clone, Debug, PartialEq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
enum ObjectOperation {
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
    /// Runs the operation. Returns an object, or what `get`, `keys` and `values` find in it.
    ///
    /// Values and the order of keys are preserved. A path has at most 64 steps.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_builtins::ObjectTool;
    ///
    /// let call = ObjectTool::parse(r#"{"object": {"a": [5]}, "operation": "get", "path": "/a/0"}"#)?;
    /// assert_eq!(call.run()?, 5);
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the path does not exist, or if a value cannot be set there.
    pub fn run(self) -> Output {
        let mut object = Value::Object(self.object);
        match self.operation {
            ObjectOperation::Get { path } => {
                return Ok(find(&object, &parse_path(&path))?.clone());
            }
            ObjectOperation::Set { path, value } => change::set(&mut object, &path, value)?,
            ObjectOperation::Remove { path } => change::remove(&mut object, &path)?,
            ObjectOperation::Merge { with } => change::merge(&mut object, Value::Object(with)),
            ObjectOperation::Keys => return Ok(into_entries(object).map(|(key, _)| key).collect()),
            ObjectOperation::Values => {
                return Ok(into_entries(object).map(|(_, value)| value).collect());
            }
            ObjectOperation::Pick { keys } => return Ok(choose(object, keys, true)),
            ObjectOperation::Omit { keys } => return Ok(choose(object, keys, false)),
        }
        Ok(object)
    }
}

/// Keeps the entries with these keys, if `among` is true. Otherwise drops them.
fn choose(object: Value, keys: Vec<String>, among: bool) -> Value {
    let keys: HashSet<String> = keys.into_iter().collect();
    let kept = into_entries(object).filter(|(key, _)| keys.contains(key) == among);
    kept.collect()
}

fn into_entries(object: Value) -> impl Iterator<Item = (String, Value)> {
    let entries = match object {
        Value::Object(entries) => entries,
        _ => Map::new(),
    };
    entries.into_iter()
}
