use std::fmt;
use std::ptr;
use std::sync::OnceLock;

use super::names::ToolNames;
use super::{CallError, Definitions, InvalidCallTool, SetError};
use crate::tool::{AsInput, Input, Reader, Reading, Report, Slot, Tool, ToolArgError, verify};

/// An enum with one tool in each variant. Implement it with the derive.
///
/// ```
/// use tool_core::{Tool, ToolSet};
///
/// /// Read a file.
/// #[derive(Debug, Tool)]
/// struct ReadFile {
///     path: String,
/// }
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// #[derive(Debug, ToolSet)]
/// enum Call {
///     ReadFile(ReadFile),
///     Wait(Wait),
/// }
///
/// let names: Vec<_> = Call::definitions().iter().map(|tool| tool.name()).collect();
/// assert_eq!(names, ["read_file", "wait"]);
///
/// match Call::parse("wait", r#"{"seconds": "5"}"#)? {
///     Call::ReadFile(read) => println!("{}", read.path),
///     Call::Wait(wait) => assert_eq!(wait.seconds, 5),
/// }
///
/// let error = Call::parse("reed_file", "{}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Unknown tool requested by model: reed_file. Did you mean read_file? \
///      Call one of: read_file, wait",
/// );
/// # Ok::<(), tool_core::CallError>(())
/// ```
///
/// [`Definitions`] describes how names are matched.
///
/// The first call of a tool builds only the definition of that tool. A test that calls
/// [`ToolSet::definitions`] finds all unusable schemas.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of tools",
    note = "put `#[derive(tool_core::ToolSet)]` on the enum"
)]
pub trait ToolSet: Sized + 'static {
    #[doc(hidden)]
    fn __slot() -> &'static SetSlot<Self>;

    /// Returns the definitions, in the order of the variants.
    ///
    /// # Panics
    ///
    /// Panics if the schema of a tool cannot be used: see [`Tool::definition`].
    #[must_use]
    fn definitions() -> &'static Definitions {
        match Self::__slot().definitions() {
            Ok(definitions) => definitions,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the definitions, or the reason why they cannot be used.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema of a tool cannot be used.
    fn try_definitions() -> Result<&'static Definitions, SetError> {
        let definitions = Self::__slot().definitions();
        definitions.as_ref().map_err(Clone::clone)
    }

    /// Verifies all tools of the set, for a test: see [`Tool::verify`].
    ///
    /// # Errors
    ///
    /// Returns the report if there is a problem: [`Report::problems`].
    fn verify() -> Result<Report, Report> {
        Self::__slot().verify().into_result()
    }

    /// Reads a call, with the leniency of its tool.
    ///
    /// # Errors
    ///
    /// Returns an error if the name matches no tool, or if the arguments are invalid. The text
    /// of the error is the instruction for the model.
    ///
    /// # Panics
    ///
    /// Panics if the schema of the called tool cannot be used: see [`Tool::definition`].
    fn parse(name: &str, input: impl AsInput) -> Result<Self, CallError> {
        Ok(Self::read(name, input, |reader| reader)?.value)
    }

    /// Reads a call with settings, and also returns the repairs. The repair of the name comes
    /// first.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ToolSet::parse`].
    ///
    /// # Panics
    ///
    /// Panics under the conditions of [`ToolSet::parse`].
    fn read(
        name: &str,
        input: impl AsInput,
        settings: impl FnOnce(Reader<'static>) -> Reader<'static>,
    ) -> Result<Reading<Self>, CallError> {
        Self::__slot().read(name, input.as_input(), settings)
    }
}

/// The tool of one variant, written by `#[derive(ToolSet)]`.
#[derive(Debug)]
pub struct Member {
    /// The name of the tool, without its definition.
    pub name: &'static str,
    /// The slot of the definition.
    pub slot: fn() -> &'static Slot,
}

/// Reads the tool of a variant and wraps it in the variant.
type ReadMember<S> = fn(&Reader<'_>, Input<'_>) -> Result<Reading<S>, ToolArgError>;

/// The parts of a set that `#[derive(ToolSet)]` writes. Only the readers are compiled for each
/// set.
///
/// Names are separate, because a call only builds the definition of its tool.
pub struct SetSlot<S: 'static> {
    members: &'static [Member],
    /// One reader for each member.
    reads: &'static [ReadMember<S>],
    names: OnceLock<ToolNames>,
    definitions: OnceLock<Result<Definitions, SetError>>,
}

impl<S> SetSlot<S> {
    /// Creates a slot of these tools, without building a definition.
    #[must_use]
    pub const fn new<const N: usize>(
        members: &'static [Member; N],
        reads: &'static [ReadMember<S>; N],
    ) -> Self {
        Self {
            members,
            reads,
            names: OnceLock::new(),
            definitions: OnceLock::new(),
        }
    }

