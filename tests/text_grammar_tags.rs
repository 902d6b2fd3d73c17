//! Grammars for values between tags.

use serde_json::json;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

use crate::text_grammar::grammar;

#[test]
fn a_text_value_contains_no_closing_tag() {
    let schema = json!({
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    });
    let tool = Definition::new("say", "Say.", schema).expect("a definition");
    let grammar = grammar(Format::Qwen3Coder, &tool);
    let admits = |text: &str| {
        grammar.admits(&format!(
            "<tool_call>\n<function=say>\n<parameter=text>\n{text}\n</parameter>\n\
             </function>\n</tool_call>"
        ))
    };
    assert!(admits("a < b && c > d\n</param> <<</p"));
    assert!(admits(""));
    assert!(!admits("a</parameter>b"));
    assert!(!admits("<</parameter>"));
    assert!(!admits("<tool_call>"));
}

#[test]
fn nested_tags_express_each_kind_of_value() {
    let schema = json!({
        "type": "object",
        "properties": {
            "item": {"type": "object", "properties": {"item": {"type": "string"}}},
            "grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
            "pair": {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"type": "boolean"}],
                "minItems": 2,
                "maxItems": 2,
            },
            "either": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "null"}}]},
            "map": {"type": "object", "additionalProperties": {"type": "number"}},
        },
    });
    let tool = Definition::new("set", "Set.", schema).expect("a definition");
    let tools = Definitions::new([tool.clone()]).expect("one tool");
    let grammar = grammar(Format::MiniMaxM3, &tool);
    for (arguments, expected) in [
        (
            "<item><item>a</item></item><grid><item><item>1</item></item><item></item></grid>",
            json!({"item": {"item": "a"}, "grid": [[1], []]}),
        ),
        (
            "<item></item><grid></grid><pair><item>1</item><item>true</item></pair>",
            json!({"item": {}, "grid": [], "pair": [1, true]}),
        ),
        (
            "<either><item>null</item></either><map>{\"a b\": 1.5}</map>",
            json!({"either": [null], "map": {"a b": 1.5}}),
        ),
        ("<either>[]</either>", json!({"either": []})),
        ("<either></either>", json!({"either": ""})),
    ] {
        let calls = format!("<tool_call>\n<invoke name=\"set\">{arguments}</invoke>\n</tool_call>");
        let text = calls.replace('<', "]<]minimax[>[<");
        assert!(grammar.admits(&text), "{text}");
        let answer = read_text(&text, &tools, &TextOptions::new().finish(Finish::Complete));
        let read = tools
            .parse("set", &answer.calls[0])
            .expect("valid arguments");
        assert_eq!(read.reading.value, expected, "{text}");
        assert!(read.reading.repairs.is_empty(), "{text}");
    }
}

/// A reader types an empty tag by all forms of a union. One of them may be a string.
#[test]
fn an_empty_object_is_json_in_a_form_of_a_union() {
    let closed = |properties| json!({"type": "object", "properties": properties, "additionalProperties": false});
    let empty = closed(json!({"a": {"type": "string"}}));
    let form = closed(json!({"y": empty, "n": {"type": "integer"}}));
    let text = closed(json!({"y": {"type": "string", "minLength": 1}}));
    let forms = json!({"anyOf": [form, text]});
    let nested = json!({"type": "object", "properties": {"p": forms}});
    let mut arguments = forms.clone();
    arguments["type"] = json!("object");
    for (schema, around) in [(arguments, ("", "")), (nested, ("<p>", "</p>"))] {
        let tool = Definition::new("set", "Set.", schema).expect("a definition");
        let tools = Definitions::new([tool.clone()]).expect("one tool");
        let grammar = grammar(Format::MiniMaxM3, &tool);
        let write = |value: &str| {
            let tags = format!("{}<y>{value}</y><n>1</n>{}", around.0, around.1);
            let call = format!("<tool_call>\n<invoke name=\"set\">{tags}</invoke>\n</tool_call>");
            call.replace('<', "]<]minimax[>[<")
        };
        assert!(!grammar.admits(&write("")));
        assert!(grammar.admits(&write("{}")));
        let options = TextOptions::new().finish(Finish::Complete);
        let answer = read_text(&write("{}"), &tools, &options);
        let read = tools.parse("set", &answer.calls[0]).expect("a call");
        assert!(read.reading.repairs.is_empty());
    }
}

