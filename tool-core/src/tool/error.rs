use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use serde_json::Value;

use crate::issue::{Issue, IssueKind, Path, Segment};
use crate::json::{Tolerance, parse_strict};
use crate::limits::Limits;
use crate::tool::{Arguments, Input};
use crate::tree::{ParseContext, Tree};

/// The error of invalid arguments: all issues, as data.
///
/// `Display` writes the one-line instruction for the model. [`feedback`](crate::feedback) has the
/// other formats. The error is one pointer wide.
///
/// ```
/// use tool_core::feedback::Style;
/// use tool_core::issue::IssueKind;
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"duration": 5}"#).unwrap_err();
/// assert_eq!((error.tool(), error.issues().len()), ("wait", 1));
/// assert!(matches!(error.issues()[0].kind, IssueKind::Required { .. }));
/// assert_eq!(
///     error.to_string(),
///     "Please rewrite the input with valid arguments. \
///      Errors: seconds: Required (\"duration\" is unknown)",
/// );
/// assert_eq!(
///     error.render(Style::List),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: Required (\"duration\" is unknown)",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct ToolArgError(Box<ArgErrorData>);

#[derive(Clone)]
struct ArgErrorData {
    tool: String,
    issues: Vec<Issue>,
    omitted: usize,
    received: Arguments,
    read: RepairedArguments,
    /// The schema of the arguments, shared with the definition.
    schema: Option<Arc<Value>>,
}

/// The arguments with their repairs applied.
#[derive(Clone)]
pub(crate) enum RepairedArguments {
    /// The text could not be parsed.
    Nothing,
    /// Valid JSON without repairs: equal to the received text.
    AsSent,
    /// The arguments as JSON text, which is cheaper than a value that few callers need.
    Text(String),
}

impl From<Option<&Tree<'_>>> for RepairedArguments {
    fn from(tree: Option<&Tree<'_>>) -> Self {
        tree.map_or(Self::Nothing, |tree| Self::Text(tree.to_json()))
    }
}

impl ToolArgError {
    pub(crate) fn new(
        tool: &str,
        issues: Vec<Issue>,
        omitted: usize,
        received: Arguments,
        read: impl Into<RepairedArguments>,
    ) -> Self {
        Self(Box::new(ArgErrorData {
            tool: tool.to_owned(),
            issues,
            omitted,
            received,
            read: read.into(),
            schema: None,
        }))
    }

    /// Makes the texts speak of an answer in JSON instead of the arguments of a call.
    #[cfg(feature = "answers")]
    pub(crate) fn of_answer(mut self) -> Self {
        for issue in &mut self.0.issues {
            issue.is_of_answer = true;
        }
        self
    }

    pub(crate) fn is_of_answer(&self) -> bool {
        self.issues().iter().any(|issue| issue.is_of_answer)
    }

    /// Attaches the schema of the arguments.
    pub(crate) fn of_schema(mut self, schema: Arc<Value>) -> Self {
        self.0.schema = Some(schema);
        self
    }

    /// Returns the name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// Returns the issues, in the order of the schema. There is at least one.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.0.issues
    }

    /// Returns the number of further issues beyond the limit.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.0.omitted
    }

    /// Returns the arguments as received.
    #[must_use]
    pub fn received(&self) -> &Arguments {
        &self.0.received
    }

    /// Replaces the arguments of the error. A host uses this if it resolves variables in the
    /// arguments before it reads them, and must not show their values to the model.
    ///
    /// Each resolved value in the error is replaced with the original one. The messages of
    /// checks and of a type's own `Deserialize` stay.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Log in.
    /// #[derive(Debug, Tool)]
    /// struct LogIn {
    ///     #[schemars(length(max = 8))]
    ///     password: String,
    /// }
    ///
    /// let sent = r#"{"password": "$PASSWORD"}"#;
    /// let resolved = sent.replace("$PASSWORD", "correct horse");
    /// let error = LogIn::parse(&resolved).unwrap_err().as_sent(sent);
    /// assert!(!format!("{error:?} {error}").contains("horse"));
    /// ```
    #[must_use]
    pub fn as_sent(mut self, arguments: impl Into<Arguments>) -> Self {
        let sent = arguments.into();
        self.0.retell(&sent);
        self.0.received = sent;
        self.0.read = RepairedArguments::Nothing;
        self
    }

    pub(crate) fn read(&self) -> Option<Value> {
        self.0.read()
    }

    pub(crate) fn schema(&self) -> Option<&Value> {
        self.0.schema.as_deref()
    }

    /// Returns whether an earlier call of the same tool failed in the same way: with issues of
    /// the same kinds at the same paths.
    ///
    /// The received values and the messages of checks may differ. A model that sends `"eleven"`
    /// after `"ten"` for an integer did not understand the error and needs a longer one. See
    /// [`Style::ListAgain`](crate::feedback::Style::ListAgain).
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let first = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
    /// let second = Wait::parse(r#"{"seconds": "eleven"}"#).unwrap_err();
    /// assert!(second.is_same_failure(&first));
    ///
    /// let other = Wait::parse("{}").unwrap_err();
    /// assert!(!other.is_same_failure(&first));
    /// ```
    #[must_use]
    pub fn is_same_failure(&self, earlier: &Self) -> bool {
        self.tool() == earlier.tool()
            && self.omitted() == earlier.omitted()
            && self.failures() == earlier.failures()
    }

    /// Returns the kinds and paths of the issues as a set, because the order of undeclared keys
    /// is not significant.
    fn failures(&self) -> HashSet<(&Path, Discriminant<IssueKind>)> {
        let issues = self.issues().iter();
        issues
            .map(|issue| (&issue.path, discriminant(&issue.kind)))
            .collect()
    }
}

