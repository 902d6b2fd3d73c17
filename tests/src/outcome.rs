use std::fmt::Debug;

use serde_json::{Value, json};
use tool_core::issue::Issue;
use tool_core::issue::{Ignored, Repair};
use tool_core::{Reading, Tool, ToolArgError};

/// Returns the outcome of a call in standard mode. See [`describe`].
#[must_use]
pub fn read<T: Tool + Debug>(raw: &str) -> String {
    describe(T::definition().reader().read::<T>(raw))
}

/// The outcome of reading as text. The value comes first; then, a line each, `~` the repairs and
/// `?` the keys that are not declared. Without a value, `!` marks the issues with their data.
#[must_use]
pub fn describe<T: Debug>(outcome: Result<Reading<T>, ToolArgError>) -> String {
    let lines: Vec<String> = match outcome {
        Ok(reading) => {
            let value = format!("{:?}", reading.value);
            let repairs = reading.repairs.into_iter().map(repair);
            let ignored = reading.ignored.into_iter().map(|key| ignored(&key));
            [value].into_iter().chain(repairs).chain(ignored).collect()
        }
        Err(error) => error.issues().iter().map(issue).collect(),
    };
    lines.join("\n")
}

fn repair(repair: Repair) -> String {
    let after = repair.after.map(|after| after.to_string());
    let after = after.as_deref().unwrap_or("nothing");
    format!(
        "~ {} {}: {} -> {after}",
        repair.path, repair.rule, repair.before
    )
}

fn ignored(ignored: &Ignored) -> String {
    format!("? {} near {:?}", ignored.path, ignored.nearest)
}

/// `! path code {data} got value`
fn issue(issue: &Issue) -> String {
    let mut data = json!(issue);
    let mut take = |key: &str| data.get_mut(key).map(Value::take).unwrap_or_default();
    let (path, code, received) = (take("path"), take("code"), take("received"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if let Value::Object(fields) = &mut data {
        fields.retain(|_, field| !field.is_null());
    }
    let data = if data == json!({}) {
        String::new()
    } else {
        format!(" {data}")
    };
    let sent = received.get("text").map(text);
    let got = sent.map_or_else(String::new, |sent| format!(" got {sent}"));
    format!("! {} {}{data}{got}", text(&path), text(&code))
}