#[test]
fn json_between_tags_contains_no_closing_tag() {
    let schema = json!({
        "type": "object",
        "properties": {"texts": {"type": "array", "items": {"type": "string"}}},
        "required": ["texts"],
    });
    let tool = Definition::new("say", "Say.", schema).expect("a definition");
    let grammar = grammar(Format::Qwen3Coder, &tool);
    let admits = |text: &str| {
        grammar.admits(&format!(
            "<tool_call>\n<function=say>\n<parameter=texts>\n[\"{text}\"]\n</parameter>\n\
             </function>\n</tool_call>"
        ))
    };
    assert!(admits("<b>a</b> \\\" \\u003c/parameter>"));
    assert!(!admits("</parameter>"));
    assert!(!admits("\n"), "a control character");
}

/// A key with a bracket would end its tag.
#[test]
fn an_object_without_a_form_in_tags_is_omitted() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/Odd"},
            "b": {"type": "array", "items": {"$ref": "#/$defs/Odd"}, "minItems": 1},
            "c": {"type": "array", "items": {"$ref": "#/$defs/Odd"}},
            "d": {"type": "string"},
            "e": {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"$ref": "#/$defs/Odd"}],
                "minItems": 2,
            },
        },
        "$defs": {"Odd": {
            "type": "object",
            "properties": {"x<y": {"type": "integer"}},
            "required": ["x<y"],
        }},
    });
    let tool = Definition::new("set", "Set.", schema).expect("a definition");
    let grammar = grammar(Format::MiniMaxM3, &tool);
    let admits = |arguments: &str| {
        let calls = format!("<tool_call>\n<invoke name=\"set\">{arguments}</invoke>\n</tool_call>");
        grammar.admits(&calls.replace('<', "]<]minimax[>[<"))
    };
    assert!(admits("<c></c><d>x</d>"));
    assert!(!admits("<a></a><d>x</d>"));
    assert!(!admits("<b></b>"));
    assert!(!admits("<c><item></item></c>"));
    assert!(!admits("<e><item>1</item></e>"));
}

/// A text between tags without a type may read as a number or as null.
#[test]
fn a_member_that_reads_as_another_type_is_left_out() {
    let form = |key: &str, member: serde_json::Value| {
        json!({
            "type": "object", "properties": {"a": member}, "required": ["a"], "title": key,
        })
    };
    let mixed = json!({"type": "object", "properties": {"a": {"enum": [null, 1, "1", "42", "x"]}}});
    let texts = json!({"type": "object", "properties": {"a": {"enum": ["42", "null"]}}});
    let forms = json!({"anyOf": [
        form("x", json!({"type": ["integer", "null"]})),
        form("y", json!({"enum": ["null", "none"]})),
    ]});
    for (format, schema, member, is_written) in [
        (Format::Qwen3Coder, &mixed, "42", false),
        (Format::Qwen3Coder, &mixed, "x", true),
        (Format::Qwen3Coder, &texts, "42", true),
        (Format::Qwen3Coder, &texts, "null", true),
        (Format::MiniMaxM2, &forms, "none", true),
        (Format::DeepSeekV32, &mixed, "42", true),
        (Format::HyperClovaX, &mixed, "42", true),
    ] {
        let tool = Definition::new("set", "Set.", schema.clone()).expect("a definition");
        let gbnf = format
            .grammar([&tool])
            .expect("a grammar")
            .gbnf()
            .to_owned();
        let is_found = gbnf.contains(member);
        assert_eq!(is_found, is_written, "{format} {member}: {gbnf}");
    }
    let tool = Definition::new("set", "Set.", forms).expect("a definition");
    let gbnf = Format::MiniMaxM2
        .grammar([&tool])
        .expect("a grammar")
        .gbnf()
        .to_owned();
    assert_eq!(gbnf.matches("null").count(), 1, "{gbnf}");
}

