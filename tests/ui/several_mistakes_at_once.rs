use tool_core::Tool;

#[derive(Tool)]
#[tool(nmae = "edit", title = "", open = true)]
struct EditFile {
    #[tool(json_string)]
    path: String,
    #[tool(name = "x")]
    limit: u32,
}

fn main() {}
