//! `#[tool(default = ..)]`: the value of an absent key, and the schema.

use std::borrow::Cow;
use std::path::PathBuf;

use serde_json::json;
use tool_core::{Tool, ToolArg};

const LIMIT: u32 = 50;

/// List files.
#[derive(Debug, PartialEq, Tool)]
struct List {
    #[tool(default = "a")]
    text: String,
    #[tool(default = "/tmp")]
    path: PathBuf,
    #[tool(default = "x")]
    borrowed: Cow<'static, str>,
    #[tool(default = 10)]
    count: u8,
    #[tool(default = -3)]
    offset: i64,
    #[tool(default = 2)]
    ratio: f64,
    #[tool(default = true)]
    all: bool,
    #[tool(default = LIMIT)]
    limit: u32,
    #[tool(default = 5 * 60)]
    seconds: u32,
    #[tool(default = vec!["b".to_owned(), "c".to_owned()])]
    names: Vec<String>,
    #[tool(default = 7)]
    depth: Option<u32>,
    #[tool(default = None)]
    none: Option<u32>,
    #[tool(default = Self::order())]
    order: Order,
}

impl List {
    fn order() -> Order {
        Order::Newest
    }
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Order {
    Newest,
    Oldest,
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Circle {
        #[tool(default = 1)]
        radius: u32,
    },
    Square(#[serde(default)] Side),
}

#[derive(Debug, Default, PartialEq, ToolArg)]
struct Side {
    #[tool(default = 2, generous(thousands))]
    side: u32,
}

/// Draw.
#[derive(Debug, PartialEq, Tool)]
struct Draw {
    #[serde(flatten)]
    shape: Shape,
    #[tool(default = 3, check = "is_odd")]
    width: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature of a check"
)]
fn is_odd(width: &u32, issues: &mut tool_core::Issues) {
    if width.is_multiple_of(2) {
        issues.add("", "is even");
    }
}

#[test]
fn absent_keys_become_the_default() {
    let list = List::parse("{}").expect("all are optional");
    let expected = List {
        text: "a".to_owned(),
        path: "/tmp".into(),
        borrowed: "x".into(),
        count: 10,
        offset: -3,
        ratio: 2.0,
        all: true,
        limit: 50,
        seconds: 300,
        names: vec!["b".to_owned(), "c".to_owned()],
        depth: Some(7),
        none: None,
        order: Order::Newest,
    };
    assert_eq!(list, expected);
}

#[test]
fn sent_keys_replace_the_default() {
    let raw = r#"{"text": "z", "count": "3", "depth": null, "order": "Oldest", "all": "false"}"#;
    let list = List::parse(raw).expect("valid");
    assert_eq!((list.text.as_str(), list.count), ("z", 3));
    assert_eq!((list.depth, list.order), (None, Order::Oldest));
    assert!(!list.all);
}

#[test]
fn schema_shows_the_default_of_types_that_serialize() {
    let schema = List::definition().schema();
    let shown = |key: &str| schema["properties"][key].get("default").cloned();
    assert_eq!(shown("text"), Some(json!("a")));
    assert_eq!(shown("path"), Some(json!("/tmp")));
    assert_eq!(shown("count"), Some(json!(10)));
    assert_eq!(shown("offset"), Some(json!(-3)));
    assert_eq!(shown("ratio"), Some(json!(2.0)));
    assert_eq!(shown("all"), Some(json!(true)));
    assert_eq!(shown("limit"), Some(json!(50)));
    assert_eq!(shown("names"), Some(json!(["b", "c"])));
    assert_eq!(shown("depth"), Some(json!(7)));
    assert_eq!(shown("order"), None);
    assert_eq!(schema.get("required"), None);
    List::verify().expect("the defaults are valid");
}

#[test]
fn variants_and_flattened_types_have_defaults() {
    let circle = Draw::parse(r#"{"kind": "Circle"}"#).expect("valid");
    let shape = Shape::Circle { radius: 1 };
    assert_eq!(circle, Draw { shape, width: 3 });
    let square = Draw::parse(r#"{"kind": "Square"}"#).expect("valid");
    assert_eq!(square.shape, Shape::Square(Side { side: 2 }));
    assert!(Draw::parse(r#"{"kind": "Circle", "width": 4}"#).is_err());
}
