use std::slice;

use serde_json::Value;

use super::names::Names;
use super::{CallError, Resolved, SetError};
use crate::tool::{Definition, Input, Reader, Reading};

/// A set of tools, each found by the name that a model calls it by.
///
/// A derived set has one by [`ToolSet::definitions`](crate::ToolSet::definitions);
/// at run time it is made of definitions:
///
/// ```
/// use serde_json::json;
/// use tool_core::{Definition, Definitions};
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
/// An exact name means its tool. Any other name means the one tool whose name differs from it
/// only in the following, and the reading has a repair of the rule
/// [`Rule::ToolName`](crate::rules::Rule::ToolName):
///
/// - case, spaces, `-`, `_` and `.` (`Edit-File` for `edit_file`);
/// - spaces and quotes around it;
/// - special tokens of chat templates (`edit<|channel|>commentary`);
/// - a namespace (`functions.edit`);
/// - the server that has the tool, by [`Definitions::with_server`]: `mcp__github__edit`,
///   `github.edit`, `github:edit` or `mcp.github.edit` for a tool of the server `github`.
///
/// Similar names do not match. A strict tool matches only its exact name.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    all: Vec<Definition>,
    names: Names,
}

/// A call whose arguments were read.
///
/// ```
/// use serde_json::json;
/// use tool_core::{Definition, Definitions};
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
    /// The arguments. The first of the repairs is that of the name, if it has one.
    pub reading: Reading<Value>,
}

impl Definitions {
    /// A set of these tools.
    ///
    /// # Errors
    ///
    /// If two have the same name, or names that differ in case and style alone, or
    /// if a name holds no letter or digit.
    pub fn new(definitions: impl IntoIterator<Item = Definition>) -> Result<Self, SetError> {
        Self::default().with(None, definitions)
    }

    /// The set with the tools of an MCP server, which a model may also call by
    /// `mcp__SERVER__TOOL`, `SERVER.TOOL`, `SERVER:TOOL` or `mcp.SERVER.TOOL`. Other tools are
    /// never found by that prefix, and never in the hint to such a name.
    ///
    /// # Errors
    ///
    /// As for [`Definitions::new`], all tools of the set taken together: where two
    /// servers have a tool of one name, give one another name.
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
    /// use serde_json::json;
    /// use tool_core::{Definition, Definitions};
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
    /// As for [`Definitions::new`], all tools of the set taken together. The set stays as it
    /// was.
    pub fn push(&mut self, definition: Definition) -> Result<(), SetError> {
        self.names.add(definition.name(), self.all.len(), None)?;
        self.all.push(definition);
        Ok(())
    }

    fn with(
        mut self,
        server: Option<&str>,
        definitions: impl IntoIterator<Item = Definition>,
    ) -> Result<Self, SetError> {
        for definition in definitions {
            self.names.add(definition.name(), self.all.len(), server)?;
            self.all.push(definition);
        }
        Ok(self)
    }

    /// The definitions, in the order in which they were given.
    #[must_use]
    pub fn as_slice(&self) -> &[Definition] {
        &self.all
    }

    /// Returns the number of tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there is no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The definitions, in the order in which they were given.
    pub fn iter(&self) -> slice::Iter<'_, Definition> {
        self.all.iter()
    }

    /// The tool of exactly that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.names.exact(name).map(|number| &self.all[number])
    }

    /// Reads a call, with the leniency of its tool.
    ///
    /// # Errors
    ///
    /// If the name means none of the tools, or the arguments do not fit.
    pub fn parse<'a>(
        &self,
        name: &str,
        input: impl Into<Input<'a>>,
    ) -> Result<ParsedCall<'_>, CallError> {
        let input = input.into();
        let resolved = self.resolve_call(name, input, |reader| reader)?;
        let mut reading = resolved.reader.read(input)?;
        reading.repairs.splice(0..0, resolved.repair);
        Ok(ParsedCall {
            definition: resolved.reader.definition(),
            reading,
        })
    }

    /// Returns the tool that a [name](Definitions#names) means, with its reader.
    ///
    /// # Errors
    ///
    /// If the name means none of the tools. The error holds no arguments.
    pub fn resolve(&self, name: &str) -> Result<Resolved<'_>, CallError> {
        self.resolve_call(name, "", |reader| reader)
    }

    /// Returns the tool that a call [names](Definitions#names), and its reader with settings:
    /// for a host that reads the arguments as a type of its own, or with another leniency.
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
    /// If the name means none of the tools. The arguments are not read: the error holds them.
    pub fn resolve_call<'a, 'd>(
        &'d self,
        name: &str,
        input: impl Into<Input<'a>>,
        settings: impl FnOnce(Reader<'d>) -> Reader<'d>,
    ) -> Result<Resolved<'d>, CallError> {
        let reader_of = |tool: usize| settings(self.all[tool].reader());
        match self.names.resolve(name, reader_of) {
            Some((_, resolved)) => Ok(resolved),
            None => Err(self.unknown(name, input.into())),
        }
    }

    /// Returns the tool for invalid calls, if the set has it: see
    /// [`InvalidCall`](crate::call::InvalidCall).
    #[must_use]
    pub fn invalid_call(&self) -> Option<&Definition> {
        self.iter().find(|tool| tool.is_for_host())
    }

    #[cold]
    fn unknown(&self, name: &str, input: Input<'_>) -> CallError {
        let shown = self.iter().filter(|tool| !tool.is_for_host());
        self.names.unknown(name, input, shown.map(Definition::name))
    }
}

impl<'d> IntoIterator for &'d Definitions {
    type Item = &'d Definition;
    type IntoIter = slice::Iter<'d, Definition>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