impl ArgErrorData {
    fn read(&self) -> Option<Value> {
        match (&self.read, &self.received) {
            (RepairedArguments::Nothing, _) => None,
            (RepairedArguments::AsSent, Arguments::Value(value)) => Some(value.clone()),
            (RepairedArguments::Text(text), _)
            | (RepairedArguments::AsSent, Arguments::Text(text)) => {
                // The text was parsed before, within limits that may have been wider.
                let tree = parse_strict(text, &mut ParseContext::unlimited()).ok()?;
                Some(tree.into_value())
            }
        }
    }

    /// Replaces the values in the issues with the values of other arguments.
    fn retell(&mut self, sent: &Arguments) {
        let text = match sent {
            Arguments::Text(text) => text.clone(),
            Arguments::Value(value) => value.to_string(),
        };
        let mut intake = ParseContext::new(&Limits::default(), true);
        let tree = Input::from(sent).parse(Tolerance::STANDARD, &mut intake);
        let known = [
            text,
            self.schema
                .as_deref()
                .map(Value::to_string)
                .unwrap_or_default(),
        ];
        for issue in &mut self.issues {
            let was_told = issue.received.take().is_some();
            let told = tree.as_ref().filter(|_| was_told);
            issue.received = told.and_then(|tree| tree.received_for(&issue.kind, &issue.path));
            let was = issue.path.segments().len();
            issue.path = keep_known_part(&issue.path, &known);
            match &mut issue.kind {
                IssueKind::Required { missing, .. } => {
                    let is_whole = issue.path.segments().len() == was;
                    let is_known = |path: &Path| is_whole && keep_known_part(path, &known) == *path;
                    missing.sent_as = missing.sent_as.take().filter(is_known);
                    let is_known = |key: &String| known.iter().any(|text| text.contains(key));
                    missing.unknown.retain(is_known);
                }
                IssueKind::InvalidJson { after, .. } => after.clear(),
                IssueKind::SeveralObjects { texts } => texts.clear(),
                IssueKind::WholeCall { name } => *name = None,
                IssueKind::Ambiguous { readings } => readings.clear(),
                IssueKind::Enum { nearest, .. } => *nearest = None,
                IssueKind::Union { alternatives } => {
                    alternatives.nearest = None;
                    let is_known = |key: &String| known.iter().any(|text| text.contains(key));
                    alternatives.unknown.retain(is_known);
                }
                _ => {}
            }
        }
    }
}

/// Returns the part of the path whose keys occur in one of the texts.
fn keep_known_part(path: &Path, texts: &[String]) -> Path {
    let is_known = |segment: &&Segment| match segment {
        Segment::Key(key) => texts.iter().any(|text| text.contains(key)),
        Segment::Index(_) => true,
    };
    path.segments()
        .iter()
        .take_while(is_known)
        .cloned()
        .collect()
}

/// Omits the schema, which is longer than the rest and belongs to the definition.
/// The start of arguments, for `Debug`: a rejected call may have millions of bytes.
struct Shortened<'a>(&'a Arguments);

/// Maximum number of characters of the arguments in `Debug`.
const SHOWN: usize = 200;

impl fmt::Debug for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.0 {
            Arguments::Text(text) => Cow::Borrowed(text.as_str()),
            Arguments::Value(value) => Cow::Owned(value.to_string()),
        };
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) => write!(f, "{:?}… ({} bytes)", &text[..end], text.len()),
            None => write!(f, "{text:?}"),
        }
    }
}

impl fmt::Debug for ArgErrorData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArgErrorData")
            .field("tool", &self.tool)
            .field("issues", &self.issues)
            .field("omitted", &self.omitted)
            .field("received", &Shortened(&self.received))
            .finish_non_exhaustive()
    }
}
