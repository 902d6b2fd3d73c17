//! Models that write a call as a JSON object.

use crate::text::Format;
use crate::text::render::row::{List, RenderRow, tools};
use crate::text::render::{json, python, result, typescript};

pub(super) static ROWS: &[RenderRow] = &[
    // Qwen 2.5 and 3, QwQ, `MiMo` VL, Reka Edge.
    RenderRow {
        name: "qwen",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/qwen.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Hermes 2 Pro and 3.
    RenderRow {
        name: "hermes",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/hermes.txt"),
            &[List {
                item: python::write_hermes_function,
                between: "\n",
            }],
        )),
        result: result::TOOL_TAGS,
    },
    // Granite 4.
    RenderRow {
        name: "granite_4",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/granite_4.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Bielik 3.
    RenderRow {
        name: "bielik",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/bielik.txt"),
            &[List {
                item: json::write_wrapped,
                between: ",\n",
            }],
        )),
        result: result::BIELIK,
    },
    // Granite 3. The list is a separate message after the system prompt.
    RenderRow {
        name: "granite_3",
        format: Format::Granite3,
        tools: Some(tools(
            "system",
            include_str!("../prompts/granite_3.txt"),
            &[List {
                item: json::write_wrapped_item_lines,
                between: ",\n    ",
            }],
        )),
        result: result::TOOL,
    },
    // Command R7B.
    RenderRow {
        name: "command_r7b",
        format: Format::CohereCommand,
        tools: Some(tools(
            "system",
            include_str!("../prompts/command_r7b.txt"),
            &[List {
                item: json::write_function_with_responses,
                between: ",\n    ",
            }],
        )),
        result: result::COMMAND,
    },
    // North Mini Code.
    RenderRow {
        name: "cohere2_moe",
        format: Format::CohereCommand,
        tools: Some(tools(
            "system",
            include_str!("../prompts/cohere2_moe.txt"),
            &[List {
                item: json::write_function_with_responses,
                between: ",\n    ",
            }],
        )),
        result: result::COMMAND_2,
    },
    // Mistral Nemo.
    RenderRow {
        name: "mistral_nemo",
        format: Format::MistralArray,
        tools: Some(tools(
            "user",
            include_str!("../prompts/mistral.txt"),
            &[List {
                item: json::write_wrapped,
                between: ", ",
            }],
        )),
        result: result::MISTRAL_ARRAY,
    },
    // Nemotron Nano v2.
    RenderRow {
        name: "nemotron_nano_v2",
        format: Format::NemotronNanoV2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/nemotron_nano_v2.txt"),
            &[List {
                item: json::write_function,
                between: ", ",
            }],
        )),
        result: result::NEMOTRON_NANO,
    },
    // `MiniMax` M1.
    RenderRow {
        name: "minimax_m1",
        format: Format::MiniMaxM1,
        tools: Some(tools(
            "system",
            include_str!("../prompts/minimax_m1.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::MINIMAX_1,
    },
    // Llama 3.1 to 3.3. The text precedes the first message of the user.
    RenderRow {
        name: "llama_3",
        format: Format::Llama3,
        tools: Some(tools(
            "user",
            include_str!("../prompts/llama_3.txt"),
            &[List {
                item: json::write_wrapped_lines,
                between: "\n\n",
            }],
        )),
        result: result::IPYTHON_QUOTED,
    },
    // Apriel 1.5.
    RenderRow {
        name: "apriel_15",
        format: Format::Apriel,
        tools: Some(tools(
            "system",
            include_str!("../prompts/apriel_15.txt"),
            &[List {
                item: json::write_wrapped_python,
                between: "\n",
            }],
        )),
        result: result::TOOL_RESULT,
    },
    // Apriel 1.6.
    RenderRow {
        name: "apriel_16",
        format: Format::Apriel,
        tools: Some(tools(
            "system",
            include_str!("../prompts/apriel_16.txt"),
            &[List {
                item: json::write_wrapped_python,
                between: "",
            }],
        )),
        result: result::TOOL_RESULT,
    },
    // Apertus.
    RenderRow {
        name: "apertus",
        format: Format::Apertus,
        tools: Some(tools(
            "developer",
            include_str!("../prompts/apertus.txt"),
            &[List {
                item: typescript::declare_apertus,
                between: "\n",
            }],
        )),
        result: result::LIST,
    },
    // `GigaChat` 3.
    RenderRow {
        name: "gigachat",
        format: Format::GigaChat3,
        tools: Some(tools(
            "function descriptions",
            include_str!("../prompts/gigachat.txt"),
            &[List {
                item: typescript::declare_gigachat,
                between: "\n\n",
            }],
        )),
        result: result::FUNCTION_RESULT,
    },
    // `GigaChat` 3.1.
    RenderRow {
        name: "gigachat31",
        format: Format::GigaChat31,
        tools: Some(tools(
            "function descriptions",
            include_str!("../prompts/gigachat.txt"),
            &[List {
                item: typescript::declare_gigachat,
                between: "\n\n",
            }],
        )),
        result: result::FUNCTION_RESULT,
    },
];
