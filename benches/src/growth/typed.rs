//! Types that serde buffers, types that reject values of their schema, and types with checks.

use std::hint::black_box;

use tool_core::feedback::Style;
use tool_core::{Definition, Issues, Tool, ToolArg};

use super::Case;
use super::texts::{listed, nested, numbered, object};

macro_rules! typed {
    ($($name:literal: $type:ty, $text:expr;)+) => {
        pub(super) const CASES: &[Case] = &[$(Case {
            name: $name,
            schema: |_| object(),
            text: $text,
            work: parsed::<$type>,
        }),+];
    };
}

/// Depth of the nested cases. Reading copies the values below each level.
const DEPTH: usize = 50;

typed! {
    "nested tagged": TaggedTool, |n| {
        trees(n, r#"{"kind": "branch", "next": "#, r#"{"kind": "leaf", "value": 3}"#)
    };
    "nested flatten": FlatTool, |n| trees(n, r#"{"next": "#, r#"{"value": 3}"#);
    "many failed checks": CheckedTool, |n| listed(&vec![r#"{"value": 13}"#; n]);
    "a hundred failed checks": CheckedTool, |n| {
        listed(&(0..n).map(checked_value).collect::<Vec<_>>())
    };
    "many failed checks in tagged": TaggedChecksTool, |n| {
        listed(&vec![r#"{"kind": "checked", "value": 13}"#; n])
    };
    "nested failed checks": NestedChecksTool, |n| {
        trees(n, r#"{"kind": "branch", "next": "#, r#"{"kind": "leaf", "value": 13}"#)
    };
    "refused forms": FormsTool, |n| listed(&vec![r#"{"value": 4}"#; n]);
    "refused forms in tagged": TaggedFormsTool, |n| {
        let forms = numbered(n, |_| r#"{"value": 4}, "#.to_owned());
        format!(r#"{{"a": {{"kind": "forms", "forms": [{}]}}}}"#, forms.trim_end_matches(", "))
    };
    "refused forms, nested in tagged": TaggedPickyTool, |n| {
        let deep = format!("{}5{}", r#"{"next": "#.repeat(DEPTH), "}".repeat(DEPTH));
        let forms = vec![deep; n / DEPTH].join(", ");
        format!(r#"{{"a": {{"kind": "forms", "forms": [{forms}]}}}}"#)
    };
}

/// Makes trees with `n` values in total. The last tree has a rejected leaf.
fn trees(n: usize, branch: &str, leaf: &str) -> String {
    let tree = nested(branch, "}", DEPTH).replacen(
        &"}".repeat(DEPTH),
        &format!("{leaf}{}", "}".repeat(DEPTH)),
        1,
    );
    listed(&vec![tree; n / DEPTH])
}

fn checked_value(number: usize) -> &'static str {
    if number < 100 {
        r#"{"value": 13}"#
    } else {
        r#"{"value": 1}"#
    }
}

fn parsed<T: Tool>(_: &Definition, text: &str) {
    if let Err(error) = black_box(T::parse(black_box(text))) {
        black_box((
            error.to_string(),
            error.render(Style::Annotated),
            error.payload(),
        ));
    }
}

#[derive(Debug, ToolArg)]
#[serde(try_from = "u8")]
struct Even;

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) {
            Ok(Self)
        } else {
            Err("must be even".to_owned())
        }
    }
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct TaggedTool {
    a: Vec<TaggedTree>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only read into")]
enum TaggedTree {
    Branch { next: Box<TaggedTree> },
    Leaf { value: Even },
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct FlatTool {
    a: Vec<FlatTree>,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "it is only read into")]
struct FlatTree {
    #[serde(flatten)]
    own: FlatProperties,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "it is only read into")]
struct FlatProperties {
    next: Option<Box<FlatTree>>,
    value: Option<Even>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive asks for it")]
fn not_thirteen(number: &u8, issues: &mut Issues) {
    if *number == 13 {
        issues.add("", "must not be 13");
    }
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct CheckedTool {
    a: Vec<Checked>,
}

#[derive(Debug, ToolArg)]
struct Checked {
    #[tool(check = not_thirteen)]
    value: u8,
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct TaggedChecksTool {
    a: Vec<TaggedChecks>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only read into")]
enum TaggedChecks {
    Checked(Checked),
    Free,
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct NestedChecksTool {
    a: Vec<NestedChecks>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only read into")]
enum NestedChecks {
    Branch {
        next: Box<NestedChecks>,
    },
    Leaf {
        #[tool(check = not_thirteen)]
        value: u8,
    },
}

/// A type that accepts only one number. Its schema does not express that.
macro_rules! only {
    ($($name:ident: $number:literal;)+) => {$(
        #[derive(Debug, ToolArg)]
        #[serde(try_from = "u8")]
        struct $name;

        impl TryFrom<u8> for $name {
            type Error = String;

            fn try_from(number: u8) -> Result<Self, String> {
                (number == $number).then_some(Self).ok_or_else(|| "is another".to_owned())
            }
        }
    )+};
}

only! { Zero: 0; One: 1; Two: 2; Three: 3; Four: 4; }

#[derive(Debug, ToolArg)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is only read into")]
enum Forms {
    Zero { value: Zero },
    One { value: One },
    Two { value: Two },
    Three { value: Three },
    Four { value: Four },
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct FormsTool {
    a: Vec<Forms>,
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct TaggedFormsTool {
    a: TaggedForms,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only read into")]
enum TaggedForms {
    Forms { forms: Vec<Forms> },
    Free,
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "it is only read into")]
struct TaggedPickyTool {
    a: TaggedPicky,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is only read into")]
enum TaggedPicky {
    Forms { forms: Vec<Nested> },
    Free,
}

/// A form that is always rejected after its content was read.
#[derive(Debug, ToolArg)]
#[serde(try_from = "Link")]
struct Picky;

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "it is only read into")]
struct Link {
    next: Box<Nested>,
}

impl TryFrom<Link> for Picky {
    type Error = String;

    fn try_from(_: Link) -> Result<Self, String> {
        Err("is never right".to_owned())
    }
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is only read into")]
enum Nested {
    Picky(Picky),
    Loose { next: Box<Nested> },
    End(u8),
}
