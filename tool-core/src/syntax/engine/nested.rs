//! Calls of `MiniMax` M3: the tag of an argument is its name, and values nest as tags.

use super::{EngineStep, Found, MAX_TAG, MarkerMatch, Source, take_window};
use crate::drop_reason::DropReason;
use crate::element::{StartTag, closing_tags, parse_start_tag};
use crate::finish::Finish;
use crate::limits::VALUE_DEPTH;
use crate::schema::{SchemaForms, Schemas};
use crate::syntax::NoTools;
use crate::syntax::engine::arguments::CollectedArguments;
use crate::syntax::engine::typing::{Marked, write_value};

/// The text before each tag. A server that skips special tokens removes it.
const TOKEN: &str = "]<]minimax[>[";

/// The opening tag of a call, up to the name.
const INVOKE: &str = "<invoke name=\"";

/// Reads a call. `at` is the position of the token before the section or the call, or of a tag
/// without the token.
pub(in crate::syntax) fn read(source: &Source<'_>, at: usize) -> EngineStep {
    let token = match source.mark(at, &[TOKEN]) {
        MarkerMatch::At(_) => TOKEN,
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => "",
    };
    let reader = NestedReader { source, token };
    let mut at = at;
    match reader.match_tag(at, "<tool_call>") {
        MarkerMatch::At(end) => at = source.skip_space(end),
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => {}
    }
    match reader.match_tag(at, INVOKE) {
        MarkerMatch::At(end) => reader.call(end),
        MarkerMatch::Partly => EngineStep::More,
        MarkerMatch::No if source.is_end(at) && source.is_over => source.end_after_mark(at),
        MarkerMatch::No => EngineStep::No,
    }
}

/// Reads the nested tags in an argument. `value` is the text between the tags of the argument `key`.
pub(super) fn read_inside(value: &str, key: &str, schemas: &Schemas<'_>) -> Option<String> {
    let text = format!("{value}</{key}>");
    let source = &Source {
        text: &text,
        is_over: true,
        finish: Finish::Complete,
        tools: &NoTools,
        selected: None,
        is_start: false,
    };
    let reader = NestedReader { source, token: "" };
    let read = reader.read_value(key, 0, &schemas.argument(key), schemas, 0);
    let (json, end) = read.ok()?;
    (end == text.len()).then_some(json)
}

struct NestedReader<'r, 's> {
    source: &'r Source<'s>,
    token: &'static str,
}

/// The reason why a value cannot be read.
enum NestedStop {
    More,
    Broken(usize),
}

