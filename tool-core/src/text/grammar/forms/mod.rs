//! The table of forms: one row for each format with a grammar.

mod tags;

use super::arguments::ArgumentStyle::{self, Keywords, Object, Tags};
use super::envelope::CallGrammar;
use super::notation::{FUNCTION_GEMMA, GEMMA, JSON};
use crate::text::Format;

/// A row has the format, the text before the first call, the template of a call, the texts between
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

const OBJECT: ArgumentStyle = Object(&JSON);
const CALL: &str = "{\"name\": «quoted», \"arguments\": «arguments»}";
const FUNCTION: &str = "«name»(«arguments»)";
const QWEN: &str = "<tool_call>\n<function=«name»>\n«arguments»</function>\n</tool_call>";
const GLM: &str = "<tool_call>«name»\n«arguments»</tool_call>";
const DSML_41: &str = "<｜DSML｜ invoke name=\"«name»\">\n«arguments»</｜DSML｜ invoke>\n";
const DSML: &str = "<｜DSML｜invoke name=\"«name»\">\n«arguments»</｜DSML｜invoke>\n";

forms! {
    // Calls as JSON objects with the name and the arguments.
    Hermes: "", "<tool_call>\n{\"name\": «quoted», \"arguments\": «arguments»}\n</tool_call>",
        Some("\n"), "" => OBJECT;
    Granite3: "<|tool_call|>[", CALL, Some(", "), "]" => OBJECT;
    Granite20bFc: "", "<function_call> {\"name\": «quoted», \"arguments\": «arguments»}",
        Some("\n"), "" => OBJECT;
    InternLm2: "",
        "<|action_start|><|plugin|>{\"name\": «quoted», \"parameters\": «arguments»}<|action_end|>",
        Some("\n"), "" => OBJECT;
    LongCat: "",
        "<longcat_tool_call>{\"name\": «quoted», \"arguments\": «arguments»}</longcat_tool_call>",
        Some("\n"), "" => OBJECT;
    Phi4Mini: "functools[", CALL, Some(", "), "]" => OBJECT;
    FireFunctionV2: " functools[", CALL, Some(", "), "]" => OBJECT;
    Xlam: "[", CALL, Some(", "), "]" => OBJECT;
    Jamba: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => OBJECT;
    Apriel: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => OBJECT;
    HunyuanA13b: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => OBJECT;
    NemotronNanoV2: "<TOOLCALL>[", CALL, Some(", "), "]</TOOLCALL>" => OBJECT;
    MiniMaxM1: "<tool_calls>\n", CALL, Some("\n"), "\n</tool_calls>" => OBJECT;
    Ernie45: "", "<tool_call>\n{\"name\": «quoted», \"arguments\": «arguments»}\n</tool_call>\n",
        Some(""), "" => OBJECT;
    CohereCommand: "<|START_ACTION|>[\n    ",
        "{\"tool_call_id\": \"«[0-9]»\", \"tool_name\": «quoted», \"parameters\": «arguments»}",
        Some(",\n    "), "\n]<|END_ACTION|>" => OBJECT;
    CohereCommandRPlus: "Action:\n```json\n[\n    ",
        "{\"tool_name\": «quoted», \"parameters\": «arguments»}",
        Some(",\n    "), "\n]\n```" => OBJECT;
    Rwkv: "", "**Tool Call:**\n```json\n{\"name\": «quoted», \"arguments\": «arguments»}\n```",
        Some("\n"), "" => OBJECT;
    PlainJson: "", CALL, Some("\n"), "" => OBJECT;
    GigaChat3: "",
        "<|message_sep|>\n\nfunction call<|role_sep|>\n{\"name\": «quoted»\
         , \"arguments\": «arguments»}",
        None, "" => OBJECT;
    GigaChat31: "", "<|function_call|>{\"name\": «quoted», \"arguments\": «arguments»}",
        None, "" => OBJECT;
    Pangu: "<|tool_call_start|>[", CALL, Some(", "), "]<|tool_call_end|>" => OBJECT;
    MistralArray: "[TOOL_CALLS][",
        "{\"name\": «quoted», \"arguments\": «arguments»\
         «?\", \\\"id\\\": \\\"\" [a-zA-Z0-9]{9} \"\\\"\"»}",
        Some(", "), "]" => OBJECT;
    Llama3: "", "{\"name\": «quoted», \"parameters\": «arguments»}", Some("; "), "" => OBJECT;

    LmStudio: "",
        "[TOOL_REQUEST]{\"name\": «quoted», \"arguments\": «arguments»}[END_TOOL_REQUEST]",
        Some("\n"), "" => OBJECT;

    // Calls with the name before the arguments in JSON.
    StepAudio2: "", "<tool_call>function\n«name»\n«arguments»</tool_call>",
        Some("\n"), "" => OBJECT;
    MiroThinker: "",
        "<use_mcp_tool>\n<server_name>tools</server_name>\n<tool_name>«name»</tool_name>\n\
         <arguments>\n«arguments»\n</arguments>\n</use_mcp_tool>",
        Some("\n"), "" => OBJECT;
    ReAct: "", "Action: «name»\nAction Input: «arguments»", None, "" => OBJECT;
    QwenAgent: "", "✿FUNCTION✿: «name»\n✿ARGS✿: «arguments»", Some("\n"), "" => OBJECT;
    DeepSeekV3: "<｜tool▁calls▁begin｜>",
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>«name»\n```json\n«arguments»\n```<｜tool▁call▁end｜>",
        Some("\n"), "<｜tool▁calls▁end｜>" => OBJECT;
    DeepSeekV31: "<｜tool▁calls▁begin｜>",
        "<｜tool▁call▁begin｜>«name»<｜tool▁sep｜>«arguments»<｜tool▁call▁end｜>",
        Some(""), "<｜tool▁calls▁end｜>" => OBJECT;
    KimiK2: "<|tool_calls_section_begin|>",
        "<|tool_call_begin|>functions.«name»:«[0-9]»<|tool_call_argument_begin|>«arguments»\
         <|tool_call_end|>",
        Some(""), "<|tool_calls_section_end|>" => OBJECT;
    Apertus: "<|tools_prefix|>[", "{«quoted»: «arguments»}",
        Some(", "), "]<|tools_suffix|>" => OBJECT;
    SolarOpen: "<|tool_calls|>",
        "<|tool_call:begin|>«[a-z0-9]{10}»<|tool_call:name|>«name»\
         <|tool_call:args|>«arguments»<|tool_call:end|>",
        Some(""), "" => OBJECT;
    Plamo3: "<|plamo:begin_tool_requests:plamo|>",
        "<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>«name»\
         <|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>«arguments»\
         <|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>",
        Some(""), "<|plamo:end_tool_requests:plamo|>" => OBJECT;
    Inkling: "",
        "<|message_model|>«name»<|content_invoke_tool_json|>{\"name\":«quoted»\
         ,\"args\":«arguments»}<|end_message|>",
        Some(""), "" => OBJECT;
    MistralV11: "", "[TOOL_CALLS]«name»«?\"[CALL_ID]\" [a-zA-Z0-9]{9}»[ARGS]«arguments»",
        Some(""), "" => OBJECT;
    FunctionaryV31: "", "<function=«name»>«arguments»</function>", Some(""), "" => OBJECT;
    FunctionaryV32: "", ">>>«name»\n«arguments»", Some(""), "" => OBJECT;
    FunctionaryV2: "", "<|from|>assistant\n<|recipient|>«name»\n<|content|>«arguments»",
        Some("\n"), "" => OBJECT;
    BracketCalling: "", "[Calling tool: «name»(«arguments»)]", Some("\n"), "" => OBJECT;
    Harmony: "",
        "<|channel|>commentary to=functions.«name» <|constrain|>json<|message|>«arguments»<|call|>",
        None, "" => OBJECT;

    // Calls as functions of Python, and calls in Gemma's braces.
    Pythonic: "[", FUNCTION, Some(", "), "]" => Keywords;
    Llama4: "<|python_start|>[", FUNCTION, Some(", "), "]<|python_end|>" => Keywords;
    Olmo3: "<function_calls>", FUNCTION, Some("\n"), "</function_calls>" => Keywords;
    Lfm2: "<|tool_call_start|>[", FUNCTION, Some(", "), "]<|tool_call_end|>" => Keywords;
    GranitePythonic: "", FUNCTION, Some("\n"), "" => Keywords;
    Gemma4: "", "<|tool_call>call:«name»«arguments»<tool_call|>", Some(""), "" => Object(&GEMMA);
    FunctionGemma: "", "<start_function_call>call:«name»«arguments»<end_function_call>",
        Some(""), "" => Object(&FUNCTION_GEMMA);

    // Calls with arguments in tags.
    ToolTags: "", "<«name»>\n«arguments»</«name»>", Some("\n"), "" => Tags(&tags::TOOL_TAGS);
    Qwen3Coder: "", QWEN, Some("\n"), "" => Tags(&tags::QWEN);
    MiMoV2: "", QWEN, Some("\n"), "" => Tags(&tags::QWEN_INLINE);
    Step35: "", QWEN, Some(""), "" => Tags(&tags::QWEN);
    SeedOss: "", "<seed:tool_call>\n<function=«name»>\n«arguments»</function>\n</seed:tool_call>",
        Some("\n"), "" => Tags(&tags::SEED);
    Glm45: "", GLM, Some("\n"), "" => Tags(&tags::GLM);
    Glm47: "", "<tool_call>«name»«arguments»</tool_call>", Some(""), "" => Tags(&tags::GLM_INLINE);
    HyV3: "<tool_calls>\n", "<tool_call>«name»<tool_sep>\n«arguments»</tool_call>",
        Some("\n"), "\n</tool_calls>" => Tags(&tags::GLM);
    Poolside: "", GLM, Some("\n"), "" => Tags(&tags::GLM);
    MiniMaxM2: "<minimax:tool_call>\n", "<invoke name=\"«name»\">\n«arguments»</invoke>\n",
        Some(""), "</minimax:tool_call>" => Tags(&tags::MINIMAX);
    MiniMaxM3: "]<]minimax[>[<tool_call>\n",
        "]<]minimax[>[<invoke name=\"«name»\">«arguments»]<]minimax[>[</invoke>\n",
        Some(""), "]<]minimax[>[</tool_call>" => Tags(&tags::MINIMAX_NESTED);
    HyperClovaX: "", GLM, Some("\n"), "" => Tags(&tags::GLM_QUOTED);
    DeepSeekV32: "<｜DSML｜function_calls>\n", DSML,
        Some(""), "</｜DSML｜function_calls>" => Tags(&tags::DSML);
    DeepSeekV4: "<｜DSML｜tool_calls>\n", DSML, Some(""), "</｜DSML｜tool_calls>" => Tags(&tags::DSML);
    DeepSeekV41: "<｜DSML｜ calls>\n", DSML_41, Some(""), "</｜DSML｜ calls>" => Tags(&tags::DSML_41);
    IQuest: "", "<iquest_tool_call>«name»\n«arguments»</iquest_tool_call>",
        Some("\n"), "" => Tags(&tags::IQUEST);
    K2Horizon: "<ifm|tool_calls>", "<ifm|tool_call>«name»\n«arguments»</ifm|tool_call>",
        Some("\n"), "</ifm|tool_calls>" => Tags(&tags::IFM);
    SolarOpen2: "", "<|tool_call:start|>«name»\n«arguments»<|tool_call:end|>",
        Some("\n"), "" => Tags(&tags::SOLAR);
    GigaChat35: "<｜GCML｜tool_calls>", "<｜GCML｜invoke name=\"«name»\">«arguments»</｜GCML｜invoke>",
        Some(""), "</｜GCML｜tool_calls>" => Tags(&tags::GCML);
    Step3: "<｜tool_calls_begin｜>",
        "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"«name»\">«arguments»\
         </steptml:invoke><｜tool_call_end｜>",
        Some(""), "<｜tool_calls_end｜>" => Tags(&tags::STEP);
    KimiK3: "<|open|>tools<|sep|>",
        "<|open|>call tool=\"«name»\" index=\"«[1-9]»\"<|sep|>«arguments»<|close|>call<|sep|>",
        Some(""), "<|close|>tools<|sep|>" => Tags(&tags::KIMI);
    MiniCpm5: "", "<function name=\"«name»\">«arguments»</function>",
        Some("\n"), "" => Tags(&tags::MINICPM);
    Dots: "<dots_function_call>", "<invoke name=\"«name»\">«arguments»</invoke>",
        Some(""), "</dots_function_call>" => Tags(&tags::DOTS);
    MuseGlimmer: "",
        " to=«name»<|message|><atem:function_calls>\n<atem:invoke name=\"«name»\
         \">\n«arguments»</atem:invoke>\n</atem:function_calls>",
        Some("<|eom|><|start|>assistant"), "" => Tags(&tags::ATEM);
}
