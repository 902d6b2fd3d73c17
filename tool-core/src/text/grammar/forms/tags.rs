//! The tags of arguments.

use crate::text::grammar::tagged::ClosingTag::{Named, NamedJson, Text};
use crate::text::grammar::tagged::TaggedArguments;
use crate::text::grammar::tagged::TextStyle::{self, Cdata, Quoted};
use crate::text::grammar::tagged::TypeMark::{self, IsText, Type};

/// Tags without a mark of the type and without CDATA.
const PLAIN: TaggedArguments = TaggedArguments {
    name: "",
    open: "",
    after_key: "",
    mark: TypeMark::Absent,
    close: Text(""),
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

/// A row has the name of the rules, the texts before and after the key, the text after the value, the
/// marks, and the fields that differ from [`PLAIN`].
macro_rules! tags {
    ($(
        $tags:ident: $name:literal $open:literal $after_key:literal $close:expr, $marks:expr
        $(, $field:ident: $value:expr)*;
    )*) => {
        $(pub(super) static $tags: TaggedArguments = TaggedArguments {
            name: $name,
            open: $open,
            after_key: $after_key,
            close: $close,
            marks: $marks,
            $($field: $value,)*
            ..PLAIN
        };)*
    };
}

tags! {
    QWEN: "qwen" "<parameter=" ">\n" Text("\n</parameter>\n"), QWEN_MARKS;
    QWEN_INLINE: "mimo" "<parameter=" ">" Text("</parameter>\n"), QWEN_MARKS;
    SEED: "seed" "<parameter=" ">" Text("</parameter>\n"),
        &["</parameter", "</function", "</seed:", "<parameter=", "<function=", "<seed:"];
    GLM: "glm" "<arg_key>" "</arg_key>\n<arg_value>" Text("</arg_value>\n"), GLM_MARKS;
    GLM_INLINE: "glm" "<arg_key>" "</arg_key><arg_value>" Text("</arg_value>"), GLM_MARKS;
    MINIMAX: "minimax" "<parameter name=\"" "\">" Text("</parameter>\n"),
        &["</parameter", "</invoke", "</minimax:", "<parameter", "<invoke", "<minimax:"];
    MINIMAX_NESTED: "minimax" "]<]minimax[>[<" ">" Named("]<]minimax[>[</", ">"),
        &["]<]minimax[>["];
    GLM_QUOTED: "glm" "<arg_key>" "</arg_key>\n<arg_value>" Text("</arg_value>\n"), GLM_MARKS,
        texts: Quoted;
    DSML: "dsml" "<｜DSML｜parameter name=\"" "\" string=\"" Text("</｜DSML｜parameter>\n"),
        &["<｜DSML｜", "</｜DSML｜"], mark: IsText("\">");
    DSML_41: "dsml" "<｜DSML｜ parameter name=\"" "\" string=\"" Text("</｜DSML｜ parameter>\n"),
        &["<｜DSML｜", "</｜DSML｜"], mark: IsText("\">");
    TOOL_TAGS: "tool" "<" ">\n" NamedJson("\n</", ">\n"), &["</"];
    IQUEST: "glm" "<arg_key>" "</arg_key>\n<arg_value>" Text("</arg_value>\n"),
        &["</arg_value", "</iquest", "<arg_key", "<arg_value", "<iquest"];
    IFM: "ifm" "<ifm|arg_key>" "</ifm|arg_key><ifm|arg_value>" Text("</ifm|arg_value>\n"),
        &["<ifm|", "</ifm|"];
    SOLAR: "solar" "<|tool_arg:start|>" "<|tool_arg:value|>" Text("<|tool_arg:end|>\n"),
        &["<|tool_"];
    GCML: "gcml" "<｜GCML｜parameter name=\"" "\" string=\"" Text("</｜GCML｜parameter>"),
        &["<｜GCML｜", "</｜GCML｜"], mark: IsText("\">");
    STEP: "step" "<steptml:parameter name=\"" "\">" Text("</steptml:parameter>"),
        &["</steptml:", "<steptml:", "<｜tool_"];
    KIMI: "kimi" "<|open|>argument key=\"" "\" type=\"" Text("<|close|>argument<|sep|>"),
        &["<|open|>", "<|close|>", "<|sep|>"], mark: Type("\"<|sep|>");
    MINICPM: "minicpm" "<param name=\"" "\">" Text("</param>"), &["<", "&"], texts: Cdata;
    DOTS: "dots" "<parameter name=\"" "\">" Text("</parameter>"),
        &["</parameter", "</invoke", "</dots_", "<parameter", "<invoke", "<dots_"];
    ATEM: "atem" "<atem:parameter name=\"" "\">" Text("</atem:parameter>\n"),
        &["</atem:", "<atem:"];
}
