//! The turns of the assistant in the renderings of chat templates.

use serde_json::Value;
use tool_core::text::ToolPrompt;
use tool_core::{Definition, Definitions};

/// The texts that begin a turn of the assistant.
const OPENERS: &[&str] = &[
    "<|assistant_start|>",
    "<|begin_assistant|>\n",
    "<|im_start|>assistant\n",
    "<seed:bos>assistant\n",
    "<|CHATBOT_TOKEN|>",
    "<|assistant|>\n",
    "<|assistant|>",
    "assistant<|role_sep|>\n",
    "<|open|>message role=\"assistant\"<|sep|>",
    "<beginning_of_sentence>ai name=assistant\n",
    "]~b]ai\n",
    "[/INST]",
    "<SPECIAL_11>Assistant\n",
    "<sep>assistant: ",
    "<｜Assistant｜>",
    "<|turn>model\n",
    "<|start_of_role|>assistant<|end_of_role|>",
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "<|im_assistant|>assistant<|im_middle|>",
    "<|start|>assistant",
    "<｜hy_Assistant:opensource｜>",
    "<|begin|>assistant",
];

/// The templates of the shared data with the names of their prompts.
pub const TEMPLATES: &[(&str, &str)] = &[
    ("Apertus-8B-Instruct", "apertus"),
    ("Apriel-1.6-15b-Thinker-fixed", "apriel_16"),
    ("Bielik-11B-v3.0-Instruct", "bielik"),
    ("ByteDance-Seed-OSS", "seed_oss"),
    ("Cohere2MoE", "cohere2_moe"),
    (
        "CohereForAI-c4ai-command-r7b-12-2024-tool_use",
        "command_r7b",
    ),
    ("GLM-4.6", "glm_45"),
    ("GLM-4.7-Flash", "glm_47"),
    ("GigaChat3-10B-A1.8B", "gigachat"),
    ("GigaChat3.1-10B-A1.8B", "gigachat31"),
    ("Kimi-K2-Instruct", "kimi_k2"),
    ("Kimi-K2-Thinking", "kimi_k2"),
    ("Kimi-K3", "kimi_k3"),
    ("LFM2-8B-A1B", "lfm2"),
    ("LFM2.5-Instruct", "lfm25"),
    ("MiMo-VL", "qwen"),
    ("MiniMax-M1", "minimax_m1"),
    ("MiniMax-M2", "minimax_m2"),
    ("MiniMax-M3", "minimax_m3"),
    ("Mistral-Small-3.2-24B-Instruct-2506", "mistral_with_ids"),
    ("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "nemotron_3"),
    ("NVIDIA-Nemotron-Nano-v2", "nemotron_nano_v2"),
    ("NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use", "hermes"),
    ("NousResearch-Hermes-3-Llama-3.1-8B-tool_use", "hermes"),
    ("Qwen-QwQ-32B", "qwen"),
    ("Qwen-Qwen2.5-7B-Instruct", "qwen"),
    ("Qwen-Qwen3-0.6B", "qwen"),
    ("Qwen3-Coder", "qwen3_coder"),
    ("Qwen3.5-4B", "qwen35"),
    ("Reka-Edge", "qwen"),
    ("StepFun3.5-Flash", "step35"),
    ("deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", "deepseek_v3"),
    ("deepseek-ai-DeepSeek-V3.1", "deepseek_v31"),
    ("deepseek-ai-DeepSeek-V3.2", "deepseek_v32"),
    ("deepseek-ai-DeepSeek-V4", "deepseek_v4"),
    ("deepseek-ai-DeepSeek-V4-Flash-0731", "deepseek_v4"),
    ("google-gemma-4-31B-it", "gemma_4"),
    ("google-gemma-4-31B-it-interleaved", "gemma_4"),
    ("ibm-granite-granite-3.3-2B-Instruct", "granite_3"),
    ("ibm-granite-granite-4.0", "granite_4"),
    ("ibm-granite-granite-4.1", "granite_4"),
    ("meetkai-functionary-medium-v3.1", "functionary_v31"),
    ("meetkai-functionary-medium-v3.2", "functionary_v32"),
    ("meta-llama-Llama-3.1-8B-Instruct", "llama_3"),
    ("meta-llama-Llama-3.2-3B-Instruct", "llama_3"),
    ("meta-llama-Llama-3.3-70B-Instruct", "llama_3"),
    ("mistralai-Ministral-3-14B-Reasoning-2512", "mistral"),
    ("mistralai-Mistral-Nemo-Instruct-2407", "mistral_nemo"),
    ("moonshotai-Kimi-K2", "kimi_k2"),
    ("muse-glimmer", "muse_glimmer"),
    ("openai-gpt-oss-120b", "harmony"),
    ("openbmb-MiniCPM5-1B", "minicpm_5"),
    ("tencent-Hy3", "hy_3"),
    ("unsloth-Apriel-1.5", "apriel_15"),
    ("unsloth-mistral-Devstral-Small-2507", "mistral"),
    ("upstage-Solar-Open-100B", "solar_open"),
];

/// Returns the prompt of a template.
///
/// # Panics
///
/// If the template is not in [`TEMPLATES`].
#[must_use]
pub fn prompt_of(template: &str) -> ToolPrompt {
    let found = TEMPLATES.iter().find(|(of, _)| *of == template);
    let (_, name) = found.unwrap_or_else(|| panic!("{template} has no prompt"));
    ToolPrompt::named(name).expect("a prompt of the table")
}

/// Returns the text that the model writes after the question of a rendered conversation: its turn,
/// with the marks at its end.
///
/// # Panics
///
/// If the conversation is not one of the shared data.
#[must_use]
pub fn assistant_turn(row: &Value) -> &str {
    let rendered = row["rendered"].as_str().expect("a text");
    let (_, after) = rendered.split_once("Zürich?").expect("the question");
    let found = OPENERS.iter().filter_map(|opener| {
        let start = after.find(opener)?;
        Some((start, usize::MAX - opener.len(), opener))
    });
    let (start, _, opener) = found.min().expect("a turn of the assistant");
    &after[start + opener.len()..]
}

/// Returns the tools of a rendered conversation.
///
/// # Panics
///
/// If the conversation is not one of the shared data.
#[must_use]
pub fn rendered_tools(row: &Value) -> Definitions {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let tools = row["tools"].as_array().expect("a list").iter();
    let definitions = tools.map(|tool| {
        let function = &tool["function"];
        let schema = function["parameters"].clone();
        Definition::new(
            text(&function["name"]),
            text(&function["description"]),
            schema,
        )
        .expect("a definition")
    });
    Definitions::new(definitions).expect("different names")
}
