//! The tool that the user pasted: a JSON Schema, or a tool object of a provider.

use serde::Serialize;
use serde_json::{Map, Value};
use tool_core::{Definition, SchemaError};

use crate::locate::{Place, entry_at_pointer};

const NAME: &str = "tool";
const SCHEMA_KEYS: &[&str] = &[
    "input_schema",
    "inputSchema",
    "parametersJsonSchema",
    "parameters",
];

pub(crate) struct Given {
    name: String,
    description: String,
    schema: Value,
    /// The place of the schema in the text, as a JSON Pointer.
    pointer: String,
}

/// Why a schema cannot be used, and where.
#[derive(Debug, Serialize)]
pub(crate) struct SchemaFault {
    message: String,
    fix: String,
    /// JSON Pointer into the text. Empty for the root and for text that is not JSON.
    pointer: String,
    keyword: Option<String>,
    place: Option<Place>,
}

impl Given {
    pub(crate) fn parse(text: &str) -> Result<Self, Box<SchemaFault>> {
        let value =
            serde_json::from_str(text).map_err(|error| SchemaFault::of_json(text, &error))?;
        Ok(Self::of_value(value))
    }

    fn of_value(value: Value) -> Self {
        let (object, prefix) = match value.get("function") {
            Some(function) if !is_schema(&value) => (function, "/function"),
            _ => (&value, ""),
        };
        let name = object.get("name").and_then(Value::as_str);
        let inner = SCHEMA_KEYS
            .iter()
            .find_map(|key| Some((*key, object.get(*key).filter(|inner| inner.is_object())?)));
        let description = object
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match (name, inner) {
            (Some(name), Some((key, schema))) if !is_schema(object) => Self {
                name: name.to_owned(),
                description: description.to_owned(),
                schema: schema.clone(),
                pointer: format!("{prefix}/{key}"),
            },
            _ => Self::of_schema(value),
        }
    }

    fn of_schema(schema: Value) -> Self {
        let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
        Self {
            name: name_of_title(text("title")).unwrap_or_else(|| NAME.to_owned()),
            description: text("description").to_owned(),
            pointer: String::new(),
            schema,
        }
    }

    pub(crate) fn define(self, text: &str) -> Result<Definition, Box<SchemaFault>> {
        let Self {
            name,
            description,
            schema,
            pointer,
        } = self;
        Definition::new(name, description, schema)
            .map_err(|error| SchemaFault::of_schema(text, &pointer, &error))
    }
}

/// Returns whether the value looks like a JSON Schema of arguments.
fn is_schema(value: &Value) -> bool {
    let keys = ["properties", "$ref", "anyOf", "oneOf", "allOf"];
    value
        .as_object()
        .is_some_and(|object: &Map<String, Value>| keys.iter().any(|key| object.contains_key(*key)))
}

/// Makes a name such as `edit_file` of a title such as `EditFile` or `Edit a file`.
fn name_of_title(title: &str) -> Option<String> {
    let mut name = String::new();
    let mut is_after_lower = false;
    for character in title.chars() {
        let is_word = character.is_ascii_alphanumeric();
        if (!is_word || (character.is_ascii_uppercase() && is_after_lower))
            && !name.ends_with('_')
            && !name.is_empty()
        {
            name.push('_');
        }
        if is_word {
            name.push(character.to_ascii_lowercase());
        }
        is_after_lower = character.is_ascii_lowercase();
    }
    let name = name.trim_end_matches('_');
    (!name.is_empty()).then(|| name.to_owned())
}

impl SchemaFault {
    fn of_json(text: &str, error: &serde_json::Error) -> Box<Self> {
        // serde_json counts columns in bytes, from 1. Column 0 is the line break before the line.
        let line_start = match error.line() {
            0 | 1 => 0,
            line => text
                .match_indices('\n')
                .nth(line - 2)
                .map_or(0, |(at, _)| at + 1),
        };
        let at = (line_start + error.column()).saturating_sub(1);
        let place = Place::of_character(text, at);
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or_default();
        Box::new(Self {
            message: format!("the schema is not JSON: {reason}"),
            fix: "correct the text".to_owned(),
            pointer: String::new(),
            keyword: None,
            place,
        })
    }

