//! What may stand around the arguments: prose, code fences, special tokens,
//! tags, the same object once more.

mod callee;
mod foreign;
mod marks;
mod prose;
mod take;

use super::state::{Attempt, FirstKey};
use std::collections::HashSet;

use callee::find_callee;
use foreign::{find_label, find_names_outside};
use marks::{goes_on, is_nothing_but_marks, skip_marks};
use prose::{
    Tag, find_block_end, find_group_end, has_property_beside, is_value_of_key, parse_tag, trim,
    trim_start,
};

use super::{ParsedValue, Source, whole};
use crate::issue::{IssueKind, Rule, fold};
use crate::json::Failure;
use crate::json::Stop;
use crate::json::expected::{END, ROOT};
use crate::tree::{Around, Tree};

/// The one object that a text holds; `failure` is why it is not one value.
///
/// Exactly one object must read. A group in braces that does not is prose, as
/// a whole: what it holds is never taken for the arguments. But one that begins
/// like an object may be the arguments that were meant.
pub(super) fn read<'a>(
    source: Source<'a, '_>,
    failure: Failure,
) -> Result<ParsedValue<'a>, Failure> {
    if let Some(found) = read_string_among_marks(source) {
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
        is_thought: false,
        thoughts: None,
        work_left: source.text.len().saturating_mul(16).saturating_add(1024),
    };
    search.run()?;
    search.finish()
}

fn read_string_among_marks<'a>(source: Source<'a, '_>) -> Option<ParsedValue<'a>> {
    let text = source.text;
    let rest = skip_marks(text);
    if !rest.starts_with(['"', '\'']) {
        return None;
    }
    let mut found = whole::read_at(source, text.len() - rest.len())
        .result
        .ok()?;
    let (before, after) = (trim(&text[..found.start]), trim(&text[found.end..]));
    let holds_object = match &found.tree {
        Tree::String(inside) => trim_start(inside).starts_with(['{', '"']),
        _ => false,
    };
    if !holds_object || !is_nothing_but_marks(after) {
        return None;
    }
    for piece in [before, after] {
        if !piece.is_empty() {
            found.note(Rule::SurroundingText, piece);
        }
    }
    Some(found)
}

struct Search<'a, 'l> {
    source: Source<'a, 'l>,
    at: usize,
    found: Option<ParsedValue<'a>>,
    /// Where the last object ended.
    end: usize,
    /// What is told if there is no object.
    fault: Option<Failure>,
    /// How many brackets were opened that are prose.
    open_in_prose: usize,
    /// Whether a group that means to be an object was passed over.
    is_broken: bool,
    /// What such groups began with.
    broken: Vec<FirstKey<'a>>,
    /// Whether anything was passed over that begins like a group.
    has_passed_over: bool,
    /// Whether what stands here was thought, not said.
    is_thought: bool,
    /// The first think block that was passed over with brackets inside.
    thoughts: Option<&'a str>,
    /// How many more bytes may be looked at, so that a text full of braces
    /// costs no more than any other.
    work_left: usize,
}

