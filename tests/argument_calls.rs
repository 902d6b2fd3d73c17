//! Whole calls in the text of arguments, and objects that a text only mentions.

use serde_json::{Value, json};
use tests::read_only_call;
use tool_core::{Definition, Finish, Input};

fn weather() -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "days": {"type": "integer"},
            "unit": {"enum": ["metric", "imperial"]},
            "options": {"type": "object", "properties": {"wind": {"type": "boolean"}}},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["city"],
        "additionalProperties": false,
    });
    Definition::new("weather", "", schema).expect("a valid schema")
}

fn read(raw: &str, finish: Finish) -> Option<Value> {
    weather().parse(Input::from(raw).finish(finish)).ok()
}

/// Lists the texts whose arguments are not the expected ones.
fn find_wrong(texts: &[&str], finish: Finish, expected: Option<&Value>) -> Vec<String> {
    let wrong = texts.iter().filter_map(|text| {
        let got = read(text, finish);
        (got.as_ref() != expected).then(|| format!("{text}: {got:?}"))
    });
    wrong.collect()
}

/// One call of the tool in each syntax. `NAME` stands for the name of the tool.
const CALLS: [&str; 27] = [
    "NAME(city=\"Oslo\", days=3);",
    "NAME(city=\"Oslo\", days=3)",
    "[NAME(city=\"Oslo\", days=3)]",
    "<|tool_call>call:NAME{city:<|\"|>Oslo<|\"|>,days:3}<tool_call|>",
    "[TOOL_CALLS]NAME[ARGS]{\"city\": \"Oslo\", \"days\": 3}",
    "<function=NAME>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>",
    "<tool_call>\n<function=NAME>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>NAME\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    "<function_calls>\n<invoke name=\"NAME\">\n<parameter name=\"city\">Oslo</parameter>\n<parameter name=\"days\">3</parameter>\n</invoke>\n</function_calls>",
    "<invoke name=\"NAME\">\n<parameter name=\"city\">Oslo</parameter>\n<parameter name=\"days\">3</parameter>\n</invoke>",
    "<|tool_call_start|>[NAME(city=\"Oslo\", days=3)]<|tool_call_end|>",
    "<|python_tag|>NAME.call(city=\"Oslo\", days=3)",
    "```tool_code\nNAME(city=\"Oslo\", days=3)\n```",
    "<start_function_call>call:NAME{city:<escape>Oslo<escape>,days:3}<end_function_call>",
    "<NAME><city>Oslo</city><days>3</days></NAME>",
    "NAME{\"city\": \"Oslo\", \"days\": 3}",
    "NAME {\"city\": \"Oslo\", \"days\": 3}",
    "NAME: {\"city\": \"Oslo\", \"days\": 3}",
    "NAME:\n{\"city\": \"Oslo\", \"days\": 3}",
    "NAME({\"city\": \"Oslo\", \"days\": 3})",
    "NAME({\"city\": \"Oslo\", \"days\": 3});",
    "functions.NAME({\"city\": \"Oslo\", \"days\": 3})",
    "functions.NAME:0{\"city\": \"Oslo\", \"days\": 3}",
    "functions.NAME:12 {\"city\": \"Oslo\", \"days\": \"3\"}",
    "call:NAME{city:\"Oslo\",days:3}",
    "call:NAME{city: 'Oslo', days: 3}",
    "NAME[ARGS]{\"city\": \"Oslo\", \"days\": 3}",
];

