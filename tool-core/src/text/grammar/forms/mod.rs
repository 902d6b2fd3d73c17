//! The table of forms: one row for each format with a grammar.

mod tags;

use super::arguments::ArgumentStyle::{self, Keywords, Object, Tags};
use super::envelope::CallGrammar;
use super::envelope::GrammarPiece::{self, Any, Arguments, Name, Optional, QuotedName, Text};
use super::notation::{FUNCTION_GEMMA, GEMMA, JSON};
use crate::text::Format;

/// A row has the format, the text before the first call, the pieces of a call, the texts between
/// two calls and after the last one, and the style of the arguments.
macro_rules! forms {
    ($(
        $format:ident: $open:literal, $call:expr, $between:expr, $close:literal => $arguments:expr;
    )*) => {
        pub(super) static FORMS: &[CallGrammar] = &[$(
            CallGrammar {
                format: Format::$format,
                open: $open,
                call: $call,
                between: $between,
                close: $close,
                arguments: $arguments,
            },
        )*];
    };
}

/// An object with the name and the arguments, and the texts around it.
macro_rules! object {
    ($before:literal, $key:literal, $after:literal) => {
        &[
            Text(concat!($before, "{\"name\": ")),
            QuotedName,
            Text(concat!(", \"", $key, "\": ")),
            Arguments,
            Text(concat!("}", $after)),
        ]
    };
}

const OBJECT: ArgumentStyle = Object(&JSON);
const CALL: &[GrammarPiece] = object!("", "arguments", "");
const FUNCTION: &[GrammarPiece] = &[Name, Text("("), Arguments, Text(")")];
const QWEN: &[GrammarPiece] = &[
    Text("<tool_call>\n<function="),
    Name,
    Text(">\n"),
    Arguments,
    Text("</function>\n</tool_call>"),
];
const GLM: &[GrammarPiece] = &[
    Text("<tool_call>"),
    Name,
    Text("\n"),
    Arguments,
    Text("</tool_call>"),
];
const DSML: &[GrammarPiece] = &[
    Text("<｜DSML｜invoke name=\""),
    Name,
    Text("\">\n"),
    Arguments,
    Text("</｜DSML｜invoke>\n"),
];

