use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::call::places::Places;
use crate::call::wire::{self, WireFields};

/// Returns the texts of the items or entries of a text, by `serde_json`.
fn inside(text: &str) -> Vec<String> {
    let text_of = |part: &RawValue| part.get().to_owned();
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        return items.into_iter().map(text_of).collect();
    }
    // The keys of these texts are sorted and unique.
    let entries = serde_json::from_str::<BTreeMap<String, &RawValue>>(text);
    let entries = entries.unwrap_or_default().into_iter();
    entries
        .flat_map(|(key, value)| [format!("{key:?}"), value.get().to_owned()])
        .collect()
}

#[track_caller]
fn agree_below(places: &Places<'_>, number: usize) {
    let source = places.source(number);
    let numbers: Vec<usize> = places.children(number).collect();
    let sources: Vec<&str> = numbers.iter().map(|part| places.source(*part)).collect();
    assert_eq!(sources, inside(source), "{source}");
    for part in numbers {
        agree_below(places, part);
    }
}

#[test]
fn all_values_are_found_where_serde_json_finds_them() {
    let text =
        r#" {"a" : [1, -2.5e3 ,[ ], {} ,"x\"]\u00e9"], "b":{"c":null,"d":[[true],false]}, "e":0} "#;
    let places = Places::of(text).expect("it is JSON");
    assert_eq!(places.source(0), text.trim());
    agree_below(&places, 0);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Places::of(&deep).is_some());
    assert!(Places::of(&deep[1..]).is_none());
}

#[test]
fn keys_are_found_however_they_are_written() {
    let places =
        wire::parse_object(r#"{"a": 1, "\u006eame": "b", "a": 2, "\ud800": 3, "c": null}"#);
    let places = places.expect("an object");
    let fields = WireFields::of(&places);
    assert!(fields.is("name", "b"));
    assert_eq!(fields.index("a"), Some(2));
    assert!(fields.names("c") && !fields.has("c"));
    assert!(!fields.only(&["a", "name", "c"]));
}

fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "\\", "u00e9", "u12", "n", "/", "-", "0",
        "12", ".5", "e1", "E+", "true", "fals", "null", " ", "\n", "\t", "é", "\u{1}", "\"b\":",
    ])
}

proptest! {
    #[test]
    fn accepts_the_json_that_serde_json_accepts(pieces in prop::collection::vec(piece(), 0..12)) {
        let text = pieces.concat();
        let is_json = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        prop_assert_eq!(Places::of(&text).is_some(), is_json, "{}", text);
    }
}
