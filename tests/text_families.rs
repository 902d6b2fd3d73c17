//! Families of models of 2026, with the notation that public parsers and templates show.

use serde_json::{Value, json};
use tests::{damage_mark, find_marks, find_other_marks, read_text_in_any_pieces};
use tool_core::call::DropReason;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    tools_with("integer")
}

/// The tools, with this type of the argument `days`.
fn tools_with(days: &str) -> Definitions {
    let schema = json!({"type": "object", "properties": {
        "city": {"type": "string"}, "days": {"type": days},
    }, "required": ["city"]});
    let weather = Definition::new("get_weather", "", schema).unwrap();
    let ping = Definition::new("ping", "", json!({"type": "object"})).unwrap();
    Definitions::new([weather, ping]).unwrap()
}

const JSON: &str = r#"{"city": "Oslo", "days": 3}"#;

/// A text with one call, its format, and whether the format is recognized.
fn texts() -> Vec<(Format, String)> {
    let keys = "<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n";
    vec![
        (
            Format::DeepSeekV41,
            "<｜DSML｜ calls>\n<｜DSML｜ invoke name=\"get_weather\">\n<｜DSML｜ parameter name=\"city\" string=\"true\">Oslo</｜DSML｜ parameter>\n<｜DSML｜ parameter name=\"days\" string=\"false\">3</｜DSML｜ parameter>\n</｜DSML｜ invoke>\n</｜DSML｜ calls>".to_owned(),
        ),
        (
            Format::DeepSeekV41,
            format!("<｜DSML｜ calls>\n<｜DSML｜ invoke name=\"get_weather\">\n{JSON}\n</｜DSML｜ invoke>\n</｜DSML｜ calls>"),
        ),
        (
            Format::SolarOpen2,
            "<|tool_call:start|>get_weather\n<|tool_arg:start|>city<|tool_arg:value|>Oslo<|tool_arg:end|>\n<|tool_arg:start|>days<|tool_arg:value|>3<|tool_arg:end|>\n<|tool_call:end|>".to_owned(),
        ),
        (
            Format::K2Horizon,
            "<ifm|tool_calls><ifm|tool_call>get_weather<ifm|arg_key>city</ifm|arg_key><ifm|arg_value>Oslo</ifm|arg_value><ifm|arg_key>days</ifm|arg_key><ifm|arg_type>integer</ifm|arg_type><ifm|arg_value>3</ifm|arg_value></ifm|tool_call></ifm|tool_calls>".to_owned(),
        ),
        (
            Format::K2Horizon,
            "<ifm|tool_call>get_weather<ifm|arg_key>city</ifm|arg_key><ifm|arg_type>string</ifm|arg_type><ifm|arg_value>Oslo</ifm|arg_value><ifm|arg_key>days</ifm|arg_key><ifm|arg_type>integer</ifm|arg_type><ifm|arg_value>3</ifm|arg_value></ifm|tool_call>".to_owned(),
        ),
        (
            Format::K2Horizon,
            format!("<ifm|tool_calls><ifm|tool_call>{{\"name\": \"get_weather\", \"arguments\": {JSON}}}</ifm|tool_call></ifm|tool_calls>"),
        ),
        (Format::IQuest, format!("<iquest_tool_call>get_weather\n{keys}</iquest_tool_call>")),
        (Format::IQuest, format!("<iquestcoder_tool_call>get_weather\n{keys}</iquestcoder_tool_call>")),
        (Format::StepAudio2, format!("<tool_call>function\nget_weather\n{JSON}</tool_call>")),
        (Format::Glm47, format!("<tool_call>get_weather>{JSON}</tool_call>")),
        (
            Format::MiroThinker,
            format!("<use_mcp_tool>\n<server_name>tools</server_name>\n<tool_name>get_weather</tool_name>\n<arguments>\n{JSON}\n</arguments>\n</use_mcp_tool>"),
        ),
        (
            Format::MiroThinker,
            format!("<use_mcp_tool><server_name>tools</server_name><tool_name>get_weather</tool_name><arguments>{JSON}</arguments></use_mcp_tool>"),
        ),
        (
            Format::LmStudio,
            format!("[TOOL_REQUEST]{{\"name\": \"get_weather\", \"arguments\": {JSON}}}[END_TOOL_REQUEST]"),
        ),
        (Format::ReAct, format!("Action: get_weather\nAction Input: {JSON}")),
        (Format::QwenAgent, format!("✿FUNCTION✿: get_weather\n✿ARGS✿: {JSON}")),
    ]
}

