use std::fmt::Display;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use crate::issue::{Alternatives, Missing, TypeSet};

// Serde implements `Serialize` for `Arc` only with a feature.
fn serialize_members<S: Serializer>(members: &Arc<[Value]>, to: S) -> Result<S::Ok, S::Error> {
    members.as_ref().serialize(to)
}

/// The kind of an issue, as data. [`feedback`](crate::feedback) formats it as text.
///
/// Serializes with its name in `snake_case` as `code`, next to its fields.
///
/// ```
/// use tool_core::issue::JsonType;
/// use tool_core::issue::IssueKind;
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// let kind = &error.issues()[0].kind;
/// assert!(matches!(kind, IssueKind::Type { expected, .. } if expected.contains(JsonType::Integer)));
/// let json = serde_json::to_value(kind)?;
/// assert_eq!((&json["code"], &json["expected"][0]), (&"type".into(), &"integer".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
pub enum IssueKind {
    /// A required property is absent.
    #[non_exhaustive]
    Required {
        /// The types that the property allows.
        expected: TypeSet,
        /// More details about the property.
        #[serde(flatten)]
        missing: Box<Missing>,
    },
    /// The value has another type than the schema allows.
    #[non_exhaustive]
    Type {
        /// The types that the place allows.
        expected: TypeSet,
        /// The array that the text means: `[80, 8080]` for `"80 8080"`.
        #[serde(skip_serializing_if = "Option::is_none")]
        example: Option<Box<Value>>,
    },
    /// The value is not a member of an `enum` or `const`.
    #[non_exhaustive]
    Enum {
        /// All members, in the order of the schema. Issues of one large enum share them.
        #[serde(serialize_with = "serialize_members")]
        members: Arc<[Value]>,
        /// The member that is most similar to the value. `None` without a clear match.
        nearest: Option<Value>,
    },
    /// The value matches no alternative of a union. If all alternatives are constants, the kind
    /// is [`Enum`](Self::Enum).
    #[non_exhaustive]
    Union {
        /// All alternatives.
        #[serde(flatten)]
        alternatives: Box<Alternatives>,
    },
    /// The number is too small.
    Minimum {
        /// The smallest allowed number.
        minimum: Number,
        /// `true` if the bound itself is not allowed.
        exclusive: bool,
    },
    /// The number is too large.
    Maximum {
        /// The largest allowed number.
        maximum: Number,
        /// `true` if the bound itself is not allowed.
        exclusive: bool,
    },
    /// The number is not a multiple of the divisor.
    MultipleOf {
        /// The divisor.
        divisor: Number,
    },
    /// The schema excludes this number or string, such as 0 for `NonZeroI32`.
    Excluded {
        /// The excluded value.
        excluded: Value,
    },
    /// The type cannot represent the number exactly.
    #[non_exhaustive]
    OutOfRange {
        /// The name of the range. This is the `format` of the schema, such as `uint128`, or
        /// `int64` or `uint64` for a value that is read as JSON.
        format: String,
        /// The minimum of the schema, inclusive.
        #[serde(skip_serializing_if = "Option::is_none")]
        minimum: Option<Number>,
        /// The maximum of the schema, inclusive.
        #[serde(skip_serializing_if = "Option::is_none")]
        maximum: Option<Number>,
    },
    /// An integer is outside 64 bits in a place that allows any value. A JSON value would round
    /// it.
    WideInteger,
    /// The string has too few characters.
    MinLength {
        /// The minimum number of Unicode characters.
        minimum: u64,
    },
    /// The string has too many characters.
    MaxLength {
        /// The maximum number of Unicode characters.
        maximum: u64,
    },
    /// The string does not match a regular expression.
    #[non_exhaustive]
    Pattern {
        /// The expression.
        pattern: String,
    },
    /// The string does not have the declared format.
    #[non_exhaustive]
    Format {
        /// The name of the format in JSON Schema, such as `date-time`.
        format: String,
    },
    /// The number or string violates several constraints.
    Several {
        /// One issue for each constraint, in the order of the checks.
        faults: Vec<IssueKind>,
    },
    /// The array has too few items.
    MinItems {
        /// The minimum number of items.
        minimum: u64,
    },
    /// The array has too many items.
    MaxItems {
        /// The maximum number of items.
        maximum: u64,
    },
    /// The array has too few or too many items of the form that `contains` describes.
    #[non_exhaustive]
    Contains {
        /// The minimum number of such items.
        minimum: u64,
        /// The maximum number of such items.
        maximum: Option<u64>,
        /// The description of the form. Empty if every item has it.
        form: String,
        /// The number of such items in the input.
        count: u64,
    },
    /// Two items of a set are equal. The path is the path of the second item.
    UniqueItems {
        /// The index of the first item.
        first: usize,
    },
    /// The object has too few properties.
    MinProperties {
        /// The minimum number of properties.
        minimum: u64,
    },
    /// The object has too many properties.
    MaxProperties {
        /// The maximum number of properties.
        maximum: u64,
    },
    /// A closed object contains an undeclared key. The path ends in the key.
    #[non_exhaustive]
    UnknownKey {
        /// The declared name that is most similar to the key. `None` without a clear match.
        nearest: Option<String>,
    },
    /// The key of a map is invalid. The path ends in the key, and `received` contains it.
    Key {
        /// The fault of the key.
        fault: Box<IssueKind>,
    },
    /// An object contains a key twice, with different values. The path ends in the key.
    DuplicateKey,
    /// Two keys of an object are spellings of one property. The path ends in the second key.
    AmbiguousKey {
        /// The declared name of that property.
        property: String,
    },
    /// The value is ambiguous: it has several possible meanings.
    #[non_exhaustive]
    Ambiguous {
        /// Two of the meanings, as values. Empty if two forms match the unchanged value.
        readings: Vec<Value>,
    },
    /// Several forms of a `oneOf` match the value. Exactly one must match.
    #[non_exhaustive]
    SeveralForms {
        /// The forms that match.
        forms: Vec<String>,
        /// Properties to leave out: without one of them, fewer forms match.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        leave_out: Vec<String>,
        /// Properties to add: with one of them, fewer forms match.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        add: Vec<String>,
    },
    /// The object has all of several properties, and the schema excludes that.
    Together {
        /// The properties. One of them has to be left out.
        properties: Vec<String>,
    },
    /// The schema is `false`, which allows no value.
    NotAllowed,
    /// The value violates a keyword that has no other kind: `not`, `contains`, ...
    #[non_exhaustive]
    Schema {
        /// The keyword.
        keyword: String,
    },
    /// The text is not JSON.
    #[non_exhaustive]
    InvalidJson {
        /// The expected text, such as `',' or '}'`.
        expected: String,
        /// The last characters before the syntax error.
        after: String,
    },
    /// The text is not the XML that the field takes.
    #[non_exhaustive]
    InvalidXml {
        /// The reason, such as `the element <a> is not closed by </a>`.
        reason: String,
    },
    /// The text ends before the arguments are complete.
    Truncated,
    /// The text is empty, its end may be missing, and the tool has only optional properties.
    NoArguments,
    /// The text contains several different objects, and the intended one is unknown.
    SeveralObjects {
        /// The source text of the first two objects.
        texts: Vec<String>,
    },
    /// The arguments are a whole call, and the call is not valid for this tool.
    #[non_exhaustive]
    WholeCall {
        /// The name in the call. `None` if it is the name of this tool.
        name: Option<String>,
    },
    /// A limit of the reader was reached.
    Limit {
        /// The limit.
        limit: Limit,
        /// The maximum.
        maximum: usize,
    },
    /// The type's own `Deserialize` rejected a value that the schema allows.
    #[non_exhaustive]
    Refused {
        /// The message of the type, or a plain text.
        message: String,
    },
    /// A check of the tool added this issue.
    #[non_exhaustive]
    Check {
        /// The message of the check.
        message: String,
    },
}

