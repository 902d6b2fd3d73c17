use tool_core::tool_fn;

struct Files;

impl Files {
    /// Read a file.
    #[tool_fn]
    fn read_file(&self, path: String) -> String {
        path
    }
}

fn main() {}
