use tool_core::ToolArg;

#[derive(ToolArg)]
struct Edit<'a> {
    old: &'a str,
}

fn main() {}
