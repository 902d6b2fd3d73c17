//! Arrays in place of all arguments.

use serde_json::{Value, json};
use tool_core::feedback::Format;
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
    let text = error.render(Format::List);
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
        r#"expected {"rows": [..]}, got array"#,
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
