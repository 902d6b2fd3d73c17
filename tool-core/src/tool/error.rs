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

/// The error of arguments that cannot be read: all issues, as data.
///
/// `Display` writes the one-line instruction for the model. [`feedback`](crate::feedback) has the
/// other formats. The error is one pointer wide.
///
/// ```
/// use tool_core::feedback::Format;
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
///     error.render(Format::List),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: Required (\"duration\" is unknown)",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct ToolArgError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    tool: String,
    issues: Vec<Issue>,
    omitted: usize,
    received: Arguments,
    read: Read,
    /// The schema that the arguments are held to, shared with the definition.
    schema: Option<Arc<Value>>,
}

/// The arguments with their repairs applied.
#[derive(Clone)]
pub(crate) enum Read {
    /// The text could not be read.
    Nothing,
    /// JSON to the letter, of which nothing was repaired: as it was sent.
    AsSent,
    /// As JSON text. It costs less than the value, which is mostly not asked for.
    Text(String),
}

impl From<Option<&Tree<'_>>> for Read {
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
        read: impl Into<Read>,
    ) -> Self {
        Self(Box::new(Inner {
            tool: tool.to_owned(),
            issues,
            omitted,
            received,
            read: read.into(),
            schema: None,
        }))
    }

    /// The error, with the schema that the arguments are held to.
    pub(crate) fn of_schema(mut self, schema: Arc<Value>) -> Self {
        self.0.schema = Some(schema);
        self
    }

    /// The name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// All problems, in the order of the schema. Never empty.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.0.issues
    }

    /// How many further problems there are beyond the limit of issues.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.0.omitted
    }

    /// The arguments as received.
    #[must_use]
    pub fn received(&self) -> &Arguments {
        &self.0.received
    }

    /// The same error, of arguments that were sent otherwise: for a host that resolves
    /// variables in the arguments before they are read, whose values the model must not
    /// be shown.
    ///
    /// What is told of the values that were read is told of those that were sent
    /// instead. The words of a check, and of a type's own `Deserialize`, stay.
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
        self.0.read = Read::Nothing;
        self
    }

    pub(crate) fn read(&self) -> Option<Value> {
        self.0.read()
    }

    pub(crate) fn schema(&self) -> Option<&Value> {
        self.0.schema.as_deref()
    }

    /// Whether an earlier call of the same tool failed in the same way: by
    /// issues of the same kinds at the same paths.
    ///
    /// The values that were sent may differ, and so may the words of a check:
    /// a model that sends `"eleven"` after `"ten"` where an integer is wanted
    /// did not understand what it was told, and is better told more. See
    /// [`Format::ListAgain`](crate::feedback::Format::ListAgain).
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

    /// What fails, and how. A set: keys that are not declared are told in the
    /// order in which they were sent, which says nothing.
    fn failures(&self) -> HashSet<(&Path, Discriminant<IssueKind>)> {
        let issues = self.issues().iter();
        issues
            .map(|issue| (&issue.path, discriminant(&issue.kind)))
            .collect()
    }
}

impl Inner {
    fn read(&self) -> Option<Value> {
        match (&self.read, &self.received) {
            (Read::Nothing, _) => None,
            (Read::AsSent, Arguments::Value(value)) => Some(value.clone()),
            (Read::Text(text), _) | (Read::AsSent, Arguments::Text(text)) => {
                // It was read before, within limits that may have been wider.
                let tree = parse_strict(text, &mut ParseContext::unlimited()).ok()?;
                Some(tree.into_value())
            }
        }
    }

    /// Tells of those arguments wherever an issue tells of what was read.
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
            issue.path = known_part(&issue.path, &known);
            match &mut issue.kind {
                IssueKind::Required { missing, .. } => {
                    let is_whole = issue.path.segments().len() == was;
                    let is_known = |path: &Path| is_whole && known_part(path, &known) == *path;
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

/// The path as far as its keys stand in one of the texts.
fn known_part(path: &Path, texts: &[String]) -> Path {
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

/// Without the schema, which is the definition's, and longer than all the rest.
impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner")
            .field("tool", &self.tool)
            .field("issues", &self.issues)
            .field("omitted", &self.omitted)
            .field("received", &self.received)
            .field("read", &self.read())
            .finish_non_exhaustive()
    }
}
