use tool_core::Tool;
use tool_service::ToolService;

/// Wait.
#[derive(Tool)]
struct Wait {}

struct TooLong;

async fn wait(_: Wait) -> Result<(), TooLong> {
    Err(TooLong)
}

fn main() {
    ToolService::new().register(wait).unwrap();
}
