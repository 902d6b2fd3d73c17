use std::borrow::Cow;
use std::str::Utf8Error;

use serde::de::DeserializeSeed;
use serde_json::Value;

use crate::finish::Finish;
use crate::issue::Path;
use crate::json::{Tolerance, not_utf8, parse};
use crate::tool::Arguments;
use crate::tree::{ParseContext, Tree, TreeSeed};

/// Arguments to read, and the end of the model's output.
///
/// Each method that reads takes `impl AsInput`, a source of arguments. A [`Call`](crate::call::Call)
/// knows the end of the output. For another source, set it with [`Input::finish`].
///
/// ```
/// use tool_core::{Finish, Input, Tool, json};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// assert_eq!(Wait::parse(r#"{"seconds": 5}"#)?.seconds, 5);
/// assert_eq!(Wait::parse(&json!({"seconds": 5}))?.seconds, 5);
///
/// let open = Input::from(r#"{"seconds": [5]"#);
/// assert!(Wait::parse(open).is_err());
/// assert_eq!(Wait::parse(open.finish(Finish::Complete))?.seconds, 5);
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
///
/// Bytes that are not UTF-8 are an issue with the position of the first invalid byte, at any
/// leniency:
///
/// ```
/// use tool_core::{Definition, json};
///
/// let definition = Definition::new("t", "A tool.", json!({"type": "object"}))?;
/// let error = definition.parse(b"{\"a\": \"\xff\"}".as_slice()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Please rewrite the input with valid arguments. Errors: \
///      the arguments are not valid JSON: expected text in UTF-8 after \"{\\\"a\\\": \\\"\"",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    source: InputSource<'a>,
    finish: Finish,
}

/// Each source can be parsed more than once. A successful read therefore needs no copy.
#[derive(Clone, Copy, Debug)]
enum InputSource<'a> {
    Text(&'a str),
    /// Bytes that are not UTF-8, and the error.
    Bytes(&'a [u8], Utf8Error),
    Value(&'a Value),
    /// JSON text that was written from a value of another format.
    Written(&'a str),
}

impl<'a> Input<'a> {
    fn new(source: InputSource<'a>) -> Self {
        Self {
            source,
            finish: Finish::default(),
        }
    }

    pub(super) fn written(text: &'a str) -> Self {
        Self::new(InputSource::Written(text))
    }

    /// Sets the end of the model's output. Default: [`Finish::Unknown`], or the end that the
    /// call has.
    #[must_use]
    pub fn finish(self, finish: Finish) -> Self {
        Self { finish, ..self }
    }

    pub(super) fn is_truncated(self) -> bool {
        self.finish == Finish::Truncated
    }

    #[cfg(feature = "answers")]
    pub(super) fn finish_of_output(self) -> Finish {
        self.finish
    }

    /// Returns whether truncated output ends in a comma: more was to come.
    pub(super) fn goes_on(self) -> bool {
        let ends_in_comma = |text: &str| text.trim_end().ends_with(',');
        self.is_truncated() && self.text().is_some_and(ends_in_comma)
    }

    /// Parses the arguments. The intake records issues and repairs.
    pub(super) fn parse(self, tolerance: Tolerance, intake: &mut ParseContext) -> Option<Tree<'a>> {
        match self.source {
            InputSource::Text(text) | InputSource::Written(text) => {
                parse(text, tolerance.with_finish(self.finish), intake)
            }
            InputSource::Bytes(bytes, fault) => {
                let text = String::from_utf8_lossy(bytes);
                intake.stop(Path::root(), not_utf8(&text, fault));
                None
            }
            // A value in memory only fails because of a limit, which the intake records.
            InputSource::Value(value) => TreeSeed::new(intake).deserialize(value).ok(),
        }
    }

    /// Returns the arguments as JSON text.
    pub(super) fn json(self) -> Option<Cow<'a, str>> {
        match self.source {
            InputSource::Text(text) | InputSource::Written(text) => Some(Cow::Borrowed(text)),
            InputSource::Bytes(..) => None,
            InputSource::Value(value) => serde_json::to_string(value).ok().map(Cow::Owned),
        }
    }

    /// Returns the received text, digit for digit.
    pub(super) fn text(self) -> Option<&'a str> {
        match self.source {
            InputSource::Text(text) => Some(text),
            InputSource::Bytes(..) | InputSource::Value(_) | InputSource::Written(_) => None,
        }
    }

    pub(crate) fn to_arguments(self) -> Arguments {
        match self.source {
            InputSource::Text(text) | InputSource::Written(text) => {
                Arguments::Text(text.to_owned())
            }
            InputSource::Bytes(bytes, _) => {
                Arguments::Text(String::from_utf8_lossy(bytes).into_owned())
            }
            InputSource::Value(value) => Arguments::Value(value.clone()),
        }
    }
}

