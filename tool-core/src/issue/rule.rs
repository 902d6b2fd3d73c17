use std::fmt;

use serde::Serialize;

/// Declares all rules, by their classes.
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

            /// Returns how sure the rule is.
            #[must_use]
            pub const fn class(self) -> RuleClass {
                match self {
                    $(Self::$standard)|* => RuleClass::Standard,
                    _ => RuleClass::Generous,
                }
            }

            /// Whether the rule guesses about the text of all arguments, which no field can
            /// ask for.
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
        /// `"[1, 2]"` → `[1, 2]`
        JsonString = "json_string",
        /// `"<item>a</item><item>b</item>"` → `["a", "b"]`
        XmlString = "xml_string",
        /// `5` → `[5]`, `[5]` → `5`
        ArrayOfOne = "array_of_one",
        /// `filePath` → `file_path`
        PropertyName = "property_name",
        /// An unknown key that is `null` → dropped
        UnknownNull = "unknown_null",
        /// A key of another variant that says nothing → dropped
        FillerOfOtherVariant = "filler_of_other_variant",
        /// `{"": {}}` → `{}`
        EmptyKey = "empty_key",
        /// A key that stands twice with one value → once
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
        /// One closing bracket too many, or of the wrong kind
        ClosingBracket = "closing_bracket",
        /// A line break or a tab in a string, as it is
        ControlCharacter = "control_character",
        /// `"C:\Dev"` → `"C:\\Dev"`
        Escape = "escape",
        /// `=` → `:`; a literal `\n` between tokens → dropped
        Separator = "separator",
        /// `+5` → `5`, `.5` → `0.5`, `5.` → `5.0`
        NumberForm = "number_form",
        /// Open containers at the end of output that is complete → closed
        Unclosed = "unclosed",
        /// `{"arguments": {..}}` → `{..}`
        Wrapper = "wrapper",
        /// `{"name": "edit_file", "arguments": {..}}` → `{..}`, for the tool of that name
        Envelope = "envelope",
        /// Empty text or `null` for a tool that needs no argument → `{}`
        NoArguments = "no_arguments",
        /// `[{"key": "a", "value": 1}]` → `{"a": 1}`
        MapEntries = "map_entries",
        /// `{"edits": {"edits": [..]}}` → `{"edits": [..]}`
        NestedName = "nested_name",
        /// `Edit-File` → `edit_file`, for the name of the tool; the path is that of the
        /// whole call, and says nothing
        ToolName = "tool_name",
        /// What the tool's own function makes of a value
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

/// How sure a reading rule is of the intended value.
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
    /// One reading exists. The rule is on, unless reading is strict.
    Standard,
    /// A guess. The rule is off, unless a tool or a field asks for it.
    Generous,
}

/// The guesses that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Guesses(u32);

// Each guess has its bit.
const _: () = assert!(GUESSES.len() <= u32::BITS as usize);

impl Guesses {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(u32::MAX);

    pub(crate) const fn only(rule: Rule) -> Self {
        // The guesses are declared last, one after the other.
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
