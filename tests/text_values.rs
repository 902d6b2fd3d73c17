//! A string of any content survives in each format, and so do the splits of the text.

use serde_json::{Value, json};
use tests::read_in_pieces;
use tool_core::call::DropReason;
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

/// Strings that contain markers, quotes, brackets and words of other types.
const VALUES: &[&str] = &[
    "plain",
    "",
    "</parameter>",
    "a </parameter> b",
    "</function> c",
    "x </tool_call> y",
    "</tool_call>",
    "use <tool_call> now",
    "set <parameter=x> here",
    "call <function=g> here",
    "a</arg_value>b",
    "<arg_key>z</arg_key>",
    "<think>",
    "so </think> then",
    "```\ncode\n```",
    "a\n\nb\n",
    "  indented\n    more",
    "{\"a\": 1}",
    "[1, 2]",
    "null",
    "none",
    "true",
    "42",
    "123_456",
    "1e999",
    "x<|im_end|>",
    "{",
    "}",
    "]",
    "[TOOL_CALLS]g[ARGS]{}",
    "it's",
    "say \"hi\"",
    "back\\slash \\d",
    "emoji 🎉 é",
    "<a href='x'>&amp; b</a>",
    "if x < 2 && y > 3:",
    "</invoke>",
    "<|tool_call_end|>",
    "<|close|>argument<|sep|> x",
    "f(a='b')",
    "print('a', \"b\")",
    "<|call|>",
    "<tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>",
    "<function=g>\n<parameter=q>\n1\n</parameter>\n</function>",
];

/// Writes a call of the tool `f` with arguments.
type Writer = fn(&[(&str, &Value)]) -> String;

/// Writes each argument, and joins them.
fn each(arguments: &[(&str, &Value)], one: impl Fn(&str, String, &Value) -> String) -> String {
    let texts = arguments.iter().map(|(key, value)| {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        one(key, text, value)
    });
    texts.collect()
}

fn object(arguments: &[(&str, &Value)]) -> Value {
    arguments
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).clone()))
        .collect()
}

/// Writes Python arguments. JSON strings are Python strings, too.
fn keywords(arguments: &[(&str, &Value)]) -> String {
    let keywords = arguments
        .iter()
        .map(|(key, value)| format!("{key}={value}"));
    keywords.collect::<Vec<_>>().join(", ")
}

fn braces(arguments: &[(&str, &Value)], quote: &str) -> String {
    let entries = arguments.iter().map(|(key, value)| match value.as_str() {
        Some(text) => format!("{key}:{quote}{text}{quote}"),
        None => format!("{key}:{value}"),
    });
    entries.collect::<Vec<_>>().join(",")
}

fn tags(arguments: &[(&str, &Value)], prefix: &str) -> String {
    let inside = each(arguments, |key, text, _| {
        format!("<{prefix}parameter name=\"{key}\">{text}</{prefix}parameter>\n")
    });
    format!("<{prefix}invoke name=\"f\">\n{inside}</{prefix}invoke>\n")
}

