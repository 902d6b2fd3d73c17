//! Broken JSON on whose repair several engines agree, from the shared data.
//!
//! Agreement of the engines does not prove a repair. If our rules differ, `repair_core.txt` lists
//! the row with the reason. *Never*, *generous* and *no rule*: the text is rejected. *Rule*: it is
//! read as something else.

use std::collections::HashMap;

use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::{Definition, Finish, Input};

const DIFFERENCES: &str = include_str!("repair_core.txt");

#[test]
fn repairs_agree_with_other_engines_or_have_a_listed_reason() {
    let Some(rows) = shared_rows("repair_core.jsonl") else {
        return;
    };
    let mut reasons = reasons();
    for row in rows {
        let id = row["id"].as_str().expect("a name");
        let wanted = (row["outcome"] == "value").then_some(&row["expected"]);
        let read = read(row["raw"].as_str().expect("a text"));
        let reason = reasons.remove(id);
        if agree(read.as_ref(), wanted) {
            assert_eq!(reason, None, "{id} is read as the engines do");
            continue;
        }
        let reason = reason.unwrap_or_else(|| panic!("{row} is read as {read:?}"));
        let is_rule = reason.starts_with("rule,");
        assert_eq!(
            is_rule,
            read.is_some(),
            "{row} is read as {read:?}: {reason}"
        );
    }
    assert!(reasons.is_empty(), "rows that are no more: {reasons:?}");
}

/// The reason of each row that is not read as the engines do.
fn reasons() -> HashMap<&'static str, &'static str> {
    let mut reason = "";
    let mut reasons = HashMap::new();
    for line in DIFFERENCES.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("# ") {
            Some(next) => reason = next,
            None => assert_eq!(reasons.insert(line, reason), None, "{line}"),
        }
    }
    reasons
}

/// The engines treat the whole text as the arguments.
fn read(raw: &str) -> Option<Value> {
    let definition = Definition::new("tool", "A tool.", json!({})).expect("a usable schema");
    definition
        .parse(Input::from(raw).finish(Finish::Complete))
        .ok()
}

fn agree(read: Option<&Value>, wanted: Option<&Value>) -> bool {
    match (read, wanted) {
        (Some(read), Some(wanted)) => same(read, wanted),
        (read, wanted) => read.is_none() && wanted.is_none(),
    }
}

/// Returns true if two values are equal. `-0` and `0.0` are one number.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            let is_in_right = |(key, value)| right.get(key).is_some_and(|other| same(value, other));
            left.len() == right.len() && left.iter().all(is_in_right)
        }
        (left, right) => left == right,
    }
}
