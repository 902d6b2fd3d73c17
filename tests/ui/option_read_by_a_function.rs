use tool_core::Tool;
use tool_core::__private::serde::{Deserialize, Deserializer};

fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::deserialize(deserializer)
}

/// A tool.
#[derive(Tool)]
struct T {
    #[serde(deserialize_with = "read")]
    wrong: Option<u8>,
    #[serde(default, deserialize_with = "read")]
    right: Option<u8>,
}

fn main() {}
