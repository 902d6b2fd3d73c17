//! Keys in another style, wrappers and whole calls in objects that are open because their schema
//! says nothing about other keys.

use serde_json::{Map, Value, json};
use tests::{Entropy, shared_rows, valid};
use tool_core::feedback::Style;
use tool_core::rules::Rule;
use tool_core::{Definition, Leniency, Reading, Tool, ToolArg, ToolArgError};

/// Number of optional properties of several words in the open tools of the shared data.
const OPTIONAL_KEYS: usize = 308;
/// Number of open tools of the shared data whose properties are all optional.
const TOOLS_WITHOUT_REQUIRED: usize = 29;

fn read(schema: &Value, raw: &str) -> Result<Reading<Value>, ToolArgError> {
    let definition = Definition::new("issue_read", "Read an issue.", schema.clone());
    definition.expect("a valid schema").reader().read(raw)
}

/// Asserts that both readers, with and without repairs, return the value.
#[track_caller]
fn assert_read(schema: &Value, raw: &str, want: &Value) {
    let reading = read(schema, raw).unwrap_or_else(|error| panic!("{raw}: {error}"));
    assert_eq!(reading.value, *want, "{raw}");
    let definition = Definition::new("issue_read", "Read an issue.", schema.clone());
    let value = definition.expect("a valid schema").parse(raw).expect(raw);
    assert_eq!(value, *want, "{raw}");
}

#[track_caller]
fn assert_as_sent(schema: &Value, raw: &str) -> Reading<Value> {
    let reading = read(schema, raw).unwrap_or_else(|error| panic!("{raw}: {error}"));
    let sent: Value = serde_json::from_str(raw).expect("JSON");
    assert_eq!((&reading.value, reading.is_exact()), (&sent, true), "{raw}");
    reading
}

#[track_caller]
fn describe_refusal(schema: &Value, raw: &str) -> String {
    let error = read(schema, raw).expect_err(raw);
    let text = error.render(Style::List);
    let issues = text.lines().filter_map(|line| line.strip_prefix("- "));
    issues.collect::<Vec<_>>().join("; ")
}

fn state() -> Value {
    json!({"type": "object", "properties": {
        "state": {"type": "string", "enum": ["open", "closed"]},
        "perPage": {"type": "integer"},
    }})
}

fn opened(mut schema: Value) -> Value {
    schema["additionalProperties"] = json!(true);
    schema
}

/// Returns a name of several words in the other style.
fn restyle(name: &str) -> Option<String> {
    let mut restyled = String::new();
    let is_snake = name.trim_matches('_').contains('_');
    let mut before = ' ';
    for c in name.chars() {
        match c {
            '_' if is_snake => {}
            c if is_snake && before == '_' => restyled.extend(c.to_uppercase()),
            c if c.is_uppercase() && before.is_lowercase() => {
                restyled.push('_');
                restyled.extend(c.to_lowercase());
            }
            c => restyled.push(c),
        }
        before = c;
    }
    (restyled != name).then_some(restyled)
}

/// A tool of the shared data whose schema says nothing about other keys.
struct OpenTool {
    definition: Definition,
    schema: Value,
    /// Valid values of all properties.
    values: Map<String, Value>,
}

impl OpenTool {
    fn required(&self) -> Map<String, Value> {
        let required = self.schema["required"].as_array().into_iter().flatten();
        let names = required.filter_map(Value::as_str);
        let values =
            names.filter_map(|name| Some((name.to_owned(), self.values.get(name)?.clone())));
        values.collect()
    }

    fn optional(&self) -> impl Iterator<Item = (&String, &Value)> {
        let required = self.required();
        self.values
            .iter()
            .filter(move |(name, _)| !required.contains_key(*name))
    }
}

/// Returns a valid value of a property.
fn find_valid(property: &Value, root: &Value) -> Value {
    let samples = ["default", "minimum", "maximum"].map(|keyword| property[keyword].clone());
    let made = (0..32).map(|seed| valid(property, root, &mut Entropy::new(&[seed; 64])));
    let takes = |value: &Value| {
        let mut schema = json!({"type": "object", "properties": {"x": property}});
        if let Some(definitions) = root.get("$defs") {
            schema["$defs"] = definitions.clone();
        }
        // A reference may lead to a part of the whole schema.
        let Ok(definition) = Definition::new("tool", "A tool.", schema) else {
            return true;
        };
        let strict = definition.reader().leniency(Leniency::Strict);
        strict.read::<Value>(&json!({"x": value})).is_ok()
    };
    let mut values = samples
        .into_iter()
        .filter(|value| !value.is_null())
        .chain(made);
    values.find(takes).unwrap_or_default()
}

