use std::slice;

use serde_json::Value;

use super::names::ToolNames;
use super::{CallError, Resolved, SetError};
use crate::tool::{AsInput, Definition, DefinitionBuilder, Input, Reader, Reading};

/// A set of tools. The set finds a tool by the name in a call.
///
/// A derived set has its definitions in [`ToolSet::definitions`](crate::ToolSet::definitions).
/// At run time, create the set from definitions:
///
/// ```
/// use tool_core::{Definition, Definitions, json};
///
/// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let read = Definition::new("read_file", "Reads a file.", schema.clone())?;
/// let edit = Definition::new("edit", "Edits a file at the host.", schema)?;
/// let tools = Definitions::new([read])?.with_server("github", [edit])?;
///
/// let call = tools.parse("functions.readFile", r#"{"path": "a"}"#)?;
/// assert_eq!(call.definition.name(), "read_file");
/// assert_eq!(call.reading.value, json!({"path": "a"}));
/// assert_eq!(call.reading.repairs[0].rule.as_str(), "tool_name");
///
/// assert!(tools.parse("mcp__github__edit", "{}").is_ok());
/// assert!(tools.parse("mcp__gitlab__edit", "{}").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Names
///
/// An exact name refers to its tool. Any other name refers to the one tool whose name differs
/// only in the following ways, and the reading contains a repair with the rule
/// [`Rule::ToolName`](crate::rules::Rule::ToolName):
///
/// - case, spaces, `-`, `_` and `.` (`Edit-File` for `edit_file`);
/// - spaces and quotes around it;
/// - special tokens of chat templates (`edit<|channel|>commentary`);
/// - a namespace (`functions.edit`);
/// - the server of the tool, for [`Definitions::with_server`]: `mcp__github__edit`,
///   `github.edit`, `github:edit` or `mcp.github.edit` for a tool of the server `github`.
///
/// Similar names do not match. A tool with the leniency `Strict` matches only its exact name.
///
/// A tool whose name some providers reject, such as `files/read`, also matches its
/// [alias](crate::provider::Export::alias). An exact alias is not a repair. An alias
/// has no effect if it is the name of another tool, or if two tools have it.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    all: Vec<Definition>,
    names: ToolNames,
    /// The first bytes of the names, as bits.
    starts: [u64; 4],
}

/// A call with its tool and its arguments.
///
/// ```
/// use tool_core::{Definition, Definitions, json};
///
/// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let tools = Definitions::new([Definition::new("read_file", "Read a file.", schema)?])?;
/// let call = tools.parse("read_file", r#"{"path": "/a"}"#)?;
/// assert_eq!(call.definition.name(), "read_file");
/// assert_eq!(call.reading.value["path"], "/a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParsedCall<'d> {
    /// The tool.
    pub definition: &'d Definition,
    /// The arguments. If the name was repaired, this is the first repair.
    pub reading: Reading<Value>,
}

impl Definitions {
    /// Creates a set of these tools.
    ///
    /// # Errors
    ///
    /// Returns an error if two names are equal or differ only in case and style, or if a name
    /// contains no letter or digit.
    pub fn new(definitions: impl IntoIterator<Item = Definition>) -> Result<Self, SetError> {
        Self::default().with(None, definitions)
    }

    /// Adds the tools of an MCP server. A model may also call them as `mcp__SERVER__TOOL`,
    /// `SERVER.TOOL`, `SERVER:TOOL` or `mcp.SERVER.TOOL`. The prefix matches only the tools of
    /// this server, and the hint for a wrong name with this prefix lists only them.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Definitions::new`], for all tools of the set. If two servers
    /// have a tool with one name, rename one of them.
    pub fn with_server(
        self,
        server: &str,
        definitions: impl IntoIterator<Item = Definition>,
    ) -> Result<Self, SetError> {
        self.with(Some(server), definitions)
    }

