//! The table of prompts: one row for each family of models.
//!
//! The text of a prompt is a file in `prompts`. The lists of tools replace its marks `{tools}`, in
//! order. The final line break of a file is not a part of the text.

use super::row::{List, RenderRow, ToolList};
use super::{gemma, json, python, result, tags, typescript};
use crate::text::Format;

/// A row has the name of the models and the format of their calls, then the role of the message with
/// the tools, its file and its lists, and then the style of results.
macro_rules! rows {
    ($($name:literal $format:ident $($role:literal $file:literal [$($item:path, $between:literal);+])?
        => $result:ident)*) => {
        /// All rows. The first row of a format is its default.
        pub(super) static ROWS: &[RenderRow] = &[$(
            RenderRow {
                name: $name,
                format: Format::$format,
                tools: rows!(@tools $($role $file [$($item, $between);+])?),
                result: result::$result,
            },
        )*];
    };
    (@tools) => { None };
    (@tools $role:literal $file:literal [$($item:path, $between:literal);+]) => {
        Some(ToolList {
            role: $role,
            prompt: include_str!(concat!("prompts/", $file, ".txt")),
            lists: &[$(List { item: $item, between: $between }),+],
        })
    };
}

rows! {
    // Any model. The text is our own, for models whose templates show no tools.
    "tool_tags" ToolTags "system" "tool_tags" [json::write_function, "\n"] => TOOL_TAG_RESULT

    // Models that write a call as a JSON object.

    // Qwen 2.5 and 3, QwQ, `MiMo` VL, Reka Edge.
    "qwen" Hermes "system" "qwen" [json::write_wrapped, "\n"] => USER_TAGS
    // Hermes 2 Pro and 3.
    "hermes" Hermes "system" "hermes" [python::write_hermes_function, "\n"] => TOOL_TAGS
    // Granite 4.
    "granite_4" Hermes "system" "granite_4" [json::write_wrapped, "\n"] => USER_TAGS
    // Bielik 3.
    "bielik" Hermes "system" "bielik" [json::write_wrapped, ",\n"] => BIELIK
    // Granite 3. The list is a separate message after the system prompt.
    "granite_3" Granite3 "system" "granite_3" [json::write_wrapped_item_lines, ",\n    "] => TOOL
    // Command R7B.
    "command_r7b" CohereCommand "system" "command_r7b" [
        json::write_function_with_responses, ",\n    "
    ] => COMMAND
    // North Mini Code.
    "cohere2_moe" CohereCommand "system" "cohere2_moe" [
        json::write_function_with_responses, ",\n    "
    ] => COMMAND_2
    // Mistral Nemo.
    "mistral_nemo" MistralArray "user" "mistral" [json::write_wrapped, ", "] => MISTRAL_ARRAY
    // Nemotron Nano v2.
    "nemotron_nano_v2" NemotronNanoV2 "system" "nemotron_nano_v2" [
        json::write_function, ", "
    ] => NEMOTRON_NANO
    // `MiniMax` M1.
    "minimax_m1" MiniMaxM1 "system" "minimax_m1" [json::write_wrapped, "\n"] => MINIMAX_1
    // Llama 3.1 to 3.3. The text precedes the first message of the user.
    "llama_3" Llama3 "user" "llama_3" [json::write_wrapped_lines, "\n\n"] => IPYTHON_QUOTED
    // Apriel 1.5.
    "apriel_15" Apriel "system" "apriel_15" [json::write_wrapped_python, "\n"] => TOOL_RESULT
    // Apriel 1.6.
    "apriel_16" Apriel "system" "apriel_16" [json::write_wrapped_python, ""] => TOOL_RESULT
    // Apertus.
    "apertus" Apertus "developer" "apertus" [typescript::declare_apertus, "\n"] => LIST
    // `GigaChat` 3.
    "gigachat" GigaChat3 "function descriptions" "gigachat" [
        typescript::declare_gigachat, "\n\n"
    ] => FUNCTION_RESULT
    // `GigaChat` 3.1.
    "gigachat31" GigaChat31 "function descriptions" "gigachat" [
        typescript::declare_gigachat, "\n\n"
    ] => FUNCTION_RESULT

    // Models that write the name of a call before its arguments in JSON.

    // Kimi K2.
    "kimi_k2" KimiK2 "tool_declare" "kimi_k2" [json::write_wrapped, ", "] => KIMI_K2
    // Devstral, Ministral 3.
    "mistral" MistralV11 "user" "mistral" [json::write_wrapped, ", "] => MISTRAL
    // Mistral Small 3.2.
    "mistral_with_ids" MistralV11 "user" "mistral" [json::write_wrapped, ", "] => MISTRAL_WITH_ID
    // Functionary v3.1.
    "functionary_v31" FunctionaryV31 "system" "functionary_v31" [
        json::write_introduced_function, "\n\n"
    ] => IPYTHON
    // Functionary v3.2.
    "functionary_v32" FunctionaryV32 "system" "functionary_v32" [
        typescript::declare_functionary, "\n\n"
    ] => TOOL
    // Solar Open.
    "solar_open" SolarOpen "system" "solar_open" [json::write_marked_function, ""] => SOLAR
    // `DeepSeek` V3 and R1, whose templates show no tools.
    "deepseek_v3" DeepSeekV3 => DEEPSEEK_3
    // `DeepSeek` V3.1, whose template shows no tools.
    "deepseek_v31" DeepSeekV31 => DEEPSEEK_31
    // gpt-oss. The result is a message with its marks.
    "harmony" Harmony "developer" "harmony" [typescript::declare_harmony, "\n\n"] => HARMONY

    // Models that write the arguments of a call in tags, braces or Python.

    // Kimi K3.
    "kimi_k3" KimiK3 "system" "kimi_k3" [json::write_wrapped_sorted, ","] => TOOL
    // LFM2.
    "lfm2" Lfm2 "system" "lfm2" [json::write_wrapped, ", "] => LFM
    // LFM2.5.
    "lfm25" Lfm2 "system" "lfm25" [json::write_wrapped, ", "] => TOOL
    // `MiniMax` M2.
    "minimax_m2" MiniMaxM2 "system" "minimax_m2" [json::write_tagged_function, "\n"] => MINIMAX
    // `MiniMax` M3.
    "minimax_m3" MiniMaxM3 "developer" "minimax_m3" [json::write_tagged_function, "\n"] => MINIMAX
    // Qwen3 Coder.
    "qwen3_coder" Qwen3Coder "system" "qwen3_coder" [tags::write_function, "\n"] => USER_TAGS
    // Qwen 3.5 and 3.6.
    "qwen35" Qwen3Coder "system" "qwen35" [json::write_wrapped, "\n"] => USER_TAGS
    // Nemotron 3 Nano.
    "nemotron_3" Qwen3Coder "system" "nemotron_3" [tags::write_function, "\n"] => USER_TAGS
    // Step 3.5 Flash.
    "step35" Step35 "system" "step35" [json::write_wrapped, "\n"] => TOOL_RESPONSE
    // Seed-OSS.
    "seed_oss" SeedOss "system" "seed_oss" [python::write_seed_function, "\n\n"] => TOOL
    // GLM 4.5 and 4.6.
    "glm_45" Glm45 "system" "glm_45" [json::write_wrapped, "\n"] => OBSERVATION
    // GLM 4.7.
    "glm_47" Glm47 "system" "glm_47" [json::write_wrapped, "\n"] => OBSERVATION_INLINE
    // Hunyuan 3.
    "hy_3" HyV3 "system" "hy_3" [json::write_wrapped, "\n"] => HY
    // `MiniCPM` 5.
    "minicpm_5" MiniCpm5 "system" "minicpm_5" [json::write_wrapped, "\n"] => USER_TAGS
    // Muse Glimmer.
    "muse_glimmer" MuseGlimmer "system" "muse_glimmer" [
        json::write_name_with_empty_description, "\n";
        json::write_function, "\n";
        json::write_recipients, ", "
    ] => MUSE
    // `DeepSeek` V3.2.
    "deepseek_v32" DeepSeekV32 "system" "deepseek_v32" [json::write_function, "\n"] => DEEPSEEK_32
    // `DeepSeek` V4.
    "deepseek_v4" DeepSeekV4 "system" "deepseek_v4" [json::write_function, "\n"] => DEEPSEEK_4
    // Gemma 4. The result is in the turn of the model.
    "gemma_4" Gemma4 "system" "gemma_4" [gemma::write_declaration, ""] => GEMMA
    // `FunctionGemma`. The words are from its documentation. The result is in the turn of the model.
    "function_gemma" FunctionGemma "developer" "function_gemma" [
        gemma::write_function_declaration, ""
    ] => FUNCTION_GEMMA
}