fn open_tools() -> Option<Vec<OpenTool>> {
    let rows = shared_rows("mcp_tools.jsonl")?;
    let tools = rows.into_iter().filter_map(|row| {
        let schema = row["inputSchema"].clone();
        let definition = Definition::new(row["name"].as_str()?, "A tool.", schema.clone()).ok()?;
        let is_open = schema.get("additionalProperties").is_none();
        let properties = schema["properties"].as_object().filter(|_| is_open)?;
        let values = properties.iter().map(|(name, property)| {
            let value = find_valid(property, &schema);
            (name.clone(), value)
        });
        Some(OpenTool {
            values: values.collect(),
            definition,
            schema,
        })
    });
    Some(tools.collect())
}

#[test]
fn reads_every_optional_key_of_real_open_tools_in_another_style() {
    let Some(tools) = open_tools() else {
        return;
    };
    let (mut keys, mut lost) = (0, Vec::new());
    for tool in &tools {
        for (name, value) in tool.optional() {
            let Some(other) = restyle(name) else {
                continue;
            };
            keys += 1;
            let mut arguments = tool.required();
            let mut want = arguments.clone();
            want.insert(name.clone(), value.clone());
            arguments.insert(other.clone(), value.clone());
            let raw = Value::Object(arguments).to_string();
            let reading = tool.definition.reader().read::<Value>(&raw);
            let is_read = reading.is_ok_and(|reading| {
                reading.value == Value::Object(want)
                    && reading
                        .repairs
                        .iter()
                        .any(|repair| repair.rule == Rule::PropertyName)
            });
            if !is_read {
                lost.push(format!("{}: {other}", tool.definition.name()));
            }
        }
    }
    assert_eq!((keys, lost), (OPTIONAL_KEYS, Vec::<String>::new()));
}

#[test]
fn reads_every_lone_wrapper_of_real_open_tools() {
    let Some(tools) = open_tools() else {
        return;
    };
    let (mut count, mut lost) = (0, Vec::new());
    for tool in &tools {
        if !tool.required().is_empty() || tool.values.is_empty() {
            continue;
        }
        count += 1;
        let want = Value::Object(tool.values.clone());
        let name = tool.definition.name();
        for wrapped in [
            json!({"arguments": want}),
            json!({"Params": want.to_string()}),
            json!({name: want}),
            json!({"name": name, "arguments": want}),
        ] {
            let value = tool.definition.parse(&wrapped.to_string());
            if value.ok().as_ref() != Some(&want) {
                lost.push(wrapped.to_string());
            }
        }
    }
    assert_eq!(
        (count, lost),
        (TOOLS_WITHOUT_REQUIRED, Vec::<String>::new())
    );
}

#[test]
fn repairs_a_call_as_a_whole() {
    let schema = json!({"type": "object", "properties": {
        "projectId": {"type": "string"},
        "dryRun": {"type": "boolean"},
        "options": {"type": "object", "properties": {
            "dryRun": {"type": "boolean"},
            "maxCount": {"type": "integer"},
        }},
        "rows": {"type": "array", "items": {"type": "object", "properties": {
            "rowId": {"type": "integer"},
        }}},
    }, "required": ["projectId"]});
    assert_read(
        &schema,
        r#"{"project_id": 7, "dry_run": "true"}"#,
        &json!({"projectId": "7", "dryRun": true}),
    );
    assert_read(
        &schema,
        r#"{"projectId": "a", "options": "{\"dry_run\": true, \"max_count\": \"5\"}"}"#,
        &json!({"projectId": "a", "options": {"dryRun": true, "maxCount": 5}}),
    );
    assert_read(
        &schema,
        r#"{"projectId": "a", "rows": [{"row_id": 1}, {"rowId": 2}, {"Row-ID": 3}]}"#,
        &json!({"projectId": "a", "rows": [{"rowId": 1}, {"rowId": 2}, {"rowId": 3}]}),
    );
    assert_read(
        &schema,
        r#"{"projectId": "a", "Options": {"DRY_RUN": true}}"#,
        &json!({"projectId": "a", "options": {"dryRun": true}}),
    );
}

