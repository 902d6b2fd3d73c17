use tool_core::{Tool, ToolArg};

/// A tool.
#[derive(Tool)]
struct T {
    inner: Inner,
    list: Vec<Inner>,
}

#[derive(ToolArg)]
struct Inner {
    #[serde(default = 5)]
    number: u8,
    #[serde(default = true)]
    flag: bool,
    #[serde(default = "a text")]
    text: String,
    #[serde(rename = 'x')]
    renamed: u8,
    #[serde(default = "Vec::<u8>::new")]
    right: Vec<u8>,
}

fn main() {
    let _ = T::parse("{}");
}
