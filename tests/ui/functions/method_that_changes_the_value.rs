use tool_core::tool_impl;

struct Files(u32);

#[tool_impl]
impl Files {
    /// Read a file.
    #[tool_fn]
    fn read_file(&mut self, path: String) -> String {
        self.0 += 1;
        path
    }

    /// Close all files.
    #[tool_fn]
    fn close(self) {}
}

fn main() {}
