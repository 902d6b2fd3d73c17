//! Checks of types that are converted from another type, and tags that only the type rejects.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::issue::IssueKind;
use tool_core::{Issues, Tool, ToolArg};

fn not_root(path: &str, issues: &mut Issues) {
    if path == "/" {
        issues.add("path", "must not be the root");
    }
}

/// A path, sent as a string.
#[derive(Debug, PartialEq, ToolArg)]
#[serde(try_from = "String")]
struct Tried {
    #[tool(check = "not_root")]
    inside: String,
}

impl TryFrom<String> for Tried {
    type Error = String;

    fn try_from(inside: String) -> Result<Self, String> {
        if inside.is_empty() {
            return Err("must not be empty".to_owned());
        }
        Ok(Self { inside })
    }
}

/// Also a path.
#[derive(Debug, PartialEq, ToolArg)]
#[serde(from = "String")]
struct Converted {
    #[tool(check = "not_root")]
    inside: String,
}

impl From<String> for Converted {
    fn from(inside: String) -> Self {
        Self { inside }
    }
}

/// Hold paths.
#[derive(Debug, PartialEq, Tool)]
struct Paths {
    tried: Vec<Tried>,
    converted: Option<Converted>,
}

#[test]
fn a_failed_check_of_a_converted_type_is_reported_at_its_place() {
    let paths = Paths::parse(r#"{"tried": ["/a"], "converted": "/b"}"#).unwrap();
    assert_eq!(paths.tried[0].inside, "/a");
    let error = Paths::parse(r#"{"tried": ["/a", "/"], "converted": "/"}"#).unwrap_err();
    assert_snapshot!(error.render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - tried[1]: must not be the root; got "/"
    - converted: must not be the root; got "/"
    "#);
}

#[derive(Debug, PartialEq, ToolArg)]
struct Unit;

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    Newtype(()),
    UnitStruct(Unit),
    Plain,
    Empty {},
    Open(Value),
}

/// Hold variants without content.
#[derive(Debug, PartialEq, Tool)]
struct Holds {
    tagged: Option<Tagged>,
}

#[test]
fn tagged_variants_without_content_are_closed() {
    for kind in ["Newtype", "UnitStruct", "Plain", "Empty"] {
        let tagged = |more| format!(r#"{{"tagged": {{"kind": "{kind}"{more}}}}}"#);
        assert!(Holds::parse(&tagged("")).is_ok(), "{kind}");
        let error = Holds::parse(&tagged(r#", "more": 1"#)).unwrap_err();
        assert_eq!(error.issues()[0].path.to_string(), "tagged.more", "{kind}");
        assert!(matches!(
            error.issues()[0].kind,
            IssueKind::UnknownKey { .. }
        ));
    }
    // The type takes any keys.
    let open = Holds::parse(r#"{"tagged": {"kind": "Open", "more": 1}}"#).unwrap();
    assert_eq!(open.tagged, Some(Tagged::Open(json!({"more": 1}))));
}

/// Reads other names than its schema has.
#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Renamed {
    A {
        number: u8,
    },
    #[schemars(rename = "Shown")]
    Read(Small),
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind", content = "content")]
enum RenamedAdjacent {
    #[schemars(rename = "Shown")]
    Read(Small),
}

#[derive(Debug, PartialEq, ToolArg)]
struct Small {
    number: u8,
}

/// Hold renamed variants.
#[derive(Debug, PartialEq, Tool)]
struct HoldsRenamed {
    tagged: Vec<Renamed>,
    adjacent: Option<RenamedAdjacent>,
}

#[test]
fn a_tag_that_only_the_type_rejects_is_reported_at_the_tag() {
    let list = |sent| HoldsRenamed::parse(sent).unwrap_err().render(Style::List);
    assert!(HoldsRenamed::parse(r#"{"tagged": [{"kind": "A", "number": 1}]}"#).is_ok());
    assert_snapshot!(list(r#"{"tagged": [{"kind": "Shown", "number": 1}]}"#), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - tagged[0].kind: expected "A" or "Read", got "Shown"
    "#);
    assert_snapshot!(list(r#"{"tagged": [], "adjacent": {"kind": "Shown", "content": {"number": 1}}}"#), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - adjacent.kind: expected "Read", got "Shown"
    "#);
}
