//! Calls whose argument is code or a command, without quotes.

use serde_json::json;

use super::python::{PythonCall, read_call};
use super::{EngineStep, Found, MarkerMatch, Source, is_inside_sentence};
use crate::drop_reason::DropReason;
use crate::finish::Finish;

/// Tools that run code.
pub(super) const CODE_TOOLS: [&str; 3] = ["python", "code_interpreter", "ipython"];

const TOKEN: &str = "<|python_tag|>";

/// Reads the text after `<|python_tag|>`: a Python call of a tool, or code for the code tool.
pub(in crate::syntax) fn read(source: &Source<'_>, at: usize) -> EngineStep {
    let mut start = source.skip_space(at);
    // A model may write the token twice.
    if let MarkerMatch::At(end) = source.mark(start, &[TOKEN]) {
        start = source.skip_space(end);
    }
    if source.is_end(start) || !source.is_over && TOKEN.starts_with(source.rest(start)) {
        return if source.is_over {
            EngineStep::No
        } else {
            EngineStep::More
        };
    }
    match read_call(source, start) {
        PythonCall::Call(mut found, end) => {
            // The built-in tools of Llama 3.1: `brave_search.call(query="..")`.
            let builtin = found.name.strip_suffix(".call");
            let builtin = builtin
                .filter(|name| source.tool(name).is_some())
                .map(str::len);
            if let (Some(length), None) = (builtin, source.tools.get(&found.name)) {
                found.name.truncate(length);
            }
            if source.may_call(&found.name) {
                return EngineStep::one(found, end, false);
            }
        }
        PythonCall::More => return EngineStep::More,
        PythonCall::Cut(name, raw) if source.may_call(&name) => {
            return EngineStep::one(Found::cut(name, raw), source.text.len(), false);
        }
        _ => {}
    }
    let tool = CODE_TOOLS
        .into_iter()
        .find(|name| source.tools.get(name).is_some());
    let before = &source.text[..at];
    let before = before.strip_suffix(TOKEN).unwrap_or(before);
    // Code may be any text, so a token in a sentence is only a mention of it.
    let Some(name) = tool.filter(|_| !is_inside_sentence(before)) else {
        return EngineStep::No;
    };
    if !source.is_over {
        return EngineStep::More;
    }
    let code = source.rest(start);
    let code = code.find("<|").map_or(code, |end| &code[..end]);
    if code.trim().is_empty() {
        return EngineStep::No;
    }
    let is_cut = source.finish == Finish::Truncated;
    // The end may be the beginning of a token.
    let code = if is_cut {
        code.trim_end_matches('<')
    } else {
        code
    };
    let mut raw = json!({"code": code.trim_end()}).to_string();
    if is_cut {
        // The string stays open.
        raw.truncate(raw.len() - "\"}".len());
    }
    let found = Found::call(name, raw);
    EngineStep::one(found, source.text.len(), false)
}

/// Reads `NAME COMMAND` up to `</tool>`.
pub(in crate::syntax) fn read_command(source: &Source<'_>, at: usize) -> EngineStep {
    const CLOSE: &str = "</tool>";
    let rest = source.rest(at);
    let Some(end) = rest.find(CLOSE) else {
        return if source.is_over {
            let dropped = Found::cut("", rest);
            EngineStep::one(dropped, source.text.len(), false)
        } else {
            EngineStep::More
        };
    };
    let body = rest[..end].trim();
    let (name, command) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let raw = json!({"command": command.trim_start()}).to_string();
    let found = if command.contains("<tool: function>") || command.contains("<tool:function>") {
        // The tag between two calls is missing or damaged.
        Found::dropped(name, body, DropReason::BrokenTags)
    } else {
        Found::call(name, raw)
    };
    EngineStep::one(found, at + end + CLOSE.len(), true)
}
