use tool_service::builtin::ObjectTool;

fn run(calls: &[&str]) -> String {
    super::outcomes(ObjectTool::run, calls)
}

#[test]
fn reading() {
    insta::assert_snapshot!(run(&[
        r#"{"object": {"a": [{"b": 9007199254740993}]}, "operation": "get", "path": "/a/0/b"}"#,
        r#"{"object": {"a/b": 1, "~": 2}, "operation": "get", "path": "/a~1b"}"#,
        r#"{"object": {"a/b": 1, "~": 2}, "operation": "get", "path": "a/b"}"#,
        r#"{"object": {"": 1}, "operation": "get", "path": "/"}"#,
        r#"{"object": {"a": 1}, "operation": "get", "path": ""}"#,
        r#"{"object": {"a": null}, "operation": "get", "path": "a"}"#,
        r#"{"object": {"a": 1, "b": {}}, "operation": "get", "path": "/c"}"#,
        r#"{"object": {"a": 1, "b": {}}, "operation": "get", "path": "/b/c"}"#,
        r#"{"object": {"a": [1]}, "operation": "get", "path": "/a/1"}"#,
        r#"{"object": {"a": [1]}, "operation": "get", "path": "/a/00"}"#,
        r#"{"object": {"a": "text"}, "operation": "get", "path": "/a/0"}"#,
        r#"{"object": {"b": 1, "a": [2]}, "operation": "keys"}"#,
        r#"{"object": {"b": 1, "a": [2]}, "operation": "values"}"#,
        r#"{"object": {"c": 1, "b": 2, "a": 3}, "operation": "pick", "keys": ["a", "c", "z"]}"#,
        r#"{"object": {"c": 1, "b": 2, "a": 3}, "operation": "omit", "keys": ["b", "z"]}"#,
    ]), @"");
}

#[test]
fn changing() {
    insta::assert_snapshot!(run(&[
        r#"{"object": {"a": 1}, "operation": "set", "path": "a", "value": [2]}"#,
        r#"{"object": {}, "operation": "set", "path": "/a/b/c", "value": 1}"#,
        r#"{"object": {"a": [1]}, "operation": "set", "path": "/a/0", "value": null}"#,
        r#"{"object": {"a": [1]}, "operation": "set", "path": "/a/-/b", "value": 2}"#,
        r#"{"object": {"a": null}, "operation": "set", "path": "/a/b", "value": 2}"#,
        r#"{"object": {"a": [1]}, "operation": "set", "path": "/a/1", "value": 2}"#,
        r#"{"object": {"a": "text"}, "operation": "set", "path": "/a/b", "value": 2}"#,
        r#"{"object": {"a": 1}, "operation": "set", "path": "", "value": 2}"#,
        r#"{"object": {"a": 1}, "operation": "set", "path": "a"}"#,
        r#"{"object": {"c": 1, "b": 2, "a": 3}, "operation": "remove", "path": "c"}"#,
        r#"{"object": {"a": [1, 2, {"b": 3}]}, "operation": "remove", "path": "/a/0"}"#,
        r#"{"object": {"a": [1, {"b": 3, "c": 4}]}, "operation": "remove", "path": "/a/1/b"}"#,
        r#"{"object": {"a": [1]}, "operation": "remove", "path": "/a/1"}"#,
        r#"{"object": {"a": [1]}, "operation": "remove", "path": "/a/1/b"}"#,
        r#"{"object": {"a": 1}, "operation": "remove", "path": "b"}"#,
        r#"{"object": {"a": 1}, "operation": "remove", "path": "/a/b"}"#,
        r#"{"object": {"a": 1}, "operation": "remove", "path": ""}"#,
        r#"{"object": {"a": {"x": 1, "y": [1]}, "b": 1}, "operation": "merge", "with": {"a": {"y": [2], "z": null}, "c": 3}}"#,
    ]), @"");
    let deep = format!(
        r#"{{"object": {{}}, "operation": "set", "path": "{}", "value": 1}}"#,
        "/a".repeat(65)
    );
    insta::assert_snapshot!(run(&[&deep]).lines().last().unwrap(), @"");
    let deepest = deep.replacen("/a", "", 1);
    assert!(run(&[&deepest]).contains(r#"  {"a":{"a":"#));
}
