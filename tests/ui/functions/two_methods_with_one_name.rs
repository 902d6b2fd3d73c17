use tool_core::tool_impl;

struct Files;

#[tool_impl]
impl Files {
    /// Read a file.
    #[tool_fn(name = "read")]
    fn read_file(&self, path: String) -> String {
        path
    }

    /// Read a link.
    #[tool_fn(name = "Read")]
    fn read_link(&self, path: String) -> String {
        path
    }
}

fn main() {}
