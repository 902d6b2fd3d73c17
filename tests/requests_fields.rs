//! Fields of tools that a definition does not have, and strict mode for chosen tools.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tests::{targets, violations};
use tool_core::Definition;
use tool_core::provider::{
    Anthropic, Bedrock, DeepSeek, Export, Exports, FieldError, Gemini, OpenAi, Reason, Strict,
    Target,
};

fn tool(name: &str) -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
    });
    Definition::new(name, "A tool.", schema).expect("a usable schema")
}

fn exports(target: Target) -> Exports {
    target
        .export_all(&["read", "edit"].map(tool))
        .complete()
        .expect("they can be exported")
}

/// Returns the fields that a target knows.
fn known(target: Target) -> Vec<&'static str> {
    match exports(target).with_field("read", "colour", json!(1)) {
        Err(FieldError::Unknown { known, .. }) => known,
        other => panic!("{other:?}"),
    }
}

/// Returns a value that the field accepts.
fn value(field: &str) -> Value {
    match field {
        "defer_loading" | "eager_input_streaming" | "async" => json!(true),
        "allowed_callers" => json!(["direct"]),
        "icons" => json!([{"src": "data:,"}]),
        "cache_control" => json!({"type": "ephemeral"}),
        "cachePoint" => json!({"type": "default"}),
        "namespace" => json!({"name": "files", "description": "Files."}),
        "_meta" => json!({"example.com/team": "a"}),
        "behavior" => json!("NON_BLOCKING"),
        "short_description" => json!("Reads."),
        other => panic!("{other}"),
    }
}

#[test]
fn writes_each_field_of_each_provider() {
    let mut table = String::new();
    for (name, target) in targets() {
        if name.ends_with(" strict") {
            continue;
        }
        let fields = known(target);
        let listed = match fields.join(", ") {
            listed if listed.is_empty() => "none".to_owned(),
            listed => listed,
        };
        writeln!(table, "{name}: {listed}").expect("a string takes all");
        for field in fields {
            let exports = exports(target)
                .with_field("edit", field, value(field))
                .expect("a field");
            let tools = exports.tools();
            let tools = tools.pointer("/0/functionDeclarations").unwrap_or(tools);
            let tools = tools.as_array().expect("a list");
            let added = tools[1..]
                .iter()
                .map(|tool| without_known(tool).to_string());
            let added: Vec<_> = added.collect();
            writeln!(table, "  {}", added.join(" ")).expect("a string takes all");
            for export in exports.exports() {
                let found = violations(name, export.tool());
                assert!(found.is_empty(), "{name}: {found:?}");
            }
        }
    }
    insta::assert_snapshot!(table);
}

/// Removes the fields that every tool has.
fn without_known(tool: &Value) -> Value {
    let mut tool = tool.clone();
    let known = [
        "parameters",
        "parametersJsonSchema",
        "input_schema",
        "inputSchema",
    ];
    if let Some(tool) = tool.as_object_mut() {
        tool.retain(|key, _| !known.contains(&key.as_str()) && key != "toolSpec");
    }
    tool
}

#[test]
fn errors_list_the_known_fields() {
    let error = |target: Target, field: &str, value: Value| {
        let set = exports(target).with_field("read", field, value);
        set.expect_err("it is rejected").to_string()
    };
    insta::assert_snapshot!(error(Anthropic::messages(), "cacheControl", json!({})), @"unknown field `cacheControl` of a tool of Anthropic; known: `cache_control`, `defer_loading`, `allowed_callers`, `eager_input_streaming`");
    insta::assert_snapshot!(error(OpenAi::chat(), "defer_loading", json!(true)), @"unknown field `defer_loading` of a tool of OpenAI Chat; known: none");
    insta::assert_snapshot!(error(Anthropic::messages(), "defer_loading", json!("yes")), @"field `defer_loading`: expected true or false");
    insta::assert_snapshot!(error(Anthropic::messages(), "allowed_callers", json!("direct")), @"field `allowed_callers`: expected an array");
    insta::assert_snapshot!(error(Anthropic::messages(), "cache_control", json!(true)), @"field `cache_control`: expected an object");
    insta::assert_snapshot!(error(Gemini::json_schema(), "behavior", json!(1)), @"field `behavior`: expected a text");
    insta::assert_snapshot!(error(OpenAi::responses(), "namespace", json!("crm")), @"field `namespace`: expected an object with the texts `name` and `description`");
    let unknown = exports(Bedrock::converse()).with_field("wait", "cachePoint", json!({}));
    insta::assert_snapshot!(unknown.expect_err("an unknown tool"), @"unknown tool `wait`");
}

