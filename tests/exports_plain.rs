//! The keywords that a plain export leaves out, and the places where it must keep them.

use serde_json::{Value, json};
use tests::{as_json_schema, exported_in_short, is_json_schema, targets};
use tool_core::provider::{Anthropic, Kept, Mcp, Ollama, OpenAi, Target};
use tool_core::{Definition, Tool, ToolArg};

/// Returns the schema of a property in the export, and its losses.
fn shown(target: Target, property: &Value, definitions: &Value) -> (Value, Vec<String>) {
    let schema = json!({"type": "object", "properties": {"x": property}, "$defs": definitions});
    let definition = Definition::unchecked("t", "A tool.", schema);
    let export = definition.export(target).expect("it can be exported");
    let losses = export.losses().iter();
    let losses = losses.map(|loss| format!("{} {}", loss.path, loss.keyword));
    let mut schema = export.schema().clone();
    let of_property = schema["properties"]["x"].take();
    let shown = match schema.get("$defs") {
        Some(definitions) => json!([of_property, definitions]),
        None => of_property,
    };
    (shown, losses.collect())
}

fn plain(property: &Value) -> (Value, Vec<String>) {
    shown(Anthropic::messages(), property, &json!({}))
}

#[track_caller]
fn assert_kept(property: &Value) {
    assert_eq!(plain(property), (property.clone(), Vec::new()));
}

fn closed() -> Value {
    json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false})
}

fn open() -> Value {
    json!({"type": "object", "properties": {"a": {"type": "string"}}})
}

#[test]
fn plain_export_omits_closed_objects() {
    let lost = |path: &str| vec![format!("/properties/x{path} additionalProperties")];
    assert_eq!(plain(&closed()), (open(), lost("")));
    let array = |items: Value| json!({"type": "array", "items": items});
    assert_eq!(plain(&array(closed())), (array(open()), lost("/items")));
    let option = |form: Value| json!({"anyOf": [form, {"type": "null"}]});
    assert_eq!(plain(&option(closed())), (option(open()), lost("/anyOf/0")));
}

/// The keyword separates forms, `not` inverts it, and without properties it requires an empty
/// object.
#[test]
fn keeps_closed_objects_that_affect_other_keywords() {
    let other = json!({"type": "object", "properties": {"b": {}}, "additionalProperties": false});
    assert_kept(&json!({"oneOf": [closed(), other]}));
    assert_kept(&json!({"anyOf": [closed(), other]}));
    assert_kept(&json!({"anyOf": [{"type": "string"}, closed()]}));
    assert_kept(&json!({"anyOf": [{"type": "array", "items": closed()}, other]}));
    assert_kept(&json!({"not": closed()}));
    assert_kept(&json!({"allOf": [closed()]}));
    assert_kept(&json!({"type": "object", "properties": {}, "additionalProperties": false}));
    assert_kept(&json!({"type": "object", "additionalProperties": false}));
    let numbers = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "number"}});
    assert_kept(&numbers);
}

/// A definition is closed if any place that refers to it needs that.
#[test]
fn keeps_a_closed_definition_if_one_reference_needs_it() {
    let reference = json!({"$ref": "#/$defs/D"});
    let definitions = json!({"D": closed()});
    let both =
        |first: &Value| json!({"type": "object", "properties": {"p": first, "q": reference}});
    let (found, _) = shown(Anthropic::messages(), &both(&reference), &definitions);
    assert_eq!(found, json!([both(&reference), {"D": open()}]));
    let union = json!({"oneOf": [reference, {"type": "string"}]});
    let (found, _) = shown(Anthropic::messages(), &both(&union), &definitions);
    assert_eq!(found, json!([both(&union), definitions]));
    // Through a definition that only refers.
    let union = json!({"oneOf": [{"$ref": "#/$defs/E"}, {"$ref": "#/$defs/E"}]});
    let definitions = json!({"D": closed(), "E": reference});
    let (found, _) = shown(Anthropic::messages(), &both(&union), &definitions);
    assert_eq!(found[1], definitions);
}

