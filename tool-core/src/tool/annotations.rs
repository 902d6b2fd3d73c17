use serde::Serialize;

/// Hints for hosts and people about the effects of a tool. A host may use them to decide
/// whether a call needs an approval. The model does not see them, and nothing enforces them.
///
/// These are the annotations of the Model Context Protocol, and they serialize with its names.
/// The protocol defines the defaults of unset hints: not read-only, destructive, not
/// idempotent, open world.
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
#[must_use]
#[non_exhaustive]
pub struct Annotations {
    /// `true` if the tool changes nothing.
    #[serde(rename = "readOnlyHint", skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// `true` if the changes of the tool may lose data.
    #[serde(rename = "destructiveHint", skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// `true` if a repeated call has no further effect.
    #[serde(rename = "idempotentHint", skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// `true` if the tool interacts with external systems, such as the web.
    #[serde(rename = "openWorldHint", skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl Annotations {
    /// Creates annotations without any hint.
    pub const fn new() -> Self {
        Self {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
        }
    }

    /// Sets whether the tool changes nothing.
    pub const fn read_only(mut self, says: bool) -> Self {
        self.read_only = Some(says);
        self
    }

    /// Sets whether the changes of the tool may lose data.
    pub const fn destructive(mut self, says: bool) -> Self {
        self.destructive = Some(says);
        self
    }

    /// Sets whether a repeated call has no further effect.
    pub const fn idempotent(mut self, says: bool) -> Self {
        self.idempotent = Some(says);
        self
    }

    /// Sets whether the tool interacts with external systems.
    pub const fn open_world(mut self, says: bool) -> Self {
        self.open_world = Some(says);
        self
    }

    /// Returns whether no hint is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::new()
    }
}