impl IssueKind {
    /// The expected text if an object is part of something else.
    pub(crate) const ALONE: &'static str = "one JSON object with all arguments, no other text";

    pub(crate) fn of_type(expected: TypeSet) -> Self {
        let example = None;
        Self::Type { expected, example }
    }

    /// Creates the kind for an absent property whose details are unknown.
    pub(crate) fn required(expected: TypeSet) -> Self {
        let missing = Box::default();
        Self::Required { expected, missing }
    }

    /// Creates the kind for a number outside of a range that only a format names.
    pub(crate) fn out_of_range(format: &str) -> Self {
        Self::OutOfRange {
            format: format.to_owned(),
            minimum: None,
            maximum: None,
        }
    }

    /// Returns the keyword of the schema that alone is violated, and its value.
    pub(crate) fn limit(&self) -> Option<(&'static str, &dyn Display)> {
        Some(match self {
            Self::Minimum {
                minimum,
                exclusive: false,
            } => ("minimum", minimum),
            Self::Minimum { minimum, .. } => ("exclusiveMinimum", minimum),
            Self::Maximum {
                maximum,
                exclusive: false,
            } => ("maximum", maximum),
            Self::Maximum { maximum, .. } => ("exclusiveMaximum", maximum),
            Self::MultipleOf { divisor } => ("multipleOf", divisor),
            Self::MinLength { minimum } => ("minLength", minimum),
            Self::MaxLength { maximum } => ("maxLength", maximum),
            Self::Pattern { pattern } => ("pattern", pattern),
            Self::Format { format } => ("format", format),
            Self::MinItems { minimum } => ("minItems", minimum),
            Self::MaxItems { maximum } => ("maxItems", maximum),
            Self::MinProperties { minimum } => ("minProperties", minimum),
            Self::MaxProperties { maximum } => ("maxProperties", maximum),
            _ => return None,
        })
    }

    /// Returns the kind for all faults of one value. `None` without a fault.
    pub(crate) fn of_faults(mut faults: Vec<Self>) -> Option<Self> {
        if faults.len() > 1 {
            return Some(Self::Several { faults });
        }
        faults.pop()
    }
}

/// The limits of the reader. See [`Limits`](crate::Limits).
///
/// ```
/// use tool_core::issue::Limit;
/// use tool_core::issue::IssueKind;
/// use tool_core::{Limits, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reader = Wait::definition().reader().limits(Limits::default().bytes(10));
/// let error = reader.read::<Wait>(r#"{"seconds": 5}"#).unwrap_err();
/// let reached = IssueKind::Limit { limit: Limit::Bytes, maximum: 10 };
/// assert_eq!(error.issues()[0].kind, reached);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Limit {
    /// Maximum depth of arrays and objects.
    Depth,
    /// Maximum size of the text in bytes.
    Bytes,
    /// Maximum number of values in the text.
    Nodes,
    /// Maximum work for the choice between the branches of unions.
    Work,
    /// Maximum work for the patterns of the schema: the bytes of the compiled pattern times the
    /// bytes of the text, summed over all strings and keys.
    PatternWork,
}
