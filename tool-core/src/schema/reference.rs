//! What a reference leads to. Reading, exports, documents and retry texts all ask here,
//! so that none of them follows a reference that another does not.

use std::cell::OnceCell;
use std::collections::HashMap;

use serde_json::Value;

use super::subschemas::{Schema, inside_with_pointers};

/// The references of one document.
pub(crate) struct References<'s> {
    root: &'s Value,
    /// The pointers to the schemas that bear a name, once a reference asks for one.
    anchors: OnceCell<HashMap<&'s str, String>>,
}

/// How deep schemas with a name are looked for.
const DEEPEST: usize = 256;

impl<'s> References<'s> {
    pub(crate) fn of(root: &'s Value) -> Self {
        Self {
            root,
            anchors: OnceCell::new(),
        }
    }

    /// The JSON Pointer that a reference into the document stands for: `#/$defs/My%20Type`,
    /// `#name` of an `$anchor`, either with the document's own address before it. Whether
    /// a schema stands there is not looked at.
    pub(crate) fn pointer(&self, reference: &str) -> Option<String> {
        let fragment = percent_decode(self.fragment(reference)?);
        if fragment.is_empty() || fragment.starts_with('/') {
            return Some(fragment);
        }
        let anchors = self.anchors.get_or_init(|| anchors(self.root));
        anchors.get(fragment.as_str()).cloned()
    }

    /// The schema that a reference into the document leads to.
    pub(crate) fn target(&self, reference: &str) -> Option<&'s Value> {
        self.root.pointer(&self.pointer(reference)?)
    }

    /// What stands behind the `#`; nothing in the address of another document.
    fn fragment<'r>(&self, reference: &'r str) -> Option<&'r str> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let own = self.root.get("$id").and_then(Value::as_str);
        let own = own.map(|id| id.trim_end_matches('#'));
        (address.is_empty() || Some(address) == own).then_some(fragment)
    }
}

/// What a reference into a document leads to.
pub(crate) fn target<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    References::of(root).target(reference)
}

/// The name of the definition in `#/$defs/Name`.
pub(crate) fn definition_name(reference: &str) -> Option<String> {
    let pointer = percent_decode(reference.strip_prefix('#')?);
    let name = pointer.strip_prefix("/$defs/")?;
    (!name.contains('/')).then(|| unescape(name))
}

/// A segment of a JSON Pointer as the name that it stands for.
pub(crate) fn unescape(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}

/// The schemas that bear a name, the first of each, by it. Those in a schema with an
/// address of its own are not of this document.
fn anchors(root: &Value) -> HashMap<&str, String> {
    let mut anchors = HashMap::new();
    let mut open = vec![(String::new(), root, 0)];
    while let Some((pointer, schema, depth)) = open.pop() {
        let Value::Object(map) = schema else {
            continue;
        };
        if depth > 0 && has_own_address(map) || depth > DEEPEST {
            continue;
        }
        for name in names(map) {
            anchors.entry(name).or_insert_with(|| pointer.clone());
        }
        let inside = inside_with_pointers(map).into_iter().rev();
        open.extend(inside.map(|(below, inside)| (format!("{pointer}{below}"), inside, depth + 1)));
    }
    anchors
}

/// The names that a schema bears: drafts before 2019-09 write one as an address that is
/// a fragment alone.
fn names(schema: &Schema) -> impl Iterator<Item = &str> {
    let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    let newer = ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text);
    let older = ["$id", "id"].into_iter().filter_map(text);
    newer.chain(older.filter_map(|id| id.strip_prefix('#')))
}

fn has_own_address(schema: &Schema) -> bool {
    let id = schema.get("$id").and_then(Value::as_str);
    id.is_some_and(|id| !id.starts_with('#'))
}

/// The text of a URI fragment. A `%` before no two hex digits stands for itself.
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

    use super::{References, definition_name};

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
            definition_name("#/$defs/My%20Type").as_deref(),
            Some("My Type")
        );
        assert_eq!(definition_name("#/$defs/a~1b").as_deref(), Some("a/b"));
        assert_eq!(definition_name("#/$defs/a/items"), None);
        assert_eq!(definition_name("#/definitions/a"), None);
    }
}
