use serde_json::{Map, Value};

use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree};

/// The arguments as they were received.
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
    /// The arguments as an object, which every provider takes back as those of a call
    /// in the history.
    ///
    /// That is the object that was sent, an empty one where no text was sent, and
    /// `{"raw": ..}` around anything else: text that is not JSON, or was cut off, or
    /// that a [`Value`] would not hold as it was sent (a key twice, a number of too
    /// many digits), and a value that is no object.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Arguments;
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
            Self::Text(text) => match held(text) {
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

/// Whether two texts are equal as JSON, also where a [`Value`] would not hold them.
pub(crate) fn same_json(one: &str, other: &str) -> bool {
    let read = |text| {
        let mut intake = ParseContext::new(&Limits::default(), false);
        let tree = parse(text, Tolerance::STRICT, &mut intake);
        tree.filter(|_| intake.issues.is_empty())
    };
    read(one).is_some_and(|one| read(other).is_some_and(|other| one.same(&other)))
}

/// The text as a value, if that holds all of it.
fn held(text: &str) -> Option<Value> {
    let mut intake = ParseContext::new(&Limits::default(), false);
    let tree = parse(text, Tolerance::STRICT, &mut intake)?;
    let value = tree.to_value();
    let is_whole = intake.issues.is_empty() && Tree::from(&value).same(&tree);
    is_whole.then_some(value)
}
