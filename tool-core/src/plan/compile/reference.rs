use serde_json::Value;

use super::super::SchemaError;
use super::super::keywords::Keywords;
use super::{Compiler, DEEPEST};

impl<'s> Compiler<'s> {
    /// The schema that a reference leads to, through references that are
    /// nothing else, and the pointer to it.
    pub(super) fn resolve(
        &self,
        pointer: &str,
        path: &str,
    ) -> Result<(&'s Value, String), SchemaError> {
        let error = |reason: String| SchemaError::new(path, Some("$ref"), reason);
        let mut pointer = pointer;
        for _ in 0..DEEPEST {
            let target = pointer
                .strip_prefix('#')
                .and_then(|fragment| self.document.pointer(&percent_decode(fragment)));
            let Some(target) = target else {
                return Err(error(format!(
                    "`{pointer}` leads to no schema in this document"
                )));
            };
            let next = target.as_object().and_then(|map| {
                let keywords = Keywords { map, path };
                let alone = keywords.constraints().count() == 1;
                keywords
                    .get("$ref")
                    .and_then(Value::as_str)
                    .filter(|_| alone)
            });
            match next {
                Some(next) => pointer = next,
                None => return Ok((target, pointer.to_owned())),
            }
        }
        Err(error(format!("`{pointer}` refers to itself")))
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
