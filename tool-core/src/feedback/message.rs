use std::fmt::{self, Write};

use serde_json::Value;

use super::cut::{ROOM, fits, is_one_line, join_lines, keep_end, keep_start};
use super::got::{self, Detail};
use super::required::{ABSENT, name_inside, quote_keys};
use super::{alternatives, expected, members, required};
use crate::issue::{Hint, Issue, IssueKind, JsonType, Limit, Received, TypeSet};
use crate::schema::keyword::{Holds, Keyword};

impl Issue {
    /// Returns the text of the issue, without its path: the expectation, the received value,
    /// and a hint. The text is one line.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
    /// assert_eq!(error.issues()[0].message(), "expected integer, got string");
    /// ```
    #[must_use]
    pub fn message(&self) -> String {
        let mut text = String::with_capacity(ROOM);
        add_message(&mut text, self);
        text
    }
}

/// Adds the message of an issue, as one line.
pub(super) fn add_message(text: &mut String, issue: &Issue) {
    let start = text.len();
    add_words(text, issue, Detail::Type, usize::MAX);
    if !is_one_line(&text[start..]) {
        let words = text.split_off(start);
        text.push_str(&join_lines(words));
    }
}

/// Returns the message of an issue in at most this many characters.
///
/// The notes at the end say which other change may be meant, so they are kept.
pub(super) fn write_within(issue: &Issue, detail: Detail, characters: usize) -> String {
    let mut text = String::with_capacity(ROOM);
    let notes = write_notes(issue);
    let room = characters.saturating_sub(notes.chars().count());
    // A very short text has no room for notes.
    if notes.is_empty() || room < characters / 2 {
        add_words(&mut text, issue, detail, characters);
        return keep_start(join_lines(text), characters);
    }
    // Writing to a string never fails.
    let _ = write_words(&mut text, issue, detail, usize::MAX);
    if !fits(&text, room) {
        // The model knows the value that it sent, so it is the least useful part.
        text.clear();
        let _ = write_words(&mut text, issue, Detail::Beside, usize::MAX);
    }
    if !fits(&text, room) {
        text.clear();
        let _ = write_words(&mut text, issue, detail, room);
    }
    format!(
        "{} {}",
        keep_start(join_lines(text), room),
        join_lines(notes)
    )
}

/// Adds the message of an issue. Only the message of a list is limited in characters.
pub(super) fn add_words(text: &mut String, issue: &Issue, detail: Detail, characters: usize) {
    // Writing to a string never fails.
    let _ = write_words(text, issue, detail, characters);
    text.push_str(&write_notes(issue));
}

/// Returns the notes after the words: what else the string contains, and the form that the words
/// are about.
fn write_notes(issue: &Issue) -> String {
    if matches!(issue.kind, IssueKind::Required { .. }) {
        return String::new();
    }
    let markup = match &issue.hint {
        Some(Hint::Markup(name)) => Some(format!("{} stands as markup inside", quote(name))),
        _ => None,
    };
    let names_form = matches!(
        issue.hint,
        Some(Hint::OnlyWith(_) | Hint::OnlyWithOrBeside { .. } | Hint::OnlyWithOrInside { .. })
    );
    let branch = issue.branch.clone().filter(|_| !names_form);
    match (markup, branch) {
        (Some(markup), Some(branch)) => format!(" ({markup}; {branch})"),
        (Some(note), None) | (None, Some(note)) => format!(" ({note})"),
        (None, None) => String::new(),
    }
}