forms! {
    // Calls as JSON objects with the name and the arguments.
    Hermes: "", object!("<tool_call>\n", "arguments", "\n</tool_call>"), Some("\n"), "" => OBJECT;
    Granite3: "<|tool_call|>[", CALL, Some(", "), "]" => OBJECT;
    Granite20bFc: "", object!("<function_call> ", "arguments", ""), Some("\n"), "" => OBJECT;
    InternLm2: "", object!("<|action_start|><|plugin|>", "parameters", "<|action_end|>"),
        Some("\n"), "" => OBJECT;
    LongCat: "", object!("<longcat_tool_call>", "arguments", "</longcat_tool_call>"),
        Some("\n"), "" => OBJECT;
    Phi4Mini: "functools[", CALL, Some(", "), "]" => OBJECT;
    FireFunctionV2: " functools[", CALL, Some(", "), "]" => OBJECT;
    Xlam: "[", CALL, Some(", "), "]" => OBJECT;
    Jamba: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => OBJECT;
    Apriel: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => OBJECT;
    HunyuanA13b: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => OBJECT;
    NemotronNanoV2: "<TOOLCALL>[", CALL, Some(", "), "]</TOOLCALL>" => OBJECT;
    MiniMaxM1: "<tool_calls>\n", CALL, Some("\n"), "\n</tool_calls>" => OBJECT;
    Ernie45: "", object!("<tool_call>\n", "arguments", "\n</tool_call>\n"), Some(""), "" => OBJECT;
    CohereCommand: "<|START_ACTION|>[\n    ", &[
        Text("{\"tool_call_id\": \""), Any("[0-9]"), Text("\", \"tool_name\": "), QuotedName,
        Text(", \"parameters\": "), Arguments, Text("}")
    ], Some(",\n    "), "\n]<|END_ACTION|>" => OBJECT;
    CohereCommandRPlus: "Action:\n```json\n[\n    ", &[
        Text("{\"tool_name\": "), QuotedName, Text(", \"parameters\": "), Arguments, Text("}")
    ], Some(",\n    "), "\n]\n```" => OBJECT;
    Rwkv: "", object!("**Tool Call:**\n```json\n", "arguments", "\n```"), Some("\n"), "" => OBJECT;
    PlainJson: "", CALL, Some("\n"), "" => OBJECT;
    GigaChat3: "", object!("<|message_sep|>\n\nfunction call<|role_sep|>\n", "arguments", ""),
        None, "" => OBJECT;
    GigaChat31: "", object!("<|function_call|>", "arguments", ""), None, "" => OBJECT;
    Pangu: "<|tool_call_start|>[", CALL, Some(", "), "]<|tool_call_end|>" => OBJECT;
    MistralArray: "[TOOL_CALLS][", &[
        Text("{\"name\": "), QuotedName, Text(", \"arguments\": "), Arguments,
        Optional(r#"", \"id\": \"" [a-zA-Z0-9]{9} "\"""#), Text("}")
    ], Some(", "), "]" => OBJECT;
    Llama3: "", object!("", "parameters", ""), Some("; "), "" => OBJECT;

    // Calls with the name before the arguments in JSON.
    DeepSeekV3: "<｜tool▁calls▁begin｜>", &[
        Text("<｜tool▁call▁begin｜>function<｜tool▁sep｜>"), Name, Text("\n```json\n"), Arguments,
        Text("\n```<｜tool▁call▁end｜>")
    ], Some("\n"), "<｜tool▁calls▁end｜>" => OBJECT;
    DeepSeekV31: "<｜tool▁calls▁begin｜>", &[
        Text("<｜tool▁call▁begin｜>"), Name, Text("<｜tool▁sep｜>"), Arguments,
        Text("<｜tool▁call▁end｜>")
    ], Some(""), "<｜tool▁calls▁end｜>" => OBJECT;
    KimiK2: "<|tool_calls_section_begin|>", &[
        Text("<|tool_call_begin|>functions."), Name, Text(":"), Any("[0-9]"),
        Text("<|tool_call_argument_begin|>"), Arguments, Text("<|tool_call_end|>")
    ], Some(""), "<|tool_calls_section_end|>" => OBJECT;
    Apertus: "<|tools_prefix|>[", &[Text("{"), QuotedName, Text(": "), Arguments, Text("}")],
        Some(", "), "]<|tools_suffix|>" => OBJECT;
    SolarOpen: "<|tool_calls|>", &[
        Text("<|tool_call:begin|>"), Any("[a-z0-9]{10}"), Text("<|tool_call:name|>"), Name,
        Text("<|tool_call:args|>"), Arguments, Text("<|tool_call:end|>")
    ], Some(""), "" => OBJECT;
    Plamo3: "<|plamo:begin_tool_requests:plamo|>", &[
        Text("<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>"), Name,
        Text("<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>"), Arguments,
        Text("<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>")
    ], Some(""), "<|plamo:end_tool_requests:plamo|>" => OBJECT;
    Inkling: "", &[
        Text("<|message_model|>"), Name, Text("<|content_invoke_tool_json|>{\"name\":"),
        QuotedName, Text(",\"args\":"), Arguments, Text("}<|end_message|>")
    ], Some(""), "" => OBJECT;
    MistralV11: "", &[
        Text("[TOOL_CALLS]"), Name, Optional(r#""[CALL_ID]" [a-zA-Z0-9]{9}"#), Text("[ARGS]"),
        Arguments
    ], Some(""), "" => OBJECT;
    FunctionaryV31: "", &[Text("<function="), Name, Text(">"), Arguments, Text("</function>")],
        Some(""), "" => OBJECT;
    FunctionaryV32: "", &[Text(">>>"), Name, Text("\n"), Arguments], Some(""), "" => OBJECT;
    FunctionaryV2: "", &[
        Text("<|from|>assistant\n<|recipient|>"), Name, Text("\n<|content|>"), Arguments
    ], Some("\n"), "" => OBJECT;
    BracketCalling: "", &[Text("[Calling tool: "), Name, Text("("), Arguments, Text(")]")],
        Some("\n"), "" => OBJECT;
    Harmony: "", &[
        Text("<|channel|>commentary to=functions."), Name, Text(" <|constrain|>json<|message|>"),
        Arguments, Text("<|call|>")
    ], None, "" => OBJECT;

    // Calls as functions of Python, and calls in Gemma's braces.
    Pythonic: "[", FUNCTION, Some(", "), "]" => Keywords;
    Llama4: "<|python_start|>[", FUNCTION, Some(", "), "]<|python_end|>" => Keywords;
    Olmo3: "<function_calls>", FUNCTION, Some("\n"), "</function_calls>" => Keywords;
    Lfm2: "<|tool_call_start|>[", FUNCTION, Some(", "), "]<|tool_call_end|>" => Keywords;
    GranitePythonic: "", FUNCTION, Some("\n"), "" => Keywords;
    Gemma4: "", &[Text("<|tool_call>call:"), Name, Arguments, Text("<tool_call|>")],
        Some(""), "" => Object(&GEMMA);
    FunctionGemma: "", &[
        Text("<start_function_call>call:"), Name, Arguments, Text("<end_function_call>")
    ], Some(""), "" => Object(&FUNCTION_GEMMA);

    // Calls with arguments in tags.
    Qwen3Coder: "", QWEN, Some("\n"), "" => Tags(&tags::QWEN);
    MiMoV2: "", QWEN, Some("\n"), "" => Tags(&tags::QWEN_INLINE);
    Step35: "", QWEN, Some(""), "" => Tags(&tags::QWEN);
    SeedOss: "", &[
        Text("<seed:tool_call>\n<function="), Name, Text(">\n"), Arguments,
        Text("</function>\n</seed:tool_call>")
    ], Some("\n"), "" => Tags(&tags::SEED);
    Glm45: "", GLM, Some("\n"), "" => Tags(&tags::GLM);
    Glm47: "", &[Text("<tool_call>"), Name, Arguments, Text("</tool_call>")],
        Some(""), "" => Tags(&tags::GLM_INLINE);
    HyV3: "<tool_calls>\n", &[
        Text("<tool_call>"), Name, Text("<tool_sep>\n"), Arguments, Text("</tool_call>")
    ], Some("\n"), "\n</tool_calls>" => Tags(&tags::GLM);
    Poolside: "", GLM, Some("\n"), "" => Tags(&tags::GLM);
    MiniMaxM2: "<minimax:tool_call>\n", &[
        Text("<invoke name=\""), Name, Text("\">\n"), Arguments, Text("</invoke>\n")
    ], Some(""), "</minimax:tool_call>" => Tags(&tags::MINIMAX);
    MiniMaxM3: "]<]minimax[>[<tool_call>\n", &[
        Text("]<]minimax[>[<invoke name=\""), Name, Text("\">"), Arguments,
        Text("]<]minimax[>[</invoke>\n")
    ], Some(""), "]<]minimax[>[</tool_call>" => Tags(&tags::MINIMAX_NESTED);
    HyperClovaX: "", GLM, Some("\n"), "" => Tags(&tags::GLM_QUOTED);
    DeepSeekV32: "<｜DSML｜function_calls>\n", DSML,
        Some(""), "</｜DSML｜function_calls>" => Tags(&tags::DSML);
    DeepSeekV4: "<｜DSML｜tool_calls>\n", DSML, Some(""), "</｜DSML｜tool_calls>" => Tags(&tags::DSML);
    GigaChat35: "<｜GCML｜tool_calls>", &[
        Text("<｜GCML｜invoke name=\""), Name, Text("\">"), Arguments, Text("</｜GCML｜invoke>")
    ], Some(""), "</｜GCML｜tool_calls>" => Tags(&tags::GCML);
    Step3: "<｜tool_calls_begin｜>", &[
        Text("<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\""), Name, Text("\">"),
        Arguments, Text("</steptml:invoke><｜tool_call_end｜>")
    ], Some(""), "<｜tool_calls_end｜>" => Tags(&tags::STEP);
    KimiK3: "<|open|>tools<|sep|>", &[
        Text("<|open|>call tool=\""), Name, Text("\" index=\""), Any("[1-9]"), Text("\"<|sep|>"),
        Arguments, Text("<|close|>call<|sep|>")
    ], Some(""), "<|close|>tools<|sep|>" => Tags(&tags::KIMI);
    MiniCpm5: "", &[Text("<function name=\""), Name, Text("\">"), Arguments, Text("</function>")],
        Some("\n"), "" => Tags(&tags::MINICPM);
    Dots: "<dots_function_call>", &[
        Text("<invoke name=\""), Name, Text("\">"), Arguments, Text("</invoke>")
    ], Some(""), "</dots_function_call>" => Tags(&tags::DOTS);
    MuseGlimmer: "", &[
        Text(" to="), Name, Text("<|message|><atem:function_calls>\n<atem:invoke name=\""), Name,
        Text("\">\n"), Arguments, Text("</atem:invoke>\n</atem:function_calls>")
    ], Some("<|eom|><|start|>assistant"), "" => Tags(&tags::ATEM);
}
