use serde_json::{Map, Value};

use super::Loss;

/// Members for the body of a request, in the format of one provider's API.
///
/// ```
/// use tool_core::json;
/// use tool_core::provider::{Gemini, ToolChoice};
///
/// let fields = Gemini::json_schema().tool_choice(&ToolChoice::tool("search"));
/// let mut request = json!({"toolConfig": {"retrievalConfig": {"languageCode": "de"}}});
/// fields.add_to(&mut request);
/// assert_eq!(
///     request,
///     json!({"toolConfig": {
///         "retrievalConfig": {"languageCode": "de"},
///         "functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["search"]},
///     }}),
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RequestFields {
    pub(super) fields: Map<String, Value>,
    pub(super) losses: Vec<Loss>,
}

impl RequestFields {
    pub(super) fn new(fields: Value, losses: Vec<Loss>) -> Self {
        let fields = match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        Self { fields, losses }
    }

    /// Returns the members, such as `tool_choice`. May be empty.
    #[must_use]
    pub fn as_map(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// Returns what the API cannot express.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Adds the members to the body of a request. Objects are merged, and any other value is
    /// replaced.
    pub fn add_to(&self, request: &mut Value) {
        merge(request, &Value::Object(self.fields.clone()));
    }
}

pub(super) fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from.clone(),
    }
}
