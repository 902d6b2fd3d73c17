//! Models that write the arguments of a call in tags, braces or Python.

use crate::text::Format;
use crate::text::render::row::{List, RenderRow, tools};
use crate::text::render::{gemma, json, python, result, tags};

pub(super) static ROWS: &[RenderRow] = &[
    // Kimi K3.
    RenderRow {
        name: "kimi_k3",
        format: Format::KimiK3,
        tools: Some(tools(
            "system",
            include_str!("../prompts/kimi_k3.txt"),
            &[List {
                item: json::write_wrapped_sorted,
                between: ",",
            }],
        )),
        result: result::TOOL,
    },
    // LFM2.
    RenderRow {
        name: "lfm2",
        format: Format::Lfm2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/lfm2.txt"),
            &[List {
                item: json::write_wrapped,
                between: ", ",
            }],
        )),
        result: result::LFM,
    },
    // LFM2.5.
    RenderRow {
        name: "lfm25",
        format: Format::Lfm2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/lfm25.txt"),
            &[List {
                item: json::write_wrapped,
                between: ", ",
            }],
        )),
        result: result::TOOL,
    },
    // `MiniMax` M2.
    RenderRow {
        name: "minimax_m2",
        format: Format::MiniMaxM2,
        tools: Some(tools(
            "system",
            include_str!("../prompts/minimax_m2.txt"),
            &[List {
                item: json::write_tagged_function,
                between: "\n",
            }],
        )),
        result: result::MINIMAX,
    },
    // `MiniMax` M3.
    RenderRow {
        name: "minimax_m3",
        format: Format::MiniMaxM3,
        tools: Some(tools(
            "developer",
            include_str!("../prompts/minimax_m3.txt"),
            &[List {
                item: json::write_tagged_function,
                between: "\n",
            }],
        )),
        result: result::MINIMAX,
    },
    // Qwen3 Coder.
    RenderRow {
        name: "qwen3_coder",
        format: Format::Qwen3Coder,
        tools: Some(tools(
            "system",
            include_str!("../prompts/qwen3_coder.txt"),
            &[List {
                item: tags::write_function,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Qwen 3.5 and 3.6.
    RenderRow {
        name: "qwen35",
        format: Format::Qwen3Coder,
        tools: Some(tools(
            "system",
            include_str!("../prompts/qwen35.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Nemotron 3 Nano.
    RenderRow {
        name: "nemotron_3",
        format: Format::Qwen3Coder,
        tools: Some(tools(
            "system",
            include_str!("../prompts/nemotron_3.txt"),
            &[List {
                item: tags::write_function,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Step 3.5 Flash.
    RenderRow {
        name: "step35",
        format: Format::Step35,
        tools: Some(tools(
            "system",
            include_str!("../prompts/step35.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::TOOL_RESPONSE,
    },
    // Seed-OSS.
    RenderRow {
        name: "seed_oss",
        format: Format::SeedOss,
        tools: Some(tools(
            "system",
            include_str!("../prompts/seed_oss.txt"),
            &[List {
                item: python::write_seed_function,
                between: "\n\n",
            }],
        )),
        result: result::TOOL,
    },
    // GLM 4.5 and 4.6.
    RenderRow {
        name: "glm_45",
        format: Format::Glm45,
        tools: Some(tools(
            "system",
            include_str!("../prompts/glm_45.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::OBSERVATION,
    },
    // GLM 4.7.
    RenderRow {
        name: "glm_47",
        format: Format::Glm47,
        tools: Some(tools(
            "system",
            include_str!("../prompts/glm_47.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::OBSERVATION_INLINE,
    },
    // Hunyuan 3.
    RenderRow {
        name: "hy_3",
        format: Format::HyV3,
        tools: Some(tools(
            "system",
            include_str!("../prompts/hy_3.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::HY,
    },
    // `MiniCPM` 5.
    RenderRow {
        name: "minicpm_5",
        format: Format::MiniCpm5,
        tools: Some(tools(
            "system",
            include_str!("../prompts/minicpm_5.txt"),
            &[List {
                item: json::write_wrapped,
                between: "\n",
            }],
        )),
        result: result::USER_TAGS,
    },
    // Muse Glimmer.
    RenderRow {
        name: "muse_glimmer",
        format: Format::MuseGlimmer,
        tools: Some(tools(
            "system",
            include_str!("../prompts/muse_glimmer.txt"),
            &[
                List {
                    item: json::write_name_with_empty_description,
                    between: "\n",
                },
                List {
                    item: json::write_function,
                    between: "\n",
                },
                List {
                    item: json::write_recipients,
                    between: ", ",
                },
            ],
        )),
        result: result::MUSE,
    },
    // `DeepSeek` V3.2.
    RenderRow {
        name: "deepseek_v32",
        format: Format::DeepSeekV32,
        tools: Some(tools(
            "system",
            include_str!("../prompts/deepseek_v32.txt"),
            &[List {
                item: json::write_function,
                between: "\n",
            }],
        )),
        result: result::DEEPSEEK_32,
    },
    // `DeepSeek` V4.
    RenderRow {
        name: "deepseek_v4",
        format: Format::DeepSeekV4,
        tools: Some(tools(
            "system",
            include_str!("../prompts/deepseek_v4.txt"),
            &[List {
                item: json::write_function,
                between: "\n",
            }],
        )),
        result: result::DEEPSEEK_4,
    },
    // Gemma 4. The result is in the turn of the model.
    RenderRow {
        name: "gemma_4",
        format: Format::Gemma4,
        tools: Some(tools(
            "system",
            include_str!("../prompts/gemma_4.txt"),
            &[List {
                item: gemma::write_declaration,
                between: "",
            }],
        )),
        result: result::GEMMA,
    },
    // `FunctionGemma`. The words are from its documentation. The result is in the turn of the model.
    RenderRow {
        name: "function_gemma",
        format: Format::FunctionGemma,
        tools: Some(tools(
            "developer",
            include_str!("../prompts/function_gemma.txt"),
            &[List {
                item: gemma::write_function_declaration,
                between: "",
            }],
        )),
        result: result::FUNCTION_GEMMA,
    },
];