#[test]
fn omits_minimum_zero_of_unsigned_integers() {
    let integer = |format: &str, minimum: i64| json!({"type": "integer", "format": format, "minimum": minimum});
    let lost = ["format", "minimum"].map(|keyword| format!("/properties/x {keyword}"));
    assert_eq!(
        plain(&integer("uint32", 0)),
        (json!({"type": "integer"}), lost.to_vec())
    );
    for (format, minimum) in [("uint32", 1), ("int32", 0)] {
        let said = json!({"type": "integer", "minimum": minimum});
        assert_eq!(plain(&integer(format, minimum)).0, said);
    }
    // The author's own.
    assert_kept(&json!({"type": "integer", "minimum": 0}));
    let (strict, _) = shown(OpenAi::chat().strict(), &integer("uint32", 0), &json!({}));
    assert_eq!(strict["minimum"], 0);
}

#[test]
fn joins_described_members_into_one_enum() {
    let union = json!({"description": "How lines end.", "oneOf": [
        {"type": "string", "enum": ["keep", "mac"]},
        {"type": "string", "const": "unix", "description": "As on Unix."},
        {"const": "dos", "description": "As on DOS"},
    ]});
    let joined = json!({
        "description": "How lines end. (unix: As on Unix; dos: As on DOS)",
        "type": "string",
        "enum": ["keep", "mac", "unix", "dos"],
    });
    assert_eq!(
        plain(&union),
        (joined.clone(), vec!["/properties/x oneOf".to_owned()])
    );
    assert_eq!(shown(Ollama::chat(), &union, &json!({})).0, joined);
}

#[test]
fn keeps_other_unions() {
    let means = json!({"const": "a", "description": "Means."});
    assert_kept(&json!({"oneOf": [{"const": "a"}, {"const": "b"}]}));
    assert_kept(&json!({"oneOf": [means, {"const": 1}]}));
    assert_kept(&json!({"oneOf": [means, {"type": "string"}]}));
    assert_kept(&json!({"oneOf": [means, {"const": "b", "title": "B"}]}));
    assert_kept(&json!({"oneOf": [means, {"const": "a"}]}));
    assert_kept(&json!({"oneOf": [means, {"enum": ["b", "c"], "description": "Both."}]}));
    assert_kept(&json!({"oneOf": [means]}));
    assert_kept(&json!({"enum": ["a"], "oneOf": [means, {"const": "b"}]}));
}

/// Sort lines.
#[derive(Tool)]
#[expect(dead_code, reason = "only its definition is looked at")]
struct Sort {
    by: Key,
    keys: Vec<Pair>,
    pair: Pair,
}

#[derive(ToolArg)]
#[serde(rename_all = "snake_case")]
enum Key {
    /// By the line itself.
    Line,
    /// By its length in bytes.
    Length,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "only its definition is looked at")]
struct Pair {
    first: u8,
}

