use tool_core::Tool;

/// Store a value.
#[derive(Tool)]
struct Store<const N: usize> {
    value: [u8; N],
}

fn main() {}
