use tool_core::{Issues, ToolArg};

#[derive(ToolArg)]
struct Edit {
    #[tool(check = "not_empty")]
    line: u32,
}

fn not_empty(text: &str, issues: &mut Issues) {
    if text.is_empty() {
        issues.add("", "must not be empty");
    }
}

fn main() {}