#[expect(clippy::too_many_lines, reason = "an arm for each kind of issue")]
fn write_words(text: &mut String, issue: &Issue, detail: Detail, characters: usize) -> fmt::Result {
    let received = issue.received.as_ref();
    let beside = detail == Detail::Beside;
    let value = got::show_value(received.filter(|_| !beside));
    match &issue.kind {
        IssueKind::Required { .. } => write_required(text, issue, characters),
        IssueKind::Type { expected, example } => {
            /// Number of characters for the received type.
            const BESIDE_SHAPE: usize = 12;

            if let Some(sent) = not_finite(*expected, received) {
                text.write_str("expected finite ")?;
                expected.write(text)?;
                let sent = if beside { "" } else { sent };
                let got = if beside { "" } else { ", got " };
                return write!(text, "{got}{sent}");
            }
            text.write_str("expected ")?;
            let room = characters.saturating_sub(text.chars().count() + BESIDE_SHAPE);
            match issue.shape.as_deref().filter(|shape| fits(shape, room)) {
                Some(shape) => text.write_str(shape)?,
                None => expected.write(text)?,
            }
            if let Some(items) = example.as_deref().and_then(Value::as_array) {
                /// Maximum number of characters of the items.
                const LISTED: usize = 60;

                let items: Vec<String> = items.iter().map(Value::to_string).collect();
                let items = items.join(", ");
                // A part of the items would be another value.
                if fits(&items, LISTED) {
                    write!(text, ", such as [{items}]")?;
                }
            }
            got::show_wrong_type(*expected, received, detail).write(text)
        }
        IssueKind::Enum { members, nearest } => members::add_words(
            text,
            members,
            nearest.as_ref(),
            received,
            detail,
            characters,
        ),
        IssueKind::Union { alternatives } => text.write_str(&alternatives::describe(
            alternatives,
            received,
            detail,
            characters,
        )),
        IssueKind::Pattern { .. } | IssueKind::Format { .. } => {
            text.write_str("expected ")?;
            match (&issue.kind, received) {
                (IssueKind::Format { format }, Some(sent))
                    if let Some(noun) = expected::find_nonexistent(format, &sent.text) =>
                {
                    write!(text, "a {noun} that exists")?;
                }
                (IssueKind::Pattern { pattern }, _)
                    if let Some(example) = issue
                        .shape
                        .as_deref()
                        .filter(|text| fits(text, PATTERN_WITH_EXAMPLE)) =>
                {
                    if fits(pattern, PATTERN_WITH_EXAMPLE) {
                        expected::write_constraint(text, &issue.kind, characters)?;
                        write!(text, ", such as {example}")?;
                    } else {
                        write!(text, "text such as {example}")?;
                    }
                }
                _ => expected::write_constraint(text, &issue.kind, characters)?,
            }
            text.write_str(or_null(issue))?;
            value.write(text)
        }
        IssueKind::WideInteger => write!(
            text,
            "expected an integer of at most 64 bits, or its digits in double quotes{value}"
        ),
        IssueKind::Several { faults } => {
            for (position, fault) in faults.iter().enumerate() {
                text.write_str(if position == 0 { "expected " } else { " and " })?;
                expected::write_constraint(text, fault, characters)?;
            }
            text.write_str(or_null(issue))?;
            value.write(text)
        }
        IssueKind::Contains { count, .. } => {
            text.write_str("expected ")?;
            expected::write_constraint(text, &issue.kind, characters)?;
            write!(text, ", got {count}")
        }
        IssueKind::UniqueItems { first } => {
            write!(text, "is the same as item {first}; items must differ")
        }
        IssueKind::UnknownKey { nearest } => write_unknown_key(text, issue, nearest.as_deref()),
        IssueKind::Key { fault } => {
            const LEAD: &str = "invalid key: ";
            let issue = Issue {
                kind: (**fault).clone(),
                ..issue.clone()
            };
            text.write_str(LEAD)?;
            write_words(text, &issue, detail, characters.saturating_sub(LEAD.len()))
        }
        IssueKind::DuplicateKey => text.write_str("sent twice with different values; send it once"),
        IssueKind::AmbiguousKey { property } => {
            let name = quote(property);
            write!(
                text,
                "second spelling of {name}; send it once, under that name"
            )
        }
        IssueKind::Ambiguous { readings } => write_ambiguous(text, readings, characters),
        IssueKind::SeveralForms {
            forms,
            leave_out,
            add,
        } => text.write_str(&alternatives::describe_several(
            forms, leave_out, add, characters,
        )),
        IssueKind::Together { properties } => {
            text.write_str(&alternatives::describe_together(properties, characters))
        }
        IssueKind::NotAllowed => text.write_str("no value is allowed here"),
        IssueKind::Schema { keyword } => text.write_str(explain_keyword(keyword)),
        IssueKind::InvalidJson { expected, after } => {
            let after = if beside { "" } else { after };
            not_json(text, issue, expected, after, characters)
        }
        IssueKind::InvalidXml { reason } => write!(text, "not valid XML: {reason}"),
        IssueKind::Truncated if issue.is_of_answer => text.write_str(
            "the answer was cut off before its end; \
             send the complete answer, shorter if need be",
        ),
        IssueKind::Truncated => text.write_str(
            "the arguments were cut off before their end; \
             send the complete arguments, shorter if need be",
        ),
        IssueKind::NoArguments => {
            text.write_str("the arguments are empty; send {} for a call without arguments")
        }
        IssueKind::SeveralObjects { .. } if issue.is_of_answer => {
            text.write_str("several objects were sent; send one")
        }
        IssueKind::SeveralObjects { .. } => text.write_str(
            "several objects were sent; send one with all arguments, \
             and each further call on its own",
        ),
        IssueKind::WholeCall { name } => write_whole_call(text, name.as_deref()),
        IssueKind::Limit { limit, maximum } => limit_words(text, *limit, *maximum),
        IssueKind::Refused { message } | IssueKind::Check { message } => {
            let is_blank = message.trim().is_empty();
            text.write_str(if is_blank { "not accepted" } else { message })?;
            let is_expectation = message.starts_with("expected ") && !message.contains(", got ");
            text.write_str(if is_expectation { or_null(issue) } else { "" })
        }
        // The constraints of one type.
        kind => {
            text.write_str("expected ")?;
            expected::write_constraint(text, kind, characters)?;
            text.write_str(or_null(issue))?;
            match Keyword::violated_by(kind).map(|keyword| keyword.holds) {
                Some(Holds::LeastCount) => text.write_str(&got::show_size(received, "fewer")),
                Some(Holds::GreatestCount) => text.write_str(&got::show_size(received, "more")),
                _ => value.write(text),
            }
        }
    }
}

