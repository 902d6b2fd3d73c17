//! The arguments of a call, up to its closing tag.

use std::borrow::Cow;

use super::argument::{ArgumentValue, NextArgument, NextPart};
use super::damage::Suspects;
use super::row::{TagReader, Typing};
use crate::json::write_string;

use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::schema::{ArgumentTypes, write_key};
use crate::syntax::engine::arguments::{CollectedArguments, is_wrapper};
use crate::syntax::engine::item::{
    Raw, SplitObject as JsonObject, split_object, unquote, with_arguments,
};
use crate::syntax::engine::typing::{Marked, write_value};
use crate::syntax::engine::value_end::find_json_end;
use crate::syntax::engine::{EngineStep, Found, MarkerMatch, begins_with, trim};

/// The content of a call while it is read.
#[derive(Default)]
struct CallContent<'s> {
    arguments: CollectedArguments,
    /// A JSON object in place of the tags.
    json: Option<Raw<'s>>,
    reason: Option<DropReason>,
    /// `true` if text between the tags belongs to no argument.
    has_text: bool,
    /// Keys without a value yet. A model may write several keys before their values.
    keys: Vec<&'s str>,
    /// The key and the received part of an argument that the text breaks off.
    open: Option<OpenArgument<'s>>,
    values: Vec<(&'s str, Marked)>,
    /// `true` if the last argument has the tags of the format and several lines: a document may
    /// contain tags.
    is_after_lines: bool,
    /// Tags in values that may be arguments of the call.
    suspects: Suspects<'s>,
}

/// An argument that the text breaks off.
struct OpenArgument<'s> {
    key: &'s str,
    value: &'s str,
    marked: Marked,
}

impl CallContent<'_> {
    fn is_empty(&self) -> bool {
        self.arguments.is_empty() && self.json.is_none() && self.keys.is_empty()
    }

    fn is_only_text(&self) -> bool {
        self.has_text && self.is_empty()
    }
}

