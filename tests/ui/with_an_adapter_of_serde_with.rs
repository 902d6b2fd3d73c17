use tool_core::Tool;

/// A tool.
#[derive(Tool)]
struct T {
    #[serde(with = "::serde_with::As::<::serde_with::DurationSeconds<u64>>")]
    wait: std::time::Duration,
}

fn main() {}
