//! Formats with tags for the calls and the arguments.

use super::row::{Engine, Family, Row};
use crate::text::engine::tags::{NamePosition, Tag, Tags, Typing};
use crate::text::format::Format;

const fn row(format: Format, marks: &'static [&'static str], tags: Tags) -> Row {
    Row {
        format,
        marks,
        engine: Engine::Tags(tags),
        after: &[],
        family: Family::Own(format),
        is_twin: false,
    }
}

impl Row {
    const fn closed_by(mut self, after: &'static [&'static str]) -> Self {
        self.after = after;
        self
    }

    const fn tool_call(mut self) -> Self {
        self.family = Family::ToolCall;
        self
    }
}

/// `<function=NAME><parameter=KEY>VALUE</parameter></function>`
const fn function(wrap: (&'static str, &'static str), strips_lines: bool) -> Tags {
    Tags {
        wrap,
        call: Tag {
            open: "<function=",
            name: NamePosition::Plain,
            end: ">",
            close: "</function>",
        },
        argument: Tag {
            open: "<parameter=",
            name: NamePosition::Plain,
            end: ">",
            close: "</parameter>",
        },
        value_open: "",
        strips_lines,
        typing: Typing::Schema,
    }
}

/// `<tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call>`
const fn keys(wrap: (&'static str, &'static str), typing: Typing) -> Tags {
    Tags {
        wrap,
        call: Tag {
            open: "<tool_call>",
            name: NamePosition::Line,
            end: "",
            close: "</tool_call>",
        },
        argument: Tag {
            open: "<arg_key>",
            name: NamePosition::Line,
            end: "</arg_key>",
            close: "</arg_value>",
        },
        value_open: "<arg_value>",
        strips_lines: false,
        typing,
    }
}

/// `<invoke name="NAME"><parameter name="KEY">VALUE</parameter></invoke>`, with a prefix in each
/// name.
macro_rules! invoke {
    ($wrap:expr, $prefix:literal, $typing:expr) => {
        Tags {
            wrap: $wrap,
            call: Tag {
                open: concat!("<", $prefix, "invoke"),
                name: NamePosition::Attribute("name"),
                end: ">",
                close: concat!("</", $prefix, "invoke>"),
            },
            argument: Tag {
                open: concat!("<", $prefix, "parameter"),
                name: NamePosition::Attribute("name"),
                end: ">",
                close: concat!("</", $prefix, "parameter>"),
            },
            value_open: "",
            strips_lines: false,
            typing: $typing,
        }
    };
}

/// `<|open|>call tool="NAME"<|sep|>`, with the spaces that some servers write around the names.
macro_rules! open_close {
    ($space:literal) => {
        Tags {
            wrap: ("", concat!("<|close|>", $space, "tools", $space, "<|sep|>")),
            call: Tag {
                open: concat!("<|open|>", $space, "call"),
                name: NamePosition::Attribute("tool"),
                end: "<|sep|>",
                close: concat!("<|close|>", $space, "call", $space, "<|sep|>"),
            },
            argument: Tag {
                open: concat!("<|open|>", $space, "argument"),
                name: NamePosition::Attribute("key"),
                end: "<|sep|>",
                close: concat!("<|close|>", $space, "argument", $space, "<|sep|>"),
            },
            value_open: "",
            strips_lines: false,
            typing: Typing::TypeAttribute,
        }
    };
}

const TOOL_CALL: (&str, &str) = ("<tool_call>", "</tool_call>");
const NO_WRAP: (&str, &str) = ("", "");

