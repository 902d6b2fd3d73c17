use tool_core::Tool;

/// Ping a host.
#[derive(Tool)]
struct Ping(String);

fn main() {}
