use tool_core::Tool;
use tool_service::ToolService;

/// Wait.
#[derive(Tool)]
struct Wait {}

async fn wait(_: Wait) -> String {
    String::new()
}

fn main() {
    ToolService::new().register(wait).unwrap();
}
