use tool_core::tool_fn;

struct State<T>(T);

/// Read a file.
#[tool_fn]
fn read_file(#[schemars(length(min = 1))] State(_): State<u8>, path: String) -> String {
    path
}

/// Write a file.
#[tool_fn]
fn write_file(
    /// The folder.
    #[tool(context)]
    folder: &str,
    #[tool(context, default = 1)] at: &u32,
    path: String,
) {
}

fn main() {}
