//! Calls in prompts' own notation, false calls in prose and results, and types of unions.

use serde_json::{Value, json};
use tests::read_text_in_any_pieces;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

use crate::text_variants::{calls_of, value};

#[test]
fn reads_the_code_fences_of_gemma_3() {
    let oslo = "[[\"get_weather\", {\"city\": \"Oslo\"}]]";
    let both = "[[\"get_weather\", {\"city\": \"Oslo\"}], [\"now\", {}]]";
    for (text, calls) in [
        ("```tool_code\nget_weather(city='Oslo')\n```", oslo),
        (
            "Sure.\n\n```tool_code\nprint(get_weather(city=\"Oslo\"))\n```",
            oslo,
        ),
        ("```tool_code\nget_weather(city='Oslo')\nnow()\n```\n", both),
        (
            "```tool_code\nprint(get_weather(city='Oslo'))\nprint( now() )\n```",
            both,
        ),
        (
            "```tool_code\nprint(get_weather(city='Oslo'), now())\n```",
            both,
        ),
        ("```python\nget_weather(city='Oslo')\n```", "[]"),
        ("```tool_code_output\nnow()\n```", "[]"),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn keeps_the_code_fence_after_the_calls_of_gemma_3() {
    let options = TextOptions::new().finish(Finish::Complete);
    let text = "```tool_code\nf()\n```\n```python\nx = 1\n```";
    let answer = read_text(text, &tools_of(&json!({"type": "object"})), &options);
    assert_eq!(
        (answer.calls.len(), answer.content.as_str()),
        (1, "\n```python\nx = 1\n```")
    );
}

#[test]
fn ignores_calls_in_results_and_marked_answers() {
    for text in [
        "<tool_response>\n{\"name\": \"now\", \"arguments\": {}}\n</tool_response>",
        "<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>{\"name\": \"now\", \"arguments\": {}}<\
         ｜tool▁output▁end｜><｜tool▁outputs▁end｜>",
        "<|START_RESPONSE|>See [{\"tool_name\": \"now\", \"parameters\": {}}].<|END_RESPONSE|>",
        "I used <tool_call> and </tool_call>.",
    ] {
        assert_eq!(calls_of(text), json!([]), "{text}");
    }
}

#[test]
fn reads_a_name_alone_between_tags() {
    for (text, calls) in [
        ("<tool_call> now </tool_call>", "[[\"now\", {}]]"),
        ("<tool_call>other</tool_call>", "[[\"other\", {}]]"),
        (
            "<tool_call>  \n  other  \n  </tool_call>",
            "[[\"other\", {}]]",
        ),
    ] {
        assert_eq!(calls_of(text), value(calls), "{text}");
    }
}

#[test]
fn the_next_key_ends_a_value_without_its_closing_tag() {
    let text = "<tool_call>other\n<arg_key>a</arg_key>\n<arg_value>Paris<arg_key>b</arg_key>\n<\
                arg_value>celsius</arg_value>\n</tool_call>";
    let calls = "[[\"other\", {\"a\": \"Paris\", \"b\": \"celsius\"}]]";
    assert_eq!(calls_of(text), value(calls));
}

/// An argument may have another type in each form of the arguments.
#[test]
fn an_argument_has_the_types_of_all_forms() {
    let schema = json!({"anyOf": [
        {
            "type": "object",
            "properties": {"id": {"type": "array", "items": {"type": "integer"}}},
            "required": ["id"],
        },
        {
            "type": "object",
            "properties": {"id": {"type": "integer"}, "note": {"type": ["string", "null"]}},
            "required": ["id", "note"],
        },
    ]});
    for (values, expected) in [
        (["5", "null"], json!({"id": 5, "note": null})),
        (["[5]", ""], json!({"id": [5]})),
    ] {
        let mut text = format!("<tool_call>\n<function=f>\n<parameter=id>\n{}", values[0]);
        text += "\n</parameter>\n";
        if !values[1].is_empty() {
            text.extend(["<parameter=note>\n", values[1], "\n</parameter>\n"]);
        }
        text += "</function>\n</tool_call>";
        assert_eq!(arguments_of(&text, &schema), expected, "{text}");
    }
}

#[test]
fn nested_tags_follow_the_forms_of_a_value() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "object", "properties": {"item": {"type": "string"}}},
        "b": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        "c": {"type": "array", "items": {"type": "integer"}},
    }});
    for (tags, expected) in [
        ("<a><item>1</item></a>", json!({"a": {"item": "1"}})),
        (
            "<b><item>1</item><item>1</item></b>",
            json!({"b": [1, "1"]}),
        ),
        ("<c><n>1</n><n>2</n></c>", json!({"c": [1, 2]})),
        ("<c><n>1</n></c>", json!({"c": [1]})),
    ] {
        let text = format!("<tool_call>\n<invoke name=\"f\">{tags}</invoke>\n</tool_call>");
        let text = text.replace('<', "]<]minimax[>[<");
        assert_eq!(arguments_of(&text, &schema), expected, "{text}");
    }
}

