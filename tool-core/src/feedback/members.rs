//! The members of an enum: as many complete ones as there is room for.

use std::fmt::{self, Write};

use serde_json::Value;

use super::cut::{ROOM, fits};
use super::got::{self, Detail};
use crate::issue::{ComparedName, Received, sort};
use crate::json::value_of;
use crate::tree::Tree;

/// Maximum number of members that are all listed. Of a longer list, only the nearest are shown.
pub(super) const LISTED: usize = 12;
const NEAREST: usize = 5;

/// `expected "read" or "write", got "reed"; did you mean "read"?`
///
/// If this is too long, the text drops members, the least similar first, then the received
/// value, then the hint. The rest contains no member that could be cut.
pub(super) fn add_words(
    text: &mut String,
    members: &[Value],
    nearest: Option<&Value>,
    received: Option<&Received>,
    detail: Detail,
    characters: usize,
) -> fmt::Result {
    if (1..=LISTED).contains(&members.len()) {
        let start = text.len();
        text.push_str("expected ");
        list(text, members, 0..members.len())?;
        let shown = received.filter(|sent| is_shown(sent, detail));
        got::show_value(shown).write(text)?;
        if let Some(near) = nearest.filter(|_| detail != Detail::Short) {
            write_hint(text, near)?;
        }
        if fits(&text[start..], characters) {
            return Ok(());
        }
        text.truncate(start);
    }
    text.push_str(&list_some_members(
        members, nearest, received, detail, characters,
    ));
    Ok(())
}

/// Returns whether the received value is shown beside all members. A plain word then says nothing
/// new to the model that sent it. Other values may show a fault, such as an invisible character.
fn is_shown(received: &Received, detail: Detail) -> bool {
    let word = received.text.strip_prefix('"');
    let word = word.and_then(|text| text.strip_suffix('"'));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_plain);
    match detail {
        Detail::Beside => false,
        Detail::Short => !word.is_some_and(is_word),
        Detail::Type | Detail::Value => true,
    }
}

/// Returns `"read", "write" or one of 3 more`, with as many members as fit.
pub(super) fn list_members(members: &[Value], characters: usize) -> String {
    let all: Vec<usize> = (0..members.len()).collect();
    let most = if members.len() > LISTED {
        NEAREST
    } else {
        members.len()
    };
    (1..=most)
        .rev()
        .map(|count| list_shown(members, &all[..count]))
        .find(|text| fits(text, characters))
        .unwrap_or_else(|| describe_none(members.len()))
}

/// Returns the message with as many members as fit, possibly none.
#[cold]
fn list_some_members(
    members: &[Value],
    nearest: Option<&Value>,
    received: Option<&Received>,
    detail: Detail,
    characters: usize,
) -> String {
    let got = got::show_value(received.filter(|_| detail != Detail::Beside));
    let of_all = got::show_value(received.filter(|sent| is_shown(sent, detail)));
    let mut hint = String::new();
    if let Some(near) = nearest {
        // Writing to a string never fails.
        let _ = self::write_hint(&mut hint, near);
    }
    let by_nearness = by_nearness(members, nearest, received);
    let most = if members.len() > LISTED {
        NEAREST
    } else {
        members.len()
    };
    let none = describe_none(members.len());
    (1..=most)
        .rev()
        .map(|count| {
            let shown = list_shown(members, &by_nearness[..count]);
            let is_plain = detail == Detail::Short && count == members.len();
            if is_plain {
                return format!("expected {shown}{of_all}");
            }
            format!("expected {shown}{got}{hint}")
        })
        .chain([
            format!("expected {none}{got}{hint}"),
            format!("expected {none}{hint}"),
            format!("expected {none}{got}"),
        ])
        .find(|text| fits(text, characters))
        .unwrap_or_else(|| format!("expected {none}"))
}

fn write_hint(text: &mut String, near: &Value) -> fmt::Result {
    text.push_str("; did you mean ");
    write_json(text, near)?;
    text.write_char('?')
}

/// Maximum number of members that are compared with the received value for each issue. Of a longer
/// list, only the nearest member comes first.
const COMPARED: usize = 200;

/// Returns the indices of the members, the most similar to the received value first.
fn by_nearness(
    members: &[Value],
    nearest: Option<&Value>,
    received: Option<&Received>,
) -> Vec<usize> {
    let sent = received.filter(|_| members.len() <= COMPARED);
    let sent = sent.map(|sent| parse_text(&sent.text));
    let sent = sent.as_deref().map(ComparedName::new);
    let ranks = members.iter().map(|member| {
        let edits = sent.as_ref().map_or(0, |sent| match member.as_str() {
            Some(text) => sent.count_edits(text),
            None => sent.count_edits(&member.to_string()),
        });
        (nearest != Some(member), edits)
    });
    let mut ranks: Vec<_> = ranks.zip(0..).collect();
    sort(&mut ranks, Ord::cmp);
    ranks.into_iter().map(|(_, index)| index).collect()
}

/// Returns the content of a JSON string. Returns other values unchanged.
fn parse_text(text: &str) -> String {
    match value_of(text) {
        Some(Tree::String(text)) => text.into_owned(),
        _ => text.to_owned(),
    }
}

/// Returns `"a", "b" or one of 3 more`, in the order of the schema.
fn list_shown(members: &[Value], shown: &[usize]) -> String {
    let mut shown = shown.to_vec();
    sort(&mut shown, Ord::cmp);
    let mut text = String::with_capacity(ROOM);
    // Writing to a string never fails.
    let _ = list(&mut text, members, shown.into_iter());
    text
}

/// Adds the members with these indices, and the number of the others.
fn list(
    text: &mut String,
    members: &[Value],
    mut shown: impl ExactSizeIterator<Item = usize>,
) -> fmt::Result {
    let more = members.len() - shown.len();
    let parts = shown.len() + usize::from(more > 0);
    for part in 0..parts {
        match part {
            0 => {}
            _ if part + 1 == parts => text.push_str(" or "),
            _ => text.push_str(", "),
        }
        match shown.next() {
            Some(index) => write_json(text, &members[index])?,
            None if more == 1 => text.push_str("one more"),
            None => write!(text, "one of {more} more")?,
        }
    }
    Ok(())
}

fn write_json(text: &mut String, value: &Value) -> fmt::Result {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    match value {
        Value::String(plain) if plain.bytes().all(is_plain) => {
            for part in ["\"", plain, "\""] {
                text.push_str(part);
            }
            Ok(())
        }
        other => write!(text, "{other}"),
    }
}

fn describe_none(count: usize) -> String {
    match count {
        0 => "no value".to_owned(),
        1 => "the one declared value".to_owned(),
        count => format!("one of {count} declared values"),
    }
}
