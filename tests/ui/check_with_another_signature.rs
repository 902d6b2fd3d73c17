use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(check = "check_edit")]
struct EditFile {}

fn check_edit(_: &EditFile) -> bool {
    true
}

fn main() {}
