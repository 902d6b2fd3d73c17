use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(xml_string)]
    lines: Vec<String>,
}

fn main() {}
