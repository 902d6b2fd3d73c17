use std::collections::BTreeMap;

use tool_core::Tool;

/// A tool.
#[derive(Tool)]
struct T {
    #[serde(flatten)]
    #[schemars(length(min = 1))]
    rest: BTreeMap<String, u8>,
}

fn main() {}
