//! Decides whether a found object is the arguments, by the text around it.

use super::prose::{is_value_of_key, trim, trim_start};
use super::{OUTSIDE_OF_THOUGHTS, Search, is_argument, is_harmless};
use crate::issue::{IssueKind, Path, PathStack, Repair, Rule};
use crate::json::ParseFailure;
use crate::json::Stopped;
use crate::json::expected::END;
use crate::json::tolerant::note::cut_text;
use crate::json::tolerant::state::Scope;
use crate::json::tolerant::state::StrayBracket;
use crate::json::tolerant::state::TolerantParser;
use crate::json::tolerant::{ParseSource, ParsedValue};
use crate::tree::Tree;

impl<'a> Search<'a, '_> {
    pub(super) fn take(&mut self, found: ParsedValue<'a>) -> Result<(), ParseFailure> {
        let text = self.source.text;
        if self.thought.is_some() {
            return Err(self.make_failure(OUTSIDE_OF_THOUGHTS, found.start));
        }
        if is_value_of_key(&text[self.end..found.start]) {
            return Err(self.make_failure("'{' around all of the arguments", 0));
        }
        // Checked for the first object only, which keeps the cost independent of the number.
        if self.found.is_none() {
            self.free_from = self.thought_end;
            if is_argument(&text[self.free_from..found.start], &text[found.end..]) {
                return Err(self.make_failure(IssueKind::ALONE, 0));
            }
        }
        self.at = found.end;
        let before = std::mem::replace(&mut self.end, found.end);
        match &mut self.found {
            None => self.found = Some(found),
            Some(first) if first.tree.is_same(&found.tree) => {
                if !is_harmless(&text[self.free_from..before], &text[before..found.start]) {
                    return Err(self.make_failure(IssueKind::ALONE, 0));
                }
                let again = trim(&text[before..found.end]);
                first.note(Rule::RepeatedObject, again);
            }
            Some(first) => {
                let texts = [&text[first.start..first.end], &text[found.start..found.end]];
                let texts = texts.map(str::to_owned).to_vec();
                return Err(ParseFailure::at_root(IssueKind::SeveralObjects { texts }));
            }
        }
        self.refuse_or_note_brackets()?;
        self.refuse_continuation()
    }

    /// Allows one surplus closing bracket, unless prose opened it.
    fn refuse_or_note_brackets(&mut self) -> Result<(), ParseFailure> {
        loop {
            let rest = &self.source.text[self.at..];
            let trimmed = trim_start(rest);
            let at = self.at + rest.len() - trimmed.len();
            let Some(found) = self
                .found
                .as_mut()
                .filter(|_| trimmed.starts_with(['}', ']']))
            else {
                return Ok(());
            };
            if self.open_in_prose > 0 {
                self.open_in_prose -= 1;
            } else if found.has_stray_bracket || found.joins_groups || self.is_broken {
                return Err(self.make_failure(END, at));
            } else {
                found.has_stray_bracket = true;
                found.note(Rule::ClosingBracket, &trimmed[..1]);
                self.end = at + 1;
            }
            self.at = at + 1;
        }
    }

    /// Rejects text that continues an object after it was closed too early.
    fn refuse_continuation(&mut self) -> Result<(), ParseFailure> {
        let rest = &self.source.text[self.at..];
        let Some(entry) = trim_start(rest).strip_prefix(',') else {
            return Ok(());
        };
        if trim_start(entry).starts_with(['"', '\'', '\\']) {
            return Err(self.make_failure(END, self.at));
        }
        let source = ParseSource {
            text: entry,
            ..self.source
        };
        let attempt = TolerantParser::new(source, 0, StrayBracket::Surplus);
        let ended = attempt.run(TolerantParser::parse_one_key);
        self.spend(ended.end)?;
        if ended.has_pairs {
            return Err(self.make_failure(END, self.at));
        }
        Ok(())
    }
}

impl ParsedValue<'_> {
    pub(super) fn note(&mut self, rule: Rule, piece: &str) {
        let repairs = &mut self.intake.repairs;
        let is_noted = repairs.iter().any(|repair| repair.rule == rule);
        if rule == Rule::RepeatedObject && is_noted {
            return;
        }
        repairs.push(Repair {
            path: Path::root(),
            rule,
            before: cut_text(piece).into(),
            after: None,
        });
    }
}

impl<'a> TolerantParser<'a, '_> {
    fn parse_one_key(&mut self) -> Result<Tree<'a>, Stopped> {
        let scope = &mut Scope::new(&PathStack::Root);
        self.skip_to_token(scope)?;
        self.parse_key(scope)?;
        self.parse_separator(false, scope)?;
        self.has_pairs = true;
        Ok(Tree::Null)
    }
}