/// No string of the format can contain the mark around strings.
#[test]
fn a_member_that_contains_a_mark_is_left_out() {
    let schema = |members: [&str; 2]| {
        let item = json!({"enum": members});
        let properties = json!({"a": item, "b": {"type": "array", "items": item}});
        json!({"type": "object", "properties": properties, "required": ["a"]})
    };
    for (format, mark) in [
        (Format::Gemma4, "<|\"|>"),
        (Format::FunctionGemma, "<escape>"),
        (Format::Qwen3Coder, "</parameter"),
    ] {
        let marked = format!("m{mark}m");
        let grammar = |members| {
            let tool = Definition::new("set", "Set.", schema(members)).expect("a definition");
            format
                .grammar([&tool])
                .map(|grammar| grammar.gbnf().to_owned())
        };
        let gbnf = grammar([&marked, "plain"]).expect("a grammar");
        assert!(
            gbnf.contains("plain") && !gbnf.contains("m<"),
            "{format}: {gbnf}"
        );
        assert_eq!(grammar([&marked, mark]), None, "{format}");
        // Other formats write it as JSON.
        let tool = Definition::new("set", "Set.", schema([&marked, mark])).expect("a definition");
        assert!(Format::Hermes.grammar([&tool]).is_some(), "{format}");
    }
}

/// A key is a string, too.
#[test]
fn a_key_that_contains_a_mark_is_left_out() {
    for (format, mark) in [
        (Format::Gemma4, "<|\"|>"),
        (Format::FunctionGemma, "<escape>"),
    ] {
        let grammar = |required: &[&str]| {
            let marked = format!("a{mark}b");
            let required = required.iter().map(|key| key.replace("MARK", &marked));
            let required: Vec<_> = required.collect();
            let schema = json!({
                "type": "object",
                "properties": {marked: {"type": "string"}, "a b:c": {"const": {"k:l": 1}}},
                "required": required,
            });
            let tool = Definition::new("set", "Set.", schema).expect("a definition");
            let grammar = format.grammar([&tool]);
            grammar.map(|grammar| grammar.gbnf().to_owned())
        };
        let gbnf = grammar(&["a b:c"]).expect("a grammar");
        let quoted = mark.replace('"', "\\\"");
        assert!(!gbnf.contains(&format!("a{quoted}b")), "{format}: {gbnf}");
        for key in ["a b:c", "k:l"] {
            assert!(
                gbnf.contains(&format!("{quoted}{key}{quoted}:")),
                "{format}: {gbnf}"
            );
        }
        assert_eq!(grammar(&["MARK"]), None, "{format}");
    }
}

/// A union that contains itself has the forms of the others, and no rule that begins with itself.
#[test]
fn a_union_of_itself_has_a_grammar() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a"}},
        "required": ["a"],
        "$defs": {
            "a": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "boolean"}]},
            "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "integer", "minimum": 0, "maximum": 9}]},
        },
    });
    let tool = Definition::new("set", "Set.", schema).expect("a definition");
    for format in Format::all() {
        let Some(grammar) = format.grammar([&tool]) else {
            continue;
        };
        let own = |line: &&str| {
            let (name, body) = line.split_once(" ::= ").unwrap_or_default();
            body.split(" | ").any(|way| way.trim() == name)
        };
        assert_eq!(
            grammar.gbnf().lines().find(own),
            None,
            "{}",
            format.as_str()
        );
    }
    let grammar = grammar(Format::Qwen3Coder, &tool);
    for (value, is_admitted) in [("7", true), ("true", true), ("text", false)] {
        let text = format!(
            "<tool_call>\n<function=set>\n<parameter=a>\n{value}\n</parameter>\n</function>\n\
             </tool_call>"
        );
        assert_eq!(grammar.admits(&text), is_admitted, "{value}");
    }
}
