//! Small cases of calls in text: recognition, types, truncation, streams and false starts.

use serde_json::{Value, json};
use tests::read_in_pieces;
use tool_core::answer::{Answer, StopReason};
use tool_core::call::{Api, DropReason, Partial};
use tool_core::text::{Format, ModelFormats, TextDelta, TextOptions, TextReader, read_text};
use tool_core::{Definition, Definitions, Finish};

fn tool(name: &str, properties: &Value) -> Definition {
    let schema = json!({"type": "object", "properties": properties});
    Definition::new(name, "", schema).unwrap()
}

fn weather() -> Definitions {
    Definitions::new([tool("weather", &json!({"city": {"type": "string"}}))]).unwrap()
}

fn names(text: &str, tools: &Definitions) -> Vec<String> {
    let options = TextOptions::new().finish(Finish::Complete);
    let read = read_text(text, tools, &options);
    read.calls.into_iter().map(|call| call.name).collect()
}

#[test]
fn types_text_by_the_schema() {
    for (schema, text, expected) in [
        (json!({"type": "string"}), "42", json!("42")),
        (json!({"type": "string"}), "null", json!("null")),
        (json!({"type": "integer"}), "42", json!(42)),
        (json!({"type": "integer"}), "forty", json!("forty")),
        (json!({"type": "number"}), "1e999", json!("1e999")),
        (json!({"type": "boolean"}), "True", json!(true)),
        (json!({"type": ["string", "null"]}), "null", json!(null)),
        (json!({"type": ["string", "null"]}), "None", json!("None")),
        (json!({"type": ["integer", "null"]}), "None", json!(null)),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            "42",
            json!(42),
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            "4x",
            json!("4x"),
        ),
        (json!({"type": "object"}), "{'a': True}", json!({"a": true})),
        (json!({"type": "array"}), "[1, 2]", json!([1, 2])),
        (json!({"$ref": "#/$defs/N"}), "7", json!(7)),
        (json!({"enum": [1, 2]}), "2", json!(2)),
        (json!({}), "42", json!("42")),
    ] {
        let schema = json!({
            "type": "object",
            "properties": {"a": schema},
            "$defs": {"N": {"type": "integer"}},
        });
        let tools = Definitions::new([Definition::new("f", "", schema.clone()).unwrap()]).unwrap();
        let text = format!("<function=f>\n<parameter=a>\n{text}\n</parameter>\n</function>");
        let read = read_text(&text, &tools, &TextOptions::new().finish(Finish::Complete));
        let raw: Value = serde_json::from_str(&read.calls[0].raw).unwrap();
        assert_eq!(raw["a"], expected, "{schema}");
    }
}

#[test]
fn prose_that_names_markers_is_content() {
    for text in [
        "The model writes <tool_call> before each call.",
        "Use `<tool_call>{\"name\": \"weather\", \"arguments\": {}}</tool_call>` for it.",
        "See [the docs](https://example.com) and [1, 2, 3].",
        "Document literal <tool_call fakeout",
        "a < b and c > d, f(x) = {x | x > 0}",
        "{\"city\": \"Paris\"}",
        "functools is a module of Python",
        "Let's try this: [",
        "You can call weather(city=\"Paris\") for that.",
    ] {
        let read = read_text(
            text,
            &weather(),
            &TextOptions::new().finish(Finish::Complete),
        );
        assert_eq!((read.calls.len(), read.content.as_str()), (0, text));
    }
}

#[test]
fn a_cut_call_is_dropped_and_its_siblings_stay() {
    let whole = "<tool_call>{\"name\": \"weather\", \"arguments\": {}}</tool_call>";
    let text =
        format!("{whole}<tool_call>{{\"name\": \"weather\", \"arguments\": {{\"city\": \"Pa");
    let read = read_text(
        &text,
        &weather(),
        &TextOptions::new().finish(Finish::Truncated),
    );
    assert_eq!((read.calls.len(), read.dropped.len()), (1, 1));
    assert_eq!(read.dropped[0].reason, DropReason::Incomplete);
    assert_eq!(read.dropped[0].name, "weather");
}

/// The missing bracket may have been followed by more, also if the server reports a whole text.
#[test]
fn the_last_call_of_an_open_list_is_dropped() {
    for text in [
        "<|tools_prefix|>[{\"weather\": {\"city\": \"Oslo\"}}",
        "[TOOL_CALLS][{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}",
        "<|tool_call_start|>[weather(city=\"Oslo\")",
    ] {
        let options = TextOptions::new().finish(Finish::Complete);
        let read = read_text(text, &weather(), &options);
        assert!(read.calls.is_empty(), "{text}");
        assert_eq!(read.dropped[0].name, "weather", "{text}");
        assert_eq!(read.dropped[0].reason, DropReason::Incomplete, "{text}");
    }
}

