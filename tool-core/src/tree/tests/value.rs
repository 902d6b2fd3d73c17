use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::tree;
use crate::issue::JsonType;
use crate::tree::{ByValue, Tree};

fn shown(text: &str) -> String {
    tree(text).received().text
}

fn count_values(texts: [&str; 2]) -> usize {
    let trees = texts.map(tree);
    trees.iter().map(ByValue).collect::<HashSet<_>>().len()
}

#[test]
fn numbers_become_what_serde_json_holds() {
    for text in [
        "1",
        "-1",
        "18446744073709551615",
        "-9223372036854775808",
        "18446744073709551616",
        "1.0",
        "-0",
        "1e2",
    ] {
        let expected: Value = serde_json::from_str(text).unwrap();
        assert_eq!(tree(text).to_value(), expected, "{text}");
    }
    assert_eq!(tree("1e400").to_value(), json!("1e400"));
}

#[test]
fn reports_types_of_values() {
    for (text, json_type) in [
        ("null", JsonType::Null),
        ("true", JsonType::Boolean),
        ("1.0", JsonType::Integer),
        ("1e400", JsonType::Integer),
        ("1.5", JsonType::Number),
        ("\"\"", JsonType::String),
        ("[]", JsonType::Array),
        ("{}", JsonType::Object),
    ] {
        assert_eq!(tree(text).json_type(), json_type, "{text}");
    }
}

#[test]
fn sameness_is_that_of_json() {
    for (a, b) in [
        ("1", "1.0"),
        ("[1e2]", "[100]"),
        (r#"{"a":1,"b":[2]}"#, r#"{"b":[2.0],"a":1}"#),
        ("null", "null"),
        ("-0.0", "0e7"),
        ("10e399", "1e400"),
        (
            "1e99999999999999999999999999999999999999999999",
            "1.0e99999999999999999999999999999999999999999999",
        ),
        (
            r#"{"x":0,"a":1,"b":2,"c":3}"#,
            r#"{"x":0,"c":3,"b":2,"a":1}"#,
        ),
    ] {
        assert!(tree(a).is_same(&tree(b)), "{a} {b}");
        assert_eq!(count_values([a, b]), 1, "{a} {b}");
    }
    for (a, b) in [
        ("1", "\"1\""),
        ("[1]", "[1,1]"),
        (r#"{"a":1}"#, r#"{"b":1}"#),
        (r#"{"a":1,"b":2}"#, r#"{"b":1,"a":2}"#),
        ("9007199254740992", "9007199254740993"),
        ("[]", "{}"),
        ("true", "false"),
    ] {
        assert!(!tree(a).is_same(&tree(b)), "{a} {b}");
        assert_eq!(count_values([a, b]), 2, "{a} {b}");
    }
}

#[test]
fn shortens_a_long_received_value() {
    assert_eq!(
        shown(r#" { "a" : [ 1.50, "x\n\u0001" ] } "#),
        r#"{"a":[1.50,"x\n\u0001"]}"#
    );
    let exactly = format!("\"{}\"", "ä".repeat(38));
    assert_eq!(shown(&exactly), exactly);
    let longer = format!("\"{}\"", "ä".repeat(39));
    assert_eq!(shown(&longer), format!("\"{}…", "ä".repeat(39)));
    let long = format!("[{}1]", "1,".repeat(100_000));
    assert_eq!(shown(&long), format!("[{}1…", "1,".repeat(19)));
}

#[test]
fn a_wide_object_is_taken_over_in_order() {
    let text = r#"{"z":1,"a":{"y":[],"b":null}}"#;
    assert_eq!(tree(text).into_value().to_string(), text);
    assert_eq!(tree(text).into_owned().into_value().to_string(), text);
}

proptest! {
    #[test]
    fn a_value_survives_the_way_through_a_tree(value in crate::json::tests::laws::values()) {
        prop_assert_eq!(Tree::from(&value).to_value(), value.clone());
        prop_assert!(Tree::from(&value).is_same(&tree(&value.to_string())));
        prop_assert_eq!(Tree::from(&value).into_owned().into_value(), value);
    }
}
