//! Text around the arguments: prose, code fences, special tokens, tags, a repetition of the same
//! object.

#[cfg(not(feature = "answers"))]
mod alone;
#[cfg(feature = "answers")]
mod around;
#[cfg(feature = "answers")]
mod callee;
#[cfg(feature = "answers")]
mod foreign;
#[cfg_attr(
    not(feature = "answers"),
    expect(dead_code, reason = "the reader of texts uses the rest")
)]
mod marks;
#[cfg(feature = "answers")]
mod pairs;
mod prose;
#[cfg(feature = "answers")]
mod sentence;
mod take;

use super::state::{FirstKey, ParseAttempt};
use std::collections::HashSet;

#[cfg(not(feature = "answers"))]
pub(super) use alone::is_statement;
#[cfg(not(feature = "answers"))]
use alone::{describe_around, is_argument, is_harmless};
#[cfg(feature = "answers")]
use around::describe_around;
#[cfg(feature = "answers")]
pub(super) use around::is_statement;
#[cfg(feature = "answers")]
use foreign::is_argument;
use marks::{goes_on, is_nothing_but_marks, skip_marks};
#[cfg(feature = "answers")]
use sentence::is_harmless;

use prose::{find_group_end, has_property_above, is_value_of_key, trim, trim_start};

use super::{ParseSource, ParsedValue, whole};
use crate::issue::{IssueKind, Rule, fold};
use crate::json::ParseFailure;
use crate::json::Stop;
use crate::json::expected::{END, ROOT};
use crate::marks::{ReasoningMark, begins_with_mark, parse_reasoning_mark};
use crate::tree::{Around, Tree};

/// Reads the only object of a text. `failure` is the reason why the text is not one value.
///
/// Exactly one object must be readable. Any other group in braces is prose as a whole, and objects
/// inside it are ignored. However, a group that begins like an object may be the intended
/// arguments, which is an error.
pub(super) fn read<'a>(
    source: ParseSource<'a, '_>,
    failure: ParseFailure,
) -> Result<ParsedValue<'a>, ParseFailure> {
    if let Some(found) = read_value_among_marks(source) {
        return Ok(found);
    }
    let mut search = Search {
        source,
        at: 0,
        found: None,
        end: 0,
        fault: source
            .text
            .trim_start()
            .starts_with(['{', '[', '"'])
            .then_some(failure),
        open_in_prose: 0,
        is_broken: false,
        broken: Vec::new(),
        has_passed_over: false,
        thought: None,
        thought_end: 0,
        free_from: 0,
        thoughts: None,
        work_left: source.text.len().saturating_mul(16).saturating_add(1024),
    };
    search.run()?;
    search.finish()
}

/// Reads a string that contains the arguments, or an array without objects, if the text has only
/// marks around it.
fn read_value_among_marks<'a>(source: ParseSource<'a, '_>) -> Option<ParsedValue<'a>> {
    let text = source.text;
    let rest = skip_marks(text);
    if !rest.starts_with(['"', '\'', '[']) {
        return None;
    }
    let mut found = whole::read_at(source, text.len() - rest.len())
        .result
        .ok()?;
    let (before, after) = (trim(&text[..found.start]), trim(&text[found.end..]));
    let is_value = match &found.tree {
        Tree::String(inside) => trim_start(inside).starts_with(['{', '"']),
        // A number in brackets may be a footnote.
        Tree::Array(items) => {
            !holds_object(&found.tree) && items.iter().any(|item| matches!(item, Tree::String(_)))
        }
        _ => false,
    };
    if !is_value || !is_nothing_but_marks(after) || is_in_thought(before) {
        return None;
    }
    for piece in [before, after] {
        if !piece.is_empty() {
            found.note(Rule::SurroundingText, piece);
        }
    }
    Some(found)
}

/// Returns whether the marks before a value leave a think block open.
fn is_in_thought(before: &str) -> bool {
    let mut open = None;
    for (at, _) in before.match_indices(['<', '[', '◁']) {
        let rest = &before[at..];
        match parse_reasoning_mark(rest) {
            _ if open.is_some_and(|close| begins_with_mark(rest, close)) => open = None,
            Some((ReasoningMark::Open(close), _)) => open = Some(close),
            Some((ReasoningMark::Close, _)) => open = None,
            None => {}
        }
    }
    open.is_some()
}

const OUTSIDE_OF_THOUGHTS: &str = "the arguments outside of the think block";

/// Returns the end of a block in a text, after its closing mark.
fn find_block_end(text: &str, close: &str) -> Option<usize> {
    let mut windows = text.as_bytes().windows(close.len());
    let at = windows.position(|window| window.eq_ignore_ascii_case(close.as_bytes()))?;
    Some(at + close.len())
}

