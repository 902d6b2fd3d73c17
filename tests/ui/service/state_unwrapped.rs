use tool_core::Tool;
use tool_service::ToolService;

/// Wait.
#[derive(Tool)]
struct Wait {}

async fn wait(_: u32, _: Wait) -> Result<(), std::fmt::Error> {
    Ok(())
}

fn main() {
    ToolService::new().register(wait).unwrap();
}