#[test]
fn fields_that_exclude_each_other_are_errors() {
    let claude = |fields: &[(&str, Value)]| {
        let mut export = tool("read")
            .export(Anthropic::messages())
            .expect("an export");
        for (field, value) in fields {
            export = export.with_field(field, value.clone())?;
        }
        Ok::<_, FieldError>(export)
    };
    let cached = || ("cache_control", json!({"type": "ephemeral"}));
    let deferred = |defer: bool| ("defer_loading", json!(defer));
    let error = claude(&[cached(), deferred(true)]).expect_err("a conflict");
    assert_eq!(
        claude(&[deferred(true), cached()]).expect_err("a conflict"),
        error
    );
    insta::assert_snapshot!(error, @"a tool of Anthropic cannot have both `defer_loading` and `cache_control`; remove one of them");
    assert!(claude(&[deferred(false), cached()]).is_ok());

    let callers = |target: Target, callers: Value| {
        let export = tool("read").export(target.strict()).expect("an export");
        export.with_field("allowed_callers", callers)
    };
    let code = || json!(["direct", "code_execution_20260521"]);
    let error = callers(Anthropic::messages(), code()).expect_err("a conflict");
    insta::assert_snapshot!(error, @"a tool of Anthropic cannot have both `strict` and `allowed_callers`; remove one of them");
    assert!(callers(Anthropic::messages(), json!(["direct"])).is_ok());
    assert!(callers(OpenAi::responses(), json!(["programmatic"])).is_ok());
}

#[test]
fn tools_of_one_namespace_form_one_item() {
    let namespace = |name: &str| json!({"name": name, "description": "Files."});
    let exports = ["a", "b", "c"].map(tool);
    let exports = OpenAi::responses()
        .export_all(&exports)
        .complete()
        .expect("an export");
    let exports = exports
        .with_field("a", "namespace", namespace("x"))
        .expect("a field");
    let exports = exports
        .with_field("c", "namespace", namespace("x"))
        .expect("a field");
    let items = exports.tools().as_array().expect("a list");
    assert_eq!(items.len(), 2);
    assert_eq!(
        (&items[0]["name"], &items[1]["name"]),
        (&json!("x"), &json!("b"))
    );
    let names: Vec<_> = items[0]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| &tool["name"])
        .collect();
    assert_eq!(names, ["a", "c"]);
}

#[test]
fn chosen_tools_are_strict_and_the_others_plain() {
    let tools = ["a", "b", "c"].map(tool);
    for mode in [Strict::Never, Strict::Auto, Strict::Always] {
        let target = Anthropic::messages().with_strict(mode);
        let exports = target
            .export_all_strict(["b"], &tools)
            .complete()
            .expect("an export");
        let strict: Vec<bool> = exports.exports().iter().map(Export::is_strict).collect();
        assert_eq!(strict, [false, true, false]);
        let why = exports.exports()[0].fallback().expect("a reason");
        assert_eq!(why.reason(), &Reason::NotChosen);
        insta::allow_duplicates! {
            insta::assert_snapshot!(why, @"tool `a` cannot be exported to Anthropic (strict): the request has other strict tools; add it to the strict tools");
        }
    }
    // 21 tools would exceed the limit.
    let many: Vec<_> = (0..21).map(|number| tool(&format!("t{number}"))).collect();
    assert!(
        Anthropic::messages()
            .strict()
            .export_all(&many)
            .complete()
            .is_err()
    );
    let chosen = Anthropic::messages()
        .export_all_strict(["t1", "t20"], &many)
        .complete();
    assert_eq!(
        chosen
            .expect("an export")
            .exports()
            .iter()
            .filter(|one| one.is_strict())
            .count(),
        2
    );
}

#[test]
fn unknown_or_lone_strict_tools_are_errors() {
    let tools = ["a", "b"].map(tool);
    let unknown = Anthropic::messages()
        .export_all_strict(["a", "z"], &tools)
        .complete();
    insta::assert_snapshot!(unknown.expect_err("an unknown name"), @"tool `z` cannot be exported to Anthropic (strict): the request has no tool of this name; correct the name");
    let lone = DeepSeek::chat().export_all_strict(["a"], &tools).complete();
    insta::assert_snapshot!(lone.expect_err("strict and plain tools"), @"tool `b` cannot be exported to DeepSeek (strict): either all tools of a request are strict or none, and one cannot be; export all of them without strict");
}
