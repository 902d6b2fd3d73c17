use tool_core::Tool;

#[derive(Tool)]
struct EditFile {
    path: String,
}

fn main() {}
