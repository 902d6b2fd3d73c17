//! Calls in tags like XML: a tag with the name, and a tag for each argument.

use super::item::{Object as JsonObject, split_object};
use super::python::is_name_part;
use super::{Found, MAX_TAG, Mark, Source, Step, window};
use crate::call::DropReason;
use crate::finish::Finish;
use crate::text::typing::{Marked, Object, Schemas, to_json};

/// A format with tags.
#[derive(Debug)]
pub(in crate::text) struct Tags {
    /// Tags around calls. The opening one is optional.
    pub(in crate::text) wraps: &'static [(&'static str, &'static str)],
    pub(in crate::text) call: Tag,
    pub(in crate::text) argument: Tag,
    /// `true` if one line break after the opening and before the closing tag of an argument
    /// belongs to the tags.
    pub(in crate::text) strips_lines: bool,
    pub(in crate::text) typing: Typing,
}

/// A pair of tags.
#[derive(Debug)]
pub(in crate::text) struct Tag {
    /// The opening tag up to the name.
    pub(in crate::text) open: &'static str,
    pub(in crate::text) name: Name,
    /// The text after the name.
    pub(in crate::text) end: &'static str,
    pub(in crate::text) close: &'static str,
}

/// The place of the name of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Name {
    /// All text between the opening and `end`: `<function=NAME>`.
    Plain,
    /// An attribute: `<invoke name="NAME">`.
    Attribute(&'static str),
    /// The first line: `<tool_call>NAME`.
    Line,
}

/// The types of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Typing {
    /// The schema decides.
    Schema,
    /// The schema decides, and the text of a CDATA section is its content.
    SchemaAndCdata,
    /// The attribute `string` is `true` for strings and `false` for JSON.
    StringAttribute,
    /// The attribute `type` has the name of the type.
    TypeAttribute,
    /// Strings may be in JSON quotes.
    Quoted,
    /// Strings in quotes are ambiguous: two formats with the same tags differ there.
    MaybeQuoted,
}

/// Reads a call, with or without the tags around it. `at` is the start of a tag.
pub(in crate::text) fn read(row: &Tags, source: &Source<'_>, at: usize) -> Step {
    let mut start = at;
    for (wrap, close) in row.wraps {
        if let Mark::At(end) = source.mark(start, &[wrap]) {
            let inside = source.skip_space(end);
            match source.mark(inside, &[row.call.open, close]) {
                Mark::At(_) if source.rest(inside).starts_with(row.call.open) => {
                    start = inside;
                    break;
                }
                Mark::At(end) if !close.is_empty() => {
                    return Step::Block(super::Block {
                        end,
                        is_closed: true,
                        ..super::Block::default()
                    });
                }
                Mark::Partly => return Step::More,
                _ if source.is_end(inside) && source.is_over => {
                    let dropped = Found::dropped("", "", source.cut());
                    return Step::one(dropped, inside, false);
                }
                _ => {}
            }
        }
    }
    match source.mark(start, &[row.call.open]) {
        Mark::At(_) => {}
        Mark::Partly => return Step::More,
        Mark::No => return Step::No,
    }
    let reader = Reader { row, source };
    match reader.header(start) {
        Header::Call(name, end) => reader.call(name, start, end),
        Header::NoArguments(name, end) => Step::one(Found::call(name, "{}"), end, true),
        Header::Broken(name, end) => match source.tool(name) {
            Some(_) => reader.call(name, start, end),
            None => reader.skip(name, start, end),
        },
        Header::More if source.is_over => reader.cut("", start),
        Header::More => Step::More,
        Header::No => Step::No,
    }
}

struct Reader<'r, 's> {
    row: &'r Tags,
    source: &'r Source<'s>,
}

