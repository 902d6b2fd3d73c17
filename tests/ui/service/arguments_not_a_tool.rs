use tool_service::ToolService;

struct Wait;

async fn wait(_: Wait) -> Result<(), std::fmt::Error> {
    Ok(())
}

fn main() {
    ToolService::new().register(wait).unwrap();
}
