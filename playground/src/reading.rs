//! The call, read with the settings of the page.

use serde::Serialize;
use serde_json::Value;
use tool_core::feedback::Style;
use tool_core::issue::{Ignored, Issue, IssueKind, Path, Repair};
use tool_core::rules::{self, Rule, RuleClass};
use tool_core::{Definition, Input, Leniency, ToolArgError};

use crate::locate::{Place, entry_at, place_of_unique};
use crate::request::Request;
use crate::tokens::estimate;

/// Maximum number of repairs that the page lists.
const MAX_REPAIRS: usize = 100;
/// Maximum length of a call whose values are located.
const MAX_LOCATED: usize = 100_000;

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum ReadingView {
    Accepted {
        /// The value as indented JSON.
        value: String,
        /// The first repairs.
        repairs: Vec<RepairView>,
        /// The number of all repairs.
        repaired: usize,
        /// The number of repairs that are guesses.
        guessed: usize,
        ignored: Vec<Ignored>,
    },
    Rejected {
        issues: Vec<IssueView>,
        /// The number of further issues beyond the limit of the reader.
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
    /// True if the repair drops its value. `after` is `null` then, but also for a value that
    /// becomes `null`.
    is_dropped: bool,
    /// The condition under which the rule applies.
    condition: Option<&'static str>,
    /// The place of the repaired value or key in the call.
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

const FORMATS: &[(Style, &str, &str)] = &[
    (
        Style::Instruction,
        "Instruction",
        "One line with the first 5 issues. It is the `Display` of the error.",
    ),
    (
        Style::List,
        "List",
        "One line for each of the first 5 issues, with the received values.",
    ),
    (
        Style::ListAgain,
        "ListAgain",
        "The list and the shape of the arguments, for a call that fails in the same way again.",
    ),
    (
        Style::Annotated,
        "Annotated",
        "The arguments, with each of the first 5 issues as a comment at its line.",
    ),
    (
        Style::Preflight,
        "Preflight",
        "All missing fields, if the call only lacks required fields. Otherwise the instruction.",
    ),
    (
        Style::Numbered,
        "Numbered",
        "All issues, numbered, without limits.",
    ),
];

pub(crate) fn read(definition: &Definition, request: &Request) -> ReadingView {
    match read_with(definition, request, request.leniency.into()) {
        Ok(reading) => ReadingView::Accepted {
            value: format!("{:#}", reading.value),
            repaired: reading.repairs.len(),
            guessed: reading
                .repairs
                .iter()
                .filter(|repair| is_guess(repair))
                .count(),
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

fn is_guess(repair: &Repair) -> bool {
    repair.class() == RuleClass::Generous
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
    repairs.into_iter().take(MAX_REPAIRS).map(view).collect()
}

/// Finds the repaired value, or the key if the rule renamed it. In text that is not JSON, finds
/// only a value that occurs once.
fn place_of_repair(call: &str, repair: &Repair) -> Option<Place> {
    if call.len() > MAX_LOCATED {
        return None;
    }
    let is_rename = matches!(repair.rule, Rule::PropertyName | Rule::RenamedKey);
    let by_path = if is_rename {
        place_of_key(call, &repair.path, repair.before.as_str()?)
    } else if repair.path.is_root() {
        None
    } else {
        entry_at(call, &repair.path).and_then(|entry| Place::of(call, entry.value))
    };
    by_path
        .or_else(|| place_of_unique(call, &repair.before.to_string()))
        .or_else(|| place_of_unique(call, repair.before.as_str()?))
}

/// Finds a key of the object that holds the path.
fn place_of_key(call: &str, path: &Path, key: &str) -> Option<Place> {
    let (_, parents) = path.segments().split_last()?;
    let parent: Path = parents.iter().cloned().collect();
    Place::of(call, entry_at(call, &parent.join(key))?.key?)
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
    if call.len() > MAX_LOCATED {
        return None;
    }
    let entry = entry_at(call, &issue.path).filter(|_| !issue.path.is_root());
    match (&issue.kind, entry) {
        (IssueKind::InvalidJson { after, .. }, _) if issue.path.is_root() => {
            place_after(call, after)
        }
        (IssueKind::UnknownKey { .. } | IssueKind::DuplicateKey, Some(entry)) => {
            Place::of(call, entry.key?)
        }
        (_, Some(entry)) => Place::of(call, entry.value),
        (IssueKind::Required { missing, .. }, None) => {
            let sent_as = missing.sent_as.as_ref();
            let sent_as = sent_as.and_then(|path| Place::of(call, entry_at(call, path)?.key?));
            sent_as.or_else(|| place_of_parent(call, &issue.path))
        }
        (_, None) => place_of_unique(call, &issue.received.as_ref()?.text),
    }
}

/// Finds the key of the object that lacks the property.
fn place_of_parent(call: &str, path: &Path) -> Option<Place> {
    let (_, parents) = path.segments().split_last()?;
    let parent: Path = parents.iter().cloned().collect();
    Place::of(call, entry_at(call, &parent)?.key?)
}

/// Finds the character where the text leaves JSON, if the text before it occurs once.
fn place_after(call: &str, after: &str) -> Option<Place> {
    place_of_unique(call, after)?;
    Place::of_character(call, call.find(after)? + after.len())
}

fn texts(error: &ToolArgError) -> Vec<TextView> {
    let view = |(format, name, about): &(Style, &'static str, &'static str)| {
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    const SCHEMA: &str = r#"{
        "type": "object",
        "properties": {
            "file_path": {"type": "string"},
            "line": {"type": "integer"},
            "range": {
                "type": "object",
                "properties": {"end": {"type": "integer"}},
                "required": ["end"]
            }
        },
        "required": ["file_path"],
        "additionalProperties": false
    }"#;

    fn reading(call: &str) -> Value {
        let request = json!({"schema": SCHEMA, "call": call}).to_string();
        let mut answer: Value = serde_json::from_str(&crate::respond(&request)).unwrap();
        answer["reading"].take()
    }

    /// Returns the marked parts of a call.
    fn marked(call: &str) -> Vec<String> {
        let reading = reading(call);
        let units: Vec<u16> = call.encode_utf16().collect();
        let entries = ["repairs", "issues"].map(|list| reading[list].as_array().cloned());
        let places = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry["place"].clone());
        let ends = |place: Value| Some((place["start"].as_u64()?, place["end"].as_u64()?));
        places
            .filter_map(ends)
            .map(|(start, end)| {
                let range = usize::try_from(start).unwrap()..usize::try_from(end).unwrap();
                String::from_utf16(&units[range]).unwrap()
            })
            .collect()
    }

    #[test]
    fn marks_repaired_values_and_keys() {
        assert_eq!(
            marked(r#"{"filePath": "ü", "line": "7"}"#),
            [r#""7""#, r#""filePath""#]
        );
    }

    #[test]
    fn marks_repairs_in_text_that_is_not_json() {
        let call = "Here:\n{\"filePath\": \"a\", \"line\": \"7\",}";
        assert_eq!(marked(call), ["Here:", r#""7""#, r#""filePath""#]);
    }

    #[test]
    fn marks_wrong_values_unknown_keys_and_objects_that_lack_a_property() {
        let call = r#"{"file_path": "a", "line": "x", "range": {}, "lines": 1}"#;
        assert_eq!(marked(call), [r#""x""#, r#""range""#, r#""lines""#]);
    }

    #[test]
    fn marks_the_key_that_probably_is_the_missing_one() {
        assert_eq!(marked(r#"{"file": "a", "line": 1}"#), [r#""file""#]);
    }

    #[test]
    fn marks_the_character_where_the_call_leaves_json() {
        assert_eq!(marked(r#"{"file_path": "a" & "line": 1}"#), ["&"]);
    }

    #[test]
    fn lists_the_first_repairs_of_many() {
        let schema = r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#;
        let call: serde_json::Map<String, Value> = (0..300)
            .map(|number| (number.to_string(), json!("7")))
            .collect();
        let request = json!({"schema": schema, "call": Value::from(call).to_string()});
        let answer: Value = serde_json::from_str(&crate::respond(&request.to_string())).unwrap();
        let reading = &answer["reading"];
        assert_eq!(
            (&reading["repaired"], &reading["guessed"]),
            (&json!(300), &json!(0))
        );
        assert_eq!(
            reading["repairs"].as_array().unwrap().len(),
            super::MAX_REPAIRS
        );
    }

    #[test]
    fn names_the_leniency_that_accepts_a_rejected_call() {
        let request = |leniency, line| {
            let call = json!({"file_path": "a", "line": line}).to_string();
            let request = json!({"schema": SCHEMA, "call": call, "leniency": leniency});
            let answer: Value =
                serde_json::from_str(&crate::respond(&request.to_string())).unwrap();
            answer["reading"]["accepted_by"].clone()
        };
        assert_eq!(request("strict", "7"), "standard");
        assert_eq!(request("strict", "1,234"), "generous");
        assert_eq!(request("standard", "1,234"), "generous");
        assert_eq!(request("standard", "x"), Value::Null);
    }

    #[test]
    fn a_request_of_another_form_is_an_error() {
        let answer: Value = serde_json::from_str(&crate::respond("{}")).unwrap();
        assert!(answer["error"].as_str().unwrap().contains("schema"));
    }
}
