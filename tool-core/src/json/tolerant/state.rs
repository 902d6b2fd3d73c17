//! The state of the tolerant parser.

use std::borrow::Cow;

use super::{ParseSource, ParsedValue};
use crate::issue::{IssueKind, Limit, Path, PathStack, Rule};
use crate::json::ParseFailure;
use crate::json::expected::{END, ROOT, VALUE};
use crate::json::lenient::TextKind;
use crate::json::{Stop, Stopped};
use crate::tree::{ParseContext, Tree};

/// The state of an attempt.
pub(super) struct TolerantParser<'a, 'l> {
    pub(super) source: ParseSource<'a, 'l>,
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) intake: ParseContext,
    pub(super) stop: Stop,
    pub(super) depth: usize,
    /// Treatment of a mismatched closing bracket.
    pub(super) stray_bracket: StrayBracket,
    /// A closing bracket that was before the bracket of an inner container.
    pub(super) swapped: Option<u8>,
    /// Position of the first mismatched bracket.
    pub(super) departure: Option<Stop>,
    /// Text skipped before the current token.
    pub(super) trivia: Trivia,
    /// End of the last number.
    pub(super) number_end: usize,
    /// `true` after a quoted key, or a key with its separator. The text is then meant to be an
    /// object.
    pub(super) has_pairs: bool,
    /// The first key that has a separator.
    pub(super) first_key: Option<FirstKey<'a>>,
    /// `true` if a comma was inserted after a container.
    pub(super) joins_groups: bool,
    /// Start of a string that is open at the end of the text.
    pub(super) open_string: Option<usize>,
    /// Path of the invalid value.
    pub(super) fault: Option<Path>,
}

/// Text between two tokens.
#[derive(Clone, Copy, Default)]
pub(super) struct Trivia {
    /// `true` if there is any text.
    pub(super) any: bool,
    /// `true` if there is a line break, possibly escaped.
    pub(super) line: bool,
    /// Start of the last comment.
    pub(super) comment: Option<usize>,
    /// `true` for a comment that runs to the end of the text. It may hide a part of the value.
    pub(super) open_comment: bool,
}

/// Treatment of a mismatched closing bracket. A text may contain only one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StrayBracket {
    /// The bracket is surplus and is skipped.
    Surplus,
    /// The bracket replaces the expected one.
    WrongKind,
    /// The bracket and the next one are in the wrong order.
    Swapped,
}

/// The kind of the end of the last value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Quoted,
    Container,
    /// A number or a word.
    Bare,
}

/// The current container. It has one record per rule, even if the rule applies repeatedly.
pub(super) struct Scope<'c> {
    pub(super) chain: &'c PathStack<'c>,
    pub(super) noted: Vec<Rule>,
    /// `true` after a comma between two values.
    pub(super) has_comma: bool,
    /// Position of the first number that only a space separates from the number before it.
    pub(super) joined_numbers: Option<usize>,
}

impl<'c> Scope<'c> {
    pub(super) fn new(chain: &'c PathStack<'c>) -> Self {
        Self {
            chain,
            noted: Vec::new(),
            has_comma: false,
            joined_numbers: None,
        }
    }
}

/// The outcome of an attempt: the value with its end, or an error, and whether an object had begun.
pub(super) struct ParseAttempt<'a> {
    pub(super) result: Result<ParsedValue<'a>, ParseFailure>,
    pub(super) end: usize,
    pub(super) has_pairs: bool,
    pub(super) first_key: Option<FirstKey<'a>>,
    pub(super) departure: Option<Stop>,
}

/// The first key of an object.
pub(super) struct FirstKey<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) is_quoted: bool,
    /// `true` if a colon or `=` follows.
    pub(super) has_separator: bool,
}

impl<'a, 'l> TolerantParser<'a, 'l> {
    pub(super) fn new(
        source: ParseSource<'a, 'l>,
        start: usize,
        stray_bracket: StrayBracket,
    ) -> Self {
        Self {
            source,
            text: source.text,
            at: start,
            intake: ParseContext::new(source.limits, source.tolerance.duplicate_key),
            stop: Stop::Recorded,
            depth: 0,
            stray_bracket,
            swapped: None,
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

    pub(super) fn run(
        mut self,
        read: fn(&mut Self) -> Result<Tree<'a>, Stopped>,
    ) -> ParseAttempt<'a> {
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
        ParseAttempt {
            result,
            end,
            has_pairs,
            first_key,
            departure,
        }
    }

    fn into_failure(mut self) -> ParseFailure {
        match (self.stop.kind(self.text), self.intake.issues.pop()) {
            (None, Some(issue)) => ParseFailure {
                kind: issue.kind,
                path: Box::new(issue.path),
                open_string: None,
            },
            (kind, _) => ParseFailure {
                kind: kind.unwrap_or(IssueKind::Truncated),
                path: Box::new(self.fault.unwrap_or(Path::root())),
                open_string: self.open_string,
            },
        }
    }

    /// Reads the value at the current position. Returns `None` for `undefined`.
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

    /// Returns the current byte, or zero at the end of the text.
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

    /// Fails because the text is invalid at a position. At the end of the text, the reason is
    /// truncation.
    pub(super) fn fail_invalid(&mut self, expected: &'static str, at: usize) -> Stopped {
        self.stop = Stop::at(self.text, expected, at);
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
        if self.swapped.is_some() {
            return Err(self.fail_invalid(END, self.at));
        }
        value.ok_or_else(|| self.fail_without_value(&PathStack::Root))
    }

    pub(super) fn parse_whole_text(&mut self) -> Result<Tree<'a>, Stopped> {
        let scope = &mut Scope::new(&PathStack::Root);
        let found = self.skip_to_token(scope)?;
        self.take_stray_bracket(found, scope)?;
        // Around the arguments, backticks mark a code span, not a string.
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
