use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::limits::Limits;

/// An element without attributes.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    /// The decoded text of the element. Blank if the element contains elements.
    pub(super) text: String,
    pub(super) elements: Vec<Element>,
}

/// Parses the elements of a text. Returns `None` if the text is empty, contains anything else,
/// or exceeds the limits.
pub(super) fn read(text: &str, limits: &Limits) -> Option<Vec<Element>> {
    let mut reader = Reader::from_str(text);
    let mut around = Vec::new();
    let mut current = Element::default();
    let mut nodes_left = limits.max_nodes();
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) => {
                nodes_left = nodes_left.checked_sub(1)?;
                if around.len() == limits.max_depth() {
                    return None;
                }
                around.push(std::mem::replace(&mut current, start(&tag)?));
            }
            Event::Empty(tag) => {
                nodes_left = nodes_left.checked_sub(1)?;
                current.elements.push(start(&tag)?);
            }
            // `quick_xml` has checked that the end tag matches.
            Event::End(_) => {
                let ended = std::mem::replace(&mut current, around.pop()?);
                current.elements.push(ended.without_mixed_text()?);
            }
            Event::Text(text) => current.text.push_str(&text.into_inner()),
            Event::CData(text) => current.text.push_str(&text.into_inner()),
            Event::GeneralRef(entity) => decode(&entity, &mut current.text)?,
            Event::Eof if around.is_empty() && !current.elements.is_empty() => {
                return Some(current.without_mixed_text()?.elements);
            }
            Event::Eof | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {
                return None;
            }
        }
    }
}

fn start(tag: &BytesStart<'_>) -> Option<Element> {
    let name = tag.name().into_inner();
    (is_name(name) && tag.attributes_raw().trim().is_empty()).then(|| Element {
        name: name.to_owned(),
        ..Element::default()
    })
}

/// Returns whether this is an XML name without a prefix.
fn is_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

fn decode(entity: &BytesRef<'_>, text: &mut String) -> Option<()> {
    if let Some(character) = entity.resolve_char_ref().ok()? {
        text.push(character);
    } else {
        text.push_str(resolve_xml_entity(&entity.borrow().into_inner())?);
    }
    Some(())
}

impl Element {
    /// Returns the element, or `None` if it mixes text and elements.
    fn without_mixed_text(self) -> Option<Self> {
        (self.elements.is_empty() || self.text.trim().is_empty()).then_some(self)
    }
}
