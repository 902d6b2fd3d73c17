use std::borrow::Cow;

use serde_json::Value;

use super::super::keywords::Keywords;
use super::super::{DEEPEST, SchemaError, has_reference};
use super::Compiler;

impl<'s> Compiler<'s> {
    /// The schema that a reference leads to, through references that are
    /// nothing else, and the pointer to it.
    pub(super) fn resolve(
        &self,
        pointer: &str,
        path: &str,
    ) -> Result<(Cow<'s, Value>, String), SchemaError> {
        let mut pointer = pointer;
        for _ in 0..DEEPEST {
            let Some(target) = self.target(pointer) else {
                let reason = format!("`{pointer}` leads to no schema in this document");
                return Err(SchemaError::gap(path, Some("$ref"), reason));
            };
            let Some(next) = self.lone_reference(target) else {
                let pointer = self.own(pointer);
                let target = self.dialect.translate(target, pointer)?;
                return Ok((target, pointer.to_owned()));
            };
            pointer = next;
        }
        let reason = format!("`{pointer}` refers to itself");
        Err(SchemaError::new(path, Some("$ref"), reason))
    }

    /// What a pointer leads to in the document as it was given.
    fn target(&self, pointer: &str) -> Option<&'s Value> {
        let pointer = percent_decode(self.own(pointer).strip_prefix('#')?);
        let target = self.document.pointer(&pointer)?;
        // A schema on the way with an address of its own is where the
        // references below start from.
        let on_the_way = pointer.match_indices('/').skip(1);
        let mut outer = on_the_way.filter_map(|(at, _)| self.document.pointer(&pointer[..at]));
        let based = outer.any(|schema| schema.get("$id").is_some_and(Value::is_string));
        (!based || !has_reference(target)).then_some(target)
    }

    /// A reference without the document's own address.
    fn own<'p>(&self, pointer: &'p str) -> &'p str {
        let id = self.document.get("$id").and_then(Value::as_str);
        let id = id.map(|id| id.trim_end_matches('#'));
        let own = id.and_then(|id| pointer.strip_prefix(id));
        own.filter(|rest| rest.starts_with('#')).unwrap_or(pointer)
    }

    /// Where a schema leads that is a reference and nothing else.
    fn lone_reference(&self, schema: &'s Value) -> Option<&'s str> {
        let map = schema.as_object()?;
        let keywords = Keywords { map, path: "" };
        let alone = self.dialect.draft7 || keywords.constraints().count() == 1;
        let based = map.contains_key("$id") && !self.dialect.draft7;
        let pointer = keywords.get("$ref").and_then(Value::as_str)?;
        (alone && !based).then_some(pointer)
    }
}

/// The text of a URI fragment.
fn percent_decode(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = (*first == b'%').then(|| after.get(..2)).flatten();
        let decoded = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(decoded.unwrap_or(*first));
        rest = if decoded.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
