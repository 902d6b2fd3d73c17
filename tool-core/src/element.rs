//! The tags of elements whose name is a key. Calls with such tags and strings of XML share them.
//!
//! They differ in the rest. A call in tags is raw text that may be incomplete, and its values have
//! types at once. A string of XML is complete, has entities and CDATA, and the rules of the reader
//! give its values their types.

/// A tag at the start of a text.
#[cfg_attr(
    not(feature = "xml"),
    allow(dead_code, reason = "only strings of XML read each kind")
)]
pub(crate) enum StartTag<'t> {
    /// `<name>`, and the text after it.
    Open(&'t str, &'t str),
    /// `<name/>`, and the text after it.
    Empty(&'t str, &'t str),
    /// The tag has text after its name.
    Attributes(&'t str),
    /// The text ends inside the tag.
    Partial,
    /// No start tag begins here.
    No,
}

/// Parses a start tag. White space may follow the name.
pub(crate) fn parse_start_tag(text: &str) -> StartTag<'_> {
    let Some(inside) = text.strip_prefix('<') else {
        return if text.is_empty() {
            StartTag::Partial
        } else {
            StartTag::No
        };
    };
    let is_end = |c: char| matches!(c, '>' | '<' | '/') || c.is_whitespace();
    let Some(end) = inside.find(is_end) else {
        return StartTag::Partial;
    };
    let (name, rest) = inside.split_at(end);
    if name.is_empty() {
        return StartTag::No;
    }
    let behind = rest.trim_start();
    if let Some(after) = behind.strip_prefix("/>") {
        StartTag::Empty(name, after)
    } else if let Some(after) = behind.strip_prefix('>') {
        StartTag::Open(name, after)
    } else if behind.is_empty() || behind == "/" {
        StartTag::Partial
    } else if behind.len() < rest.len() {
        StartTag::Attributes(name)
    } else {
        StartTag::No
    }
}

/// Returns the position and the length of each closing tag of an element.
pub(crate) fn closing_tags<'t>(
    text: &'t str,
    name: &'t str,
) -> impl Iterator<Item = (usize, usize)> + 't {
    text.match_indices("</").filter_map(move |(at, _)| {
        let behind = text[at + 2..].strip_prefix(name)?;
        let end = behind.trim_start().strip_prefix('>')?;
        Some((at, text.len() - at - end.len()))
    })
}
