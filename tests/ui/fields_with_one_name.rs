use tool_core::Tool;

/// Move a point.
#[derive(Tool)]
struct Move {
    x: i64,
    #[serde(rename = "x")]
    left: i64,
    #[serde(alias = "x")]
    right: i64,
}

fn main() {}
