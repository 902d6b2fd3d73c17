//! Formats with tags for the calls and the arguments.

#[cfg(feature = "text")]
pub(super) use forms::FORMS;

use super::row::{self, Engine, Family, Row};
use super::tag_shapes::{IFM, MINI_CPM, NO_WRAP, SOLAR_2, TOOL_CALL, function, hy_keys, keys};
use crate::syntax::engine::tags::Typing::{Quoted, Schema, StringAttribute, TypeAttribute};
use crate::syntax::engine::tags::{Attribute, NamePosition, Tag, TagStarts, Tags};
use crate::syntax::format::Format;

const fn row(format: Format, marks: &'static [&'static str], tags: Tags) -> Row {
    let starts = TagStarts::of(&tags);
    row::row(format, marks, Engine::Tags(tags, starts), &[])
}

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

/// The tags as models write them.
#[cfg(feature = "text")]
mod forms {
    use crate::syntax::format::Format;
    use crate::syntax::written::ClosingTag::{Named, NamedJson, Text};
    use crate::syntax::written::TextStyle::{Cdata, Quoted};
    use crate::syntax::written::TypeMark::{IsText, Type};
    use crate::syntax::written::{TaggedArguments, tagged};

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
    const QWEN: TaggedArguments = tagged(
        "qwen",
        "<parameter=",
        ">\n",
        Text("\n</parameter>\n"),
        QWEN_MARKS,
    );
    const GLM: TaggedArguments = tagged(
        "glm",
        "<arg_key>",
        "</arg_key>\n<arg_value>",
        Text("</arg_value>\n"),
        GLM_MARKS,
    );
    const DSML: TaggedArguments = tagged(
        "dsml",
        "<｜DSML｜parameter name=\"",
        "\" string=\"",
        Text("</｜DSML｜parameter>\n"),
        &["<｜DSML｜", "</｜DSML｜"],
    )
    .marked(IsText("\">"));
    const QWEN_CALL: &str = "<tool_call>\n<function=«name»>\n«arguments»</function>\n</tool_call>";
    const GLM_CALL: &str = "<tool_call>«name»\n«arguments»</tool_call>";
    const DSML_41_CALL: &str = "<｜DSML｜ invoke name=\"«name»\">\n«arguments»</｜DSML｜ invoke>\n";
    const DSML_CALL: &str = "<｜DSML｜invoke name=\"«name»\">\n«arguments»</｜DSML｜invoke>\n";

