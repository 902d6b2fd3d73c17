//! Formats with JSON objects after a marker.

use super::row::{Engine, Family, Row};
use crate::text::engine::item::ArgumentsRule;
use crate::text::engine::json::{BodyStart, CallKeys, Json};
use crate::text::format::Format;

const fn row(
    format: Format,
    marks: &'static [&'static str],
    close: &'static [&'static str],
    body: BodyStart,
) -> Row {
    Row {
        format,
        marks,
        engine: Engine::Json(Json {
            close,
            keys: CallKeys::Named,
            arguments: ArgumentsRule::MayBeMissing,
            body,
        }),
        after: close,
        family: Family::Own(format),
        is_twin: false,
    }
}

impl Row {
    const fn family(mut self, family: Family) -> Self {
        self.family = family;
        self
    }

    /// Marks a row whose text another row reads in the same way.
    pub(super) const fn twin(mut self) -> Self {
        self.is_twin = true;
        self
    }

    const fn arguments(mut self, arguments: ArgumentsRule) -> Self {
        if let Engine::Json(json) = &mut self.engine {
            json.arguments = arguments;
        }
        self
    }

    const fn tool_is_key(mut self) -> Self {
        if let Engine::Json(json) = &mut self.engine {
            json.keys = CallKeys::ToolIsKey;
        }
        self
    }
}

use Family::ToolCall;

pub(super) static ROWS: &[Row] = &[
    row(
        Format::Hermes,
        &["<tool_call>"],
        &["</tool_call>", "</tool_calls>"],
        BodyStart::Object,
    )
    .family(ToolCall),
    row(
        Format::Granite3,
        &["<tool_call>", "<|tool_call|>"],
        &["</tool_call>", "<|/tool_call|>"],
        BodyStart::Either,
    )
    .family(ToolCall),
    row(
        Format::Granite20bFc,
        &["<function_call>"],
        &["</function_call>"],
        BodyStart::Either,
    ),
    row(
        Format::InternLm2,
        &["<|action_start|><|plugin|>", "<|action_start|> <|plugin|>"],
        &["<|action_end|>"],
        BodyStart::Object,
    ),
    row(
        Format::LongCat,
        &["<longcat_tool_call>"],
        &["</longcat_tool_call>"],
        BodyStart::Either,
    ),
    row(Format::Phi4Mini, &["functools"], &[], BodyStart::FullArray),
    row(
        Format::Phi4Mini,
        &["<|tool_call|>"],
        &["<|/tool_call|>"],
        BodyStart::Either,
    )
    .twin(),
    row(
        Format::FireFunctionV2,
        &["functools"],
        &[],
        BodyStart::FullArray,
    )
    .twin(),
    row(
        Format::Jamba,
        &["<tool_calls>"],
        &["</tool_calls>"],
        BodyStart::Array,
    )
    .family(ToolCall),
    row(
        Format::MiniMaxM1,
        &["<tool_calls>"],
        &["</tool_calls>"],
        BodyStart::Lines,
    )
    .family(ToolCall)
    .arguments(ArgumentsRule::Required),
    row(
        Format::Apriel,
        &["<tool_calls>"],
        &["</tool_calls>"],
        BodyStart::Either,
    )
    .family(ToolCall)
    .twin(),
    row(
        Format::HunyuanA13b,
        &["<tool_calls>"],
        &["</tool_calls>"],
        BodyStart::Either,
    )
    .family(ToolCall)
    .twin(),
    row(
        Format::NemotronNanoV2,
        &["<TOOLCALL>"],
        &["</TOOLCALL>"],
        BodyStart::Either,
    ),
    row(
        Format::Ernie45,
        &["<tool_call>"],
        &["</tool_call>"],
        BodyStart::Either,
    )
    .family(ToolCall)
    .twin(),
    row(
        Format::Xlam,
        &["<tool_call>", "[TOOL_CALLS]"],
        &["</tool_call>"],
        BodyStart::Either,
    )
    .family(ToolCall)
    .twin(),
    row(
        Format::CohereCommand,
        &["<|START_ACTION|>"],
        &["<|END_ACTION|>"],
        BodyStart::Either,
    )
    .arguments(ArgumentsRule::Optional),
    row(
        Format::GigaChat3,
        &[
            "<|message_sep|>\n\nfunction call<|role_sep|>",
            "<|message_sep|>\nfunction call<|role_sep|>",
            "function call<|role_sep|>",
        ],
        &["<|message_sep|>"],
        BodyStart::Either,
    ),
    row(
        Format::GigaChat31,
        &["<|function_call|>"],
        &["<|message_sep|>"],
        BodyStart::Either,
    ),
    row(
        Format::Apertus,
        &["<|tools_prefix|>"],
        &["<|tools_suffix|>"],
        BodyStart::Either,
    )
    .tool_is_key(),
    row(
        Format::Pangu,
        &["<|tool_call_start|>"],
        &["<|tool_call_end|>"],
        BodyStart::FullEither,
    )
    .family(Family::Own(Format::Lfm2)),
    row(
        Format::Lfm2,
        &["<|tool_call_start|>"],
        &["<|tool_call_end|>"],
        BodyStart::FullEither,
    )
    .twin(),
    row(
        Format::MistralArray,
        &["[TOOL_CALLS]"],
        &["[/TOOL_CALLS]"],
        BodyStart::Either,
    )
    .family(Family::Own(Format::MistralV11)),
    row(Format::Llama3, &["<|python_tag|>"], &[], BodyStart::Either).family(Family::Bare),
    row(
        Format::Sarashina,
        &["<|tool_calls|>"],
        &[],
        BodyStart::FullArray,
    ),
    row(
        Format::Dots,
        &["<dots_function_call>"],
        &["</dots_function_call>"],
        BodyStart::Either,
    ),
    row(
        Format::Inkling,
        &["<|content_invoke_tool_json|>"],
        &["<|end_message|>"],
        BodyStart::Object,
    ),
    Row {
        format: Format::Inkling,
        marks: &["<|message_model|>"],
        engine: Engine::Framed(Json {
            close: &["<|end_message|>"],
            keys: CallKeys::Named,
            arguments: ArgumentsRule::MayBeMissing,
            body: BodyStart::Object,
        }),
        after: &["<|end_message|>"],
        family: Family::Own(Format::Inkling),
        is_twin: false,
    },
    // Models of other formats that write JSON between their tags.
    row(
        Format::Poolside,
        &["<tool_call>"],
        &["</tool_call>"],
        BodyStart::Either,
    )
    .family(ToolCall)
    .twin(),
    row(
        Format::Glm45,
        &["<tool_call>"],
        &["</tool_call>"],
        BodyStart::Object,
    )
    .family(ToolCall)
    .twin(),
    row(
        Format::Rwkv,
        &["<tool_call>"],
        &["</tool_call>"],
        BodyStart::Object,
    )
    .family(ToolCall)
    .twin(),
];
