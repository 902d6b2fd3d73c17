//! The state of the tolerant parser.

use std::borrow::Cow;

use super::{ParsedValue, Source};
use crate::issue::{IssueKind, Limit, Path, PathStack, Rule};
use crate::json::Failure;
use crate::json::expected::{END, ROOT, VALUE};
use crate::json::lenient::TextKind;
use crate::json::{Stop, Stopped};
use crate::tree::{ParseContext, Tree};

/// The state of an attempt.
pub(super) struct TolerantParser<'a, 'l> {
    pub(super) source: Source<'a, 'l>,
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) intake: ParseContext,
    pub(super) stop: Stop,
    pub(super) depth: usize,
    /// How a closing bracket that does not fit is taken.
    pub(super) stray_bracket: StrayBracket,
    /// Where the first such bracket stands.
    pub(super) departure: Option<Stop>,
    /// What was passed over before the token that stands here.
    pub(super) trivia: Trivia,
    /// Where the last number ended.
    pub(super) number_end: usize,
    /// Whether a quoted key stood here, or one with its separator: what is read
    /// means to be an object.
    pub(super) has_pairs: bool,
    /// The first key with its separator.
    pub(super) first_key: Option<FirstKey<'a>>,
    /// Whether a comma was put after a container.
    pub(super) joins_groups: bool,
    /// Where the string opens that the text ends in.
    pub(super) open_string: Option<usize>,
    /// Where a value stands that is at fault.
    pub(super) fault: Option<Path>,
}

/// What lies between two tokens.
#[derive(Clone, Copy, Default)]
pub(super) struct Trivia {
    /// Something does.
    pub(super) any: bool,
    /// The end of a line, or what stands for it.
    pub(super) line: bool,
    /// A comment that runs to the end of the text: what it hides is unknown.
    pub(super) open_comment: bool,
}

/// How a closing bracket that does not fit is taken. One is met in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StrayBracket {
    /// It is one too many, and passed over.
    Surplus,
    /// It stands for the one that is due.
    WrongKind,
}

/// What the last value ended with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Quoted,
    Container,
    /// A number or a word.
    Bare,
}

/// The container that is read. One record says of it that a rule was needed,
/// however often.
pub(super) struct Scope<'c> {
    pub(super) chain: &'c PathStack<'c>,
    pub(super) noted: Vec<Rule>,
}

impl<'c> Scope<'c> {
    pub(super) fn new(chain: &'c PathStack<'c>) -> Self {
        Self {
            chain,
            noted: Vec::new(),
        }
    }
}

/// How an attempt went: the value and where it ends, or why there is none; and
/// whether it had begun to be an object.
pub(super) struct Attempt<'a> {
    pub(super) result: Result<ParsedValue<'a>, Failure>,
    pub(super) end: usize,
    pub(super) has_pairs: bool,
    pub(super) first_key: Option<FirstKey<'a>>,
    pub(super) departure: Option<Stop>,
}

/// What an object begins with.
pub(super) struct FirstKey<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) is_quoted: bool,
    /// Whether a colon stands behind it, or `=`.
    pub(super) has_separator: bool,
}

impl<'a, 'l> TolerantParser<'a, 'l> {
    pub(super) fn new(source: Source<'a, 'l>, start: usize, stray_bracket: StrayBracket) -> Self {
        Self {
            source,
            text: source.text,
            at: start,
            intake: ParseContext::new(source.limits, source.tolerance.duplicate_key),
            stop: Stop::Recorded,
            depth: 0,
            stray_bracket,
            departure: None,
            trivia: Trivia::default(),
            number_end: 0,
            has_pairs: false,
            first_key: None,
            joins_groups: false,
            open_string: None,
            fault: None,
        }
    }

