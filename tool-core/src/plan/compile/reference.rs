use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use super::super::SchemaError;
use super::super::keywords::{Keywords, has_reference};
use super::Compiler;

impl<'s> Compiler<'s> {
    /// Returns the schema that a reference leads to, and its pointer. Follows schemas that are only
    /// a reference.
    pub(super) fn resolve(
        &self,
        reference: &str,
        path: &str,
    ) -> Result<(Cow<'s, Value>, String), SchemaError> {
        let mut reference = reference;
        let mut followed = HashSet::new();
        while followed.insert(reference) {
            let Some((target, pointer)) = self.find_target(reference) else {
                let reason = format!("`{reference}` has no target in this document");
                return Err(SchemaError::gap(path, Some("$ref"), reason));
            };
            let Some(next) = self.find_lone_reference(target) else {
                let target = self.dialect.translate(target, &pointer)?;
                return Ok((target, pointer));
            };
            reference = next;
        }
        let reason = format!("`{reference}` refers to itself");
        Err(SchemaError::new(path, Some("$ref"), reason))
    }

    /// Returns the target of a reference in the original document, and its pointer.
    fn find_target(&self, reference: &str) -> Option<(&'s Value, String)> {
        let pointer = self.references.pointer(reference)?;
        let target = self.document.pointer(&pointer)?;
        // References below a schema with an `$id` resolve against that `$id`.
        let on_the_way = pointer.match_indices('/').skip(1);
        let mut outer = on_the_way.filter_map(|(at, _)| self.document.pointer(&pointer[..at]));
        let based = outer.any(|schema| schema.get("$id").is_some_and(Value::is_string));
        (!based || !has_reference(target)).then_some((target, pointer))
    }

    /// Returns the reference of a schema that is only a reference.
    fn find_lone_reference(&self, schema: &'s Value) -> Option<&'s str> {
        let map = schema.as_object()?;
        let keywords = Keywords { map, path: "" };
        let alone = self.dialect.is_old() || keywords.constraints().count() == 1;
        let based = map.contains_key("$id") && !self.dialect.is_old();
        let pointer = keywords.get("$ref").and_then(Value::as_str)?;
        (alone && !based).then_some(pointer)
    }
}
