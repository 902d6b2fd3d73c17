//! The tags of calls and arguments that several formats share.

use crate::syntax::engine::suffixed::Suffixed;
use crate::syntax::engine::tags::Typing::{self, Schema, SchemaAndCdata};
use crate::syntax::engine::tags::{Attribute, NamePosition, Tag, TagStarts, Tags};

/// `<function=NAME><parameter=KEY>VALUE</parameter></function>`
pub(super) const fn function(wrap: (&'static str, &'static str), strips_lines: bool) -> Tags {
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
pub(super) const fn keys(typing: Typing) -> Tags {
    hy_keys(NO_WRAP, "", typing)
}

/// The same with a text after the name.
pub(super) const fn hy_keys(
    wrap: (&'static str, &'static str),
    end: &'static str,
    typing: Typing,
) -> Tags {
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
    pub(super) const fn in_tag(mut self, open: &'static str, close: &'static str) -> Self {
        self.call.open = open;
        self.call.close = close;
        self
    }
}

/// `<|tool_call:start|>NAME\n<|tool_arg:start|>KEY<|tool_arg:value|>VALUE<|tool_arg:end|>`. The mark
/// after the key is split, because a value needs an opening tag.
pub(super) const SOLAR_2: Tags = Tags {
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

pub(super) const IFM: Tags = Tags {
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

pub(super) const TOOL_CALL: (&str, &str) = ("<tool_call>", "</tool_call>");
pub(super) const NO_WRAP: (&str, &str) = ("", "");

/// The tags of Hunyuan 3, and those of Hunyuan 4.
pub(super) const SUFFIXED: Suffixed = {
    let hy = hy_keys(("<tool_calls>", "</tool_calls>"), "<tool_sep>", Schema);
    let keys = keys(Schema);
    let starts = [TagStarts::of(&hy), TagStarts::of(&keys)];
    let [first, second] = starts;
    Suffixed([(hy, first), (keys, second)])
};

pub(super) const MINI_CPM: Tags = Tags {
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
