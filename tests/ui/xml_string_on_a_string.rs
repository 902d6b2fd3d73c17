use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(xml_string)]
    text: Option<String>,
}

fn main() {}
