use tool_core::tool_impl;

struct Files;

trait Read {
    fn read_file(&self, path: String) -> String;
}

#[tool_impl]
impl Read for Files {
    /// Read a file.
    #[tool_fn]
    fn read_file(&self, path: String) -> String {
        path
    }
}

fn main() {}
