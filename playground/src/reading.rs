//! The call, read with the settings of the page.

use serde::Serialize;
use serde_json::Value;
use tool_core::feedback::Format;
use tool_core::issue::{Ignored, Issue, IssueKind, Path, Repair, Segment};
use tool_core::rules::{self, Rule};
use tool_core::{Definition, Input, Leniency, ToolArgError};

use crate::locate::{Place, entry_at};
use crate::request::Request;
use crate::tokens::estimate;

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum ReadingView {
    Accepted {
        /// The value as indented JSON.
        value: String,
        repairs: Vec<RepairView>,
        ignored: Vec<Ignored>,
    },
    Rejected {
        issues: Vec<IssueView>,
        /// How many more issues there are.
        omitted: usize,
        texts: Vec<TextView>,
        /// The leniency that accepts the call, if a wider one does.
        accepted_by: Option<&'static str>,
    },
}

#[derive(Serialize)]
pub(crate) struct RepairView {
    #[serde(flatten)]
    repair: Repair,
    /// Whether the repair drops its value: `after` is `null` then, as for a value that becomes
    /// `null`.
    is_dropped: bool,
    /// When the rule applies, in words.
    condition: Option<&'static str>,
    /// Where the call has the value or key before the repair.
    place: Option<Place>,
}

#[derive(Serialize)]
pub(crate) struct IssueView {
    /// The issue as JSON, with `path`, `code` and `message`.
    data: Value,
    place: Option<Place>,
}

/// One retry text.
#[derive(Serialize)]
pub(crate) struct TextView {
    format: &'static str,
    about: &'static str,
    text: String,
    tokens: usize,
}

const FORMATS: &[(Format, &str, &str)] = &[
    (
        Format::Instruction,
        "Instruction",
        "One line with the first 5 issues. It is the `Display` of the error.",
    ),
    (
        Format::List,
        "List",
        "One line for each of the first 5 issues, with the received values.",
    ),
    (
        Format::ListAgain,
        "ListAgain",
        "The list and the shape of the arguments, for a call that fails in the same way again.",
    ),
    (
        Format::Annotated,
        "Annotated",
        "The arguments, with each of the first 5 issues as a comment at its line.",
    ),
    (
        Format::Preflight,
        "Preflight",
        "All missing fields, if the call only lacks required fields. Otherwise the instruction.",
    ),
    (
        Format::Numbered,
        "Numbered",
        "All issues, numbered, without limits.",
    ),
];

pub(crate) fn read(definition: &Definition, request: &Request) -> ReadingView {
    match read_with(definition, request, request.leniency.into()) {
        Ok(reading) => ReadingView::Accepted {
            value: format!("{:#}", reading.value),
            repairs: repairs(&request.call, reading.repairs),
            ignored: reading.ignored,
        },
        Err(error) => ReadingView::Rejected {
            issues: issues(&request.call, &error),
            omitted: error.omitted(),
            texts: texts(&error),
            accepted_by: accepted_by(definition, request),
        },
    }
}

fn read_with(
    definition: &Definition,
    request: &Request,
    leniency: Leniency,
) -> Result<tool_core::Reading<Value>, ToolArgError> {
    let input = Input::from(&request.call).finish(request.finish.into());
    definition.reader().leniency(leniency).read(input)
}

fn accepted_by(definition: &Definition, request: &Request) -> Option<&'static str> {
    let chosen = request.leniency.into();
    let wider = [
        (Leniency::Standard, "standard"),
        (Leniency::Generous, "generous"),
    ];
    let start = match chosen {
        Leniency::Strict => 0,
        Leniency::Standard => 1,
        _ => 2,
    };
    let mut wider = wider.into_iter().skip(start);
    wider
        .find(|(leniency, _)| read_with(definition, request, *leniency).is_ok())
        .map(|(_, name)| name)
}

fn repairs(call: &str, repairs: Vec<Repair>) -> Vec<RepairView> {
    let view = |repair: Repair| RepairView {
        condition: rules::all()
            .find(|info| info.rule == repair.rule)
            .map(|info| info.condition),
        place: place_of_repair(call, &repair),
        is_dropped: repair.after.is_none(),
        repair,
    };
    repairs.into_iter().map(view).collect()
}

/// The value, or the key if the rule renamed it. `None` if the text of the call is not JSON.
fn place_of_repair(call: &str, repair: &Repair) -> Option<Place> {
    if matches!(repair.rule, Rule::PropertyName | Rule::RenamedKey) {
        let (_, parents) = repair.path.segments().split_last()?;
        let parent: Path = parents.iter().cloned().collect();
        let entry = entry_at(call, &parent.join(repair.before.as_str()?))?;
        return Place::of(call, entry.key?);
    }
    // A path of the root names the text around the arguments or the arguments as a whole.
    repair.path.segments().last()?;
    let entry = entry_at(call, &repair.path)?;
    Place::of(call, entry.value)
}

fn issues(call: &str, error: &ToolArgError) -> Vec<IssueView> {
    let payload = error.payload();
    let data = payload.get("issues").and_then(Value::as_array);
    let data = data.into_iter().flatten().cloned();
    let view = |(data, issue): (Value, &Issue)| IssueView {
        data,
        place: place_of_issue(call, issue),
    };
    data.zip(error.issues()).map(view).collect()
}

fn place_of_issue(call: &str, issue: &Issue) -> Option<Place> {
    if let (IssueKind::InvalidJson { after, .. }, true) = (&issue.kind, issue.path.is_root()) {
        return place_after(call, after);
    }
    let segments = issue.path.segments();
    let (last, parents) = segments.split_last()?;
    match (entry_at(call, &issue.path), &issue.kind) {
        (Some(entry), IssueKind::UnknownKey { .. } | IssueKind::DuplicateKey) => {
            Place::of(call, entry.key?)
        }
        (Some(entry), _) => Place::of(call, entry.value),
        // The key of the object that lacks the property.
        (None, _) if matches!(last, Segment::Key(_)) => {
            let parent: Path = parents.iter().cloned().collect();
            Place::of(call, entry_at(call, &parent)?.key?)
        }
        (None, _) => None,
    }
}

/// The character where the text leaves JSON, if the text before it is unique.
fn place_after(call: &str, after: &str) -> Option<Place> {
    let (at, _) = call
        .match_indices(after)
        .next()
        .filter(|_| !after.is_empty())?;
    let is_unique = call.matches(after).count() == 1;
    is_unique.then(|| Place::of_character(call, at + after.len()))?
}

fn texts(error: &ToolArgError) -> Vec<TextView> {
    let view = |(format, name, about): &(Format, &'static str, &'static str)| {
        let text = error.render(*format);
        TextView {
            format: name,
            about,
            tokens: estimate(&text),
            text,
        }
    };
    FORMATS.iter().map(view).collect()
}
