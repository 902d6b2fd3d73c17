//! Whole calls in the syntax of other formats, sent as the arguments: they are read
//! as the arguments of a call that they hold, or rejected, and never read in part.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use tests::{read_only_call, shared_rows};
use tool_core::feedback::Style;
use tool_core::{Definition, Finish, Input};

/// Collects the keys of all objects in the wanted arguments.
fn inner_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                keys.insert(key.clone());
                inner_keys(value, keys);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| inner_keys(item, keys)),
        _ => {}
    }
}

fn calls(row: &Value) -> Vec<&Value> {
    let lists = ["want", "alt_want", "repair_want", "peer_want"];
    let lists = lists.iter().filter_map(|key| row[*key].as_array());
    lists.flatten().map(|call| &call["arguments"]).collect()
}

/// The schemas that a text is read by: the tool's own, and those that refuse least.
fn schemas(row: &Value, own: &Value) -> Vec<Value> {
    let mut keys = BTreeSet::new();
    for arguments in calls(row) {
        for value in arguments.as_object().into_iter().flat_map(Map::values) {
            inner_keys(value, &mut keys);
        }
    }
    let inner: Map<String, Value> = keys.into_iter().map(|key| (key, json!({}))).collect();
    vec![
        own.clone(),
        json!({"type": "object"}),
        json!({"type": "object", "properties": inner}),
        json!({"type": "object", "properties": inner, "additionalProperties": false}),
    ]
}

fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            let is_in_right = |(key, value)| right.get(key).is_some_and(|other| same(value, other));
            left.len() == right.len() && left.iter().all(is_in_right)
        }
        (left, right) => left == right,
    }
}

#[test]
fn reads_no_part_of_a_call_in_another_syntax() {
    let Some(rows) = shared_rows("model_texts.jsonl") else {
        return;
    };
    let mut wrong = Vec::new();
    let mut read = 0;
    for row in rows {
        let text = row["text"].as_str().expect("a text");
        let wanted = calls(&row);
        let as_sent: Option<Value> = serde_json::from_str(text).ok();
        for tool in row["tools"].as_array().expect("tools") {
            let name = tool["name"].as_str().expect("a name");
            for schema in schemas(&row, &tool["schema"]) {
                let Ok(definition) = Definition::new(name, "A tool.", schema.clone()) else {
                    continue;
                };
                for finish in [Finish::Unknown, Finish::Complete] {
                    let Ok(reading) = definition
                        .reader()
                        .read::<Value>(Input::from(text).finish(finish))
                    else {
                        continue;
                    };
                    // A value that the schema accepts is never changed, except that a lone wrapper is
                    // removed.
                    let is_identity = as_sent.as_ref() == Some(&reading.value);
                    let inside = as_sent.as_ref().and_then(|sent| sent.get("arguments"));
                    let is_inside = inside == Some(&reading.value)
                        && as_sent
                            .as_ref()
                            .and_then(Value::as_object)
                            .is_some_and(|sent| sent.len() == 1);
                    let is_whole_call = || {
                        read_only_call(text, &definition, finish).as_ref() == Some(&reading.value)
                    };
                    if !is_identity
                        && !is_inside
                        && !is_whole_call()
                        && !wanted.iter().any(|want| same(want, &reading.value))
                    {
                        wrong.push(format!(
                            "{} {name} {finish:?} {} <- {text:?}\n   schema {schema}",
                            row["id"], reading.value
                        ));
                    }
                    read += 1;
                }
            }
        }
    }
    println!("{read} are read");
    assert!(read > 0, "none of the texts is read");
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
}

fn read(schema: &Value, raw: &str) -> Option<Value> {
    let definition = Definition::new("search", "A tool.", schema.clone()).expect("a schema");
    definition
        .reader()
        .read::<Value>(raw)
        .ok()
        .map(|reading| reading.value)
}

