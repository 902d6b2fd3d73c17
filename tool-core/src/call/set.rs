use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;

use super::sent::Sent;
use super::{CallError, Definitions, SetError};
use crate::SchemaError;
use crate::tool::{Definition, Reader, Reading, Tool, ToolArgError};

/// An enum whose variants hold tools. Derive it.
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
/// How names are read is told at [`Definitions`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of tools",
    note = "put `#[derive(tool_core::ToolSet)]` on the enum"
)]
pub trait ToolSet: Sized + 'static {
    #[doc(hidden)]
    fn __slot() -> &'static SetSlot<Self>;

    /// The definitions, in the order of the variants.
    ///
    /// # Panics
    ///
    /// If the schema of a tool cannot be used: see [`Tool::definition`].
    #[must_use]
    fn definitions() -> &'static Definitions {
        match Self::__slot().definitions() {
            Ok(definitions) => definitions,
            Err(error) => panic!("{error}"),
        }
    }

    /// The definitions, or why they cannot be used.
    ///
    /// # Errors
    ///
    /// If the schema of a tool cannot be used.
    fn try_definitions() -> Result<&'static Definitions, SetError> {
        Self::__slot().definitions().as_ref().map_err(Clone::clone)
    }

    /// Reads a call: the name of the tool, and raw model output.
    ///
    /// # Errors
    ///
    /// If the name is that of no tool, or the arguments do not fit; the text of the
    /// error is the instruction for the model.
    fn parse(name: &str, raw: &str) -> Result<Self, CallError> {
        Ok(Self::read(name, raw, |reader| reader)?.value)
    }

    /// Reads a call whose arguments came as a JSON value.
    ///
    /// # Errors
    ///
    /// As for [`ToolSet::parse`].
    fn parse_value(name: &str, arguments: &Value) -> Result<Self, CallError> {
        Ok(Self::read_value(name, arguments, |reader| reader)?.value)
    }

    /// Reads a call with settings, and gives the repairs beside it. The first of
    /// them is that of the name, if it has one.
    ///
    /// # Errors
    ///
    /// As for [`ToolSet::parse`].
    fn read(
        name: &str,
        raw: &str,
        settings: impl FnOnce(Reader<'static>) -> Reader<'static>,
    ) -> Result<Reading<Self>, CallError> {
        Self::__slot().read(Self::definitions(), name, Sent::Text(raw), settings)
    }

    /// Reads a call whose arguments came as a JSON value, with settings.
    ///
    /// # Errors
    ///
    /// As for [`ToolSet::parse`].
    fn read_value(
        name: &str,
        arguments: &Value,
        settings: impl FnOnce(Reader<'static>) -> Reader<'static>,
    ) -> Result<Reading<Self>, CallError> {
        Self::__slot().read(Self::definitions(), name, Sent::Value(arguments), settings)
    }
}

/// One variant, as `#[derive(ToolSet)]` writes it.
pub struct Member<S> {
    /// The definition of its tool.
    pub definition: fn() -> Result<&'static Definition, SchemaError>,
    /// Reads its tool, and makes the variant of it.
    pub read: fn(&Reader<'_>, Sent<'_>) -> Result<Reading<S>, ToolArgError>,
}

/// Where the definitions of a set stand once they are built.
pub struct SetSlot<S: 'static> {
    members: &'static [Member<S>],
    built: OnceLock<Result<Definitions, SetError>>,
}

impl<S> SetSlot<S> {
    /// A slot whose definitions are built when they are first asked for.
    #[must_use]
    pub const fn new(members: &'static [Member<S>]) -> Self {
        Self {
            members,
            built: OnceLock::new(),
        }
    }

    fn definitions(&'static self) -> &'static Result<Definitions, SetError> {
        self.built.get_or_init(|| {
            let definitions = self.members.iter().map(|member| (member.definition)());
            let definitions: Result<Vec<_>, _> = definitions.collect();
            Definitions::new(definitions?.into_iter().cloned())
        })
    }

    fn read(
        &self,
        definitions: &'static Definitions,
        name: &str,
        sent: Sent<'_>,
        settings: impl FnOnce(Reader<'static>) -> Reader<'static>,
    ) -> Result<Reading<S>, CallError> {
        let ((number, reader), repair) =
            definitions.found(name, sent, |definition| settings(definition.reader()))?;
        // The definitions are those of the members, one for one.
        let mut reading = (self.members[number].read)(&reader, sent)?;
        reading.repairs.splice(0..0, repair);
        Ok(reading)
    }
}

impl<S> fmt::Debug for SetSlot<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetSlot")
            .field("built", &self.built)
            .finish_non_exhaustive()
    }
}

/// Reads a tool, and makes the variant of it that holds it.
///
/// # Errors
///
/// If the arguments do not fit.
pub fn read_as<T: Tool, S>(
    reader: &Reader<'_>,
    sent: Sent<'_>,
    variant: fn(T) -> S,
) -> Result<Reading<S>, ToolArgError> {
    Ok(sent.read::<T>(reader)?.map(variant))
}

/// Stops the compiler where a tool has the name of one before it, but for case and style.
///
/// # Panics
///
/// If so, while a constant is evaluated.
#[track_caller]
pub const fn assert_own_name(name: &str, before: &[&str]) {
    let mut number = 0;
    while number < before.len() {
        // A name that is empty stands for a tool with a mistake, which is told of already.
        if !name.is_empty() && same_name(name.as_bytes(), before[number].as_bytes()) {
            let mut message = Message::new();
            message.push("the names `");
            message.push(before[number]);
            message.push("` and `");
            message.push(name);
            message.push("` are the same but for case and style; rename one tool with `#[tool(name = \"...\")]`");
            panic!("{}", message.as_str());
        }
        number += 1;
    }
}

/// As the names of a set are compared when it is built; derived names are ASCII.
const fn same_name(left: &[u8], right: &[u8]) -> bool {
    let (mut l, mut r) = (0, 0);
    loop {
        while l < left.len() && is_style(left[l]) {
            l += 1;
        }
        while r < right.len() && is_style(right[r]) {
            r += 1;
        }
        if l == left.len() || r == right.len() {
            return l == left.len() && r == right.len();
        }
        if !left[l].eq_ignore_ascii_case(&right[r]) {
            return false;
        }
        l += 1;
        r += 1;
    }
}

const fn is_style(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'_' | b'.')
}

/// Text that is put together while a constant is evaluated.
struct Message {
    bytes: [u8; 320],
    length: usize,
}

impl Message {
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
            Err(_) => "two tools have the same name but for case and style",
        }
    }
}