enum Header<'s> {
    Call(&'s str, usize),
    NoArguments(&'s str, usize),
    /// The end of the tag is missing.
    Broken(&'s str, usize),
    More,
    No,
}

/// An argument, or the reason why there is none.
enum Next<'s> {
    Argument(&'s str, Marked, usize),
    /// A key without a value, and the position after it.
    Orphan(&'s str, usize),
    More,
    Broken,
}

impl<'s> Reader<'_, 's> {
    fn header(&self, at: usize) -> Header<'s> {
        let call = &self.row.call;
        let start = at + call.open.len();
        let rest = self.source.rest(start);
        match call.name {
            Name::Plain => {
                let Some(end) = window(rest).find(['>', '\n', '<']) else {
                    return if rest.len() > MAX_TAG {
                        Header::No
                    } else {
                        Header::More
                    };
                };
                let name = rest[..end].trim();
                let end_at = start + end;
                match rest.as_bytes()[end] {
                    b'>' => Header::Call(name, end_at + 1),
                    _ => Header::Broken(name, end_at),
                }
            }
            Name::Attribute(attribute) => {
                let Some(end) = window(rest).find(call.end) else {
                    return if rest.len() > MAX_TAG {
                        Header::No
                    } else {
                        Header::More
                    };
                };
                let attributes = &rest[..end];
                if attributes.contains('\n') && attributes.contains('<') {
                    return Header::No;
                }
                let end_at = start + end + call.end.len();
                let name = attribute_of(attributes, attribute);
                match attributes.trim_end().ends_with('/') {
                    true => Header::NoArguments(name.unwrap_or(""), end_at),
                    false if name.is_none() && !is_in_tag(attributes) => Header::No,
                    false => Header::Call(name.unwrap_or(""), end_at),
                }
            }
            Name::Line => self.line_header(start),
        }
    }

    /// Reads `NAME`, up to the first tag. The name without arguments may fill the whole tag.
    fn line_header(&self, start: usize) -> Header<'s> {
        let start = self.source.skip_space(start);
        let rest = self.source.rest(start);
        let visible = window(rest);
        let end = visible.find(['<', '\n', '{', '\\']);
        let name = visible[..end.unwrap_or(visible.len())].trim();
        let is_name = name.chars().all(is_name_part) || self.source.tool(name).is_some();
        let Some(end) = end.filter(|_| is_name && !name.is_empty()) else {
            return match is_name && end.is_none() && rest.len() < MAX_TAG {
                true => Header::More,
                false => Header::No,
            };
        };
        let mut at = self.skip_breaks(start + end);
        if let Mark::At(end) = self
            .source
            .mark(at, &["<tool_sep>", "<tool_sep:opensource>"])
        {
            at = self.skip_breaks(end);
        }
        let next = [
            self.row.argument.open,
            self.row.call.close,
            "{",
            "<tool_sep>",
        ];
        match self.source.mark(at, &next) {
            Mark::At(_) => Header::Call(name, at),
            Mark::Partly => Header::More,
            Mark::No if self.source.is_end(at) => Header::More,
            Mark::No => Header::No,
        }
    }

    /// Skips white space, and line breaks that the model wrote as `\n`.
    fn skip_breaks(&self, at: usize) -> usize {
        let rest = self.source.rest(at);
        let mut left = rest.trim_start();
        while let Some(behind) = left.strip_prefix("\\n") {
            left = behind.trim_start();
        }
        at + (rest.len() - left.len())
    }

    /// Reads the arguments after the opening tag.
    fn call(&self, name: &str, start: usize, at: usize) -> Step {
        let schemas = Schemas::of(self.source.tool(name));
        let mut arguments = Object::default();
        let mut reason = name.is_empty().then_some(DropReason::NoName);
        let mut json = None;
        // Keys without a value yet, and values. A model may write several keys before the values.
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        let mut at = at;
        let (end, is_closed) = loop {
            at = self.skip_breaks(at);
            let rest = self.source.rest(at);
            if rest.is_empty() {
                // The end of the call is missing.
                if !self.source.is_over {
                    return Step::More;
                }
                let is_whole = self.source.finish == Finish::Complete
                    && (!arguments.is_empty() || json.is_some());
                if !is_whole {
                    return self.cut(name, start);
                }
                break (at, false);
            }
            match self.source.mark(at, &[self.row.call.close]) {
                Mark::At(end) => break (end, true),
                Mark::Partly => return Step::More,
                Mark::No => {}
            }
            match self.source.mark(at, &self.ends()) {
                // The closing tag of the call is missing.
                Mark::At(_) => break (at, true),
                Mark::Partly if rest.len() > 1 => return Step::More,
                _ => {}
            }
            let next = match self.source.mark(at, &[self.row.argument.open]) {
                Mark::At(behind) => Mark::At(behind),
                // The value of a key before.
                Mark::No if !values.is_empty() && self.is_value(at) => Mark::At(at),
                other => other,
            };
            match next {
                Mark::At(behind) => match self.argument_or_value(behind, !values.is_empty()) {
                    Next::Argument(key, marked, value_at) => {
                        let Some((value, next)) = self.value(value_at, &schemas, &arguments) else {
                            return match self.source.is_over {
                                true => self.cut(name, start),
                                false => Step::More,
                            };
                        };
                        keys.push(key);
                        values.push((value, marked));
                        at = next;
                        if self.row.argument.name == Name::Line && self.is_value(at) {
                            // More values of keys before.
                            continue;
                        }
                        if !pair(&mut keys, &values) {
                            reason.get_or_insert(DropReason::NotJson);
                        }
                        for (key, (value, marked)) in keys.drain(..).zip(values.drain(..)) {
                            let types = schemas.types(schemas.argument(key));
                            let value = self.strip(value);
                            if self.is_ambiguous(value, &schemas, key) {
                                reason.get_or_insert(DropReason::Ambiguous);
                            }
                            let value = self.decode(value, marked);
                            arguments.insert(key, to_json(&value, types, marked));
                        }
                        continue;
                    }
                    Next::Orphan(key, next) => {
                        keys.push(key);
                        at = next;
                        continue;
                    }
                    Next::More if self.source.is_over => return self.cut(name, start),
                    Next::More => return Step::More,
                    Next::Broken => {
                        at = behind;
                        continue;
                    }
                },
                Mark::Partly => return Step::More,
                Mark::No => {}
            }
            if rest.starts_with('{') && arguments.is_empty() && json.is_none() {
                match split_object(self.source.text, at, &[self.row.call.close]) {
                    JsonObject::Closed(_, end) | JsonObject::Unclosed(_, end) => {
                        json = Some(&self.source.text[at..end]);
                        at = end;
                        continue;
                    }
                    JsonObject::Open(_) if !self.source.is_over => return Step::More,
                    JsonObject::Open(_) => return self.cut(name, start),
                    JsonObject::Broken => {}
                }
            }
            // Other text between the tags.
            let width = rest.chars().next().map_or(1, char::len_utf8);
            let next = rest[width..].find('<').map(|next| at + width + next);
            match next {
                Some(next) => at = next,
                None => at = self.source.text.len(),
            }
        };
        let mut found = match json {
            Some(json) => super::item::with_arguments(self.source, name, json),
            None => Found::call(name, arguments.unwrapped(&schemas)),
        };
        if reason.is_some() {
            found.reason = reason;
        }
        Step::one(found, end, is_closed)
    }

    /// Returns the markers that end a call whose closing tag is missing.
    fn ends(&self) -> Vec<&'static str> {
        let wraps = self
            .row
            .wraps
            .iter()
            .flat_map(|(open, close)| [*open, *close]);
        let all = wraps.chain([self.row.call.open]);
        all.filter(|mark| !mark.is_empty()).collect()
    }

    /// Reads the name of an argument and finds the start of its value.
    fn argument_name(&self, at: usize) -> Next<'s> {
        let tag = &self.row.argument;
        let rest = self.source.rest(at);
        let Some(end) = window(rest).find(tag.end) else {
            return if rest.len() > MAX_TAG {
                Next::Broken
            } else {
                Next::More
            };
        };
        let behind = at + end + tag.end.len();
        let name = &rest[..end];
        match tag.name {
            Name::Plain => Next::Argument(name.trim(), Marked::No, behind),
            Name::Attribute(attribute) => {
                let key = attribute_of(name, attribute).unwrap_or("");
                Next::Argument(key, self.marked(name), behind)
            }
            Name::Line => self.value_tag(name.trim(), behind),
        }
    }

    /// Finds the tag of the value, which follows the tag of the key. A key without a value is
    /// skipped.
    fn value_tag(&self, key: &'s str, at: usize) -> Next<'s> {
        let at = self.skip_breaks(at);
        let open = self.row.argument.open.replace("key", "value");
        match self.source.mark(at, &[&open]) {
            Mark::At(end) => Next::Argument(key, Marked::No, end),
            Mark::Partly => Next::More,
            Mark::No if self.source.is_end(at) => Next::More,
            Mark::No => Next::Orphan(key, at),
        }
    }

    /// Reads the key of an argument, or another value of keys before.
    fn argument_or_value(&self, at: usize, has_values: bool) -> Next<'s> {
        match has_values && self.is_value(at) {
            true => self.value_tag("", at),
            false => self.argument_name(at),
        }
    }

    /// Returns whether the tag of a value begins at a position.
    fn is_value(&self, at: usize) -> bool {
        let open = self.row.argument.open.replace("key", "value");
        self.source.rest(at).starts_with(&open)
    }

    fn marked(&self, attributes: &str) -> Marked {
        match self.row.typing {
            Typing::StringAttribute => match attribute_of(attributes, "string") {
                Some("true") => Marked::String,
                Some("false") => Marked::Json,
                _ => Marked::No,
            },
            Typing::TypeAttribute => match attribute_of(attributes, "type") {
                Some("string") => Marked::String,
                Some(_) => Marked::Json,
                None => Marked::No,
            },
            _ => Marked::No,
        }
    }

    /// Finds the end of a value. Returns the value and the position of the next tag.
    ///
    /// The value may contain its own closing tag: only a closing tag before another tag of the
    /// call counts. If the closing tag is missing, the next tag ends the value.
    fn value(&self, at: usize, schemas: &Schemas<'_>, known: &Object) -> Option<(&'s str, usize)> {
        let text = self.source.text;
        if self.row.typing == Typing::SchemaAndCdata
            && self.source.rest(at).starts_with("<![CDATA[")
            && let Some(end) = self
                .source
                .rest(at)
                .find(&format!("]]>{}", self.row.argument.close))
        {
            let end = at + end + "]]>".len();
            return Some((&text[at..end], end + self.row.argument.close.len()));
        }
        let mut last = None;
        let mut from = at;
        // Whether the value contains the start of a call, for example in documentation.
        let mut has_call = false;
        while let Some(found) = self.source.rest(from).find('<') {
            let here = from + found;
            from = here + 1;
            if let Some(behind) = self.closing(here)? {
                let next = self.skip_breaks(behind);
                if self.source.is_end(next) {
                    return self.source.is_over.then_some((&text[at..here], next));
                }
                match self.source.mark(next, &self.next_tags()) {
                    Mark::At(_) if has_call && self.is_nested(next, schemas, known)? => {}
                    Mark::At(_) => return Some((&text[at..here], next)),
                    Mark::Partly => return None,
                    Mark::No => last = Some((here, behind)),
                }
                continue;
            }
            has_call |= self.source.rest(here).starts_with(self.row.call.open);
            let is_boundary = match self.source.mark(here, &[self.row.argument.open]) {
                Mark::At(behind) => match self.argument_name(behind) {
                    Next::Argument(key, ..) => {
                        schemas.declares(key) == Some(true) && !known.has(key)
                    }
                    Next::More if !self.source.is_over => return None,
                    _ => false,
                },
                Mark::Partly => return None,
                Mark::No => self.ends_call(here)?,
            };
            if is_boundary {
                let (end, next) = last.unwrap_or((here, here));
                return Some((&text[at..end], next));
            }
        }
        None
    }

    /// Returns whether a tag after an argument belongs to a call inside the value: the value goes
    /// on after the inner call. `None` needs more text.
    fn is_nested(&self, at: usize, schemas: &Schemas<'_>, known: &Object) -> Option<bool> {
        let source = self.source;
        if let Mark::At(behind) = source.mark(at, &[self.row.argument.open]) {
            let is_next = match self.argument_name(behind) {
                Next::Argument(key, ..) => schemas.declares(key) != Some(false) && !known.has(key),
                Next::More if !source.is_over => return None,
                _ => true,
            };
            return Some(!is_next);
        }
        let Mark::At(behind) = source.mark(at, &[self.row.call.close]) else {
            return Some(false);
        };
        let mut next = source.skip_space(behind);
        for (_, close) in self.row.wraps {
            match source.mark(next, &[close]) {
                Mark::At(end) if !close.is_empty() => next = source.skip_space(end),
                Mark::Partly => return None,
                _ => {}
            }
        }
        match source.mark(next, &[self.row.argument.close]) {
            Mark::At(_) => Some(true),
            Mark::Partly => None,
            Mark::No => Some(false),
        }
    }

    /// Looks for the closing tag of an argument. Returns the position after it. The outer `None`
    /// needs more text.
    #[expect(clippy::option_option, reason = "more text, no tag, and a tag")]
    fn closing(&self, at: usize) -> Option<Option<usize>> {
        let close = self.row.argument.close;
        match self.source.mark(at, &[close]) {
            Mark::At(end) => return Some(Some(end)),
            Mark::Partly => return None,
            Mark::No => {}
        }
        // `</parameter/>`, `</parameter1>`, `</parameter_function>`
        let Some(stem) = close.strip_suffix('>') else {
            return Some(None);
        };
        let Some(rest) = self.source.rest(at).strip_prefix(stem) else {
            return Some(None);
        };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/');
        let end = rest.find(|c: char| !is_part(c));
        match end {
            Some(end) if rest[end..].starts_with('>') => Some(Some(at + stem.len() + end + 1)),
            None if !self.source.is_over && rest.len() < 32 => None,
            _ => Some(None),
        }
    }

    /// Returns the tags that may follow an argument.
    fn next_tags(&self) -> Vec<&'static str> {
        let mut tags = vec![self.row.argument.open, self.row.call.close];
        if self.row.argument.name == Name::Line {
            tags.push("<arg_value");
        }
        tags.extend(self.row.wraps.iter().map(|(_, close)| *close));
        tags.retain(|tag| !tag.is_empty());
        tags
    }

    /// Returns whether the closing tag of the call is at `at`, and not in a value: another call,
    /// the tag around the calls or the end of the text follows. `None` needs more text.
    fn ends_call(&self, at: usize) -> Option<bool> {
        let behind = match self.source.mark(at, &[self.row.call.close]) {
            Mark::At(behind) => behind,
            Mark::Partly => return None,
            Mark::No => return Some(false),
        };
        let next = self.source.skip_space(behind);
        if self.source.is_end(next) {
            // In a text that may be truncated, the value may go on.
            return self
                .source
                .is_over
                .then_some(self.source.finish == Finish::Complete);
        }
        match self.source.mark(next, &self.ends()) {
            Mark::At(_) => Some(true),
            Mark::Partly => None,
            Mark::No => Some(false),
        }
    }

    /// Removes the line breaks that belong to the tags.
    fn strip<'v>(&self, value: &'v str) -> &'v str {
        if !self.row.strips_lines {
            return value;
        }
        let value = value
            .strip_prefix("\r\n")
            .or(value.strip_prefix('\n'))
            .unwrap_or(value);
        value
            .strip_suffix("\r\n")
            .or(value.strip_suffix('\n'))
            .unwrap_or(value)
    }

    fn decode(&self, value: &str, marked: Marked) -> std::borrow::Cow<'static, str> {
        let inside = match self.row.typing {
            Typing::SchemaAndCdata => {
                let inside = value.strip_prefix("<![CDATA[");
                inside.and_then(|inside| inside.strip_suffix("]]>"))
            }
            Typing::Quoted if marked == Marked::No => {
                let quoted = value.trim();
                let read = serde_json::from_str::<String>(quoted).ok();
                return read.unwrap_or_else(|| value.to_owned()).into();
            }
            _ => None,
        };
        inside.unwrap_or(value).to_owned().into()
    }

    /// Returns whether two formats with the same tags read this value in different ways.
    fn is_ambiguous(&self, value: &str, schemas: &Schemas<'_>, key: &str) -> bool {
        let is_quoted = self.row.typing == Typing::MaybeQuoted
            && self.source.selected.is_none()
            && value.trim().starts_with('"')
            && serde_json::from_str::<String>(value.trim()).is_ok();
        is_quoted && schemas.types(schemas.argument(key)).may_be_text()
    }

    /// Skips a call whose opening tag is broken.
    fn skip(&self, name: &str, start: usize, at: usize) -> Step {
        let close = self.row.call.close;
        let rest = self.source.rest(at);
        let end = rest.find(close).map(|end| at + end + close.len());
        let raw = |end: usize| self.source.text.get(start..end).unwrap_or("");
        match end {
            Some(end) => Step::one(
                Found::dropped(name, raw(end), DropReason::NotJson),
                end,
                true,
            ),
            None if self.source.is_over => self.cut(name, start),
            None => Step::More,
        }
    }

    fn cut(&self, name: &str, start: usize) -> Step {
        let raw = self.source.rest(start);
        Step::one(
            Found::dropped(name, raw, self.source.cut()),
            self.source.text.len(),
            false,
        )
    }
}

