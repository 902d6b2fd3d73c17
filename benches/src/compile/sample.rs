//! Two crates with the same structs: tools, and types with the derives of serde and schemars only.

/// Number of structs in the sample.
pub(super) const STRUCTS: u32 = 100;

/// A crate of the sample.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sample {
    /// `derive(Tool)`, with its definition and a call that is read.
    Ours,
    /// `derive(Deserialize, JsonSchema)`, with its schema and a text that is read.
    Theirs,
}

impl Sample {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Theirs => "theirs",
        }
    }

    /// The whole crate.
    pub(super) fn source(self) -> String {
        (0..STRUCTS).map(|number| self.one(number)).collect()
    }

    /// One struct, and both of its uses.
    pub(super) fn one(self, number: u32) -> String {
        let derive = match self {
            Self::Ours => "tool_core::Tool",
            Self::Theirs => "serde::Deserialize, schemars::JsonSchema",
        };
        let uses = match self {
            Self::Ours => format!(
                "pub fn define{number}() -> &'static tool_core::Definition {{
    <Tool{number} as tool_core::Tool>::definition()
}}

pub fn read{number}(text: &str) -> Result<Tool{number}, tool_core::ToolArgError> {{
    tool_core::Tool::parse(text)
}}
"
            ),
            Self::Theirs => format!(
                "pub fn define{number}() -> schemars::Schema {{
    schemars::schema_for!(Tool{number})
}}

pub fn read{number}(text: &str) -> Result<Tool{number}, serde_json::Error> {{
    serde_json::from_str(text)
}}
"
            ),
        };
        format!(
            "/// Searches in way {number}.\n#[derive({derive})]\npub struct Tool{number} {{{FIELDS}}}\n\n{uses}\n"
        )
    }
}

/// Ten fields, as tools have them.
const FIELDS: &str = r"
    /// Absolute path of the folder to search in.
    #[schemars(length(min = 1))]
    pub path: String,
    /// The regular expression to search for.
    pub pattern: String,
    /// Only files whose names match.
    pub glob: Option<String>,
    /// Maximum number of lines.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: u32,
    /// Lines of context.
    #[serde(default)]
    pub context: u8,
    /// Seconds until the search is given up.
    pub timeout: Option<f64>,
    /// Ignore upper and lower case.
    pub ignore_case: bool,
    /// Follow links.
    #[serde(default)]
    pub follow_links: bool,
    /// Languages to search in.
    pub languages: Vec<String>,
    /// The line to begin at.
    pub offset: i64,
";
