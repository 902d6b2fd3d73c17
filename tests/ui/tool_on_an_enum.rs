use tool_core::Tool;

/// Sort.
#[derive(Tool)]
enum Sort {
    Ascending,
    Descending,
}

fn main() {}
