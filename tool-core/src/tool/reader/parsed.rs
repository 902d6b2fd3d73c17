//! Parses the received arguments: the first step of the chain.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::Reader;
use crate::conform::{Diagnostics, find_other_meaning};
use crate::issue::{Guesses, Issue, IssueKind, JsonType, Path, Repair, Rule, TypeSet};
use crate::json::{ROOT, Tolerance};
use crate::rules::write_arguments_form;
use crate::tool::{Input, Leniency};
use crate::tree::{ParseContext, Tree};

impl Reader<'_> {
    /// Parses the received arguments.
    pub(super) fn parse<'a>(&self, input: Input<'a>, found: &mut Diagnostics) -> Option<Tree<'a>> {
        if let Some(none) = self.read_no_arguments(input) {
            found.repairs.push(Rc::new(none));
            return Some(Tree::Object(Vec::new()));
        }
        let tolerance = match self.leniency {
            Leniency::Strict => Tolerance::STRICT,
            Leniency::Standard => Tolerance::STANDARD,
            Leniency::Generous => Tolerance::STANDARD.with_guesses(Guesses::ALL),
        };
        let mut intake = self.intake();
        let parsed = input.parse(tolerance, &mut intake);
        let is_surrounded = !intake.around.span.is_empty();
        let parsed = match parsed {
            Some(tree) if !is_surrounded => Some(tree),
            parsed => self.read_otherwise(parsed, input, tolerance, &mut intake),
        };
        self.rename_members(&mut intake);
        let parsed = parsed.filter(|_| !input.goes_on());
        if parsed.is_none() && intake.issues.is_empty() {
            intake.stop(Path::root(), IssueKind::Truncated);
        }
        let other = find_other_meaning(&intake.around, self.definition.plan());
        let parsed = parsed.filter(|_| other.is_none());
        if let Some(kind) = other {
            intake.stop(Path::root(), kind);
        }
        for issue in &mut intake.issues {
            self.ask_for_quotes(issue);
            self.ask_for_object(issue);
        }
        found.issues = intake.issues;
        found.repairs = intake.repairs.into_iter().map(Rc::new).collect();
        found.omitted = intake.omitted;
        parsed
    }

    /// For digits that are not a JSON number, asks for a string if the schema allows a string
    /// and no number.
    fn ask_for_quotes(&self, issue: &mut Issue) {
        let IssueKind::InvalidJson { expected, .. } = &mut issue.kind else {
            return;
        };
        if issue.path.is_root() {
            return;
        }
        let types = self.definition.plan().types_at(&issue.path);
        let is_text =
            |types: TypeSet| types.contains(JsonType::String) && !types.meets(TypeSet::NUMBER);
        if types.is_some_and(is_text) {
            "a string in double quotes".clone_into(expected);
        }
    }

    /// Shows the object with the required properties if the text is prose instead of JSON.
    fn ask_for_object(&self, issue: &mut Issue) {
        let IssueKind::InvalidJson { expected, .. } = &mut issue.kind else {
            return;
        };
        if !issue.path.is_root() || expected != ROOT {
            return;
        }
        if let Some(form) = write_arguments_form(self.definition.plan(), None) {
            *expected = format!("{ROOT} such as {form}");
        }
    }

    /// Reads blank text as an object without arguments. The missing required arguments are then
    /// reported by name.
    fn read_no_arguments(&self, input: Input<'_>) -> Option<Repair> {
        let text = input.text()?;
        let counts = self.leniency != Leniency::Strict
            && is_blank(text)
            && text.len() <= self.limits.max_bytes()
            && self.definition.takes_object();
        counts.then(|| Repair {
            path: Path::root(),
            rule: Rule::NoArguments,
            before: Value::from(text),
            after: Some(Value::Object(Map::new())),
        })
    }

    /// Returns whether the input may be the start of arguments that were lost: the text is blank,
    /// its end may be missing, and the tool has properties.
    pub(super) fn may_lack_arguments(&self, input: Input<'_>) -> bool {
        input.is_truncated()
            && input.text().is_some_and(is_blank)
            && self.definition.takes_properties()
    }

    pub(super) fn intake(&self) -> ParseContext {
        ParseContext::new(&self.limits, self.leniency != Leniency::Strict)
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}