fn write_required(text: &mut String, issue: &Issue, characters: usize) -> fmt::Result {
    const WORD: &str = "Required";
    let room = characters.saturating_sub(WORD.len());
    text.write_str(WORD)?;
    text.write_str(&required::describe_missing(issue, room))
}

/// Maximum number of characters of an example, and of a pattern beside it.
const PATTERN_WITH_EXAMPLE: usize = 30;

fn or_null(issue: &Issue) -> &'static str {
    match issue.kind {
        _ if !issue.takes_null => "",
        // `other than 0 or null` would exclude null.
        IssueKind::Excluded { .. } => ", or null",
        _ => " or null",
    }
}

fn write_unknown_key(text: &mut String, issue: &Issue, nearest: Option<&str>) -> fmt::Result {
    match (&issue.hint, nearest, &issue.shape) {
        (Some(Hint::Inside(outer)), ..) => {
            let name = name_inside(&[issue], outer);
            write!(text, "belongs inside {}{name}", quote(outer))
        }
        (Some(Hint::InsideOneOf(outer)), ..) => {
            let outer = quote_keys(outer, ABSENT, "or", "one of ");
            write!(text, "belongs inside {outer}")
        }
        (Some(Hint::InsideItem(outer)), ..) => {
            write!(text, "belongs inside an item of {}", quote(outer))
        }
        (Some(Hint::Beside(inner)), ..) => write!(text, "belongs beside {}", quote(inner)),
        (Some(Hint::BesideOrInside { beside, inner }), ..) => {
            let inner = quote_keys(inner, ABSENT, "or", "one of ");
            write!(text, "belongs beside {} or inside {inner}", quote(beside))
        }
        (Some(Hint::Content), ..) => text.write_str("unknown key; send its content without it"),
        (Some(Hint::OnlyWith(forms)), ..) => write!(text, "only with {forms}"),
        (Some(Hint::OnlyWithOrBeside { forms, beside }), ..) => {
            write!(text, "only with {forms}, or beside {}", quote(beside))
        }
        (Some(Hint::OnlyWithOrInside { forms, inner }), ..) => {
            let inner = quote_keys(inner, ABSENT, "or", "one of ");
            write!(text, "only with {forms}, or inside {inner}")
        }
        (Some(Hint::Absent(names)), ..) => {
            let names = quote_keys(names, ABSENT, "and", "");
            write!(text, "unknown key; not sent: {names}")
        }
        (_, Some(name), Some(types)) => {
            write!(text, "unknown key; did you mean {} ({types})?", quote(name))
        }
        (_, Some(name), _) => write!(text, "unknown key; did you mean {}?", quote(name)),
        (Some(Hint::Markup(_)) | None, None, _) => text.write_str("unknown key"),
    }
}

