//! The laws of reading XML, as properties over generated values and texts.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::{Definition, Leniency};

fn definition() -> Definition {
    let node = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "number": {"type": "integer"},
            "flag": {"type": "boolean"},
            "nodes": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Node"}}, {"type": "null"}]},
        },
        "required": ["text"],
        "additionalProperties": false,
    });
    let place =
        json!({"type": "array", "items": {"$ref": "#/$defs/Node"}, "x-tool-xml-string": true});
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"], "$defs": {"Node": node}});
    Definition::new("tool", "A tool.", schema).expect("a schema")
}

fn node() -> impl Strategy<Value = Value> {
    let fields = (any::<String>(), any::<i64>(), any::<bool>());
    let leaf = fields
        .prop_map(|(text, number, flag)| json!({"text": text, "number": number, "flag": flag}));
    leaf.prop_recursive(4, 20, 4, |inner| {
        // XML has no empty list.
        (any::<String>(), prop::collection::vec(inner, 1..4))
            .prop_map(|(text, nodes)| json!({"text": text, "nodes": nodes}))
    })
}

fn write(value: &Value, xml: &mut String) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| element("item", item, xml)),
        Value::Object(entries) => entries
            .iter()
            .for_each(|(key, value)| element(key, value, xml)),
        Value::String(text) => {
            xml.push_str(
                &text
                    .replace('&', "&amp;")
                    .replace('<', "&lt;")
                    .replace('>', "&gt;"),
            );
        }
        other => write!(xml, "{other}").expect("a string takes all"),
    }
}

fn element(name: &str, value: &Value, xml: &mut String) {
    write!(xml, "<{name}>").expect("a string takes all");
    write(value, xml);
    writeln!(xml, "</{name}>").expect("a string takes all");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A value that was written as XML is read back, in every mode.
    #[test]
    fn xml_round_trips(nodes in prop::collection::vec(node(), 1..4)) {
        let value = Value::Array(nodes);
        let mut xml = String::new();
        write(&value, &mut xml);
        let definition = definition();
        for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
            let reader = definition.reader().leniency(leniency).read::<Value>(&json!({"x": xml}).to_string());
            let reading = reader.map_err(|error| TestCaseError::fail(format!("{error}\n{xml}")))?;
            prop_assert_eq!(&reading.value["x"], &value, "{}", xml);
        }
    }

    /// For any text, the result is a list with items or an error.
    #[test]
    fn no_text_is_read_as_an_empty_list(parts in prop::collection::vec(
        prop::sample::select(vec!["<item>", "</item>", "<text>", "</text>", "<text/>", "a", " ", "&lt;", "&", "<", ">", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "n='1'"]),
        0..12,
    )) {
        let sent = parts.concat();
        let definition = definition();
        for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
            let reading = definition.reader().leniency(leniency).read::<Value>(&json!({"x": sent}).to_string());
            let Ok(reading) = reading else { continue };
            prop_assert!(reading.value["x"].as_array().is_some_and(|items| !items.is_empty()), "{sent}");
            // A value that was read from the notation contains none of its syntax.
            prop_assert!(sent.contains("<text") && !reading.is_exact(), "{sent}");
        }
    }
}
