//! The message for an absent required property.

use std::fmt::Write as _;

use super::cut::{fits, keep_start};
use super::members;
use crate::issue::{Issue, IssueKind, Path, Segment, find_inner_name, measure_nearness};

/// Maximum number of characters of a key.
const KEY: usize = 40;
/// Maximum number of undeclared keys that are named. Of a longer list, only the number of the
/// others is given.
const KEYS: usize = 4;
/// Maximum number of absent properties that are named. Of a longer list, only the number of the
/// others is given.
pub(super) const ABSENT: usize = 3;

/// Returns the text after the word `Required`: the members or the shape of the property, then
/// the [`notes`]. Omits the shape if the text is too long.
pub(super) fn describe_missing(issue: &Issue, characters: usize) -> String {
    let IssueKind::Required { missing, .. } = &issue.kind else {
        return String::new();
    };
    let mut notes = notes(issue);
    if !missing.absent.is_empty() && !fits(&notes, characters) {
        // The names of absent properties take the most room.
        notes = join_notes(issue, &[]);
    }
    let room = characters.saturating_sub(notes.chars().count() + 2);
    let mut text = String::new();
    if !missing.members.is_empty() {
        text.push_str(&members::list_members(&missing.members, room));
    } else if let Some(shape) = missing.shape.as_deref().filter(|shape| fits(shape, room)) {
        text.push_str(shape);
    }
    if text.is_empty() {
        notes
    } else {
        format!(", {text}{notes}")
    }
}

/// Returns notes about the probable key of the value, unknown keys, and the form: ` (sent as
/// "filePath"?)`, or ` ("file" is unknown)` if the names are not similar.
pub(super) fn notes(issue: &Issue) -> String {
    match &issue.kind {
        IssueKind::Required { missing, .. } => join_notes(issue, &missing.absent),
        _ => join_notes(issue, &[]),
    }
}

fn join_notes(issue: &Issue, absent: &[String]) -> String {
    let mut notes = Vec::new();
    if let IssueKind::Required { missing, .. } = &issue.kind {
        let sent = missing.sent_as.as_ref();
        let sent = sent.and_then(|path| LikelyPlace::of(path, &issue.path));
        match sent {
            // The only other value may have another meaning. This does not apply to a tag.
            Some(LikelyPlace { key, place })
                if place == "as" && missing.members.is_empty() && !is_near(key, &issue.path) =>
            {
                let mut unknown = vec![key.to_owned()];
                unknown.extend_from_slice(&missing.unknown);
                notes.extend(list_unknown_keys(&unknown));
                notes.extend(list_absent(absent));
            }
            sent => {
                notes.extend(
                    sent.map(|sent| format!("sent {} {}?", sent.place, quote_key(sent.key))),
                );
                notes.extend(list_unknown_keys(&missing.unknown));
                notes.extend(list_absent(absent));
            }
        }
        let leaked = missing.leaked_into.as_deref();
        notes.extend(leaked.map(|key| format!("it stands as markup inside {}", quote_key(key))));
    }
    notes.extend(issue.branch.clone());
    if notes.is_empty() {
        String::new()
    } else {
        format!(" ({})", notes.join("; "))
    }
}

/// The probable place of an absent property: `as` this key, or `inside` it.
struct LikelyPlace<'p> {
    key: &'p str,
    place: &'static str,
}

impl<'p> LikelyPlace<'p> {
    fn of(path: &'p Path, absent: &Path) -> Option<Self> {
        let level = absent.segments().len().checked_sub(1)?;
        let Segment::Key(key) = path.segments().get(level)? else {
            return None;
        };
        let is_deeper = path.segments().len() > level + 1;
        let place = if is_deeper { "inside" } else { "as" };
        Some(Self { key, place })
    }
}

/// Returns whether a key is similar to the name of an absent property.
pub(super) fn is_near(key: &str, absent: &Path) -> bool {
    match absent.segments().last() {
        Some(Segment::Key(name)) => measure_nearness(key, name).is_some(),
        _ => false,
    }
}

/// `"a" is unknown`
pub(super) fn list_unknown_keys(keys: &[String]) -> Option<String> {
    let mut text = String::new();
    for (position, key) in keys.iter().take(KEYS).enumerate() {
        if position > 0 {
            text.push_str(", ");
        }
        text.push_str(&quote_key(key));
    }
    let more = keys.len().saturating_sub(KEYS);
    if more > 0 {
        // Writing to a string never fails.
        let _ = write!(text, " and {more} more");
    }
    let verb = if keys.len() == 1 { "is" } else { "are" };
    (!keys.is_empty()).then(|| format!("{text} {verb} unknown"))
}

/// `not sent: "a" and "b"`
fn list_absent(names: &[String]) -> Option<String> {
    let list = || quote_keys(names, ABSENT, "and", "");
    (!names.is_empty()).then(|| format!("not sent: {}", list()))
}

/// Returns the first keys of a list in quotes, and the number of the others: `"a", "b" or one
/// of 3 more`.
pub(super) fn quote_keys(names: &[String], most: usize, last: &str, of_more: &str) -> String {
    let quoted = names.iter().take(most);
    let mut quoted: Vec<String> = quoted.map(|name| quote_key(name)).collect();
    let more = names.len().saturating_sub(most);
    if more > 0 {
        quoted.push(format!("{of_more}{more} more"));
    }
    match quoted.as_slice() {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        _ => quoted.concat(),
    }
}

pub(super) fn quote_key(key: &str) -> String {
    serde_json::Value::from(keep_start(key.to_owned(), KEY)).to_string()
}

/// Returns `, as "lat", "lon"` for the keys `loc.lat` and `loc.lon` of the property `loc`.
pub(super) fn name_inside(issues: &[&Issue], outer: &str) -> String {
    let names = issues.iter().filter_map(|issue| {
        let Some(Segment::Key(key)) = issue.path.segments().last() else {
            return None;
        };
        let name = find_inner_name(outer, key);
        (name != &**key).then(|| serde_json::Value::from(name).to_string())
    });
    let names: Vec<String> = names.collect();
    // A key without such a sign keeps its name.
    if names.len() < issues.len() {
        return String::new();
    }
    format!(", as {}", names.join(", "))
}
