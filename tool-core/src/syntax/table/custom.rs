//! The rows of formats that a host adds. Turns the templates of a format into a row, and refuses a
//! template that no engine reads. Knows no tools and reads no text.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use super::row::{Engine, Family, Row};
use super::{Markers, Meaning};
use crate::syntax::engine::item::ArgumentsRule;
use crate::syntax::engine::json::{BodyStart, CallKeys, Json};
use crate::syntax::engine::named::{Named, Style};
use crate::syntax::engine::tags::{Attribute, NamePosition, Tag, TagStarts, Tags, Typing};
use crate::syntax::format::{CustomFormat, Format};

/// The templates of a format: the texts of a model, with placeholders.
#[derive(Clone, Copy)]
pub(crate) struct Templates<'t> {
    /// A call: `{call}`, or `{name}` before `{arguments}`, with an optional `{id}` before the name.
    pub(crate) call: &'t str,
    /// One argument in a tag: `{key}` before `{value}`. Without it, `{arguments}` is JSON.
    pub(crate) argument: Option<&'t str>,
    /// The texts around all calls, or empty ones.
    pub(crate) section: (&'t str, &'t str),
}

/// A template that cannot become a format.
///
/// ```
/// use tool_core::text::{CallTemplate, TemplateError};
///
/// let error = CallTemplate::new("CALL {call}").into_format("acme").unwrap_err();
/// assert_eq!(error, TemplateError::Marker("CALL".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateError {
    /// The name has other characters than `a-z`, `0-9` and `_`, or a format has it.
    Name(String),
    /// The placeholders of the template of a call are missing, repeated or in another order.
    CallPlaceholders(String),
    /// The placeholders of the template of an argument are missing, repeated or in another order.
    ArgumentPlaceholders(String),
    /// A tag has its name neither before `>` nor in an attribute, or is not closed.
    Tag(String),
    /// A marker has fewer than three bytes, or does not begin with `<` or `[`.
    Marker(String),
    /// All formats give this marker a meaning that is not a call.
    Reserved(String),
    /// The reader does not find the calls of this sample, which follows the templates.
    Unreadable(String),
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "`{name}` cannot be the name of a format: use a new name of `a-z`, `0-9` and `_`"
            ),
            Self::CallPlaceholders(template) => write!(
                f,
                "the template of a call is `{template}`; write `{{call}}` once, or `{{name}}` and \
                 then `{{arguments}}` with a text between them"
            ),
            Self::ArgumentPlaceholders(template) => write!(
                f,
                "the template of an argument is `{template}`; write `{{key}}` and then `{{value}}`"
            ),
            Self::Tag(template) => write!(
                f,
                "`{template}` has to be a pair of tags: write `<f={{name}}>..</f>` or \
                 `<f name=\"{{name}}\">..</f>`"
            ),
            Self::Marker(marker) => write!(
                f,
                "`{marker}` cannot begin or surround calls; use at least three bytes, and begin with \
                 `<` or `[`"
            ),
            Self::Reserved(marker) => write!(
                f,
                "`{marker}` already marks reasoning, a message or a quotation in other formats"
            ),
            Self::Unreadable(sample) => write!(
                f,
                "the reader does not find the calls of these templates in this sample: {sample:?}"
            ),
        }
    }
}

impl std::error::Error for TemplateError {}

/// The markers of all formats that were added.
static ADDED: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

/// Returns the markers of all formats that were added.
pub(crate) fn list_added_markers() -> Vec<&'static str> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds the format of these templates. It stays in memory until the program ends.
pub(crate) fn add_format(name: &str, templates: Templates<'_>) -> Result<Format, TemplateError> {
    let engine = read_templates(templates)?;
    let (mark, close) = match &engine {
        Engine::Json(json) => (find_mark(templates.call), json.close),
        Engine::Named(named) => (find_mark(templates.call), named.close),
        Engine::Tags(tags, _) => (tags.call.open, &[][..]),
        _ => return Err(TemplateError::CallPlaceholders(templates.call.to_owned())),
    };
    let (open, end) = (templates.section.0.trim(), templates.section.1.trim());
    check_marker(mark, true)?;
    for marker in [open, end].into_iter().filter(|text| !text.is_empty()) {
        check_marker(marker, false)?;
    }
    let custom = CustomFormat::new(name);
    let format = Format::Custom(custom);
    let row: &'static Row = Box::leak(Box::new(Row {
        format,
        marks: keep_list(&[mark]),
        engine,
        after: close,
        family: Family::Own(format),
        is_twin: false,
    }));
    let sections = [(open, Meaning::Section), (end, Meaning::Hidden)];
    let sections = sections.into_iter().filter(|(text, _)| !text.is_empty());
    let sections: Vec<_> = sections.map(|(text, it)| (keep(text), it)).collect();
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.push(keep(mark));
    added.extend(sections.iter().map(|(text, _)| *text));
    custom.set_syntax(Markers::collect(&[row], &sections));
    Ok(format)
}

