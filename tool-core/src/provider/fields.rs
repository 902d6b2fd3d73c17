use serde_json::{Map, Value};

use super::Loss;

/// Fields of a request body in the form of one provider's API, and the parts that the API lacks.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{Bedrock, ToolChoice};
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let exports = Bedrock::converse().export_all([&wait]).complete()?;
///
/// let mut body = json!({"messages": []});
/// exports.fields().add_to(&mut body);
/// exports.choose(&ToolChoice::required())?.add_to(&mut body);
/// assert_eq!(body["toolConfig"]["tools"][0]["toolSpec"]["name"], "wait");
/// assert_eq!(body["toolConfig"]["toolChoice"], json!({"any": {}}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestFields {
    body: Map<String, Value>,
    losses: Vec<Loss>,
}

impl RequestFields {
    /// Returns the fields of the body.
    #[must_use]
    pub fn body(&self) -> &Map<String, Value> {
        &self.body
    }

    /// Returns the parts that the API cannot express.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Adds the fields to the body of a request. Objects such as `generationConfig` are merged, and
    /// any other field is overwritten. Does nothing if the body is not an object.
    pub fn add_to(&self, body: &mut Value) {
        if let Value::Object(body) = body {
            merge(body, &self.body);
        }
    }

    /// Sets the value at a path of keys.
    pub(super) fn set(&mut self, path: &[&str], value: Value) {
        let value = path.iter().rev().fold(value, |value, key| {
            Value::Object(Map::from_iter([((*key).to_owned(), value)]))
        });
        if let Value::Object(value) = value {
            merge(&mut self.body, &value);
        }
    }

    pub(super) fn lose(&mut self, loss: Loss) {
        self.losses.push(loss);
    }

    pub(super) fn extend(&mut self, other: Self) {
        merge(&mut self.body, &other.body);
        self.losses.extend(other.losses);
    }
}

fn merge(into: &mut Map<String, Value>, from: &Map<String, Value>) {
    for (key, value) in from {
        match (into.get_mut(key), value) {
            (Some(Value::Object(into)), Value::Object(value)) => merge(into, value),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
