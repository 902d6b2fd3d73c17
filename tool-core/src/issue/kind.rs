use serde::Serialize;
use serde_json::{Number, Value};

use crate::issue::{Alternatives, Missing, TypeSet};

/// The kind of an issue, as data. [`feedback`](crate::feedback) makes the text.
///
/// Serialized with its name in `snake_case` as `code`, beside its fields.
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
        /// The types that the property takes.
        expected: TypeSet,
        /// What else is known of it.
        #[serde(flatten)]
        missing: Box<Missing>,
    },
    /// The value has another type than the schema declares.
    #[non_exhaustive]
    Type {
        /// The types that the place takes.
        expected: TypeSet,
    },
    /// The value is none of the members of an `enum` or `const`.
    #[non_exhaustive]
    Enum {
        /// All members, in the order of the schema.
        members: Vec<Value>,
        /// The one member that the value is near to, if there is one.
        nearest: Option<Value>,
    },
    /// The value is none of the alternatives of a union, not all of which are
    /// members.
    #[non_exhaustive]
    Union {
        /// All alternatives.
        #[serde(flatten)]
        alternatives: Box<Alternatives>,
    },
    /// The number is below the least one allowed.
    Minimum {
        /// The least number.
        minimum: Number,
        /// Whether that number itself is refused.
        exclusive: bool,
    },
    /// The number is above the greatest one allowed.
    Maximum {
        /// The greatest number.
        maximum: Number,
        /// Whether that number itself is refused.
        exclusive: bool,
    },
    /// The number is no multiple of another.
    MultipleOf {
        /// What it must be a multiple of.
        divisor: Number,
    },
    /// The number is the one that is not allowed.
    Excluded {
        /// That number.
        excluded: Number,
    },
    /// The number cannot be held exactly by the type that takes it.
    #[non_exhaustive]
    OutOfRange {
        /// The name of the range: JSON Schema's `format`, such as `uint128`,
        /// or `int64`/`uint64` for a value read as JSON.
        format: String,
    },
    /// An integer beyond 64 bits in a place that takes any value: a JSON value would round it.
    WideInteger,
    /// The string has too few characters.
    MinLength {
        /// The least number of Unicode characters.
        minimum: u64,
    },
    /// The string has too many characters.
    MaxLength {
        /// The greatest number of Unicode characters.
        maximum: u64,
    },
    /// The string does not match a regular expression.
    #[non_exhaustive]
    Pattern {
        /// The expression.
        pattern: String,
    },
    /// The string is not of a declared format.
    #[non_exhaustive]
    Format {
        /// JSON Schema's name of the format, such as `date-time`.
        format: String,
    },
    /// The number or string breaks several constraints at once.
    Several {
        /// One issue for each constraint, in the order in which they are checked.
        faults: Vec<IssueKind>,
    },
    /// The array has too few items.
    MinItems {
        /// The least number of items.
        minimum: u64,
    },
    /// The array has too many items.
    MaxItems {
        /// The greatest number of items.
        maximum: u64,
    },
    /// Two items of a set are equal; the path is that of the second.
    UniqueItems {
        /// The index of the first of the two.
        first: usize,
    },
    /// The object has too few properties.
    MinProperties {
        /// The least number of properties.
        minimum: u64,
    },
    /// The object has too many properties.
    MaxProperties {
        /// The greatest number of properties.
        maximum: u64,
    },
    /// A closed object holds a key that is not declared; the path ends in the key.
    #[non_exhaustive]
    UnknownKey {
        /// The declared name that the key is near to, if there is one.
        nearest: Option<String>,
    },
    /// The key of a map is not one that the map takes; the path ends in the key, which is
    /// what was received.
    Key {
        /// What is wrong with the key.
        fault: Box<IssueKind>,
    },
    /// An object holds one key twice, with two values; the path ends in the key.
    DuplicateKey,
    /// Two keys of an object are spellings of one property; the path ends in
    /// the second of them.
    AmbiguousKey {
        /// The declared name that both spell.
        property: String,
    },
    /// The value can be read in more than one way.
    #[non_exhaustive]
    Ambiguous {
        /// Two of the ways; none where two forms take the value as it is.
        readings: Vec<Value>,
    },
    /// Several forms of a `oneOf` match the value, of which exactly one has to match.
    #[non_exhaustive]
    SeveralForms {
        /// The forms that match.
        forms: Vec<String>,
        /// The properties of which one can be left out, so that fewer forms match.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        leave_out: Vec<String>,
        /// The properties of which one can be added, so that fewer forms match.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        add: Vec<String>,
    },
    /// No value is allowed here (the schema is `false`).
    NotAllowed,
    /// The value does not meet a keyword of the schema that no other kind tells
    /// of: `not`, `contains`, ...
    #[non_exhaustive]
    Schema {
        /// The keyword.
        keyword: String,
    },
    /// The text is not JSON.
    #[non_exhaustive]
    InvalidJson {
        /// What was expected, such as `',' or '}'`.
        expected: String,
        /// The last characters of the text before the place where it leaves JSON.
        after: String,
    },
    /// The text stops before the arguments are complete.
    Truncated,
    /// The text holds several objects that differ: which of them is meant?
    SeveralObjects {
        /// The first two, as they were sent.
        texts: Vec<String>,
    },
    /// A whole call was sent as the arguments, and is not read as one of this tool.
    #[non_exhaustive]
    WholeCall {
        /// The name that it calls, unless it is this tool's.
        name: Option<String>,
    },
    /// A limit of the reader was reached.
    Limit {
        /// Which limit.
        limit: Limit,
        /// Its setting.
        maximum: usize,
    },
    /// The type's own `Deserialize` refused a value that the schema allows.
    #[non_exhaustive]
    Refused {
        /// Why, in the words of the type or in plain ones.
        message: String,
    },
    /// The tool's own check found a fault.
    #[non_exhaustive]
    Check {
        /// The words of the check.
        message: String,
    },
}

impl IssueKind {
    /// What is expected where an object is a part of something else.
    pub(crate) const ALONE: &'static str = "one JSON object with all arguments, no other text";

    /// That a required property is absent, with no more known of it than its types.
    pub(crate) fn required(expected: TypeSet) -> Self {
        let missing = Box::default();
        Self::Required { expected, missing }
    }

    pub(crate) fn is_of_constraint(&self) -> bool {
        matches!(
            self,
            Self::Minimum { .. }
                | Self::Maximum { .. }
                | Self::MultipleOf { .. }
                | Self::Excluded { .. }
                | Self::MinLength { .. }
                | Self::MaxLength { .. }
                | Self::Pattern { .. }
                | Self::Format { .. }
                | Self::Several { .. }
        )
    }

    /// The kind of an issue that reports all faults of one value; `None` if there is no fault.
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
    /// How deep arrays and objects may nest.
    Depth,
    /// How many bytes the text may have.
    Bytes,
    /// How many values the text may hold.
    Nodes,
    /// How much work the choice between the branches of unions may take.
    Work,
    /// How much work the patterns of the schema may make of the strings and keys: the
    /// bytes of a compiled pattern times the bytes of a text, over all of them.
    PatternWork,
}
