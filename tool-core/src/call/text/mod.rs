//! Reads calls in the text of a model, with one format per file.

mod found;
mod json;
mod marks;
mod python;
mod thoughts;

use crate::call::whole::is_cut_off;
use crate::call::{Calls, DropReason};
use crate::finish::Finish;
use found::{Behind, Found};
use json::{Object, fenced, object, objects, split_value};
use marks::first_mark;
use python::python_calls;
use thoughts::{behind_thoughts, without_end_tokens};

/// Returns the calls in plain text, for models whose server does not extract them.
///
/// | form | |
/// |---|---|
/// | `<tool_call>{"name": .., "arguments": {..}}</tool_call>` | Hermes, Qwen; anywhere in the text |
/// | `<function=NAME>{..}</function>` | Llama |
/// | `[TOOL_CALLS][{"name": .., "arguments": {..}}]`, `[TOOL_CALLS]NAME[ARGS]{..}` | Mistral |
/// | `{"name": .., "parameters": {..}}` | Llama; only as all of the text, several with `;` or in an array, after `<\|python_tag\|>` or not, in a code fence or not |
/// | `[f(x=1)]`, `<\|python_tag\|>f(x=1)`, `<function=NAME>` with tags inside | not read, but named in [`Calls::dropped`] |
///
/// Thoughts (`<think>`) and JSON inside prose contain no calls. Arguments that are not JSON are
/// returned unchanged, if the name before them and their beginning are clear. `reported` is the
/// end of the output, as the server reports it.
///
/// Calls that may be truncated are in [`Calls::dropped`]. One is a call whose arguments, or
/// whose surrounding object or array, are open at the end of the text. The other is a call at
/// the end of a truncated text, unless a closing tag or other text follows it. A call between
/// tags whose arguments break off is returned, and the reader rejects it: its text is complete.
///
/// ```
/// use tool_core::Finish;
/// use tool_core::call::calls_in_text;
///
/// let text = "I will wait.\n<tool_call>\n{\"name\": \"wait\", \"arguments\": {\"seconds\": 5,}}\n</tool_call>";
/// let found = calls_in_text(text, Finish::Complete);
/// assert_eq!(found.calls[0].name, "wait");
/// assert_eq!(found.calls[0].raw, r#"{"seconds": 5,}"#);
///
/// let found = calls_in_text(&text[..text.len() - 15], Finish::Complete);
/// assert_eq!((found.calls.len(), found.dropped.len()), (0, 1));
/// ```
#[must_use]
pub fn calls_in_text(text: &str, reported: Finish) -> Calls {
    let mut found = Found::new(reported);
    let text = without_end_tokens(text);
    // The whole text comes first, because JSON strings may contain tags.
    if !found.bare(text) && !found.marked(text) {
        found.bare(behind_thoughts(text));
    }
    found.answer.end()
}

impl Found {
    /// Reads a text that contains only calls. Returns whether it does.
    fn bare(&mut self, text: &str) -> bool {
        let code = text.strip_prefix("<|python_tag|>");
        let text = fenced(code.unwrap_or(text).trim());
        if let Some(all) = objects(text) {
            let shaped = |one: &&str| matches!(object(one), Object::Call { alone: true, .. });
            let are_calls = !all.is_empty() && all.iter().all(shaped);
            if are_calls {
                for one in all {
                    self.object(one, Behind::Nothing);
                }
            }
            return are_calls;
        }
        let list = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(calls) = list.or(code.and(Some(text))).and_then(python_calls) {
            self.python(&calls);
            return !calls.is_empty();
        }
        self.bare_broken(text)
    }

    /// Reads a text that begins with a call, and is invalid JSON or truncated.
    fn bare_broken(&mut self, text: &str) -> bool {
        let is_cut = is_cut_off(text);
        let ends = is_cut || text.ends_with('}');
        if !ends || first_mark(text).is_some() || split_value(text).is_some() {
            return false;
        }
        let Object::Call { name, raw, .. } = object(text) else {
            return false;
        };
        self.take(&name, &raw, is_cut.then_some(DropReason::Incomplete));
        true
    }
}