impl<'s> NestedReader<'_, 's> {
    /// Looks for a tag, with the token before it.
    fn match_tag(&self, at: usize, tag: &str) -> MarkerMatch {
        if self.token.is_empty() {
            return self.source.mark(at, &[tag]);
        }
        match self.source.mark(at, &[self.token]) {
            MarkerMatch::At(at) => self.source.mark(at, &[tag]),
            other => other,
        }
    }

    fn call(&self, at: usize) -> EngineStep {
        let source = self.source;
        let cut = |name| source.cut(name, at);
        let rest = source.rest(at);
        let Some(end) = take_window(rest).find("\">") else {
            return if rest.len() < MAX_TAG {
                cut("")
            } else {
                EngineStep::No
            };
        };
        let name = &rest[..end];
        let schemas = Schemas::of(source.tool(name).map(|tool| tool.schema));
        let mut arguments = CollectedArguments::with_room(source.argument_types(name).room);
        let mut reason = name.is_empty().then_some(DropReason::NoName);
        let mut next = at + end + 2;
        loop {
            next = source.skip_space(next);
            match self.match_tag(next, "</invoke>") {
                MarkerMatch::At(end) => {
                    let mut found = Found::call(name, arguments.into_json());
                    found.reason = reason;
                    return EngineStep::one(found, end, true);
                }
                MarkerMatch::Partly => return EngineStep::More,
                MarkerMatch::No => {}
            }
            for mark in ["</tool_call>", INVOKE] {
                match self.match_tag(next, mark) {
                    // The closing tag of the call is missing, or its opening tag is doubled.
                    MarkerMatch::At(_) => {
                        let is_doubled = arguments.is_empty() && mark == INVOKE;
                        let doubled = is_doubled.then_some(DropReason::BrokenTags);
                        let mut found = Found::call(name, arguments.into_json());
                        found.reason = reason.or(doubled);
                        return EngineStep::one(found, next, true);
                    }
                    MarkerMatch::Partly => return EngineStep::More,
                    MarkerMatch::No => {}
                }
            }
            match self.read_argument(next, &schemas) {
                Ok((key, json, end)) => {
                    arguments.insert(&key, |all| all.push_str(&json));
                    next = end;
                }
                Err(NestedStop::More) => return cut(name),
                Err(NestedStop::Broken(_)) if source.is_end(next) => return cut(name),
                Err(NestedStop::Broken(end)) => {
                    let is_word = !source.rest(next).starts_with(['<', ']']);
                    if arguments.is_empty() && is_word && source.text[..next].ends_with(' ') {
                        // Prose mentions the tag.
                        return EngineStep::No;
                    }
                    // Text between the tags.
                    reason.get_or_insert(DropReason::NotJson);
                    let width = source.rest(end).chars().next().map_or(1, char::len_utf8);
                    next = end + width;
                }
            }
        }
    }

    /// Reads `<name>value</name>`. Returns the name, the value as JSON, and the end.
    fn read_argument(
        &self,
        at: usize,
        schemas: &Schemas<'s>,
    ) -> Result<(String, String, usize), NestedStop> {
        let (name, inside) = self.open_tag(at)?;
        let (json, end) = self.read_value(name, inside, &schemas.argument(name), schemas, 0)?;
        Ok((name.to_owned(), json, end))
    }

    fn open_tag(&self, at: usize) -> Result<(&'s str, usize), NestedStop> {
        let start = match self.match_tag(at, "<") {
            MarkerMatch::At(start) => start,
            MarkerMatch::Partly => return Err(NestedStop::More),
            MarkerMatch::No => return Err(NestedStop::Broken(at)),
        };
        let tag = take_window(self.source.rest(start - 1));
        match parse_start_tag(tag) {
            StartTag::Open(name, after) => Ok((name, start - 1 + tag.len() - after.len())),
            StartTag::Partial => Err(NestedStop::More),
            _ => Err(NestedStop::Broken(at)),
        }
    }

    /// Reads the content of the tag `name` up to its closing tag.
    fn read_value(
        &self,
        name: &str,
        at: usize,
        forms: &SchemaForms<'s>,
        schemas: &Schemas<'s>,
        depth: usize,
    ) -> Result<(String, usize), NestedStop> {
        let types = Schemas::types(forms);
        let close = format!("{}</{name}>", self.token);
        let first = self.source.skip_space(at);
        // Without the token, only the schema separates tags from text.
        let may_nest = match self.token {
            "" => !types.may_be_text() && types.empty().is_some(),
            _ => !types.is_text(),
        };
        let is_nested = depth < VALUE_DEPTH && may_nest && self.open_tag(first).is_ok();
        if is_nested {
            return self.read_children(first, &close, forms, schemas, depth);
        }
        let rest = self.source.rest(at);
        let found = match self.token {
            "" => closing_tags(rest, name).next(),
            _ => rest.find(&close).map(|end| (end, close.len())),
        };
        let Some((end, length)) = found else {
            return Err(NestedStop::More);
        };
        let text = &rest[..end];
        let has_tags = match self.token {
            "" => text.contains("</invoke>") || text.contains(INVOKE),
            token => text.contains(token),
        };
        if has_tags || text.trim_start().starts_with(&format!("<{name}>")) {
            // The closing tag is missing.
            return Err(NestedStop::Broken(at));
        }
        let empty = types.empty();
        let empty = empty.filter(|_| text.trim().is_empty() && !types.may_be_text());
        let mut json = String::new();
        match empty {
            Some(empty) => json.push_str(empty),
            None => write_value(text, types, Marked::No, &mut json),
        }
        Ok((json, at + end + length))
    }

    fn read_children(
        &self,
        at: usize,
        close: &str,
        forms: &SchemaForms<'s>,
        schemas: &Schemas<'s>,
        depth: usize,
    ) -> Result<(String, usize), NestedStop> {
        let types = Schemas::types(forms);
        let is_item = |name: &str| {
            let is_undeclared = Schemas::declares_member(forms, name) != Some(true);
            is_undeclared && types.has_items_named(name)
        };
        let mut children: Vec<(String, Vec<String>)> = Vec::new();
        let mut at = at;
        loop {
            at = self.source.skip_space(at);
            match self.source.mark(at, &[close]) {
                MarkerMatch::At(end) => return Ok((join(&children, is_item), end)),
                MarkerMatch::Partly => return Err(NestedStop::More),
                MarkerMatch::No => {}
            }
            let (name, inside) = self.open_tag(at)?;
            let known = children.iter().position(|(known, _)| known == name);
            let child = if is_item(name) {
                let before = known.map_or(0, |known| children[known].1.len());
                schemas.item(forms, before)
            } else {
                schemas.member(forms, name)
            };
            let (json, end) = self.read_value(name, inside, &child, schemas, depth + 1)?;
            match known {
                Some(known) => children[known].1.push(json),
                None => children.push((name.to_owned(), vec![json])),
            }
            at = end;
        }
    }
}

/// Writes child tags as JSON. Tags for items are an array, and repeated tags, too.
fn join(children: &[(String, Vec<String>)], is_item: impl Fn(&str) -> bool) -> String {
    if let [(name, values)] = children
        && is_item(name)
    {
        return format!("[{}]", values.join(", "));
    }
    let mut object = CollectedArguments::default();
    for (name, values) in children {
        object.insert(name, |json| match &values[..] {
            [value] => json.push_str(value),
            values => json.extend(["[", &values.join(", "), "]"]),
        });
    }
    object.into_json()
}
