use tool_core::ToolSet;

#[derive(ToolSet)]
enum Call {}

fn main() {}