struct Search<'a, 'l> {
    source: ParseSource<'a, 'l>,
    at: usize,
    found: Option<ParsedValue<'a>>,
    /// End of the last object.
    end: usize,
    /// The error for text without an object.
    fault: Option<ParseFailure>,
    /// Number of open brackets in prose.
    open_in_prose: usize,
    /// `true` if a group was skipped that was meant to be an object.
    is_broken: bool,
    /// First keys of such groups.
    broken: Vec<FirstKey<'a>>,
    /// `true` if a skipped part begins like a group.
    has_passed_over: bool,
    /// The closing mark of the think block that is open.
    thought: Option<&'static str>,
    /// End of the last closed think block.
    thought_end: usize,
    /// End of the last think block before the object.
    free_from: usize,
    /// The first skipped think block that contains brackets.
    thoughts: Option<&'a str>,
    /// Number of bytes that may still be inspected. This limits the cost of a text full of braces.
    work_left: usize,
}

impl<'a> Search<'a, '_> {
    fn run(&mut self) -> Result<(), ParseFailure> {
        let text = self.source.text;
        while let Some(offset) = text
            .get(self.at..)
            .and_then(|rest| rest.find(['{', '[', '}', ']', '<', '◁']))
        {
            self.at += offset;
            let rest = &text[self.at..];
            if let Some(length) = self.parse_end_of_thought(rest) {
                self.end_thought(length);
                continue;
            }
            match (parse_reasoning_mark(rest), rest.as_bytes()[0]) {
                (Some((mark, length)), _) => self.read_thought(mark, length)?,
                (None, b'{') => self.read_group(true)?,
                (None, b'[') => self.read_group(false)?,
                (None, b'}' | b']') => self.check_prose_ends()?,
                (None, _) => self.at += rest.chars().next().map_or(1, char::len_utf8),
            }
        }
        Ok(())
    }

    /// Handles a closing bracket in prose. Without an opening bracket, it belongs to an object that
    /// was closed too early or never opened.
    fn check_prose_ends(&mut self) -> Result<(), ParseFailure> {
        match self.open_in_prose.checked_sub(1) {
            Some(open) => self.open_in_prose = open,
            None => return Err(self.make_failure(END, self.at)),
        }
        self.at += 1;
        Ok(())
    }

    /// Returns the length of the mark that ends the open think block.
    fn parse_end_of_thought(&self, rest: &str) -> Option<usize> {
        let close = self.thought?;
        begins_with_mark(rest, close).then_some(close.len())
    }

    fn end_thought(&mut self, length: usize) {
        self.at += length;
        self.thought = None;
        self.thought_end = self.at;
    }

    /// Handles a mark of reasoning. An object inside a think block is not a call.
    fn read_thought(&mut self, mark: ReasoningMark, length: usize) -> Result<(), ParseFailure> {
        match mark {
            // Marks inside a block belong to its text.
            _ if self.thought.is_some() => self.at += length,
            ReasoningMark::Open(close) => {
                if !self.skip_block(close)? {
                    self.at += length;
                    self.thought = Some(close);
                }
            }
            // A block that was closed but not opened began before the text.
            ReasoningMark::Close if self.found.is_some() => {
                return Err(self.make_failure(OUTSIDE_OF_THOUGHTS, self.at));
            }
            ReasoningMark::Close => self.end_thought(length),
        }
        Ok(())
    }

    /// Skips a think block with its content, as a guess. A block that is open at the end of the
    /// text may contain the arguments.
    fn skip_block(&mut self, close: &str) -> Result<bool, ParseFailure> {
        if !self.source.guesses(Rule::ThinkBlock) {
            return Ok(false);
        }
        let text = self.source.text;
        let rest = &text[self.at..];
        let end = find_block_end(rest, close);
        self.spend(end.unwrap_or(rest.len()))?;
        // The text after it is that value, not the arguments.
        let is_value = is_value_of_key(&text[self.end..self.at]);
        let Some(end) = end.filter(|_| !is_value) else {
            return Ok(false);
        };
        let block = &rest[..end];
        // A block without brackets is ordinary prose.
        if block.contains(['{', '}', '[', ']']) {
            self.thoughts.get_or_insert(block);
            let between = &text[self.end..self.at];
            if self.found.is_some() && is_harmless("", between) {
                self.end = self.at + end;
            }
        }
        self.end_thought(end);
        Ok(true)
    }

    /// Handles a brace or a bracket: the arguments or prose.
    fn read_group(&mut self, is_brace: bool) -> Result<(), ParseFailure> {
        let start = self.at;
        let ended = whole::read_at(self.source, start);
        self.spend(ended.end.saturating_sub(start))?;
        let (has_pairs, first_key, failure) = match ended {
            ParseAttempt {
                result: Ok(found), ..
            } if is_brace || holds_object(&found.tree) => {
                return self.take(found);
            }
            ParseAttempt {
                result: Ok(found), ..
            } => {
                self.at = found.end;
                return Ok(());
            }
            ParseAttempt {
                result: Err(failure),
                has_pairs,
                first_key,
                ..
            } => (has_pairs, first_key, failure),
        };
        let is_over = matches!(failure.kind, IssueKind::Limit { .. });
        let is_begun = has_pairs || is_brace;
        if is_over || failure.is_truncation() && is_begun {
            return Err(failure);
        }
        self.broken.extend(first_key);
        self.pass_over(is_brace, has_pairs, failure)
    }

    /// Skips a part that is not an object, as a group if possible.
    fn pass_over(
        &mut self,
        is_brace: bool,
        has_pairs: bool,
        failure: ParseFailure,
    ) -> Result<(), ParseFailure> {
        let start = self.at;
        let end = if is_brace || has_pairs {
            let end = find_group_end(self.source.text, start);
            self.spend(end.unwrap_or(self.source.text.len()) - start)?;
            end
        } else {
            None
        };
        match end {
            Some(end) => self.at = end,
            // The group is meant to be an object, but its end is unknown.
            None if has_pairs => return Err(failure),
            None => {
                self.open_in_prose += 1;
                self.at += 1;
            }
        }
        self.has_passed_over = true;
        self.is_broken |= has_pairs;
        if has_pairs && self.fault.is_none() {
            self.fault = Some(failure);
        }
        Ok(())
    }

    fn spend(&mut self, bytes: usize) -> Result<(), ParseFailure> {
        match self.work_left.checked_sub(bytes) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Err(self.take_fault()),
        }
    }

    fn make_failure(&self, expected: &'static str, at: usize) -> ParseFailure {
        ParseFailure::of(Stop::Invalid { expected, at }, self.source.text)
    }

    fn take_fault(&mut self) -> ParseFailure {
        let told = self.fault.take();
        told.unwrap_or_else(|| self.make_failure(ROOT, 0))
    }

    fn finish(mut self) -> Result<ParsedValue<'a>, ParseFailure> {
        let Some(mut found) = self.found.take() else {
            return Err(self.take_fault());
        };
        if self.has_broken_arguments(&found.tree) {
            return Err(self.take_fault());
        }
        if let Some(block) = self.thoughts {
            found.note(Rule::ThinkBlock, block);
        }
        let text = self.source.text;
        let (before, after) = (trim(&text[..found.start]), trim(&text[self.end..]));
        // The skipped text may contain the arguments or the end of a string.
        let is_last = after.is_empty() || after.starts_with('<') || after.starts_with("```");
        if self.has_passed_over && found.is_guess() || !is_last && found.guesses_at_strings() {
            return Err(self.take_fault());
        }
        // Words inside a think block say nothing about the object.
        let free_text = &text[self.free_from..found.start];
        let free = trim(free_text);
        // The text after the first of equal objects, which includes their braces.
        let rest = &text[found.end..];
        // An open bracket next to the object may contain truncated arguments.
        let opens = |text: &str| text.ends_with(['{', '[']);
        if self.open_in_prose > 0 && (opens(before) || opens(after))
            || goes_on(rest)
            || free_text.ends_with(['…'])
            || free_text.ends_with("..")
            || has_property_above(free)
            || !is_harmless(free, after)
            || is_empty(&found.tree) && !is_among_marks(free, after)
        {
            return Err(self.make_failure(IssueKind::ALONE, 0));
        }
        found.intake.around = Around {
            span: found.start..found.end,
            ..describe_around(&found.tree, free_text, rest, after)
        };
        if !after.is_empty() {
            found.note(Rule::SurroundingText, after);
        }
        if !before.is_empty() {
            found.note(Rule::SurroundingText, before);
            // The order of repairs follows the text.
            found.intake.repairs.rotate_right(1);
        }
        Ok(found)
    }
}

