use proptest::prelude::*;
use serde_json::Value;

use super::{tape, tree};
use crate::issue::{IssueKind, Limit};
use crate::json::{Parsed, Tolerance, read};
use crate::limits::Limits;
use crate::tape::Tape;
use crate::tree::Intake;

/// Whether a key stands twice.
fn repeats(text: &str) -> bool {
    let mut intake = Intake::new(&Limits::default(), true);
    match read(text, Tolerance::STANDARD, &mut intake) {
        Some(Parsed::Tape(tape)) => tape.root().holds_repeats(),
        _ => panic!("{text}: {:?}", intake.issues),
    }
}

#[test]
fn a_key_that_stands_twice_is_seen_in_any_object() {
    let many = |count: usize, last: &str| {
        let keys = (0..count).map(|number| format!(r#""k{number}":[{{"k1":1}}],"#));
        format!("{{{}{last}:1}}", keys.collect::<String>())
    };
    for text in [
        r#"{"a":1,"a":1}"#,
        r#"{"a":{"b":1},"c":[],"a":2}"#,
        r#"[{"b":{"a":1,"b":2,"a":3}}]"#,
        r#"{"a":1,"\u0061":1}"#,
        r#"{"":1,"":1}"#,
        &many(15, "\"k0\""),
        &many(16, "\"k15\""),
        &many(100, "\"k99\""),
    ] {
        assert!(repeats(text), "{text}");
    }
    for text in [
        r#"{"a":{"a":1},"b":{"a":1}}"#,
        r#"[{"a":1},{"a":1}]"#,
        r#"{"ab":1,"bb":2,"aab":3,"abb":4}"#,
        &many(100, "\"k100\""),
    ] {
        assert!(!repeats(text), "{text}");
    }
}

#[test]
fn a_limit_tells_the_path_of_the_value_that_is_too_much() {
    for (text, depth, nodes, path) in [
        ("{}", 0, 9, ""),
        (r#"{"a":[1,[2]]}"#, 2, 99, "a[1]"),
        (r#"{"x":{"y":1},"a":[[],{},[2]]}"#, 99, 6, "a[2]"),
        (r#"{"x":1,"a":{"b":{"c":{"d":[]}}}}"#, 4, 99, "a.b.c.d"),
        ("[1,2,3]", 9, 3, "[2]"),
        (r#"{"a":{"\u0062":1}}"#, 9, 2, "a.b"),
        ("1", 9, 0, ""),
    ] {
        let limits = Limits::default().depth(depth).nodes(nodes);
        let mut intake = Intake::new(&limits, false);
        assert!(read(text, Tolerance::STRICT, &mut intake).is_none());
        let told = intake.issues.first().expect("the limit");
        assert_eq!(told.path.to_string(), path, "{text}");
        assert!(matches!(
            told.kind,
            IssueKind::Limit {
                limit: Limit::Depth | Limit::Nodes,
                ..
            }
        ));
    }
}

proptest! {
    #[test]
    fn a_tape_holds_what_its_text_and_its_tree_hold(value in crate::json::tests::laws::values()) {
        let text = value.to_string();
        let by_text = tape(&text);
        prop_assert_eq!(&by_text.tree(&mut Intake::unlimited()).to_value(), &value);
        let by_tree = Tape::of(&tree(&text)).expect("it is short");
        prop_assert_eq!(&by_tree.tree(&mut Intake::unlimited()).to_value(), &value);
        prop_assert_eq!(by_tree.read::<Value>().ok(), Some(value));
    }
}
