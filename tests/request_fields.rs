//! The members of a request for the choice of tools and for the shape of an answer, for every
//! target.

use serde_json::{Value, json};
use tests::{target, targets};
use tool_core::provider::{RequestFields, Strict, ToolChoice};
use tool_core::{Definition, Tool, ToolArg};

fn choices() -> Vec<(&'static str, ToolChoice)> {
    vec![
        ("auto", ToolChoice::auto()),
        ("none", ToolChoice::none()),
        ("required", ToolChoice::required()),
        ("one tool", ToolChoice::tool("read")),
        ("two tools", ToolChoice::tools(["read", "write"])),
        ("one at a time", ToolChoice::auto().parallel(false)),
        ("several at a time", ToolChoice::auto().parallel(true)),
        ("none, one at a time", ToolChoice::none().parallel(false)),
    ]
}

fn shown(fields: &RequestFields) -> String {
    let mut text = json!(fields.as_map()).to_string();
    for loss in fields.losses() {
        text += &format!("  lost: {} {}", loss.keyword, loss.value);
    }
    text
}

#[test]
fn choices_of_tools_in_the_form_of_each_api() {
    let mut table = String::new();
    for (name, target) in targets() {
        if name.ends_with(" strict") {
            continue;
        }
        table += &format!("{name}\n");
        for (choice, value) in choices() {
            table += &format!("  {choice}: {}\n", shown(&target.tool_choice(&value)));
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn an_empty_list_of_tools_stands_for_all() {
    let none: [&str; 0] = [];
    for (_, target) in targets() {
        assert_eq!(
            target.tool_choice(&ToolChoice::tools(none)),
            target.tool_choice(&ToolChoice::required()),
        );
    }
}

/// A recipe of a cook book.
#[derive(Debug, PartialEq, Tool)]
struct Recipe {
    title: String,
    /// How long it takes.
    #[schemars(range(min = 1))]
    minutes: u32,
    steps: Vec<Step>,
    source: Option<String>,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Step {
    text: String,
}

#[test]
fn shapes_of_answers_in_the_form_of_each_api() {
    let mut table = String::new();
    for (name, target) in targets() {
        table += &format!("{name}\n");
        match Recipe::definition().response_format(target) {
            Ok(format) => {
                assert_eq!(format.is_tool(), name.starts_with("deepseek"), "{name}");
                table += &format!("  {}\n", shown(format.fields()));
                for loss in format.export().losses() {
                    table += &format!("  lost: {} {} {}\n", loss.path, loss.keyword, loss.value);
                }
            }
            Err(error) => table += &format!("  {error}\n"),
        }
    }
    insta::assert_snapshot!(table);
}

/// A schema that no strict mode supports.
fn any_value() -> Definition {
    let schema = json!({"type": "object", "properties": {"value": {}}});
    Definition::new("guess", "A guess.", schema).expect("a usable schema")
}

#[test]
fn a_schema_that_cannot_be_enforced_becomes_a_forced_tool_if_that_is_allowed() {
    for name in ["anthropic", "bedrock", "cohere"] {
        let definition = any_value();
        assert!(definition.response_format(target(name)).is_err(), "{name}");
        let auto = target(name).with_strict(Strict::Auto);
        let format = definition.response_format(auto).expect("a forced tool");
        assert!(
            format.is_tool() && format.export().fallback().is_some(),
            "{name}"
        );
        let fields = json!(format.fields().as_map()).to_string();
        assert!(
            fields.contains("guess") && fields.contains("tools"),
            "{fields}"
        );
    }
}

#[test]
fn members_are_added_to_a_request() {
    let mut request = json!({"model": "m", "generationConfig": {"temperature": 0}, "tools": [1]});
    let format = Recipe::definition().response_format(target("gemini"));
    let format = format.expect("a format");
    format.fields().add_to(&mut request);
    assert_eq!(request["generationConfig"]["temperature"], 0);
    assert_eq!(
        request["generationConfig"]["responseMimeType"],
        "application/json"
    );
    // A forced tool replaces the other tools.
    let format = Recipe::definition().response_format(target("deepseek"));
    format.expect("a format").fields().add_to(&mut request);
    assert_eq!(request["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!(request["tools"][0]["function"]["name"], "recipe");
    assert_eq!(request["model"], "m");
}

#[test]
fn the_format_shows_the_schema_of_the_export() {
    for (name, target) in targets() {
        let Ok(format) = Recipe::definition().response_format(target) else {
            assert!(name.starts_with("mcp"), "{name}");
            continue;
        };
        let title = &format.export().schema()["properties"]["title"];
        assert_ne!(*title, Value::Null, "{name}");
        let fields = json!(format.fields().as_map()).to_string();
        assert!(fields.contains("minutes"), "{name}: {fields}");
    }
}
