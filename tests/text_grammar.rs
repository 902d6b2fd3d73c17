//! Grammars for the calls of open models.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{Gbnf, assistant_turn, rendered_tools, shared_rows};
use tool_core::Definition;
use tool_core::text::{Format, Grammar};

/// Turns with a call that no grammar admits: the template, the conversation, and the reason.
const REFUSED: &[(&str, &str, &str)] = &[
    ("ByteDance-Seed-OSS", "two", TAG),
    ("GigaChat3-10B-A1.8B", "two", FIRST),
    ("GigaChat3.1-10B-A1.8B", "two", FIRST),
    ("LFM2-8B-A1B", "one", NO_CALLS),
    ("LFM2-8B-A1B", "two", NO_CALLS),
    ("LFM2.5-Instruct", "one", NO_CALLS),
    ("LFM2.5-Instruct", "two", NO_CALLS),
    ("MiniMax-M2", "two", TAG),
    ("NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "two", TAG),
    ("Qwen3-Coder", "two", TAG),
    ("Qwen3.5-4B", "two", TAG),
    ("Reka-Edge", "two", "no line break is between the calls"),
    ("StepFun3.5-Flash", "two", TAG),
    ("google-gemma-4-31B-it", "two", "null is written as `None`"),
    (
        "google-gemma-4-31B-it-interleaved",
        "two",
        "null is written as `None`",
    ),
    ("ibm-granite-granite-3.3-2B-Instruct", "one", NO_CALLS),
    ("ibm-granite-granite-3.3-2B-Instruct", "two", NO_CALLS),
    (
        "openai-gpt-oss-120b",
        "one",
        "the recipient precedes the channel",
    ),
    ("openai-gpt-oss-120b", "two", FIRST),
    (
        "openbmb-MiniCPM5-1B",
        "two",
        "an object is written in Python",
    ),
    ("tencent-Hy3", "one", "the marks end in `:opensource`"),
    ("tencent-Hy3", "two", "the marks end in `:opensource`"),
    (
        "upstage-Solar-Open-100B",
        "one",
        "an id of this model has ten characters",
    ),
    (
        "upstage-Solar-Open-100B",
        "two",
        "an id of this model has ten characters",
    ),
];

const TAG: &str = "a value holds the closing tag of the format";
const FIRST: &str = "the template writes only the first call";
const NO_CALLS: &str = "the template writes no calls";

#[test]
fn pins_the_grammar_of_each_kind_of_arguments() {
    let tools = [edit(), stop()];
    for format in [
        Format::Hermes,
        Format::Qwen3Coder,
        Format::DeepSeekV32,
        Format::KimiK3,
        Format::MiniMaxM3,
        Format::Lfm2,
        Format::Gemma4,
    ] {
        let grammar = format.grammar(&tools).expect("a grammar");
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(format.as_str(), grammar.gbnf());
        });
    }
}

#[test]
fn each_grammar_is_well_formed() {
    let tools = [edit(), stop()];
    let grammars = Format::all()
        .iter()
        .filter_map(|format| format.grammar(&tools));
    let parsed: Vec<_> = grammars
        .map(|grammar| Gbnf::parse(grammar.gbnf()))
        .collect();
    assert!(parsed.len() > 70, "{}", parsed.len());
}

