//! Further readings of a text that is not a JSON object: each has one meaning, which the schema or
//! the whole text shows.

use super::Reader;
use crate::issue::{Guesses, Issue, IssueKind, Path, Repair, Rule};
use crate::json::{Tolerance, parse};
use crate::tool::Input;
use crate::tree::{ParseContext, Tree};

impl Reader<'_> {
    /// Reads a text that the tolerant reader rejected, or in which it found an object.
    pub(super) fn read_otherwise<'a>(
        &self,
        parsed: Option<Tree<'a>>,
        input: Input<'a>,
        tolerance: Tolerance,
        intake: &mut ParseContext,
    ) -> Option<Tree<'a>> {
        let is_fault_of_text = |issue: &Issue| {
            matches!(
                issue.kind,
                IssueKind::InvalidJson { .. } | IssueKind::Truncated
            )
        };
        if tolerance == Tolerance::STRICT || !intake.issues.iter().all(is_fault_of_text) {
            return parsed;
        }
        let parsed = parsed
            .or_else(|| self.read_bare_members(input, tolerance, intake))
            .or_else(|| self.read_escaped(input, intake))
            .or_else(|| self.read_named_object(input, intake));
        #[cfg(feature = "answers")]
        if parsed.is_none() || !intake.around.span.is_empty() {
            return self.read_whole_call(parsed, input, intake);
        }
        parsed
    }

    /// Reads words without quotes, if each is a member of the enum at its place.
    fn read_bare_members<'a>(
        &self,
        input: Input<'a>,
        tolerance: Tolerance,
        intake: &mut ParseContext,
    ) -> Option<Tree<'a>> {
        let guesses = Guesses::only(Rule::UnquotedString);
        let mut inner = self.intake();
        let tree = input.parse(tolerance.with_guesses(guesses), &mut inner)?;
        self.rename_members(&mut inner);
        let is_guess = |repair: &Repair| repair.rule == Rule::UnquotedString;
        if inner.repairs.iter().any(is_guess) {
            return None;
        }
        *intake = inner;
        Some(tree)
    }

    /// Records a word without quotes as no guess if it is a member of the enum at its place.
    pub(super) fn rename_members(&self, intake: &mut ParseContext) {
        for repair in &mut intake.repairs {
            let word = repair.after.as_ref().and_then(|after| after.as_str());
            if repair.rule == Rule::UnquotedString
                && word.is_some_and(|word| {
                    let plan = self.definition.plan();
                    plan.takes_word_at(&repair.path, word)
                })
            {
                repair.rule = Rule::Quotes;
            }
        }
    }

    /// Reads an object whose quotes are still escaped, as inside a JSON string: `{\"a\": 1}`.
    fn read_escaped(&self, input: Input<'_>, intake: &mut ParseContext) -> Option<Tree<'static>> {
        let text = input.text()?.trim();
        let inside = text.strip_prefix('{')?.trim_start();
        if !inside.starts_with("\\\"") && !inside.starts_with("\\n") {
            return None;
        }
        let quoted = format!("\"{}\"", text.replace('\n', "\\n").replace('\t', "\\t"));
        let json: String = serde_json::from_str(&quoted).ok()?;
        let mut inner = self.intake();
        let tree = parse(&json, Tolerance::EMBEDDED, &mut inner)?.into_owned();
        if !inner.issues.is_empty() {
            return None;
        }
        *intake = inner;
        intake.repairs.insert(
            0,
            Repair {
                path: Path::root(),
                rule: Rule::JsonString,
                before: text.into(),
                after: Some(tree.to_value()),
            },
        );
        Some(tree)
    }
}
