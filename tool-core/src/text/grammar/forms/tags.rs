//! The tags of arguments.

use crate::text::grammar::arguments::{Mark, Tags};

pub(super) static QWEN: Tags = Tags {
    name: "qwen",
    open: "<parameter=",
    after_key: ">\n",
    mark: Mark::Absent,
    close: "\n</parameter>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</parameter",
        "</function",
        "</tool_call",
        "<parameter=",
        "<function=",
        "<tool_call",
    ],
};

pub(super) static QWEN_INLINE: Tags = Tags {
    name: "mimo",
    open: "<parameter=",
    after_key: ">",
    mark: Mark::Absent,
    close: "</parameter>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</parameter",
        "</function",
        "</tool_call",
        "<parameter=",
        "<function=",
        "<tool_call",
    ],
};

pub(super) static SEED: Tags = Tags {
    name: "seed",
    open: "<parameter=",
    after_key: ">",
    mark: Mark::Absent,
    close: "</parameter>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</parameter",
        "</function",
        "</seed:",
        "<parameter=",
        "<function=",
        "<seed:",
    ],
};

pub(super) static GLM: Tags = Tags {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key>\n<arg_value>",
    mark: Mark::Absent,
    close: "</arg_value>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</arg_value",
        "</tool_call",
        "<arg_key",
        "<arg_value",
        "<tool_call",
    ],
};

pub(super) static GLM_INLINE: Tags = Tags {
    name: "glm",
    open: "<arg_key>",
    after_key: "</arg_key><arg_value>",
    mark: Mark::Absent,
    close: "</arg_value>",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</arg_value",
        "</tool_call",
        "<arg_key",
        "<arg_value",
        "<tool_call",
    ],
};

pub(super) static MINIMAX: Tags = Tags {
    name: "minimax",
    open: "<parameter name=\"",
    after_key: "\">",
    mark: Mark::Absent,
    close: "</parameter>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</parameter",
        "</invoke",
        "</minimax:",
        "<parameter",
        "<invoke",
        "<minimax:",
    ],
};

pub(super) static DSML: Tags = Tags {
    name: "dsml",
    open: "<｜DSML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: Mark::IsText("\">"),
    close: "</｜DSML｜parameter>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &["<｜DSML｜", "</｜DSML｜"],
};

pub(super) static GCML: Tags = Tags {
    name: "gcml",
    open: "<｜GCML｜parameter name=\"",
    after_key: "\" string=\"",
    mark: Mark::IsText("\">"),
    close: "</｜GCML｜parameter>",
    quotes_strings: false,
    has_cdata: false,
    marks: &["<｜GCML｜", "</｜GCML｜"],
};

pub(super) static STEP: Tags = Tags {
    name: "step",
    open: "<steptml:parameter name=\"",
    after_key: "\">",
    mark: Mark::Absent,
    close: "</steptml:parameter>",
    quotes_strings: false,
    has_cdata: false,
    marks: &["</steptml:", "<steptml:", "<｜tool_"],
};

pub(super) static KIMI: Tags = Tags {
    name: "kimi",
    open: "<|open|>argument key=\"",
    after_key: "\" type=\"",
    mark: Mark::Type("\"<|sep|>"),
    close: "<|close|>argument<|sep|>",
    quotes_strings: false,
    has_cdata: false,
    marks: &["<|open|>", "<|close|>", "<|sep|>"],
};

pub(super) static MINICPM: Tags = Tags {
    name: "minicpm",
    open: "<param name=\"",
    after_key: "\">",
    mark: Mark::Absent,
    close: "</param>",
    quotes_strings: false,
    has_cdata: true,
    marks: &["<", "&"],
};

pub(super) static DOTS: Tags = Tags {
    name: "dots",
    open: "<parameter name=\"",
    after_key: "\">",
    mark: Mark::Absent,
    close: "</parameter>",
    quotes_strings: false,
    has_cdata: false,
    marks: &[
        "</parameter",
        "</invoke",
        "</dots_",
        "<parameter",
        "<invoke",
        "<dots_",
    ],
};

pub(super) static ATEM: Tags = Tags {
    name: "atem",
    open: "<atem:parameter name=\"",
    after_key: "\">",
    mark: Mark::Absent,
    close: "</atem:parameter>\n",
    quotes_strings: false,
    has_cdata: false,
    marks: &["</atem:", "<atem:"],
};
