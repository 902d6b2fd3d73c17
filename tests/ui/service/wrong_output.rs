//! A function that returns another type than its tool declares.

use tool_core::Tool;
use tool_service::ToolService;

/// Name a city.
#[derive(Debug, Tool)]
#[tool(output = "String")]
struct NameCity {}

fn main() {
    let service = ToolService::new();
    service
        .register(async |_: NameCity| Ok::<_, std::fmt::Error>(42_u8))
        .unwrap();
}
