//! Models that write calls as JSON with the name inside, or arguments as JSON after the name.

use crate::text::Format;
use crate::text::render::row::{List, Row, tools};
use crate::text::render::{json, python, result};

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
    // Granite 3. The list is a message of its own, after the system prompt.
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
    // Kimi K2.
    Row {
        name: "kimi_k2",
        format: Format::KimiK2,
        tools: Some(tools(
            "tool_declare",
            include_str!("../prompts/kimi_k2.txt"),
            &[List {
                item: json::wrapped,
                between: ", ",
            }],
        )),
        result: result::KIMI_K2,
    },
    // Kimi K3.
    Row {
        name: "kimi_k3",
        format: Format::KimiK3,
        tools: Some(tools(
            "system",
            include_str!("../prompts/kimi_k3.txt"),
            &[List {
                item: json::wrapped_sorted,
                between: ",",
            }],
        )),
        result: result::TOOL,
    },
    // LFM2.
    Row {
        name: "lfm2",
        format: Format::Lfm2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/lfm2.txt"),
            &[List {
                item: json::wrapped,
                between: ", ",
            }],
        )),
        result: result::LFM,
    },
    // LFM2.5.
    Row {
        name: "lfm25",
        format: Format::Lfm2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/lfm25.txt"),
            &[List {
                item: json::wrapped,
                between: ", ",
            }],
        )),
        result: result::TOOL,
    },
    // Devstral, Ministral 3.
    Row {
        name: "mistral",
        format: Format::MistralV11,
        tools: Some(tools(
            "user",
            include_str!("../prompts/mistral.txt"),
            &[List {
                item: json::wrapped,
                between: ", ",
            }],
        )),
        result: result::MISTRAL,
    },
    // Mistral Small 3.2.
    Row {
        name: "mistral_with_ids",
        format: Format::MistralV11,
        tools: Some(tools(
            "user",
            include_str!("../prompts/mistral.txt"),
            &[List {
                item: json::wrapped,
                between: ", ",
            }],
        )),
        result: result::MISTRAL_WITH_ID,
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
    // `MiniMax` M2.
    Row {
        name: "minimax_m2",
        format: Format::MiniMaxM2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/minimax_m2.txt"),
            &[List {
                item: json::tagged_function,
                between: "\n",
            }],
        )),
        result: result::MINIMAX,
    },
    // `MiniMax` M3.
    Row {
        name: "minimax_m3",
        format: Format::MiniMaxM3,
        tools: Some(tools(
            "developer",
            include_str!("../prompts/minimax_m3.txt"),
            &[List {
                item: json::tagged_function,
                between: "\n",
            }],
        )),
        result: result::MINIMAX,
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
    // Functionary v3.1.
    Row {
        name: "functionary_v31",
        format: Format::FunctionaryV31,
        tools: Some(tools(
            "system",
            include_str!("../prompts/functionary_v31.txt"),
            &[List {
                item: json::introduced_function,
                between: "\n\n",
            }],
        )),
        result: result::IPYTHON,
    },
    // Solar Open.
    Row {
        name: "solar_open",
        format: Format::SolarOpen,
        tools: Some(tools(
            "system",
            include_str!("../prompts/solar_open.txt"),
            &[List {
                item: json::marked_function,
                between: "",
            }],
        )),
        result: result::SOLAR,
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
];
