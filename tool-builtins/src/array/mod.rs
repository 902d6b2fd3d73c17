mod reduce;
mod select;

use std::collections::HashSet;
use std::num::NonZeroUsize;

use reduce::Aggregate;
use select::Comparison;
use serde_json::Value;
use tool_core::{Tool, ToolArg};

use crate::Output;
use crate::pointer::{look_up, parse_path};
use crate::values::{equality_key, resolve_range};

/// Work on an array: sort, filter, aggregate, cut it. A field of its items is a name, or a JSON
/// Pointer such as /owner/name.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(name = "array", read_only, idempotent, open_world = false)]
#[tool(example = r#"{"items": [{"n": 2}, {"n": 1}], "operation": "sort", "field": "n"}"#)]
pub struct ArrayTool {
    /// The array to work on.
    items: Vec<Value>,
    /// What to do.
    #[serde(flatten)]
    operation: ArrayOperation,
}

#[derive(Clone, Debug, PartialEq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
enum ArrayOperation {
    /// Sort by a field, of numbers, of strings or of booleans.
    Sort {
        /// A name or a JSON Pointer; the items themselves if absent.
        field: Option<String>,
        /// The greatest first.
        #[serde(default)]
        descending: bool,
    },
    /// Keep the first of the items whose fields are equal.
    Unique {
        /// A name or a JSON Pointer; the items themselves if absent.
        field: Option<String>,
    },
    /// Reverse the order.
    Reverse,
    /// The items from `start` up to but without `end`.
    Slice {
        /// Position from 0; a negative one counts from the end.
        #[serde(default)]
        start: i64,
        /// As `start`; the end of the array if absent.
        end: Option<i64>,
    },
    /// One value of the fields; `count` counts the items that have it.
    Aggregate {
        /// How one value is made of all.
        function: Aggregate,
        /// A name or a JSON Pointer; the items themselves if absent.
        field: Option<String>,
    },
    /// Keep the items whose field is as `comparison` with `value` says.
    Filter {
        /// A name or a JSON Pointer; the items themselves if absent.
        field: Option<String>,
        /// How the field compares with `value`. Of order only within one type; `contains` finds a text in
        /// a string, or an item in an array; `not_equals` keeps items without the field, too.
        comparison: Comparison,
        /// What to compare with.
        value: Value,
    },
    /// Take the field of each item, null where an item has none.
    Map {
        /// A name or a JSON Pointer; the items themselves if absent.
        field: Option<String>,
    },
    /// Put the items of inner arrays in their place, one level deep.
    Flatten,
    /// Split into arrays of a size; the last may be shorter.
    Chunk {
        /// Items in each.
        size: NonZeroUsize,
    },
    /// Join to one string.
    Join {
        /// What stands between the items.
        #[serde(default)]
        separator: String,
    },
}

impl ArrayTool {
    /// Runs the operation. Returns an array, or the one value of an aggregate or a join.
    ///
    /// Items keep all digits of their numbers. Integers are added exactly up to 38 digits. A sum is
    /// a float if it exceeds 64 bits or if a number is a float. 1 equals 1.0. The order of keys does
    /// not count when objects are compared.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_builtins::ArrayTool;
    ///
    /// let call = ArrayTool::parse(r#"{"items": [3, 1, 2], "operation": "sort"}"#)?;
    /// assert_eq!(call.run()?.to_string(), "[1,2,3]");
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if an item lacks the field or the type that the operation needs, or if a join would make
    /// more than 1,000,000 bytes.
    pub fn run(self) -> Output {
        let mut items = self.items;
        Ok(match self.operation {
            ArrayOperation::Sort { field, descending } => {
                select::sort(items, field.as_deref(), descending)?
            }
            ArrayOperation::Unique { field } => {
                let field = parse_path(field.as_deref().unwrap_or_default());
                let mut seen = HashSet::new();
                // Items without the field are all of a kind.
                items.retain(|item| seen.insert(look_up(item, &field).map(equality_key)));
                items.into()
            }
            ArrayOperation::Reverse => {
                items.reverse();
                items.into()
            }
            ArrayOperation::Slice { start, end } => items[resolve_range(start, end, items.len())]
                .to_vec()
                .into(),
            ArrayOperation::Aggregate { function, field } => {
                reduce::aggregate(&items, function, field.as_deref())?
            }
            ArrayOperation::Filter {
                field,
                comparison,
                value,
            } => {
                select::filter(&mut items, field.as_deref(), comparison, &value);
                items.into()
            }
            ArrayOperation::Map { field } => {
                let field = parse_path(field.as_deref().unwrap_or_default());
                let of = |item| look_up(item, &field).cloned().unwrap_or_default();
                items.iter().map(of).collect()
            }
            ArrayOperation::Flatten => {
                let inner = |item| match item {
                    Value::Array(inner) => inner,
                    item => vec![item],
                };
                items.into_iter().flat_map(inner).collect()
            }
            ArrayOperation::Chunk { size } => {
                items.chunks(size.get()).map(<[Value]>::to_vec).collect()
            }
            ArrayOperation::Join { separator } => reduce::join(&items, &separator)?.into(),
        })
    }
}