    pub(super) fn run(mut self, read: fn(&mut Self) -> Result<Tree<'a>, Stopped>) -> Attempt<'a> {
        let start = self.at;
        let tree = read(&mut self);
        let (end, has_pairs, departure) = (self.at, self.has_pairs, self.departure);
        let first_key = self.first_key.take();
        let result = match tree {
            Ok(tree) => Ok(ParsedValue {
                tree,
                intake: self.intake,
                start,
                end,
                has_stray_bracket: departure.is_some(),
                joins_groups: self.joins_groups,
            }),
            Err(Stopped) => Err(self.into_failure()),
        };
        Attempt {
            result,
            end,
            has_pairs,
            first_key,
            departure,
        }
    }

    fn into_failure(mut self) -> Failure {
        match (self.stop.kind(self.text), self.intake.issues.pop()) {
            (None, Some(issue)) => Failure {
                kind: issue.kind,
                path: Box::new(issue.path),
                open_string: None,
            },
            (kind, _) => Failure {
                kind: kind.unwrap_or(IssueKind::Truncated),
                path: Box::new(self.fault.unwrap_or(Path::root())),
                open_string: self.open_string,
            },
        }
    }

    /// The value that starts here; nothing for `undefined`.
    pub(super) fn parse_value(
        &mut self,
        chain: &PathStack<'_>,
    ) -> Result<Option<Tree<'a>>, Stopped> {
        if !self.intake.takes_node() {
            return Err(self.fail_at_limit(chain, Limit::Nodes));
        }
        if let Some(text) = self.parse_unquoted(chain) {
            return Ok(Some(text));
        }
        match self.peek() {
            b'{' => self.parse_object(chain).map(Some),
            b'[' => self.parse_array(chain).map(Some),
            b'+' | b'-' | b'.' | b'0'..=b'9' => self.parse_number(chain).map(Some),
            byte if byte.is_ascii_alphabetic() => self.parse_literal(chain),
            _ => match self.quote() {
                Some(quote) => self.parse_string_value(quote, chain).map(Some),
                None => Err(self.fail_without_value(chain)),
            },
        }
    }

    pub(super) fn fail_without_value(&mut self, chain: &PathStack<'_>) -> Stopped {
        let is_root = matches!(chain, PathStack::Root);
        self.fail_invalid(if is_root { ROOT } else { VALUE }, self.at)
    }

    pub(super) fn guesses(&self, rule: Rule) -> bool {
        self.source.guesses(rule)
    }

    /// The byte that stands here; at the end of the text a zero.
    pub(super) fn peek(&self) -> u8 {
        self.peek_at(self.at)
    }

    pub(super) fn peek_at(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// That the text leaves what is read at a place; at its end it is cut off.
    pub(super) fn fail_invalid(&mut self, expected: &'static str, at: usize) -> Stopped {
        self.stop = if at > 0 && at >= self.text.len() {
            Stop::Truncated
        } else {
            Stop::Invalid { expected, at }
        };
        Stopped
    }

    pub(super) fn fail_truncated(&mut self) -> Stopped {
        self.stop = Stop::Truncated;
        Stopped
    }

    pub(super) fn fail_at_limit(&mut self, chain: &PathStack<'_>, limit: Limit) -> Stopped {
        self.intake.stop_at_limit(chain.to_path(), limit);
        self.stop = Stop::Recorded;
        Stopped
    }

    pub(super) fn parse_lone_value(&mut self) -> Result<Tree<'a>, Stopped> {
        let value = self.parse_value(&PathStack::Root)?;
        value.ok_or_else(|| self.fail_without_value(&PathStack::Root))
    }

    pub(super) fn parse_whole_text(&mut self) -> Result<Tree<'a>, Stopped> {
        let scope = &mut Scope::new(&PathStack::Root);
        let found = self.skip_to_token(scope)?;
        self.take_stray_bracket(found, scope)?;
        // Around the arguments backticks are a code span, not a string.
        if self.peek() == b'`' && self.source.tolerance.text == TextKind::Arguments {
            return Err(self.fail_without_value(&PathStack::Root));
        }
        let tree = self.parse_lone_value()?;
        let found = self.skip_to_token(scope)?;
        self.take_stray_bracket(found, scope)?;
        if self.is_at_end() {
            return Ok(tree);
        }
        Err(self.fail_invalid(END, self.at))
    }
}
