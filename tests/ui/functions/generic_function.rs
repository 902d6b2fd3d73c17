use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
fn read_file<T>(path: T) -> T {
    path
}

/// Write a file.
#[tool_fn]
fn write_file<'a>(path: std::borrow::Cow<'a, str>) {}

fn main() {}
