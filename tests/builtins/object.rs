use tool_builtins::ObjectTool;

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
        r#"{"object": {"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}, "operation": "get", "path": "x"}"#,
        r#"{"object": {"a": [1]}, "operation": "get", "path": "/a/1"}"#,
        r#"{"object": {"a": [1]}, "operation": "get", "path": "/a/00"}"#,
        r#"{"object": {"a": "text"}, "operation": "get", "path": "/a/0"}"#,
        r#"{"object": {"b": 1, "a": [2]}, "operation": "keys"}"#,
        r#"{"object": {"b": 1, "a": [2]}, "operation": "values"}"#,
        r#"{"object": {"c": 1, "b": 2, "a": 3}, "operation": "pick", "keys": ["a", "c", "z"]}"#,
        r#"{"object": {"c": 1, "b": 2, "a": 3}, "operation": "omit", "keys": ["b", "z"]}"#,
    ]), @r#"
    {"object": {"a": [{"b": 9007199254740993}]}, "operation": "get", "path": "/a/0/b"}
      9007199254740993
    {"object": {"a/b": 1, "~": 2}, "operation": "get", "path": "/a~1b"}
      1
    {"object": {"a/b": 1, "~": 2}, "operation": "get", "path": "a/b"}
      1
    {"object": {"": 1}, "operation": "get", "path": "/"}
      1
    {"object": {"a": 1}, "operation": "get", "path": ""}
      {"a":1}
    {"object": {"a": null}, "operation": "get", "path": "a"}
      null
    {"object": {"a": 1, "b": {}}, "operation": "get", "path": "/c"}
      error: nothing at "/c"; before the last step is an object of 2: a, b
    {"object": {"a": 1, "b": {}}, "operation": "get", "path": "/b/c"}
      error: nothing at "/b/c"; before the last step is an object of 0
    {"object": {"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}, "operation": "get", "path": "x"}
      error: nothing at "/x"; before the last step is an object of 12: a, b, c, d, e, f, g, h, i, j and 2 more
    {"object": {"a": [1]}, "operation": "get", "path": "/a/1"}
      error: nothing at "/a/1"; before the last step is an array of 1
    {"object": {"a": [1]}, "operation": "get", "path": "/a/00"}
      error: nothing at "/a/00"; before the last step is an array of 1
    {"object": {"a": "text"}, "operation": "get", "path": "/a/0"}
      error: nothing at "/a/0"; before the last step is a string
    {"object": {"b": 1, "a": [2]}, "operation": "keys"}
      ["b","a"]
    {"object": {"b": 1, "a": [2]}, "operation": "values"}
      [1,[2]]
    {"object": {"c": 1, "b": 2, "a": 3}, "operation": "pick", "keys": ["a", "c", "z"]}
      {"c":1,"a":3}
    {"object": {"c": 1, "b": 2, "a": 3}, "operation": "omit", "keys": ["b", "z"]}
      {"c":1,"a":3}
    "#);
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
    ]), @r#"
    {"object": {"a": 1}, "operation": "set", "path": "a", "value": [2]}
      {"a":[2]}
    {"object": {}, "operation": "set", "path": "/a/b/c", "value": 1}
      {"a":{"b":{"c":1}}}
    {"object": {"a": [1]}, "operation": "set", "path": "/a/0", "value": null}
      {"a":[null]}
    {"object": {"a": [1]}, "operation": "set", "path": "/a/-/b", "value": 2}
      {"a":[1,{"b":2}]}
    {"object": {"a": null}, "operation": "set", "path": "/a/b", "value": 2}
      {"a":{"b":2}}
    {"object": {"a": [1]}, "operation": "set", "path": "/a/1", "value": 2}
      error: "/a/1" is no item of the 1 there are; use an index below 1, or - to append
    {"object": {"a": "text"}, "operation": "set", "path": "/a/b", "value": 2}
      error: "/a" is a string, in which nothing can be set; set "/a" itself
    {"object": {"a": 1}, "operation": "set", "path": "", "value": 2}
      error: the path is empty; give a key or a JSON Pointer
    {"object": {"a": 1}, "operation": "set", "path": "a"}
      refused: Please rewrite the input with valid arguments. Errors: value: Required (operation "set")
    {"object": {"c": 1, "b": 2, "a": 3}, "operation": "remove", "path": "c"}
      {"b":2,"a":3}
    {"object": {"a": [1, 2, {"b": 3}]}, "operation": "remove", "path": "/a/0"}
      {"a":[2,{"b":3}]}
    {"object": {"a": [1, {"b": 3, "c": 4}]}, "operation": "remove", "path": "/a/1/b"}
      {"a":[1,{"c":4}]}
    {"object": {"a": [1]}, "operation": "remove", "path": "/a/1"}
      error: nothing at "/a/1"; before the last step is an array of 1
    {"object": {"a": [1]}, "operation": "remove", "path": "/a/1/b"}
      error: nothing at "/a/1"; before the last step is an array of 1
    {"object": {"a": 1}, "operation": "remove", "path": "b"}
      error: nothing at "/b"; before the last step is an object of 1: a
    {"object": {"a": 1}, "operation": "remove", "path": "/a/b"}
      error: nothing at "/a/b"; before the last step is a number
    {"object": {"a": 1}, "operation": "remove", "path": ""}
      error: the path is empty; give a key or a JSON Pointer
    {"object": {"a": {"x": 1, "y": [1]}, "b": 1}, "operation": "merge", "with": {"a": {"y": [2], "z": null}, "c": 3}}
      {"a":{"x":1,"y":[2],"z":null},"b":1,"c":3}
    "#);
    let deep = format!(
        r#"{{"object": {{}}, "operation": "set", "path": "{}", "value": 1}}"#,
        "/a".repeat(65)
    );
    insta::assert_snapshot!(run(&[&deep]).lines().last().unwrap(), @"  error: the path has more than 64 steps");
    let deepest = deep.replacen("/a", "", 1);
    assert!(run(&[&deepest]).contains(r#"  {"a":{"a":"#));
}