/// Returns the value of an attribute. A model may lose the space before the name, or write the
/// marker `Ġ` of its tokenizer.
fn attribute_of<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    for (at, _) in attributes.match_indices(name) {
        let is_start = attributes[..at]
            .chars()
            .next_back()
            .is_none_or(|c| !c.is_ascii_alphanumeric());
        let rest = attributes[at + name.len()..].trim_start();
        let Some(value) = rest.strip_prefix('=').filter(|_| is_start) else {
            continue;
        };
        let value = value.trim_start();
        for quote in ['"', '\''] {
            if let Some(inside) = value.strip_prefix(quote) {
                return inside.split(quote).next();
            }
        }
    }
    None
}

/// Returns whether the text after the start of an opening tag belongs to the tag.
fn is_in_tag(attributes: &str) -> bool {
    attributes.is_empty()
        || attributes.starts_with([' ', '\u{120}', '/'])
        || attributes.starts_with("name=")
}

/// Pairs keys with values, in order. A key without a value before the last key is dropped.
/// Returns whether the pairs are clear.
fn pair<T>(keys: &mut Vec<&str>, values: &[T]) -> bool {
    // Each value after the first one added an empty key.
    let mut named = Vec::new();
    for key in keys.iter().filter(|key| !key.is_empty()) {
        named.push(*key);
    }
    if values.len() == 1 {
        let last = keys.last().copied().unwrap_or("");
        *keys = vec![last];
        return !last.is_empty();
    }
    let is_clear = named.len() == values.len();
    *keys = named;
    is_clear
}
