//! Resolves references for reading, exports, documents and retry texts.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use serde_json::Value;

use super::lookup::Lookup;
use super::walk::{SchemaMap, subschemas};
use crate::limits::SCHEMA_DEPTH;

/// The references of one document.
pub(crate) struct References<'s> {
    root: &'s Value,
    /// The pointers to the named schemas. Collected for the first reference by name.
    anchors: OnceCell<Anchors<'s>>,
}

/// The pointers to named schemas, by the number of each name.
#[derive(Default)]
struct Anchors<'s> {
    names: HashMap<Cow<'s, str>, usize>,
    pointers: Vec<String>,
}

impl<'s> References<'s> {
    pub(crate) fn of(root: &'s Value) -> Self {
        Self {
            root,
            anchors: OnceCell::new(),
        }
    }

    /// Returns the JSON Pointer of a reference into the document: `#/$defs/My%20Type`, or `#name`
    /// of an `$anchor`. The document's own URI may precede either form. The pointer may lead to no
    /// schema.
    pub(crate) fn pointer(&self, reference: &str) -> Option<String> {
        let fragment = percent_decode(self.fragment(reference)?);
        if fragment.is_empty() || fragment.starts_with('/') {
            return Some(fragment);
        }
        let anchors = self.anchors.get_or_init(|| collect_anchors(self.root));
        let number = anchors.names.get(fragment.as_str())?;
        anchors.pointers.get(*number).cloned()
    }

    pub(crate) fn target(&self, reference: &str) -> Option<&'s Value> {
        self.root.pointer(&self.pointer(reference)?)
    }

    /// Returns the part after the `#`. Returns `None` if the URI belongs to another document.
    fn fragment<'r>(&self, reference: &'r str) -> Option<&'r str> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let own = self.root.text("$id").map(|id| id.trim_end_matches('#'));
        (address.is_empty() || Some(address) == own).then_some(fragment)
    }
}

/// Returns the schema that a reference into a document leads to.
pub(crate) fn find_target<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    References::of(root).target(reference)
}

/// Returns the name of the definition that a schema refers to: `Name` of `#/$defs/Name`.
pub(crate) fn find_referred(schema: &impl Lookup) -> Option<String> {
    parse_definition_name(schema.text("$ref")?)
}

/// Returns the name of the definition in `#/$defs/Name`.
pub(crate) fn parse_definition_name(reference: &str) -> Option<String> {
    let pointer = percent_decode(reference.strip_prefix('#')?);
    let name = pointer.strip_prefix("/$defs/")?;
    (!name.contains('/')).then(|| unescape(name))
}

/// Reads a segment of a JSON Pointer.
pub(crate) fn unescape(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}

/// Returns the pointer to the first schema of each name. Skips a schema with an `$id`, which is a
/// separate document.
fn collect_anchors(root: &Value) -> Anchors<'_> {
    let mut anchors = Anchors::default();
    let mut open = vec![(String::new(), root, 0)];
    while let Some((pointer, schema, depth)) = open.pop() {
        let Value::Object(map) = schema else {
            continue;
        };
        if depth > 0 && has_own_address(map) || depth > SCHEMA_DEPTH {
            continue;
        }
        for name in names(map) {
            if !anchors.names.contains_key(name) {
                anchors
                    .names
                    .insert(Cow::Borrowed(name), anchors.pointers.len());
                anchors.pointers.push(pointer.clone());
            }
        }
        let inside = subschemas(map).into_iter().rev();
        open.extend(inside.map(|(step, inside)| (format!("{pointer}{step}"), inside, depth + 1)));
    }
    anchors
}

/// Returns the names of a schema. Before draft 2019-09, a name is an `$id` that contains only a
/// fragment.
fn names(schema: &SchemaMap) -> impl Iterator<Item = &str> {
    let text = |keyword: &&str| schema.text(keyword);
    let newer = ["$anchor", "$dynamicAnchor"].iter().filter_map(text);
    let older = ["$id", "id"].iter().filter_map(text);
    newer.chain(older.filter_map(|id| id.strip_prefix('#')))
}

fn has_own_address(schema: &SchemaMap) -> bool {
    schema.text("$id").is_some_and(|id| !id.starts_with('#'))
}

/// Decodes a URI fragment. A `%` without two hex digits after it stays.
fn percent_decode(fragment: &str) -> String {
    if !fragment.contains('%') {
        return fragment.to_owned();
    }
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let code = match (first, after) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        let code = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{References, parse_definition_name};

    #[track_caller]
    fn leads(root: &Value, reference: &str, pointer: Option<&str>) {
        let found = References::of(root).pointer(reference);
        assert_eq!(found.as_deref(), pointer, "{reference}");
    }

    #[test]
    fn follows_pointers_escapes_and_the_documents_own_address() {
        let root = json!({"$id": "https://example.com/a.json", "$defs": {}});
        leads(&root, "#", Some(""));
        leads(&root, "#/$defs/My%20Type", Some("/$defs/My Type"));
        leads(&root, "#/%24defs/a~1b%25", Some("/$defs/a~1b%"));
        leads(&root, "#/$defs/100%", Some("/$defs/100%"));
        leads(&root, "#/$defs/%C3%A4", Some("/$defs/ä"));
        leads(
            &root,
            "https://example.com/a.json#/$defs/A",
            Some("/$defs/A"),
        );
        leads(&root, "https://example.com/a.json", Some(""));
        leads(&root, "https://example.com/b.json#/$defs/A", None);
        leads(&root, "a.json", None);
    }

    #[test]
    fn finds_the_schemas_that_bear_a_name() {
        let root = json!({
            "properties": {
                "a": {"items": {"$anchor": "inner"}},
                "default": {"default": {"$anchor": "data"}, "$anchor": "named"},
                "other": {"$id": "https://example.com/b.json", "$anchor": "foreign"},
            },
            "definitions": {"old": {"$id": "#older"}},
        });
        leads(&root, "#inner", Some("/properties/a/items"));
        leads(&root, "#named", Some("/properties/default"));
        leads(&root, "#older", Some("/definitions/old"));
        leads(&root, "#data", None);
        leads(&root, "#foreign", None);
        leads(&root, "#nowhere", None);
    }

    #[test]
    fn names_definitions() {
        assert_eq!(
            parse_definition_name("#/$defs/My%20Type").as_deref(),
            Some("My Type")
        );
        assert_eq!(
            parse_definition_name("#/$defs/a~1b").as_deref(),
            Some("a/b")
        );
        assert_eq!(parse_definition_name("#/$defs/a/items"), None);
        assert_eq!(parse_definition_name("#/definitions/a"), None);
    }
}