impl<'a> Search<'a, '_> {
    fn run(&mut self) -> Result<(), Failure> {
        let text = self.source.text;
        while let Some(offset) = text
            .get(self.at..)
            .and_then(|rest| rest.find(['{', '[', '}', ']', '<']))
        {
            self.at += offset;
            let rest = &text[self.at..];
            match (parse_tag(rest), rest.as_bytes()[0]) {
                (Some(tag), _) => self.read_thought(tag)?,
                (None, b'{') => self.read_group(true)?,
                (None, b'[') => self.read_group(false)?,
                (None, b'<') => self.at += 1,
                _ => self.check_prose_ends()?,
            }
        }
        Ok(())
    }

    /// A closing bracket in prose. One that nothing has opened there is a piece
    /// of an object that was closed too early, or not opened.
    fn check_prose_ends(&mut self) -> Result<(), Failure> {
        match self.open_in_prose.checked_sub(1) {
            Some(open) => self.open_in_prose = open,
            None => return Err(self.make_failure(END, self.at)),
        }
        self.at += 1;
        Ok(())
    }

    /// An object inside of a think block is what the model weighed.
    fn read_thought(&mut self, tag: Tag) -> Result<(), Failure> {
        if let Tag::Open(close) = tag
            && self.skip_block(close)?
        {
            return Ok(());
        }
        self.at += 1;
        // One that is closed and was not opened began before the text.
        if tag == Tag::Close && !self.is_thought && self.found.is_some() {
            return Err(self.make_failure("the arguments outside of the think block", self.at - 1));
        }
        self.is_thought = tag != Tag::Close;
        Ok(())
    }

    /// Passes over a think block with all that it holds, as a guess. One that is
    /// open to the end of the text may hold the arguments as well as thoughts.
    fn skip_block(&mut self, close: &str) -> Result<bool, Failure> {
        if !self.source.guesses(Rule::ThinkBlock) {
            return Ok(false);
        }
        let text = self.source.text;
        let rest = &text[self.at..];
        let end = find_block_end(rest, close);
        self.spend(end.unwrap_or(rest.len()))?;
        // What follows it there is that value, and not the arguments.
        let is_value = is_value_of_key(&text[self.end..self.at]);
        let Some(end) = end.filter(|_| !is_value) else {
            return Ok(false);
        };
        let block = &rest[..end];
        // Without one it is prose like any other.
        if block.contains(['{', '}', '[', ']']) {
            self.thoughts.get_or_insert(block);
        }
        self.at += end;
        Ok(true)
    }

    /// A brace or a bracket: the arguments, or prose.
    fn read_group(&mut self, is_brace: bool) -> Result<(), Failure> {
        let start = self.at;
        let ended = whole::read_at(self.source, start);
        self.spend(ended.end.saturating_sub(start))?;
        let (has_pairs, first_key, failure) = match ended {
            Attempt {
                result: Ok(found), ..
            } if is_brace || holds_object(&found.tree) => {
                return self.take(found);
            }
            Attempt {
                result: Ok(found), ..
            } => {
                self.at = found.end;
                return Ok(());
            }
            Attempt {
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

    /// Passes over what is no object: as a group, if it is one.
    fn pass_over(
        &mut self,
        is_brace: bool,
        has_pairs: bool,
        failure: Failure,
    ) -> Result<(), Failure> {
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
            // It means to be an object, and nobody knows where it ends.
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

    fn spend(&mut self, bytes: usize) -> Result<(), Failure> {
        match self.work_left.checked_sub(bytes) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Err(self.take_fault()),
        }
    }

    fn make_failure(&self, expected: &'static str, at: usize) -> Failure {
        Failure::of(Stop::Invalid { expected, at }, self.source.text)
    }

    fn take_fault(&mut self) -> Failure {
        let told = self.fault.take();
        told.unwrap_or_else(|| self.make_failure(ROOT, 0))
    }

    fn finish(mut self) -> Result<ParsedValue<'a>, Failure> {
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
        // What is passed over may hold the arguments, or the end of a string.
        let is_last = after.is_empty() || after.starts_with('<') || after.starts_with("```");
        if self.has_passed_over && found.is_guess() || !is_last && found.guesses_at_strings() {
            return Err(self.take_fault());
        }
        // What follows the first of the same objects, their braces included.
        let rest = &text[found.end..];
        // A bracket that opens beside the object and stays open: what it holds was cut off.
        let opens = |text: &str| text.ends_with(['{', '[']);
        if self.open_in_prose > 0 && (opens(before) || opens(after))
            || goes_on(rest)
            || has_property_beside(before, after)
            || is_empty(&found.tree) && !is_among_marks(before, after)
        {
            return Err(self.make_failure(IssueKind::ALONE, 0));
        }
        found.intake.around = Around {
            label: find_label(&text[..found.start]).map(str::to_owned),
            callee: find_callee(&text[..found.start]).map(str::to_owned),
            names: find_names_beside(&found.tree, before, after),
        };
        if !after.is_empty() {
            found.note(Rule::SurroundingText, after);
        }
        if !before.is_empty() {
            found.note(Rule::SurroundingText, before);
            // It comes first, as it does in the text.
            found.intake.repairs.rotate_right(1);
        }
        Ok(found)
    }
}

impl Search<'_, '_> {
    /// Whether a group that was passed over may be other arguments than those: it
    /// begins with a key in quotes and its colon, or with one of these two that folds to
    /// a key of theirs. A sentence may have a name and a colon in braces as well.
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

fn find_names_beside(arguments: &Tree<'_>, before: &str, after: &str) -> Vec<String> {
    let names = [before, after].into_iter().flat_map(find_names_outside);
    let is_inside = |name: &str| match arguments {
        Tree::Object(entries) => entries.iter().any(|entry| fold(&entry.key) == fold(name)),
        _ => false,
    };
    names
        .filter(|name| !name.is_empty() && !is_inside(name))
        .map(str::to_owned)
        .collect()
}

/// Whether an object has nothing around it but marks, and a comma too many.
fn is_among_marks(before: &str, after: &str) -> bool {
    let after = after.strip_prefix(',').unwrap_or(after);
    is_nothing_but_marks(before) && is_nothing_but_marks(after)
}

/// Whether nothing is sent: there is no telling it from braces in prose or in code.
fn is_empty(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Object(entries) => entries.is_empty(),
        Tree::Array(items) => items.iter().all(is_empty),
        _ => false,
    }
}

/// Whether an array may be the arguments: a list of objects, not a footnote.
fn holds_object(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Array(items) => items.iter().any(|item| matches!(item, Tree::Object(_))),
        _ => false,
    }
}
