use tool_core::tool_impl;

trait Local {}

#[tool_impl]
impl dyn Local {
    /// Read a file.
    #[tool_fn]
    fn read_file(path: String) -> String {
        path
    }
}

fn main() {}
