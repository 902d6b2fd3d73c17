use serde::Serialize;
use serde_json::Value;

use crate::issue::{JsonType, Path};

/// The value at the path of an issue: its type and its text, which is cut if it is long.
///
/// ```
/// use tool_core::issue::JsonType;
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": [1, 2]}"#).unwrap_err();
/// let received = error.issues()[0].received.as_ref().unwrap();
/// assert_eq!((received.json_type, received.text.as_str()), (JsonType::Array, "[1,2]"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Received {
    /// The type of the received value.
    #[serde(rename = "type")]
    pub json_type: JsonType,
    /// The value as JSON text. A text of more than [`Received::TEXT_LIMIT`] characters is cut
    /// and ends in `…`.
    pub text: String,
}

impl Received {
    /// Maximum number of characters of a received value.
    pub const TEXT_LIMIT: usize = 40;
}

/// Details about an absent required property.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::issue::IssueKind;
///
/// /// Read a file.
/// #[derive(Debug, Tool)]
/// struct ReadFile {
///     file_path: String,
/// }
///
/// let error = ReadFile::parse(r#"{"path": "a"}"#).unwrap_err();
/// let IssueKind::Required { missing, .. } = &error.issues()[0].kind else {
///     panic!("a required property is absent");
/// };
/// assert_eq!(missing.sent_as.as_ref().unwrap().to_string(), "path");
/// assert_eq!(error.issues().len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Missing {
    /// The allowed values if the property is a tag, in the order of the schema.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Value>,
    /// The shape of an array or object: `array of {start: integer}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The path of the value that is probably the missing one: under another key of the same
    /// object, or inside an undeclared key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_as: Option<Path>,
    /// The property whose string contains this property as markup, such as
    /// `<parameter name="status">`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaked_into: Option<String>,
    /// Other undeclared keys of an open object. Only the first absent property of the object
    /// lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Absent optional properties with a name similar to that of an undeclared key, whose value they
    /// take. The key may stand for one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
}

/// Where an undeclared key belongs, or what else a string contains.
///
/// ```
/// use tool_core::issue::Hint;
/// use tool_core::{Tool, ToolArg};
///
/// /// Mark a place.
/// #[derive(Debug, Tool)]
/// struct Mark {
///     at: Point,
/// }
///
/// #[derive(Debug, ToolArg)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// let error = Mark::parse(r#"{"x": 1, "y": 2}"#).unwrap_err();
/// assert_eq!(error.issues()[0].hint, Some(Hint::Inside("at".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Hint {
    /// Inside this property of the same object.
    Inside(String),
    /// Inside one of these properties of the same object. Each declares the key.
    InsideOneOf(Vec<String>),
    /// Inside an item of this property of the same object.
    InsideItem(String),
    /// Beside the property with this name, in the nearest object around it that declares the key.
    Beside(String),
    /// Beside a property, one level up, or inside one of the properties of the same object. Both
    /// places declare the key.
    BesideOrInside {
        /// The property one level up.
        beside: String,
        /// The properties of the same object.
        inner: Vec<String>,
    },
    /// Only in these forms of the object: `mode "window"`.
    OnlyWith(String),
    /// Only in these forms of the object, or beside a property, one level up.
    OnlyWithOrBeside {
        /// The forms: `mode "window"`.
        forms: String,
        /// The property one level up.
        beside: String,
    },
    /// Only in these forms of the object, or inside one of the properties of the same object.
    OnlyWithOrInside {
        /// The forms: `mode "window"`.
        forms: String,
        /// The properties of the same object.
        inner: Vec<String>,
    },
    /// Beside the key: its value is an object that contains properties of the object around it.
    Content,
    /// Under the name of one of these absent properties, if it is meant at all. They take the
    /// value, and their names are equally similar to the key.
    Absent(Vec<String>),
    /// Not a key: the string contains this absent property of the same object as markup, such as
    /// `<parameter name="status">`.
    Markup(String),
}

impl Hint {
    /// Adds the other forms of the object that declare the key. A key that another property
    /// declares too may belong to either.
    pub(crate) fn with_forms(hint: Option<Self>, forms: String) -> Self {
        match hint {
            None | Some(Self::Absent(_)) => Self::OnlyWith(forms),
            Some(Self::Inside(inner)) => Self::OnlyWithOrInside {
                forms,
                inner: vec![inner],
            },
            Some(Self::InsideOneOf(inner)) => Self::OnlyWithOrInside { forms, inner },
            Some(hint) => hint,
        }
    }

    /// Returns the hint for a key that the object around it declares, and these properties too.
    pub(crate) fn beside_or_inside(beside: String, inner: Vec<String>) -> Self {
        if inner.is_empty() {
            Self::Beside(beside)
        } else {
            Self::BesideOrInside { beside, inner }
        }
    }
}

/// The alternatives of a union.
///
/// ```
/// use tool_core::issue::IssueKind;
/// use tool_core::{Tool, ToolArg};
///
/// /// Set the size.
/// #[derive(Debug, Tool)]
/// struct SetSize {
///     size: Size,
/// }
///
/// #[derive(Debug, ToolArg)]
/// #[serde(rename_all = "snake_case")]
/// enum Size {
///     Small,
///     Custom(u32),
/// }
///
/// let error = SetSize::parse(r#"{"size": "custom"}"#).unwrap_err();
/// let IssueKind::Union { alternatives, .. } = &error.issues()[0].kind else {
///     panic!("no alternative of the union accepts the value");
/// };
/// assert_eq!(alternatives.members, ["small"]);
/// assert_eq!(alternatives.forms, [r#"{"custom": integer}"#]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Alternatives {
    /// The constants, in the order of the schema.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Value>,
    /// The types and the shapes of objects: `integer`, `{"custom": integer}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// The constant, or the only key of a form, that is most similar to the value. `None` without
    /// a clear match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Value>,
    /// Keys of the object that no form declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// The fewest properties of the object that do not occur together in any form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mixed: Vec<String>,
}