/// `{"lang": "en"}` is the value of `filters` in each; a usual tool takes it as arguments.
const ARGUMENT_OF_A_CALL: &[&str] = &[
    r#"[search(query="rust", filters={"lang":"en"})]"#,
    r#"search("rust", {"lang":"en"})"#,
    r#"search(":)", {"lang":"en"})"#,
    r#"call:search(query="rust", filters={"lang":"en"})"#,
    r#"<function=search><parameter=query>rust</parameter><parameter=filters>{"lang": "en"}</parameter></function>"#,
    r#"<tool_call><function=search><parameter=filters>with {"lang": "en"}</parameter></function></tool_call>"#,
    r#"<arg_key>query</arg_key><arg_value>rust</arg_value><arg_key>filters</arg_key><arg_value>{"lang": "en"}</arg_value>"#,
    r#"{"lang": "en"}</arg_value><arg_key>query</arg_key><arg_value>rust</arg_value>"#,
    r#"<｜DSML｜invoke name="search"><｜DSML｜parameter name="filters" string="false">{"lang": "en"}</｜DSML｜parameter></｜DSML｜invoke>"#,
    r#"<invoke name="search"><parameter name="filters">{"lang": "en"}</parameter></invoke>"#,
    r#"<search><query>rust</query><filters>{"lang": "en"}</filters></search>"#,
    r#"<|open|>argument key="filters" type="object"<|sep|>{"lang":"en"}<|close|>argument<|sep|>"#,
    "query: rust\nfilters: {\"lang\": \"en\"}",
    "filters:\n```json\n{\"lang\": \"en\"}\n```",
    "- query: rust\n- filters: {\"lang\": \"en\"}",
    "Query: rust\nFilters: {\"lang\": \"en\"}",
    r#"query="rust" filters={"lang": "en"}"#,
    r#"filters={"lang": "en"} query=rust"#,
    r#"`filters`: {"lang": "en"}"#,
    r#"{"lang": "en"}, query="rust")"#,
];

/// Code and commands that hold an object.
const CODE: &[&str] = &[
    r#"find . -name "*.rs" -exec wc -l {} \;"#,
    r#"println!("{}", x);"#,
    "fn main() {}",
    "const f = () => {};",
    "Thought: nothing to filter, so {} is right for filters",
    r#"curl -d '{"lang": "en"}' http://localhost"#,
    r#"curl -d {"lang": "en"} http://localhost"#,
    r#"const options = {"lang": "en"};"#,
    "const f = () => {lang: 'en'};",
    r#"return {"lang": "en"}"#,
    r#"if (x) {"lang": "en"}"#,
    r#"fetch(url, {"lang": "en"})"#,
    r#"callback({"lang": "en"});"#,
    r#"echo '{"lang": "en"}' | jq ."#,
    r#"echo {"lang": "en"} | jq ."#,
    "```bash\ncat > f.json <<EOF\n{\"lang\": \"en\"}\nEOF\n```",
    "```python\nimport json\n{\"lang\": \"en\"}\n```",
    r#"The call `{"lang": "en"}` failed"#,
    r#"The user wrote “{"lang": "en"}” before."#,
    r#"{"lang": "en"} >> out.json"#,
    r#"echo {"lang": "en"} && make"#,
    "SELECT 1 WHERE data = '{\"lang\": \"en\"}'",
];

