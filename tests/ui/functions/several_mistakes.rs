use tool_core::tool_fn;

/// Read a file.
#[tool_fn(readonly)]
fn read_file(path: &str, #[tool(defualt = 3)] lines: u32) -> String {
    path.to_owned()
}

fn uses(arguments: ReadFile) -> String {
    read_file(arguments)
}

fn main() {}
