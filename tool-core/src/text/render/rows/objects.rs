//! Models that write a call as a JSON object.

use crate::text::Format;
use crate::text::render::row::{List, Row, tools};
use crate::text::render::{json, python, result, typescript};

pub(super) static ROWS: &[Row] = &[
    // Qwen 2.5 and 3, QwQ, `MiMo` VL, Reka Edge.
    Row {
        name: "qwen",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/qwen.txt"),
            &[List {
                item: json::wrapped,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Hermes 2 Pro and 3.
    Row {
        name: "hermes",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/hermes.txt"),
            &[List {
                item: python::hermes_function,
                between: "\n",
            }],
        )),
        result: result::TOOL_TAGS,
    },
    // Granite 4.
    Row {
        name: "granite_4",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/granite_4.txt"),
            &[List {
                item: json::wrapped,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Bielik 3.
    Row {
        name: "bielik",
        format: Format::Hermes,
        tools: Some(tools(
            "system",
            include_str!("../prompts/bielik.txt"),
            &[List {
                item: json::wrapped,
                between: ",\n",
            }],
        )),
        result: result::BIELIK,
    },
    // Granite 3. The list is a separate message after the system prompt.
    Row {
        name: "granite_3",
        format: Format::Granite3,
        tools: Some(tools(
            "system",
            include_str!("../prompts/granite_3.txt"),
            &[List {
                item: json::wrapped_item_lines,
                between: ",\n    ",
            }],
        )),
        result: result::TOOL,
    },
    // Command R7B.
    Row {
        name: "command_r7b",
        format: Format::CohereCommand,
        tools: Some(tools(
            "system",
            include_str!("../prompts/command_r7b.txt"),
            &[List {
                item: json::function_with_responses,
                between: ",\n    ",
            }],
        )),
        result: result::COMMAND,
    },
    // North Mini Code.
    Row {
        name: "cohere2_moe",
        format: Format::CohereCommand,
        tools: Some(tools(
            "system",
            include_str!("../prompts/cohere2_moe.txt"),
            &[List {
                item: json::function_with_responses,
                between: ",\n    ",
            }],
        )),
        result: result::COMMAND_2,
    },
    // Mistral Nemo.
    Row {
        name: "mistral_nemo",
        format: Format::MistralArray,
        tools: Some(tools(
            "user",
            include_str!("../prompts/mistral.txt"),
            &[List {
                item: json::wrapped,
                between: ", ",
            }],
        )),
        result: result::MISTRAL_ARRAY,
    },
    // Nemotron Nano v2.
    Row {
        name: "nemotron_nano_v2",
        format: Format::NemotronNanoV2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/nemotron_nano_v2.txt"),
            &[List {
                item: json::function,
                between: ", ",
            }],
        )),
        result: result::NEMOTRON_NANO,
    },
    // `MiniMax` M1.
    Row {
        name: "minimax_m1",
        format: Format::MiniMaxM1,
        tools: Some(tools(
            "system",
            include_str!("../prompts/minimax_m1.txt"),
            &[List {
                item: json::wrapped,
                between: "\n",
            }],
        )),
        result: result::MINIMAX_1,
    },
    // Llama 3.1 to 3.3. The text precedes the first message of the user.
    Row {
        name: "llama_3",
        format: Format::Llama3,
        tools: Some(tools(
            "user",
            include_str!("../prompts/llama_3.txt"),
            &[List {
                item: json::wrapped_lines,
                between: "\n\n",
            }],
        )),
        result: result::IPYTHON_QUOTED,
    },
    // Apriel 1.5.
    Row {
        name: "apriel_15",
        format: Format::Apriel,
        tools: Some(tools(
            "system",
            include_str!("../prompts/apriel_15.txt"),
            &[List {
                item: json::wrapped_python,
                between: "\n",
            }],
        )),
        result: result::TOOL_RESULT,
    },
    // Apriel 1.6.
    Row {
        name: "apriel_16",
        format: Format::Apriel,
        tools: Some(tools(
            "system",
            include_str!("../prompts/apriel_16.txt"),
            &[List {
                item: json::wrapped_python,
                between: "",
            }],
        )),
        result: result::TOOL_RESULT,
    },
    // Apertus.
    Row {
        name: "apertus",
        format: Format::Apertus,
        tools: Some(tools(
            "developer",
            include_str!("../prompts/apertus.txt"),
            &[List {
                item: typescript::apertus,
                between: "\n",
            }],
        )),
        result: result::LIST,
    },
    // `GigaChat` 3.
    Row {
        name: "gigachat",
        format: Format::GigaChat3,
        tools: Some(tools(
            "function descriptions",
            include_str!("../prompts/gigachat.txt"),
            &[List {
                item: typescript::gigachat,
                between: "\n\n",
            }],
        )),
        result: result::FUNCTION_RESULT,
    },
    // `GigaChat` 3.1.
    Row {
        name: "gigachat31",
        format: Format::GigaChat31,
        tools: Some(tools(
            "function descriptions",
            include_str!("../prompts/gigachat.txt"),
            &[List {
                item: typescript::gigachat,
                between: "\n\n",
            }],
        )),
        result: result::FUNCTION_RESULT,
    },
];
