use std::fmt;

use serde::Serialize;

/// Declares all rules by class.
macro_rules! rules {
    (
        $(#[$attribute:meta])*
        Standard { $($(#[$standard_doc:meta])* $standard:ident = $standard_name:literal,)* }
        Generous { $($(#[$guess_doc:meta])* $guess:ident = $guess_name:literal,)* }
        GenerousForWholeText { $($(#[$whole_doc:meta])* $whole:ident = $whole_name:literal,)* }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$standard_doc])* #[serde(rename = $standard_name)] $standard,)*
            $($(#[$guess_doc])* #[serde(rename = $guess_name)] $guess,)*
            $($(#[$whole_doc])* #[serde(rename = $whole_name)] $whole,)*
        }

        impl Rule {
            /// Returns the stable name: `"string_to_number"`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$standard => $standard_name,)*
                    $(Self::$guess => $guess_name,)*
                    $(Self::$whole => $whole_name,)*
                }
            }

            /// Returns the class of the rule.
            #[must_use]
            pub const fn class(self) -> RuleClass {
                match self {
                    $(Self::$standard)|* => RuleClass::Standard,
                    _ => RuleClass::Generous,
                }
            }

            /// Returns whether the rule guesses about the text of all arguments. A field cannot
            /// request such a rule.
            pub(crate) const fn is_of_whole_text(self) -> bool {
                matches!(self, $(Self::$whole)|*)
            }
        }

        /// The rules that guess.
        pub(crate) const GUESSES: &[Rule] = &[$(Rule::$guess,)* $(Rule::$whole,)*];
    };
}

rules! {
    /// The name of a reading rule. The name is stable: hosts may count and filter by it.
    ///
    /// ```
    /// use tool_core::rules::Rule;
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    ///
    Standard {
        /// `"42"` → `42`
        StringToNumber = "string_to_number",
        /// `"1.50 "` → `"1.50"`, where a string and a number are allowed
        NumericText = "numeric_text",
        /// `42.0` → `42`
        FloatToInteger = "float_to_integer",
        /// `"yes"` → `true`
        ToBoolean = "to_boolean",
        /// `42` → `"42"`
        ScalarToString = "scalar_to_string",
        /// `null` or `""` for an optional property → absent
        EmptyToAbsent = "empty_to_absent",
        /// `"None"` → `null`
        TextToNull = "text_to_null",
        /// `"In Progress"` → `"in_progress"`
        EnumMember = "enum_member",
        /// `{"never": null}` → `"never"`
        UnitVariant = "unit_variant",
        /// `"[1, 2]"` → `[1, 2]`
        JsonString = "json_string",
        /// `"<item>a</item><item>b</item>"` → `["a", "b"]`
        XmlString = "xml_string",
        /// `5` → `[5]`, `[5]` → `5`
        ArrayOfOne = "array_of_one",
        /// A repeated item of a Rust set → once
        RepeatedItem = "repeated_item",
        /// `filePath` → `file_path`
        PropertyName = "property_name",
        /// An unknown key with `null` → dropped
        UnknownNull = "unknown_null",
        /// A filler under a key of another variant → dropped
        FillerOfOtherVariant = "filler_of_other_variant",
        /// `{"": {}}` → `{}`
        EmptyKey = "empty_key",
        /// A key that occurs twice with one value → once
        DuplicateKey = "duplicate_key",
        /// Prose, a code fence, tags around the arguments → dropped
        SurroundingText = "surrounding_text",
        /// The same object twice → once
        RepeatedObject = "repeated_object",
        /// `[1, 2,]` → `[1, 2]`, `[1 2]` → `[1, 2]`
        Comma = "comma",
        /// `{path: 'a'}` → `{"path": "a"}`
        Quotes = "quotes",
        /// `True` → `true`, `undefined` → absent
        Literal = "literal",
        /// `// ..`, `# ..`, `/* .. */` → dropped
        Comment = "comment",
        /// An extra closing bracket, or one of the wrong kind → accepted
        ClosingBracket = "closing_bracket",
        /// An unescaped line break or tab in a string → accepted
        ControlCharacter = "control_character",
        /// `"C:\Dev"` → `"C:\\Dev"`
        Escape = "escape",
        /// `=` → `:`; a literal `\n` between tokens → dropped
        Separator = "separator",
        /// `+5` → `5`, `.5` → `0.5`, `5.` → `5.0`
        NumberForm = "number_form",
        /// Open containers at the end of complete output → closed
        Unclosed = "unclosed",
        /// `{"arguments": {..}}` → `{..}`
        Wrapper = "wrapper",
        /// `[1, 2]` → `{"items": [1, 2]}`, for a tool with one array
        ArrayArgument = "array_argument",
        /// `{"name": "edit_file", "arguments": {..}}` → `{..}`, for the tool of that name
        Envelope = "envelope",
        /// Blank text or `null` for a tool without required arguments → `{}`
        NoArguments = "no_arguments",
        /// `[{"key": "a", "value": 1}]` → `{"a": 1}`
        MapEntries = "map_entries",
        /// `{"edits": {"edits": [..]}}` → `{"edits": [..]}`
        NestedName = "nested_name",
        /// `Edit-File` → `edit_file`, for the name of the tool. The path is empty
        ToolName = "tool_name",
        /// The result of the tool's own `preprocess` function
        Preprocess = "preprocess",
    }
    Generous {
        /// `"1,234"` → `1234`
        Thousands = "thousands",
        /// `"1_000"` → `1000`
        DigitUnderscore = "digit_underscore",
        /// `"$5"` → `5`
        Currency = "currency",
        /// `"50%"` → `50`
        Percent = "percent",
        /// `"1/2"` → `0.5`
        Fraction = "fraction",
        /// `"0x1F"` → `31`
        HexText = "hex_text",
        /// `"١٢"` → `12`
        OtherDigits = "other_digits",
        /// `"t"` → `true`
        BooleanLetter = "boolean_letter",
        /// `{"a": 1}` → `"{\"a\":1}"`
        ObjectToString = "object_to_string",
        /// `"a, b"` → `["a", "b"]`
        CommaList = "comma_list",
        /// `"a\nb"` → `["a", "b"]`
        LineList = "line_list",
        /// `{"item": [..]}` → `[..]`
        ItemList = "item_list",
        /// `{"0": "a", "1": "b"}` → `["a", "b"]`
        IndexedList = "indexed_list",
        /// `{}` → `[]`, `[]` → `{}`
        EmptyContainer = "empty_container",
        /// `{"type": "integer", "value": 5}` → `5`
        ValueBox = "value_box",
        /// `"a"` → `{"path": "a"}`, for a tool of one field
        BareScalar = "bare_scalar",
        /// `{"contents": "a"}` → `{"content": "a"}`
        RenamedKey = "renamed_key",
        /// `007` → `7`
        LeadingZeros = "leading_zeros",
        /// `0xFF` → `255`
        HexNumber = "hex_number",
        /// `[1,,2]` → `[1, 2]`
        Hole = "hole",
        /// `{"a" 1}` → `{"a": 1}`
        MissingColon = "missing_colon",
        /// `"say "hi" now"` → `"say \"hi\" now"`
        InnerQuotes = "inner_quotes",
        /// `'it's'` → `"it's"`
        Apostrophe = "apostrophe",
    }
    GenerousForWholeText {
        /// `<think>{..}</think>` around an object → dropped
        ThinkBlock = "think_block",
        /// `{city: New York}` → `{"city": "New York"}`
        UnquotedString = "unquoted_string",
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The certainty of a reading rule.
///
/// ```
/// use tool_core::rules::Rule;
/// use tool_core::rules::RuleClass;
///
/// assert_eq!(Rule::StringToNumber.class(), RuleClass::Standard);
/// assert_eq!(Rule::CommaList.class(), RuleClass::Generous);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RuleClass {
    /// The value has exactly one possible meaning. The rule is on, unless the leniency is
    /// `Strict`.
    Standard,
    /// A guess. The rule is off, unless a tool or a field requests it.
    Generous,
}

/// A set of guesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Guesses(u32);

// Each guess has one bit.
const _: () = assert!(GUESSES.len() <= u32::BITS as usize);

impl Guesses {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(u32::MAX);

    pub(crate) const fn only(rule: Rule) -> Self {
        // The guesses are the last variants, in the order of the bits.
        let bit = (rule as u32).checked_sub(GUESSES[0] as u32);
        match bit {
            Some(bit) => Self(1 << bit),
            None => Self::NONE,
        }
    }

    pub(crate) const fn contains(self, rule: Rule) -> bool {
        self.0 & Self::only(rule).0 != 0
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