    fn of_schema(text: &str, prefix: &str, error: &SchemaError) -> Box<Self> {
        let pointer = format!("{prefix}{}", error.path());
        let keyword = error.keyword().map(str::to_owned);
        Box::new(Self {
            message: error.reason().to_owned(),
            fix: error.suggestion().to_owned(),
            place: place_of_keyword(text, &pointer, keyword.as_deref()),
            pointer,
            keyword,
        })
    }
}

/// Finds the keyword with its value. Falls back to the schema that lacks the keyword.
fn place_of_keyword(text: &str, pointer: &str, keyword: Option<&str>) -> Option<Place> {
    let at_keyword = keyword.and_then(|keyword| {
        let escaped = keyword.replace('~', "~0").replace('/', "~1");
        entry_at_pointer(text, &format!("{pointer}/{escaped}"))
    });
    let entry = at_keyword.or_else(|| entry_at_pointer(text, pointer))?;
    let start = entry.key.map_or(entry.value.start, |key| key.start);
    Place::of(text, start..entry.value.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Box<SchemaFault> {
        match Given::parse(text).and_then(|given| given.define(text)) {
            Ok(_) => panic!("the schema can be used"),
            Err(fault) => fault,
        }
    }

    fn marked(text: &str) -> String {
        let place = fault(text).place.unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        String::from_utf16(&units[place.start..place.end]).unwrap()
    }

    #[test]
    fn names_a_tool_by_its_title() {
        let name = |title| name_of_title(title);
        assert_eq!(name("EditFile").as_deref(), Some("edit_file"));
        assert_eq!(name(" Edit a file! ").as_deref(), Some("edit_a_file"));
        assert_eq!(name("⚙"), None);
    }

    #[test]
    fn reads_tool_objects_of_providers() {
        let schema = r#"{"type": "object", "properties": {"function": {"type": "string"}}}"#;
        let head = r#""name": "wait", "description": "Wait.""#;
        let texts = [
            format!(r#"{{{head}, "input_schema": {schema}}}"#),
            format!(r#"{{{head}, "inputSchema": {schema}}}"#),
            format!(r#"{{"type": "function", {head}, "parameters": {schema}}}"#),
            format!(r#"{{"type": "function", "function": {{{head}, "parameters": {schema}}}}}"#),
        ];
        for text in texts {
            let definition = Given::parse(&text)
                .and_then(|given| given.define(&text))
                .unwrap();
            assert_eq!(
                (definition.name(), definition.description()),
                ("wait", "Wait.")
            );
            assert_eq!(
                definition.schema()["properties"]["function"]["type"],
                "string"
            );
        }
        let given = Given::parse(schema).unwrap();
        assert_eq!(given.name, "tool");
    }

    #[test]
    fn marks_the_keyword_that_is_wrong() {
        let text = r#"{"type": "object", "properties": {"a": {"minimum": "one"}}}"#;
        assert_eq!(marked(text), r#""minimum": "one""#);
        let tool =
            format!(r#"{{"type": "function", "function": {{"name": "t", "parameters": {text}}}}}"#);
        assert_eq!(marked(&tool), r#""minimum": "one""#);
        assert_eq!(fault(&tool).pointer, "/function/parameters/properties/a");
    }

    #[test]
    fn marks_the_character_where_the_text_leaves_json() {
        let text = "{\n  \"type\": \"object\",\n  \"ü\": tru\n}";
        let fault = fault(text);
        assert!(
            fault
                .message
                .starts_with("the schema is not JSON: expected"),
            "{}",
            fault.message
        );
        let place = fault.place.unwrap();
        assert_eq!(place.line, 3);
    }

    #[test]
    fn marks_the_end_of_text_that_stops_early() {
        assert_eq!(marked("{\"type\": \"object\"\n"), "\"");
        assert!(fault("").place.is_none());
    }
}
