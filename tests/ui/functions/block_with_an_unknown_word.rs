use tool_core::tool_impl;

struct Files;

#[tool_impl(serivce, call = "Call")]
impl Files {
    /// Read a file.
    #[tool_fn = "read"]
    fn read_file(&self, path: String) -> String {
        path
    }
}

fn main() {}