/// An issue names an argument that is not read, and the absent property that it may be.
#[test]
fn names_the_property_that_an_ignored_key_stands_for() {
    let schema = json!({"type": "object", "properties": {
        "query": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "loc": {"type": "object", "properties": {"lat": {"type": "number"}}},
        "n": {"type": "integer"},
    }, "required": ["query"]});
    for (key, value, near) in [
        ("tags[0]", json!("x"), Some("tags")),
        ("loc.lat", json!(1), Some("loc")),
        ("n?", json!(5), Some("n")),
        ("$n", json!(5), Some("n")),
        ("n: integer", json!(5), Some("n")),
        ("arguments", json!({"n": 5}), Some("n")),
        (
            "payload",
            json!({"query": "b", "tags": ["a"]}),
            Some("tags"),
        ),
        // The call has the property, or nothing names one.
        ("query[0]", json!("x"), None),
        ("payload", json!({"query": "b"}), None),
        ("payload", json!(["n"]), None),
        ("$", json!(1), None),
        ("x.n", json!(1), None),
    ] {
        let mut call = json!({"query": "a"});
        call[key] = value;
        let reading = assert_as_sent(&schema, &call.to_string());
        let nearest: Vec<_> = reading
            .ignored
            .iter()
            .map(|key| key.nearest.as_deref())
            .collect();
        assert_eq!(nearest, [near], "{call}");
    }
}

