//! Models that write the name of a call before its arguments in JSON.

use crate::text::Format;
use crate::text::render::row::{List, RenderRow, tools};
use crate::text::render::{json, result, typescript};

pub(super) static ROWS: &[RenderRow] = &[
    // Kimi K2.
    RenderRow {
        name: "kimi_k2",
        format: Format::KimiK2,
        tools: Some(tools(
            "tool_declare",
            include_str!("../prompts/kimi_k2.txt"),
            &[List {
                item: json::write_wrapped,
                between: ", ",
            }],
        )),
        result: result::KIMI_K2,
    },
    // Devstral, Ministral 3.
    RenderRow {
        name: "mistral",
        format: Format::MistralV11,
        tools: Some(tools(
            "user",
            include_str!("../prompts/mistral.txt"),
            &[List {
                item: json::write_wrapped,
                between: ", ",
            }],
        )),
        result: result::MISTRAL,
    },
    // Mistral Small 3.2.
    RenderRow {
        name: "mistral_with_ids",
        format: Format::MistralV11,
        tools: Some(tools(
            "user",
            include_str!("../prompts/mistral.txt"),
            &[List {
                item: json::write_wrapped,
                between: ", ",
            }],
        )),
        result: result::MISTRAL_WITH_ID,
    },
    // Functionary v3.1.
    RenderRow {
        name: "functionary_v31",
        format: Format::FunctionaryV31,
        tools: Some(tools(
            "system",
            include_str!("../prompts/functionary_v31.txt"),
            &[List {
                item: json::write_introduced_function,
                between: "\n\n",
            }],
        )),
        result: result::IPYTHON,
    },
    // Functionary v3.2.
    RenderRow {
        name: "functionary_v32",
        format: Format::FunctionaryV32,
        tools: Some(tools(
            "system",
            include_str!("../prompts/functionary_v32.txt"),
            &[List {
                item: typescript::declare_functionary,
                between: "\n\n",
            }],
        )),
        result: result::TOOL,
    },
    // Solar Open.
    RenderRow {
        name: "solar_open",
        format: Format::SolarOpen,
        tools: Some(tools(
            "system",
            include_str!("../prompts/solar_open.txt"),
            &[List {
                item: json::write_marked_function,
                between: "",
            }],
        )),
        result: result::SOLAR,
    },
    // `DeepSeek` V3 and R1, whose templates show no tools.
    RenderRow {
        name: "deepseek_v3",
        format: Format::DeepSeekV3,
        tools: None,
        result: result::DEEPSEEK_3,
    },
    // `DeepSeek` V3.1, whose template shows no tools.
    RenderRow {
        name: "deepseek_v31",
        format: Format::DeepSeekV31,
        tools: None,
        result: result::DEEPSEEK_31,
    },
    // gpt-oss. The result is a message with its marks.
    RenderRow {
        name: "harmony",
        format: Format::Harmony,
        tools: Some(tools(
            "developer",
            include_str!("../prompts/harmony.txt"),
            &[List {
                item: typescript::declare_harmony,
                between: "\n\n",
            }],
        )),
        result: result::HARMONY,
    },
];
