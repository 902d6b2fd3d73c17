//! The tags of arguments.

use crate::text::grammar::arguments::{Mark, Tags};

/// Tags without a mark of the type and without CDATA.
const PLAIN: Tags = Tags {
    name: "",
    open: "",
    after_key: "",
    mark: Mark::Absent,
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

pub(super) static QWEN: Tags = Tags {
    name: "qwen",
    open: "<parameter=",
    after_key: ">\n",
    close: "\n</parameter>\n",
    marks: QWEN_MARKS,
    ..PLAIN
};

pub(super) static QWEN_INLINE: Tags = Tags {
    name: "mimo",
    open: "<parameter=",
    after_key: ">",
    close: "</parameter>\n",
    marks: QWEN_MARKS,
    ..PLAIN
};

pub(super) static SEED: Tags = Tags {
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

pub(super) static GLM: Tags = Tags {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key>\n<arg_value>",
    close: "</arg_value>\n",
    marks: GLM_MARKS,
    ..PLAIN
};

pub(super) static GLM_INLINE: Tags = Tags {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key><arg_value>",
    close: "</arg_value>",
    marks: GLM_MARKS,
    ..PLAIN
};

pub(super) static MINIMAX: Tags = Tags {
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

pub(super) static DSML: Tags = Tags {
    name: "dsml",
    open: "<｜DSML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: Mark::IsText("\">"),
    close: "</｜DSML｜parameter>\n",
    marks: &["<｜DSML｜", "</｜DSML｜"],
    ..PLAIN
};

pub(super) static GCML: Tags = Tags {
    name: "gcml",
    open: "<｜GCML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: Mark::IsText("\">"),
    close: "</｜GCML｜parameter>",
    marks: &["<｜GCML｜", "</｜GCML｜"],
    ..PLAIN
};

pub(super) static STEP: Tags = Tags {
    name: "step",
    open: "<steptml:parameter name=\"",
    after_key: "\">",
    close: "</steptml:parameter>",
    marks: &["</steptml:", "<steptml:", "<｜tool_"],
    ..PLAIN
};

pub(super) static KIMI: Tags = Tags {
    name: "kimi",
    open: "<|open|>argument key=\"",
    after_key: "\" type=\"",
    mark: Mark::Type("\"<|sep|>"),
    close: "<|close|>argument<|sep|>",
    marks: &["<|open|>", "<|close|>", "<|sep|>"],
    ..PLAIN
};

pub(super) static MINICPM: Tags = Tags {
    name: "minicpm",
    open: "<param name=\"",
    after_key: "\">",
    close: "</param>",
    has_cdata: true,
    marks: &["<", "&"],
    ..PLAIN
};

pub(super) static DOTS: Tags = Tags {
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

pub(super) static ATEM: Tags = Tags {
    name: "atem",
    open: "<atem:parameter name=\"",
    after_key: "\">",
    close: "</atem:parameter>\n",
    marks: &["</atem:", "<atem:"],
    ..PLAIN
};
