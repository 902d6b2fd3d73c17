//! Reads the hints of a schema.

use serde_json::Value;

use super::super::keywords::Keywords;
use super::super::node::types;
use super::super::{Child, NodeId, Sample, SchemaError};
use super::Compiler;
use crate::issue::{GUESSES, Guesses, JsonType, find_nearest};
use crate::schema::{GENEROUS, JSON_STRING, PREPROCESS, XML_STRING};

impl Compiler<'_> {
    /// Compiles a schema at a place, with its hints.
    pub(super) fn build_child(&mut self, schema: &Value, path: &str) -> Result<Child, SchemaError> {
        let node = self.build_node(schema, path)?;
        let json_string = self.asks_for_text(JSON_STRING, schema, node, path);
        let xml_string = self.asks_for_text(XML_STRING, schema, node, path);
        if xml_string && !cfg!(feature = "xml") {
            let reason = "XML in a string is read with the feature `xml` of `tool-core`";
            return Err(SchemaError::new(path, Some(XML_STRING), reason));
        }
        let guesses = read_guesses(schema, path)?;
        self.asks_for_guesses |= guesses != Guesses::NONE;
        let child = Child {
            node,
            json_string,
            xml_string,
            one_of_many: false,
            is_alone: false,
            beside_constants: false,
            guesses,
            preprocess: self.read_preprocess(schema, path)?,
        };
        if self.derived {
            self.keep_samples(schema, child, path);
        }
        Ok(child)
    }

    /// Keeps the defaults and examples of a schema for a later validity check.
    #[inline(never)]
    fn keep_samples(&mut self, schema: &Value, place: Child, path: &str) {
        let mut keep = |keyword, value: &Value| {
            self.samples.push(Sample {
                path: path.to_owned(),
                keyword,
                value: value.clone(),
                place,
            });
        };
        // A null default means that the property may be absent.
        if let Some(value) = schema.get("default").filter(|value| !value.is_null()) {
            keep("default", value);
        }
        let examples = schema.get("examples").and_then(Value::as_array);
        for value in examples.into_iter().flatten() {
            keep("examples", value);
        }
    }

    /// Reads the number of the user-defined function.
    #[inline(never)]
    fn read_preprocess(&self, schema: &Value, path: &str) -> Result<Option<u16>, SchemaError> {
        let Some(hint) = schema.get(PREPROCESS) else {
            return Ok(None);
        };
        let number = hint.as_u64().and_then(|number| u16::try_from(number).ok());
        let is_known = |number: &u16| usize::from(*number) < self.functions.len();
        if let Some(number) = number.filter(is_known) {
            return Ok(Some(number));
        }
        let reason = "a function is written in Rust, on a field of a derived tool";
        Err(SchemaError::new(path, Some(PREPROCESS), reason))
    }

    /// Returns whether the schema has this hint for text.
    fn asks_for_text(
        &mut self,
        hint: &'static str,
        schema: &Value,
        node: NodeId,
        path: &str,
    ) -> bool {
        let asks = schema.get(hint) == Some(&Value::Bool(true));
        if asks {
            self.texts.push((path.to_owned(), hint, node));
        }
        asks
    }

    /// Rejects the hint for JSON or XML in a string if the schema accepts any string.
    pub(super) fn refuse_text_of_text(&self) -> Result<(), SchemaError> {
        for (path, hint, node) in &self.texts {
            if types(&self.nodes, *node).contains(JsonType::String) {
                let format = if *hint == JSON_STRING { "JSON" } else { "XML" };
                let reason = format!(
                    "the schema allows any string, so {format} in a string cannot be distinguished \
                     from text"
                );
                return Err(SchemaError::new(path, Some(hint), reason));
            }
        }
        Ok(())
    }
}

/// Reads the guesses that the hint of a schema permits.
#[inline(never)]
fn read_guesses(schema: &Value, path: &str) -> Result<Guesses, SchemaError> {
    let mut guesses = Guesses::NONE;
    let Some(map) = schema.as_object() else {
        return Ok(guesses);
    };
    let keywords = Keywords { map, path };
    for name in keywords.names(GENEROUS)? {
        let Some(rule) = GUESSES.iter().find(|rule| rule.as_str() == name) else {
            let known = GUESSES.iter().map(|rule| rule.as_str());
            let advice = match find_nearest(name, known) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            let reason = format!("unknown generous rule `{name}`{advice}");
            return Err(keywords.error(GENEROUS, reason));
        };
        if rule.is_of_whole_text() {
            let reason = format!(
                "`{name}` applies to all arguments, so only a generous reader can turn it on"
            );
            return Err(keywords.error(GENEROUS, reason));
        }
        guesses = guesses.union(Guesses::only(*rule));
    }
    Ok(guesses)
}