fn read_templates(templates: Templates<'_>) -> Result<Engine, TemplateError> {
    let Templates { call, argument, .. } = templates;
    if let Some((_, close)) = split_two(call, "{call}")
        && argument.is_none()
    {
        return Ok(Engine::Json(Json {
            close: keep_list(&[close]),
            keys: CallKeys::Named,
            arguments: ArgumentsRule::Optional,
            body: BodyStart::Either,
        }));
    }
    let parts = split_two(call, "{arguments}").and_then(|(header, close)| {
        let (open, end) = split_two(header, "{name}")?;
        Some([open, end, close])
    });
    match (parts, argument) {
        (Some(parts), Some(argument)) => read_tags(call, parts, argument),
        (Some([open, end, close]), None) if end == "\n" || !end.trim().is_empty() => {
            Ok(Engine::Named(Named {
                id_end: split_two(open, "{id}").map_or("", |(_, id_end)| keep(id_end)),
                name_end: keep_list(&[end]),
                before: &[],
                close: keep_list(&[close]),
                style: Style::Name,
            }))
        }
        _ => Err(TemplateError::CallPlaceholders(call.to_owned())),
    }
}

/// Reads the tags of a call and of an argument. The three texts are those around the placeholders of
/// the call.
fn read_tags(
    call: &str,
    [open, end, close]: [&str; 3],
    argument: &str,
) -> Result<Engine, TemplateError> {
    let parts = split_two(argument, "{value}").and_then(|(key, value_close)| {
        let (key_open, key_end) = split_two(key, "{key}")?;
        Some([key_open, key_end, value_close])
    });
    let [key_open, key_end, value_close] =
        parts.ok_or_else(|| TemplateError::ArgumentPlaceholders(argument.to_owned()))?;
    let no_tag = |template: &str| TemplateError::Tag(template.to_owned());
    let tags = Tags {
        wrap: ("", ""),
        call: make_tag(open, end, close).ok_or_else(|| no_tag(call))?,
        argument: make_tag(key_open, key_end, value_close).ok_or_else(|| no_tag(argument))?,
        type_tag: ("", ""),
        value_open: "",
        strips_lines: argument.contains("\n{value}\n"),
        typing: Typing::Schema,
    };
    let starts = TagStarts::of(&tags);
    Ok(Engine::Tags(tags, starts))
}

/// Splits a template at a placeholder, which has to be there once.
fn split_two<'t>(template: &'t str, placeholder: &str) -> Option<(&'t str, &'t str)> {
    let (before, behind) = template.split_once(placeholder)?;
    (!behind.contains(placeholder)).then_some((before, behind))
}

/// Returns the text before the first placeholder.
fn find_mark(call: &str) -> &'static str {
    keep(call.split('{').next().unwrap_or(call).trim_end())
}

/// Returns the tag of a name: the texts before it, between it and its value, and after the value.
fn make_tag(open: &str, end: &str, close: &str) -> Option<Tag> {
    let (open, end, close) = (open.trim(), end.trim(), close.trim());
    let attribute = open.strip_suffix("=\"").and_then(|tag| {
        let (tag, name) = tag.rsplit_once(' ')?;
        let end = end.strip_prefix('"')?;
        Some((tag, name, end))
    });
    let is_complete = |parts: [&str; 2]| parts.iter().all(|part| part.len() > 2);
    match attribute {
        Some((tag, name, end)) if !end.is_empty() && is_complete([tag, close]) => Some(Tag {
            open: keep(tag),
            name: NamePosition::Attribute(Attribute {
                name: keep(name),
                open: keep(&format!(" {name}=\"")),
            }),
            end: keep(end),
            close: keep(close),
        }),
        None if end == ">" && is_complete([open, close]) => Some(Tag {
            open: keep(open),
            name: NamePosition::Plain,
            end: ">",
            close: keep(close),
        }),
        _ => None,
    }
}

/// Checks that no other format gives a marker a meaning that is not a call.
fn check_marker(mark: &str, begins_call: bool) -> Result<(), TemplateError> {
    if mark.len() < 3 || !mark.starts_with(['<', '[']) {
        return Err(TemplateError::Marker(mark.to_owned()));
    }
    let mut found = Markers::all().at_start(mark);
    let is_taken = found.any(|marker| {
        let is_same = marker.text.len() > 2;
        let mut meanings = marker.meanings.iter();
        let is_call = |meaning: &Meaning| matches!(meaning, Meaning::Wrapper | Meaning::Section);
        is_same && meanings.any(|meaning| !begins_call || !is_call(meaning))
    });
    if is_taken {
        return Err(TemplateError::Reserved(mark.to_owned()));
    }
    Ok(())
}

/// Keeps a text until the program ends.
fn keep(text: &str) -> &'static str {
    Box::leak(Box::<str>::from(text))
}

/// Keeps the texts that are not blank.
fn keep_list(texts: &[&str]) -> &'static [&'static str] {
    let texts = texts.iter().map(|text| match *text {
        "\n" => "\n",
        text => keep(text.trim()),
    });
    let texts: Vec<&'static str> = texts.filter(|text| !text.is_empty()).collect();
    Box::leak(texts.into_boxed_slice())
}
