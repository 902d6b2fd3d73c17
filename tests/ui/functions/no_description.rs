use tool_core::tool_fn;

#[tool_fn]
fn read_file(path: String) -> String {
    path
}

fn main() {}
