//! The only call of a text, for the reader of arguments.

use super::collected::Collected;
use super::engine::{Found, Source};
use super::machine::Machine;
use super::table::{Marker, Markers, Meaning};
use super::tools::Tools;
use crate::drop_reason::DropReason;
use crate::finish::Finish;

/// The calls in a text that should be the arguments of one call.
pub(crate) enum OnlyCall {
    /// The text is one complete call. Only reasoning may precede it.
    One(Found),
    /// The text has one complete call and other content.
    WithText(Found),
    /// The text contains several calls.
    Several(Vec<Found>),
    /// The text is a call that cannot run.
    Dropped(DropReason),
    /// The text contains a call that cannot run, and other content.
    DroppedInText,
    /// Nothing is called: all marks of calls are in reasoning, or a part of other text.
    None,
}

/// Finds the only call of a text. Values that a syntax writes as text get their types from the
/// schemas of the tools.
pub(crate) fn find_only_call(text: &str, tools: &dyn Tools, finish: Finish) -> OnlyCall {
    let source = Source {
        text,
        is_over: true,
        finish,
        tools,
        selected: None,
        is_start: true,
    };
    let mut collected = Collected::default();
    Machine::new(false).run(&source, &mut collected);
    let mut output = collected.finish(finish, text);
    // A call that the text rules out is a part of that text.
    let is_meant = |dropped: &(Found, DropReason)| dropped.1 != DropReason::NotMeant;
    output.dropped.retain(is_meant);
    let is_alone = output.content.trim().is_empty();
    match (output.calls.pop(), output.dropped.first()) {
        (Some(call), None) if output.calls.is_empty() && is_alone => OnlyCall::One(call),
        (Some(call), None) if output.calls.is_empty() => OnlyCall::WithText(call),
        (Some(call), _) if !output.calls.is_empty() => {
            output.calls.push(call);
            OnlyCall::Several(output.calls)
        }
        (_, Some((_, reason))) if is_alone => OnlyCall::Dropped(*reason),
        (_, Some(_)) => OnlyCall::DroppedInText,
        _ => OnlyCall::None,
    }
}

/// Returns whether a text contains a mark that begins calls or the message of a call.
pub(crate) fn has_call_mark(text: &str) -> bool {
    let markers = Markers::all();
    let mut at = 0;
    while at < text.len() {
        at = markers.next(text.as_bytes(), at);
        let mut found = markers.at_start(text.get(at..).unwrap_or(""));
        let begins = |marker: &Marker| {
            // A message without a recipient is no call.
            let is_header =
                |meaning: &Meaning| matches!(meaning, Meaning::Header) && text.contains("to=");
            marker.begins_calls() && marker.text.len() > 2 || marker.meanings.iter().any(is_header)
        };
        if found.any(begins) {
            return true;
        }
        at += 1;
    }
    false
}