impl Search<'_, '_> {
    /// Returns whether a skipped group may be a different set of arguments. It begins with a quoted
    /// key and a colon, or with a key that folds to a key of these arguments. A sentence may also
    /// contain a name and a colon in braces.
    fn has_broken_arguments(&self, arguments: &Tree<'_>) -> bool {
        let entries = match arguments {
            Tree::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        let keys: HashSet<String> = entries.iter().map(|entry| fold(&entry.key)).collect();
        let mut broken = self.broken.iter();
        broken.any(|first| match (first.is_quoted, first.has_separator) {
            (true, true) => true,
            (false, false) => false,
            _ => keys.contains(&fold(&first.name)),
        })
    }
}

/// Returns whether an object is surrounded only by marks, apart from a superfluous comma.
fn is_among_marks(before: &str, after: &str) -> bool {
    let after = after.strip_prefix(',').unwrap_or(after);
    is_nothing_but_marks(before) && is_nothing_but_marks(after)
}

/// Returns whether the object is empty. Empty braces also occur in prose and code.
fn is_empty(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Object(entries) => entries.is_empty(),
        Tree::Array(items) => items.iter().all(is_empty),
        _ => false,
    }
}

/// Returns whether an array may be the arguments: a list of objects rather than a footnote.
fn holds_object(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Array(items) => items.iter().any(|item| matches!(item, Tree::Object(_))),
        _ => false,
    }
}