#[test]
fn reads_the_calls_of_each_family() {
    let expected: Value = serde_json::from_str(JSON).unwrap();
    for (format, text) in texts() {
        for text in [text.clone(), format!("I look it up.\n{text}\n")] {
            let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
            assert_eq!(
                (read.calls.len(), read.dropped.len()),
                (1, 0),
                "{text}: {read:?}"
            );
            assert_eq!(read.format, Some(format), "{text}");
            assert_eq!(read.calls[0].name, "get_weather");
            let arguments: Value = serde_json::from_str(&read.calls[0].raw).unwrap();
            assert_eq!(arguments, expected, "{text}");
            let content = read.content.trim();
            assert!(
                ["", "I look it up."].contains(&content),
                "{text}: {content}"
            );
            let options = TextOptions::new().format(format).finish(Finish::Complete);
            assert_eq!(
                read_text(&text, &tools(), &options).calls,
                read.calls,
                "{text}"
            );
            // A text that is cut off runs nothing.
            for (end, _) in text.trim_end().char_indices() {
                let options = TextOptions::new().finish(Finish::Truncated);
                let cut = read_text(&text[..end], &tools(), &options);
                assert!(
                    cut.calls.iter().all(|call| call.raw == read.calls[0].raw),
                    "{text} at {end}"
                );
            }
        }
    }
}

/// Calls whose arguments are in the notation of another format.
fn sibling_texts() -> Vec<(Format, String)> {
    let city = |open: &str, close: &str| format!("{open}Oslo{close}");
    let usual = city("<parameter name=\"city\">", "</parameter>");
    let minimax = |arguments: String| {
        let text = format!(
            "<minimax:tool_call>\n<invoke name=\"get_weather\">\n{arguments}\n</invoke>\n</minimax:tool_call>"
        );
        (Format::MiniMaxM2, text)
    };
    let function = |arguments: &str| {
        let text =
            format!("<tool_call>\n<function=get_weather>\n{arguments}\n</function>\n</tool_call>");
        (Format::Qwen3Coder, text)
    };
    vec![
        minimax(format!("{usual}\n<parameter=days>3</parameter>")),
        minimax(format!("{usual}\n<days>3</days>")),
        function("<parameter=city>Oslo</parameter>\n<parameter name=\"days\">3</parameter>"),
        function("<parameter=city>Oslo</parameter>\n<days>3</days>"),
    ]
}

#[test]
fn an_argument_in_the_notation_of_another_format_is_read() {
    let expected: Value = serde_json::from_str(JSON).unwrap();
    for (format, text) in sibling_texts() {
        let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!((read.format, read.calls.len()), (Some(format), 1), "{text}");
        let arguments: Value = serde_json::from_str(&read.calls[0].raw).unwrap();
        assert_eq!(arguments, expected, "{text}");
    }
    // A parameter without a name has no reading.
    let (_, text) = &sibling_texts()[0];
    let text = text.replace("<parameter=days>", "<parameter>");
    let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
    assert!(read.calls.is_empty());
    assert_eq!(read.dropped[0].reason, DropReason::BrokenTags);
}