#[test]
fn admits_the_calls_that_the_tools_take() {
    let grammar = grammar(Format::Hermes, &edit());
    let admits = |arguments: &str| {
        let call = r#"{"name": "edit", "arguments": "#;
        grammar.admits(&format!("<tool_call>\n{call}{arguments}}}\n</tool_call>"))
    };
    assert!(admits(r#"{"path":"a","edits":[]}"#));
    assert!(admits(
        r#"{"path": "a\"\\\u00fc\ud83d\ude00", "edits": [{"old": ""}]}"#
    ));
    assert!(admits(
        r#"{"path": "a", "lines": [1, -2], "mode": "cut", "edits": []}"#
    ));
    assert!(admits(
        r#"{"path": "a", "at": null, "edits": [], "first": {"old": "a", "new": "b"}}"#
    ));
    assert!(admits(
        r#"{"path": "a", "edits": [], "more": {"k": 1.5e3, "l": -0.25}}"#
    ));
    assert!(
        !admits(r#"{"edits": []}"#),
        "a required property is missing"
    );
    assert!(
        !admits(r#"{"edits": [], "path": "a"}"#),
        "the order differs"
    );
    assert!(!admits(r#"{"path": "a", "edits": [], "extra": 1}"#));
    assert!(!admits(r#"{"path": "", "edits": []}"#), "`minLength` is 1");
    assert!(!admits(r#"{"path": "a", "lines": [1, 2, 3], "edits": []}"#));
    assert!(!admits(r#"{"path": "a", "mode": "other", "edits": []}"#));
    assert!(!admits(r#"{"path": "a", "at": 300, "edits": []}"#));
    assert!(
        !admits(r#"{"path": "\ud83d", "edits": []}"#),
        "half of a pair"
    );
}

#[test]
fn lists_the_keywords_that_it_does_not_enforce() {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string", "pattern": "^a", "format": "uuid", "maxLength": 2000},
            "size": {"type": "number", "minimum": 0, "maximum": 1},
            "count": {"type": "integer", "minimum": 1, "multipleOf": 2},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
        },
    });
    let tool = Definition::new("find", "Find.", schema).expect("a definition");
    let grammar = Format::Hermes.grammar([&tool]).expect("a grammar");
    let losses = grammar.losses().iter();
    let losses: Vec<_> = losses
        .map(|loss| (loss.path.as_str(), loss.keyword.as_str()))
        .collect();
    assert_eq!(
        losses,
        [
            ("/find/properties/id", "pattern"),
            ("/find/properties/id", "format"),
            ("/find/properties/id", "maxLength"),
            ("/find/properties/size", "maximum"),
            ("/find/properties/count", "multipleOf"),
            ("/find/properties/tags", "uniqueItems"),
        ]
    );
}

#[test]
fn writes_the_structural_tag_of_json_calls() {
    let tool = stop();
    let of = |format: Format| format.grammar([&tool]).expect("a grammar");
    assert_eq!(
        of(Format::Hermes).structural_tag(),
        Some(&json!({
            "type": "structural_tag",
            "format": {
                "type": "triggered_tags",
                "triggers": ["<tool_call>"],
                "tags": [{
                    "type": "tag",
                    "begin": "<tool_call>\n{\"name\": \"stop\", \"arguments\": ",
                    "content": {"type": "json_schema", "json_schema": {"type": "object"}},
                    "end": "}\n</tool_call>",
                }],
                "stop_after_first": false,
            },
        }))
    );
    assert_eq!(
        of(Format::DeepSeekV31)
            .structural_tag()
            .map(|tag| &tag["format"]["tags"][0]),
        Some(&json!({
            "type": "tag",
            "begin": "<｜tool▁calls▁begin｜>",
            "content": {
                "type": "triggered_tags",
                "triggers": ["<｜tool▁call▁begin｜>"],
                "tags": [{
                    "type": "tag",
                    "begin": "<｜tool▁call▁begin｜>stop<｜tool▁sep｜>",
                    "content": {"type": "json_schema", "json_schema": {"type": "object"}},
                    "end": "<｜tool▁call▁end｜>",
                }],
                "at_least_one": true,
            },
            "end": "<｜tool▁calls▁end｜>",
        }))
    );
    assert_eq!(
        of(Format::Qwen3Coder)
            .structural_tag()
            .map(|tag| &tag["format"]["tags"][0]),
        Some(&json!({
            "type": "tag",
            "begin": "<tool_call>\n<function=stop>\n",
            "content": {"type": "grammar", "grammar": "root ::= \"\"\n"},
            "end": "</function>\n</tool_call>",
        }))
    );
    assert_eq!(of(Format::KimiK2).structural_tag(), None);
    assert_eq!(of(Format::Llama3).structural_tag(), None);
    assert_eq!(of(Format::Llama3).trigger(), "");
}

#[test]
fn pins_the_trigger_of_each_format() {
    let tool = stop();
    let grammars = Format::all().iter().filter_map(|format| {
        let grammar = format.grammar([&tool])?;
        Some(format!("{format}: {:?}\n", grammar.trigger()))
    });
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("triggers", grammars.collect::<String>());
    });
}

/// The grammar admits the calls of each template, if the format has a grammar.
#[test]
fn admits_the_calls_that_the_templates_write() {
    let Some(rows) = shared_rows("template_renders.jsonl") else {
        return;
    };
    let mut refused = BTreeSet::new();
    for row in &rows {
        let conversation = row["conversation"].as_str().expect("a name");
        if !["one", "two"].contains(&conversation) {
            continue;
        }
        let template = row["template"].as_str().expect("a name");
        let turn = assistant_turn(row);
        let tools = rendered_tools(row);
        let grammars = Format::all()
            .iter()
            .filter_map(|format| format.grammar(&tools));
        let names: &[&str] = match conversation {
            "one" => &["get_weather"],
            _ => &["get_weather", "write_file"],
        };
        let mut grammars = grammars.filter(|grammar| turn.contains(grammar.trigger()));
        let is_admitted = grammars.any(|grammar| {
            let gbnf = Gbnf::parse(grammar.gbnf());
            let part = gbnf.find(turn, grammar.trigger()).unwrap_or_default();
            names.iter().all(|name| part.contains(name))
        });
        if !is_admitted {
            refused.insert((template, conversation));
        }
    }
    let listed = REFUSED.iter().map(|(template, of, _)| (*template, *of));
    assert_eq!(refused, listed.collect());
}

pub(crate) fn grammar(format: Format, tool: &Definition) -> Gbnf {
    let grammar: Option<Grammar> = format.grammar([tool]);
    Gbnf::parse(grammar.expect("a grammar").gbnf())
}

/// Limits, unions, references and maps, in one tool.
pub(crate) fn edit() -> Definition {
    let schema: Value = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string", "minLength": 1},
            "lines": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
            "mode": {"enum": ["add", "cut"]},
            "at": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 255}, {"type": "null"}]},
            "edits": {"type": "array", "items": {"$ref": "#/$defs/Edit"}},
            "first": {"$ref": "#/$defs/Edit"},
            "more": {"type": "object", "additionalProperties": {"type": "number"}},
        },
        "required": ["path", "edits"],
        "additionalProperties": false,
        "$defs": {"Edit": {
            "type": "object",
            "properties": {
                "old": {"type": "string"},
                "new": {"type": "string"},
                "then": {"$ref": "#/$defs/Edit"},
            },
            "required": ["old"],
        }},
    });
    Definition::new("edit", "Edit a file.", schema).expect("a definition")
}

pub(crate) fn stop() -> Definition {
    Definition::new("stop", "Stop.", json!({"type": "object"})).expect("a definition")
}
