//! Issues that one line describes, because they need the same change.

use std::cell::LazyCell;

use serde_json::Value;

use super::TextLimits;
use super::cut::{fits, is_one_line};
use super::got::Detail;
use super::members::LISTED;
use super::message::write_within;
use super::required::name_inside;
use crate::issue::{Hint, Issue, IssueKind, Path, Segment};

/// Issues with a common line.
pub(super) struct Group<'i> {
    pub(super) line: String,
    pub(super) issues: Vec<&'i Issue>,
    /// The number of issues that the line names. The others are like them.
    pub(super) told: usize,
}

/// Returns the group of the first issue. `None` if no other issue belongs to it, or if the line
/// is too long.
pub(super) fn find_group<'i>(issues: &[&'i Issue], limits: TextLimits) -> Option<Group<'i>> {
    group_inside(issues, limits).or_else(|| group_items(issues, limits))
}

/// `lat, lon: belong inside "loc"`, for the next keys of one object that belong inside the same
/// property.
fn group_inside<'i>(issues: &[&'i Issue], limits: TextLimits) -> Option<Group<'i>> {
    let first = *issues.first()?;
    let Some(Hint::Inside(outer)) = &first.hint else {
        return None;
    };
    let is_alike =
        |issue: &&&Issue| issue.hint == first.hint && around(&issue.path) == around(&first.path);
    let issues: Vec<&Issue> = issues.iter().take_while(is_alike).copied().collect();
    let paths: Vec<String> = issues.iter().map(|issue| issue.path.to_string()).collect();
    let line = format!(
        "{}: belong inside {}{}",
        paths.join(", "),
        Value::from(outer.as_str()),
        name_inside(&issues, outer),
    );
    // All keys are one line, in the room of all.
    let room = limits.room(first).saturating_mul(issues.len());
    let told = issues.len();
    let is_written = told > 1 && fits(&line, room) && is_one_line(&line);
    is_written.then_some(Group { line, issues, told })
}

/// `levels[0], [2]: expected "debug" or "info"`, for issues with the same words at several items of
/// one array. The received values are left out if they differ.
fn group_items<'i>(issues: &[&'i Issue], limits: TextLimits) -> Option<Group<'i>> {
    let first = *issues.first()?;
    let others = issues.get(1..)?;
    let words = LazyCell::new(|| write_shared(first));
    let has_same_words = |issue: &Issue| {
        std::mem::discriminant(&issue.kind) == std::mem::discriminant(&first.kind)
            && write_shared(issue) == *words
    };
    let place = others.iter().find_map(|other| {
        let place = find_item(&first.path, &other.path)?;
        has_same_words(other).then_some(place)
    })?;
    let is_alike = |issue: &&&Issue| {
        find_item(&first.path, &issue.path) == Some(place) && has_same_words(issue)
    };
    let others = others.iter().filter(is_alike).copied();
    let issues: Vec<&Issue> = std::iter::once(first).chain(others).collect();
    let shown = issues.iter().take(limits.max_issues());
    let paths = shown.enumerate().map(|(number, issue)| {
        let segments = issue.path.segments().iter();
        let start = if number > 0 { place } else { 0 };
        segments.skip(start).cloned().collect::<Path>().to_string()
    });
    let paths: Vec<String> = paths.collect();
    let told = paths.len();
    let paths = paths.join(", ");
    let room = limits.room(first).saturating_mul(told);
    let rest = room.checked_sub(paths.chars().count() + 2)?;
    let whole = |issue: &Issue| write_within(issue, Detail::Short, usize::MAX);
    let words = if issues.iter().all(|issue| whole(issue) == whole(first)) {
        write_within(first, Detail::Short, rest)
    } else {
        write_within(&without_value(first), Detail::Beside, rest)
    };
    let line = format!("{paths}: {words}");
    let is_written = told > 1 && rest >= room / 2 && is_one_line(&paths);
    is_written.then_some(Group { line, issues, told })
}

fn around(path: &Path) -> Option<&[Segment]> {
    path.segments().split_last().map(|(_, around)| around)
}

/// Returns the number of the only segment in which two paths differ, if it is an index.
fn find_item(one: &Path, other: &Path) -> Option<usize> {
    let (one, other) = (one.segments(), other.segments());
    let mut different = (0..one.len()).filter(|place| one.get(*place) != other.get(*place));
    let place = different.next()?;
    let are_items = matches!(
        (one.get(place)?, other.get(place)?),
        (Segment::Index(_), Segment::Index(_))
    );
    (one.len() == other.len() && are_items && different.next().is_none()).then_some(place)
}

/// Returns the words that do not depend on the received value.
fn write_shared(issue: &Issue) -> String {
    write_within(&without_value(issue), Detail::Beside, usize::MAX)
}

/// Returns the issue without the received value and the hint to a member, if all members are
/// listed anyway.
fn without_value(issue: &Issue) -> Issue {
    let mut issue = issue.clone();
    if let IssueKind::Enum { members, nearest } = &mut issue.kind
        && members.len() <= LISTED
    {
        *nearest = None;
        issue.received = None;
    }
    issue
}