/// Each text with each damaged mark, for tools that refuse and that accept a value in the place of
/// another one.
#[test]
fn a_damaged_mark_gives_no_other_call() {
    let mut count = 0;
    let texts = || texts().into_iter().chain(sibling_texts());
    for (days, (_, text)) in ["integer", "string"]
        .into_iter()
        .flat_map(|days| texts().map(move |text| (days, text)))
    {
        let tools = tools_with(days);
        let options = TextOptions::new().finish(Finish::Complete);
        let whole = read_text(&text, &tools, &options);
        let whole: Value = serde_json::from_str(&whole.calls[0].raw).unwrap();
        let mut marks = find_marks(&text);
        marks.extend(find_other_marks(&text));
        for (start, end) in marks {
            for form in damage_mark(&text[start..end]) {
                let damaged = format!("{}{form}{}", &text[..start], &text[end..]);
                for call in read_text(&damaged, &tools, &options).calls {
                    let is_valid = tools.parse(&call.name, &call).is_ok();
                    let arguments: Value = serde_json::from_str(&call.raw).unwrap_or_default();
                    assert!(arguments == whole || !is_valid, "{damaged}: {call:?}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 15_000, "{count}");
}

#[test]
fn a_mention_of_their_marks_is_text() {
    for text in [
        "Action: I will look it up.\nThen I answer.",
        "The mark [TOOL_REQUEST] begins a call, and [END_TOOL_REQUEST] ends it.",
        "Use <use_mcp_tool> for that.",
        "Write ✿FUNCTION✿ and the name.",
    ] {
        let read = read_text_in_any_pieces(text, &tools(), Finish::Complete);
        assert_eq!((read.calls.len(), read.content.as_str()), (0, text));
    }
}

#[test]
fn models_of_these_families_have_their_format() {
    for (model, format) in [
        ("deepseek-ai/DeepSeek-V4.1-Flash", Format::DeepSeekV41),
        ("deepseek-ai/DeepSeek-V4-Flash", Format::DeepSeekV4),
        ("upstage/Solar-Open-2-32B", Format::SolarOpen2),
        ("upstage/Solar-Open-100B", Format::SolarOpen),
        ("IQuestLab/IQuest-Coder-V2", Format::IQuest),
        ("LLM360/K2-Horizon", Format::K2Horizon),
        ("miromind-ai/MiroThinker-v1.5-30B", Format::MiroThinker),
        ("stepfun-ai/Step-Audio-2-mini", Format::StepAudio2),
        ("zai-org/GLM-5.3-Flash", Format::Glm47),
        ("tencent/Hy4", Format::HyV3),
        ("iflytek/Spark3-Chat", Format::Glm47),
        ("ornith-ai/Ornith-1.5-35B-A3B", Format::Qwen3Coder),
    ] {
        assert_eq!(Format::for_model(model), Some(format), "{model}");
    }
}

/// Each tag of Hunyuan 4 ends with the name of the checkpoint.
#[test]
fn tags_with_a_suffix_are_read() {
    let keys = |city: &str| {
        format!(
            "<arg_key:6124c78e>city</arg_key:6124c78e>\n<arg_value:6124c78e>{city}</arg_value:6124c78e>\n"
        )
    };
    let call = |keys: &str| format!("<tool_call:6124c78e>get_weather\n{keys}</tool_call:6124c78e>");
    let (oslo, rome) = (keys("Oslo"), keys("<b>Rome</b>"));
    let one = call(&oslo);
    let two = format!(
        "<tool_calls:6124c78e>\n{one}\n{}\n</tool_calls:6124c78e>",
        call(&rome)
    );
    let sep = one.replace("get_weather\n", "get_weather<tool_sep:6124c78e>\n");
    for (text, cities) in [
        (one.clone(), &["Oslo"][..]),
        (sep, &["Oslo"]),
        (two.clone(), &["Oslo", "<b>Rome</b>"]),
    ] {
        let text = format!("I look.\n{text}<|im_end|>");
        let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!(read.content.trim(), "I look.");
        assert_eq!(read.format, Some(Format::HyV3));
        let found = read.calls.iter().map(|call| {
            let raw: Value = serde_json::from_str(&call.raw).unwrap();
            raw["city"].as_str().unwrap().to_owned()
        });
        assert_eq!(found.collect::<Vec<_>>(), cities);
    }
    for text in [
        format!("<think:6124c78e>I look.</think:6124c78e>{one}"),
        format!("I look.</think:6124c78e>{one}"),
    ] {
        let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!((&*read.content, &*read.reasoning), ("", "I look."));
        assert_eq!(read.calls.len(), 1);
    }
    let options = TextOptions::new().starts_in_reasoning(true);
    let text = format!("<think:6124c78e>I look.</think:6124c78e>{one}");
    let read = read_text(&text, &tools(), &options);
    assert_eq!((&*read.content, &*read.reasoning), ("", "I look."));
    let cut = &two[..two.len() - 40];
    let read = read_text_in_any_pieces(cut, &tools(), Finish::Truncated);
    assert_eq!((read.calls.len(), read.dropped.len()), (1, 1), "{read:?}");
    let text = "The tag <tool_call:6124c78e> is new, as is <tool_call:x y>.";
    let read = read_text_in_any_pieces(text, &tools(), Finish::Complete);
    assert_eq!((read.calls.len(), &*read.content), (0, text));
}
