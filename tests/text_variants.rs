//! Variants of the formats that models write: calls in values, missing parts, other spellings.

use serde_json::{Value, json};
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    let text = json!({"type": "string"});
    let weather = json!({"city": text, "days": {"type": "integer"}});
    let run = json!({
        "ids": {"type": "array", "items": {"type": "integer"}},
        "s": text,
    });
    let tools = [
        ("get_weather", weather),
        ("write_file", json!({"path": text, "content": text})),
        ("now", json!({})),
        ("run", run),
        ("python", json!({"code": text})),
    ];
    let tools = tools.map(|(name, properties)| {
        let schema = json!({"type": "object", "properties": properties});
        Definition::new(name, "", schema).unwrap()
    });
    Definitions::new(tools).unwrap()
}

pub(crate) fn calls_of(text: &str) -> Value {
    read(text, TextOptions::new())
}

fn prompted_calls_of(text: &str) -> Value {
    read(text, TextOptions::new().starts_in_reasoning(true))
}

fn read(text: &str, options: TextOptions) -> Value {
    let read = read_text(text, &tools(), &options.finish(Finish::Complete));
    let calls = read.calls.iter().map(|call| {
        let arguments: Value = tools().parse(&call.name, call).map_or_else(
            |_| serde_json::from_str(&call.raw).unwrap(),
            |read| read.reading.value,
        );
        json!([call.name, arguments])
    });
    calls.collect()
}

pub(crate) fn value(calls: &str) -> Value {
    serde_json::from_str(calls).unwrap()
}

