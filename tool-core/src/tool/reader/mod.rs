use std::any::Any;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error};
use serde_json::{Map, Value};

use super::place::Place;
use super::source::Source;
use crate::conform::{Findings, Settings, conform, mend};
use crate::finish::Finish;
use crate::issue::{Class, Guesses, Issue, IssueKind, Path, Repair, Rule};
use crate::json::{Failure, Parsed, Tolerance, exact, mended};
use crate::limits::Limits;
use crate::tape::{Refusal, Tape};
use crate::tool::{Arguments, Definition, Issues, Reading, ToolArgError};
use crate::tree::{Intake, Tree, TreeSeed};

/// How far reading may go from what was sent.
///
/// ```
/// use tool_core::{Leniency, Tool};
///
/// /// Label a ticket.
/// #[derive(Debug, Tool)]
/// struct Label {
///     labels: Vec<String>,
/// }
///
/// let read = |leniency, raw| {
///     let reader = Label::definition().reader().leniency(leniency);
///     reader.read::<Label>(raw).is_ok()
/// };
/// let (text, list) = (r#"{"labels": "[\"a\"]"}"#, r#"{"labels": "a, b"}"#);
/// assert!(!read(Leniency::Strict, text) && read(Leniency::Standard, text));
/// assert!(!read(Leniency::Standard, list) && read(Leniency::Generous, list));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Leniency {
    /// Nowhere: arguments are JSON that the schema accepts.
    Strict,
    /// Where one reading exists.
    #[default]
    Standard,
    /// Guesses as well: see [`Class::Generous`].
    Generous,
}

impl Leniency {
    /// The rules that are on: those of that class, and those that are surer.
    fn class(self) -> Option<Class> {
        match self {
            Self::Strict => None,
            Self::Standard => Some(Class::Standard),
            Self::Generous => Some(Class::Generous),
        }
    }
}

/// Reads the arguments of one tool, with settings.
///
/// ```
/// use tool_core::{Finish, Leniency, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reader = Wait::definition().reader().finish(Finish::Complete);
/// let reading = reader.read::<Wait>(r#"{"seconds": "5"}"#)?;
/// assert_eq!(reading.value.seconds, 5);
/// assert_eq!(reading.repairs[0].rule.as_str(), "string_to_number");
///
/// let strict = reader.leniency(Leniency::Strict);
/// assert!(strict.read::<Wait>(r#"{"seconds": "5"}"#).is_err());
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Reader<'d> {
    definition: &'d Definition,
    finish: Finish,
    leniency: Leniency,
    limits: Limits,
}

impl<'d> Reader<'d> {
    pub(super) fn new(definition: &'d Definition) -> Self {
        Self {
            definition,
            finish: Finish::default(),
            leniency: definition.leniency(),
            limits: Limits::default(),
        }
    }

    /// Says how the model's output ended.
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// Says how far reading may go from what was sent; otherwise, the tool says it.
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// Says how much the reader takes on.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether reading may go nowhere from what was sent.
    pub(crate) fn is_strict(&self) -> bool {
        self.leniency == Leniency::Strict
    }