#[test]
fn a_given_format_reads_the_other_versions_of_its_models() {
    let tools = tools_of(&json!({"type": "object"}));
    let dsml = |outer: &str| {
        format!(
            "<｜DSML｜{outer}>\n<｜DSML｜invoke name=\"f\">\n</｜DSML｜invoke>\n</｜DSML｜{outer}>"
        )
    };
    let deepseek = |call: &str| {
        let call = format!("<｜tool▁call▁begin｜>{call}<｜tool▁call▁end｜>");
        format!("<｜tool▁calls▁begin｜>{call}<｜tool▁calls▁end｜>")
    };
    let fence = deepseek("function<｜tool▁sep｜>f\n```json\n{}\n```");
    for (format, text) in [
        (Format::Llama4, "[f()]".to_owned()),
        (
            Format::Llama4,
            "<|python_start|>[f()]<|python_end|>".to_owned(),
        ),
        (Format::DeepSeekV32, dsml("tool_calls")),
        (Format::DeepSeekV4, dsml("function_calls")),
        (Format::DeepSeekV3, deepseek("f<｜tool▁sep｜>{}")),
        (Format::DeepSeekV31, fence),
        (Format::MistralArray, "[TOOL_CALLS]f[ARGS]{}".to_owned()),
        (
            Format::MistralV11,
            "[TOOL_CALLS] [{\"name\": \"f\", \"arguments\": {}}]".to_owned(),
        ),
    ] {
        let options = TextOptions::new().format(format).finish(Finish::Complete);
        let answer = read_text(&text, &tools, &options);
        let names: Vec<_> = answer.calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(
            (names, answer.content.trim()),
            (vec!["f"], ""),
            "{format}: {text}"
        );
    }
}

#[test]
fn a_piece_that_ends_inside_a_key_or_a_marker_changes_nothing() {
    let tools = tools_of(&json!({"type": "object"}));
    for text in [
        "{\"name\": \"\"name",
        "<|x|>{\"name\": {\"name\": \"f\"",
        "<tool_call>{\"name\": )w</tool_call>",
        "<|message_model|>\nfunctools[{\"name\": \"f\", \"arguments\": {}}]\n<|end_message|>",
        "```tool_code\n```",
        "<function name=\"f\"><param name=\"a\"><![CDATA[x</param></function> y]]></param></function>",
    ] {
        let _ = read_text_in_any_pieces(text, &tools, Finish::Complete);
    }
}

