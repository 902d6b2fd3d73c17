//! Damaged tags: what has one reading is repaired, and a call with two readings is dropped.

use super::argument::NextArgument;
use super::header::{is_key, read_attribute_key, read_sibling_key};
use super::row::TagReader;
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::json::find_any;
use crate::schema::ArgumentTypes;
use crate::syntax::engine::{
    MAX_TAG, begins_with, last_line, take_end, take_start, take_window, trim,
};

/// An argument in tags of another format: `<KEY>VALUE</KEY>`, `<parameter=KEY>` or
/// `<parameter name="KEY">`.
pub(super) struct Sibling<'s> {
    pub(super) key: &'s str,
    pub(super) value: &'s str,
    /// The position after its closing tag.
    pub(super) end: usize,
}

/// The tags in a value that may be the structure of the call.
#[derive(Debug, Default)]
pub(super) struct Suspects<'s> {
    /// `true` if a closing tag in a value has no opening tag there.
    pub(super) closing: bool,
    /// The names in opening tags without a closing tag.
    pub(super) keys: Vec<&'s str>,
}

impl<'s> TagReader<'_, 's> {
    /// Reads an argument in tags of another format, if the tool declares its name.
    pub(super) fn read_sibling(&self, at: usize, types: &ArgumentTypes) -> Option<Sibling<'s>> {
        let rest = self.source.rest(at);
        let tag = take_window(rest).strip_prefix('<')?;
        let tag = &tag[..tag.find(['>', '\n', '<'])?];
        if !rest[1 + tag.len()..].starts_with('>') {
            return None;
        }
        let (key, close) = read_sibling_tag(tag)?;
        if types.declares(key) != Some(true) {
            return None;
        }
        let start = at + tag.len() + 2;
        let close = format!("</{close}>");
        let length = self.source.rest(start).find('<')?;
        let value = &self.source.rest(start)[..length];
        let is_closed = self.source.rest(start + length).starts_with(&close);
        let end = start + length + close.len();
        is_closed.then_some(Sibling { key, value, end })
    }

    /// Returns whether a text begins with a closing tag that lost its first or its last character.
    pub(super) fn begins_with_damaged_end(&self, at: usize) -> Option<usize> {
        let rest = self.source.rest(at);
        let close = self.row.call.close;
        let without_start = close.get(1..)?;
        let without_end = &close[..close.len() - 1];
        if rest.starts_with(without_start) {
            return Some(at + without_start.len());
        }
        let behind = rest.strip_prefix(without_end)?;
        let is_whole = self.source.is_over && self.source.finish == Finish::Complete;
        let is_end = behind.starts_with(|c: char| c.is_whitespace() || c == '<')
            || behind.is_empty() && is_whole;
        (is_end && !close.starts_with("<|")).then_some(at + without_end.len())
    }

    /// Removes the rest of a damaged closing tag from the end of a value whose closing tag is
    /// missing. Returns `true` if such a rest shows the end of the value. Returns the reason to drop
    /// the call if the end is not clear.
    pub(super) fn strip_damaged_end<'v>(
        &self,
        value: &'v str,
        key: &str,
        is_text: bool,
    ) -> Result<(&'v str, bool), DropReason> {
        let trimmed = value.trim_end();
        let close = self.row.argument.close;
        if let Some(inside) = trimmed.strip_suffix(&close[..close.len() - 1]) {
            return Ok((inside.strip_suffix('<').unwrap_or(inside), true));
        }
        if let Some(inside) = trimmed.strip_suffix(&close[1..]) {
            // Another character in place of the first one belongs to the tag, not to the value.
            let is_alone = inside.is_empty() || inside.ends_with(char::is_whitespace);
            let is_alone = is_alone && !inside.trim_end().ends_with('<');
            let inside = is_alone.then_some((inside, true));
            return inside.ok_or(DropReason::Ambiguous);
        }
        // The closing tag of another name: `</KEY>`, `</param>`.
        if let Some((inside, tag)) = trimmed.rsplit_once("</")
            && let Some(name) = tag.strip_suffix('>')
            && !inside.contains('<')
            && (name == key || matches!(name, "param" | "parameter" | "argument"))
        {
            return Ok((inside, true));
        }
        let space = &value[trimmed.len()..];
        let has_blank_line = is_text && space.matches('\n').count() > 1;
        if has_blank_line || self.ends_with_piece(trimmed) {
            return Err(DropReason::Ambiguous);
        }
        Ok((value, false))
    }

    /// Returns whether a value whose closing tag is missing may end with a piece of that tag, or of
    /// the next opening tag: `</par`, `ter>`, `<par`. The end of an element inside the value is no
    /// piece: `<b>x</b>`, `<br/>`.
    fn ends_with_piece(&self, value: &str) -> bool {
        let tag = value.rfind('<').map_or("", |at| &value[at..]);
        if let Some(tag) = tag.strip_suffix('>') {
            let name = tag.strip_prefix("</").unwrap_or("");
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let is_element = is_name && value.contains(&format!("<{name}"));
            let is_empty_element = tag.ends_with('/') && tag.len() > 2;
            return !is_element && !is_empty_element;
        }
        let begins = |mark: &str, most: usize| {
            let same = tag.bytes().zip(mark.bytes());
            let same = same.take_while(|(byte, other)| byte == other).count();
            same >= tag.len().min(most)
                && (!tag.contains(char::is_whitespace) || resembles(tag, mark))
        };
        let (close, open) = (self.row.argument.close, self.row.argument.open);
        value.ends_with('>') || !tag.is_empty() && (begins(close, 2) || begins(open, 3))
    }

    /// Looks at the tags of the format in a value. Returns the value, without closing tags at its
    /// end if it is no text, or the reason to drop the call.
    pub(super) fn check_value<'v>(
        &self,
        value: &'s str,
        is_text: bool,
        suspects: &mut Suspects<'s>,
    ) -> Result<&'v str, DropReason>
    where
        's: 'v,
    {
        let (argument, call) = (&self.row.argument, &self.row.call);
        let bytes = value.as_bytes();
        let mut depths = [0_usize; 2];
        let mut open_keys: Vec<&'s str> = Vec::new();
        let trimmed = value.trim_end();
        let starts = value.trim_start();
        let has_value_tag = !self.row.value_open.is_empty();
        let own = if has_value_tag {
            self.row.value_open
        } else {
            argument.open.trim_end_matches('=')
        };
        let was_closing = std::mem::take(&mut suspects.closing);
        let mut from = 0;
        while let Some(at) = find_any(bytes, from, [b'<']) {
            from = at + 1;
            let rest = &bytes[at..];
            let start = bytes[from..].first_chunk::<4>();
            if start.is_some_and(|start| !self.starts.contain(*start)) {
                continue;
            }
            if begins_with(rest, argument.close) {
                if depths[0] > 0 {
                    depths[0] -= 1;
                    open_keys.pop();
                } else if trimmed.len() == at + argument.close.len() {
                    // On a line of its own, it is the last line of a value that ends in a line
                    // break. Without that line break, it may be a doubled mark.
                    let breaks = value[trimmed.len()..].matches('\n').count();
                    if is_text
                        && value[..at].ends_with('\n')
                        && breaks > usize::from(self.row.strips_lines)
                    {
                        continue;
                    }
                    return if is_text {
                        Err(DropReason::Ambiguous)
                    } else {
                        Ok(&value[..at])
                    };
                } else if !is_in_quotes(value, at, argument.close.len()) {
                    suspects.closing = true;
                }
            } else if begins_with(rest, call.close) {
                if depths[1] > 0 {
                    depths[1] -= 1;
                } else if !is_in_quotes(value, at, call.close.len()) {
                    suspects.closing = true;
                }
            } else if begins_with(rest, own) && !begins_with(rest, call.open) {
                depths[0] += 1;
                if !has_value_tag {
                    open_keys.push(self.read_key_in_value(value, at).unwrap_or(""));
                }
            } else if has_value_tag && begins_with(rest, argument.open) {
                open_keys.push(self.read_key_in_value(value, at).unwrap_or(""));
            } else if begins_with(rest, call.open) {
                if self.is_in_sentence(value, at) {
                    continue;
                }
                if suspects.closing {
                    // The value ends before another call.
                    return Err(DropReason::Ambiguous);
                }
                depths[1] += 1;
            }
        }
        suspects.closing |= was_closing;
        // The mark before the value, or a token of the mark behind it, is doubled.
        let again = starts.strip_prefix(argument.end);
        let token = argument.close.split_inclusive('>').next().unwrap_or("");
        let is_doubled = again
            .is_some_and(|again| argument.end != ">" && (!has_value_tag || again.starts_with(own)))
            || token != argument.close && trimmed.ends_with(token);
        if is_doubled || depths[0] > 0 && (has_value_tag || starts.starts_with(own)) {
            return Err(DropReason::Ambiguous);
        }
        suspects.keys.extend(open_keys);
        suspects.keys.extend(self.find_damaged_start(value));
        if trimmed.ends_with(&argument.close[..argument.close.len() - 1])
            || is_text && ends_with_misspelt(trimmed, argument.close)
            || is_text
                && trimmed.ends_with(&argument.close[1..])
                && !trimmed.ends_with(argument.close)
        {
            return Err(DropReason::Ambiguous);
        }
        Ok(value)
    }

    /// Returns whether a sentence in a value mentions the opening tag of a call: words are before
    /// and behind it on its line, and no argument follows it in the value.
    ///
    /// The tags of a real call after a value without its closing tag are different: that call has
    /// no words around its opening tag, and only the tag of one of its arguments can close the
    /// value.
    fn is_in_sentence(&self, value: &str, at: usize) -> bool {
        let (argument, call) = (&self.row.argument, &self.row.call);
        // The name of the tool is behind the tag, like a word.
        if call.open.ends_with('>') {
            return false;
        }
        let before = value[..at].trim_end_matches([' ', '\t']);
        let behind = &value[at + call.open.len()..];
        let line = behind.lines().next().unwrap_or("");
        let words = line.split_once('>').map_or("", |(_, words)| words);
        !before.ends_with(['\n', '>'])
            && !before.is_empty()
            && !words.trim().is_empty()
            && !words.trim_start().starts_with('<')
            && !behind.contains(argument.open)
    }

    /// Returns the name in a damaged opening tag in a value.
    fn find_damaged_start(&self, value: &'s str) -> Option<&'s str> {
        let open = self.row.argument.open;
        open.ends_with('=').then_some(())?;
        let mut from = 0;
        while let Some(at) = find_any(value.as_bytes(), from, [b'=']) {
            from = at + 1;
            let tag = take_end(&value[..from], open.len() + 1);
            let start = tag.rfind(|c: char| c == '>' || c.is_whitespace());
            let tag = &tag[start.map_or(0, |start| start + 1)..];
            if tag != open && resembles(tag, open) {
                let line = take_start(&value[from..], MAX_TAG);
                let end = line.find(['<', '>', '\n'])?;
                if line[end..].starts_with('>') {
                    return Some(&line[..end]);
                }
            }
        }
        None
    }

    /// Returns the name in an opening tag inside a value.
    fn read_key_in_value(&self, value: &'s str, at: usize) -> Option<&'s str> {
        let start = value.as_ptr() as usize - self.source.text.as_ptr() as usize;
        let behind = start + at + self.row.argument.open.len();
        match self.read_argument_name(behind) {
            NextArgument::Argument(key, ..)
            | NextArgument::Orphan(key, _)
            | NextArgument::Unended(key, _) => Some(read_attribute_key(key).unwrap_or(key)),
            NextArgument::More | NextArgument::Broken => None,
        }
    }

    /// Returns the key before a value whose tag, or the end of the key's tag, is damaged or
    /// missing: `KEY<arg_value>`, `KEY</arg_key<arg_value>`.
    pub(super) fn trim_key<'k>(&self, key: &'k str) -> &'k str {
        let (open, end) = (self.row.argument.open, self.row.argument.end);
        let mut key = trim(key);
        while let Some(inside) = key.strip_prefix(open) {
            key = trim(inside);
        }
        for piece in [end, &end[..end.len() - 1]] {
            if let Some(inside) = key.strip_suffix(piece) {
                return trim(inside);
            }
        }
        key
    }

    /// Reads a value whose opening tag is missing or damaged: `</arg_key>VALUE</arg_value>`.
    pub(super) fn find_bare_value(&self, behind: usize, at: usize) -> Option<usize> {
        if !matches!(&self.source.text[behind..at], "" | "\n" | "\r\n") {
            return None;
        }
        let open = self.row.value_open;
        let rest = self.source.rest(at);
        if !open.starts_with('<') {
            // One mark is between the key and the value: this is the rest of it.
            return None;
        }
        if rest.starts_with(self.row.argument.open) || rest.starts_with(self.row.call.close) {
            return None;
        }
        let is_cut = rest.starts_with(&open[1..]);
        let start = if is_cut { at + open.len() - 1 } else { at };
        let value = take_window(self.source.rest(start));
        let end = value.find('<')?;
        let is_closed = value[end..].starts_with(self.row.argument.close);
        // The value would begin with a piece of its tag.
        let has_piece = value[..end].contains('>');
        let is_plain = !value.starts_with(char::is_whitespace) && !has_piece;
        (is_closed && is_plain && end > 0 && end < MAX_TAG).then_some(start)
    }
}