const WRITERS: &[(&str, Writer)] = &[
    ("qwen3_coder_xml", |arguments| {
        let inside = each(arguments, |key, text, _| {
            format!("<parameter={key}>\n{text}\n</parameter>\n")
        });
        format!("<tool_call>\n<function=f>\n{inside}</function>\n</tool_call>")
    }),
    ("seed_oss", |arguments| {
        let inside = each(arguments, |key, text, _| {
            format!("<parameter={key}>{text}</parameter>\n")
        });
        format!("<seed:tool_call>\n<function=f>\n{inside}</function>\n</seed:tool_call>")
    }),
    ("glm45_xml", |arguments| {
        let inside = each(arguments, |key, text, _| {
            format!("<arg_key>{key}</arg_key>\n<arg_value>{text}</arg_value>\n")
        });
        format!("<tool_call>f\n{inside}</tool_call>")
    }),
    ("minimax_m2_xml", |arguments| {
        format!(
            "<minimax:tool_call>\n{}</minimax:tool_call>",
            tags(arguments, "")
        )
    }),
    ("muse_glimmer_atem", |arguments| {
        let inside = tags(arguments, "atem:");
        format!(" to=f<|message|><atem:function_calls>\n{inside}</atem:function_calls><|eot|>")
    }),
    ("deepseek_v4_dsml", |arguments| {
        let inside = each(arguments, |key, text, value| {
            let is_string = value.is_string();
            format!(
                "<｜DSML｜parameter name=\"{key}\" string=\"{is_string}\">{text}</｜DSML｜parameter>\n"
            )
        });
        format!(
            "<｜DSML｜tool_calls>\n<｜DSML｜invoke name=\"f\">\n{inside}</｜DSML｜invoke>\n</｜DSML｜tool_calls>"
        )
    }),
    ("minimax_m3", |arguments| {
        let inside = each(arguments, |key, text, _| {
            format!("]<]minimax[>[<{key}>{text}]<]minimax[>[</{key}>")
        });
        format!(
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"f\">{inside}]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>"
        )
    }),
    ("hermes_json", |arguments| {
        let call = json!({"name": "f", "arguments": object(arguments)});
        format!("<tool_call>\n{call}\n</tool_call>")
    }),
    ("cohere_command", |arguments| {
        let call =
            json!([{"tool_call_id": "0", "tool_name": "f", "parameters": object(arguments)}]);
        format!("<|START_ACTION|>{call}<|END_ACTION|>")
    }),
    ("deepseek_v3", |arguments| {
        let arguments = object(arguments);
        format!(
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{arguments}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        )
    }),
    ("kimi_k2", |arguments| {
        let arguments = object(arguments);
        format!(
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{arguments}<|tool_call_end|><|tool_calls_section_end|>"
        )
    }),
    ("mistral_array", |arguments| {
        format!(
            "[TOOL_CALLS] {}",
            json!([{"name": "f", "arguments": object(arguments)}])
        )
    }),
    ("mistral_v11", |arguments| {
        format!("[TOOL_CALLS]f[ARGS]{}", object(arguments))
    }),
    ("llama3_json", |arguments| {
        json!({"name": "f", "parameters": object(arguments)}).to_string()
    }),
    ("functionary_v32", |arguments| {
        format!(">>>f\n{}", object(arguments))
    }),
    ("rwkv_markdown", |arguments| {
        let call = json!({"name": "f", "arguments": object(arguments)});
        format!("**Tool Call:**\n```json\n{call}\n```")
    }),
    ("bracket_calling", |arguments| {
        format!("[Calling tool: f({})]", object(arguments))
    }),
    ("pythonic", |arguments| {
        format!("[f({})]", keywords(arguments))
    }),
    ("olmo3", |arguments| {
        format!(
            "<function_calls>f({})</function_calls>",
            keywords(arguments)
        )
    }),
    ("lfm2", |arguments| {
        format!(
            "<|tool_call_start|>[f({})]<|tool_call_end|>",
            keywords(arguments)
        )
    }),
    ("functiongemma", |arguments| {
        let inside = braces(arguments, "<escape>");
        format!("<start_function_call>call:f{{{inside}}}<end_function_call>")
    }),
    ("gemma4", |arguments| {
        let inside = braces(arguments, "<|\"|>");
        format!("<|tool_call>call:f{{{inside}}}<tool_call|>")
    }),
    ("harmony", |arguments| {
        let arguments = object(arguments);
        format!(
            "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{arguments}<|call|>"
        )
    }),
];

#[test]
fn each_value_survives_in_each_format() {
    let tools = tools();
    let number = json!(1);
    for (format, write) in WRITERS {
        for value in VALUES {
            let value = json!(value);
            for arguments in [
                [("text", &value), ("n", &number)],
                [("n", &number), ("text", &value)],
            ] {
                let text = write(&arguments);
                let options = TextOptions::new().finish(Finish::Complete);
                let read = read_text(&text, &tools, &options);
                if read.calls.is_empty() && is_closing_tag(&value, &text) {
                    assert_eq!(read.dropped[0].reason, DropReason::Ambiguous, "{text}");
                    continue;
                }
                let call = read
                    .calls
                    .first()
                    .unwrap_or_else(|| panic!("{text}\n{read:?}"));
                let parsed = tools.parse(&call.name, call).unwrap();
                assert_eq!(parsed.reading.value, object(&arguments), "{text}");
                assert_eq!(read.calls.len(), 1, "{text}");
                assert_eq!(read.content.trim(), "", "{text}");
                if value == json!("plain") {
                    assert_eq!(read.format.unwrap().as_str(), *format);
                }
                for size in [1, 5] {
                    let finish = Finish::Complete;
                    let pieces = read_in_pieces(&text, &tools, TextOptions::new(), finish, size);
                    assert_eq!(pieces, read, "{text}");
                }
            }
        }
    }
}

#[test]
fn a_call_in_reasoning_or_in_a_code_fence_does_not_count() {
    let tools = tools();
    let value = json!("a");
    for (format, write) in WRITERS {
        let call = write(&[("text", &value)]);
        for text in [
            format!("<think>Maybe {call} or not.</think>\nNo."),
            format!("Write it like this:\n```\n{call}\n```\nThat is all."),
        ] {
            let options = TextOptions::new().finish(Finish::Complete);
            let read = read_text(&text, &tools, &options);
            assert_eq!(read.calls, [], "{format}: {text}");
        }
    }
}

/// Returns whether a value is a closing tag of its format. A model may also have doubled the tag.
fn is_closing_tag(value: &Value, text: &str) -> bool {
    let value = value.as_str().unwrap_or_default();
    value.starts_with("</") && text.matches(value).count() > 1
}

fn tools() -> Definitions {
    let schema = json!({"type": "object", "properties": {
        "text": {"type": "string"}, "n": {"type": "integer"},
    }});
    let other = json!({"type": "object", "properties": {"q": {"type": "string"}}});
    Definitions::new([
        Definition::new("f", "", schema).unwrap(),
        Definition::new("g", "", other).unwrap(),
    ])
    .unwrap()
}