/// The end of a call inside a value is not the end of the outer call.
#[test]
fn a_text_that_is_cut_inside_a_value_with_a_call_gives_no_call() {
    let tools = tools_of(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    let inner =
        "<tool_call>\n<function=g>\n<parameter=b>\nx\n</parameter>\n</function>\n</tool_call>";
    let text = format!(
        "<tool_call>\n<function=f>\n<parameter=a>\n{inner}\n</parameter>\n</function>\n</tool_call>"
    );
    let read = |text: &str| read_text(text, &tools, &TextOptions::new()).calls;
    let whole = read(&text);
    assert_eq!(value(&whole[0].raw), json!({"a": inner}));
    for end in 0..text.len() {
        let calls = read(&text[..end]);
        assert!(
            calls.is_empty() || calls[0].raw == whole[0].raw,
            "{}",
            &text[..end]
        );
    }
}

/// The rest of a truncated text may show that a header contains a call. No header contains tags.
#[test]
fn a_header_contains_no_call() {
    let call = "<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>";
    for text in [
        format!("<|channel|>final {call}\nto=functions.x<|message|>Hello"),
        format!("<|message_model|>x\n{call}\nx<|content_invoke_tool_json|>{{}}<|end_message|>"),
    ] {
        assert_eq!(calls_of(&text), json!([["now", {}]]), "{text}");
    }
}

/// A line after a broken object belongs to the section, also if the end marker is cut off.
#[test]
fn a_truncated_section_gives_no_call_of_a_broken_line() {
    let call = "{\"name\": \"f\", \"arguments\": {}}";
    let text = format!("<tool_calls>{{\"a\": \"b\"c}}}}, {call}]</tool_calls>");
    let tools = tools_of(&json!({"type": "object"}));
    let calls = |text: &str, finish| {
        let answer = read_text(text, &tools, &TextOptions::new().finish(finish));
        answer.calls.len()
    };
    let whole = calls(&text, Finish::Complete);
    for end in 0..text.len() {
        assert!(
            calls(&text[..end], Finish::Truncated) <= whole,
            "{}",
            &text[..end]
        );
    }
}

fn tools_of(schema: &Value) -> Definitions {
    Definitions::new([Definition::new("f", "", schema.clone()).unwrap()]).unwrap()
}

/// Returns the arguments of the only call, which need no repair.
fn arguments_of(text: &str, schema: &Value) -> Value {
    let tools = tools_of(schema);
    let answer = read_text(text, &tools, &TextOptions::new().finish(Finish::Complete));
    let read = tools.parse("f", &answer.calls[0]).unwrap();
    assert!(read.reading.repairs.is_empty(), "{text}");
    read.reading.value
}

/// A key that no call has makes an object data, also as the end of the text.
#[test]
fn an_object_that_ends_after_a_foreign_key_is_text() {
    let tools = tools_of(&json!({"type": "object"}));
    for (text, is_text) in [
        ("{\"name\": \"f\", \"note\"", true),
        ("{'name': 'f', 'note'", true),
        ("[{\"name\": \"f\", \"arguments_of\"", true),
        ("See {\"name\": \"f\", \"arg\"", true),
        ("{\"name\": \"f\", \"arguments\"", false),
        ("{\"name\": \"f\", \"argu", false),
        ("{\"name\": \"f\", argu", false),
    ] {
        let whole = read_text_in_any_pieces(text, &tools, Finish::Complete);
        assert_eq!(whole.content == text, is_text, "{text}: {whole:?}");
        assert_eq!(whole.dropped.is_empty(), is_text, "{text}: {whole:?}");
    }
}

/// Prose may mention tags whose end markers never come. However often it does, a call behind it is
/// read as behind one mention.
#[test]
fn many_open_tags_in_prose_are_text() {
    let tools = tools_of(&json!({"type": "object"}));
    let read = |text: &str| read_text(text, &tools, &TextOptions::new().finish(Finish::Complete));
    for mention in [
        "Write <invoke name=\"f\">, then <parameter name=\"a\">. ",
        "Write <tool_call> and <function=f>, then <parameter=a>. ",
        "Write <invoke name=\">, then <parameter=. ",
    ] {
        let text = mention.repeat(40);
        let answer = read(&text);
        assert!(answer.calls.is_empty(), "{answer:?}");
        let call = r#"<tool_call>{"name": "f", "arguments": {"b": 1}}</tool_call>"#;
        let [one, many] = [1, 40].map(|times| read(&format!("{}{call}", mention.repeat(times))));
        assert_eq!(one.calls, many.calls, "{mention}");
    }
}

/// The content is shown to people.
#[test]
fn the_marker_of_another_format_after_a_call_is_not_content() {
    let hermes = "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>";
    let bare = "{\"name\": \"f\", \"arguments\": {}}";
    let invoke = "<invoke name=\"f\">\n</invoke>";
    for (call, end) in [
        (hermes, "\n</tool_call>"),
        (hermes, "</function>\n</tool_calls>"),
        (bare, "\n</tool_call>"),
        (bare, "\n</tools>"),
        (invoke, "\n</｜DSML｜toolcalls>"),
        (invoke, "\n</tool_call>\n</function_calls>"),
    ] {
        let schema = json!({"type": "object"});
        let tools = Definitions::new([Definition::new("f", "", schema).unwrap()]).unwrap();
        let text = format!("{call}{end}\nDone.");
        let read = read_text_in_any_pieces(&text, &tools, Finish::Complete);
        assert_eq!(read.calls.len(), 1, "{text}: {read:?}");
        assert_eq!(read.content.trim(), "Done.", "{text}");
    }
    // Without a call, and behind other text, the markers are text.
    for text in ["</function>", "See </tools> here.", "A </tool_calls>"] {
        let read = read_text_in_any_pieces(text, &Definitions::default(), Finish::Complete);
        assert_eq!(read.content, text);
    }
}