/// Texts that may surround the whole arguments.
const WHOLE: &[&str] = &[
    "Sure: {\"lang\": \"en\"}",
    "Here is the call:\n\n{\"lang\": \"en\"}\n\nLet me know.",
    "{\"lang\": \"en\"}\n\n> I search in English.",
    "```python\n{\"lang\": \"en\"}\n```",
    "Arguments: `{\"lang\": \"en\"}`",
    "I will call search (as asked). {\"lang\": \"en\"}",
    "**Arguments:**\n```json\n{\"lang\": \"en\"}\n```",
    "Thought: I need it.\nAction: search\nAction Input: {\"lang\": \"en\"}",
    "<tool_call>{\"lang\": \"en\"}</tool_call>",
    "<function=search>{\"lang\": \"en\"}</function>",
    "<arguments>\n{\"lang\": \"en\"}\n</arguments>",
    "<|channel|>commentary to=functions.search <|constrain|>json<|message|>{\"lang\": \"en\"}<|call|>",
    "[TOOL_CALLS]search[ARGS]{\"lang\": \"en\"}",
    "<｜tool▁call▁begin｜>search<｜tool▁sep｜>{\"lang\": \"en\"}<｜tool▁call▁end｜>",
    "<think>I use f(x) and <b>.</think>{\"lang\": \"en\"}",
];

#[test]
fn rejects_one_argument_of_a_call_and_an_object_of_code() {
    let usual = json!({"type": "object", "properties": {
        "query": {"type": "string"}, "limit": {"type": "integer"}, "filters": {"type": "object"},
    }});
    let closed =
        json!({"type": "object", "properties": {"lang": {}}, "additionalProperties": false});
    for schema in [usual, closed] {
        for text in ARGUMENT_OF_A_CALL {
            // A whole call of the tool may be read, with all its arguments.
            let read = read(&schema, text).map(|value| value["filters"].clone());
            assert!(
                read.is_none_or(|filters| filters == json!({"lang": "en"})),
                "{text}"
            );
        }
        for text in CODE {
            assert_eq!(read(&schema, text), None, "{text}");
        }
        for text in WHOLE {
            assert_eq!(read(&schema, text), Some(json!({"lang": "en"})), "{text}");
        }
    }
}

#[test]
fn reads_an_empty_object_only_between_marks() {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    for text in [
        "```json\n{}\n```",
        "<tool_call>{}</tool_call>",
        "{}<|call|>",
        "[TOOL_CALLS]{}</s>",
        "{}\"\"",
    ] {
        assert_eq!(read(&schema, text), Some(json!({})), "{text}");
    }
    for text in [
        "Sure: {}",
        "{} is empty",
        "Sure: [{}]",
        "<filters>{}</filters>",
    ] {
        assert_eq!(read(&schema, text), None, "{text}");
    }
}

