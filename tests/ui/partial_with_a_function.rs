use serde::Deserializer;
use tool_core::Tool;

/// Waits.
#[derive(Tool)]
#[tool(partial(Debug Clone))]
struct Wait {
    seconds: u32,
}

/// Sleeps.
#[derive(Tool)]
#[tool(partial)]
struct Sleep {
    #[serde(deserialize_with = "read_seconds")]
    seconds: u32,
}

fn read_seconds<'de, D: Deserializer<'de>>(input: D) -> Result<u32, D::Error> {
    serde::Deserialize::deserialize(input)
}

fn main() {}