impl<'s> TagReader<'_, 's> {
    /// Reads the arguments after the opening tag.
    pub(super) fn call(&self, name: &str, at: usize) -> EngineStep {
        let types = self.source.argument_types(name);
        let mut content = CallContent {
            arguments: CollectedArguments::with_room(types.room),
            ..CallContent::default()
        };
        let start = at;
        let mut next = NextPart::At(at);
        loop {
            next = match next {
                NextPart::At(at) => self.read_part(at, &mut content, types),
                NextPart::Argument(behind) => self.read_argument(behind, &mut content, types),
                NextPart::End(end, is_closed) => {
                    if content.is_only_text() {
                        return self.only_text(name, start, end);
                    }
                    if content.has_text {
                        content.reason.get_or_insert(DropReason::BrokenTags);
                    }
                    // An opening tag of the call is doubled, or its closing tag is missing.
                    let (open, wrap) = (self.row.call.open, self.row.wrap.0);
                    let behind = self.source.rest(end);
                    let begins_again =
                        behind.starts_with(open) || !wrap.is_empty() && behind.starts_with(wrap);
                    let is_open =
                        begins_again && !self.source.text[..end].ends_with(self.row.call.close);
                    if content.is_empty() && is_open && is_closed {
                        content.reason.get_or_insert(DropReason::BrokenTags);
                    }
                    // A declared key lacks its value.
                    if content
                        .keys
                        .iter()
                        .any(|key| types.declares(key) == Some(true))
                    {
                        content.reason.get_or_insert(DropReason::BrokenTags);
                    }
                    let mut found = finish(name, &mut content, types);
                    if content.has_text {
                        // The arguments do not have the text.
                        self.source.text[start..end].clone_into(&mut found.raw);
                    }
                    return EngineStep::one(found, end, is_closed);
                }
                NextPart::More if self.source.is_over => {
                    if content.is_only_text() && self.source.finish != Finish::Truncated {
                        return EngineStep::NoEnd;
                    }
                    let received = self.received(content, types);
                    return EngineStep::one(
                        Found::cut(name, received),
                        self.source.text.len(),
                        false,
                    );
                }
                NextPart::More => return EngineStep::More,
                NextPart::Prose => return EngineStep::No,
            };
        }
    }

    /// Handles a tag with other text than arguments after it. Without its closing tag, the tag is
    /// part of prose.
    fn only_text(&self, name: &str, start: usize, end: usize) -> EngineStep {
        let raw = &self.source.text[start..end];
        // Another format may use other tags for arguments.
        let is_tag = raw.trim_start().strip_prefix('<');
        let is_tag = is_tag.is_some_and(|tag| tag.starts_with(|c: char| c.is_alphabetic()));
        if raw.ends_with(self.row.call.close) && !is_tag {
            let dropped = Found::dropped(name, raw, DropReason::NotJson);
            EngineStep::one(dropped, end, true)
        } else {
            EngineStep::No
        }
    }

    /// Returns the received part of the arguments as JSON. A value appears before its end only if
    /// it is a text.
    fn received(&self, content: CallContent<'_>, types: &ArgumentTypes) -> String {
        if let Some(json) = content.json {
            return json.text.to_owned();
        }
        let known = content
            .open
            .filter(|open| content.keys.is_empty() && !open.key.is_empty())
            .and_then(|open| Some((open.key, self.known_text(&open, types)?)));
        if known.is_none() && content.arguments.has_wrapper(types) {
            return String::new();
        }
        let is_empty = content.arguments.is_empty();
        let mut json = content.arguments.into_json();
        json.pop();
        if let Some((key, value)) = known {
            if !is_empty {
                json.push_str(", ");
            }
            write_string(&self.key(key, types), &mut json);
            json.push_str(": ");
            write_string(value, &mut json);
            // The string stays open.
            json.pop();
        }
        json
    }

    /// Returns the part of an incomplete text that more text cannot change. `None` if the value may
    /// not be a text, or if its key may be a wrapper around all arguments.
    fn known_text(&self, open: &OpenArgument<'s>, types: &ArgumentTypes) -> Option<&'s str> {
        let value = self.strip_start(open.value);
        // The first tag may end the value, and so may its beginning.
        let tags = self.list_tags();
        let is_tag = |at: &usize| {
            let rest = &value.as_bytes()[*at..];
            let mut tags = tags.iter().filter(|tag| !tag.is_empty());
            tags.any(|tag| {
                let start = &tag.as_bytes()[..tag.len().min(TAG_START)];
                rest.starts_with(start) || start.starts_with(rest)
            })
        };
        let mut starts = value.match_indices('<').map(|(at, _)| at);
        let end = starts.find(is_tag).unwrap_or(value.len());
        let known = value[..end].trim_end_matches(['\r', '\n']);
        let is_undeclared_wrapper = is_wrapper(open.key, types);
        let types = types.types(open.key);
        let may_be_null = || "null".starts_with(trim(known));
        let is_text = types.is_only_text() || types.is_text() && !may_be_null();
        let is_decoded = match self.row.typing {
            Typing::SchemaAndCdata => known.starts_with('<') || known.is_empty(),
            Typing::Quoted => known.trim_start().starts_with('"'),
            _ => open.marked == Marked::Json,
        };
        (is_text && !is_decoded && !is_undeclared_wrapper).then_some(known)
    }

    fn read_part(
        &self,
        at: usize,
        content: &mut CallContent<'s>,
        types: &ArgumentTypes,
    ) -> NextPart {
        let at = self.skip_breaks(at);
        if let Some(part) = self.part_at(at) {
            return part;
        }
        let rest = self.source.rest(at);
        if rest.is_empty() {
            // The closing tag is missing. The caller may know that the output is complete.
            let has_content = !content.arguments.is_empty() || content.json.is_some();
            let is_whole = self.source.finish == Finish::Complete && has_content;
            return if self.source.is_over && is_whole {
                NextPart::End(at, false)
            } else {
                NextPart::More
            };
        }
        if self.source.mark(at, &[self.row.call.close]) == MarkerMatch::Partly {
            return NextPart::More;
        }
        match self.source.mark(at, &self.ends()) {
            // The closing tag of the call is missing.
            MarkerMatch::At(_) => return NextPart::End(at, true),
            MarkerMatch::Partly if rest.len() > 1 => return NextPart::More,
            _ => {}
        }
        if self.source.mark(at, &[self.row.argument.open]) == MarkerMatch::Partly {
            return NextPart::More;
        }
        // The value of a key before.
        if !content.values.is_empty() && self.is_value(at) {
            return self.read_argument(at, content, types);
        }
        if let Some(piece) = self.read_json_content(at, content) {
            return piece;
        }
        if let Some(sibling) = self.read_sibling(at, types) {
            // With the same closing tag, it may be a part of the value before it.
            let close = self.row.argument.close;
            if content.is_after_lines && self.source.text[at..sibling.end].ends_with(close) {
                content.reason.get_or_insert(DropReason::Ambiguous);
            }
            content.is_after_lines = false;
            self.add(content, sibling.key, sibling.value, Marked::No, types);
            return NextPart::At(sibling.end);
        }
        if let Some(end) = self
            .begins_with_damaged_end(at)
            .filter(|_| !content.is_empty())
        {
            return NextPart::End(end, true);
        }
        if content.is_empty() && self.is_prose(at) {
            return NextPart::Prose;
        }
        content.has_text = true;
        let width = rest.chars().next().map_or(1, char::len_utf8);
        let next = rest[width..].find('<').map(|next| at + width + next);
        let next = next.unwrap_or(self.source.text.len());
        // A paragraph of prose that mentions the tag. More text does not change this.
        if content.is_only_text() && self.source.text[at..next].contains("\n\n") {
            return NextPart::Prose;
        }
        NextPart::At(next)
    }

    /// Returns whether words follow the opening tag in its line: prose mentions the tag.
    fn is_prose(&self, at: usize) -> bool {
        let before = &self.source.text[..at];
        let is_same_line =
            before.ends_with(' ') && !before.trim_end_matches([' ', '\t']).ends_with('\n');
        let is_tag = |tag: &str| self.source.rest(at).starts_with(&tag[1..]);
        let is_word = self.source.rest(at).starts_with(|c: char| c != '<');
        is_same_line
            && is_word
            && !self
                .list_tags()
                .iter()
                .any(|tag| !tag.is_empty() && is_tag(tag))
    }

    /// Returns the argument or the end of the call whose tag is at a position.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    pub(super) fn part_at(&self, at: usize) -> Option<NextPart> {
        let rest = self.source.text.as_bytes().get(at..)?;
        let (open, close) = (self.row.argument.open, self.row.call.close);
        if begins_with(rest, open) {
            Some(NextPart::Argument(at + open.len()))
        } else if begins_with(rest, close) {
            Some(NextPart::End(at + close.len(), true))
        } else {
            None
        }
    }

    /// Reads an argument. `behind` is the position after its opening tag, or of a value whose key
    /// was read.
    fn read_argument(
        &self,
        behind: usize,
        content: &mut CallContent<'s>,
        types: &ArgumentTypes,
    ) -> NextPart {
        let has_values = !content.values.is_empty();
        match self.read_argument_or_value(behind, has_values) {
            NextArgument::Argument(key, marked, value_at) => {
                let Some(found) = self.value(value_at, types, &content.arguments) else {
                    content.open = Some(OpenArgument {
                        key,
                        value: self.source.rest(value_at),
                        marked,
                    });
                    return NextPart::More;
                };
                let value = self.clean_value(key, &found, content, types);
                // With the same closing tag, it may be a part of the value before it.
                let is_own = !self.is_of_sibling(behind);
                if content.is_after_lines && !is_own {
                    content.reason.get_or_insert(DropReason::Ambiguous);
                }
                content.is_after_lines = is_own && self.strip(value).contains('\n');
                let next = found.next;
                let is_last = !matches!(next, NextPart::At(at) if self.is_value(at));
                if is_last && content.keys.is_empty() && content.values.is_empty() {
                    if key.is_empty() {
                        content.reason.get_or_insert(DropReason::BrokenTags);
                    }
                    self.add(content, key, value, marked, types);
                    return next;
                }
                content.keys.push(key);
                content.values.push((value, marked));
                if is_last {
                    self.pair(content, types);
                }
                next
            }
            NextArgument::Orphan(key, next) => {
                content.keys.push(key);
                NextPart::At(next)
            }
            NextArgument::Unended(key, value_at) => {
                if types.declares(key) != Some(true) {
                    content.reason.get_or_insert(DropReason::BrokenTags);
                }
                let Some(found) = self.value(value_at, types, &content.arguments) else {
                    return NextPart::More;
                };
                let value = self.clean_value(key, &found, content, types);
                self.add(content, key, value, Marked::No, types);
                found.next
            }
            NextArgument::More => NextPart::More,
            NextArgument::Broken => {
                content.reason.get_or_insert(DropReason::BrokenTags);
                NextPart::At(behind)
            }
        }
    }

    /// Returns a value without the rest of a damaged closing tag. Notes why the call cannot run if
    /// the end of the value is not clear.
    fn clean_value(
        &self,
        key: &'s str,
        found: &ArgumentValue<'s>,
        content: &mut CallContent<'s>,
        types: &ArgumentTypes,
    ) -> &'s str {
        let value = found.text;
        if found.is_closed
            && !value.contains(['<', '>'])
            && !value.ends_with(self.row.argument.close.trim_end_matches('>'))
        {
            return value;
        }
        let is_text = types.types(key).may_be_text();
        let stripped = if found.is_closed {
            Ok((value, true))
        } else {
            self.strip_damaged_end(value, key, is_text)
        };
        let is_exact = stripped.is_ok_and(|(_, is_exact)| is_exact);
        // Such an argument in a value without its closing tag may be an argument of the call.
        let start = value.as_ptr() as usize - self.source.text.as_ptr() as usize;
        let mut tags = value.match_indices('<');
        let has_sibling = |(at, _): (usize, &str)| {
            let sibling = self.read_sibling(start + at, types);
            sibling.is_some_and(|sibling| !content.arguments.has(sibling.key))
        };
        let stripped = if !found.is_closed && tags.any(has_sibling) {
            Err(DropReason::Ambiguous)
        } else {
            stripped
        };
        let checked =
            stripped.and_then(|(value, _)| self.check_value(value, is_text, &mut content.suspects));
        let value = checked.unwrap_or_else(|reason| {
            content.reason.get_or_insert(reason);
            value
        });
        if is_exact || self.row.strips_lines {
            return value;
        }
        // The line break belongs to the tag that follows.
        let stripped = value.strip_suffix("\r\n").or(value.strip_suffix('\n'));
        stripped.unwrap_or(value)
    }

    /// Adds the values to the arguments, each under its key. Several keys before as many values
    /// are paired in order. Otherwise a value belongs to the last key before it.
    fn pair(&self, content: &mut CallContent<'s>, types: &ArgumentTypes) {
        let values = std::mem::take(&mut content.values);
        let mut keys = std::mem::take(&mut content.keys);
        // Each value after the first one added an empty key.
        let is_clear = if values.len() == 1 {
            // Another declared key lacks its value. A doubled one does not.
            let others = keys.drain(..keys.len().saturating_sub(1));
            let lacks: Vec<&str> = others
                .filter(|key| types.declares(key) == Some(true))
                .collect();
            let last = keys.first().copied().unwrap_or_default();
            !last.is_empty() && lacks.iter().all(|key| *key == last)
        } else {
            keys.retain(|key| !key.is_empty());
            keys.len() == values.len()
        };
        if !is_clear {
            content.reason.get_or_insert(DropReason::BrokenTags);
        }
        for (key, (value, marked)) in keys.into_iter().zip(values) {
            self.add(content, key, value, marked, types);
        }
    }

    /// Adds an argument, with the type that its schema expects.
    fn add(
        &self,
        content: &mut CallContent<'_>,
        key: &'s str,
        value: &'s str,
        marked: Marked,
        types: &ArgumentTypes,
    ) {
        let known = types.find(key, content.arguments.len());
        let read;
        let (key, argument) = match known {
            Some(_) if self.row.typing != Typing::TypeAttribute => (key, known),
            _ => {
                read = self.key(key, types);
                (&*read, types.find(&read, content.arguments.len()))
            }
        };
        if self.row.typing == Typing::SchemaAndCdata {
            // The models of this format never repeat an argument.
            let repeats = content.arguments.has(key).then_some(DropReason::Ambiguous);
            let fault = key.is_empty().then_some(DropReason::BrokenTags);
            content.reason = content.reason.or(fault).or(repeats);
        }
        let has_piece = key.contains(['=', '"', '\'', '<', '>']) || trim(key) != key;
        if argument.is_none() && has_piece {
            // The name contains a piece of its tag.
            content.reason.get_or_insert(DropReason::BrokenTags);
        }
        let is_undeclared = argument.is_none() && types.declares(key) == Some(false);
        let types = argument.map_or(types.others(), |argument| argument.types);
        let value = self.strip(value);
        let (value, marked) = self.decode(value, marked);
        if marked == Marked::No && self.row.typing.attribute().is_some() {
            let [text, json] = [Marked::String, Marked::Json].map(|marked| {
                let mut json = String::new();
                write_value(&value, types, marked, &mut json);
                json
            });
            if is_undeclared || text != json {
                // The attribute with the type is missing or damaged, and the value depends on it.
                content.reason.get_or_insert(DropReason::BrokenTags);
            }
        }
        let new;
        let written = if let Some(argument) = argument {
            &argument.written
        } else {
            new = write_key(key);
            &new
        };
        content.arguments.insert_written(key, written, |json| {
            write_value(&value, types, marked, json);
        });
    }

    /// Returns the name of an argument without quotes, if the tool declares only this name, and
    /// without the escapes of the format.
    fn key(&self, key: &'s str, types: &ArgumentTypes) -> Cow<'s, str> {
        let inside = unquote(key);
        let is_quoted = inside.len() < key.len()
            && types.declares(&inside) == Some(true)
            && types.declares(key) == Some(false);
        if is_quoted {
            inside
        } else {
            self.unescape(key)
        }
    }

    /// Reads a JSON object in place of the tags.
    fn read_json_content(&self, at: usize, content: &mut CallContent<'s>) -> Option<NextPart> {
        let is_first = content.arguments.is_empty() && content.json.is_none();
        if !is_first || !self.source.rest(at).starts_with('{') {
            return None;
        }
        if let Some(end) = find_json_end(self.source.text, at) {
            content.json = Some(Raw {
                text: &self.source.text[at..end],
                is_json: true,
            });
            return Some(NextPart::At(end));
        }
        match split_object(self.source.text, at, &[self.row.call.close]) {
            JsonObject::Closed(_, end) | JsonObject::Unclosed(_, end) => {
                content.json = Some(self.source.text[at..end].into());
                Some(NextPart::At(end))
            }
            JsonObject::Open(_) => Some(NextPart::More),
            JsonObject::Broken(_) => None,
        }
    }

    /// Returns the tags that may end a value.
    fn list_tags(&self) -> [&'static str; 6] {
        let (argument, call) = (&self.row.argument, &self.row.call);
        let (open, close) = self.row.wrap;
        [
            argument.close,
            argument.open,
            call.close,
            call.open,
            open,
            close,
        ]
    }

    /// Returns the markers that end a call whose closing tag is missing.
    pub(super) fn ends(&self) -> [&'static str; 3] {
        let (open, close) = self.row.wrap;
        [open, close, self.row.call.open]
    }

    /// Skips a call whose opening tag is broken.
    pub(super) fn skip(&self, name: &str, start: usize, at: usize) -> EngineStep {
        let close = self.row.call.close;
        let rest = self.source.rest(at);
        let end = rest.find(close).map(|end| at + end + close.len());
        let raw = |end: usize| self.source.text.get(start..end).unwrap_or("");
        match end {
            Some(end) => EngineStep::one(
                Found::dropped(name, raw(end), DropReason::BrokenTags),
                end,
                true,
            ),
            None if self.source.is_over => self.cut(name, start),
            None => EngineStep::More,
        }
    }

    pub(super) fn cut(&self, name: &str, start: usize) -> EngineStep {
        let raw = self.source.rest(start);
        EngineStep::one(Found::cut(name, raw), self.source.text.len(), false)
    }
}

/// Number of bytes that tell a tag of the format from other text. A model may write the rest with
/// faults.
const TAG_START: usize = 6;

/// Makes the call of its content.
fn finish(name: &str, content: &mut CallContent<'_>, types: &ArgumentTypes) -> Found {
    let is_two_values = match content.json {
        // Arguments in tags behind arguments in JSON.
        Some(_) => !content.arguments.is_empty(),
        None => content.arguments.has_two_values(),
    };
    let is_suspect = || {
        let arguments = &content.arguments;
        let has_all = || types.all_declared(|name| arguments.has(name)) == Some(true);
        let is_absent = |key: &&str| types.declares(key) != Some(false) && !arguments.has(key);
        content.suspects.closing && !has_all() || content.suspects.keys.iter().any(is_absent)
    };
    let is_ambiguous = is_two_values || content.json.is_none() && is_suspect();
    let mut found = match content.json {
        Some(json) => with_arguments(name, json),
        None => Found::call(name, content.arguments.unwrap_arguments(types)),
    };
    if content.reason.is_some() {
        found.reason = content.reason;
    } else if is_ambiguous {
        found.reason = Some(DropReason::Ambiguous);
    }
    found
}
