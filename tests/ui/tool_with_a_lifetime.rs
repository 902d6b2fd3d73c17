use tool_core::Tool;

/// Store a value.
#[derive(Tool)]
struct Store<'a> {
    value: &'a str,
}

fn main() {}
