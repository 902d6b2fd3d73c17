//! The tags of arguments.

use crate::text::grammar::arguments::{TaggedArguments, TypeMark};

/// Tags without a mark of the type and without CDATA.
const PLAIN: TaggedArguments = TaggedArguments {
    name: "",
    open: "",
    after_key: "",
    mark: TypeMark::Absent,
    close: "",
    has_cdata: false,
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
    close: "\n</parameter>\n",
    marks: QWEN_MARKS,
    ..PLAIN
};

pub(super) static QWEN_INLINE: TaggedArguments = TaggedArguments {
    name: "mimo",
    open: "<parameter=",
    after_key: ">",
    close: "</parameter>\n",
    marks: QWEN_MARKS,
    ..PLAIN
};

pub(super) static SEED: TaggedArguments = TaggedArguments {
    name: "seed",
    open: "<parameter=",
    after_key: ">",
    close: "</parameter>\n",
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

pub(super) static GLM: TaggedArguments = TaggedArguments {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key>\n<arg_value>",
    close: "</arg_value>\n",
    marks: GLM_MARKS,
    ..PLAIN
};

pub(super) static GLM_INLINE: TaggedArguments = TaggedArguments {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key><arg_value>",
    close: "</arg_value>",
    marks: GLM_MARKS,
    ..PLAIN
};

pub(super) static MINIMAX: TaggedArguments = TaggedArguments {
    name: "minimax",
    open: "<parameter name=\"",
    after_key: "\">",
    close: "</parameter>\n",
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

pub(super) static DSML: TaggedArguments = TaggedArguments {
    name: "dsml",
    open: "<｜DSML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: TypeMark::IsText("\">"),
    close: "</｜DSML｜parameter>\n",
    marks: &["<｜DSML｜", "</｜DSML｜"],
    ..PLAIN
};

pub(super) static GCML: TaggedArguments = TaggedArguments {
    name: "gcml",
    open: "<｜GCML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: TypeMark::IsText("\">"),
    close: "</｜GCML｜parameter>",
    marks: &["<｜GCML｜", "</｜GCML｜"],
    ..PLAIN
};

pub(super) static STEP: TaggedArguments = TaggedArguments {
    name: "step",
    open: "<steptml:parameter name=\"",
    after_key: "\">",
    close: "</steptml:parameter>",
    marks: &["</steptml:", "<steptml:", "<｜tool_"],
    ..PLAIN
};

pub(super) static KIMI: TaggedArguments = TaggedArguments {
    name: "kimi",
    open: "<|open|>argument key=\"",
    after_key: "\" type=\"",
    mark: TypeMark::Type("\"<|sep|>"),
    close: "<|close|>argument<|sep|>",
    marks: &["<|open|>", "<|close|>", "<|sep|>"],
    ..PLAIN
};

pub(super) static MINICPM: TaggedArguments = TaggedArguments {
    name: "minicpm",
    open: "<param name=\"",
    after_key: "\">",
    close: "</param>",
    has_cdata: true,
    marks: &["<", "&"],
    ..PLAIN
};

pub(super) static DOTS: TaggedArguments = TaggedArguments {
    name: "dots",
    open: "<parameter name=\"",
    after_key: "\">",
    close: "</parameter>",
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
    close: "</atem:parameter>\n",
    marks: &["</atem:", "<atem:"],
    ..PLAIN
};
