use tool_core::{Tool, ToolArg};

/// Change a file.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct ChangeFile {
    file_path: String,
    limit: u32,
    context: u8,
    dry_run: bool,
    mode: Access,
    edits: Vec<Edit>,
}

#[derive(ToolArg)]
#[serde(rename_all = "snake_case")]
enum Access {
    Read,
    Write,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Edit {
    old: String,
    new: String,
}
