//! Recursive types with flattened fields report each fault once.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use tests::{Even, read};
use tool_core::{Issues, Tool, ToolArg};

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a check has this signature"
)]
fn not_one(number: &u8, issues: &mut Issues) {
    if *number == 1 {
        issues.add("", "must not be 1");
    }
}

#[derive(Debug, ToolArg)]
#[tool(check = "has_no_both")]
struct Node {
    #[tool(check = "not_one")]
    number: u8,
    even: Option<Even>,
    #[serde(flatten)]
    children: Option<Children>,
}

fn has_no_both(node: &Node, issues: &mut Issues) {
    if node.number == 9 {
        issues.add("number", "must not be 9");
    }
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Children {
    List { list: Vec<Node> },
    Map { map: BTreeMap<String, Children> },
    One(Tagged),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    Leaf,
    Node { node: Box<Node> },
}

/// A tool.
#[derive(Debug, Tool)]
struct Tree {
    #[serde(flatten)]
    node: Node,
}

#[test]
fn fault_in_a_recursive_flattened_type_is_reported_once() {
    assert_snapshot!(read::<Tree>(r#"{"number": 2, "list": [{"number": 1, "list": [{"number": 1}]}]}"#), @r#"
    ! list[0].list[0].number check {"message":"must not be 1"} got 1
    ! list[0].number check {"message":"must not be 1"} got 1
    "#);
    assert_snapshot!(read::<Tree>(r#"{"number": 2, "map": {"a": {"kind": "Node", "node": {"number": 9}}}}"#), @r#"! map.a.node.number check {"message":"must not be 9"} got 9"#);
    assert_snapshot!(read::<Tree>(r#"{"number": 2, "kind": "Node", "node": {"number": 2, "kind": "Node", "node": {"number": 2, "even": 3}}}"#), @r#"! node.node.even refused {"message":"must be even"} got 3"#);
    assert_snapshot!(read::<Tree>(r#"{"number": 2, "list": [{"number": 2, "map": {"a": {"list": [{"number": "x"}]}}}]}"#), @r#"! list[0].map.a.list[0].number type {"expected":["integer"]} got "x""#);
    assert_snapshot!(read::<Tree>(r#"{"number": 2, "kind": "Node", "node": {"number": 2, "kind": "Node", "node": {"number": 2, "other": 3}}}"#), @r#"! node.node union {"forms":["{\"list\", …}","{\"map\", …}","{\"kind\": \"Leaf\", …}","{\"kind\": \"Node\", …}","{\"number\", …}"],"unknown":["other"],"branch":"kind \"Node\""} got {"number":2,"other":3}"#);
}
