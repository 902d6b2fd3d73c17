//! Names of calls that no tool has, among many tools.

use std::hint::black_box;

use serde_json::json;
use tool_core::{Definition, Definitions};

use super::Case;
use super::texts::{numbered, object};

/// Number of tools. A host with many MCP servers has as many.
const TOOLS: usize = 2_000;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "names: misspelt, among many tools",
        schema: |_| object(),
        text: |n| numbered(n, |i| format!("get_itm_{}\n", i % TOOLS)),
        work: resolve,
    },
    Case {
        name: "names: one long name, among many tools",
        schema: |_| object(),
        text: |n| "get_item_of_a_list__".repeat(n),
        work: resolve,
    },
];

/// Resolves each line as the name of a tool, and writes the text for the model.
fn resolve(_: &Definition, text: &str) {
    let tools = (0..TOOLS).map(|number| {
        let schema = json!({"type": "object"});
        Definition::new(format!("get_item_{number}_of_list"), "A tool.", schema)
    });
    let tools = tools
        .collect::<Result<Vec<_>, _>>()
        .expect("usable schemas");
    let tools = Definitions::new(tools).expect("different names");
    for name in text.lines() {
        if let Err(error) = tools.resolve(name) {
            black_box(error.to_string());
        }
    }
}
