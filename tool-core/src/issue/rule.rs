use std::fmt;

use serde::Serialize;

use crate::issue::{Class, GUESSES};

/// The name of a reading rule. Stable: hosts may count and filter by it.
///
/// ```
/// use tool_core::{Rule, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reading = Wait::definition().reader().read::<Wait>(r#"{"Seconds": "5"}"#)?;
/// let rules: Vec<Rule> = reading.repairs.iter().map(|repair| repair.rule).collect();
/// assert!(rules.contains(&Rule::StringToNumber) && rules.contains(&Rule::PropertyName));
/// assert_eq!(Rule::PropertyName.as_str(), "property_name");
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Rule {
    /// `"42"` → `42`
    StringToNumber,
    /// `42.0` → `42`
    FloatToInteger,
    /// `"yes"` → `true`
    ToBoolean,
    /// `42` → `"42"`
    ScalarToString,
    /// `null` or `""` for an optional property → absent
    EmptyToAbsent,
    /// `"None"` → `null`
    TextToNull,
    /// `"In Progress"` → `"in_progress"`
    EnumMember,
    /// `"[1, 2]"` → `[1, 2]`
    JsonString,
    /// `"<item>a</item><item>b</item>"` → `["a", "b"]`
    XmlString,
    /// `5` → `[5]`, `[5]` → `5`
    ArrayOfOne,
    /// `filePath` → `file_path`
    PropertyName,
    /// An unknown key that is `null` → dropped
    UnknownNull,
    /// A key of another variant that says nothing → dropped
    FillerOfOtherVariant,
    /// `{"": {}}` → `{}`
    EmptyKey,
    /// A key that stands twice with one value → once
    DuplicateKey,
    /// Prose, a code fence, tags around the arguments → dropped
    SurroundingText,
    /// The same object twice → once
    RepeatedObject,
    /// `[1, 2,]` → `[1, 2]`, `[1 2]` → `[1, 2]`
    Comma,
    /// `{path: 'a'}` → `{"path": "a"}`
    Quotes,
    /// `True` → `true`, `undefined` → absent
    Literal,
    /// `// ..`, `# ..`, `/* .. */` → dropped
    Comment,
    /// One closing bracket too many, or of the wrong kind
    ClosingBracket,
    /// A line break or a tab in a string, as it is
    ControlCharacter,
    /// `"C:\Dev"` → `"C:\\Dev"`
    Escape,
    /// `=` → `:`; a literal `\n` between tokens → dropped
    Separator,
    /// `+5` → `5`, `.5` → `0.5`, `5.` → `5.0`
    NumberForm,
    /// Open containers at the end of output that is complete → closed
    Unclosed,
    /// `{"arguments": {..}}` → `{..}`
    Wrapper,
    /// `{"name": "edit_file", "arguments": {..}}` → `{..}`, for the tool of that name
    Envelope,
    /// Empty text or `null` for a tool that needs no argument → `{}`
    NoArguments,
    /// `[{"key": "a", "value": 1}]` → `{"a": 1}`
    MapEntries,
    /// `{"edits": {"edits": [..]}}` → `{"edits": [..]}`
    NestedName,
    /// `Edit-File` → `edit_file`, for the name of the tool; the path is that of the
    /// whole call, and says nothing
    ToolName,
    /// What the tool's own function makes of a value
    Preprocess,
    /// `"1,234"` → `1234`
    Thousands,
    /// `"1_000"` → `1000`
    DigitUnderscore,
    /// `"$5"` → `5`
    Currency,
    /// `"50%"` → `50`
    Percent,
    /// `"1/2"` → `0.5`
    Fraction,
    /// `"0x1F"` → `31`
    HexText,
    /// `"١٢"` → `12`
    OtherDigits,
    /// `"t"` → `true`
    BooleanLetter,
    /// `{"a": 1}` → `"{\"a\":1}"`
    ObjectToString,
    /// `"a, b"` → `["a", "b"]`
    CommaList,
    /// `"a\nb"` → `["a", "b"]`
    LineList,
    /// `{"item": [..]}` → `[..]`
    ItemList,
    /// `{"0": "a", "1": "b"}` → `["a", "b"]`
    IndexedList,
    /// `{}` → `[]`, `[]` → `{}`
    EmptyContainer,
    /// `{"type": "integer", "value": 5}` → `5`
    ValueBox,
    /// `"a"` → `{"path": "a"}`, for a tool of one field
    BareScalar,
    /// `{"contents": "a"}` → `{"content": "a"}`
    RenamedKey,
    /// `007` → `7`
    LeadingZeros,
    /// `0xFF` → `255`
    HexNumber,
    /// `[1,,2]` → `[1, 2]`
    Hole,
    /// `{"a" 1}` → `{"a": 1}`
    MissingColon,
    /// `"say "hi" now"` → `"say \"hi\" now"`
    InnerQuotes,
    /// `'it's'` → `"it's"`
    Apostrophe,
    /// `<think>{..}</think>` around an object → dropped
    ThinkBlock,
    /// `{city: New York}` → `{"city": "New York"}`
    UnquotedString,
}