/// A definition that is used once is inlined. A definition that is used twice is kept.
#[test]
fn inlines_definitions_that_are_used_once() {
    insta::assert_snapshot!(exported_in_short(Sort::definition(), Anthropic::messages()), @r##"
    {"name":"sort","description":"Sort lines.","input_schema":{"type":"object","properties":{"by":{"type":"string","enum":["line","length"],"description":"(line: By the line itself; length: By its length in bytes)"},"keys":{"type":"array","items":{"$ref":"#/$defs/Pair"}},"pair":{"$ref":"#/$defs/Pair"}},"required":["by","keys","pair"],"$defs":{"Pair":{"type":"object","properties":{"first":{"type":"integer","maximum":255}},"required":["first"]}}}}
    lost: /$defs/Pair/properties/first format "uint8" (Reading)
    lost: /$defs/Key oneOf .. (Description)
    lost:  additionalProperties false (Reading)
    lost: /$defs/Pair additionalProperties false (Reading)
    lost: /$defs/Pair/properties/first minimum 0 (Reading)
    "##);
    let kept = Sort::definition().export(Anthropic::messages().inline_single_uses(false));
    let kept = kept.expect("it can be exported");
    insta::assert_snapshot!(kept.schema()["properties"]["by"], @r##"{"$ref":"#/$defs/Key"}"##);
}

#[test]
fn omits_optional_properties_without_valid_values() {
    let schema = |required: &Value| {
        json!({
            "type": "object",
            "properties": {
                "x": {"type": "object", "properties": {"a/b": {"enum": []}, "c": {"type": "integer"}}, "required": required},
                "y": {"anyOf": []},
            },
            "required": ["x"],
        })
    };
    for (name, target) in targets() {
        let definition = Definition::unchecked("t", "A tool.", schema(&json!(["c"])));
        let export = definition.export(target).expect("it can be exported");
        let shown = as_json_schema(name, export.schema());
        let text = shown.to_string();
        assert!(
            !text.contains("a/b") && !text.contains("\"y\""),
            "{name}: {text}"
        );
        assert!(text.contains("\"c\""), "{name}: {text}");
        let lost = |path: &str, keyword: &str| {
            let mut losses = export.losses().iter();
            losses
                .any(|loss| loss.path == path && loss.keyword == keyword && loss.value == json!([]))
        };
        assert!(
            lost("/properties/x/properties/a~1b", "enum"),
            "{name}: {:?}",
            export.losses()
        );
        assert!(
            lost("/properties/y", "anyOf"),
            "{name}: {:?}",
            export.losses()
        );
        // A required one stays as a schema without valid objects, or the export is refused.
        let definition = Definition::unchecked("t", "A tool.", schema(&json!(["a/b"])));
        if let Ok(export) = definition.export(target) {
            let text = export.schema().to_string();
            assert!(text.contains("a/b"), "{name}: {text}");
            let lost = export
                .losses()
                .iter()
                .any(|loss| loss.path.ends_with("a~1b") && loss.kept == Kept::Nowhere);
            assert!(!lost, "{name}: {:?}", export.losses());
        }
    }
}

/// The export equals the export of the definition's own schema. The reader also enforces a closed
/// object if a removed form had needed it.
#[test]
fn unused_definition_does_not_keep_objects_closed() {
    let leaf = json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "additionalProperties": false
    });
    let schema = json!({
        "anyOf": [
            {
                "type": "object",
                "properties": {"x": {"$ref": "#/$defs/Leaf"}, "z": {"$ref": "#/$defs/Leaf"}},
                "additionalProperties": {"$ref": "#/$defs/Tree"}
            },
            {"type": "object", "properties": {"y": {"type": "string"}}, "additionalProperties": false}
        ],
        "$defs": {"Leaf": leaf, "Tree": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/Leaf"}]}}
    });
    for (name, target) in targets() {
        let definition = Definition::unchecked("t", "A tool.", schema.clone());
        let Ok(export) = definition.export(target.inline_single_uses(false)) else {
            continue;
        };
        if is_json_schema(name) {
            let again = Definition::unchecked("t", "A tool.", export.schema().clone());
            let again = again.export(target.inline_single_uses(false));
            assert_eq!(
                again.expect("it is exported").schema(),
                export.schema(),
                "{name}"
            );
        }
    }
}

/// Search in files.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "only its faults are looked at")]
struct PatternSearch {
    #[schemars(length(min = 1))]
    search_pattern: String,
    files: Vec<String>,
    edits: Vec<LineEdit>,
    #[schemars(range(max = 20))]
    context: Option<u8>,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "only its faults are looked at")]
struct LineEdit {
    old: String,
    line: u32,
    ratio: Option<f32>,
}

/// A client checks calls by the list of an MCP server. It reports the faults that the server reports,
/// so that one round tells all.
#[test]
fn mcp_clients_report_the_faults_that_the_server_reports() {
    for target in [Mcp::tools_list(), Mcp::tools_list_2026_07_28()] {
        let listed = PatternSearch::definition().export(target).expect("a tool");
        assert_eq!(listed.losses(), []);
        let of_client = Definition::new("pattern_search", "", listed.schema().clone());
        let of_client = of_client.expect("a schema");
        for raw in [
            r#"{"search_pattern": "x", "files": ["a"], "edits": [{"old": 1, "line": -1}, {"line": "x"}], "extra": 1}"#,
            r#"{"search_pattern": "", "files": "", "edits": [{"old": "a", "line": 4294967296, "ratio": 1e39}], "context": 21}"#,
            r#"{"searchPattern": "x", "files": [], "edits": [{"old": "a", "line": 1, "lines": 2}], "context": 256}"#,
        ] {
            let of_server = PatternSearch::parse(raw).expect_err("an invalid call");
            let of_client = of_client.parse(raw).expect_err("an invalid call");
            assert_eq!(of_client.to_string(), of_server.to_string(), "{raw}");
        }
    }
}
