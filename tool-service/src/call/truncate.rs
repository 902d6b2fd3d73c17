//! Truncation of results that are too long for a model.

use std::collections::VecDeque;

use serde_json::Value;

use crate::{Content, ToolResult};

/// Name of the tool that reads a long result in parts.
pub(crate) const READ_RESULT: &str = "read_result";

/// Maximum number of text parts and blocks of a result.
const MAX_PARTS: usize = 1000;

/// The bytes that a part costs at least: a provider wraps each part in JSON.
const MIN_COST: usize = 16;

/// Maximum number of images and recordings of a result.
const MAX_MEDIA: usize = 20;

/// Maximum total size of the images and recordings, as a multiple of the limit of one.
const MEDIA_IN_ALL: usize = 5;

impl ToolResult {
    /// Returns the text if it is longer than `max` bytes.
    pub(crate) fn long_text(&self, max: usize) -> Option<String> {
        if is_long(&self.content, max) {
            return Some(join_texts(&self.content));
        }
        let structured = self.structured.as_ref();
        let long = structured.filter(|value| len_of_value(value) > max);
        long.map(Value::to_string)
    }

    /// Truncates the text to `max` bytes, at character boundaries. Its head and its tail stay. A
    /// part between them states the original size. If the whole text was stored as `stored_as`, the
    /// part also explains how to read the rest. Structured output that exceeds `max` is removed.
    pub(crate) fn truncate(&mut self, max: usize, stored_as: Option<&str>) {
        let read_on = |start: usize| match stored_as {
            Some(id) => {
                format!(r#"Call {READ_RESULT} with {{"id":"{id}","start":{start}}} to read on."#)
            }
            None => "Ask for a smaller part to see the rest.".to_owned(),
        };
        if is_long(&self.content, max) {
            let (total, parts) = (len(&self.content), self.content.len());
            let (head, tail) = cut(std::mem::take(&mut self.content), max);
            let (first, last, read_on) = (len(&head), len(&tail), read_on(join_texts(&head).len()));
            let shown = match first + last {
                sum if sum == total => format!("{} of {parts} parts", head.len() + tail.len()),
                sum if last == 0 => format!("{sum} of {total} bytes"),
                sum => format!("{sum} of {total} bytes, the first {first} and the last {last},"),
            };
            let note = format!("[The result was cut: {shown} are shown. {read_on}]");
            self.content = head;
            self.content.push(Content::Text(note));
            self.content.extend(tail);
            self.structured = None;
        }
        let is_long = |value: &mut Value| len_of_value(value) > max;
        if let Some(data) = self.structured.take_if(is_long) {
            let (total, read_on) = (data.to_string().len(), read_on(0));
            let note =
                format!("[The data of the result was left out: it has {total} bytes. {read_on}]");
            self.content.push(Content::Text(note));
        }
    }

    /// Replaces images and recordings by a sentence if they are larger than `max` bytes, or too
    /// many.
    pub(crate) fn limit_media(&mut self, max: usize) {
        let (mut count, mut sum) = (0_usize, 0_usize);
        for part in &mut self.content {
            let (what, data, mime_type) = match part {
                Content::Image { data, mime_type } => ("An image", data, mime_type),
                Content::Audio { data, mime_type } => ("A recording", data, mime_type),
                Content::Text(_) | Content::Other(_) => continue,
            };
            // Base64 writes three bytes as four characters.
            let bytes = data.len() / 4 * 3;
            count += 1;
            sum = sum.saturating_add(bytes);
            let reason = if bytes > max {
                format!("the limit is {max}")
            } else if count > MAX_MEDIA {
                format!("the limit is {MAX_MEDIA} images and recordings")
            } else if sum > max.saturating_mul(MEDIA_IN_ALL) {
                format!("the limit of all is {}", max.saturating_mul(MEDIA_IN_ALL))
            } else {
                continue;
            };
            // A server writes the type. It must not carry text of its own.
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/+-.".contains(letter);
            let mime_type: String = mime_type
                .chars()
                .filter(|&at| is_plain(at))
                .take(64)
                .collect();
            let note = format!("[{what} was left out: {mime_type}, {bytes} bytes; {reason}.]");
            *part = Content::Text(note);
        }
    }
}

fn is_long(content: &[Content], max: usize) -> bool {
    let texts = content.iter().filter(|part| !is_media(part));
    let (mut parts, mut cost) = (0_usize, 0_usize);
    for part in texts {
        parts += 1;
        cost += cost_of(part);
    }
    // A single part may be shorter than the minimum.
    let cost = if parts == 1 { len(content) } else { cost };
    parts > MAX_PARTS || cost > max
}

/// Returns the bytes of text that the model gets.
fn len(content: &[Content]) -> usize {
    content.iter().map(len_of_content).sum()
}

fn is_media(part: &Content) -> bool {
    matches!(part, Content::Image { .. } | Content::Audio { .. })
}

fn cost_of(part: &Content) -> usize {
    len_of_content(part).max(MIN_COST)
}

/// Joins all text that the model gets, one part per line.
fn join_texts(content: &[Content]) -> String {
    let texts = content.iter().filter_map(|part| match part {
        Content::Text(text) => Some(text.clone()),
        Content::Other(block) => Some(block.to_string()),
        Content::Image { .. } | Content::Audio { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The side from which parts are taken.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Back,
}

/// Returns the head and the tail of a result. The head has three quarters of the text. Images and
/// recordings stay.
fn cut(content: Vec<Content>, max: usize) -> (Vec<Content>, Vec<Content>) {
    let (of_tail, parts_of_tail) = (max / 4, MAX_PARTS / 4);
    let mut rest = VecDeque::from(content);
    let mut head = take(
        &mut rest,
        max - of_tail,
        MAX_PARTS - parts_of_tail,
        Side::Front,
    );
    let mut tail = take(&mut rest, of_tail, parts_of_tail, Side::Back);
    tail.reverse();
    head.extend(rest.into_iter().filter(is_media));
    (head, tail)
}

/// Takes parts from one side until `room` bytes or `parts` parts are taken. Cuts the part at the
/// edge.
fn take(rest: &mut VecDeque<Content>, mut room: usize, parts: usize, side: Side) -> Vec<Content> {
    let mut taken = Vec::new();
    let mut texts = 0;
    while texts < parts {
        let part = match side {
            Side::Front => rest.pop_front(),
            Side::Back => rest.pop_back(),
        };
        let Some(part) = part else {
            break;
        };
        if is_media(&part) {
            taken.push(part);
            continue;
        }
        let cost = cost_of(&part);
        if cost <= room {
            room -= cost;
            texts += 1;
            taken.push(part);
            continue;
        }
        let (piece, left) = split(part, room, side);
        taken.extend(piece);
        match side {
            Side::Front => rest.push_front(left),
            Side::Back => rest.push_back(left),
        }
        break;
    }
    taken
}

/// Cuts a text, or a block with the text of a resource, so that the piece on this side has at most
/// `room` bytes. Returns the piece and the rest.
fn split(mut part: Content, room: usize, side: Side) -> (Option<Content>, Content) {
    let len = len_of_content(&part);
    let Some(text) = text_of(&mut part) else {
        return (None, part);
    };
    let frame = len - text.len();
    let Some(room) = room.checked_sub(frame).filter(|&room| room > 0) else {
        return (None, part);
    };
    let mut at = match side {
        Side::Front => room.min(text.len()),
        Side::Back => text.len().saturating_sub(room),
    };
    while !text.is_char_boundary(at) {
        match side {
            Side::Front => at -= 1,
            Side::Back => at += 1,
        }
    }
    let back = text.split_off(at);
    let mut other = part.clone();
    if let Some(text) = text_of(&mut other) {
        *text = back;
    }
    let (piece, rest) = match side {
        Side::Front => (part, other),
        Side::Back => (other, part),
    };
    (Some(piece), rest)
}

/// Returns the text of a part, or of the resource that it embeds.
fn text_of(part: &mut Content) -> Option<&mut String> {
    match part {
        Content::Text(text) => Some(text),
        Content::Other(block) => match block.get_mut("resource")?.get_mut("text")? {
            Value::String(text) => Some(text),
            _ => None,
        },
        Content::Image { .. } | Content::Audio { .. } => None,
    }
}

/// Returns the bytes of text that the model gets for one part.
fn len_of_content(content: &Content) -> usize {
    match content {
        Content::Text(text) => text.len(),
        Content::Other(block) => len_of_value(block),
        Content::Image { .. } | Content::Audio { .. } => 0,
    }
}

/// Returns the approximate size in bytes of the JSON text of a value.
fn len_of_value(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 5,
        Value::String(text) => text.len() + 3,
        Value::Array(items) => 2 + items.iter().map(len_of_value).sum::<usize>(),
        Value::Object(entries) => {
            let of_entry = |(key, value): (&String, &Value)| key.len() + 4 + len_of_value(value);
            2 + entries.iter().map(of_entry).sum::<usize>()
        }
    }
}
