use std::slice;

use serde_json::Value;

use super::names::Names;
use super::sent::Sent;
use super::{CallError, SetError};
use crate::issue::Repair;
use crate::tool::{Arguments, Definition, Reader, Reading};

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
/// A name to the letter is that tool's. Any other is read, with a repair of the rule
/// [`Rule::ToolName`](crate::Rule::ToolName), as the one tool that it can be but for
///
/// - case, spaces, `-`, `_` and `.` (`Edit-File` for `edit_file`);
/// - spaces and quotes around it;
/// - special tokens of chat templates (`edit<|channel|>commentary`);
/// - a namespace (`functions.edit`);
/// - the server that has the tool, by [`Definitions::with_server`]: `mcp__github__edit`,
///   `github.edit`, `github:edit` or `mcp.github.edit` for a tool of the server `github`.
///
/// A name that is merely similar is none; a strict tool is only found to the letter.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    all: Vec<Definition>,
    names: Names,
}

/// The tool that a name was found to be that of.
///
/// ```
/// use serde_json::json;
/// use tool_core::{Definition, Definitions};
///
/// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let tools = Definitions::new([Definition::new("read_file", "Read a file.", schema)?])?;
/// let found = tools.resolve("readFile")?;
/// assert_eq!(found.definition.name(), "read_file");
/// assert_eq!(found.repair.unwrap().before, "readFile");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resolved<'d> {
    /// The tool.
    pub definition: &'d Definition,
    /// How the name was read, if it was not sent to the letter: from the name as sent
    /// to that of the tool, at the root.
    pub repair: Option<Repair>,
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

    /// The tool that a name is meant to be that of: see [names](Definitions#names).
    ///
    /// # Errors
    ///
    /// If it is no name, or that of no tool. The error then knows of no arguments:
    /// [`Definitions::parse`] and [`Definitions::read`] are told them.
    pub fn resolve(&self, name: &str) -> Result<Resolved<'_>, CallError> {
        let sent = Sent::Text("");
        let (number, repair) = self.found(name, sent, Definition::reader)?;
        Ok(Resolved {
            definition: &self.all[number.0],
            repair,
        })
    }

    /// Reads a call, with the leniency of its tool.
    ///
    /// # Errors
    ///
    /// If the name is that of no tool, or the arguments do not fit.
    pub fn parse(&self, name: &str, raw: &str) -> Result<ParsedCall<'_>, CallError> {
        self.read(name, raw, |reader| reader)
    }

    /// Reads a call with settings: [`Finish`](crate::Finish), say.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Definition, Definitions, Finish};
    ///
    /// let schema = json!({"type": "object"});
    /// let tools = Definitions::new([Definition::new("list", "Lists.", schema)?])?;
    /// let call = tools.read("list", r#"{"a": ["b"]"#, |reader| reader.finish(Finish::Complete))?;
    /// assert_eq!(call.reading.value, json!({"a": ["b"]}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Definitions::parse`].
    pub fn read<'d>(
        &'d self,
        name: &str,
        raw: &str,
        settings: impl FnOnce(Reader<'d>) -> Reader<'d>,
    ) -> Result<ParsedCall<'d>, CallError> {
        self.read_sent(name, Sent::Text(raw), settings)
    }

    /// Reads a call whose arguments came as a JSON value.
    ///
    /// # Errors
    ///
    /// As for [`Definitions::parse`].
    pub fn read_value<'d>(
        &'d self,
        name: &str,
        arguments: &Value,
        settings: impl FnOnce(Reader<'d>) -> Reader<'d>,
    ) -> Result<ParsedCall<'d>, CallError> {
        self.read_sent(name, Sent::Value(arguments), settings)
    }

    /// The reader of the tool that a call is meant for, and how the name was read, for
    /// those who read the arguments as a type of their own.
    ///
    /// ```
    /// use tool_core::{Arguments, Definitions, Tool};
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let tools = Definitions::new([Wait::definition().clone()])?;
    /// let arguments = Arguments::from(r#"{"seconds": "5"}"#);
    /// let (reader, repair) = tools.reader("Wait", &arguments, |reader| reader)?;
    /// assert_eq!(reader.definition().name(), "wait");
    /// assert!(repair.is_some());
    /// assert_eq!(reader.read_arguments::<Wait>(&arguments)?.value.seconds, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name is that of no tool; the arguments are not looked at.
    pub fn reader<'d>(
        &'d self,
        name: &str,
        arguments: &Arguments,
        settings: impl FnOnce(Reader<'d>) -> Reader<'d>,
    ) -> Result<(Reader<'d>, Option<Repair>), CallError> {
        let sent = Sent::from(arguments);
        let ((_, reader), repair) =
            self.found(name, sent, |definition| settings(definition.reader()))?;
        Ok((reader, repair))
    }

    /// The tool for calls that failed, if it is in the set: see [`InvalidCall`](crate::InvalidCall).
    #[must_use]
    pub fn invalid_call(&self) -> Option<&Definition> {
        self.iter().find(|tool| tool.is_for_host())
    }

    fn read_sent<'d>(
        &'d self,
        name: &str,
        sent: Sent<'_>,
        settings: impl FnOnce(Reader<'d>) -> Reader<'d>,
    ) -> Result<ParsedCall<'d>, CallError> {
        let ((number, reader), repair) =
            self.found(name, sent, |definition| settings(definition.reader()))?;
        let mut reading = sent.read(&reader)?;
        reading.repairs.splice(0..0, repair);
        Ok(ParsedCall {
            definition: &self.all[number],
            reading,
        })
    }

    /// The number of the tool and its reader, and how the name was read.
    fn found<'d>(
        &'d self,
        name: &str,
        sent: Sent<'_>,
        reader: impl FnOnce(&'d Definition) -> Reader<'d>,
    ) -> Result<((usize, Reader<'d>), Option<Repair>), CallError> {
        let found = self.names.find(name);
        let found = found.and_then(|found| found.read_by(reader(&self.all[found.tool]), name));
        found.ok_or_else(|| self.not_found(name, sent))
    }

    #[cold]
    fn not_found(&self, name: &str, sent: Sent<'_>) -> CallError {
        let shown = self.iter().filter(|tool| !tool.is_for_host());
        CallError::not_found(name, sent, shown.map(Definition::name), |tools| {
            self.names.nearest(name, tools.iter().copied())
        })
    }
}

impl<'d> IntoIterator for &'d Definitions {
    type Item = &'d Definition;
    type IntoIter = slice::Iter<'d, Definition>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
