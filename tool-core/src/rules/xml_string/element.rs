//! The elements of a string of XML. A leaf is raw text: only the name of its element ends it. The
//! lexer of tags is that for calls in text.

use crate::element::{StartTag, closing_tags, parse_start_tag};

/// An element without attributes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'t> {
    pub(super) name: &'t str,
    pub(super) content: &'t str,
}

/// The reason why a text is not a list of elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum XmlFault {
    /// The element with this name has no closing tag.
    Unclosed(String),
    /// The tag of the element has attributes.
    Attributes(String),
    /// The beginning of a text between elements.
    Text(String),
    /// The text exceeds a limit.
    Limit,
    /// The elements are an array by one form of the schema, and an object by another.
    ArrayAndObject,
    /// The elements are not of the form that the schema expects.
    Form,
}

impl XmlFault {
    /// Returns the rule that the text breaks, for the model.
    pub(super) fn describe(&self) -> Option<String> {
        Some(match self {
            Self::Unclosed(name) => format!("the element <{name}> is not closed by </{name}>"),
            Self::Attributes(name) => {
                format!("the tag <{name}> has attributes; use elements instead")
            }
            Self::Text(text) if text.starts_with('<') => {
                format!("{text:?} is not a tag; write < as &lt; between elements")
            }
            Self::Text(text) => format!("there is text between elements: {text:?}"),
            Self::ArrayAndObject => {
                "the elements are both an array and an object; write JSON instead".to_owned()
            }
            Self::Limit | Self::Form => return None,
        })
    }
}

/// Returns the text without an XML declaration and a code fence.
pub(super) fn strip_surroundings(text: &str) -> &str {
    let mut text = text.trim();
    if let Some(inside) = text.strip_prefix("```") {
        let inside = inside.strip_prefix("xml").unwrap_or(inside);
        if let Some(inside) = inside.strip_suffix("```") {
            text = inside.trim();
        }
    }
    match text
        .strip_prefix("<?xml")
        .and_then(|rest| rest.split_once("?>"))
    {
        Some((_, rest)) => rest.trim_start(),
        None => text,
    }
}

/// Splits a text into its elements. `is_leaf` says whether the content of an element is text. Such
/// an element ends at its first closing tag.
pub(super) fn split(
    text: &str,
    mut is_leaf: impl FnMut(&str) -> bool,
) -> Result<Vec<Element<'_>>, XmlFault> {
    let mut elements = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (name, behind) = parse_start(rest)?;
        let (content, after) = match behind {
            AfterName::Empty(after) => ("", after),
            AfterName::Content(inside) => {
                let end = if is_leaf(name) {
                    find_end_of_leaf(inside, name)
                } else {
                    find_end(inside, name)
                };
                let (end, length) = end.ok_or_else(|| XmlFault::Unclosed(name.to_owned()))?;
                (&inside[..end], &inside[end + length..])
            }
        };
        elements.push(Element { name, content });
        rest = after.trim_start();
    }
    Ok(elements)
}

/// Returns whether a text begins with the tag of an element.
pub(super) fn begins_with_element(text: &str) -> bool {
    parse_start(text.trim_start()).is_ok()
}

/// The text after the name of a start tag.
enum AfterName<'t> {
    Empty(&'t str),
    Content(&'t str),
}

fn parse_start(text: &str) -> Result<(&str, AfterName<'_>), XmlFault> {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(is_of_name)
    };
    match parse_start_tag(text) {
        StartTag::Open(name, after) if is_name(name) => Ok((name, AfterName::Content(after))),
        StartTag::Empty(name, after) if is_name(name) => Ok((name, AfterName::Empty(after))),
        StartTag::Attributes(name) if is_name(name) => Err(XmlFault::Attributes(name.to_owned())),
        _ => {
            let end = text.char_indices().nth(20).map_or(text.len(), |(at, _)| at);
            Err(XmlFault::Text(text[..end].to_owned()))
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Returns the position and the length of the tag that ends a leaf.
fn find_end_of_leaf(inside: &str, name: &str) -> Option<(usize, usize)> {
    closing_tags(inside, name).next()
}

/// Returns the position and the length of the tag that ends an element. Counts inner elements of
/// the same name.
fn find_end(inside: &str, name: &str) -> Option<(usize, usize)> {
    let mut open = 0_usize;
    let mut from = 0;
    for (at, length) in closing_tags(inside, name) {
        open += count_starts(&inside[from..at], name);
        if open == 0 {
            return Some((at, length));
        }
        open -= 1;
        from = at + length;
    }
    None
}

fn count_starts(text: &str, name: &str) -> usize {
    let starts = text.match_indices('<').filter(|(at, _)| {
        let behind = text[at + 1..].strip_prefix(name).map(str::trim_start);
        behind.is_some_and(|behind| behind.starts_with('>'))
    });
    starts.count()
}

/// Returns the text of a leaf: decoded, without one line break at each end. A whole `CDATA` section
/// is taken as it is. Anything else is raw text, such as code with `&&`.
pub(super) fn read_leaf(content: &str) -> String {
    let section = content.trim().strip_prefix("<![CDATA[");
    if let Some(inside) = section.and_then(|section| section.strip_suffix("]]>"))
        && !inside.contains("]]>")
    {
        return inside.to_owned();
    }
    let start = content
        .strip_prefix("\r\n")
        .or_else(|| content.strip_prefix('\n'));
    let content = start.unwrap_or(content);
    let end = content
        .strip_suffix("\r\n")
        .or_else(|| content.strip_suffix('\n'));
    decode(end.unwrap_or(content))
}

const ENTITIES: [(&str, char); 5] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
];

/// Decodes the entities of XML and character references. Any other `&` is text.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        decoded.push_str(before);
        if let Some((character, after)) = parse_entity(behind) {
            decoded.push(character);
            rest = after;
        } else {
            decoded.push('&');
            rest = behind;
        }
    }
    decoded.push_str(rest);
    decoded
}

/// Parses the text after `&`.
fn parse_entity(behind: &str) -> Option<(char, &str)> {
    const LONGEST: usize = 10;
    let window = behind.as_bytes().get(..behind.len().min(LONGEST))?;
    let end = window.iter().position(|byte| *byte == b';')?;
    let (name, after) = (behind.get(..end)?, behind.get(end + 1..)?);
    let code = name
        .strip_prefix('#')
        .map(|code| match code.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => code.parse(),
        });
    let character = match code {
        Some(code) => char::from_u32(code.ok()?).filter(|c| *c != '\0'),
        None => ENTITIES
            .iter()
            .find(|entity| entity.0 == name)
            .map(|entity| entity.1),
    };
    Some((character?, after))
}
