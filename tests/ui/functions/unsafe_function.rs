use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
unsafe fn read_file(path: String) -> String {
    path
}

/// Write a file.
#[tool_fn]
const fn write_file(path: u8) {}

/// Delete a file.
#[tool_fn]
extern "C" fn delete_file(path: u8) {}

fn main() {}
