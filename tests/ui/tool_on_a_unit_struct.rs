use tool_core::Tool;

/// Ping.
#[derive(Tool)]
struct Ping;

fn main() {}
