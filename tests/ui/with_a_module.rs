use tool_core::Tool;

mod seconds {
    use tool_core::__private::serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        u64::deserialize(deserializer)
    }
}

/// A tool.
#[derive(Tool)]
struct T {
    #[serde(with = "seconds")]
    wrong: u64,
    #[serde(with = "seconds")]
    #[schemars(with = "u64")]
    right: u64,
}

fn main() {}
