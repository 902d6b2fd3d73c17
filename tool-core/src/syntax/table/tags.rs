//! Formats with tags for the calls and the arguments.

use super::row::{Engine, Family, Row};
use crate::syntax::engine::suffixed::Suffixed;
use crate::syntax::engine::tags::Typing::{
    self, Quoted, Schema, SchemaAndCdata, StringAttribute, TypeAttribute,
};
use crate::syntax::engine::tags::{Attribute, NamePosition, Tag, TagStarts, Tags};
use crate::syntax::format::Format;

const fn row(format: Format, marks: &'static [&'static str], tags: Tags) -> Row {
    let starts = TagStarts::of(&tags);
    Row {
        format,
        marks,
        engine: Engine::Tags(tags, starts),
        after: &[],
        family: Family::Own(format),
        is_twin: false,
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
        type_tag: NO_WRAP,
        value_open: "",
        strips_lines,
        typing: Schema,
    }
}

/// `<tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call>`
const fn keys(typing: Typing) -> Tags {
    hy_keys(NO_WRAP, "", typing)
}

/// The same with a text after the name.
const fn hy_keys(wrap: (&'static str, &'static str), end: &'static str, typing: Typing) -> Tags {
    Tags {
        wrap,
        call: Tag {
            open: "<tool_call>",
            name: NamePosition::Line,
            end,
            close: "</tool_call>",
        },
        argument: Tag {
            open: "<arg_key>",
            name: NamePosition::Line,
            end: "</arg_key>",
            close: "</arg_value>",
        },
        type_tag: NO_WRAP,
        value_open: "<arg_value>",
        strips_lines: false,
        typing,
    }
}

macro_rules! attribute {
    ($name:literal) => {
        Attribute {
            name: $name,
            open: concat!(" ", $name, "=\""),
        }
    };
}

/// `<invoke name="NAME"><parameter name="KEY">VALUE</parameter></invoke>`, with a prefix in each
/// name.
macro_rules! invoke {
    ($wrap:expr, $prefix:literal, $typing:expr) => {
        Tags {
            wrap: $wrap,
            call: Tag {
                open: concat!("<", $prefix, "invoke"),
                name: NamePosition::Attribute(attribute!("name")),
                end: ">",
                close: concat!("</", $prefix, "invoke>"),
            },
            argument: Tag {
                open: concat!("<", $prefix, "parameter"),
                name: NamePosition::Attribute(attribute!("name")),
                end: ">",
                close: concat!("</", $prefix, "parameter>"),
            },
            type_tag: NO_WRAP,
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
                name: NamePosition::Attribute(attribute!("tool")),
                end: "<|sep|>",
                close: concat!("<|close|>", $space, "call", $space, "<|sep|>"),
            },
            argument: Tag {
                open: concat!("<|open|>", $space, "argument"),
                name: NamePosition::Attribute(attribute!("key")),
                end: "<|sep|>",
                close: concat!("<|close|>", $space, "argument", $space, "<|sep|>"),
            },
            type_tag: NO_WRAP,
            value_open: "",
            strips_lines: false,
            typing: TypeAttribute,
        }
    };
}

impl Tags {
    /// Puts the calls into other tags than `<tool_call>`.
    const fn in_tag(mut self, open: &'static str, close: &'static str) -> Self {
        self.call.open = open;
        self.call.close = close;
        self
    }
}

/// `<|tool_call:start|>NAME\n<|tool_arg:start|>KEY<|tool_arg:value|>VALUE<|tool_arg:end|>`. The mark
/// after the key is split, because a value needs an opening tag.
const SOLAR_2: Tags = Tags {
    wrap: NO_WRAP,
    call: Tag {
        open: "<|tool_call:start|>",
        name: NamePosition::Line,
        end: "",
        close: "<|tool_call:end|>",
    },
    argument: Tag {
        open: "<|tool_arg:start|>",
        name: NamePosition::Line,
        end: "<|tool_arg:",
        close: "<|tool_arg:end|>",
    },
    type_tag: NO_WRAP,
    value_open: "value|>",
    strips_lines: false,
    typing: Schema,
};

const IFM: Tags = Tags {
    wrap: ("<ifm|tool_calls>", "</ifm|tool_calls>"),
    call: Tag {
        open: "<ifm|tool_call>",
        name: NamePosition::Line,
        end: "",
        close: "</ifm|tool_call>",
    },
    argument: Tag {
        open: "<ifm|arg_key>",
        name: NamePosition::Line,
        end: "</ifm|arg_key>",
        close: "</ifm|arg_value>",
    },
    type_tag: ("<ifm|arg_type>", "</ifm|arg_type>"),
    value_open: "<ifm|arg_value>",
    strips_lines: false,
    typing: Schema,
};

const TOOL_CALL: (&str, &str) = ("<tool_call>", "</tool_call>");
const NO_WRAP: (&str, &str) = ("", "");

/// The tags of Hunyuan 3, and those of Hunyuan 4.
pub(super) const SUFFIXED: Suffixed = {
    let hy = hy_keys(("<tool_calls>", "</tool_calls>"), "<tool_sep>", Schema);
    let keys = keys(Schema);
    let starts = [TagStarts::of(&hy), TagStarts::of(&keys)];
    let [first, second] = starts;
    Suffixed([(hy, first), (keys, second)])
};