    fn names(&self) -> &ToolNames {
        self.names
            .get_or_init(|| ToolNames::new(self.members.iter().map(|member| member.name)))
    }

    fn definitions(&self) -> &Result<Definitions, SetError> {
        self.definitions.get_or_init(|| {
            let slots = self.members.iter().map(|member| (member.slot)());
            let definitions: Result<Vec<_>, _> = slots.map(Slot::try_definition).collect();
            Definitions::new(definitions?.into_iter().cloned())
        })
    }

    fn verify(&'static self) -> Report {
        let mut report = Report::default();
        for (member, read) in self.members.iter().zip(self.reads) {
            report.join(verify((member.slot)(), &|reader, text| {
                read(reader, Input::from(text)).map(drop)
            }));
        }
        // An unusable schema is already among the problems.
        if let Err(error @ (SetError::SameName { .. } | SetError::NoName { .. })) =
            self.definitions()
        {
            report.add_problem("", "", error.to_string());
        }
        report
    }

    fn read(
        &'static self,
        name: &str,
        input: Input<'_>,
        settings: impl FnOnce(Reader<'static>) -> Reader<'static>,
    ) -> Result<Reading<S>, CallError> {
        let reader_of = |tool: usize| settings((self.members[tool].slot)().definition().reader());
        let Some((tool, resolved)) = self.names().resolve(name, reader_of) else {
            return Err(self.report_unknown(name, input));
        };
        let mut reading = (self.reads[tool])(&resolved.reader, input)?;
        reading.repairs.splice(0..0, resolved.repair);
        Ok(reading)
    }

    #[cold]
    fn report_unknown(&self, name: &str, input: Input<'_>) -> CallError {
        let invalid = InvalidCallTool::__slot();
        let shown = self.members.iter();
        let shown = shown.filter(|member| !ptr::eq((member.slot)(), invalid));
        self.names()
            .report_unknown(name, input, shown.map(|member| member.name))
    }
}

impl<S> fmt::Debug for SetSlot<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetSlot")
            .field("members", &self.members)
            .finish_non_exhaustive()
    }
}

/// Reads a tool and wraps it in its variant.
///
/// # Errors
///
/// Returns an error if the arguments are invalid.
pub fn read_as<T: Tool, S>(
    reader: &Reader<'_>,
    input: Input<'_>,
    variant: fn(T) -> S,
) -> Result<Reading<S>, ToolArgError> {
    Ok(reader.read::<T>(input)?.map(variant))
}

/// Fails the compilation if a tool has the name of an earlier one, in any case and style.
///
/// # Panics
///
/// Panics for such a name, in a constant.
#[track_caller]
pub const fn assert_own_name(name: &str, before: &[&str]) {
    let mut number = 0;
    while number < before.len() {
        // An empty name belongs to a tool with another compile error.
        if !name.is_empty() && is_same_name(name.as_bytes(), before[number].as_bytes()) {
            let mut message = ConstMessage::new();
            message.push("the names `");
            message.push(before[number]);
            message.push("` and `");
            message.push(name);
            message.push("` are equal if case and style are ignored; rename one tool with `#[tool(name = \"...\")]`");
            panic!("{}", message.as_str());
        }
        number += 1;
    }
}

/// Compares names like a set does when it is built. Derived names are ASCII.
const fn is_same_name(left: &[u8], right: &[u8]) -> bool {
    let (mut l, mut r) = (0, 0);
    loop {
        let (left_byte, right_byte) = (fold_next_byte(left, &mut l), fold_next_byte(right, &mut r));
        match (left_byte, right_byte) {
            (None, None) => return true,
            (Some(left), Some(right)) if left == right => {}
            _ => return false,
        }
    }
}

/// Returns the next byte of a folded name. A separator between two digits is `_`, and other
/// separators are skipped.
const fn fold_next_byte(name: &[u8], at: &mut usize) -> Option<u8> {
    let start = *at;
    while *at < name.len() && is_style(name[*at]) {
        *at += 1;
    }
    if *at == name.len() {
        return None;
    }
    let is_apart = start > 0 && *at > start;
    if is_apart && name[start - 1].is_ascii_digit() && name[*at].is_ascii_digit() {
        // One separator remains, and the next call starts after it.
        return Some(b'_');
    }
    *at += 1;
    Some(name[*at - 1].to_ascii_lowercase())
}

const fn is_style(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'_' | b'.')
}

/// A text that is built in a constant.
struct ConstMessage {
    bytes: [u8; 320],
    length: usize,
}

impl ConstMessage {
    const fn new() -> Self {
        Self {
            bytes: [0; 320],
            length: 0,
        }
    }

    const fn push(&mut self, text: &str) {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() && self.length < self.bytes.len() {
            self.bytes[self.length] = text[at];
            self.length += 1;
            at += 1;
        }
    }

    const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "two tools have the same name if case and style are ignored",
        }
    }
}