/// A source of arguments. Each method that reads takes `impl AsInput`.
///
/// The sources are text (`str`, `String`), bytes (`[u8]`, `[u8; N]`, `Vec<u8>`), a [`Value`],
/// [`Arguments`], a [`Call`](crate::call::Call), an [`Input`], and references, boxes and
/// [`Cow`]s of these. A host can implement the trait for its own type of calls:
///
/// ```
/// use tool_core::{AsInput, Finish, Input, Tool};
///
/// struct Message {
///     arguments: String,
/// }
///
/// impl AsInput for Message {
///     fn as_input(&self) -> Input<'_> {
///         self.arguments.as_input().finish(Finish::Complete)
///     }
/// }
///
/// /// Wait a while.
/// #[derive(Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let arguments = r#"{"seconds": 5}"#.to_owned();
/// assert_eq!(Wait::parse(Message { arguments })?.seconds, 5);
/// for arguments in [r#"{"seconds": 5}"#].iter() {
///     assert_eq!(Wait::parse(arguments)?.seconds, 5);
/// }
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
pub trait AsInput {
    /// Returns the arguments, and the end of the output if the source knows it.
    fn as_input(&self) -> Input<'_>;
}

impl<'a, T: AsInput + ?Sized> From<&'a T> for Input<'a> {
    fn from(source: &'a T) -> Self {
        source.as_input()
    }
}

impl AsInput for Input<'_> {
    fn as_input(&self) -> Input<'_> {
        *self
    }
}

impl AsInput for str {
    fn as_input(&self) -> Input<'_> {
        Input::new(InputSource::Text(self))
    }
}

impl AsInput for [u8] {
    fn as_input(&self) -> Input<'_> {
        Input::new(match std::str::from_utf8(self) {
            Ok(text) => InputSource::Text(text),
            Err(fault) => InputSource::Bytes(self, fault),
        })
    }
}

impl AsInput for Value {
    fn as_input(&self) -> Input<'_> {
        Input::new(InputSource::Value(self))
    }
}

impl AsInput for Arguments {
    fn as_input(&self) -> Input<'_> {
        match self {
            Arguments::Text(text) => text.as_input(),
            Arguments::Value(value) => value.as_input(),
        }
    }
}

/// Implements `AsInput` for types that contain a source.
macro_rules! impl_as_input {
    ($([$($generics:tt)*] $container:ty => $source:ty;)*) => {$(
        impl<$($generics)*> AsInput for $container {
            fn as_input(&self) -> Input<'_> {
                <$source>::as_input(self)
            }
        }
    )*};
}

impl_as_input! {
    [T: AsInput + ?Sized] &T => T;
    [T: AsInput + ?Sized] Box<T> => T;
    [T: AsInput + ToOwned + ?Sized] Cow<'_, T> => T;
    [] String => str;
    [] Vec<u8> => [u8];
    [const N: usize] [u8; N] => [u8];
}

#[cfg(feature = "bytes")]
impl_as_input! {
    [] bytes::Bytes => [u8];
}
