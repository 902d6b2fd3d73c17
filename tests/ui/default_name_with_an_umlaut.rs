use tool_core::Tool;

/// Frage etwas.
#[derive(Tool)]
struct Prüfung {}

fn main() {}