const MINI_CPM: Tags = Tags {
    wrap: NO_WRAP,
    call: Tag {
        open: "<function",
        name: NamePosition::Attribute(attribute!("name")),
        end: ">",
        close: "</function>",
    },
    argument: Tag {
        open: "<param",
        name: NamePosition::Attribute(attribute!("name")),
        end: ">",
        close: "</param>",
    },
    type_tag: NO_WRAP,
    value_open: "",
    strips_lines: false,
    typing: SchemaAndCdata,
};

rows! {
    Qwen3Coder ["<tool_call>", "<function="]
        function(TOOL_CALL, true) => closed_by(&["</tool_call>"]) tool_call();
    MiMoV2 ["<tool_call>", "<function="]
        function(TOOL_CALL, false) => closed_by(&["</tool_call>"]) tool_call() twin();
    Step35 ["<tool_call>", "<function="]
        function(TOOL_CALL, true) => closed_by(&["</tool_call>"]) tool_call() twin();
    SeedOss ["<seed:tool_call>", "<function="]
        function(("<seed:tool_call>", "</seed:tool_call>"), false)
        => closed_by(&["</seed:tool_call>"]);
    Glm45 ["<tool_call>"] keys(Schema) => closed_by(&["</tool_calls>"]) tool_call();
    Glm47 ["<tool_call>"] keys(Schema) => closed_by(&["</tool_calls>"]) tool_call() twin();
    Poolside ["<tool_call>"]
        keys(Schema) => closed_by(&["</tool_calls>"]) tool_call() twin();
    HyperClovaX ["<tool_call>"]
        keys(Quoted) => closed_by(&["</tool_calls>"]) tool_call() twin();
    IQuest ["<iquest_tool_call>"]
        keys(Schema).in_tag("<iquest_tool_call>", "</iquest_tool_call>");
    IQuest ["<iquestcoder_tool_call>"]
        keys(Schema).in_tag("<iquestcoder_tool_call>", "</iquestcoder_tool_call>");
    K2Horizon ["<ifm|tool_calls>", "<ifm|tool_call>"] IFM => closed_by(&["</ifm|tool_calls>"]);
    SolarOpen2 ["<|tool_call:start|>"] SOLAR_2;
    // The second call of a block begins with its own tag.
    HyV3 ["<tool_calls>", "<tool_call>"]
        hy_keys(("<tool_calls>", "</tool_calls>"), "<tool_sep>", Schema)
        => closed_by(&["</tool_calls>"]) tool_call();
    MiniMaxM2 ["<minimax:tool_call>", "<invoke"]
        invoke!(("<minimax:tool_call>", "</minimax:tool_call>"), "", Schema)
        => closed_by(&["</minimax:tool_call>", "</function_calls>"]);
    MiniMaxM2 ["<function_calls>"]
        invoke!(("<function_calls>", "</function_calls>"), "", Schema)
        => closed_by(&["</function_calls>"]);
    Dots ["<dots_function_call>", "<invoke"]
        invoke!(("<dots_function_call>", "</dots_function_call>"), "", Schema)
        => closed_by(&["</dots_function_call>"]);
    DeepSeekV32 ["<｜DSML｜function_calls>", "<｜DSML｜invoke"]
        invoke!(("<｜DSML｜function_calls>", "</｜DSML｜function_calls>"), "｜DSML｜", StringAttribute)
        => closed_by(&["</｜DSML｜function_calls>", "</｜DSML｜tool_calls>"]);
    DeepSeekV4 ["<｜DSML｜tool_calls>", "<｜DSML｜invoke"]
        invoke!(("<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"), "｜DSML｜", StringAttribute)
        => closed_by(&["</｜DSML｜tool_calls>", "</｜DSML｜function_calls>"])
            of(Family::Own(Format::DeepSeekV32));
    DeepSeekV41 ["<｜DSML｜ calls>", "<｜DSML｜ invoke"]
        invoke!(("<｜DSML｜ calls>", "</｜DSML｜ calls>"), "｜DSML｜ ", StringAttribute)
        => closed_by(&["</｜DSML｜ calls>"]) of(Family::Own(Format::DeepSeekV32));
    GigaChat35 ["<｜GCML｜tool_calls>", "<｜GCML｜invoke"]
        invoke!(("<｜GCML｜tool_calls>", "</｜GCML｜tool_calls>"), "｜GCML｜", StringAttribute)
        => closed_by(&["</｜GCML｜tool_calls>"]);
    Step3 ["<steptml:invoke"]
        invoke!(("", "<｜tool_call_end｜>"), "steptml:", Schema)
        => closed_by(&["<｜tool_call_end｜>"]);
    MuseGlimmer ["<atem:function_calls>", "<atem:invoke"]
        invoke!(("<atem:function_calls>", "</atem:function_calls>"), "atem:", Schema)
        => closed_by(&["</atem:function_calls>"]);
    MiniCpm5 ["<function"] MINI_CPM;
    KimiK3 ["<|open|>call"] open_close!("") => closed_by(&["<|close|>tools<|sep|>"]);
    KimiK3 ["<|open|> call"] open_close!(" ") => closed_by(&["<|close|> tools <|sep|>"]);
}
