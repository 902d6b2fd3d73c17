use tool_core::ToolSet;

struct Read;

#[derive(ToolSet)]
enum Call {
    Read(Read),
}

fn main() {}
