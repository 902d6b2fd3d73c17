use tool_core::tool_impl;

struct Files;

#[tool_impl]
impl Files {
    fn read_file(&self, path: String) -> String {
        path
    }
}

fn main() {}
