//! Calls with arguments in tags.

use super::tags;
use crate::text::Format;
use crate::text::grammar::arguments::ArgumentStyle as Style;
use crate::text::grammar::envelope::GrammarPiece::{Any, Arguments, Name, Text};
use crate::text::grammar::envelope::{CallGrammar, GrammarPiece};

const QWEN_CALL: &[GrammarPiece] = &[
    Text("<tool_call>\n<function="),
    Name,
    Text(">\n"),
    Arguments,
    Text("</function>\n</tool_call>"),
];

const GLM_CALL: &[GrammarPiece] = &[
    Text("<tool_call>"),
    Name,
    Text("\n"),
    Arguments,
    Text("</tool_call>"),
];

const DSML_CALL: &[GrammarPiece] = &[
    Text("<｜DSML｜invoke name=\""),
    Name,
    Text("\">\n"),
    Arguments,
    Text("</｜DSML｜invoke>\n"),
];

pub(super) static FORMS: &[CallGrammar] = &[
    CallGrammar {
        format: Format::Qwen3Coder,
        open: "",
        call: QWEN_CALL,
        between: Some("\n"),
        close: "",
        arguments: Style::Tags(&tags::QWEN),
    },
    CallGrammar {
        format: Format::MiMoV2,
        open: "",
        call: QWEN_CALL,
        between: Some("\n"),
        close: "",
        arguments: Style::Tags(&tags::QWEN_INLINE),
    },
    CallGrammar {
        format: Format::Step35,
        open: "",
        call: QWEN_CALL,
        between: Some(""),
        close: "",
        arguments: Style::Tags(&tags::QWEN),
    },
    CallGrammar {
        format: Format::SeedOss,
        open: "",
        call: &[
            Text("<seed:tool_call>\n<function="),
            Name,
            Text(">\n"),
            Arguments,
            Text("</function>\n</seed:tool_call>"),
        ],
        between: Some("\n"),
        close: "",
        arguments: Style::Tags(&tags::SEED),
    },
    CallGrammar {
        format: Format::Glm45,
        open: "",
        call: GLM_CALL,
        between: Some("\n"),
        close: "",
        arguments: Style::Tags(&tags::GLM),
    },
    CallGrammar {
        format: Format::Glm47,
        open: "",
        call: &[Text("<tool_call>"), Name, Arguments, Text("</tool_call>")],
        between: Some(""),
        close: "",
        arguments: Style::Tags(&tags::GLM_INLINE),
    },
    CallGrammar {
        format: Format::HyV3,
        open: "<tool_calls>\n",
        call: &[
            Text("<tool_call>"),
            Name,
            Text("<tool_sep>\n"),
            Arguments,
            Text("</tool_call>"),
        ],
        between: Some("\n"),
        close: "\n</tool_calls>",
        arguments: Style::Tags(&tags::GLM),
    },
    CallGrammar {
        format: Format::Poolside,
        open: "",
        call: GLM_CALL,
        between: Some("\n"),
        close: "",
        arguments: Style::Tags(&tags::GLM),
    },
    CallGrammar {
        format: Format::MiniMaxM2,
        open: "<minimax:tool_call>\n",
        call: &[
            Text("<invoke name=\""),
            Name,
            Text("\">\n"),
            Arguments,
            Text("</invoke>\n"),
        ],
        between: Some(""),
        close: "</minimax:tool_call>",
        arguments: Style::Tags(&tags::MINIMAX),
    },
    CallGrammar {
        format: Format::DeepSeekV32,
        open: "<｜DSML｜function_calls>\n",
        call: DSML_CALL,
        between: Some(""),
        close: "</｜DSML｜function_calls>",
        arguments: Style::Tags(&tags::DSML),
    },
    CallGrammar {
        format: Format::DeepSeekV4,
        open: "<｜DSML｜tool_calls>\n",
        call: DSML_CALL,
        between: Some(""),
        close: "</｜DSML｜tool_calls>",
        arguments: Style::Tags(&tags::DSML),
    },
    CallGrammar {
        format: Format::GigaChat35,
        open: "<｜GCML｜tool_calls>",
        call: &[
            Text("<｜GCML｜invoke name=\""),
            Name,
            Text("\">"),
            Arguments,
            Text("</｜GCML｜invoke>"),
        ],
        between: Some(""),
        close: "</｜GCML｜tool_calls>",
        arguments: Style::Tags(&tags::GCML),
    },
    CallGrammar {
        format: Format::Step3,
        open: "<｜tool_calls_begin｜>",
        call: &[
            Text("<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\""),
            Name,
            Text("\">"),
            Arguments,
            Text("</steptml:invoke><｜tool_call_end｜>"),
        ],
        between: Some(""),
        close: "<｜tool_calls_end｜>",
        arguments: Style::Tags(&tags::STEP),
    },
    CallGrammar {
        format: Format::KimiK3,
        open: "<|open|>tools<|sep|>",
        call: &[
            Text("<|open|>call tool=\""),
            Name,
            Text("\" index=\""),
            Any("[1-9]"),
            Text("\"<|sep|>"),
            Arguments,
            Text("<|close|>call<|sep|>"),
        ],
        between: Some(""),
        close: "<|close|>tools<|sep|>",
        arguments: Style::Tags(&tags::KIMI),
    },
    CallGrammar {
        format: Format::MiniCpm5,
        open: "",
        call: &[
            Text("<function name=\""),
            Name,
            Text("\">"),
            Arguments,
            Text("</function>"),
        ],
        between: Some("\n"),
        close: "",
        arguments: Style::Tags(&tags::MINICPM),
    },
    CallGrammar {
        format: Format::Dots,
        open: "<dots_function_call>",
        call: &[
            Text("<invoke name=\""),
            Name,
            Text("\">"),
            Arguments,
            Text("</invoke>"),
        ],
        between: Some(""),
        close: "</dots_function_call>",
        arguments: Style::Tags(&tags::DOTS),
    },
    CallGrammar {
        format: Format::MuseGlimmer,
        open: "",
        call: &[
            Text(" to="),
            Name,
            Text("<|message|><atem:function_calls>\n<atem:invoke name=\""),
            Name,
            Text("\">\n"),
            Arguments,
            Text("</atem:invoke>\n</atem:function_calls>"),
        ],
        between: Some("<|eom|><|start|>assistant"),
        close: "",
        arguments: Style::Tags(&tags::ATEM),
    },
];
