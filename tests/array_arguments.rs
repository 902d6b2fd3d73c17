//! Arrays in place of all arguments.

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::rules::Rule;
use tool_core::{Definition, Tool, ToolArg};

/// Replace the list of tasks.
#[derive(Debug, PartialEq, Tool)]
struct TodoWrite {
    todos: Vec<Todo>,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Todo {
    content: String,
    #[serde(default)]
    done: bool,
}

fn todo(content: &str, done: bool) -> Todo {
    let content = content.to_owned();
    Todo { content, done }
}

fn definition(schema: Value) -> Definition {
    Definition::new("tool", "A tool.", schema).expect("a valid schema")
}

fn describe(definition: &Definition, raw: &str) -> String {
    let error = definition.reader().read::<Value>(raw).expect_err(raw);
    let text = error.render(Style::List);
    let issues = text.lines().filter_map(|line| line.strip_prefix("- "));
    issues.collect::<Vec<_>>().join("; ")
}

#[test]
fn reads_an_array_as_the_only_array_of_the_tool() {
    for (raw, todos) in [
        (
            r#"[{"content": "a"}, {"content": "b", "done": true}]"#,
            vec![todo("a", false), todo("b", true)],
        ),
        (r#"[{"content": "a"}]"#, vec![todo("a", false)]),
        (
            r#"[{"Content": "a", "done": "yes"}]"#,
            vec![todo("a", true)],
        ),
        (
            "```json\n[{\"content\": \"a\"}, {\"content\": \"b\"}]\n```",
            vec![todo("a", false), todo("b", false)],
        ),
    ] {
        let reading = TodoWrite::definition().reader().read::<TodoWrite>(raw);
        let reading = reading.unwrap_or_else(|error| panic!("{raw}: {error}"));
        assert_eq!(reading.value, TodoWrite { todos }, "{raw}");
        let mut rules = reading.repairs.iter().map(|repair| repair.rule);
        assert!(rules.any(|rule| rule == Rule::ArrayArgument), "{raw}");
    }
}

#[test]
fn one_item_with_the_property_is_the_arguments() {
    let raw = r#"[{"todos": [{"content": "a"}]}]"#;
    let reading = TodoWrite::definition().reader().read::<TodoWrite>(raw);
    let todos = vec![todo("a", false)];
    assert_eq!(reading.expect(raw).value, TodoWrite { todos });
}

#[test]
fn reads_an_array_of_scalars() {
    let paths = definition(json!({"type": "object", "properties": {
        "paths": {"type": "array", "items": {"type": "string"}},
        "limit": {"type": "integer"},
    }, "required": ["paths"]}));
    for raw in [r#"["/a", "/b"]"#, r#""[\"/a\", \"/b\"]""#] {
        assert_eq!(paths.parse(raw).expect(raw), json!({"paths": ["/a", "/b"]}));
    }
    assert_eq!(
        paths.parse(r#"["/a"]"#).expect("one"),
        json!({"paths": ["/a"]})
    );
    assert!(paths.parse("[]").is_err());
}

#[test]
fn reports_the_faults_of_the_items() {
    let raw = r#"[{"content": "a"}, {"content": {"text": "b"}}]"#;
    let text = describe(TodoWrite::definition(), raw);
    assert!(
        text.starts_with("todos[1].content: expected string"),
        "{text}"
    );
}

#[test]
fn asks_for_the_object_if_another_argument_is_missing() {
    let titled = definition(json!({"type": "object", "properties": {
        "title": {"type": "string"},
        "rows": {"type": "array", "items": {"type": "integer"}},
    }, "required": ["title", "rows"]}));
    assert_eq!(
        describe(&titled, "[1, 2]"),
        r#"expected {"title": .., "rows": [..]}, got array"#,
    );
}

#[test]
fn leaves_an_array_that_may_mean_another_property() {
    for schema in [
        json!({"type": "object", "properties": {"a": {"type": "array"}}}),
        json!({"type": "object", "properties": {"a": {"type": "array"}, "b": {"type": "array"}}, "required": ["a"]}),
        json!({"type": "object", "properties": {"a": {"type": "array"}, "b": {}}, "required": ["a"]}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}),
    ] {
        let definition = definition(schema);
        assert!(definition.parse("[1, 2]").is_err());
    }
}

#[test]
fn several_calls_in_an_array_are_rejected() {
    let raw = r#"[{"todos": [{"content": "a"}]}, {"todos": [{"content": "b"}]}]"#;
    let text = describe(TodoWrite::definition(), raw);
    assert!(text.starts_with("several objects were sent"), "{text}");
}

/// A tool with a required list named `rows`, an optional number named `n`, and no other list.
fn with_rows(rows: &Value) -> Definition {
    definition(json!({"type": "object", "properties": {
        "rows": rows, "n": {"type": "integer"},
    }, "required": ["rows"]}))
}

/// Schemas whose arrays accept items with any keys.
fn open_lists() -> Vec<Value> {
    let items = [
        json!({"type": "object"}),
        json!({}),
        json!({"type": "object", "additionalProperties": {}}),
        json!({"type": "object", "properties": {"id": {"type": "integer"}}}),
        json!({"anyOf": [{"type": "string"}, {"type": "object"}]}),
    ];
    let mut lists: Vec<Value> = items
        .iter()
        .map(|items| json!({"type": "array", "items": items}))
        .collect();
    lists.push(json!({}));
    lists.push(json!({"type": "array"}));
    for items in &items {
        lists.push(json!({"anyOf": [{"type": "string"}, {"type": "array", "items": items}]}));
        lists.push(json!({"type": ["array", "null"], "items": items}));
    }
    lists
}

#[test]
fn an_array_of_one_around_the_arguments_is_not_the_list() {
    for rows in open_lists() {
        let tool = with_rows(&rows);
        for arguments in [
            json!({"rows": [{"a": 1}], "n": 3}),
            json!({"rows": [{"a": 1}]}),
        ] {
            for raw in [
                format!("[{arguments}]"),
                format!("[[{arguments}]]"),
                json!(format!("[{arguments}]")).to_string(),
                json!([arguments.to_string()]).to_string(),
                format!("```json\n[{arguments}]\n```"),
                format!(r#"[{{"arguments": {arguments}}}]"#),
                format!(r#"[{{"name": "tool", "arguments": {arguments}}}]"#),
                format!("[{arguments}, {arguments}]"),
            ] {
                let read = tool.parse(&raw);
                assert_eq!(
                    read.as_ref().ok(),
                    Some(&arguments),
                    "{raw} {rows}: {read:?}"
                );
            }
        }
        let several = r#"[{"rows": [{"a": 1}]}, {"rows": [{"a": 2}], "n": 2}]"#;
        let text = describe(&tool, several);
        assert!(
            text.starts_with("several objects were sent"),
            "{rows}: {text}"
        );
        let faulty = r#"[{"rows": [{"a": 1}], "n": "x"}]"#;
        assert_eq!(
            describe(&tool, faulty),
            r#"n: expected integer, got string "x""#,
            "{rows}"
        );
        assert_eq!(
            tool.parse(r#"[{"b": 1}]"#).ok(),
            Some(json!({"rows": [{"b": 1}]}))
        );
    }
}

#[test]
fn rejects_an_array_of_one_that_may_be_the_list_or_the_arguments() {
    let tree = definition(json!({"type": "object", "properties": {
        "children": {"type": "array", "items": {"$ref": "#"}}, "name": {"type": "string"},
    }, "required": ["children"], "additionalProperties": false}));
    for raw in [
        r#"[{"children": []}]"#,
        r#"[{"name": "a", "children": [{"children": []}]}]"#,
    ] {
        let text = describe(&tree, raw);
        let asked = r#"expected an object such as {"children": [..]}, got array"#;
        assert!(text.starts_with(asked), "{text}");
    }
}

#[test]
fn asks_for_an_optional_list_by_its_name() {
    let tool = definition(json!({"type": "object", "properties": {"todos": {
        "type": "array", "items": {
            "type": "object", "properties": {"c": {"type": "string"}}, "required": ["c"],
        },
    }}}));
    for raw in [r#"[{"c": "x"}, {"c": "y"}]"#, r#"[{"c": "x"}]"#, r#"["x"]"#] {
        let text = describe(&tool, raw);
        let asked = r#"expected an object such as {"todos": [..]}, got array"#;
        assert!(text.starts_with(asked), "{raw}: {text}");
    }
    assert!(tool.parse(r#""[{\"c\": \"x\"}]""#).is_err());
    // A required argument comes before the optional list.
    let search = definition(json!({"type": "object", "properties": {
        "query": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
    }, "required": ["query"]}));
    let asked =
        r#"expected an object such as {"query": ..}, got array ["query","x"] (required: query)"#;
    assert_eq!(describe(&search, r#"["query", "x"]"#), asked);
    let arguments = json!({"todos": [{"c": "x"}]});
    assert_eq!(tool.parse(&format!("[{arguments}]")).ok(), Some(arguments));
}

#[test]
fn an_item_without_a_declared_key_is_not_the_arguments() {
    let tool = definition(json!({"type": "object", "properties": {"a": {"type": "integer"}}}));
    assert_eq!(
        describe(&tool, r#"[{"b": 1}]"#),
        r#"expected object, got array [{"b":1}]"#
    );
    assert_eq!(
        describe(&tool, r#"[{"b": 1}, {"b": 2}]"#),
        r#"expected object, got array [{"b":1},{"b":2}]"#
    );
    assert_eq!(tool.parse(r#"[{"A": 1}]"#).ok(), Some(json!({"a": 1})));
    assert_eq!(tool.parse("[{}]").ok(), Some(json!({})));
    let free = definition(json!({"type": "object"}));
    assert_eq!(free.parse(r#"[{"b": 1}]"#).ok(), Some(json!({"b": 1})));
    let map = definition(json!({"type": "object", "additionalProperties": {"type": "string"}}));
    assert_eq!(map.parse(r#"[{"b": "1"}]"#).ok(), Some(json!({"b": "1"})));
}

#[test]
fn reads_an_array_of_strings_among_marks() {
    let paths = definition(json!({"type": "object", "properties": {
        "paths": {"type": "array", "items": {"type": "string"}},
    }, "required": ["paths"]}));
    for raw in [
        "```json\n[\"a\", \"b\"]\n```",
        "```\n[\"a\", \"b\"]\n```",
        "[\"a\", \"b\"]<|call|>",
        "<tool_call>[\"a\", \"b\"]</tool_call>",
    ] {
        assert_eq!(
            paths.parse(raw).ok(),
            Some(json!({"paths": ["a", "b"]})),
            "{raw}"
        );
    }
    for raw in [
        "See [\"a\"] for more.",
        "Use this:\n```json\n[\"a\"]\n```\nor not.",
        "```json\n[\"a\", \"b\"",
        "[\"a\"] [\"b\"]",
        "<think>[\"a\"]</think>",
        "[THINK][\"a\"][/THINK]",
        "<think>\"{\\\"paths\\\": [\\\"a\\\"]}\"</think>",
    ] {
        assert!(paths.parse(raw).is_err(), "{raw}");
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(json!(null)),
        any::<i32>().prop_map(Value::from),
        "[a-c]{0,3}".prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 12, 3, |inner| {
        let key = prop_oneof![Just("rows"), Just("n"), Just("id"), Just("a")];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::btree_map(key.prop_map(str::to_owned), inner, 0..3)
                .prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    /// A valid call in an array of one reads as that call, or is rejected.
    #[test]
    fn a_call_in_an_array_of_one_never_becomes_another_call(
        list in 0..open_lists().len(),
        rows in proptest::collection::vec(any_value(), 0..3),
        n in proptest::option::of(any::<i32>()),
        is_closed in any::<bool>(),
    ) {
        let mut schema = json!({"type": "object", "properties": {
            "rows": open_lists()[list], "n": {"type": "integer"},
        }, "required": ["rows"]});
        if is_closed {
            schema["additionalProperties"] = json!(false);
        }
        let tool = definition(schema);
        let mut arguments = json!({ "rows": rows });
        if let Some(n) = n {
            arguments["n"] = json!(n);
        }
        let Ok(value) = tool.parse(&arguments.to_string()) else {
            return Ok(());
        };
        for raw in [format!("[{arguments}]"), json!(format!("[{arguments}]")).to_string()] {
            if let Ok(read) = tool.parse(&raw) {
                prop_assert_eq!(&read, &value, "{}", raw);
            }
        }
    }
}

/// One value becomes an array only if the array is valid: it has the items that `contains` asks for.
#[test]
fn an_array_of_one_value_has_the_items_that_contains_asks_for() {
    let read = |array: Value, sent: Value| {
        let schema = json!({"type": "object", "properties": {"x": array}, "required": ["x"]});
        let raw = json!({"x": sent}).to_string();
        let read = definition(schema).reader().read::<Value>(&raw);
        read.ok().map(|read| read.value["x"].clone())
    };
    let of = |item: &str| json!({"type": "array", "contains": {"type": item}});
    assert_eq!(read(of("integer"), json!(42)), Some(json!([42])));
    assert_eq!(read(of("string"), json!("a")), Some(json!(["a"])));
    for (array, sent) in [
        (of("integer"), json!("42")),
        (of("integer"), json!(true)),
        (of("array"), json!(42)),
        (
            json!({"type": "array", "contains": {"const": 1}, "minContains": 2}),
            json!(1),
        ),
        (
            json!({"type": ["array", "null"], "contains": {"type": "integer"}}),
            json!({"a": 1}),
        ),
    ] {
        assert_eq!(read(array.clone(), sent.clone()), None, "{array} {sent}");
    }
    let none = json!({"type": "array", "contains": {"type": "integer"}, "minContains": 0});
    assert_eq!(read(none, json!("a")), Some(json!(["a"])));
}
