//! The tags of arguments.

use crate::text::grammar::tagged::{ClosingTag, TaggedArguments, TextStyle, TypeMark};

/// Tags without a mark of the type and without CDATA.
const PLAIN: TaggedArguments = TaggedArguments {
    name: "",
    open: "",
    after_key: "",
    mark: TypeMark::Absent,
    close: ClosingTag::Text(""),
    texts: TextStyle::Plain,
    marks: &[],
};

const QWEN_MARKS: &[&str] = &[
    "</parameter",
    "</function",
    "</tool_call",
    "<parameter=",
    "<function=",
    "<tool_call",
];

const GLM_MARKS: &[&str] = &[
    "</arg_value",
    "</tool_call",
    "<arg_key",
    "<arg_value",
    "<tool_call",
];

pub(super) static QWEN: TaggedArguments = TaggedArguments {
    name: "qwen",
    open: "<parameter=",
    after_key: ">\n",
    close: ClosingTag::Text("\n</parameter>\n"),
    marks: QWEN_MARKS,
    ..PLAIN
};

pub(super) static QWEN_INLINE: TaggedArguments = TaggedArguments {
    name: "mimo",
    open: "<parameter=",
    after_key: ">",
    close: ClosingTag::Text("</parameter>\n"),
    marks: QWEN_MARKS,
    ..PLAIN
};

pub(super) static SEED: TaggedArguments = TaggedArguments {
    name: "seed",
    open: "<parameter=",
    after_key: ">",
    close: ClosingTag::Text("</parameter>\n"),
    marks: &[
        "</parameter",
        "</function",
        "</seed:",
        "<parameter=",
        "<function=",
        "<seed:",
    ],
    ..PLAIN
};

const GLM_TAGS: TaggedArguments = TaggedArguments {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key>\n<arg_value>",
    close: ClosingTag::Text("</arg_value>\n"),
    marks: GLM_MARKS,
    ..PLAIN
};

pub(super) static GLM: TaggedArguments = GLM_TAGS;

pub(super) static GLM_INLINE: TaggedArguments = TaggedArguments {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key><arg_value>",
    close: ClosingTag::Text("</arg_value>"),
    marks: GLM_MARKS,
    ..PLAIN
};

pub(super) static MINIMAX: TaggedArguments = TaggedArguments {
    name: "minimax",
    open: "<parameter name=\"",
    after_key: "\">",
    close: ClosingTag::Text("</parameter>\n"),
    marks: &[
        "</parameter",
        "</invoke",
        "</minimax:",
        "<parameter",
        "<invoke",
        "<minimax:",
    ],
    ..PLAIN
};

pub(super) static MINIMAX_NESTED: TaggedArguments = TaggedArguments {
    name: "minimax",
    open: "]<]minimax[>[<",
    after_key: ">",
    close: ClosingTag::Named("]<]minimax[>[</", ">"),
    marks: &["]<]minimax[>["],
    ..PLAIN
};

pub(super) static GLM_QUOTED: TaggedArguments = TaggedArguments {
    texts: TextStyle::Quoted,
    ..GLM_TAGS
};

pub(super) static DSML: TaggedArguments = TaggedArguments {
    name: "dsml",
    open: "<｜DSML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: TypeMark::IsText("\">"),
    close: ClosingTag::Text("</｜DSML｜parameter>\n"),
    marks: &["<｜DSML｜", "</｜DSML｜"],
    ..PLAIN
};

pub(super) static GCML: TaggedArguments = TaggedArguments {
    name: "gcml",
    open: "<｜GCML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: TypeMark::IsText("\">"),
    close: ClosingTag::Text("</｜GCML｜parameter>"),
    marks: &["<｜GCML｜", "</｜GCML｜"],
    ..PLAIN
};

pub(super) static STEP: TaggedArguments = TaggedArguments {
    name: "step",
    open: "<steptml:parameter name=\"",
    after_key: "\">",
    close: ClosingTag::Text("</steptml:parameter>"),
    marks: &["</steptml:", "<steptml:", "<｜tool_"],
    ..PLAIN
};

pub(super) static KIMI: TaggedArguments = TaggedArguments {
    name: "kimi",
    open: "<|open|>argument key=\"",
    after_key: "\" type=\"",
    mark: TypeMark::Type("\"<|sep|>"),
    close: ClosingTag::Text("<|close|>argument<|sep|>"),
    marks: &["<|open|>", "<|close|>", "<|sep|>"],
    ..PLAIN
};

pub(super) static MINICPM: TaggedArguments = TaggedArguments {
    name: "minicpm",
    open: "<param name=\"",
    after_key: "\">",
    close: ClosingTag::Text("</param>"),
    texts: TextStyle::Cdata,
    marks: &["<", "&"],
    ..PLAIN
};

pub(super) static DOTS: TaggedArguments = TaggedArguments {
    name: "dots",
    open: "<parameter name=\"",
    after_key: "\">",
    close: ClosingTag::Text("</parameter>"),
    marks: &[
        "</parameter",
        "</invoke",
        "</dots_",
        "<parameter",
        "<invoke",
        "<dots_",
    ],
    ..PLAIN
};

pub(super) static ATEM: TaggedArguments = TaggedArguments {
    name: "atem",
    open: "<atem:parameter name=\"",
    after_key: "\">",
    close: ClosingTag::Text("</atem:parameter>\n"),
    marks: &["</atem:", "<atem:"],
    ..PLAIN
};
