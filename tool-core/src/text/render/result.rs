//! The result of a call as a template writes it.

use serde_json::Value;

/// The form of a result in a template.
pub(super) struct ResultStyle {
    pub(super) role: &'static str,
    /// The text, with the names of its parts in guillemets.
    template: &'static str,
}

impl ResultStyle {
    pub(super) fn write(&self, name: &str, id: Option<&str>, result: &str) -> String {
        let mut text = String::new();
        for (position, part) in self.template.split(['«', '»']).enumerate() {
            match part {
                fixed if position % 2 == 0 => text.push_str(fixed),
                "name" => text.push_str(name),
                // Without an id, the name of the tool.
                "id" => text.push_str(id.unwrap_or(name)),
                "number" => {
                    let is_number = |id: &&str| id.bytes().all(|byte| byte.is_ascii_digit());
                    text.push_str(id.filter(is_number).unwrap_or("0"));
                }
                // As a JSON string.
                "quoted" => text.push_str(&Value::from(result).to_string()),
                _ => text.push_str(result),
            }
        }
        text
    }
}

/// A style has its name, the role of the message, and the template.
macro_rules! styles {
    ($($style:ident: $role:literal $template:literal;)*) => {
        $(pub(super) const $style: ResultStyle = ResultStyle {
            role: $role,
            template: $template,
        };)*
    };
}

styles! {
    USER_TAGS: "user" "<tool_response>\n«result»\n</tool_response>";
    TOOL_TAGS: "tool" "<tool_response>\n«result»\n</tool_response>";
    OBSERVATION: "observation" "<tool_response>\n«result»\n</tool_response>";
    OBSERVATION_INLINE: "observation" "<tool_response>«result»</tool_response>";
    TOOL_TAG_RESULT: "user" "<tool_result name=\"«name»\">\n«result»\n</tool_result>";
    TOOL_RESPONSE: "tool_response" "<tool_response>«result»</tool_response>";
    TOOL: "tool" "«result»";
    TOOL_RESULT: "tool_result" "«result»";
    IPYTHON: "ipython" "«result»";
    IPYTHON_QUOTED: "ipython" "«quoted»";
    FUNCTION_RESULT: "function result" "«result»";
    BIELIK: "user" "<|function_output|>«result»";
    LIST: "tool" "[«result»]";
    NEMOTRON_NANO: "user" "<TOOL_RESPONSE>[«result»]</TOOL_RESPONSE>";
    MINIMAX_1: "tool" "tool result: «result»";
    MINIMAX: "tool" "<response>«result»</response>";
    LFM: "tool" "<|tool_response_start|>«result»<|tool_response_end|>";
    KIMI_K2: "tool" "## Return of «id»\n«result»";
    MISTRAL_ARRAY: "tool"
        "[TOOL_RESULTS]{\"content\": «result», \"call_id\": \"«id»\"}[/TOOL_RESULTS]";
    MISTRAL: "tool" "[TOOL_RESULTS]«result»[/TOOL_RESULTS]";
    MISTRAL_WITH_ID: "tool" "[TOOL_RESULTS]«id»[TOOL_CONTENT]«result»[/TOOL_RESULTS]";
    DEEPSEEK_3: "tool"
        "<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>\
         «result»<｜tool▁output▁end｜><｜tool▁outputs▁end｜>";
    DEEPSEEK_31: "tool" "<｜tool▁output▁begin｜>«result»<｜tool▁output▁end｜>";
    DEEPSEEK_32: "tool" "<function_results>\n<result>«result»</result>\n</function_results>";
    DEEPSEEK_4: "user" "<tool_result>«result»</tool_result>";
    GEMMA: "model" "<|tool_response>response:«name»{value:<|\"|>«result»<|\"|>}<tool_response|>";
    FUNCTION_GEMMA: "model"
        "<start_function_response>response:\
         «name»{value:<escape>«result»<escape>}<end_function_response>";
    COMMAND: "system"
        "<|START_TOOL_RESULT|>[\n    {\n        \"tool_call_id\": \"«number»\",\
         \n        \"results\": {\n            \"0\": «quoted»\n        },\
         \n        \"is_error\": null\n    }\n]<|END_TOOL_RESULT|>";
    COMMAND_2: "system"
        "<|START_TOOL_RESULT|>[\n    {\n        \"tool_call_id\": \"«number»\",\
         \n        \"results\": {\n            \"0\": {\"content\": «quoted»}\n        },\
         \n        \"is_error\": null\n    }\n]<|END_TOOL_RESULT|>";
    HARMONY: "tool"
        "<|start|>functions.«name» to=assistant<|channel|>commentary<|message|>«quoted»<|end|>";
    MUSE: "tool" "<tool_output name=\"«name»\">\n«result»\n</tool_output>";
    HY: "tool"
        "<tool_responses:opensource>\n<tool_response:opensource>\n«result»\
         \n</tool_response:opensource>\n</tool_responses:opensource>";
    SOLAR: "tool"
        "<|tool_response|><|tool_response:begin|>«id»<|tool_response:name|>«name»\
         <|tool_response:result|>«result»<|tool_response:end|>";
}