    /// Reads raw model output.
    ///
    /// `T` is the tool itself, [`serde_json::Value`], or any other type that
    /// the schema describes.
    ///
    /// # Errors
    ///
    /// All faults at once; the text of the error is the instruction for the model.
    pub fn read<T: DeserializeOwned + 'static>(
        &self,
        raw: &str,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_source(Source::Text(raw))
    }

    /// Reads arguments that came as a JSON value.
    ///
    /// # Errors
    ///
    /// As for [`Reader::read`].
    pub fn read_value<T: DeserializeOwned + 'static>(
        &self,
        arguments: &Value,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_source(Source::Value(arguments))
    }

    /// Reads arguments in whichever form they came.
    ///
    /// # Errors
    ///
    /// As for [`Reader::read`].
    pub fn read_arguments<T: DeserializeOwned + 'static>(
        &self,
        arguments: &Arguments,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_source(Source::of(arguments))
    }

    /// The error of arguments that were read and do not fit all the same: for what shows
    /// only where they are used. It is told as what a [check](Issues) of the tool finds.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Arguments, Definition, Issues};
    ///
    /// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    ///
    /// let arguments = Arguments::from(json!({"city": "Atlantis"}));
    /// let mut issues = Issues::default();
    /// issues.add("city", "is no city of this country");
    /// let error = weather.reader().refuse(&arguments, issues).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Please rewrite the input with valid arguments. \
    ///      Errors: city: is no city of this country",
    /// );
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All issues that were added; none is no error.
    pub fn refuse(&self, arguments: &Arguments, issues: Issues) -> Result<(), ToolArgError> {
        self.told(Source::of(arguments), issues)
    }

    /// The tool whose arguments it reads.
    #[must_use]
    pub fn definition(&self) -> &'d Definition {
        self.definition
    }

    /// Reads arguments from any self-describing format. The outer error is
    /// that of the format itself, untouched: hosts tell its syntax errors from
    /// others. A format that is not self-describing gets a sentence of ours.
    pub(super) fn read_from<'de, T: DeserializeOwned + 'static, D: Deserializer<'de>>(
        &self,
        deserializer: D,
    ) -> Result<Result<Reading<T>, ToolArgError>, D::Error> {
        let readable = deserializer.is_human_readable();
        let mut intake = self.intake();
        let read = TreeSeed::new(&mut intake).deserialize(deserializer);
        let describes_itself = readable || intake.entered;
        let found = Findings {
            issues: intake.issues,
            repairs: intake.repairs,
            omitted: intake.omitted,
            ..Findings::default()
        };
        match read {
            Ok(tree) => Ok(self.read_source(Source::Tree(&tree, &found))),
            Err(error) if found.issues.is_empty() && describes_itself => Err(error),
            Err(error) if found.issues.is_empty() => Err(D::Error::custom(format_args!(
                "the arguments of a tool are read from a self-describing format such as JSON: {error}"
            ))),
            Err(_) => {
                let source = Source::Value(&Value::Null);
                Ok(Err(self.error(source, found.issues, found.omitted, None)))
            }
        }
    }

    /// Reads what is asked for alone, without a word of how it was read.
    pub(super) fn value<T: DeserializeOwned + 'static>(
        &self,
        source: Source<'_>,
    ) -> Result<T, ToolArgError> {
        let mut place = None;
        match self.fill_alone(source, &mut place) {
            Ok(()) => Ok(filled(place)),
            Err(error) => Err(error),
        }
    }

    fn read_source<T: DeserializeOwned + 'static>(
        &self,
        source: Source<'_>,
    ) -> Result<Reading<T>, ToolArgError> {
        let mut place = None;
        match self.fill(source, &mut place) {
            Ok(found) => Ok(Reading {
                value: filled(place),
                repairs: found.repairs,
                ignored: found.ignored,
            }),
            Err(error) => Err(error),
        }
    }

    fn fill_alone(&self, source: Source<'_>, place: &mut dyn Place) -> Result<(), ToolArgError> {
        self.fill(source, place).map(drop)
    }

    /// The chain: the one way from arguments, whatever their form, to a value.
    fn fill(&self, source: Source<'_>, place: &mut dyn Place) -> Result<Findings, ToolArgError> {
        let into_value = (place as &dyn Any).is::<Option<Value>>();
        let mut found = Findings::default();
        let tape = self.conformed(source, into_value, &mut found)?;
        place
            .fill(&tape)
            .map_err(|refusal| self.refused(source, refusal))?;
        self.check(source, place)?;
        Ok(found)
    }

    /// What conforms to the plan: the arguments as they were sent, or with their repairs.
    fn conformed<'a>(
        &self,
        source: Source<'a>,
        into_value: bool,
        found: &mut Findings,
    ) -> Result<Tape<'a>, ToolArgError> {
        let refused = |refusal| self.refused(source, refusal);
        let settings = self.settings(source, into_value);
        let mends = |tape: &mut Tape<'_>, found: &mut Findings| {
            mend(tape, self.definition.plan(), settings, found)
        };
        let parsed = match self.parsed(source, found) {
            Some(Parsed::Tape(mut tape)) => {
                if mends(&mut tape, found) {
                    return Ok(tape);
                }
                Parsed::Tape(tape)
            }
            Some(Parsed::Tree(tree)) => {
                // What was found on the way here is for the whole walk to go on from.
                if found.issues.is_empty() && found.repairs.is_empty() {
                    let mut tape = Tape::of(&tree).map_err(refused)?;
                    if mends(&mut tape, found) {
                        return Ok(tape);
                    }
                }
                Parsed::Tree(tree)
            }
            None => return Err(self.failed(source, None, std::mem::take(found))),
        };
        let tree = self.tree_of(parsed, found);
        let tree = self.walk(tree, source, into_value, found);
        if found.issues.is_empty() {
            Tape::of(&tree).map_err(refused)
        } else {
            Err(self.failed(source, Some(&tree), std::mem::take(found)))
        }
    }

    #[cold]
    pub(super) fn failed(
        &self,
        source: Source<'_>,
        tree: Option<&Tree<'_>>,
        mut found: Findings,
    ) -> ToolArgError {
        if self.finish == Finish::Truncated {
            for issue in &mut found.issues {
                if matches!(issue.kind, IssueKind::InvalidJson { .. }) {
                    issue.kind = IssueKind::Truncated;
                }
            }
        }
        self.error(source, found.issues, found.omitted, tree)
    }

    /// Reads and walks the arguments; the tree has its repairs applied.
    fn walked<'a>(&self, source: Source<'a>, found: &mut Findings) -> Option<Tree<'a>> {
        let parsed = self.parsed(source, found)?;
        let tree = self.tree_of(parsed, found);
        Some(self.walk(tree, source, false, found))
    }

    /// The arguments as a tree, and what is found on the way there.
    fn tree_of<'a>(&self, parsed: Parsed<'a>, found: &mut Findings) -> Tree<'a> {
        let mut intake = self.intake();
        let tree = parsed.into_tree(&mut intake);
        found.issues.append(&mut intake.issues);
        found.repairs.append(&mut intake.repairs);
        found.omitted = found.omitted.saturating_add(intake.omitted);
        tree
    }

    fn intake(&self) -> Intake {
        Intake::new(&self.limits, self.leniency != Leniency::Strict)
    }

    /// Walks the arguments as they were sent; the tree has its repairs applied.
    fn walk<'a>(
        &self,
        mut tree: Tree<'a>,
        source: Source<'a>,
        into_value: bool,
        found: &mut Findings,
    ) -> Tree<'a> {
        let settings = self.settings(source, into_value);
        if let Some(change) = conform(&tree, self.definition.plan(), settings, found) {
            change.apply(&mut tree);
        }
        tree
    }

    fn settings(&self, source: Source<'_>, into_value: bool) -> Settings {
        Settings {
            class: self.leniency.class(),
            into_value,
            as_sent: matches!(source, Source::Text(_)),
            limits: self.limits,
        }
    }

    /// The arguments as they were sent.
    fn parsed<'a>(&self, source: Source<'a>, found: &mut Findings) -> Option<Parsed<'a>> {
        match source {
            Source::Text(text) => match exact(text, &self.limits) {
                Ok(tape) => Some(Parsed::Tape(tape)),
                Err(failure) => self.parsed_with_findings(source, Some(*failure), found),
            },
            _ => self.parsed_with_findings(source, None, found),
        }
    }

    /// The same of what is not JSON text to the letter.
    #[inline(never)]
    fn parsed_with_findings<'a>(
        &self,
        source: Source<'a>,
        failure: Option<Failure>,
        found: &mut Findings,
    ) -> Option<Parsed<'a>> {
        if let Some(none) = self.no_arguments(source) {
            found.repairs.push(none);
            return Some(Parsed::Tree(Tree::Object(Vec::new())));
        }
        let tolerance = match self.leniency {
            Leniency::Strict => Tolerance::STRICT,
            Leniency::Standard => Tolerance::STANDARD,
            Leniency::Generous => Tolerance::STANDARD.guessing(Guesses::ALL),
        };
        let mut intake = self.intake();
        let tolerance = tolerance.finished(self.finish);
        let parsed = match (source, failure) {
            (Source::Text(text), Some(failure)) => {
                mended(text, failure, tolerance, &mut intake).map(Parsed::Tree)
            }
            _ => source.parsed(tolerance, &mut intake),
        };
        found.issues = intake.issues;
        found.repairs = intake.repairs;
        found.omitted = intake.omitted;
        parsed
    }

    /// That blank text stands for an object without arguments: which of them are
    /// required is then told by name. Text that was cut off may have been any.
    fn no_arguments(&self, source: Source<'_>) -> Option<Repair> {
        let Source::Text(text) = source else {
            return None;
        };
        let counts = self.leniency != Leniency::Strict
            && self.finish != Finish::Truncated
            && text.chars().all(char::is_whitespace)
            && text.len() <= self.limits.max_bytes()
            && self.definition.takes_object();
        counts.then(|| Repair {
            path: Path::root(),
            rule: Rule::NoArguments,
            before: Value::from(text),
            after: Some(Value::Object(Map::new())),
        })
    }

    fn check(&self, source: Source<'_>, value: &dyn Any) -> Result<(), ToolArgError> {
        let Some(check) = self.definition.check() else {
            return Ok(());
        };
        let mut issues = Issues::default();
        check(value, &mut issues);
        self.told(source, issues)
    }

    /// The error of what a check found, with what was sent there.
    fn told(&self, source: Source<'_>, issues: Issues) -> Result<(), ToolArgError> {
        let mut issues = issues.into_issues();
        if issues.is_empty() {
            return Ok(());
        }
        let tree = self.walked(source, &mut Findings::default());
        for issue in &mut issues {
            let sent = tree.as_ref().and_then(|tree| tree.received_at(&issue.path));
            issue.received = sent.filter(|_| !issue.path.is_root());
        }
        Err(self.error(source, issues, 0, tree.as_ref()))
    }

    /// What serde refused though the schema allows it, as an issue.
    #[cold]
    fn refused(&self, source: Source<'_>, refusal: Refusal) -> ToolArgError {
        let tree = self.walked(source, &mut Findings::default());
        let (path, kind) = refusal.into_parts();
        let received = match kind {
            IssueKind::Required { .. } => None,
            _ => tree.as_ref().and_then(|tree| tree.received_at(&path)),
        };
        self.error(
            source,
            vec![Issue::new(path, kind, received)],
            0,
            tree.as_ref(),
        )
    }

    #[cold]
    fn error(
        &self,
        source: Source<'_>,
        issues: Vec<Issue>,
        omitted: usize,
        tree: Option<&Tree<'_>>,
    ) -> ToolArgError {
        ToolArgError::new(
            self.definition.name(),
            issues,
            omitted,
            source.received(),
            tree,
        )
        .of_schema(self.definition.shared_schema())
    }
}

/// A place is filled wherever there is no error.
fn filled<T>(place: Option<T>) -> T {
    match place {
        Some(value) => value,
        None => unreachable!("nothing was refused"),
    }
}
