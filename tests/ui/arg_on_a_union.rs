use tool_core::ToolArg;

#[derive(ToolArg)]
union Number {
    a: u8,
    b: i8,
}

fn main() {}
