//! Types with one name in one tool. schemars would give each the schema of the first.
#![expect(dead_code, reason = "only the schemas are used")]

use insta::assert_snapshot;
use serde_json::json;
use tool_core::{SchemaError, Tool, ToolArg};

/// Returns the words of an error, without the numbers of lines.
fn describe(error: &SchemaError) -> String {
    let text = error.to_string().replace('\\', "/");
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Declares a field whose type is local to a block, as macros write it.
macro_rules! local {
    ($alias:ident, $field:ident: $of:ty) => {
        trait $alias {
            type Of;
        }
        const _: () = {
            #[derive(Debug, ToolArg)]
            struct Value {
                $field: $of,
            }
            impl $alias for () {
                type Of = Value;
            }
        };
    };
}

local!(First, text: String);
local!(Second, number: i64);

/// A tool.
#[derive(Debug, Tool)]
struct Blocks {
    first: <() as First>::Of,
    second: Vec<<() as Second>::Of>,
}

/// A tool.
#[derive(Debug, Tool)]
struct OneBlock {
    first: <() as First>::Of,
    second: Option<<() as First>::Of>,
}

#[test]
fn rejects_types_of_two_blocks_with_one_name() {
    let error = Blocks::try_definition().expect_err("the names are equal");
    assert_snapshot!(describe(&error), @"the schema of tool `blocks`, of the type `Blocks`, cannot be used: the types `all::types_of_one_name::Value` (tests/types_of_one_name.rs::) and `all::types_of_one_name::Value` (tests/types_of_one_name.rs::) have one name, so the second would get the schema of the first; give one of them another name in Rust");
}

#[test]
fn reads_one_type_in_several_fields() {
    let call = json!({"first": {"text": "a"}, "second": {"text": "b"}});
    assert!(OneBlock::parse(&call).is_ok());
}

#[derive(Debug, ToolArg)]
#[serde(rename = "Inner")]
struct Text {
    text: String,
}

#[derive(Debug, ToolArg)]
#[serde(rename = "Inner")]
struct Number {
    number: i64,
}

#[derive(Debug, ToolArg)]
#[schemars(rename = "OtherInner")]
struct Other {
    number: i64,
}

/// A tool.
#[derive(Debug, Tool)]
struct Renamed {
    text: Text,
    numbers: Option<Vec<Number>>,
}

/// A tool.
#[derive(Debug, Tool)]
struct RenamedApart {
    text: Text,
    numbers: Option<Vec<Other>>,
}

#[test]
fn rejects_types_that_are_renamed_to_one_name() {
    let error = Renamed::try_definition().expect_err("the names are equal");
    assert_snapshot!(describe(&error), @r#"the schema of tool `renamed`, of the type `Renamed`, cannot be used: the types `all::types_of_one_name::Text` (tests/types_of_one_name.rs::) and `all::types_of_one_name::Number` (tests/types_of_one_name.rs::) have one name, so the second would get the schema of the first; give one of them another name, for example by `#[schemars(rename = "..")]`"#);
}

#[test]
fn reads_types_that_are_renamed_to_different_names() {
    let call = json!({"text": {"text": "a"}, "numbers": [{"number": 1}]});
    let read = RenamedApart::parse(&call).expect("it is valid");
    assert_eq!(
        (
            read.text.text.as_str(),
            read.numbers.map(|all| all[0].number)
        ),
        ("a", Some(1))
    );
}

#[expect(
    non_local_definitions,
    reason = "the trait gives the local types to the tool"
)]
#[test]
fn rejects_types_of_two_functions_with_one_name() {
    trait Inner {
        type Of;
    }
    struct A;
    struct B;
    fn first() {
        #[derive(Debug, ToolArg)]
        struct Range {
            from: u8,
        }
        impl Inner for A {
            type Of = Range;
        }
    }
    fn second() {
        #[derive(Debug, ToolArg)]
        struct Range {
            until: String,
        }
        impl Inner for B {
            type Of = Range;
        }
    }
    /// A tool.
    #[derive(Debug, Tool)]
    struct Ranges {
        a: <A as Inner>::Of,
        b: <B as Inner>::Of,
    }
    first();
    second();
    let error = Ranges::try_definition().expect_err("the names are equal");
    assert_snapshot!(describe(&error), @r#"the schema of tool `ranges`, of the type `Ranges`, cannot be used: the types `all::types_of_one_name::Range` (tests/types_of_one_name.rs::) and `all::types_of_one_name::Range` (tests/types_of_one_name.rs::) have one name, so the second would get the schema of the first; give one of them another name, for example by `#[schemars(rename = "..")]`"#);
}

mod inner {
    use tool_core::ToolArg;

    #[derive(Debug, ToolArg)]
    pub(super) struct Text {
        pub(super) until: i64,
    }
}

/// A tool.
#[derive(Debug, Tool)]
struct Modules {
    first: Text,
    second: Box<inner::Text>,
}

#[test]
fn reads_types_of_two_modules_with_one_name() {
    let call = json!({"first": {"text": "a"}, "second": {"until": 1}});
    let read = Modules::parse(&call).expect("it is valid");
    assert_eq!((read.first.text.as_str(), read.second.until), ("a", 1));
    let definitions = &Modules::definition().schema()["$defs"];
    let names: Vec<_> = definitions.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["Inner", "Text"]);
}

#[derive(Debug, ToolArg)]
struct Pair<T> {
    left: T,
    right: T,
}

#[derive(Debug, ToolArg)]
#[serde(transparent)]
struct Transparent(Text);

/// A tool.
#[derive(Debug, Tool)]
struct Generic {
    texts: Pair<Text>,
    numbers: Pair<Other>,
    transparent: Transparent,
    recursive: Option<Node>,
}

#[derive(Debug, ToolArg)]
struct Node {
    text: Text,
    #[serde(default)]
    nodes: Vec<Node>,
}

#[test]
fn reads_one_generic_type_with_several_parameters() {
    let text = json!({"text": "a"});
    let number = json!({"number": 1});
    let call = json!({
        "texts": {"left": text, "right": text},
        "numbers": {"left": number, "right": number},
        "transparent": text,
        "recursive": {"text": text, "nodes": [{"text": text}]},
    });
    let read = Generic::parse(&call).expect("it is valid");
    assert_eq!(read.texts.left.text, "a");
    assert_eq!(read.texts.right.text, "a");
    assert_eq!(read.numbers.left.number + read.numbers.right.number, 2);
    assert_eq!(read.transparent.0.text, "a");
    let node = read.recursive.expect("a node");
    assert_eq!(node.text.text, node.nodes[0].text.text);
    assert!(node.nodes[0].nodes.is_empty());
}