#[test]
fn a_call_in_another_format_than_the_first_is_ambiguous() {
    let text = "<tool_call>{\"name\": \"weather\", \"arguments\": {}}</tool_call>\n\
        [TOOL_CALLS]weather[ARGS]{\"city\": \"Paris\"}";
    let read = read_text(
        text,
        &weather(),
        &TextOptions::new().finish(Finish::Complete),
    );
    assert_eq!((read.calls.len(), read.dropped.len()), (1, 1));
    assert_eq!(read.dropped[0].reason, DropReason::Ambiguous);
    assert_eq!(
        read.dropped[0].message(),
        "The call can be read in two ways, so it did not run. Call the tool again, in the format \
         that the instructions give.",
    );
}

#[test]
fn formats_with_the_same_tags_differ_in_quoted_strings() {
    let text = "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>\"Seoul\"</arg_value>\n</tool_call>";
    let read = |format: Option<Format>| {
        let options = TextOptions::new().format(format).finish(Finish::Complete);
        let read = read_text(text, &weather(), &options);
        read.calls.first().map(|call| call.raw.clone())
    };
    // GLM is far more common than HyperCLOVA X.
    for format in [None, Some(Format::Glm45)] {
        assert_eq!(read(format).unwrap(), r#"{"city": "\"Seoul\""}"#);
    }
    assert_eq!(
        read(Some(Format::HyperClovaX)).unwrap(),
        r#"{"city": "Seoul"}"#
    );
}

/// A wrong selection of the caller must not end the loop of an agent in silence.
#[test]
fn a_complete_call_in_another_format_than_the_selected_one_is_read() {
    let call = "<tool_call>{\"name\": \"weather\", \"arguments\": {}}</tool_call>";
    let coder = "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>";
    for (selected, text, format) in [
        (Format::MistralV11, call, Format::Hermes),
        (Format::Hermes, coder, Format::Qwen3Coder),
        (
            Format::Qwen3Coder,
            "[TOOL_CALLS]weather[ARGS]{\"city\": \"Oslo\"}</s>",
            Format::MistralV11,
        ),
    ] {
        let options = TextOptions::new().format(selected);
        let read = read_text(text, &weather(), &options.finish(Finish::Complete));
        assert_eq!((read.calls.len(), read.format), (1, Some(format)), "{text}");
        for size in 1..=7 {
            let pieces = read_in_pieces(text, &weather(), options, Finish::Complete, size);
            assert_eq!(pieces, read, "{text} by {size}");
        }
    }
}

#[test]
fn a_selected_format_ignores_unclear_calls_in_others() {
    let hermes = "<tool_call>{\"name\": \"weather\", \"arguments\": {}}</tool_call>";
    let other = "<tool_call>{\"name\": \"other\", \"arguments\": {}}</tool_call>";
    let open = "<tool_call>{\"name\": \"weather\", \"arguments\": {}}";
    let bare = "{\"name\": \"weather\", \"arguments\": {}}";
    for (format, text) in [
        (Format::MistralV11, other),
        (Format::MistralV11, open),
        (Format::MistralV11, bare),
    ] {
        let options = TextOptions::new().format(format).finish(Finish::Complete);
        let read = read_text(text, &weather(), &options);
        assert_eq!((read.calls.len(), read.content.as_str()), (0, text));
    }
    let text = format!("[TOOL_CALLS]weather[ARGS]{{\"city\": \"Oslo\"}} {hermes}");
    let options = TextOptions::new()
        .format(Format::MistralV11)
        .finish(Finish::Complete);
    let read = read_text(&text, &weather(), &options);
    assert_eq!(
        (read.calls.len(), read.format),
        (1, Some(Format::MistralV11))
    );
}

#[test]
fn each_model_has_its_format() {
    for (model, format) in [
        (
            "Qwen/Qwen3-Coder-30B-A3B-Instruct",
            Some(Format::Qwen3Coder),
        ),
        ("Qwen/Qwen2.5-7B-Instruct", Some(Format::Hermes)),
        ("NousResearch/Hermes-3-Llama-3.1-8B", Some(Format::Hermes)),
        ("zai-org/GLM-4.6", Some(Format::Glm45)),
        ("zai-org/GLM-5", Some(Format::Glm47)),
        ("deepseek-ai/DeepSeek-V3.2", Some(Format::DeepSeekV32)),
        ("deepseek-ai/DeepSeek-V3.2-Exp", Some(Format::DeepSeekV31)),
        (
            "mistralai/Mistral-Small-24B-Instruct-2501",
            Some(Format::MistralArray),
        ),
        (
            "mistralai/Mistral-Large-Instruct-2411",
            Some(Format::MistralArray),
        ),
        ("deepseek-ai/DeepSeek-R1", Some(Format::DeepSeekV3)),
        (
            "mistralai/Mistral-Nemo-Instruct-2407",
            Some(Format::MistralArray),
        ),
        ("mistralai/Devstral-Small-2507", Some(Format::MistralV11)),
        ("meta-llama/Llama-3.3-70B-Instruct", Some(Format::Llama3)),
        (
            "meta-llama/Llama-4-Scout-17B-16E-Instruct",
            Some(Format::Llama4),
        ),
        (
            "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B",
            Some(Format::Qwen3Coder),
        ),
        ("Qwen/Qwen3-8B", Some(Format::Hermes)),
        ("Qwen/Qwen3.8-27B", Some(Format::Qwen3Coder)),
        ("qwen3.5:27b", Some(Format::Qwen3Coder)),
        ("Qwen/Qwen3-35B-A3B", Some(Format::Hermes)),
        ("stepfun-ai/Step-3.7-Flash", Some(Format::Step35)),
        ("stepfun-ai/step3", Some(Format::Step3)),
        (
            "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B",
            Some(Format::DeepSeekV3),
        ),
        ("zai-org/GLM-4-9B-0414", Some(Format::FunctionaryV32)),
        ("zai-org/GLM-4.5-Air", Some(Format::Glm45)),
        ("LGAI-EXAONE/EXAONE-4.0-32B", Some(Format::Hermes)),
        ("MadeAgents/Hammer2.1-7b", Some(Format::Xlam)),
        ("inclusionAI/Ling-2.5-1T", Some(Format::Hermes)),
        ("berkeley-nest/Starling-LM-7B-alpha", None),
        ("tencent/Hunyuan-7B-Instruct", Some(Format::HunyuanA13b)),
        ("tencent/Hunyuan-A13B-Instruct", Some(Format::HunyuanA13b)),
        ("baidu/ERNIE-5.0", Some(Format::Ernie45)),
        ("FreedomIntelligence/openPangu-7B", Some(Format::Pangu)),
        (
            "naver-hyperclovax/HyperCLOVAX-SEED-Think-14B",
            Some(Format::HyperClovaX),
        ),
        ("MiniMaxAI/MiniMax-M2.5", Some(Format::MiniMaxM2)),
        ("MiniMaxAI/MiniMax-M3", Some(Format::MiniMaxM3)),
        ("openai/gpt-oss-20b", Some(Format::Harmony)),
        ("ibm-granite/granite-4.0-micro", Some(Format::Hermes)),
        ("acme/unknown", None),
    ] {
        assert_eq!(Format::for_model(model), format, "{model}");
        assert_eq!(ModelFormats::new().find(model), format, "{model}");
    }
}

#[test]
fn an_added_model_overrides_the_table() {
    let models = ModelFormats::new()
        .with("acme/qwen", Format::Llama3)
        .with("Acme/Qwen-3_Tuned", Format::Harmony);
    assert_eq!(models.find("acme/Qwen2.5-7B"), Some(Format::Llama3));
    assert_eq!(models.find("acme/qwen3-tuned-8b"), Some(Format::Harmony));
    assert_eq!(models.find("Qwen/Qwen2.5-7B"), Some(Format::Hermes));
    assert_eq!(models.find("acme/unknown"), None);
}

#[test]
fn a_name_and_its_format_round_trip() {
    for format in Format::all() {
        assert_eq!(format.as_str().parse(), Ok(*format));
        assert_eq!(format.to_string(), format.as_str());
    }
}

#[test]
fn a_stream_releases_false_starts_and_holds_back_markers() {
    let tools = weather();
    let mut reader = TextReader::new(&tools, TextOptions::new());
    let mut push = |piece: &str| {
        reader.push(piece);
        reader.take_deltas()
    };
    let text = |text: &str| vec![TextDelta::Text(text.to_owned())];
    assert_eq!(push("Hello <too"), text("Hello "));
    assert_eq!(push("thbrush/"), text("<toothbrush/"));
    assert_eq!(push(" and <tool_call"), text(" and "));
    assert_eq!(
        push(">{\"name\": \"weather\", \"arguments\": {\"city\": \"Pa"),
        []
    );
    assert_eq!(push("ris\"}}"), []);
    // A sentence may go on after the call, or take it back.
    assert_eq!(push("</tool_call>"), []);
    assert_eq!(push(" Done."), []);
    let deltas = push("\n");
    let [TextDelta::Call(call), TextDelta::Text(done)] = &deltas[..] else {
        panic!("{deltas:?}");
    };
    assert_eq!((&*call.raw, &**done), ("{\"city\": \"Paris\"}", " Done.\n"));
    let read = reader.finish(Finish::Complete);
    assert_eq!(read.content, "Hello <toothbrush/ and  Done.\n");
}

#[test]
fn a_stream_shows_the_call_that_is_arriving() {
    let schema = json!({"text": {"type": "string"}, "n": {"type": "integer"}});
    let tools = Definitions::new([tool("write", &schema)]).unwrap();
    for (text, expected) in [
        (
            "<tool_call>{\"name\": \"write\", \"arguments\": {\"n\": 12, \"text\": \"Once",
            json!({"n": 12, "text": "Once"}),
        ),
        (
            "<tool_call>\n<function=write>\n<parameter=n>\n1\n</parameter>\n<parameter=text>\nOnce</par",
            json!({"n": 1, "text": "Once"}),
        ),
        (
            "<tool_call>\n<function=write>\n<parameter=text>\nOnce\n</parameter>\n<parameter=n>\n1",
            json!({"text": "Once"}),
        ),
        ("[TOOL_CALLS]write[ARGS]{\"n\": 1", json!({})),
        (
            "<|tool_call>call:write{text:<|\"|>Once<|\"|>,n:1",
            json!({"text": "Once"}),
        ),
        ("[write(text='Once', n=1", json!({"text": "Once"})),
    ] {
        let mut reader = TextReader::new(&tools, TextOptions::new());
        for piece in text.split_inclusive(' ') {
            reader.push(piece);
        }
        let call = reader.partial().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(call.name, "write");
        let arguments = call.arguments.map(Partial::to_value);
        assert_eq!(arguments.unwrap_or_else(|| json!({})), expected, "{text}");
    }
}

#[test]
fn a_stream_separates_reasoning() {
    let tools = weather();
    let options = TextOptions::new().starts_in_reasoning(true);
    let mut reader = TextReader::new(&tools, options);
    reader.push("Hm. </th");
    assert_eq!(reader.take_deltas(), [TextDelta::Reasoning("Hm. ".into())]);
    reader.push("ink>Yes.");
    assert_eq!(reader.take_deltas(), [TextDelta::Text("Yes.".into())]);
}

#[test]
fn unknown_tools_keep_their_calls() {
    let text = "<tool_call>{\"name\": \"other\", \"arguments\": {}}</tool_call>";
    assert_eq!(names(text, &weather()), ["other"]);
}

#[test]
fn a_call_after_many_objects_of_data_is_read() {
    let call = "{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}";
    for data in [
        "{\"name\": \"Ada\", \"age\": 36}",
        "{\"name\": \"Ada\", age 36}",
        "{\"name\": {\"first\": \"Ada\"}}",
    ] {
        let text = format!("Data:\n{}\nNow:\n{call}", [data; 50].join("\n"));
        assert_eq!(names(&text, &weather()), ["weather"], "{data}");
    }
}

#[test]
fn an_object_inside_data_is_not_a_call() {
    let call = "{\"name\": \"weather\", \"arguments\": {}}";
    for data in [
        format!("See {{\"name\": \"Ada\", \"arguments\": [{call}]}} there."),
        format!("See {{\"id\": {call}, \"age\": 36}} there."),
    ] {
        assert!(names(&data, &weather()).is_empty(), "{data}");
    }
}

#[test]
fn an_answer_reads_the_calls_in_its_text() {
    let body = json!({"choices": [{"finish_reason": "stop", "message": {
        "role": "assistant",
        "content": "Let me look.\n<tool_call>{\"name\": \"weather\", \"arguments\": {\"city\": \"Paris\"}}</tool_call>",
    }}]});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).unwrap();
    assert_eq!(answer.calls.len(), 0);
    let answer = answer.text_calls(&weather(), TextOptions::new());
    assert_eq!(
        (answer.text.as_str(), &answer.stop),
        ("Let me look.", &StopReason::ToolCalls)
    );
    assert_eq!(
        answer.turn()[0]["tool_calls"][0]["function"]["name"],
        "weather"
    );
    let results = answer.results(["sunny".to_owned().into()]).unwrap();
    assert_eq!(
        results[0]["tool_call_id"],
        answer.turn()[0]["tool_calls"][0]["id"]
    );
}
