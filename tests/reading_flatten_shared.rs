//! Flattened fields that read one key: refused, or read as serde reads them.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use tests::read;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Square { width: u8 },
    Dot,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Fill {
    Square { color: String },
    Dot,
    Line,
}

/// A tool.
#[derive(Debug, Tool)]
struct OneTag {
    #[serde(flatten)]
    shape: Shape,
    #[serde(flatten)]
    fill: Fill,
}

#[test]
fn one_tag_of_two_enums_is_read() {
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Square", "width": 1, "color": "red"}"#), @r#"OneTag { shape: Square { width: 1 }, fill: Square { color: "red" } }"#);
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Dot"}"#), @r#"OneTag { shape: Dot, fill: Dot }"#);
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Line"}"#), @r#"! kind enum {"members":["Square","Dot"]} got "Line""#);
    assert_snapshot!(read::<OneTag>(r#"{"kind": "Square", "width": 1}"#), @r#"! color required {"expected":["string"],"branch":"kind \"Square\""}"#);
}
