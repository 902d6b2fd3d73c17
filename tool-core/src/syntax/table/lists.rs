//! Markers of messages and sections. [`crate::marks`] has those of reasoning.

/// Markers that end reasoning only if the prompt has its opening marker: elsewhere, they end other
/// messages, too.
pub(super) const PROMPTED_ENDS: &[&str] = &["<|end|>", "<|end_message|>", "<|eom|>"];

/// The beginnings of tags around the reasoning of Hunyuan 4. The name of a checkpoint follows.
pub(in crate::syntax) const SUFFIXED: (&str, &str) = ("<think:", "</think:");

/// Markers of messages and sections. They are never part of the content.
pub(super) const HIDDEN: &[&str] = &[
    "<|START_RESPONSE|>",
    "<|END_RESPONSE|>",
    "<|START_TEXT|>",
    "<|END_TEXT|>",
    "<|END_ACTION|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
    "[END FINAL RESPONSE]",
    "<|content|>",
    "<|begin|>assistant",
    "<|end|>",
    "<|call|>",
    "<|return|>",
    "<|eom|>",
    "<|message_model|><|content_text|>",
    "<|message_model|>",
    "<|content_text|>",
    "<|end_message|>",
    "<|content_model_end_sampling|>",
    "<|open|>response<|sep|>",
    "<|close|>response<|sep|>",
    "<|close|>tools<|sep|>",
    "<|close|>message<|sep|>",
    "<|open|> response <|sep|>",
    "<|close|> response <|sep|>",
    "<|close|> tools <|sep|>",
    "<|close|> message <|sep|>",
    "<|end_of_msg|>",
    "<|from|>assistant\n<|recipient|>all\n<|content|>",
    "<|recipient|>all\n<|content|>",
    "<|from|>assistant",
    ">>>all\n",
    "<｜tool▁calls▁end｜>",
    "<｜tool▁call▁end｜>",
    "<|tool_calls_section_end|>",
    "<|tool_call_section_end|>",
    "<|tool_call_end|>",
    "<|tools_suffix|>",
    "<|plamo:end_tool_requests:plamo|>",
    "<|plamo:end_tool_request:plamo|>",
    "<｜tool_calls_end｜>",
    "<｜tool_call_end｜>",
    "<｜tool_sep｜>",
    "<|python_start|>",
    "<|python_end|>",
    "</dots_function_call>",
    "<|tool_response>",
    "<start_function_response>",
    "<tool_call|>",
];

/// Hidden markers that begin a section of calls.
pub(super) const SECTIONS: &[&str] = &[
    "<|tool_calls_section_begin|>",
    "<|tool_call_section_begin|>",
    "<|open|>tools<|sep|>",
    "<|open|> tools <|sep|>",
    "<｜tool▁calls▁begin｜>",
    "<|tool_calls|>",
    "<|calls|>",
    "<|plamo:begin_tool_requests:plamo|>",
    "<|plamo:begin_tool_request:plamo|>",
    "<｜tool_calls_begin｜>",
    "<｜tool_call_begin｜>function<｜tool_sep｜>",
    "<｜tool_call_begin｜>",
    "<ifm|tool_calls>",
];

/// Tags that models also write around calls of other formats. Some of them are frequent in XML.
pub(super) const WRAPPERS: &[&str] = &[
    "<tools>",
    "<action>",
    "<tool_call>",
    "<tool_calls>",
    "<function_calls>",
    "<｜DSML｜toolcalls>",
    STRAY_ENDS[0],
    STRAY_ENDS[1],
    "</function_calls>",
    "</function>",
    "</invoke>",
];

/// Wrappers that end a call and are no XML of other programs. After a call, they belong to it.
pub(in crate::syntax) const STRAY_ENDS: [&str; 2] = ["</tool_call>", "</tool_calls>"];
