//! A function that returns another type than its tool declares.

use tool_core::Tool;
use tool_service::ToolService;

/// Name a city.
#[derive(Debug, Tool)]
#[tool(output = "String")]
struct NameCity {}

async fn name_city(_: NameCity) -> Result<u8, std::fmt::Error> {
    Ok(42)
}

fn main() {
    ToolService::new().register(name_city).unwrap();
}
