use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::issue::{Path, Rule, RuleClass};

/// One recorded change to the received arguments.
///
/// Serializes with the class of its rule, to mark guesses in a log.
///
/// ```
/// use tool_core::rules::Rule;
/// use tool_core::{Tool, json};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reading = Wait::definition().reader().read::<Wait>(r#"{"seconds": "5"}"#)?;
/// let repair = &reading.repairs[0];
/// assert_eq!((repair.path.to_string().as_str(), repair.rule), ("seconds", Rule::StringToNumber));
/// assert_eq!((&repair.before, &repair.after), (&json!("5"), &Some(json!(5))));
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The path of the value after the repair. For a dropped value, its path before the repair.
    pub path: Path,
    /// The rule that made the repair.
    pub rule: Rule,
    /// The received value, or the received key for [`Rule::PropertyName`] and
    /// [`Rule::RenamedKey`].
    pub before: Value,
    /// The value after the repair. `None` if it was dropped.
    pub after: Option<Value>,
}

impl Repair {
    /// Creates a repair without details, for callers that only need its rule.
    pub(crate) fn unrecorded(rule: Rule) -> Self {
        Self {
            path: Path::root(),
            rule,
            before: Value::Null,
            after: None,
        }
    }

    /// Returns whether the repair is a guess.
    #[must_use]
    pub fn class(&self) -> RuleClass {
        self.rule.class()
    }

    /// Replaces the repaired value with the received one, if the two differ.
    pub(crate) fn report_as_sent(&mut self, sent: &Value) {
        let (path, place) = self.path.follow(sent);
        let is_there = path == self.path;
        let was_sent = match self.rule {
            // `before` is the key, not the value.
            Rule::PropertyName | Rule::RenamedKey => self.before.as_str().is_some_and(|key| {
                self.path.segments().len() <= path.segments().len() + 1 && place.get(key).is_some()
            }),
            _ => is_there && *place == self.before,
        };
        if !was_sent {
            self.before = if is_there { place.clone() } else { Value::Null };
            self.after = self.after.take().map(|_| Value::Null);
            self.path = path;
        }
    }
}

impl Serialize for Repair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut repair = serializer.serialize_struct("Repair", 5)?;
        repair.serialize_field("path", &self.path)?;
        repair.serialize_field("rule", &self.rule)?;
        repair.serialize_field("class", &self.class())?;
        repair.serialize_field("before", &self.before)?;
        repair.serialize_field("after", &self.after)?;
        repair.end()
    }
}

/// An undeclared key of an open object. The key is valid, but it is often a misspelt name.
///
/// ```
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// #[tool(open)]
/// struct Wait {
///     #[serde(default)]
///     seconds: u32,
/// }
///
/// let reading = Wait::definition().reader().read::<Wait>(r#"{"second": 5}"#)?;
/// let ignored = &reading.ignored[0];
/// assert_eq!(ignored.path.to_string(), "second");
/// assert_eq!(ignored.nearest.as_deref(), Some("seconds"));
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Ignored {
    /// The path of the key.
    pub path: Path,
    /// The declared name that is most similar to the key, or that the object under the key
    /// contains, if it is absent from the call.
    pub nearest: Option<String>,
}
