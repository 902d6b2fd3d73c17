//! Definitions that are edited at run time: names, texts, schemas, hidden properties, keys for the
//! host, and sets of tools of several servers.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::definition::DefinitionBuilder;
use tool_core::feedback::Style;
use tool_core::provider::Target;
use tool_core::{CallError, Definition, Definitions, Issues, SchemaError, Tool, ToolArg};

#[derive(Debug, PartialEq, ToolArg)]
enum Mode {
    #[serde(alias = "quick")]
    Fast,
    Deep,
}

/// Search the web.
#[derive(Debug, PartialEq, Tool)]
#[tool(
    check = "search_check",
    example = r#"{"query": "rust", "api_key": "an example"}"#
)]
struct Search {
    #[serde(alias = "q")]
    #[tool(preprocess = "join")]
    query: String,
    #[schemars(length(min = 8))]
    api_key: String,
    mode: Option<Mode>,
    #[serde(default)]
    tags: Vec<String>,
}

fn join(value: Value) -> Value {
    match value {
        Value::Array(words) => words
            .iter()
            .filter_map(Value::as_str)
            .collect::<String>()
            .into(),
        other => other,
    }
}

fn search_check(search: &Search, issues: &mut Issues) {
    if search.query == "refuse" {
        issues.add(
            "query",
            format!("the key {} is not for this", search.api_key),
        );
    }
    if search.query == "refuse key" {
        issues.add("api_key", "expired");
    }
}

const SECRET: &str = "sk-12345678";

fn hidden() -> Definition {
    let edit = Search::definition().edit().hide("api_key", SECRET);
    edit.build().expect("a property")
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}},
        "required": ["path"],
    })
}

fn tool(schema: Value) -> DefinitionBuilder {
    Definition::builder("read", "Reads a file.", schema)
}

#[track_caller]
fn error(built: Result<Definition, SchemaError>) -> String {
    built.expect_err("it is refused").to_string()
}

