use tool_core::ToolArg;

#[derive(ToolArg)]
enum State {
    Open,
    #[serde(other)]
    Unknown,
}

fn main() {}
