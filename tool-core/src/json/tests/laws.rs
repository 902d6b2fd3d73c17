//! Properties of the reader for every text.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{fault, parse, strict};
use crate::issue::IssueKind;
use crate::json::Tolerance;
use crate::limits::Limits;

/// Generates small JSON values.
pub(crate) fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1_000_000_i32..1_000_000).prop_map(|n| Value::from(f64::from(n) / 64.0)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 20, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..20).prop_map(Value::from),
            prop::collection::vec((".{0,6}", inner), 0..20)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// Generates text that resembles JSON.
fn almost() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", " ", "\"a\"", "\"b\\n\"", "\"c", "\"", "1", "-0", "1.5e3",
        "01", "1.", "true", "null", "tru", "\t", "\\", "ä", "\u{1}", "'x'", "None", "{\"k\":",
        "[[", "]]", "\"d\":",
    ]);
    prop::collection::vec(token, 0..16).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn reads_printed_values_back(value in values()) {
        let compact = value.to_string();
        prop_assert_eq!(strict(&compact).tree.map(|t| t.to_value()), Some(value.clone()));
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(strict(&pretty).tree.map(crate::tree::Tree::into_value), Some(value));
    }

    #[test]
    fn a_cut_text_is_never_read(value in values(), cut in any::<prop::sample::Index>()) {
        let text = json!({ "a": value }).to_string();
        let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
        let end = borders[cut.index(borders.len())];
        prop_assert_eq!(fault(&text[..end], Tolerance::EMBEDDED), "truncated");
    }

    #[test]
    fn nothing_panics(text in any::<String>(), near in almost()) {
        for text in [&text, &near] {
            for tolerance in [Tolerance::STRICT, Tolerance::STANDARD, Tolerance::EMBEDDED] {
                let parsed = parse(text, tolerance, &Limits::default());
                prop_assert!(parsed.tree.is_some() || !parsed.issues.is_empty());
            }
        }
    }

    #[test]
    fn strict_agrees_with_serde_json(text in almost()) {
        let parsed = strict(&text);
        match serde_json::from_str::<Value>(&text) {
            Ok(value) => {
                let tree = parsed.tree.map(|t| t.to_value());
                let twice = |i: &crate::issue::Issue| i.kind == IssueKind::DuplicateKey;
                prop_assert!(parsed.issues.iter().all(twice));
                prop_assert!(tree == Some(value) || !parsed.issues.is_empty());
            }
            // The syntax is valid; a number out of range is reported separately.
            Err(error) if error.to_string().starts_with("number out of range") => {}
            Err(_) => prop_assert!(parsed.tree.is_none()),
        }
    }
}