#[test]
fn an_edit_keeps_aliases_functions_and_leniency() {
    let search = Search::definition()
        .edit()
        .name("web_search")
        .description("Search.")
        .edit_schema(|schema| schema["properties"]["tags"]["maxItems"] = json!(1))
        .build()
        .expect("a usable edit");
    assert_eq!(
        (search.name(), search.description()),
        ("web_search", "Search.")
    );
    assert_eq!(search.examples(), Search::definition().examples());
    let call = r#"{"q": ["a", "b"], "api_key": "sk-12345678", "mode": "quick", "tags": "x"}"#;
    let read = search.reader().read::<Search>(call).expect("a call").value;
    assert_eq!(read, Search::parse(call).expect("a call"));
    assert_eq!((&*read.query, read.mode), ("ab", Some(Mode::Fast)));
    // The arguments may be wrapped in a call with the new name, and no other one.
    let named = |name: &str| format!(r#"{{"name": "{name}", "arguments": {call}}}"#);
    assert!(search.parse(named("web_search")).is_ok());
    assert!(search.parse(named("search")).is_err());
    let two = r#"{"q": "a", "api_key": "sk-12345678", "tags": ["x", "y"]}"#;
    assert_snapshot!(search.parse(two).unwrap_err(), @"Please rewrite the input with valid arguments. Errors: tags: expected at most 1 item, got 2");
    assert!(Search::parse(two).is_ok());
    // An edit of an edit.
    let again = search.edit().prefix("a__").build().expect("a name");
    assert_eq!(again.name(), "a__web_search");
    assert!(again.parse(two).is_err() && again.parse(call).is_ok());
}

#[test]
fn members_of_an_enum_are_set_at_run_time() {
    let search = Search::definition()
        .edit()
        .edit_schema(|schema| schema["$defs"]["Mode"]["enum"] = json!(["Fast"]))
        .build()
        .expect("a usable edit");
    let call = |mode: &str| format!(r#"{{"q": "a", "api_key": "sk-12345678", "mode": "{mode}"}}"#);
    assert!(search.parse(call("quick")).is_ok());
    assert_snapshot!(search.parse(call("Deep")).unwrap_err(), @r#"Please rewrite the input with valid arguments. Errors: mode: expected "Fast" or null"#);
}

#[test]
fn an_edit_that_loses_what_the_type_says_is_an_error() {
    let edit = |edit: fn(&mut Value)| Search::definition().edit().edit_schema(edit).build();
    let replaced = edit(|schema| schema["properties"]["mode"] = json!({"enum": ["Fast"]}));
    assert_snapshot!(error(replaced), @"the schema of tool `search` cannot be used: at `/properties/mode/anyOf/0`: the edit removes a schema that has aliases or functions of the type; edit the schema in its place");
    // A property goes with its alias.
    let removed = edit(|schema| {
        let properties = schema["properties"].as_object_mut();
        properties.map(|properties| properties.remove("mode"));
    });
    assert!(removed.is_ok());
    let unusable = edit(|schema| schema["properties"]["tags"] = json!({"type": "sting"}));
    assert_snapshot!(error(unusable), @"the schema of tool `search`, of the type `Search`, cannot be used: `type` at `/properties/tags`: expected the name of a type, or several; change the attribute or the type that causes it");
}

#[test]
fn hidden_properties_are_filled_in_and_never_told() {
    let search = hidden();
    let reader = search.reader();
    let read = reader.read::<Search>(r#"{"q": "a"}"#).expect("a call");
    assert_eq!(read.value.api_key, SECRET);
    let value = search.parse(r#"{"q": "a"}"#).expect("a call");
    assert_eq!(value["api_key"], SECRET);
    let mut again = value.clone();
    search.remove_hidden(&mut again);
    assert_eq!(again, json!({"query": "a"}));
    assert_eq!(search.parse(&again).expect("a call"), value);

    let mut shown = format!("{search:?} {:?}", search.examples());
    for target in Target::all() {
        let export = search.export(target).expect("an export");
        shown += &export.tool().to_string();
    }
    shown += &search.to_markdown();
    for call in [
        "{}",
        r#"{"q": 1, "query": 2, "mode": "x"}"#,
        r#"{"q": "refuse"}"#,
        r#"{"q": "refuse key"}"#,
    ] {
        let error = search.parse(call).unwrap_err();
        for style in [Style::List, Style::ListAgain, Style::Instruction] {
            shown += &error.render(style);
        }
        let error = reader.read::<Search>(call).unwrap_err();
        let debugged = format!("{error:?}");
        shown += &error.to_string();
        shown += &debugged;
    }
    assert!(!shown.contains("sk-1"), "{shown}");
    assert!(!shown.contains("api_key"), "{shown}");
    assert!(!format!("{:?}", search.edit()).contains("sk-1"));
    let properties = search.schema()["properties"].as_object();
    let names: Vec<_> = properties.expect("properties").keys().collect();
    assert_eq!(names, ["query", "mode", "tags"], "in the order of the type");
    assert_snapshot!(search.parse(r#"{"q": "refuse"}"#).unwrap_err(), @"Please rewrite the input with valid arguments. Errors: the host has set this tool up wrongly, so no arguments are right");
}

/// The model invented it, so it is like any undeclared key of the tool.
#[test]
fn a_value_of_the_model_for_a_hidden_property_is_an_undeclared_key() {
    let call = r#"{"q": "a", "api_key": "invented"}"#;
    assert_snapshot!(hidden().parse(call).unwrap_err(), @"Please rewrite the input with valid arguments. Errors: api_key: unknown key");
    let open = hidden()
        .edit()
        .ignore_undeclared()
        .build()
        .expect("an edit");
    let read = open.reader().read::<Search>(call).expect("a call");
    assert_eq!(read.value.api_key, SECRET);
    assert_eq!(read.ignored[0].path.to_string(), "api_key");
    // In a map of other keys, too.
    let mut map = schema();
    map["additionalProperties"] = json!({"type": "string"});
    let map = tool(map).hide("lines", 3).build().expect("a property");
    let read = map
        .reader()
        .read::<Value>(r#"{"path": "a", "lines": "9", "x": "y"}"#);
    let read = read.expect("a call");
    assert_eq!(read.value, json!({"path": "a", "x": "y", "lines": 3}));
    assert_eq!(read.ignored[0].path.to_string(), "lines");
}

#[test]
fn hidden_properties_are_filled_into_repaired_and_wrapped_calls() {
    let read = tool(schema()).hide("lines", 3).build().expect("a property");
    for call in [
        r#"{"path": "a"}"#,
        r#"{"path": "a",}"#,
        r#"{"arguments": {"path": "a"}}"#,
        r#""{\"path\": \"a\"}""#,
        r#"{"name": "read", "arguments": {"path": "a"}}"#,
    ] {
        let value = read
            .parse(call)
            .unwrap_or_else(|error| panic!("{call}: {error}"));
        assert_eq!(value, json!({"path": "a", "lines": 3}), "{call}");
    }
    assert!(read.parse("{}").is_err());
}

#[test]
fn refuses_a_hidden_property_that_the_tool_cannot_have() {
    let hide = |schema: Value, value: Value| tool(schema).hide("path", value).build();
    assert_snapshot!(error(tool(schema()).hide("pat", "a").build()), @r#"the schema of tool `read` cannot be used: `properties` at the root: the arguments have no property "pat" to hide; hide a property of the arguments themselves"#);
    assert_snapshot!(error(hide(schema(), json!(5))), @r#"the schema of tool `read` cannot be used: `properties` at the root: the value of the hidden property "path" is invalid; hide it with a value that fits its schema"#);
    assert!(!error(hide(schema(), json!(71077))).contains("71077"));
    let mut depends = schema();
    depends["anyOf"] = json!([{"required": ["path"]}, {"required": ["lines"]}]);
    assert_snapshot!(error(hide(depends, json!("a"))), @r#"the schema of tool `read` cannot be used: `anyOf` at the root: the keyword depends on the hidden property "path"; remove the keyword with `edit_schema`"#);
    let mut counts = schema();
    counts["minProperties"] = json!(1);
    assert_snapshot!(error(hide(counts, json!("a"))), @r#"the schema of tool `read` cannot be used: `minProperties` at the root: the keyword depends on the hidden property "path"; remove the keyword with `edit_schema`"#);
}

#[test]
fn keys_for_the_host_are_taken_out_of_every_form_of_a_call() {
    let mut closed = schema();
    closed["additionalProperties"] = json!(false);
    closed["maxProperties"] = json!(2);
    let intent = json!({"type": "string"});
    let edit = tool(closed)
        .host_key("_meta")
        .shown_host_key("intent", intent);
    let read = edit.build().expect("free keys");
    let shown = &read.schema()["properties"];
    assert!(shown.get("intent").is_some() && shown.get("_meta").is_none());
    for call in [
        r#"{"path": "a", "lines": 1, "intent": "why", "_meta": {"id": 1}}"#,
        r#"{"path": "a", "lines": "1", "intent": "why", "_meta": {"id": 1},}"#,
        r#"{"intent": "why", "_meta": {"id": 1}, "arguments": {"path": "a", "lines": 1}}"#,
        r#"{"arguments": {"path": "a", "lines": 1, "intent": "why", "_meta": {"id": 1}}}"#,
        r#""{\"path\": \"a\", \"lines\": 1, \"intent\": \"why\", \"_meta\": {\"id\": 1}}""#,
        r#"{"name": "read", "arguments": {"path": "a", "lines": 1, "intent": "why", "_meta": {"id": 1}}}"#,
    ] {
        let reading = read.reader().read::<Value>(call);
        let reading = reading.unwrap_or_else(|error| panic!("{call}: {error}"));
        assert_eq!(reading.value, json!({"path": "a", "lines": 1}), "{call}");
        assert_eq!(
            Value::from(reading.host),
            json!({"intent": "why", "_meta": {"id": 1}})
        );
        assert!(reading.ignored.is_empty());
    }
    // Other keys, and keys inside a property, are not for the host.
    assert!(read.parse(r#"{"path": "a", "meta": 1}"#).is_err());
    assert_snapshot!(read.parse(r#"{"intent": "why"}"#).unwrap_err(), @"Please rewrite the input with valid arguments. Errors: path: Required");
    let nested = r#"{"path": {"_meta": 1}}"#;
    assert!(read.parse(nested).is_err());
    assert!(tool(schema()).host_key("path").build().is_err());
}

/// Serde reads the type without the keys, also if the type is an enum with forms.
#[test]
fn keys_for_the_host_fit_tools_with_several_actions() {
    /// Do something.
    #[derive(Debug, PartialEq, Tool)]
    #[serde(tag = "action", rename_all = "snake_case")]
    enum Act {
        Start { label: String },
        Stop { force: Option<bool> },
    }
    let intent = json!({"type": "string"});
    let edit = Act::definition().edit().shown_host_key("intent", intent);
    let act = edit.build().expect("a free key");
    let call = r#"{"action": "stop", "force": "true", "intent": "why"}"#;
    let read = act.reader().read::<Act>(call).expect("a call");
    assert_eq!(read.value, Act::Stop { force: Some(true) });
    assert_eq!(read.host["intent"], "why");
    for target in Target::all() {
        let export = act.export(target).expect("an export");
        assert!(export.tool().to_string().contains("intent"), "{target}");
    }
    assert!(act.parse(r#"{"action": "stop", "label": "x"}"#).is_err());
}

#[test]
fn undeclared_keys_are_rejected_or_ignored_as_the_set_says() {
    let call = r#"{"path": "a", "more": 1}"#;
    let mut tools = Definitions::default();
    let object = json!({"name": "read", "inputSchema": schema()});
    let errors = tools.add_tool_objects([&object], DefinitionBuilder::reject_undeclared);
    assert!(errors.is_empty());
    assert!(tools.parse("read", call).is_err());
    let tools = tools
        .edit(DefinitionBuilder::ignore_undeclared)
        .expect("an edit");
    assert!(tools.parse("read", call).is_ok());
    // Forms keep their own properties.
    let mut forms = schema();
    forms["anyOf"] = json!([{"properties": {"other": {"type": "integer"}}}]);
    let forms = tool(forms).reject_undeclared().build().expect("an edit");
    assert!(forms.parse(r#"{"path": "a", "other": 1}"#).is_ok());
    assert!(forms.parse(call).is_err());
}

#[test]
fn tools_of_two_servers_fit_in_one_set() {
    let object = json!({"name": "read_file", "inputSchema": schema()});
    let mut tools = Definitions::default();
    for prefix in ["fs__", "github__"] {
        let errors = tools.add_tool_objects([&object], |tool| tool.prefix(prefix));
        assert!(errors.is_empty());
    }
    let errors = tools.add_tool_objects([&object, &object], |tool| tool);
    assert_snapshot!(errors[0], @r#"two tools have the name "read_file"; rename one"#);
    let call = tools
        .parse("github__read_file", r#"{"path": "a"}"#)
        .expect("a call");
    assert_eq!(call.definition.name(), "github__read_file");
    // The edit keeps the server of a tool.
    let tools = Definitions::default();
    let tools = tools.with_server("hub", [tool(schema()).build().expect("a tool")]);
    let tools = tools.expect("one name").edit(|tool| tool.host_key("_meta"));
    let tools = tools.expect("an edit");
    assert!(
        tools
            .parse("mcp__hub__read", r#"{"path": "a", "_meta": 1}"#)
            .is_ok()
    );
}

/// The name of a tool with another prefix, or without one, is a hint and never runs.
#[test]
fn the_last_part_of_a_name_is_a_hint() {
    let named = |name: &str| tool(schema()).name(name).build().expect("a tool");
    let hint = |set: &[&str], sent: &str| {
        let tools = Definitions::new(set.iter().map(|name| named(name))).expect("names");
        match tools.parse(sent, r#"{"path": "a"}"#) {
            Err(CallError::UnknownTool(unknown)) => unknown.nearest.join(" "),
            other => panic!("{sent}: {other:?}"),
        }
    };
    assert_eq!(hint(&["read_file", "wait"], "fs__read_file"), "read_file");
    assert_eq!(
        hint(&["fs__read_file", "fs__wait"], "read_file"),
        "fs__read_file"
    );
    let both = ["fs__read_file", "hub__read_file"];
    assert_eq!(hint(&both, "read_file"), "fs__read_file hub__read_file");
}

#[test]
fn a_tool_with_an_unsupported_keyword_is_checked_for_the_rest() {
    let object = json!({"name": "read", "inputSchema": {
        "type": "object",
        "properties": {
            "id": {"type": "string", "pattern": "^(?!x)"},
            "at": {"$ref": "#/$defs/gone"},
            "lines": {"type": "integer"},
        },
        "required": ["lines"],
    }});
    let builder = DefinitionBuilder::from_tool_object(&object).expect("a name");
    let read = builder.clone().skip_unsupported().build().expect("a tool");
    let unsupported: Vec<_> = read.unsupported().iter().map(SchemaError::path).collect();
    assert!(unsupported.contains(&"/properties/at"), "{unsupported:?}");
    assert_eq!(*read.schema(), object["inputSchema"]);
    assert!(read.parse(r#"{"id": "x", "at": 1, "lines": "3"}"#).is_ok());
    assert!(read.parse(r#"{"id": 1, "lines": "three"}"#).is_err());
    assert!(builder.build().is_err());
}

/// Every tool of real servers takes the keys of a host, and keeps what it read before.
#[test]
fn real_tools_take_prefixes_and_keys_for_the_host() {
    let Some(rows) = shared_rows("mcp_tools.jsonl") else {
        return;
    };
    let intent = json!({"type": "string"});
    let mut failed = Vec::new();
    for row in &rows {
        let builder = DefinitionBuilder::from_tool_object(row).expect("a name");
        let builder = builder.remove_malformed();
        let plain = builder.clone().build().expect("a tool");
        let edit = builder.prefix("a__").host_key("_meta");
        let Ok(edited) = edit
            .shown_host_key("intent_of_call", intent.clone())
            .build()
        else {
            failed.push(plain.name().to_owned());
            continue;
        };
        assert_eq!(edited.name(), format!("a__{}", plain.name()));
        let properties = plain.schema()["properties"].as_object();
        for name in properties
            .into_iter()
            .flat_map(|properties| properties.keys())
        {
            let key = plain.edit().host_key(name).build();
            assert!(key.is_err(), "{}: {name}", plain.name());
        }
        for target in Target::all() {
            let (before, after) = (plain.export(target), edited.export(target));
            assert_eq!(before.is_ok(), after.is_ok(), "{target} {}", plain.name());
        }
    }
    assert_eq!(failed.len(), 0, "{failed:?}");
}