    /// Adds a tool at the end.
    ///
    /// ```
    /// use tool_core::{Definition, Definitions, json};
    ///
    /// let mut tools = Definitions::default();
    /// tools.push(Definition::new("read_file", "Reads a file.", json!({}))?)?;
    /// let second = Definition::new("readFile", "Reads a file.", json!({}))?;
    /// assert!(tools.push(second).is_err());
    /// assert_eq!(tools.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Definitions::new`], for all tools of the set. After an error,
    /// the set is unchanged.
    pub fn push(&mut self, definition: Definition) -> Result<(), SetError> {
        self.add(None, definition)
    }

    fn add(&mut self, server: Option<&str>, definition: Definition) -> Result<(), SetError> {
        let name = definition.name();
        self.names.add(name, self.all.len(), server)?;
        if let Some(first) = name.bytes().next() {
            self.starts[usize::from(first / 64)] |= 1 << (first % 64);
        }
        self.all.push(definition);
        Ok(())
    }

    fn with(
        mut self,
        server: Option<&str>,
        definitions: impl IntoIterator<Item = Definition>,
    ) -> Result<Self, SetError> {
        for definition in definitions {
            self.add(server, definition)?;
        }
        Ok(self)
    }

    /// Adds tools that are known by their tool objects, such as the `tools` that an MCP server lists:
    /// see [`DefinitionBuilder::from_tool_object`]. `edit` changes each tool before it is built.
    ///
    /// A tool that cannot be used costs only itself. Returns the errors of all these tools.
    ///
    /// ```
    /// use tool_core::{Definitions, json};
    ///
    /// let listed = [
    ///     json!({"name": "read", "inputSchema": {"properties": {"path": {"type": "string"}}}}),
    ///     json!({"name": "move", "inputSchema": {"properties": {"path": {"type": "sting"}}}}),
    /// ];
    /// let mut tools = Definitions::default();
    /// let errors = tools.add_tool_objects(&listed, |tool| tool.prefix("fs__").host_key("_meta"));
    /// assert_eq!(tools.iter().map(|tool| tool.name()).collect::<Vec<_>>(), ["fs__read"]);
    /// assert_eq!(errors.len(), 1);
    /// assert!(errors[0].to_string().starts_with("the schema of tool `fs__move` cannot be used"));
    /// ```
    pub fn add_tool_objects<'v>(
        &mut self,
        objects: impl IntoIterator<Item = &'v Value>,
        edit: impl Fn(DefinitionBuilder) -> DefinitionBuilder,
    ) -> Vec<SetError> {
        let mut errors = Vec::new();
        for object in objects {
            let built = DefinitionBuilder::from_tool_object(object);
            let built = built.and_then(|tool| edit(tool).build());
            let added = built
                .map_err(SetError::from)
                .and_then(|tool| self.push(tool));
            errors.extend(added.err());
        }
        errors
    }

    /// Returns a set of the same tools after an edit of each: see [`Definition::edit`].
    ///
    /// ```
    /// use tool_core::{Definition, Definitions, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    /// let tools = Definitions::new([Definition::new("read", "Reads a file.", schema)?])?;
    /// let intent = json!({"type": "string", "description": "Why you call the tool."});
    /// let tools = tools.edit(|tool| tool.shown_host_key("intent", intent.clone()))?;
    /// let call = tools.parse("read", r#"{"path": "/a", "intent": "To learn."}"#)?;
    /// assert_eq!(call.reading.value, json!({"path": "/a"}));
    /// assert_eq!(call.reading.host["intent"], "To learn.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error of [`DefinitionBuilder::build`], or of the new names.
    pub fn edit(
        &self,
        edit: impl Fn(DefinitionBuilder) -> DefinitionBuilder,
    ) -> Result<Self, SetError> {
        let mut edited = Self::default();
        for tool in self {
            let server = self.names.find_server(tool.name());
            edited.add(server, edit(tool.edit()).build()?)?;
        }
        Ok(edited)
    }

    /// Returns the definitions, in the order of their addition.
    #[must_use]
    pub fn as_slice(&self) -> &[Definition] {
        &self.all
    }

    /// Returns the number of tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the definitions, in the order of their addition.
    pub fn iter(&self) -> slice::Iter<'_, Definition> {
        self.all.iter()
    }

    /// Returns the tool with exactly this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.names.find_exact(name).map(|number| &self.all[number])
    }

    /// Returns whether the name of a tool begins with this byte.
    pub(crate) fn has_name_with(&self, first: u8) -> bool {
        self.starts[usize::from(first / 64)] & 1 << (first % 64) != 0
    }

    /// Returns the tool of a [name](Definitions#names), without the cost of an error.
    pub(crate) fn find(&self, name: &str) -> Option<&Definition> {
        self.get(name).or_else(|| {
            let reader_of = |tool: usize| self.all[tool].reader();
            let (tool, _) = self.names.resolve(name, reader_of)?;
            self.all.get(tool)
        })
    }

    /// Reads a call, with the leniency of its tool.
    ///
    /// # Errors
    ///
    /// Returns an error if the name matches no tool, or if the arguments are invalid.
    pub fn parse(&self, name: &str, input: impl AsInput) -> Result<ParsedCall<'_>, CallError> {
        let input = input.as_input();
        let resolved = self.resolve_call(name, input, |reader| reader)?;
        let mut reading = resolved.reader.read(input)?;
        if let Some(repair) = resolved.repair {
            reading.repairs.insert(0, repair);
        }
        Ok(ParsedCall {
            definition: resolved.reader.definition(),
            reading,
        })
    }

    /// Returns the tool for a [name](Definitions#names), with its reader.
    ///
    /// # Errors
    ///
    /// Returns an error if the name matches no tool. The error contains no arguments.
    pub fn resolve(&self, name: &str) -> Result<Resolved<'_>, CallError> {
        self.resolve_call(name, "", |reader| reader)
    }

    /// Returns the tool for a call by its [name](Definitions#names), and a reader with
    /// settings. A host uses this if it reads the arguments as another type, or with another
    /// leniency.
    ///
    /// ```
    /// use tool_core::{Definitions, Leniency, Tool};
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let tools = Definitions::new([Wait::definition().clone()])?;
    /// let raw = r#"{"seconds": "5"}"#;
    /// let resolved = tools.resolve_call("Wait", raw, |reader| reader)?;
    /// assert!(resolved.repair.is_some());
    /// assert_eq!(resolved.reader.read::<Wait>(raw)?.value.seconds, 5);
    ///
    /// let strict = tools.resolve_call("Wait", raw, |reader| reader.leniency(Leniency::Strict));
    /// assert!(strict.is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the name matches no tool. The error contains the unread arguments.
    pub fn resolve_call<'d>(
        &'d self,
        name: &str,
        input: impl AsInput,
        settings: impl FnOnce(Reader<'d>) -> Reader<'d>,
    ) -> Result<Resolved<'d>, CallError> {
        let reader_of = |tool: usize| settings(self.all[tool].reader());
        match self.names.resolve(name, reader_of) {
            Some((_, resolved)) => Ok(resolved),
            None => Err(self.report_unknown(name, input.as_input())),
        }
    }

    /// Returns the tool for invalid calls, if the set contains it: see
    /// [`InvalidCallTool`](crate::call::InvalidCallTool).
    #[must_use]
    pub fn invalid_call(&self) -> Option<&Definition> {
        self.iter().find(|tool| tool.is_for_host())
    }

    #[cold]
    fn report_unknown(&self, name: &str, input: Input<'_>) -> CallError {
        let shown = self.iter().filter(|tool| !tool.is_for_host());
        self.names
            .report_unknown(name, input, shown.map(Definition::name))
    }
}

impl<'d> IntoIterator for &'d Definitions {
    type Item = &'d Definition;
    type IntoIter = slice::Iter<'d, Definition>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
