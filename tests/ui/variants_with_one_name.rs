use tool_core::ToolArg;

#[derive(ToolArg)]
#[serde(rename_all = "lowercase")]
enum Case {
    Ab,
    AB,
}

#[derive(ToolArg)]
enum Aliased {
    Open,
    #[serde(alias = "Open")]
    Closed,
}

fn main() {}
