//! The fields of a request for a choice of tools, for each provider.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tests::targets;
use tool_core::Definition;
use tool_core::provider::{
    Bedrock, ChoiceError, Cohere, DeepSeek, Exports, OpenAi, RequestFields, Target, ToolChoice,
};

fn tool(name: &str) -> Definition {
    Definition::new(name, "A tool.", json!({"type": "object"})).expect("a usable schema")
}

fn exports(target: Target) -> Exports {
    let tools = ["read", "edit", "files/list"].map(tool);
    target
        .export_all(&tools)
        .complete()
        .expect("they can be exported")
}

/// Returns the fields on one line. A list of tools is shortened to the names.
fn line(fields: &RequestFields) -> String {
    let mut body = Value::Object(fields.body().clone());
    for path in ["/tools", "/toolConfig/tools"] {
        if let Some(tools) = body.pointer_mut(path) {
            *tools = names(tools).into();
        }
    }
    let mut line = body.to_string();
    for loss in fields.losses() {
        write!(line, " lost: {} {}", loss.keyword, loss.value).expect("a string takes all");
    }
    line
}

fn names(tools: &Value) -> Vec<String> {
    let tools = tools.as_array().expect("a list");
    let name = |tool: &Value| {
        let places = ["/name", "/function/name", "/toolSpec/name"];
        let mut named = places.iter().filter_map(|place| tool.pointer(place));
        named.next().and_then(Value::as_str).map(str::to_owned)
    };
    tools.iter().filter_map(name).collect()
}

#[test]
fn writes_each_choice_for_each_provider() {
    let choices = [
        ("auto", ToolChoice::auto()),
        ("none", ToolChoice::none()),
        ("required", ToolChoice::required()),
        ("one", ToolChoice::tool("edit")),
        ("some", ToolChoice::auto().only(["files/list", "read"])),
        (
            "some required",
            ToolChoice::required().only(["files/list", "read"]),
        ),
        ("one at a time", ToolChoice::auto().parallel(false)),
    ];
    let mut table = String::new();
    for (name, target) in targets() {
        if name.ends_with(" strict") {
            continue;
        }
        writeln!(table, "{name}").expect("a string takes all");
        let exports = exports(target);
        for (label, choice) in &choices {
            let fields = exports.choose(choice).expect("the tools exist");
            writeln!(table, "  {label}: {}", line(&fields)).expect("a string takes all");
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn finds_tools_of_a_choice_by_their_alias() {
    let exports = exports(OpenAi::chat());
    let alias = exports.find("files/list").and_then(|export| export.alias());
    let alias = alias.expect("an alias").to_owned();
    assert_eq!(
        exports.choose(&ToolChoice::tool(&*alias)),
        exports.choose(&ToolChoice::tool("files/list"))
    );
}

#[test]
fn rejects_a_choice_that_no_tool_satisfies() {
    let exports = exports(OpenAi::chat());
    let error = exports.choose(&ToolChoice::auto().only(["read", "wait"]));
    insta::assert_snapshot!(error.expect_err("an unknown tool"), @"unknown tool `wait`; the request has `read`, `edit`, `files/list`");
    let no_tools: [&str; 0] = [];
    let error = exports.choose(&ToolChoice::required().only(no_tools));
    assert_eq!(error, Err(ChoiceError::NoTool));
    insta::assert_snapshot!(ChoiceError::NoTool, @"the choice requires a call, but allows no tool");
    let empty = OpenAi::chat().export_all(&[]).complete().expect("no tools");
    assert_eq!(
        empty.choose(&ToolChoice::required()),
        Err(ChoiceError::NoTool)
    );
    insta::assert_snapshot!(empty.choose(&ToolChoice::tool("read")).expect_err("an unknown tool"), @"unknown tool `read`; the request has no tools");
    // An optional call of no tool is a ban on calls.
    assert_eq!(
        exports
            .choose(&ToolChoice::auto().only(no_tools))
            .expect("a choice")
            .body()["tool_choice"],
        "none"
    );
}

#[test]
fn fields_are_merged_into_the_body() {
    let exports = exports(Bedrock::converse());
    let mut body = json!({"modelId": "m", "toolConfig": {"toolChoice": {"auto": {}}}});
    exports.fields().add_to(&mut body);
    let choice = ToolChoice::required().only(["read", "edit"]);
    exports
        .choose(&choice)
        .expect("the tools exist")
        .add_to(&mut body);
    assert_eq!(names(&body["toolConfig"]["tools"]), ["read", "edit"]);
    assert_eq!(body["modelId"], "m");
    assert_eq!(body["toolConfig"]["toolChoice"]["any"], json!({}));
    let mut text = json!("no object");
    exports.fields().add_to(&mut text);
    assert_eq!(text, "no object");
}

#[test]
fn request_without_tools_has_no_fields() {
    for (name, target) in targets() {
        let empty = target.export_all(&[]).complete().expect("no tools");
        assert!(empty.fields().body().is_empty(), "{name}");
        assert_eq!(empty.base_url(), None, "{name}");
    }
}

#[test]
fn strict_tools_set_a_flag_or_an_endpoint() {
    let strict = |target: Target| {
        let schema = json!({
            "type": "object",
            "properties": {"path": {"type": "string"}},
            "required": ["path"],
        });
        let read = Definition::new("read", "A tool.", schema).expect("a usable schema");
        target
            .strict()
            .export_all([&read])
            .complete()
            .expect("an export")
    };
    assert_eq!(
        strict(DeepSeek::chat()).base_url(),
        Some("https://api.deepseek.com/beta")
    );
    assert_eq!(strict(Cohere::chat()).fields().body()["strict_tools"], true);
    assert_eq!(strict(OpenAi::chat()).fields().body().len(), 1);
    assert_eq!(exports(DeepSeek::chat()).base_url(), None);
    assert_eq!(exports(Cohere::chat()).fields().body().len(), 1);
}