fn not_json(
    text: &mut String,
    issue: &Issue,
    expected: &str,
    after: &str,
    characters: usize,
) -> fmt::Result {
    /// Maximum number of characters before the syntax error. Fewer than the minimum are not
    /// shown.
    const SHOWN: usize = 40;
    const MIN_CHARACTERS: usize = 8;

    let subject = if issue.is_of_answer && issue.path.is_root() {
        "the answer is not valid JSON"
    } else if issue.path.is_root() {
        "the arguments are not valid JSON"
    } else {
        "not valid JSON"
    };
    // An example is written completely or not at all.
    let whole = format!("{subject}: expected {expected}");
    let brief = whole.split(" such as {").next().unwrap_or(&whole);
    text.push_str(if fits(&whole, characters) {
        &whole
    } else {
        brief
    });
    let room = characters.saturating_sub(text.chars().count());
    // The last characters before the place identify it.
    let shown = (MIN_CHARACTERS..=SHOWN).rev().find_map(|shown| {
        let words = format!(" after {}", quote(&keep_end(after.to_owned(), shown)));
        fits(&words, room).then_some(words)
    });
    text.write_str(&shown.filter(|_| !after.is_empty()).unwrap_or_default())
}

fn write_ambiguous(text: &mut String, readings: &[Value], characters: usize) -> fmt::Result {
    /// Maximum number of characters of each reading, and of the words around both.
    const READING: usize = 60;
    const AROUND: usize = 40;

    match readings {
        [one, other] => {
            let most = READING.min(characters.saturating_sub(AROUND) / 2);
            let [one, other] = [one, other].map(|reading| keep_start(reading.to_string(), most));
            write!(text, "can be read as {one} or as {other}; send one of them")
        }
        _ => text.write_str("can be read in more than one way; send it in the declared type"),
    }
}

/// Returns the message for the text of a number that is not finite. The name of the type would
/// ask for the word without quotes, which JSON does not have.
fn not_finite(expected: TypeSet, received: Option<&Received>) -> Option<&str> {
    let text = &received?.text;
    let word = text.trim_matches('"').trim().trim_start_matches(['-', '+']);
    let is_such = ["nan", "inf", "infinity"]
        .iter()
        .any(|name| word.eq_ignore_ascii_case(name));
    let takes_number = expected.meets(TypeSet::NUMBER) && !expected.contains(JsonType::String);
    (is_such && takes_number).then_some(&**text)
}

fn write_whole_call(text: &mut String, name: Option<&str>) -> fmt::Result {
    match name {
        Some(name) => write!(
            text,
            "a call of {} was sent as the arguments; send this tool's arguments alone",
            quote(name)
        ),
        None => text.write_str("a whole call was sent as the arguments; send the arguments alone"),
    }
}

fn limit_words(text: &mut String, limit: Limit, maximum: usize) -> fmt::Result {
    match limit {
        Limit::Depth => write!(text, "expected at most {maximum} levels of nesting"),
        Limit::Bytes => write!(text, "expected at most {maximum} bytes"),
        Limit::Nodes => write!(text, "expected at most {maximum} values"),
        Limit::Work => write!(
            text,
            "too many ways to read it (more than {maximum} steps); send a simpler value"
        ),
        Limit::PatternWork => write!(
            text,
            "not checked against its pattern, since the call has too much text for patterns; send fewer or shorter values"
        ),
    }
}

/// Returns the text as a JSON string.
fn quote(text: &str) -> Value {
    Value::from(text)
}

/// Explains why a value does not satisfy a keyword of the schema.
fn explain_keyword(keyword: &str) -> &'static str {
    match keyword {
        "not" => "this form of the value is not allowed here",
        "if" | "then" | "else" => "does not fit the other values beside it",
        "contains" => "an item that is asked for is missing",
        "minContains" => "too few items of the kind that is asked for",
        "maxContains" => "too many items of the kind that is asked for",
        "dependentRequired" | "dependentSchemas" | "dependencies" => {
            "what has to stand beside it is missing"
        }
        "propertyNames" => "this name is not allowed here",
        "unevaluatedProperties" => "a key that is not declared is not allowed here",
        "unevaluatedItems" => "too many items",
        "anyOf" => "fits none of the forms that are allowed here",
        "oneOf" => "fits more than one of the forms that are allowed here; send exactly one",
        "contentEncoding" | "contentMediaType" => "is not encoded as it is declared",
        _ => "is not what the schema asks for",
    }
}
