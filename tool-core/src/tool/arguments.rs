use serde_json::{Map, Value};

use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree};

/// The arguments as received.
///
/// ```
/// use tool_core::{Arguments, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// assert_eq!(error.received(), &Arguments::from(r#"{"seconds": "ten"}"#));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments {
    /// Raw text.
    Text(String),
    /// A JSON value.
    Value(Value),
}

impl Arguments {
    /// Returns the arguments as an object, which every provider accepts in the history of a
    /// conversation.
    ///
    /// Returns the received object, or an empty object for blank text. Any other input becomes
    /// `{"raw": ..}`: a value that is not an object, text that is not JSON or is truncated, and
    /// text that a [`Value`] cannot represent exactly (a duplicate key, or a number with too
    /// many digits).
    ///
    /// ```
    /// use tool_core::{Arguments, json};
    ///
    /// let object = |text: &str| Arguments::Text(text.to_owned()).to_object();
    /// assert_eq!(json!(object(r#"{"path": "a"}"#)), json!({"path": "a"}));
    /// assert_eq!(json!(object(r#"{"path": "#)), json!({"raw": "{\"path\": "}));
    /// assert_eq!(json!(object("")), json!({}));
    /// ```
    #[must_use]
    pub fn to_object(&self) -> Map<String, Value> {
        let raw = match self {
            Self::Value(Value::Object(fields)) => return fields.clone(),
            Self::Value(value) => value.clone(),
            Self::Text(text) if text.trim().is_empty() => return Map::new(),
            Self::Text(text) => match parse_exact(text) {
                Some(Value::Object(fields)) => return fields,
                _ => Value::from(text.as_str()),
            },
        };
        let mut object = Map::new();
        object.insert("raw".to_owned(), raw);
        object
    }
}

impl From<String> for Arguments {
    fn from(raw: String) -> Self {
        Self::Text(raw)
    }
}

impl From<&str> for Arguments {
    fn from(raw: &str) -> Self {
        Self::Text(raw.to_owned())
    }
}

impl From<Value> for Arguments {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

/// Returns whether two texts are equal as JSON, even if a [`Value`] cannot represent them.
#[cfg(feature = "answers")]
pub(crate) fn is_same_json(one: &str, other: &str) -> bool {
    let read = |text| {
        let mut intake = ParseContext::new(&Limits::default(), false);
        let tree = parse(text, Tolerance::STRICT, &mut intake);
        tree.filter(|_| intake.issues.is_empty())
    };
    read(one).is_some_and(|one| read(other).is_some_and(|other| one.is_same(&other)))
}

/// Returns the text as a value if the value represents it exactly.
fn parse_exact(text: &str) -> Option<Value> {
    let mut intake = ParseContext::new(&Limits::default(), false);
    let tree = parse(text, Tolerance::STRICT, &mut intake)?;
    let value = tree.to_value();
    let is_whole = intake.issues.is_empty() && Tree::from(&value).is_same(&tree);
    is_whole.then_some(value)
}
