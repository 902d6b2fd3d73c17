use serde_json::Value;
use tool_core::call::Api;

/// A response or a stream of a real provider.
#[derive(Debug)]
pub struct Recording {
    /// Its name in the list.
    pub id: String,
    /// The API, if it is a known one.
    pub api: Option<Api>,
    /// The body as it came over the wire.
    pub body: Option<String>,
    /// The events, if it is a stream.
    pub events: Vec<String>,
    /// The name and the arguments of each call in it.
    pub calls: Vec<(String, Value)>,
}

/// Returns the recordings in rows of the shared data; none if the data is missing.
///
/// # Panics
///
/// If a row is not a recording, or if the rows contain no call or no stream of a known API.
#[must_use]
pub fn recordings(rows: Option<Vec<Value>>) -> Vec<Recording> {
    let Some(rows) = rows else {
        return Vec::new();
    };
    let recordings: Vec<_> = rows.iter().map(recording).collect();
    let known = || recordings.iter().filter(|of| of.api.is_some());
    assert!(known().any(|of| !of.calls.is_empty()), "no recorded call");
    assert!(
        known().any(|of| !of.events.is_empty()),
        "no recorded stream"
    );
    recordings
}

fn recording(row: &Value) -> Recording {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let items = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let calls = items(&row["expected_calls"])
        .into_iter()
        .filter_map(|call| {
            // Invalid JSON in arguments is written as a list with the text.
            let is_object = call["arguments"].is_object();
            is_object.then(|| Some((text(&call["name"])?, call["arguments"].clone())))?
        });
    Recording {
        id: text(&row["id"]).expect("an id"),
        api: row["api"].as_str().and_then(|api| api.parse().ok()),
        body: text(&row["body"]),
        events: items(&row["events"]).iter().filter_map(text).collect(),
        calls: calls.collect(),
    }
}