    forms! {
        ToolTags: "", "<«name»>\n«arguments»</«name»>", Some("\n"), ""
        => Tags(tagged("tool", "<", ">\n", NamedJson("\n</", ">\n"), &["</"]));
        Qwen3Coder: "", QWEN_CALL, Some("\n"), "" => Tags(QWEN);
        MiMoV2: "", QWEN_CALL, Some("\n"), ""
        => Tags(tagged("mimo", "<parameter=", ">", Text("</parameter>\n"), QWEN_MARKS));
        Step35: "", QWEN_CALL, Some(""), "" => Tags(QWEN);
        SeedOss: "", "<seed:tool_call>\n<function=«name»>\n«arguments»</function>\n</seed:tool_call>",
            Some("\n"), "" => Tags(tagged("seed", "<parameter=", ">", Text("</parameter>\n"),
            &["</parameter", "</function", "</seed:", "<parameter=", "<function=", "<seed:"]));
        Glm45: "", GLM_CALL, Some("\n"), "" => Tags(GLM);
        Glm47: "", "<tool_call>«name»«arguments»</tool_call>", Some(""), ""
        => Tags(tagged("glm", "<arg_key>", "</arg_key><arg_value>", Text("</arg_value>"),
            GLM_MARKS));
        HyV3: "<tool_calls>\n", "<tool_call>«name»<tool_sep>\n«arguments»</tool_call>",
            Some("\n"), "\n</tool_calls>" => Tags(GLM);
        Poolside: "", GLM_CALL, Some("\n"), "" => Tags(GLM);
        MiniMaxM2: "<minimax:tool_call>\n", "<invoke name=\"«name»\">\n«arguments»</invoke>\n",
            Some(""), "</minimax:tool_call>"
        => Tags(tagged("minimax", "<parameter name=\"", "\">", Text("</parameter>\n"),
            &["</parameter", "</invoke", "</minimax:", "<parameter", "<invoke", "<minimax:"]));
        MiniMaxM3: "]<]minimax[>[<tool_call>\n",
            "]<]minimax[>[<invoke name=\"«name»\">«arguments»]<]minimax[>[</invoke>\n",
            Some(""), "]<]minimax[>[</tool_call>"
        => Tags(tagged("minimax", "]<]minimax[>[<", ">", Named("]<]minimax[>[</", ">"),
            &["]<]minimax[>["]));
        HyperClovaX: "", GLM_CALL, Some("\n"), ""
        => Tags(tagged("glm", "<arg_key>", "</arg_key>\n<arg_value>", Text("</arg_value>\n"),
            GLM_MARKS).with_texts(Quoted));
        DeepSeekV32: "<｜DSML｜function_calls>\n", DSML_CALL,
            Some(""), "</｜DSML｜function_calls>" => Tags(DSML);
        DeepSeekV4: "<｜DSML｜tool_calls>\n", DSML_CALL, Some(""), "</｜DSML｜tool_calls>" => Tags(DSML);
        DeepSeekV41: "<｜DSML｜ calls>\n", DSML_41_CALL, Some(""), "</｜DSML｜ calls>"
        => Tags(tagged("dsml", "<｜DSML｜ parameter name=\"", "\" string=\"", Text("</｜DSML｜ parameter>\n"),
            &["<｜DSML｜", "</｜DSML｜"]).marked(IsText("\">")));
        IQuest: "", "<iquest_tool_call>«name»\n«arguments»</iquest_tool_call>", Some("\n"), ""
        => Tags(tagged("glm", "<arg_key>", "</arg_key>\n<arg_value>", Text("</arg_value>\n"),
            &["</arg_value", "</iquest", "<arg_key", "<arg_value", "<iquest"]));
        K2Horizon: "<ifm|tool_calls>", "<ifm|tool_call>«name»\n«arguments»</ifm|tool_call>",
            Some("\n"), "</ifm|tool_calls>"
        => Tags(tagged("ifm", "<ifm|arg_key>", "</ifm|arg_key><ifm|arg_value>", Text("</ifm|arg_value>\n"),
            &["<ifm|", "</ifm|"]));
        SolarOpen2: "", "<|tool_call:start|>«name»\n«arguments»<|tool_call:end|>", Some("\n"), ""
        => Tags(tagged("solar", "<|tool_arg:start|>", "<|tool_arg:value|>", Text("<|tool_arg:end|>\n"),
            &["<|tool_"]));
        GigaChat35: "<｜GCML｜tool_calls>", "<｜GCML｜invoke name=\"«name»\">«arguments»</｜GCML｜invoke>",
            Some(""), "</｜GCML｜tool_calls>"
        => Tags(tagged("gcml", "<｜GCML｜parameter name=\"", "\" string=\"", Text("</｜GCML｜parameter>"),
            &["<｜GCML｜", "</｜GCML｜"]).marked(IsText("\">")));
        Step3: "<｜tool_calls_begin｜>",
            "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"«name»\">«arguments»\
             </steptml:invoke><｜tool_call_end｜>", Some(""), "<｜tool_calls_end｜>"
        => Tags(tagged("step", "<steptml:parameter name=\"", "\">", Text("</steptml:parameter>"),
            &["</steptml:", "<steptml:", "<｜tool_"]));
        KimiK3: "<|open|>tools<|sep|>",
            "<|open|>call tool=\"«name»\" index=\"«[1-9]»\"<|sep|>«arguments»<|close|>call<|sep|>",
            Some(""), "<|close|>tools<|sep|>"
        => Tags(tagged("kimi", "<|open|>argument key=\"", "\" type=\"", Text("<|close|>argument<|sep|>"),
            &["<|open|>", "<|close|>", "<|sep|>"]).marked(Type("\"<|sep|>")));
        MiniCpm5: "", "<function name=\"«name»\">«arguments»</function>", Some("\n"), ""
        => Tags(tagged("minicpm", "<param name=\"", "\">", Text("</param>"),
            &["<", "&"]).with_texts(Cdata));
        Dots: "<dots_function_call>", "<invoke name=\"«name»\">«arguments»</invoke>",
            Some(""), "</dots_function_call>"
        => Tags(tagged("dots", "<parameter name=\"", "\">", Text("</parameter>"),
            &["</parameter", "</invoke", "</dots_", "<parameter", "<invoke", "<dots_"]));
        MuseGlimmer: "",
            " to=«name»<|message|><atem:function_calls>\n<atem:invoke name=\"«name»\
             \">\n«arguments»</atem:invoke>\n</atem:function_calls>",
            Some("<|eom|><|start|>assistant"), ""
        => Tags(tagged("atem", "<atem:parameter name=\"", "\">", Text("</atem:parameter>\n"),
            &["</atem:", "<atem:"]));
    }
}