#[test]
fn reads_the_envelope_of_this_tool_only() {
    let closed = json!({"type": "object", "properties": {"lang": {"type": "string"}},
        "required": ["lang"], "additionalProperties": false});
    let open = json!({"type": "object", "properties": {"lang": {"type": "string"}}});
    let call = r#"{"name": "search", "arguments": {"lang": "en"}}"#;
    for text in [
        format!("<tool_call>{call}</tool_call>"),
        format!("[{call}]"),
        format!("```json\n{call}\n```"),
        format!("functools[{call}]"),
        json!(call).to_string(),
        r#"{'name': 'functions.search', 'arguments': '{"lang": "en"}'}"#.to_owned(),
        r#"<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "search", "parameters": {"lang": "en"}}]<|END_ACTION|>"#.to_owned(),
        r#"<|tools_prefix|>[{"search": {"lang": "en"}}]<|tools_suffix|>"#.to_owned(),
    ] {
        for schema in [&closed, &open] {
            assert_eq!(read(schema, &text), Some(json!({"lang": "en"})), "{text}");
            let other = text.replace("search", "delete");
            let other = read(schema, &other).filter(|_| !text.contains("tools_prefix"));
            assert_eq!(other, None, "{text} of another tool");
        }
    }
    assert_eq!(read(&closed, call), Some(json!({"lang": "en"})));
    // The schema accepts the call, but says nothing about its keys.
    assert_eq!(read(&open, call), Some(json!({"lang": "en"})));
    assert_eq!(read(&open, &call.replace("search", "delete")), None);
    // A value that the schema allows stays unchanged.
    let free = json!({"type": "object", "properties": {"lang": {"type": "string"}},
        "additionalProperties": true});
    let as_sent: Value = serde_json::from_str(call).expect("JSON");
    assert_eq!(read(&free, call), Some(as_sent));
    let declared = json!({"type": "object", "properties": {"name": {}, "arguments": {}}});
    let text = "```json\n{\"name\": \"other\", \"arguments\": {\"a\": 1}}\n```";
    let wanted = json!({"name": "other", "arguments": {"a": 1}});
    assert_eq!(read(&declared, text), Some(wanted));
    // A call without arguments.
    let bare = "<function_call>{\"name\": \"search\"}";
    assert_eq!(read(&open, bare), Some(json!({})));
    assert_eq!(
        read(&open, r#"{"name": "search",}"#),
        Some(json!({"name": "search"}))
    );
}

#[test]
fn rejects_arguments_after_the_name_of_another_tool() {
    let schema = json!({"type": "object"});
    for text in [
        "[TOOL_CALLS]delete[ARGS]{\"lang\": \"en\"}",
        "functions.delete:0<|tool_call_argument_begin|>{\"lang\": \"en\"}",
        "<|channel|>commentary to=functions.delete <|constrain|>json<|message|>{\"lang\": \"en\"}",
    ] {
        assert_eq!(read(&schema, text), None, "{text}");
        let own = text.replace("delete", "search");
        assert_eq!(read(&schema, &own), Some(json!({"lang": "en"})), "{own}");
    }
}

#[test]
fn reads_a_string_of_all_arguments_among_marks() {
    let schema =
        json!({"type": "object", "properties": {"lang": {"type": "string"}}, "required": ["lang"]});
    for text in [
        r#""{\"lang\": \"en\"}"<|call|>"#,
        "```json\n\"{\\\"lang\\\": \\\"en\\\"}\"\n```",
        r#"<tool_call>"{\"lang\": \"en\"}"</tool_call>"#,
        r#"'{"lang": "en"}'</s>"#,
    ] {
        assert_eq!(read(&schema, text), Some(json!({"lang": "en"})), "{text}");
    }
    for text in [
        r#"I send "{\"lang\": \"en\"}""#,
        r#""{\"lang\": \"en\"}" is it"#,
    ] {
        assert_eq!(read(&schema, text), None, "{text}");
    }
}

/// Returns the text for the model after a rejected input.
fn describe(schema: &Value, raw: &str, finish: Finish) -> String {
    let definition = Definition::new("search", "A tool.", schema.clone()).expect("a schema");
    let reading = definition.parse(Input::from(raw).finish(finish));
    let error = reading.expect_err(raw);
    error.render(Style::List).lines().skip(1).collect()
}

#[test]
fn syntax_issues_suggest_a_fix() {
    let schema = json!({"type": "object", "properties": {
        "zip": {"type": "string"}, "code": {"type": ["string", "integer"]}, "n": {"type": "number"},
    }});
    for (raw, words) in [
        (
            r#"{"zip": 02134}"#,
            r#"- zip: not valid JSON: expected a string in double quotes after "{\"zip\": ""#,
        ),
        (
            r#"{"code": 02134}"#,
            r#"- code: not valid JSON: expected no leading zeros (text needs double quotes) after "{\"code\": ""#,
        ),
        (
            "{'zip': 'it's'}",
            r#"- the arguments are not valid JSON: expected double quotes (a ' ends the string) after "{'zip': 'it'""#,
        ),
        (
            r#"{"zip": """x"""}"#,
            r#"- the arguments are not valid JSON: expected one quote, not three after "{\"zip\": \"\"""#,
        ),
        (
            r#"{"n": "NaN"}"#,
            r#"- n: expected finite number, got "NaN""#,
        ),
        (
            r#"[{"zip": "1"}, {"zip": "2"}]"#,
            "- several objects were sent; send one with all arguments, and each further call on its own",
        ),
    ] {
        assert_eq!(describe(&schema, raw, Finish::Unknown), words, "{raw}");
    }
    let cut = r#"{"zip": "02134}"#;
    let shorter = "- the arguments were cut off before their end; send the complete arguments, shorter if need be";
    assert_eq!(describe(&schema, cut, Finish::Unknown), shorter);
    assert_eq!(
        describe(&schema, cut, Finish::Complete),
        r#"- the arguments are not valid JSON: expected a closing quote for the string after "{\"zip\": ""#
    );
}

/// Whose call a text is, by the names in it.
fn status_of(raw: &str) -> Result<Value, String> {
    let schema = json!({
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
    });
    let definition = Definition::new("search", "A tool.", schema).expect("a usable schema");
    definition.parse(raw).map_err(|error| error.to_string())
}

#[test]
fn arguments_under_the_name_of_another_tool_are_not_read() {
    for raw in [
        r#"<function=delete_all>{"query":"x"}</function>"#,
        r#"<invoke name="delete_all">{"query":"x"}</invoke>"#,
        r#"<tool_call name="other">{"query":"x"}</tool_call>"#,
        "<tool_call>other\n{\"query\":\"x\"}</tool_call>",
        r#"<|channel|>commentary to=delete_all <|constrain|>json<|message|>{"query":"x"}<|call|>"#,
        "function<｜tool▁sep｜>other\n```json\n{\"query\":\"x\"}\n```",
        ">>>other\n{\"query\":\"x\"}",
        "<|from|>assistant\n<|recipient|>other\n<|content|>{\"query\":\"x\"}",
        r#"[TOOL_CALLS]other {"query":"x"}"#,
        "<think>ok</think><tool_call>other\n{\"query\":\"x\"}</tool_call>",
        r#"<tool_use><name>other</name><arguments>{"query":"x"}</arguments></tool_use>"#,
        "Action: other\nAction Input: {\"query\":\"x\"}",
        "name: delete_all\narguments: {\"query\":\"x\"}",
        r#"{"name":"other","arguments":{"query":"x"}}"#,
    ] {
        let refused = status_of(raw).expect_err(raw);
        assert!(
            refused.contains("was sent as the arguments"),
            "{raw}: {refused}"
        );
        assert!(refused.contains("a call of \""), "{raw}: {refused}");
    }
}

#[test]
fn arguments_under_the_name_of_the_tool_are_read() {
    for raw in [
        r#"<function=search>{"query":"x"}</function>"#,
        r#"<invoke name="search">{"query":"x"}</invoke>"#,
        r#"<tool_call name="search">{"query":"x"}</tool_call>"#,
        "<tool_call>search\n{\"query\":\"x\"}</tool_call>",
        r#"<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query":"x"}<|call|>"#,
        r#"<|channel|>commentary to=search <|constrain|>json<|message|>{"query":"x"}<|call|>"#,
        "function<｜tool▁sep｜>search\n```json\n{\"query\":\"x\"}\n```",
        ">>>search\n{\"query\":\"x\"}",
        r#"[TOOL_CALLS]search {"query":"x"}"#,
        "Action: search\nAction Input: {\"query\":\"x\"}",
        "<tool_call>\n{\"query\":\"x\"}</tool_call>",
        r#"<|tool_call|>{"query":"x"}"#,
        "Here is the call:\n```json\n{\"query\":\"x\"}\n```",
        r#"Sure! {"query":"x"}"#,
        "<tool_call>json\n{\"query\":\"x\"}",
        r#"{"query":"x"} Done."#,
        // Words behind other marks are prose.
        r#"<think>ok</think>{"query":"x"}"#,
        r#"Sure<br/>{"query":"x"}"#,
        "<|im_start|>assistant\nOkay\n{\"query\":\"x\"}",
        "<|im_start|>assistant\n{\"query\":\"x\"}<|im_end|>",
    ] {
        assert_eq!(status_of(raw), Ok(json!({"query": "x"})), "{raw}");
    }
}

#[test]
fn objects_in_results_thoughts_and_comments_are_not_read() {
    for raw in [
        r#"[TOOL_RESULTS]{"query":"x"}[/TOOL_RESULTS]"#,
        "<|im_start|>tool\n{\"query\":\"x\"}<|im_end|>",
        "<|start_header_id|>ipython<|end_header_id|>\n{\"query\":\"x\"}",
        r#"<|channel|>analysis<|message|>maybe {"query":"x"}<|end|>"#,
        r#"<|channel|>final<|message|>The answer is {"query":"x"}"#,
        r#"// {"query":"a"}"#,
        r#"/* {"query":"a"} */"#,
        r#"<!-- {"query":"a"} -->"#,
        r#"// use {"query":"a"} here"#,
        r#"# {"query":"a"}"#,
        r#"-- {"query":"a"}"#,
        "Sure.\n  // {\"query\":\"a\"}",
        r#"User: {"query":"a"}"#,
        r#"Human: {"query":"a"}"#,
    ] {
        assert!(status_of(raw).is_err(), "{raw}");
    }
    for raw in [
        "// Search for it.\n{\"query\":\"a\"}",
        "# Call\n{\"query\":\"a\"}",
        "## Arguments: {\"query\":\"a\"}",
        "See https://a.b/c: {\"query\":\"a\"}",
        "Assistant: {\"query\":\"a\"}",
    ] {
        assert_eq!(status_of(raw), Ok(json!({"query": "a"})), "{raw}");
    }
}

#[test]
fn objects_in_messages_of_other_roles_are_rejected() {
    for raw in [
        "<|START_THINKING|>I could search {\"query\":\"x\"}<|END_THINKING|>",
        "◁think▷ {\"query\":\"x\"} ◁/think▷",
        "<|think|>{\"query\":\"x\"}<|end|>",
        "<|content_thinking|>{\"query\":\"x\"}<|end_message|>",
        "<|channel>thought\n{\"query\":\"x\"}<channel|>",
        "to=self<|message|>{\"query\":\"x\"}<|eom|>",
        "to=user<|message|>{\"query\":\"x\"}<|eom|>",
        "<|channel|>commentary<|message|>{\"query\":\"x\"}<|end|>",
        "<|observation|>{\"query\":\"x\"}",
        "<|tool|>{\"query\":\"x\"}",
        "<|user|>{\"query\":\"x\"}",
        "<start_of_turn>user\n{\"query\":\"x\"}",
        "Thinking: {\"query\":\"x\"}",
        "Result: {\"query\":\"x\"}",
        "Tool result:\n```json\n{\"query\":\"x\"}\n```",
    ] {
        assert!(status_of(raw).is_err(), "{raw}");
    }
    for raw in [
        "<|START_THINKING|>I search.<|END_THINKING|>{\"query\":\"x\"}",
        "<|think|>I search.<|end|>{\"query\":\"x\"}",
        "<|user|>Search.<|assistant|>{\"query\":\"x\"}",
        "{\"query\":\"x\"}<|end|>",
        "Here is the result: {\"query\":\"x\"}",
    ] {
        assert_eq!(status_of(raw), Ok(json!({"query": "x"})), "{raw}");
    }
}

#[test]
fn properties_outside_the_braces_are_rejected() {
    let schema = json!({"type": "object", "properties": {
        "path": {"type": "string"}, "dry_run": {"type": "boolean"},
    }});
    for text in [
        r#"{"path": "/"} dry_run: true"#,
        r#"{"path": "/"};dry_run:true"#,
        r#"{"path": "/"} (dry_run: true)"#,
        r#"{"path": "/"} --dry-run"#,
        r#"dry_run=true {"path": "/"}"#,
        "dryRun: true\n{\"path\": \"/\"}",
        "- **dry_run**: true\n\n```json\n{\"path\": \"/\"}\n```",
    ] {
        assert_eq!(read(&schema, text), None, "{text}");
    }
    for text in [
        "I remove path: /\n{\"path\": \"/\"}",
        "Step 1: see https://example.org/?a=b\n{\"path\": \"/\"}",
        "Note: it is at 10:30.\n{\"path\": \"/\"}",
    ] {
        assert_eq!(read(&schema, text), Some(json!({"path": "/"})), "{text}");
    }
}

#[test]
fn object_next_to_an_unclosed_bracket_is_truncated() {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    for text in [
        r#"{{"path": "/"}"#,
        r#"{"path": "/"} ["#,
        r#"[{"path": "/"}] , ["#,
        r#"[[{"path": "/"}]"#,
    ] {
        assert_eq!(read(&schema, text), None, "{text}");
    }
    for text in ["see [1]: {\"path\": \"/\"}", "{\"path\": \"/\"}\n(Done.)"] {
        assert_eq!(read(&schema, text), Some(json!({"path": "/"})), "{text}");
    }
}

#[test]
fn calls_that_start_with_another_tool_are_rejected() {
    let of = |name: &str| {
        let call = r#"{"query": "x"}"#;
        [
            format!("<|message_model|>{name}<|content_invoke_tool_json|>{call}<|end_message|>"),
            format!(
                "<|plamo:begin_tool_name:plamo|>{name}<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{call}<|plamo:end_tool_arguments:plamo|>"
            ),
            format!("functions.{name} {call}"),
            format!("functions.{name}:0 {call}"),
            format!("**Tool Call:** {name}\n```json\n{call}\n```"),
            format!("[TOOL_CALLS]{name}[CALL_ID]123[ARGS]{call}"),
        ]
    };
    for raw in of("search") {
        assert_eq!(status_of(&raw), Ok(json!({"query": "x"})), "{raw}");
    }
    for raw in of("remove") {
        assert!(status_of(&raw).is_err(), "{raw}");
    }
}

#[test]
fn comments_that_begin_inside_a_string_are_rejected() {
    let schema = json!({"type": "object", "properties": {
        "path": {"type": "string"}, "content": {"type": "string"},
    }});
    for content in [
        r##""<a href="#top">Top</a>""##,
        r##""echo "# title" > README.md""##,
        r#""<script src="//cdn.x/y.js">""#,
        r##""color: "#fff"""##,
        r#""color: " #fff"""#,
        "'<a href='#top'>Top</a>'",
        "`<a href=`#top`>Top</a>`",
    ] {
        let text = format!("{{\n\"path\": \"a\",\n\"content\": {content}\n}}");
        assert_eq!(read(&schema, &text), None, "{text}");
    }
    for behind in [" // why", " # why", ", // a \"word\"", " /* why */"] {
        let text = format!("{{\n\"path\": \"a\"{behind}\n}}");
        assert_eq!(read(&schema, &text), Some(json!({"path": "a"})), "{text}");
    }
}

#[test]
fn a_template_of_javascript_is_no_string() {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    assert_eq!(
        status_of_path(&schema, "{path: `a/b`}").as_deref(),
        Ok("a/b")
    );
    for raw in [
        "{path: `${base}/x`}",
        "{\"path\":`/home/${user}/a`}",
        "{\"path\": `${`${a}`}`}",
    ] {
        assert!(status_of_path(&schema, raw).is_err(), "{raw}");
    }
    // In another string, the signs are text.
    let text = r#"{"path": "${base}/x"}"#;
    assert_eq!(status_of_path(&schema, text).as_deref(), Ok("${base}/x"));
}

fn status_of_path(schema: &Value, raw: &str) -> Result<String, String> {
    let definition = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let value = definition.parse(raw).map_err(|error| error.to_string())?;
    Ok(value["path"].as_str().unwrap_or_default().to_owned())
}
