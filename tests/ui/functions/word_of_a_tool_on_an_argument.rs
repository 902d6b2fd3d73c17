use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
fn read_file(#[tool(description = "The path")] path: String) -> String {
    path
}

fn main() {}