impl Rule {
    /// The stable name: `"string_to_number"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::StringToNumber => "string_to_number",
            Self::FloatToInteger => "float_to_integer",
            Self::ToBoolean => "to_boolean",
            Self::ScalarToString => "scalar_to_string",
            Self::EmptyToAbsent => "empty_to_absent",
            Self::TextToNull => "text_to_null",
            Self::EnumMember => "enum_member",
            Self::JsonString => "json_string",
            Self::XmlString => "xml_string",
            Self::ArrayOfOne => "array_of_one",
            Self::PropertyName => "property_name",
            Self::UnknownNull => "unknown_null",
            Self::FillerOfOtherVariant => "filler_of_other_variant",
            Self::EmptyKey => "empty_key",
            Self::DuplicateKey => "duplicate_key",
            Self::SurroundingText => "surrounding_text",
            Self::RepeatedObject => "repeated_object",
            Self::Comma => "comma",
            Self::Quotes => "quotes",
            Self::Literal => "literal",
            Self::Comment => "comment",
            Self::ClosingBracket => "closing_bracket",
            Self::ControlCharacter => "control_character",
            Self::Escape => "escape",
            Self::Separator => "separator",
            Self::NumberForm => "number_form",
            Self::Unclosed => "unclosed",
            Self::Wrapper => "wrapper",
            Self::Envelope => "envelope",
            Self::NoArguments => "no_arguments",
            Self::MapEntries => "map_entries",
            Self::NestedName => "nested_name",
            Self::ToolName => "tool_name",
            Self::Preprocess => "preprocess",
            Self::Thousands => "thousands",
            Self::DigitUnderscore => "digit_underscore",
            Self::Currency => "currency",
            Self::Percent => "percent",
            Self::Fraction => "fraction",
            Self::HexText => "hex_text",
            Self::OtherDigits => "other_digits",
            Self::BooleanLetter => "boolean_letter",
            Self::ObjectToString => "object_to_string",
            Self::CommaList => "comma_list",
            Self::LineList => "line_list",
            Self::ItemList => "item_list",
            Self::IndexedList => "indexed_list",
            Self::EmptyContainer => "empty_container",
            Self::ValueBox => "value_box",
            Self::BareScalar => "bare_scalar",
            Self::RenamedKey => "renamed_key",
            Self::LeadingZeros => "leading_zeros",
            Self::HexNumber => "hex_number",
            Self::Hole => "hole",
            Self::MissingColon => "missing_colon",
            Self::InnerQuotes => "inner_quotes",
            Self::Apostrophe => "apostrophe",
            Self::ThinkBlock => "think_block",
            Self::UnquotedString => "unquoted_string",
        }
    }

    /// How sure the reading is.
    #[must_use]
    pub fn class(self) -> Class {
        if GUESSES.contains(&self) {
            Class::Generous
        } else {
            Class::Standard
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