pub(super) static ROWS: &[Row] = &[
    row(
        Format::Qwen3Coder,
        &["<tool_call>", "<function="],
        function(TOOL_CALL, true),
    )
    .closed_by(&["</tool_call>"])
    .tool_call(),
    row(
        Format::MiMoV2,
        &["<tool_call>", "<function="],
        function(TOOL_CALL, false),
    )
    .closed_by(&["</tool_call>"])
    .tool_call()
    .twin(),
    row(
        Format::Step35,
        &["<tool_call>", "<function="],
        function(TOOL_CALL, true),
    )
    .closed_by(&["</tool_call>"])
    .tool_call()
    .twin(),
    row(
        Format::SeedOss,
        &["<seed:tool_call>", "<function="],
        function(("<seed:tool_call>", "</seed:tool_call>"), false),
    )
    .closed_by(&["</seed:tool_call>"]),
    row(
        Format::Glm45,
        &["<tool_call>"],
        keys(NO_WRAP, Typing::MaybeQuoted),
    )
    .closed_by(&["</tool_calls>"])
    .tool_call(),
    row(
        Format::Glm47,
        &["<tool_call>"],
        keys(NO_WRAP, Typing::Schema),
    )
    .closed_by(&["</tool_calls>"])
    .tool_call()
    .twin(),
    row(
        Format::Poolside,
        &["<tool_call>"],
        keys(NO_WRAP, Typing::Schema),
    )
    .closed_by(&["</tool_calls>"])
    .tool_call()
    .twin(),
    row(
        Format::HyperClovaX,
        &["<tool_call>"],
        keys(NO_WRAP, Typing::Quoted),
    )
    .closed_by(&["</tool_calls>"])
    .tool_call()
    .twin(),
    row(
        Format::HyV3,
        &["<tool_calls>"],
        keys(("<tool_calls>", "</tool_calls>"), Typing::Schema),
    )
    .closed_by(&["</tool_calls>"])
    .tool_call(),
    // The second call of a block begins with its own tag.
    row(
        Format::HyV3,
        &["<tool_call>"],
        keys(NO_WRAP, Typing::Schema),
    )
    .closed_by(&["</tool_calls>"])
    .tool_call()
    .twin(),
    row(
        Format::HyV3,
        &["<tool_calls:opensource>", "<tool_call:opensource>"],
        Tags {
            wrap: ("<tool_calls:opensource>", "</tool_calls:opensource>"),
            call: Tag {
                open: "<tool_call:opensource>",
                name: NamePosition::Line,
                end: "",
                close: "</tool_call:opensource>",
            },
            argument: Tag {
                open: "<arg_key:opensource>",
                name: NamePosition::Line,
                end: "</arg_key:opensource>",
                close: "</arg_value:opensource>",
            },
            value_open: "<arg_value:opensource>",
            strips_lines: false,
            typing: Typing::Schema,
        },
    )
    .closed_by(&["</tool_calls:opensource>"])
    .tool_call(),
    row(
        Format::MiniMaxM2,
        &["<minimax:tool_call>", "<invoke"],
        invoke!(
            ("<minimax:tool_call>", "</minimax:tool_call>"),
            "",
            Typing::Schema
        ),
    )
    .closed_by(&["</minimax:tool_call>", "</function_calls>"]),
    row(
        Format::MiniMaxM2,
        &["<function_calls>"],
        invoke!(
            ("<function_calls>", "</function_calls>"),
            "",
            Typing::Schema
        ),
    )
    .closed_by(&["</function_calls>"]),
    row(
        Format::Dots,
        &["<dots_function_call>", "<invoke"],
        invoke!(
            ("<dots_function_call>", "</dots_function_call>"),
            "",
            Typing::Schema
        ),
    )
    .closed_by(&["</dots_function_call>"]),
    row(
        Format::DeepSeekV32,
        &["<｜DSML｜function_calls>", "<｜DSML｜invoke"],
        invoke!(
            ("<｜DSML｜function_calls>", "</｜DSML｜function_calls>"),
            "｜DSML｜",
            Typing::StringAttribute
        ),
    )
    .closed_by(&["</｜DSML｜function_calls>", "</｜DSML｜tool_calls>"]),
    row(
        Format::DeepSeekV4,
        &["<｜DSML｜tool_calls>", "<｜DSML｜invoke"],
        invoke!(
            ("<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"),
            "｜DSML｜",
            Typing::StringAttribute
        ),
    )
    .closed_by(&["</｜DSML｜tool_calls>", "</｜DSML｜function_calls>"])
    .of(Family::Own(Format::DeepSeekV32)),
    row(
        Format::GigaChat35,
        &["<｜GCML｜tool_calls>", "<｜GCML｜invoke"],
        invoke!(
            ("<｜GCML｜tool_calls>", "</｜GCML｜tool_calls>"),
            "｜GCML｜",
            Typing::StringAttribute
        ),
    )
    .closed_by(&["</｜GCML｜tool_calls>"]),
    row(
        Format::Step3,
        &["<steptml:invoke"],
        invoke!(("", "<｜tool_call_end｜>"), "steptml:", Typing::Schema),
    )
    .closed_by(&["<｜tool_call_end｜>"]),
    row(
        Format::MuseGlimmer,
        &["<atem:function_calls>", "<atem:invoke"],
        invoke!(
            ("<atem:function_calls>", "</atem:function_calls>"),
            "atem:",
            Typing::Schema
        ),
    )
    .closed_by(&["</atem:function_calls>"]),
    row(
        Format::MiniCpm5,
        &["<function"],
        Tags {
            wrap: NO_WRAP,
            call: Tag {
                open: "<function",
                name: NamePosition::Attribute("name"),
                end: ">",
                close: "</function>",
            },
            argument: Tag {
                open: "<param",
                name: NamePosition::Attribute("name"),
                end: ">",
                close: "</param>",
            },
            value_open: "",
            strips_lines: false,
            typing: Typing::SchemaAndCdata,
        },
    ),
    row(Format::KimiK3, &["<|open|>call"], open_close!("")).closed_by(&["<|close|>tools<|sep|>"]),
    row(Format::KimiK3, &["<|open|> call"], open_close!(" "))
        .closed_by(&["<|close|> tools <|sep|>"]),
];
