//! A whole call in the text of arguments, in any syntax of calls.

use std::ops::Range;

use serde_json::Value;

use super::Reader;
use super::named_object::take_arguments;
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::issue::{IssueKind, Path};
use crate::json::{Tolerance, parse};
use crate::marks::skip_reasoning;
use crate::rules::is_name;
use crate::syntax::{Found, OnlyCall, ToolShape, Tools, find_only_call, has_call_mark};
use crate::tool::{Definition, Input};
use crate::tree::{ParseContext, Tree};

/// The tool of a reader.
struct OnlyTool<'d>(&'d Definition);

impl Tools for OnlyTool<'_> {
    fn is_empty(&self) -> bool {
        false
    }

    fn get(&self, name: &str) -> Option<ToolShape<'_>> {
        (self.0.name() == name).then(|| self.0.shape())
    }

    fn find(&self, name: &str) -> Option<ToolShape<'_>> {
        is_name(self.0.plan(), name).then(|| self.0.shape())
    }

    fn has_name_with(&self, start: &str) -> bool {
        self.0.name().starts_with(start)
    }

    fn has_name_with_byte(&self, first: u8) -> bool {
        self.0.name().as_bytes().first() == Some(&first)
    }
}

impl Reader<'_> {
    /// Asks the reader of texts for the only call of a text. `parsed` is the object that the text
    /// contains. If the text is not a call of this tool, the issue is the reason.
    pub(super) fn read_whole_call<'a>(
        &self,
        parsed: Option<Tree<'a>>,
        input: Input<'a>,
        intake: &mut ParseContext,
    ) -> Option<Tree<'a>> {
        let Some(text) = input.text() else {
            return parsed;
        };
        let span = intake.around.span.clone();
        // A text that begins like JSON is damaged JSON, whose strings may contain calls.
        let begin = text.trim_start();
        let begin = begin.strip_prefix('[').unwrap_or(begin).trim_start();
        let has_marks = || has_call_mark(text.get(..span.start).unwrap_or(text));
        let finish = input.finish_of_output();
        if begin.starts_with(['{', '"', '\'']) || parsed.is_some() && !has_marks() {
            let is_call = parsed.is_none()
                || !has_lines_of_its_own(text, &span)
                || self.names_other(intake)
                || self.is_called_behind_reasoning(&span, text, finish);
            return if is_call {
                parsed
            } else {
                self.refuse_quoted(intake)
            };
        }
        let is_own = |call: &Found| is_name(self.definition.plan(), &call.name);
        // A statement may end in a semicolon.
        let statement = text.trim_end().strip_suffix(';');
        let statement = statement.filter(|call| call.ends_with(')')).unwrap_or(text);
        let kind = match (self.find_only_call(statement, finish), &parsed) {
            (OnlyCall::One(call), None) if is_own(&call) => {
                return self.read_arguments(&call.raw, text, intake);
            }
            (OnlyCall::One(call) | OnlyCall::WithText(call), Some(tree)) if is_own(&call) => {
                if call.raw == "{}" && self.has_no_argument(tree) {
                    return self.read_arguments(&call.raw, text, intake);
                }
                intake.around.callee = None;
                return parsed;
            }
            (OnlyCall::One(Found { name, .. }), _)
            | (OnlyCall::WithText(Found { name, .. }), Some(_)) => {
                IssueKind::WholeCall { name: Some(name) }
            }
            (OnlyCall::Several(calls), None) => IssueKind::SeveralObjects {
                texts: calls.into_iter().take(2).map(|call| call.raw).collect(),
            },
            (OnlyCall::Dropped(DropReason::Incomplete), None) if finish != Finish::Complete => {
                IssueKind::Truncated
            }
            (OnlyCall::Dropped(_), None) => IssueKind::WholeCall { name: None },
            (OnlyCall::None, Some(_))
                if !self.names_other(intake) && !self.is_called_at(&span, text, finish) =>
            {
                return self.refuse_quoted(intake);
            }
            _ => return parsed,
        };
        *intake = self.intake();
        intake.stop(Path::root(), kind);
        None
    }

    /// Refuses an object that the text around it only shows.
    fn refuse_quoted<'a>(&self, intake: &mut ParseContext) -> Option<Tree<'a>> {
        *intake = self.intake();
        let kind = IssueKind::InvalidJson {
            expected: IssueKind::ALONE.to_owned(),
            after: String::new(),
        };
        intake.stop(Path::root(), kind);
        None
    }

    fn find_only_call(&self, text: &str, finish: Finish) -> OnlyCall {
        find_only_call(text, &OnlyTool(self.definition), finish)
    }

    /// Returns whether the text before an object names another tool, which is an issue of its own.
    fn names_other(&self, intake: &ParseContext) -> bool {
        let callee = intake.around.callee.as_ref();
        callee.is_some_and(|name| !is_name(self.definition.plan(), name))
    }

    /// Returns whether an object is called at its place between the marks of a text, if it has the
    /// name of this tool.
    fn is_called_at(&self, span: &Range<usize>, text: &str, finish: Finish) -> bool {
        let name = Value::from(self.definition.name());
        let (Some(before), Some(after)) = (text.get(..span.start), text.get(span.end..)) else {
            return true;
        };
        let named = format!("{before}{{\"name\": {name}, \"arguments\": {{}}}}{after}");
        let found = self.find_only_call(&named, finish);
        !matches!(
            found,
            OnlyCall::None | OnlyCall::Dropped(_) | OnlyCall::DroppedInText
        )
    }

    /// Like [`Reader::is_called_at`], without closed reasoning before the object.
    fn is_called_behind_reasoning(&self, span: &Range<usize>, text: &str, finish: Finish) -> bool {
        let start = text.get(..span.start).map_or(0, skip_reasoning);
        let rest = text.get(start..).unwrap_or(text);
        self.is_called_at(&(span.start - start..span.end - start), rest, finish)
    }

    /// Returns whether an object only names a tool, and this tool declares none of its keys: it is a
    /// call without arguments.
    fn has_no_argument(&self, tree: &Tree<'_>) -> bool {
        let types = self.definition.shape().types;
        let Tree::Object(entries) = tree else {
            return false;
        };
        let mut entries = entries.iter();
        let is_of_call = |key: &str| {
            matches!(
                key,
                "name" | "tool_name" | "function" | "type" | "id" | "tool_call_id"
            ) && types.declares(key) != Some(true)
        };
        entries.len() > 0 && entries.all(|entry| is_of_call(&entry.key))
    }

    fn read_arguments(
        &self,
        raw: &str,
        text: &str,
        intake: &mut ParseContext,
    ) -> Option<Tree<'static>> {
        let mut inner = self.intake();
        let tree = parse(raw, Tolerance::STANDARD, &mut inner)?.into_owned();
        take_arguments(tree, text, inner, intake)
    }
}

/// Returns whether an object below other text has lines of its own, outside of a code fence. The
/// reader of texts knows what quotes it there.
fn has_lines_of_its_own(text: &str, span: &Range<usize>) -> bool {
    let (Some(before), Some(after)) = (text.get(..span.start), text.get(span.end..)) else {
        return false;
    };
    let line = before.rsplit('\n').next().unwrap_or(before);
    let rest = after.split('\n').next().unwrap_or(after);
    !before.trim().is_empty()
        && line.trim().is_empty()
        && rest.trim().is_empty()
        && !before.contains("```")
}
