use serde::Serialize;

/// What a tool does to the world, as hints for hosts and people: whether a call
/// needs to be asked for, say. No model is told, and nothing holds a tool to it.
///
/// They are those of the Model Context Protocol, by whose names they are serialised.
/// What is not said is as the protocol has it: not read-only, destructive, not
/// idempotent, in an open world.
///
/// ```
/// use tool_core::definition::Annotations;
/// use tool_core::Tool;
///
/// /// Read a file.
/// #[derive(Debug, Tool)]
/// #[tool(read_only, open_world = false)]
/// struct ReadFile {
///     path: String,
/// }
///
/// let annotations = ReadFile::definition().annotations();
/// assert_eq!(annotations, Annotations::new().read_only(true).open_world(false));
/// assert_eq!(
///     serde_json::to_string(&annotations)?,
///     r#"{"readOnlyHint":true,"openWorldHint":false}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Annotations {
    /// The tool changes nothing.
    #[serde(rename = "readOnlyHint", skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// What the tool changes may be lost.
    #[serde(rename = "destructiveHint", skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// The same call once more changes nothing further.
    #[serde(rename = "idempotentHint", skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// The tool deals with what is outside: the web, say.
    #[serde(rename = "openWorldHint", skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl Annotations {
    /// Nothing is said.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
        }
    }

    /// Says whether the tool changes nothing.
    #[must_use]
    pub const fn read_only(mut self, says: bool) -> Self {
        self.read_only = Some(says);
        self
    }

    /// Says whether what the tool changes may be lost.
    #[must_use]
    pub const fn destructive(mut self, says: bool) -> Self {
        self.destructive = Some(says);
        self
    }

    /// Says whether the same call once more changes nothing further.
    #[must_use]
    pub const fn idempotent(mut self, says: bool) -> Self {
        self.idempotent = Some(says);
        self
    }

    /// Says whether the tool deals with what is outside.
    #[must_use]
    pub const fn open_world(mut self, says: bool) -> Self {
        self.open_world = Some(says);
        self
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::new()
    }
}
