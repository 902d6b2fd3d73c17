use tool_core::tool_fn;

struct Files;

#[tool_fn]
impl Files {}

fn main() {}