#[test]
fn reads_keys_in_another_style() {
    for (raw, want) in [
        (r#"{"State": "open"}"#, json!({"state": "open"})),
        (r#"{"state ": "OPEN"}"#, json!({"state": "open"})),
        (r#"{"per_page": 3}"#, json!({"perPage": 3})),
        (r#"{"per_page": null}"#, json!({})),
        (r#"{"per_page": 3, "perPage": 3}"#, json!({"perPage": 3})),
        (r#"{"per_page": 3, "per-page": 3.0}"#, json!({"perPage": 3})),
    ] {
        assert_read(&state(), raw, &want);
    }
    assert_eq!(
        describe_refusal(&state(), r#"{"per_page": "many"}"#),
        "perPage: expected integer, got string \"many\"",
    );
}

#[test]
fn reads_keys_of_unions_in_another_style() {
    let schema = json!({"type": "object", "properties": {"shape": {"anyOf": [
        {"type": "object", "properties": {"sideLength": {"type": "integer"}}},
        {"type": "string"},
    ]}}});
    assert_read(
        &schema,
        r#"{"shape": {"side_length": 2}}"#,
        &json!({"shape": {"sideLength": 2}}),
    );
    let two = json!({"anyOf": [
        {"type": "object", "properties": {"aB": {"type": "integer"}}},
        {"type": "object", "properties": {"a_b": {"type": "integer"}}},
    ]});
    assert_as_sent(&two, r#"{"a_b": 1}"#);
}

#[test]
fn rejects_two_spellings_with_different_values() {
    assert_eq!(
        describe_refusal(&state(), r#"{"per_page": 3, "perPage": 4}"#),
        "per_page: second spelling of \"perPage\"; send it once, under that name",
    );
    assert!(read(&state(), r#"{"per_page": 3, "PerPage": 4}"#).is_err());
    let null = assert_as_sent(&state(), r#"{"perPage": 4, "per_page": null}"#);
    assert_eq!(null.ignored.len(), 1);
}

#[test]
fn keeps_keys_that_the_schema_allows_or_that_fold_to_two_names() {
    for raw in [
        r#"{"per_page": 3}"#,
        r#"{"per_page": 3, "perPage": 4}"#,
        r#"{"arguments": {"state": "open"}}"#,
        r#"{"issue_read": {"state": "open"}}"#,
        r#"{"name": "issue_read", "arguments": {"state": "open"}}"#,
    ] {
        assert_as_sent(&opened(state()), raw);
    }
    let numbers = json!({"type": "object", "properties": {"perPage": {"type": "integer"}},
        "additionalProperties": {"type": "integer"}});
    assert_as_sent(&numbers, r#"{"per_page": 3}"#);
    let pattern = json!({"type": "object", "properties": {"perPage": {"type": "integer"}},
        "patternProperties": {"^per_": {"type": "integer"}}});
    assert_as_sent(&pattern, r#"{"per_page": 3}"#);
    let two = json!({"type": "object", "properties": {"a_b": {}, "aB": {}}});
    let reading = assert_as_sent(&two, r#"{"A-B": 3}"#);
    assert_eq!(reading.ignored[0].path.to_string(), "A-B");
}

#[test]
fn strict_mode_keeps_keys_in_another_style() {
    let definition = Definition::new("issue_read", "Read an issue.", state()).expect("a schema");
    let strict = definition.reader().leniency(Leniency::Strict);
    for raw in [r#"{"per_page":3}"#, r#"{"arguments":{"state":"open"}}"#] {
        let reading = strict.read::<Value>(raw).expect("a valid call");
        assert_eq!(reading.value.to_string(), raw);
    }
}

#[test]
fn unwraps_arguments() {
    let want = json!({"state": "open"});
    for raw in [
        r#"{"arguments": {"state": "open"}}"#,
        r#"{"Arguments": {"State": "open"}}"#,
        r#"{"kwargs": "{\"state\": \"open\"}"}"#,
        r#"{"issue_read": {"state": "open"}}"#,
        r#"{"IssueRead": {"state": "open"}}"#,
        r#"{"type": "object", "input": {"state": "open"}}"#,
        r#"{"arguments": {"input": {"state": "open"}}}"#,
        r#"{"name": "issue_read", "arguments": {"state": "open"}}"#,
        r#"{"name": "issue_read", "arguments": "{\"state\": \"OPEN\"}"}"#,
    ] {
        assert_read(&state(), raw, &want);
    }
    assert_read(&state(), r#"{"arguments": {}}"#, &json!({}));
    let mut titled = state();
    titled["title"] = json!("Reading");
    assert_read(&titled, r#"{"reading": {"state": "open"}}"#, &want);
    let named = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    assert_read(
        &named,
        r#"{"arguments": {"name": "John"}, "name": "IssueRead"}"#,
        &json!({"name": "John"}),
    );
}

#[test]
fn keeps_what_is_no_wrapper() {
    for raw in [
        r#"{"arguments": {"other": 1}}"#,
        r#"{"arguments": {"state": "open"}, "more": 1}"#,
        r#"{"arguments": ["open"]}"#,
        r#"{"payload": {"state": "open"}}"#,
        r#"{"state": "open", "arguments": {"perPage": 3}}"#,
    ] {
        assert_as_sent(&state(), raw);
    }
    let free = json!({"type": "object"});
    assert_as_sent(&free, r#"{"arguments": {"state": "open"}}"#);
    let declared = json!({"type": "object", "properties": {"input": {"type": "object"}, "a": {}}});
    assert_as_sent(&declared, r#"{"input": {"a": 1}}"#);
}

#[test]
fn rejects_calls_that_would_run_without_their_arguments() {
    assert_eq!(
        describe_refusal(&state(), r#"{"arguments": {"state": "gone"}}"#),
        "state: expected \"open\" or \"closed\", got \"gone\" \
         (send only what is inside \"arguments\")",
    );
    let other = describe_refusal(
        &state(),
        r#"{"name": "issue_close", "arguments": {"id": 3}}"#,
    );
    assert!(other.contains("issue_close"), "{other}");
}

#[test]
fn folds_aliases_of_properties() {
    let mut schema = json!({"type": "object", "properties": {
        "path": {"type": "string", "x-tool-aliases": ["file_name"]},
        "limit": {"type": "integer"},
    }});
    for raw in [
        r#"{"file_name": "a"}"#,
        r#"{"fileName": "a"}"#,
        r#"{"FILE-NAME": "a"}"#,
    ] {
        assert_read(&schema, raw, &json!({"path": "a"}));
    }
    schema["additionalProperties"] = json!(false);
    assert_read(&schema, r#"{"fileName": "a"}"#, &json!({"path": "a"}));
    assert!(read(&schema, r#"{"fileName": "a", "path": "b"}"#).is_err());
    schema["properties"]["limit"]["x-tool-aliases"] = json!(["fileName"]);
    assert_read(&schema, r#"{"fileName": 1}"#, &json!({"limit": 1}));
    assert!(read(&schema, r#"{"FileName": 1}"#).is_err());
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Order {
    #[serde(alias = "sort_up")]
    Ascending,
    Descending,
    #[serde(alias = "sort_by")]
    By {
        column: String,
    },
}

/// Sort rows.
#[derive(Debug, PartialEq, Tool)]
struct Sort {
    order: Order,
}

#[test]
fn folds_aliases_of_variants() {
    for raw in ["sort_up", "sortUp", "SORT-UP", "Ascending"] {
        let sort = Sort::parse(&json!({"order": raw})).expect(raw);
        assert_eq!(sort.order, Order::Ascending);
    }
    let by = json!({"order": {"SortBy": {"column": "a"}}});
    let column = "a".to_owned();
    assert_eq!(
        Sort::parse(&by).expect("a call").order,
        Order::By { column }
    );
    assert!(Sort::parse(&json!({"order": "sort_down"})).is_err());
}
