use tool_core::tool_fn;

/// Move the pointer.
#[tool_fn]
fn move_to((x, y): (u32, u32), _: String) -> u32 {
    x + y
}

fn main() {}