/// Returns whether a value ends with a closing tag whose name goes on: `</parameter1>`. It may lack
/// its first or its last character.
fn ends_with_misspelt(value: &str, close: &str) -> bool {
    let known = close
        .strip_prefix("</")
        .and_then(|name| name.strip_suffix('>'));
    let tag = value.strip_suffix('>').unwrap_or(value).rsplit_once('/');
    let (Some((before, tag)), Some(known)) = (tag, known) else {
        return false;
    };
    let is_tag = value.ends_with('>') || before.ends_with('<');
    let more = tag.strip_prefix(known).filter(|_| is_tag);
    more.is_some_and(|more| {
        !more.is_empty() && more.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns whether a text may be a tag, or its beginning, that lost a part, or in which one or two characters differ.
fn resembles(text: &str, tag: &str) -> bool {
    const MIN_SAME: usize = 5;
    let start = text.bytes().zip(tag.bytes());
    let start = start.take_while(|(byte, other)| byte == other).count();
    let end = text.bytes().rev().zip(tag.bytes().rev());
    let end = end.take_while(|(byte, other)| byte == other).count();
    start + end >= MIN_SAME && start + end + 2 >= text.len()
}

/// Returns whether quotes or backticks are around a tag in a value.
fn is_in_quotes(value: &str, at: usize, length: usize) -> bool {
    let Some(quote @ (b'"' | b'\'' | b'`')) = value.as_bytes()[..at].last() else {
        return false;
    };
    // An even number of quotes: the last one closes a string before the tag.
    let line = last_line(&value[..at]);
    let is_open = line.bytes().filter(|byte| byte == quote).count() % 2 == 1;
    is_open && value.as_bytes().get(at + length) == Some(quote)
}

/// Returns the name in a tag of another format, and the name of its closing tag.
fn read_sibling_tag(tag: &str) -> Option<(&str, &str)> {
    for close in ["parameter", "param", "argument"] {
        if let Some(behind) = tag.strip_prefix(close) {
            return Some((read_sibling_key(behind)?, close));
        }
    }
    is_key(tag).then_some((tag, tag))
}