#[test]
fn reads_values_with_calls_and_tags_inside() {
    for (text, calls) in [
        (
            "<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<\
             parameter=content>\n<tool_call>\n<function=now>\n</function>\n</tool_call>\n<\
             /parameter>\n</function>\n</tool_call>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"<tool_call>\\n<function=now>\
             \\n</function>\\n</tool_call>\"}]]",
        ),
        (
            "<tool_call>\n<function=write_file>\n<parameter=content>\n<tool_call>\n<\
             function=get_weather>\n<parameter=city>\nX\n</parameter>\n</function>\n<\
             /tool_call>\nend\n</parameter>\n<parameter=path>\na\n</parameter>\n</function>\n\
             </tool_call>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"<tool_call>\\n<\
             function=get_weather>\\n<parameter=city>\\nX\\n</parameter>\\n</function>\\n<\
             /tool_call>\\nend\"}]]",
        ),
        (
            "<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<\
             parameter=content>\nx </parameter> y\n<parameter=z>\n1\n</parameter>\n<\
             /parameter>\n</function>\n</tool_call>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"x </parameter> y\\n<\
             parameter=z>\\n1\\n</parameter>\"}]]",
        ),
        (
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.write_file:0<\
             |tool_call_argument_begin|>{\"path\": \"a\", \"content\": \"x <\
             |tool_call_end|> y\"}<|tool_call_end|><|tool_calls_section_end|>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"x <|tool_call_end|> y\"}]]",
        ),
        (
            "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<\
             |channel|>commentary to=functions.write_file <|constrain|>json<|message|>{\"path\
             \": \"a\", \"content\": \"x <|end|> y\"}<|call|>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"x <|end|> y\"}]]",
        ),
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write_file\n```json\n\
             {\"path\": \"a.md\", \"content\": \"```json\\n{}\\n```<x>\"}\n```<\
             ｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "[[\"write_file\", {\"path\": \"a.md\", \"content\": \"```json\\n{}\\n```<x>\"}]]",
        ),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn reads_calls_with_missing_parts() {
    for (text, calls) in [
        (
            "<tool_call>\n<function=get_weather>\n<parameter=city\nParis\n</parameter>\n<\
             /function>\n</tool_call>\n<tool_call>\n<function=get_weather>\n<parameter=city>\
             \nOslo\n</parameter>\n</function>\n</tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}], [\"get_weather\", {\"city\": \"Oslo\"\
             }]]",
        ),
        (
            "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n<parameter=days>\n\
             3\n</function>\n</tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\", \"days\": 3}]]",
        ),
        (
            "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris\n<arg_key>days\
             </arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\", \"days\": 3}]]",
        ),
        (
            "<minimax:tool_call>\n<invoke name=\"get_weather\">\n<parameter name=\"city\"\
             >Paris\n<parameter name=\"days\">3</parameter>\n</invoke>\n</minimax:tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\", \"days\": 3}]]",
        ),
        (
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"get_weather\">]<\
             ]minimax[>[<city>Paris]<]minimax[>[</city>\n]<]minimax[>[</tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}\n<\
             /tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n<\
             tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<\
             /tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}], [\"get_weather\", {\"city\": \"Oslo\"\
             }]]",
        ),
        (
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<\
             |tool_call_argument_begin|>{\"city\": \"Paris\"}<\
             |tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{\"city\":\
             \"Oslo\"}<|tool_call_end|><|tool_calls_section_end|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}], [\"get_weather\", {\"city\": \"Oslo\"\
             }]]",
        ),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn reads_other_spellings_of_tags_and_names() {
    for (text, calls) in [
        (
            "<tool_call>\n<function=\"get_weather\">\n<parameter=\"city\">\nParis\n<\
             /parameter>\n</function>\n</tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<tool_call>\n<function='get_weather'>\n<parameter='city'>\nParis\n</parameter>\n\
             </function>\n</tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<minimax:tool_call>\n<invoke name=get_weather>\n<parameter name=city>Paris<\
             /parameter>\n</invoke>\n</minimax:tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<|open|>tools<|sep|><|open|>call tool=\"a&quot;b\" index=\"1\"<|sep|><\
             |open|>argument key=\"k&amp;1\" type=\"string\"<|sep|>v&amp;<|close|>argument<\
             |sep|><|close|>call<|sep|><|close|>tools<|sep|>",
            "[[\"a\\\"b\", {\"k&1\": \"v&amp;\"}]]",
        ),
        (
            "<|open|> tools <|sep|><|open|> call tool=\"get_weather\" index=\"1\" <|sep|><\
             |open|> argument key=\"city\" type=\"string\" <|sep|>Paris<|close|> argument <\
             |sep|><|close|> call <|sep|><|close|> tools <|sep|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<|python_tag|>get_weather.call(city=\"Paris\")",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        ("[Calling tool: now()]", "[[\"now\", {}]]"),
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n{\"city\
             \": \"Paris\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>\n```json\n{\"city\
             \": \"Paris\"}\n```\n<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<|message_model|>get_weather<|content_invoke_tool_json|>{\"args\":{\"city\":\"\
             Paris\"}}<|end_message|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<tool_call>\n<invoke name=\"run\">\n<ids>\n<item>1</item>\n<item>2</item>\n<\
             /ids>\n</invoke>\n</tool_call>",
            "[[\"run\", {\"ids\": [1, 2]}]]",
        ),
        (
            "<invoke name=\"get_weather\"><city>Paris</city></invoke>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn reads_messages_whose_start_is_in_the_prompt() {
    for (text, calls) in [
        (
            "get_weather\n<|content|>{\"city\": \"Paris\"}<|stop|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "all\nHello there!>>>get_weather\n{\"city\": \"Paris\"}",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            ">>>python\nprint(1)",
            "[[\"python\", {\"code\": \"print(1)\"}]]",
        ),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn reads_calls_in_other_surroundings() {
    for (text, calls) in [
        (
            "  get_weather(city=\"Paris\")",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "[get_weather(city=\"Paris\"), zz(a=1)]",
            "[[\"get_weather\", {\"city\": \"Paris\"}], [\"zz\", {\"a\": 1}]]",
        ),
        (
            "<seed:tool_call>\n<function=get_weather>\n<parameter=city>Paris</parameter>\n<\
             /function>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n<\
             /function>\n</seed:tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}], [\"get_weather\", {\"city\": \"Oslo\"\
             }]]",
        ),
        (
            "<|message_sep|>\n\nfunction call<|role_sep|>{\"name\": \"get_weather\", \"\
             arguments\": {\"city\": \"Paris\"}}",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<|tool_call_section_begin|><|tool_call_begin|>functions.get_weather:0<\
             |tool_call_argument_begin|>{\"city\": \"Paris\"}<|tool_call_end|><\
             |tool_call_section_end|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<longcat_think>\nhm\n</longcat_think>\n<longcat_tool_call>\n{\"name\": \"\
             get_weather\", \"arguments\": {\"city\": \"Paris\"}}\n</longcat_tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<|tools_prefix|>[{\"get_weather\": {\"city\": \"Paris\"}}]<|assistant_end|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<tool_calls>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}\
             \nnot json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n<\
             /tool_calls>",
            "[[\"get_weather\", {\"city\": \"Paris\"}], [\"get_weather\", {\"city\": \"Oslo\"\
             }]]",
        ),
        (
            "<tool_calls>\nnot json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"\
             Oslo\"}}\n</tool_calls>",
            "[[\"get_weather\", {\"city\": \"Oslo\"}]]",
        ),
        (
            "<tool_calls>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \n{\"name\"\
             : \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_calls>",
            "[[\"get_weather\", {\"city\": \"Oslo\"}]]",
        ),
        (
            "<|tool_call>call:write_file{path:'a',content:'b'}<tool_call|>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"b\"}]]",
        ),
        (
            "<|tool_call>call:write_file{path:\"a\",content:<|\"|>b<|\"|>}<tool_call|>",
            "[[\"write_file\", {\"path\": \"a\", \"content\": \"b\"}]]",
        ),
        (
            "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}\n\
             </tool_calls>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn ends_the_reasoning_of_a_prompt() {
    for (text, calls) in [
        (
            "hm<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <\
             |constrain|>json<|message|>{\"city\": \"Paris\"}<|call|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "hm<|end|><|begin|>assistant<|tool_calls|><|tool_call:begin|>a1<\
             |tool_call:name|>get_weather<|tool_call:args|>{\"city\": \"Paris\"}<\
             |tool_call:end|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "hm<|end_message|><|message_model|>get_weather<|content_invoke_tool_json|>{\"name\
             \":\"get_weather\",\"args\":{\"city\":\"Paris\"}}<|end_message|>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
    ] {
        assert_eq!(prompted_calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn calls_nothing_that_prose_or_a_broken_tag_mentions() {
    for (text, calls) in [
        (
            "The <tool_call> tag and <function=x> are used.\n\n<tool_call>\n<\
             function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n<\
             /tool_call>",
            "[[\"get_weather\", {\"city\": \"Paris\"}]]",
        ),
        (
            "<tool_call>\n<function=get_weather</function>\n</tool_call>\n<tool_call>\n<\
             function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n<\
             /tool_call>",
            "[[\"get_weather\", {\"city\": \"Oslo\"}]]",
        ),
        (
            "<|action_start|>{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"\
             }}<|action_end|>",
            "[]",
        ),
        (
            "<function name=\"get_weather\"><param name=\"city\">A</param><param name=\"city\
             \">B</param></function>",
            "[]",
        ),
        (
            "<function name=\"get_weather\"><param>A</param></function>",
            "[]",
        ),
        ("[get_weather(\"Paris\")]", "[]"),
        ("[zz(a=1)]", "[]"),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}
