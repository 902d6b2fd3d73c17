use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::issue::{Path, Rule, RuleClass};

/// One recorded departure from the arguments as sent.
///
/// Serialised with the class of its rule, so that a log tells guesses from the rest.
///
/// ```
/// use serde_json::json;
/// use tool_core::rules::Rule;
/// use tool_core::Tool;
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
    /// Where the value stands after the repair; for what was dropped, where it stood.
    pub path: Path,
    /// Which rule was applied.
    pub rule: Rule,
    /// What was sent: the value, or the key for [`Rule::PropertyName`] and
    /// [`Rule::RenamedKey`].
    pub before: Value,
    /// What it was read as; nothing where it was dropped.
    pub after: Option<Value>,
}

impl Repair {
    /// One that nobody will see, but for that it was made.
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

    /// Tells of those arguments in the place of what was read, where the two differ.
    pub(crate) fn report_as_sent(&mut self, sent: &Value) {
        let (path, place) = self.path.follow(sent);
        let is_there = path == self.path;
        let was_sent = match self.rule {
            // The key is told of, and not its value.
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

/// A key that an open object holds and the schema does not declare: valid, and
/// yet often a misspelt name.
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
    /// The declared name that is absent from the call and near to the key.
    pub nearest: Option<String>,
}