#[test]
fn reads_a_whole_call_of_this_tool() {
    let texts: Vec<_> = CALLS
        .iter()
        .map(|call| call.replace("NAME", "weather"))
        .collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let expected = json!({"city": "Oslo", "days": 3});
    let mut wrong = find_wrong(&texts, Finish::Unknown, Some(&expected));
    wrong.extend(find_wrong(&texts, Finish::Complete, Some(&expected)));
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn rejects_a_whole_call_of_another_tool() {
    // A word and a space before an object are prose.
    let attached = CALLS.iter().filter(|call| !call.starts_with("NAME {"));
    let texts: Vec<_> = attached
        .map(|call| call.replace("NAME", "forecast"))
        .collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
}

#[test]
fn reads_a_whole_call_after_reasoning() {
    let texts = CALLS.map(|call| {
        let call = call.replace("NAME", "weather");
        format!("<think>Which city? Oslo, {{3}} days.</think>\n{call}")
    });
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    // The braces of a named object are JSON in other text, and those of a thought are not.
    let syntax = &texts[..15];
    let expected = json!({"city": "Oslo", "days": 3});
    assert_eq!(
        find_wrong(syntax, Finish::Unknown, Some(&expected)),
        [""; 0]
    );
}

#[test]
fn says_why_a_call_is_not_the_arguments() {
    let error = |raw: &str| weather().parse(raw).unwrap_err().to_string();
    let other = error("<function=forecast><parameter=city>Oslo</parameter></function>");
    insta::assert_snapshot!(other, @r#"Please rewrite the input with valid arguments. Errors: a call of "forecast" was sent as the arguments; send this tool's arguments alone"#);
    let several = error("weather(city=\"Oslo\")\nweather(city=\"Bergen\")");
    insta::assert_snapshot!(several, @"Please rewrite the input with valid arguments. Errors: several objects were sent; send one with all arguments, and each further call on its own");
    let cut = error("<function=weather><parameter=city>Oslo</parameter>");
    insta::assert_snapshot!(cut, @"Please rewrite the input with valid arguments. Errors: the arguments were cut off before their end; send the complete arguments, shorter if need be");
    let twice = error(
        "<function=weather><parameter=city>Oslo</parameter><parameter=city>Bergen</parameter></function>",
    );
    insta::assert_snapshot!(twice, @"Please rewrite the input with valid arguments. Errors: a whole call was sent as the arguments; send the arguments alone");
    let tags = error("Use <tool_call> tags: {\"city\": \"Oslo\"}");
    insta::assert_snapshot!(tags, @"Please rewrite the input with valid arguments. Errors: the arguments are not valid JSON: expected one JSON object with all arguments, no other text");
    let mentioned = error(
        "Write <tool_call>{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call> there.",
    );
    insta::assert_snapshot!(mentioned, @"Please rewrite the input with valid arguments. Errors: the arguments are not valid JSON: expected one JSON object with all arguments, no other text");
}

#[test]
fn rejects_a_call_with_further_text_or_arguments() {
    let texts = [
        r#"weather({"city": "Oslo"}, {"days": 3})"#,
        r#"weather({"city": "Oslo"}, 3)"#,
        r#"weather({"city": "Oslo"}).days({"days": 3})"#,
        r#"weather({"city": "Oslo"}) weather({"city": "Bergen"})"#,
        r#"weather{"city": "Oslo"} or weather{"city": "Bergen"}"#,
        r#"weather: {"city": "Oslo"}, days: {"days": 3}"#,
        r#"never weather({"city": "Oslo"})"#,
        r#"other(weather({"city": "Oslo"}))"#,
        r#"weather(other({"city": "Oslo"}))"#,
    ];
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
}

#[test]
fn rejects_a_whole_call_in_reasoning() {
    let mut texts = Vec::new();
    for (open, close) in [
        ("<think>", "</think>"),
        ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"),
    ] {
        for call in CALLS {
            let call = call.replace("NAME", "weather");
            texts.push(format!("{open}I could {call} now.{close}"));
            texts.push(format!("{open}\n{call}\n{close}\nI need more."));
        }
    }
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
}

/// Cuts each call at each position. Only what is lost without harm may be missing.
#[test]
fn a_cut_call_never_runs_with_other_arguments() {
    let expected = json!({"city": "Oslo", "days": 3});
    let mut wrong = Vec::new();
    for call in CALLS {
        let call = call.replace("NAME", "weather");
        for (at, _) in call.char_indices() {
            for finish in [Finish::Truncated, Finish::Unknown] {
                let got = read(&call[..at], finish);
                if got.as_ref().is_some_and(|got| *got != expected) {
                    wrong.push(format!("{:?} {finish:?}: {got:?}", &call[..at]));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn reads_the_wire_form_of_an_api() {
    let texts = [
        r#"{"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Oslo"}}"#,
        r#"{"id": "1", "type": "function", "function": {"name": "weather", "arguments": "{\"city\": \"Oslo\"}"}}"#,
        r#"{"type": "function", "function": {"name": "weather", "arguments": {"city": "Oslo"}}}"#,
        r#"{"type": "function_call", "call_id": "c", "name": "weather", "arguments": "{\"city\": \"Oslo\"}"}"#,
        r#"{"functionCall": {"name": "weather", "args": {"city": "Oslo"}}}"#,
        r#"{"function_call": {"name": "weather", "arguments": {"city": "Oslo"}}}"#,
        r#"{"toolUse": {"toolUseId": "1", "name": "weather", "input": {"city": "Oslo"}}}"#,
        r#"{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "weather", "arguments": "{\"city\": \"Oslo\"}"}}]}"#,
        r#"{"action": "weather", "action_input": {"city": "Oslo"}}"#,
        r#"{"recipient_name": "functions.weather", "parameters": {"city": "Oslo"}}"#,
        r#"{"tool": "weather", "args": {"city": "Oslo"}}"#,
        r#"{"tool_name": "weather", "tool_input": {"city": "Oslo"}}"#,
        r#"{"function": "weather", "arguments": {"city": "Oslo"}}"#,
        r#"{"Name": "weather", "Arguments": {"city": "Oslo"}}"#,
        r#"[{"name": "weather", "arguments": {"city": "Oslo"}}]"#,
        r#"```json
{"action": "weather", "action_input": {"city": "Oslo"}}
```"#,
    ];
    let expected = json!({"city": "Oslo"});
    assert_eq!(
        find_wrong(&texts, Finish::Unknown, Some(&expected)),
        [""; 0]
    );
    let others: Vec<_> = texts
        .iter()
        .map(|text| text.replace("weather", "forecast"))
        .collect();
    let others: Vec<_> = others.iter().map(String::as_str).collect();
    assert_eq!(find_wrong(&others, Finish::Unknown, None), [""; 0]);
    let refused = [
        r#"{"type": "tool_result", "name": "weather", "input": {"city": "Oslo"}}"#,
        r#"{"action": "weather", "action_input": {"city": "Oslo"}, "reason": "why"}"#,
        r#"{"tool": "weather", "args": {"city": "Oslo"}, "input": {"city": "Bergen"}}"#,
        r#"{"tool_calls": [{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "weather", "arguments": {"city": "Bergen"}}]}"#,
        r#"{"recipient_name": "multi_tool_use.parallel", "parameters": {"city": "Oslo"}}"#,
    ];
    assert_eq!(find_wrong(&refused, Finish::Unknown, None), [""; 0]);
}

#[test]
fn rejects_an_object_that_a_sentence_mentions() {
    let texts = [
        r#"I won't call the tool with {"city": "Oslo"} because it is slow."#,
        r#"I won't call the tool with {"city": "Oslo"}."#,
        r#"Example of what NOT to send: {"city": "Oslo"}"#,
        "Do not send this:\n{\"city\": \"Oslo\"}",
        "Don’t send this:\n```json\n{\"city\": \"Oslo\"}\n```",
        r#"The user said: `{"city": "Oslo"}`"#,
        r#"The server returned: {"city": "Oslo"}"#,
        r#"If I sent {"city": "Oslo"}, the answer would be old."#,
        r#"I could use {"city": "Oslo"} or ask first."#,
        r#"A call like `{"city": "Oslo"}` would help."#,
        "> {\"city\": \"Oslo\"}",
        "He wrote\n> {\"city\": \"Oslo\"}\nand left.",
        "<!-- for example {\"city\": \"Oslo\"} -->",
        "<!--\n{\"city\": \"Oslo\"}\n-->",
        "<pre>{\"city\": \"Oslo\"}</pre>",
        "<code>{\"city\": \"Oslo\"}</code>",
        r#"Never use {"city": "Oslo"}"#,
        r#"The wrong form is: {"city": "Oslo"}"#,
        r#"Bad example: {"city": "Oslo"}"#,
        r#"Instead of {"city": "Oslo"}"#,
        r#"It failed with {"city": "Oslo"}"#,
        r#"Previously you sent {"city": "Oslo"}"#,
        r#"I considered {"city": "Oslo"}"#,
        r#"If it rains, use {"city": "Oslo"}"#,
        "Suppose we sent this:\n{\"city\": \"Oslo\"}",
    ];
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
}

/// A text behind the arguments may take them back, or ask whether to run the call.
#[test]
fn rejects_arguments_that_the_text_behind_them_takes_back() {
    let withdrawn = [
        "Actually, don't run this.",
        "Wait, that is wrong.",
        "No, cancel that.",
        "No.",
        "(not executed)",
        "-- do not call --",
        "Never mind.",
        "Nevermind",
        "On second thought, I should ask first.",
        "This would delete the file, so I will not do it.",
        "Shall I run it?",
        "Is this correct?",
        "I'd need your permission first.",
        "The above is only an example.",
        "It looks good. But I won’t send it yet.",
        "Correction: the city is Bergen.",
        "Please confirm.",
        "Ignore this.",
        "Also set days to 5.",
        "City should be Bergen.",
        "The days must be 4.",
        "Replace Oslo with Bergen.",
        "I meant Bergen.",
        "Use metric too.",
        "I changed my mind.",
        "Forget it.",
        "Abort.",
        "Hold on.",
        "That is not right.",
        "That was a mistake.",
        "I need confirmation first.",
        "Waiting for your approval.",
        "I should ask first.",
        "Let me use forecast instead.",
        "# do not run",
        "// only an example",
        "Approve?",
        "Substitute your own values.",
        "You can replace the city with your own.",
        "Copy this into your code.",
        "What does it do?",
        "This is how a call looks.",
        "Let me know if something is wrong.",
        "If that does not help, I will call forecast.",
        "The city of the user is meant.",
    ];
    let texts: Vec<String> = withdrawn
        .iter()
        .flat_map(|text| {
            [
                format!("{{\"city\": \"Oslo\"}}\n{text}"),
                format!("Here it is:\n```json\n{{\"city\": \"Oslo\"}}\n```\n\n{text}"),
            ]
        })
        .collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
    let meant = [
        "Let me know if you need more.",
        "Would you like anything else?",
        "The result should be a number.",
        "After that I will use forecast.",
        "This should work.",
        "Then I'll set the alarm.",
        "I set the city to Oslo.",
        "What would you like to do next?",
    ];
    let texts = meant.map(|text| format!("{{\"city\": \"Oslo\"}}\n{text}"));
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let expected = json!({"city": "Oslo"});
    assert_eq!(
        find_wrong(&texts, Finish::Unknown, Some(&expected)),
        [""; 0]
    );
}

/// Lists, messages and requests around one call, and several calls in place of the arguments.
#[test]
fn reads_one_call_in_a_message_and_rejects_several() {
    let texts = [
        r#"{"tool_uses": [{"recipient_name": "functions.weather", "parameters": {"city": "Oslo"}}]}"#,
        r#"{"calls": [{"tool": "weather", "args": {"city": "Oslo"}}]}"#,
        r#"{"role": "assistant", "content": null, "tool_calls": [{"function": {"name": "weather", "arguments": "{\"city\": \"Oslo\"}"}}]}"#,
        r#"{"method": "tools/call", "params": {"name": "weather", "arguments": {"city": "Oslo"}}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "weather", "arguments": {"city": "Oslo"}}}"#,
    ];
    let expected = json!({"city": "Oslo"});
    assert_eq!(
        find_wrong(&texts, Finish::Unknown, Some(&expected)),
        [""; 0]
    );
    let open = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    let open = Definition::new("weather", "", open).expect("a valid schema");
    for text in texts {
        assert_eq!(open.parse(text).expect(text), expected);
        let other = text.replace("weather", "forecast");
        assert!(open.parse(&*other).is_err(), "{other}");
    }
    for several in [
        r#"{"tool_uses": [{"recipient_name": "functions.weather", "parameters": {"city": "Oslo"}}, {"recipient_name": "functions.weather", "parameters": {"city": "Bergen"}}]}"#,
        r#"{"tool_calls": [{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "forecast", "arguments": {}}]}"#,
    ] {
        for tool in [&open, &weather()] {
            let error = tool.parse(several).expect_err(several).to_string();
            assert!(error.contains("several objects were sent"), "{error}");
        }
    }
    // The tool declares the key, or the items are not calls.
    let lists = json!({"type": "object", "properties": {"calls": {"type": "array"}}});
    let lists = Definition::new("weather", "", lists).expect("a valid schema");
    for sent in [
        r#"{"calls": [{"tool": "weather", "args": {}}, {"tool": "weather", "args": {}}]}"#,
        r#"{"tool_calls": [1, 2]}"#,
        r#"{"tool_calls": [{"name": "a"}, {"name": "b"}]}"#,
        r#"{"method": "GET", "params": {"name": "weather", "arguments": {}}}"#,
    ] {
        let want: Value = serde_json::from_str(sent).expect("JSON");
        assert_eq!(lists.parse(sent).expect(sent), want);
    }
}

#[test]
fn reads_an_object_in_a_position_of_its_own() {
    let texts = [
        r#"{"city": "Oslo"}"#,
        r#"Sure, here it is: {"city": "Oslo"}"#,
        r#"I'll look it up. {"city": "Oslo"}"#,
        "I'm not sure about the unit, so I leave it out:\n{\"city\": \"Oslo\"}",
        "It is not cold. The call:\n\n{\"city\": \"Oslo\"}\n\nDone.",
        "{\"city\": \"Oslo\"}\nThis should work.",
        "{\"city\": \"Oslo\"} Done.",
        "Sure!\n```json\n{\"city\": \"Oslo\"}\n```\nI hope this helps.",
        "**Arguments:** {\"city\": \"Oslo\"}",
        "- {\"city\": \"Oslo\"}",
        "1. {\"city\": \"Oslo\"}",
        "参数：{\"city\": \"Oslo\"}",
        "Let me call <tool_call>{\"city\": \"Oslo\"}</tool_call>",
        ">>>weather\n{\"city\": \"Oslo\"}",
    ];
    let expected = json!({"city": "Oslo"});
    assert_eq!(
        find_wrong(&texts, Finish::Unknown, Some(&expected)),
        [""; 0]
    );
}

#[test]
fn reads_json_with_one_meaning() {
    let cases = [
        (
            r#"{"city": "Oslo", "options": {"wind": TRUE}}"#,
            json!({"city": "Oslo", "options": {"wind": true}}),
        ),
        (
            r#"{"city": "Oslo", "options": {"wind": FALSE}, "days": NULL}"#,
            json!({"city": "Oslo", "options": {"wind": false}}),
        ),
        (
            r#"{"city": "Oslo", "unit": metric}"#,
            json!({"city": "Oslo", "unit": "metric"}),
        ),
        (
            r#"{"unit": metric, "city": "Oslo"}"#,
            json!({"city": "Oslo", "unit": "metric"}),
        ),
        (
            r#"{\"city\": \"Oslo\", \"days\": 3}"#,
            json!({"city": "Oslo", "days": 3}),
        ),
        (
            "{\n  \\\"city\\\": \\\"Oslo\\\"\n}",
            json!({"city": "Oslo"}),
        ),
        (r#"{\"city\": \"Os\\\"lo\"}"#, json!({"city": "Os\"lo"})),
        (
            r#"{"city": "Oslo", "tags": ["a"}]"#,
            json!({"city": "Oslo", "tags": ["a"]}),
        ),
        (
            r#"{"city": "Oslo", "options": {"wind": true}"#.trim(),
            Value::Null,
        ),
        (r#"{"tags": ["a", "b"}], "city": "Oslo"#, Value::Null),
        (
            r#"{"city"："Oslo"，"days"：3}"#,
            json!({"city": "Oslo", "days": 3}),
        ),
        (
            r#"{"days"：3，"city"："O，s：lo"，}"#,
            json!({"city": "O，s：lo", "days": 3}),
        ),
        (
            r#"[{"city": "Oslo"}, {"city": "Oslo"}]"#,
            json!({"city": "Oslo"}),
        ),
        (r#"[{"city": "Oslo"}, {"city": "Bergen"}]"#, Value::Null),
        (r#"{"city": "Oslo", "unit": Metric}"#, Value::Null),
        (r#"{"city": Oslo}"#, Value::Null),
        (r#"{"city": "Oslo", "days": many}"#, Value::Null),
        (r#"{"city": “Oslo"}"#, Value::Null),
        (r#"{"city": "Oslo", "options": {"wind": TRU"#, Value::Null),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|(raw, expected)| {
            let got = read(raw, Finish::Unknown);
            let expected = Some(expected).filter(|value| !value.is_null());
            (got.as_ref() != expected).then(|| format!("{raw}: {got:?}"))
        })
        .collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn truncated_output_that_ends_in_a_comma_is_rejected() {
    for raw in ["{\"city\": \"Oslo\"},", "{\"city\": \"Oslo\"}, \n"] {
        assert_eq!(read(raw, Finish::Truncated), None, "{raw}");
        assert!(read(raw, Finish::Unknown).is_some(), "{raw}");
    }
}

#[test]
fn says_where_an_unclosed_quote_opens() {
    let error = |raw: &str, finish| {
        let error = weather().parse(Input::from(raw).finish(finish));
        error.unwrap_err().to_string()
    };
    for (raw, finish, expected) in [
        (
            "{\"city\": \"Oslo}",
            Finish::Complete,
            "a closing quote for the string",
        ),
        ("{\"city\": \"Oslo}", Finish::Unknown, "cut off"),
        (
            "{\"city\": “Oslo\"}",
            Finish::Unknown,
            "the same kind of quote at both ends",
        ),
        (
            "{\"city\": “Oslo\"}",
            Finish::Complete,
            "the same kind of quote at both ends",
        ),
    ] {
        let said = error(raw, finish);
        assert!(said.contains(expected), "{raw}: {said}");
    }
}

const OBJECT: &str = "{\"city\": \"Oslo\"}";

/// Writes the object into texts.
fn fill(texts: &[&str]) -> Vec<String> {
    let texts = texts.iter();
    texts.map(|text| text.replace("{}", OBJECT)).collect()
}

#[track_caller]
fn assert_read(texts: &[&str], expected: Option<&Value>) {
    let texts = fill(texts);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(find_wrong(&texts, Finish::Complete, expected), [""; 0]);
    assert_eq!(find_wrong(&texts, Finish::Unknown, expected), [""; 0]);
}

#[test]
fn refuses_an_object_that_the_text_around_it_denies_or_only_shows() {
    assert_read(
        &[
            "Should I run {}?",
            "{} was refused",
            "I refuse.\n{}",
            "No.\n{}",
            "Sorry, {}",
            "Error: {}",
            "e.g. {}",
            "Example:\n{}",
            "{}\n❌ wrong",
            "{} ✗",
            "{} <- bad",
            "```example\n{}\n```",
            "不要执行：{}",
            "不要执行\n{}",
            "Nicht senden: {}",
            "Nicht senden.\n{}",
            "Ne pas envoyer : {}",
            "Nunca envíes {}",
            "Dry run: true\n{}",
            "{} (dry run)",
            "{} failed",
            "{}\nThat failed.",
            "{}\nI would rather not.",
            "Draft: {}",
            "Pending approval:\n{}",
            "The old value was:\n{}",
            "In the test, {}",
            "He has {}",
            "After you confirm: {}",
            // Quotations of several lines, and turns of other speakers.
            "User: please run\n{}\nAssistant: No.",
            "-----BEGIN LOG-----\n{}\n-----END LOG-----",
            "So:\n<<<\n{}\n>>>",
            "「\n{}\n」",
            "(\n{}\n)",
            "cat <<EOF\n{}\nEOF",
            "[INST]\n{}\n[/INST]",
            "A call such as\n\n{}\n\nwould destroy data.",
            // Comments, logs and notes.
            "2026-01-01 INFO {}",
            "❌ {}",
            "-- {}",
            "{}\n^ this is dangerous",
        ],
        None,
    );
    assert_read(
        &[
            "I look it up.\n\n{}",
            "I look it up:\n{}\n",
            "It is 12:30. I look it up.\n{}",
            "/* done */\n{}",
            "<result>ok</result>\n{}",
            "---\n{}\n---",
        ],
        Some(&json!({"city": "Oslo"})),
    );
}

/// A complete sentence directly before an object denies it in the same line and in the line above.
#[test]
fn refuses_an_object_after_a_sentence_that_denies_or_defers_it() {
    for sentence in [
        "I won't.",
        "No.",
        "Never!",
        "Not yet.",
        "Do not execute this!",
        "I cannot call the tool.",
        "I will not do it;",
        "I decided against it.",
        "Ich sende das nicht.",
        "This is only an example.",
        "Example.",
        "The following is wrong.",
        "Aborted.",
        "The user declined.",
        "Ignore the following.",
        "Previously I called",
        "Yesterday I ran:",
        "Once approved I'd run:",
        "When you confirm, I'll run:",
        "The user must approve first.",
        "Waiting for approval.",
        "[DRY RUN]",
        "dry_run=true",
    ] {
        let texts = [
            format!("{sentence} {{}}"),
            format!("{sentence}\n{{}}"),
            format!("{sentence}\n```json\n{{}}\n```"),
            format!("{sentence}\n<tool_call>{{}}</tool_call>"),
        ];
        assert_read(&texts.each_ref().map(String::as_str), None);
    }
    for sentence in [
        "No problem!",
        "The city is not known. I look it up.",
        "I don't know it, so I'll ask the service.",
        "The user asked for the weather.",
        "I made an error. Here is the corrected call:",
        "The previous attempt failed. I'll try again.",
        "I have your approval.",
        "Using the tool.",
    ] {
        let texts = [format!("{sentence} {{}}"), format!("{sentence}\n{{}}")];
        assert_read(
            &texts.each_ref().map(String::as_str),
            Some(&json!({"city": "Oslo"})),
        );
    }
}

#[test]
fn reads_an_object_that_the_text_around_it_announces() {
    assert_read(
        &[
            "Sure! {}",
            "OK, {}",
            "Okay.\n{}",
            "Here are the arguments:\n{}",
            "Here is the JSON:\n\n```json\n{}\n```",
            "Arguments: {}",
            "JSON: {}",
            "I will call weather with {}",
            "Let me look.\n{}",
            "I'll look now:\n{}\nLet me know if you need more.",
            "The arguments are {}",
            "{}\n\nThis returns the weather.",
            "{}\nDone.",
            "好的，参数如下：\n{}",
            "Voici les arguments :\n{}",
            "Hier sind die Argumente: {}",
        ],
        Some(&json!({"city": "Oslo"})),
    );
}

#[test]
fn refuses_arguments_that_name_another_tool() {
    for text in fill(&[
        "assistant to=delete_file {}",
        "function delete_file: {}",
        "Calling delete_file with {}",
        "Calling search with {}",
        "I use delete_file: {}",
        "I want deleteFile: {}",
        "{\"type\": \"delete_file\", \"arguments\": {}}",
        "{} -> search",
        "{} => delete_file()",
    ]) {
        let error = weather().parse(&*text).expect_err(&text);
        assert!(
            error.to_string().contains("a call of \""),
            "{text}: {error}"
        );
    }
    assert_read(
        &[
            "assistant to=weather {}",
            "Calling weather with {}",
            "I use weather: {}",
            "Calling it now: {}",
            "Let me call the tool with {}",
            "{} -> weather",
            "{\"type\": \"weather\", \"arguments\": {}}",
            "{\"type\": \"function\", \"arguments\": {}}",
        ],
        Some(&json!({"city": "Oslo"})),
    );
}

/// A header, a sentence or a closing tag next to the object names the tool.
#[test]
fn rejects_arguments_below_the_header_of_another_tool() {
    for text in fill(&[
        "Tool: NAME\n```json\n{}\n```",
        "Action: NAME\n{}",
        "Tool name: NAME\nParameters: {}",
        "<tool>NAME</tool><args>{}</args>",
        "to=NAME {}",
        "## Tool: NAME\n{}",
        "### NAME\n```json\n{}\n```",
        "**Action:** `NAME`\n{}",
        "**NAME**\n{}",
        "[NAME]\n{}",
        "Tool: \"NAME\"\nArguments: {}",
        "Action: NAME\n\nThe arguments are:\n{}",
        "{}</NAME>",
        "{}</function=NAME>",
        "{}\nTool: NAME",
    ]) {
        for other in ["delete_file", "forecast"] {
            let sent = text.replace("NAME", other);
            let error = weather().parse(&*sent).expect_err(&sent).to_string();
            assert!(error.contains("a call of \""), "{sent}: {error}");
        }
        let own = text.replace("NAME", "weather");
        assert_eq!(
            read(&own, Finish::Unknown),
            Some(json!({"city": "Oslo"})),
            "{own}"
        );
    }
    let error = weather().parse(&*format!("I'll use the delete_file tool.\n{OBJECT}"));
    let error = error.expect_err("another tool").to_string();
    assert!(error.contains("a call of \"delete_file\""), "{error}");
    assert_read(
        &[
            "I'll use the weather tool.\n{}",
            "### Arguments\n{}",
            "**json**\n{}",
            "I see that max_days is unset.\n{}",
            "{}</parameter></invoke>",
            "{}</city>",
        ],
        Some(&json!({"city": "Oslo"})),
    );
}

/// Call syntax with a broken quote or an invalid number is rejected.
#[test]
fn rejects_broken_literals_of_call_syntax() {
    let texts = [
        "weather(city=\"a, days=5, unit=\"metric\")",
        "weather(city='a, unit='metric')",
        "weather(unit=\"metric\", city=\"b, unit=\"d\")",
        "weather(city=\"\"a\", days=5)",
        "weather(city=02134)",
        "weather(city=+49)",
        "weather(city=1_000)",
        "weather(city=5.)",
        "weather(city=\"a\", days=0755)",
        "weather(city=\"a\", days=1__0)",
    ];
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
    for (text, expected) in [
        (
            "weather(city=\"a\", days=1_000)",
            json!({"city": "a", "days": 1000}),
        ),
        (
            "weather(city=\"a\", days=+5)",
            json!({"city": "a", "days": 5}),
        ),
        ("weather(city=49)", json!({"city": "49"})),
        ("weather(city='say \"hi\"')", json!({"city": "say \"hi\""})),
        (
            "weather(city=\"it's, b\", days=0)",
            json!({"city": "it's, b", "days": 0}),
        ),
    ] {
        assert_eq!(read(text, Finish::Unknown), Some(expected), "{text}");
    }
}

/// A mark of the call that is doubled or lost gives no other call.
#[test]
fn rejects_a_call_whose_marks_are_doubled_or_lost() {
    let texts = [
        "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_key>unit</arg_key>\n<arg_value>metric</arg_value>\n</tool_call>",
        "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>unit</arg_key>\n</tool_call>",
        "<weather><city><city>Oslo</city><days>3</days></weather>",
        "<weather><city>Oslo</city></city><days>3</days></weather>",
        "<weather><city>Oslo<days>3</days></city></weather>",
    ];
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
}

/// The namespaces of templates are no part of the name, and the channel of reasoning is skipped.
#[test]
fn a_namespace_and_a_channel_of_reasoning_around_a_call_are_no_part_of_it() {
    let read = |raw: &str| read(raw, Finish::Complete);
    let oslo = Some(json!({"city": "Oslo"}));
    for raw in [
        "```tool_code\nprint(default_api.weather(city=\"Oslo\"))\n```",
        "<|channel|>analysis<|message|>Hm.<|end|>\n{\"city\": \"Oslo\"}",
        "Tool:\n```json\n{\"city\": \"Oslo\"}\n```",
        "Output:\n```json\n{\"city\": \"Oslo\"}\n```",
    ] {
        assert_eq!(read(raw), oslo, "{raw}");
    }
    for raw in [
        "```tool_code\nprint(default_api.other(city=\"Oslo\"))\n```",
        "mine.weather(city=\"Oslo\")",
        "<|channel|>analysis<|message|>{\"city\": \"Oslo\"}",
    ] {
        assert_eq!(read(raw), None, "{raw}");
    }
}

/// A call in a tag may have no arguments, as in the reader of texts.
#[test]
fn reads_a_call_without_arguments() {
    let ping = |schema: Value| Definition::new("ping", "", schema).unwrap();
    let optional = ping(json!({
        "type": "object",
        "properties": {"verbose": {"type": "boolean"}},
        "additionalProperties": false,
    }));
    let open = ping(json!({"type": "object"}));
    for tool in [&optional, &open] {
        for text in [
            "<tool_call>{\"name\": \"ping\"}</tool_call>",
            "<tool_call>\n{\"name\": \"ping\"}\n</tool_call><|im_end|>",
            "I call it.\n<tool_call>\n{\"name\": \"ping\"}\n</tool_call>",
        ] {
            let expected = read_only_call(text, tool, Finish::Complete);
            assert_eq!(expected, Some(json!({})), "{text}");
            let input = Input::from(text).finish(Finish::Complete);
            assert_eq!(tool.parse(input).ok(), expected, "{text}");
        }
    }
    // A required argument is missing, or the call is of another tool.
    for text in [
        "<tool_call>{\"name\": \"weather\"}</tool_call>",
        "<tool_call>{\"name\": \"ping\"}</tool_call>",
    ] {
        assert_eq!(read(text, Finish::Complete), None, "{text}");
    }
    // The tool has an argument of that name.
    let named = ping(json!({"type": "object", "properties": {"name": {"type": "string"}}}));
    let read = named.parse("<tool_call>{\"name\": \"ping\"}</tool_call>");
    assert_eq!(read.ok(), Some(json!({"name": "ping"})));
}

/// A label may have a word of other text and announce the arguments.
#[test]
fn reads_arguments_below_a_label_of_their_own() {
    let texts = [
        "Correct format:",
        "Actual call:",
        "User request:",
        "Please wait:",
    ];
    let texts = texts.map(|label| format!("{label}\n{{\"city\": \"Oslo\"}}"));
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let expected = json!({"city": "Oslo"});
    assert_eq!(
        find_wrong(&texts, Finish::Unknown, Some(&expected)),
        [""; 0]
    );
    let texts = [
        "Format:",
        "Wrong format:",
        "Actual output:",
        "User message:",
        "Please run:",
        "Log\n---\n",
    ];
    let texts = texts.map(|label| format!("{label}\n{{\"city\": \"Oslo\"}}"));
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    assert_eq!(find_wrong(&texts, Finish::Unknown, None), [""; 0]);
}
