//! One tool never takes the set down: its errors cost no other tool.

use proptest::prelude::*;
use serde_json::{Value, json};
use tests::{Entropy, as_sent, dressed, schema, shared_rows, targets, violations};
use tool_core::Definition;
use tool_core::definition::DefinitionBuilder;
use tool_core::provider::{ExportError, ExportedSet, Kept, Loss, Mcp, OpenAi, Reason};

fn of_text(name: &str) -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"x": {"type": "string"}},
        "required": ["x"],
        "additionalProperties": false,
    });
    Definition::new(name, "A good tool.", schema).expect("a schema")
}

/// Returns the tool as a host registers it: checked if possible.
fn of_server(name: &str, schema: &Value) -> Definition {
    let builder = Definition::builder(name, "A tool of a server.", schema.clone());
    let built = builder.clone().remove_malformed().build();
    built.unwrap_or_else(|_| builder.unchecked())
}

/// Exports a tool between good ones to every target. Returns the targets that leave it out.
fn exported_between(tool: &Definition) -> Vec<&'static str> {
    let good = [of_text("first"), of_text("last")];
    let mut out = Vec::new();
    for (name, target) in targets() {
        let ExportedSet { exports, errors } = target.export_all([&good[0], tool, &good[1]]);
        for one in &good {
            assert!(exports.find(one.name()).is_some(), "{name}: {errors:?}");
        }
        let is_there = exports.find(tool.name()).is_some();
        let blamed: Vec<_> = errors.iter().map(ExportError::tool).collect();
        let expected: &[&str] = if is_there { &[] } else { &[tool.name()] };
        assert_eq!(blamed, expected, "{name}: {errors:?}");
        if !is_there {
            out.push(name);
        }
    }
    out
}

#[test]
fn tools_of_odd_servers_export_to_every_plain_target() {
    let Some(rows) = shared_rows("mcp_schemas.jsonl") else {
        return;
    };
    assert_eq!(rows.len(), 36);
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        let tools = [
            of_server(name, &row["inputSchema"]),
            Definition::unchecked(name, "A tool.", row["inputSchema"].clone()),
        ];
        for tool in tools {
            let out = exported_between(&tool);
            // The fields `parameters` of Gemini and Vertex support no value of any type.
            let plain = out
                .iter()
                .filter(|name| !name.ends_with("strict") && !name.ends_with("parameters"));
            let plain: Vec<_> = plain.collect();
            assert!(plain.is_empty(), "{name}: {plain:?}");
        }
    }
}

#[test]
fn real_tools_export_to_every_plain_target() {
    let Some(rows) = shared_rows("mcp_tools.jsonl") else {
        return;
    };
    let tools: Vec<_> = rows
        .iter()
        .enumerate()
        .map(|(number, row)| {
            let description = row["description"].as_str().unwrap_or_default();
            let builder = Definition::builder(
                format!("tool_{number}"),
                description,
                row["inputSchema"].clone(),
            );
            builder
                .clone()
                .build()
                .unwrap_or_else(|_| builder.unchecked())
        })
        .collect();
    let mut refused = Vec::new();
    for (name, target) in targets() {
        // The fields `parameters` of Gemini and Vertex support no recursion.
        if name.ends_with("parameters") {
            continue;
        }
        for tool in &tools {
            if let Err(error) = tool.export(target)
                && !error.is_strict()
                && error.reason() != &Reason::NoStrictMode
            {
                refused.push(format!("{name}: {error}"));
            }
        }
    }
    assert!(
        refused.is_empty(),
        "{}: {}",
        refused.len(),
        refused.join("\n")
    );
}

#[test]
fn reports_all_errors_of_a_set_at_once() {
    let list = Definition::unchecked("list", "A list.", json!({"type": "array"}));
    let mut tools: Vec<_> = (0..129)
        .map(|number| of_text(&format!("tool_{number}")))
        .collect();
    tools.insert(3, list);
    let ExportedSet { exports, errors } = OpenAi::chat().export_all(&tools);
    assert_eq!(exports.exports().len(), 128);
    let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    tool `list` cannot be exported to OpenAI Chat: `type` at the root: the arguments are not an object; make the arguments an object
    tool `tool_128` cannot be exported to OpenAI Chat: 129 tools, but at most 128 are supported; split or shorten the tools
    ");
}

fn repairs(schema: Value) -> String {
    let definition = Definition::new("t", "A tool.", schema);
    let definition = definition.unwrap_or_else(|error| panic!("{error}"));
    let repairs = definition.schema_repairs().iter().map(ToString::to_string);
    let schema = definition.schema().to_string();
    repairs.chain([schema]).collect::<Vec<_>>().join("\n")
}

#[test]
fn repairs_malformed_keywords_with_one_meaning() {
    let bounds = json!({"type": "object", "properties": {
        "a": {"type": "integer", "exclusiveMinimum": true, "minimum": "0", "maximum": 9, "exclusiveMaximum": false},
        "b": {"type": "number", "exclusiveMaximum": true, "maximum": 1.5},
        "c": {"type": "string", "minLength": "2", "exclusiveMinimum": true},
    }});
    insta::assert_snapshot!(repairs(bounds), @r#"
    `minimum` at `/properties/a`: "0" became 0
    `exclusiveMinimum` at `/properties/a`: true became 0
    `exclusiveMaximum` at `/properties/a`: false was removed
    `exclusiveMaximum` at `/properties/b`: true became 1.5
    `minLength` at `/properties/c`: "2" became 2
    `exclusiveMinimum` at `/properties/c`: true was removed
    {"type":"object","properties":{"a":{"type":"integer","exclusiveMinimum":0,"maximum":9},"b":{"type":"number","exclusiveMaximum":1.5},"c":{"type":"string","minLength":2}}}
    "#);
    let types = json!({"type": "OBJECT", "properties": {
        "a": {"type": "any"}, "b": {"type": "str"}, "c": {"type": ["String", "null", "string"]},
        "d": {"type": "integer | null"}, "e": "string", "f": null, "g": [], "h": {"type": ["string", "any"]},
    }});
    insta::assert_snapshot!(repairs(types), @r#"
    `type` at the root: "OBJECT" became "object"
    `type` at `/properties/a`: "any" was removed
    `type` at `/properties/b`: "str" became "string"
    `type` at `/properties/c`: ["String","null","string"] became ["string","null"]
    `type` at `/properties/d`: "integer | null" became ["integer","null"]
    `properties` at `/properties/e`: "string" became {"type":"string"}
    `properties` at `/properties/f`: null became {}
    `properties` at `/properties/g`: [] became {}
    `type` at `/properties/h`: ["string","any"] was removed
    {"type":"object","properties":{"a":{},"b":{"type":"string"},"c":{"type":["string","null"]},"d":{"type":["integer","null"]},"e":{"type":"string"},"f":{},"g":{},"h":{}}}
    "#);
    let required = json!({"type": "object", "required": "b", "properties": {
        "a": {"type": "string", "required": true},
        "b": {"type": "array", "items": {"type": "string", "required": true}},
        "c": {"type": "object", "required": false, "properties": []},
    }});
    insta::assert_snapshot!(repairs(required), @r#"
    `required` at the root: "b" became ["b"]
    `required` at `/properties/a`: true was removed
    `required` at `/properties/b/items`: true was removed
    `required` at `/properties/c`: false was removed
    `properties` at `/properties/c`: [] became {}
    {"type":"object","required":["b","a"],"properties":{"a":{"type":"string"},"b":{"type":"array","items":{"type":"string"}},"c":{"type":"object","properties":{}}}}
    "#);
    let others = json!({"type": "object", "required": ["a", "a"], "additionalProperties": "false", "properties": {
        "a": {"type": "array", "uniqueItems": "true", "items": "integer", "examples": "1", "description": null},
    }});
    insta::assert_snapshot!(repairs(others), @r#"
    `required` at the root: ["a","a"] became ["a"]
    `additionalProperties` at the root: "false" became false
    `uniqueItems` at `/properties/a`: "true" became true
    `items` at `/properties/a`: "integer" became {"type":"integer"}
    `examples` at `/properties/a`: "1" became ["1"]
    `description` at `/properties/a`: null was removed
    {"type":"object","required":["a"],"additionalProperties":false,"properties":{"a":{"type":"array","uniqueItems":true,"items":{"type":"integer"},"examples":["1"]}}}
    "#);
}

/// Older drafts write a tuple as a list in `items`, which no later draft allows.
#[test]
fn repairs_tuples_of_older_drafts() {
    let tuples = json!({"type": "object", "properties": {
        "a": {"type": "array", "items": [{"type": "integer"}, {"type": "BOOL"}], "additionalItems": false},
        "b": {"items": [{"type": "array", "items": [{}]}]},
        "c": {"items": []},
    }});
    insta::assert_snapshot!(repairs(tuples.clone()), @r#"
    `prefixItems` at `/properties/a`: null became [{"type":"integer"},{"type":"BOOL"}]
    `items` at `/properties/a`: [{"type":"integer"},{"type":"BOOL"}] became false
    `type` at `/properties/a/prefixItems/1`: "BOOL" became "boolean"
    `prefixItems` at `/properties/b`: null became [{"type":"array","items":[{}]}]
    `items` at `/properties/b`: [{"type":"array","items":[{}]}] was removed
    `prefixItems` at `/properties/b/prefixItems/0`: null became [{}]
    `items` at `/properties/b/prefixItems/0`: [{}] was removed
    `items` at `/properties/c`: [] was removed
    {"type":"object","properties":{"a":{"type":"array","items":false,"prefixItems":[{"type":"integer"},{"type":"boolean"}]},"b":{"prefixItems":[{"type":"array","prefixItems":[{}]}]},"c":{}}}
    "#);
    let tool = Definition::new("t", "A tool.", tuples.clone()).expect("a schema");
    assert_eq!(
        tool.parse(r#"{"a": ["4", "true"]}"#).expect("a tuple"),
        json!({"a": [4, true]})
    );
    assert!(tool.parse(r#"{"a": [4, true, 5]}"#).is_err());
    // Draft 7 has them.
    let mut declared = tuples;
    declared["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    declared["properties"]["a"]["items"][1]["type"] = json!("boolean");
    let tool = Definition::new("t", "A tool.", declared).expect("a schema");
    assert!(tool.schema_repairs().is_empty());
    // Both notations at once have no single meaning.
    let both = json!({"type": "object", "properties": {"a": {"items": [{}], "prefixItems": [{}]}}});
    assert!(Definition::new("t", "A tool.", both).is_err());
}

fn tool_with_output(output: &Value) -> DefinitionBuilder {
    let schema = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    Definition::builder("t", "A tool.", schema).output_schema(output.clone())
}

/// A client rejects a whole list of tools for one malformed output schema.
#[test]
fn keeps_references_to_the_items_of_a_repaired_tuple() {
    let id = json!({"type": "object", "properties": {"id": {"type": "integer"}}});
    let schema = json!({
        "type": "object",
        "properties": {
            "query": {"type": "array", "items": [{"items": [id]}], "additionalItems": false},
            "one": {"$ref": "#/properties/query/items/0"},
            "inner": {"$ref": "#/properties/query/items/0/items/0"},
            "items": {"$ref": "#/$defs/items"},
        },
        "$defs": {"items": {"type": "string"}},
    });
    insta::assert_snapshot!(repairs(schema.clone()), @r##"
    `prefixItems` at `/properties/query`: null became [{"items":[{"type":"object","properties":{"id":{"type":"integer"}}}]}]
    `items` at `/properties/query`: [{"items":[{"type":"object","properties":{"id":{"type":"integer"}}}]}] became false
    `prefixItems` at `/properties/query/prefixItems/0`: null became [{"type":"object","properties":{"id":{"type":"integer"}}}]
    `items` at `/properties/query/prefixItems/0`: [{"type":"object","properties":{"id":{"type":"integer"}}}] was removed
    `$ref` at `/properties/one`: "#/properties/query/items/0" became "#/properties/query/prefixItems/0"
    `$ref` at `/properties/inner`: "#/properties/query/items/0/items/0" became "#/properties/query/prefixItems/0/prefixItems/0"
    {"type":"object","properties":{"query":{"type":"array","items":false,"prefixItems":[{"prefixItems":[{"type":"object","properties":{"id":{"type":"integer"}}}]}]},"one":{"$ref":"#/properties/query/prefixItems/0"},"inner":{"$ref":"#/properties/query/prefixItems/0/prefixItems/0"},"items":{"$ref":"#/$defs/items"}},"$defs":{"items":{"type":"string"}}}
    "##);
    let tool = Definition::new("t", "A tool.", schema).expect("a schema");
    assert_eq!(
        tool.parse(r#"{"inner": {"id": "5"}, "items": "a"}"#)
            .expect("the items are known"),
        json!({"inner": {"id": 5}, "items": "a"})
    );
    assert!(tool.parse(r#"{"inner": 5}"#).is_err());
}

#[test]
fn repairs_malformed_output_schemas() {
    let output = json!({"type": "OBJECT", "properties": {"n": {"type": "int", "exclusiveMinimum": true, "minimum": 0}}});
    let tool = tool_with_output(&output).build().expect("one meaning");
    let told: Vec<_> = tool
        .schema_repairs()
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    `type` at `/outputSchema`: "OBJECT" became "object"
    `type` at `/outputSchema/properties/n`: "int" became "integer"
    `exclusiveMinimum` at `/outputSchema/properties/n`: true became 0
    "#);
    assert_eq!(
        tool.output_schema(),
        Some(
            &json!({"type": "object", "properties": {"n": {"type": "integer", "exclusiveMinimum": 0}}})
        )
    );
    assert!(
        tool.check_output(&json!({"n": 0})).is_err() && tool.check_output(&json!({"n": 1})).is_ok()
    );

    let output = json!({"type": "object", "properties": {"n": {"type": "weekday"}, "m": 5}, "required": [1]});
    insta::assert_snapshot!(tool_with_output(&output).build().expect_err("no meaning"), @"the schema of tool `t` cannot be used: `required` at `/outputSchema`: the value has the wrong form; correct the output schema, or remove malformed keywords with `DefinitionBuilder::remove_malformed`");
    let removed = tool_with_output(&output)
        .remove_malformed()
        .build()
        .expect("removed");
    let told: Vec<_> = removed
        .schema_repairs()
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    `type` at `/outputSchema/properties/n`: "weekday" was removed
    `properties` at `/outputSchema/properties/m`: 5 became {}
    `required` at `/outputSchema`: [1] was removed
    "#);
    // An unchecked tool is exported without them, with losses.
    let unchecked = tool_with_output(&output).unchecked();
    for target in [
        Mcp::tools_list(),
        Mcp::tools_list_2026_07_28(),
        OpenAi::responses(),
    ] {
        let export = unchecked.export(target).expect("an export");
        let field = if export.tool().get("outputSchema").is_some() {
            "outputSchema"
        } else {
            "output_schema"
        };
        assert_eq!(
            export.tool()[field],
            json!({"type": "object", "properties": {"n": {}, "m": {}}})
        );
        let lost: Vec<_> = export
            .losses()
            .iter()
            .map(|loss| (loss.path.as_str(), loss.keyword.as_str()))
            .collect();
        assert_eq!(
            lost,
            [
                ("/outputSchema/properties/n", "type"),
                ("/outputSchema/properties/m", "properties"),
                ("/outputSchema", "required"),
            ]
        );
    }
}

#[test]
fn leaves_out_output_schemas_that_are_no_objects() {
    for output in [json!(null), json!(5), json!("object"), json!([])] {
        let error = tool_with_output(&output)
            .build()
            .expect_err("no schema")
            .to_string();
        assert!(
            error.contains("at `/outputSchema`: the schema is not a JSON object"),
            "{error}"
        );
        let removed = tool_with_output(&output)
            .remove_malformed()
            .build()
            .expect("removed");
        assert_eq!(removed.output_schema(), None);
        assert_eq!(removed.schema_repairs()[0].keyword, "outputSchema");
        let export = tool_with_output(&output)
            .unchecked()
            .export(Mcp::tools_list())
            .expect("an export");
        assert_eq!(
            (export.tool().get("outputSchema"), export.losses().len()),
            (None, 1)
        );
    }
    // An output schema may have any type.
    for output in [
        json!(true),
        json!({"type": "array"}),
        json!({"x-own": null}),
    ] {
        assert!(
            tool_with_output(&output)
                .build()
                .expect("well-formed")
                .schema_repairs()
                .is_empty()
        );
    }
}

#[test]
fn well_formed_schemas_have_no_repairs() {
    let schema = json!({"type": "object", "properties": {
        "required": {"type": "boolean", "default": null},
        "minimum": {"const": null}, "type": {"enum": ["any", null]},
        "a": {"exclusiveMinimum": 0, "items": {}, "$schema": null},
        "b": true, "c": {"not": {}},
    }, "required": [], "minimum": 5});
    let definition = Definition::unchecked("t", "A tool.", schema.clone());
    assert!(definition.schema_repairs().is_empty());
    assert_eq!(definition.schema(), &schema);
}

#[test]
fn malformed_keywords_with_several_meanings_are_errors_unless_removed() {
    for property in [
        json!({"type": "weekday"}),
        json!({"minimum": "today"}),
        json!({"enum": "a, b"}),
        json!({"oneOf": [{"type": "string"}, null]}),
        json!({"anyOf": [{"type": "string"}, 5]}),
        json!({"anyOf": {"type": "string"}}),
        json!({"not": null, "maxLength": -1}),
        json!(5),
        json!("text of the user"),
    ] {
        let schema = json!({"type": "object", "properties": {"p": property}});
        let built = Definition::new("t", "A tool.", schema.clone());
        assert!(built.is_err(), "{schema}");
        let removed = Definition::builder("t", "A tool.", schema.clone())
            .remove_malformed()
            .build();
        let removed = removed.unwrap_or_else(|error| panic!("{error}"));
        assert!(
            removed
                .schema_repairs()
                .iter()
                .any(|repair| repair.path.starts_with("/properties")),
            "{schema}"
        );
        assert!(removed.parse(r#"{"p": "a"}"#).is_ok(), "{schema}");
        // An unchecked tool shows what may help a model.
        let unchecked = Definition::unchecked("t", "A tool.", schema.clone());
        let export = unchecked
            .export(OpenAi::chat())
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(!export.losses().is_empty(), "{schema}");
    }
    let day = json!({"type": "object", "properties": {"day": {"type": "weekday", "description": "The day."}}});
    let shown = |tool: Definition| {
        let export = tool.export(OpenAi::chat()).expect("an export");
        export.schema()["properties"]["day"].to_string()
    };
    let unchecked = Definition::unchecked("t", "A tool.", day.clone());
    insta::assert_snapshot!(shown(unchecked), @r#"{"description":"The day. (type: \"weekday\")"}"#);
    insta::assert_snapshot!(shown(of_server("t", &day)), @r#"{"description":"The day. (type: \"weekday\")"}"#);
}

#[test]
fn broken_references_of_plain_tools_are_losses() {
    let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A", "description": "An A."}}});
    let tool = Definition::unchecked("t", "A tool.", schema);
    let export = tool.export(OpenAi::chat()).expect("an export");
    assert_eq!(
        export.schema()["properties"]["a"],
        json!({"description": "An A."})
    );
    let lost: Vec<_> = export
        .losses()
        .iter()
        .map(|loss| (loss.path.as_str(), loss.keyword.as_str()))
        .collect();
    assert_eq!(lost, [("/properties/a", "$ref")]);
    let error = tool.export(OpenAi::chat().strict()).expect_err("strict");
    assert_eq!(error.reason(), &Reason::Reference);
}

#[test]
fn impossible_forms_of_unions_are_left_out_without_loss() {
    for never in [
        json!({"not": {}}),
        json!(false),
        json!({"enum": []}),
        json!({"anyOf": []}),
    ] {
        for union in ["anyOf", "oneOf"] {
            let property = json!({union: [{"type": "string"}, never, {"type": "integer"}]});
            let schema = json!({"type": "object", "properties": {"a": property}, "required": ["a"], "additionalProperties": false});
            let tool = Definition::unchecked("t", "A tool.", schema);
            for (name, target) in targets() {
                let export = match tool.export(target) {
                    Ok(export) => export,
                    Err(error) => {
                        assert_eq!(error.reason(), &Reason::NoStrictMode, "{name}: {error}");
                        continue;
                    }
                };
                let of_branch = export
                    .losses()
                    .iter()
                    .find(|loss| loss.path.contains("Of/1"));
                assert!(of_branch.is_none(), "{name}: {of_branch:?}");
            }
        }
    }
    // No form is possible, so the tool cannot be called.
    let schema =
        json!({"type": "object", "properties": {"a": {"anyOf": [{"not": {}}]}}, "required": ["a"]});
    let tool = Definition::unchecked("t", "A tool.", schema);
    let error = tool
        .export(OpenAi::chat().strict())
        .expect_err("impossible");
    assert_eq!(error.reason(), &Reason::NoValue);
}

#[test]
fn long_descriptions_are_shortened_at_a_sentence() {
    let sentence = "This sentence has forty-nine characters in total. ";
    let long = sentence.repeat(30);
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let azure = tests::target("azure");
    let tool = Definition::new("t", long.trim(), schema.clone()).expect("a schema");
    let export = tool.export(azure).expect("an export");
    let shown = export.tool()["function"]["description"]
        .as_str()
        .expect("a text");
    assert_eq!(shown, sentence.repeat(20).trim());
    let loss = export
        .losses()
        .iter()
        .find(|loss| loss.keyword == "description");
    let Some(Loss {
        value,
        kept: Kept::Nowhere,
        ..
    }) = loss
    else {
        panic!("{loss:?}");
    };
    assert_eq!(value, long.trim());
    let word = "word ".repeat(300);
    let tool = Definition::new("t", word.trim(), schema.clone()).expect("a schema");
    let export = tool.export(azure).expect("an export");
    let shown = export.tool()["function"]["description"]
        .as_str()
        .expect("a text");
    assert!(
        shown.ends_with("word…") && shown.chars().count() <= 1024,
        "{shown}"
    );
    let one = "é".repeat(2000);
    let tool = Definition::new("t", one, schema).expect("a schema");
    let export = tool.export(azure).expect("an export");
    let shown = export.tool()["function"]["description"]
        .as_str()
        .expect("a text");
    assert_eq!(shown.chars().count(), 1024);
}

#[test]
fn recursive_tools_show_their_first_levels() {
    let node = json!({"type": "object", "properties": {
        "value": {"type": "number"}, "left": {"$ref": "#/$defs/Node"}, "right": {"$ref": "#/$defs/Node"},
    }});
    let schema = json!({"type": "object", "properties": {"node": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}});
    let tool = Definition::new("t", "A tool.", schema).expect("a schema");
    for target in ["ollama", "xai", "xai chat"] {
        let export = tool.export(tests::target(target)).expect("an export");
        let inner = export
            .schema()
            .pointer("/properties/node/properties/left/properties/right");
        assert_eq!(
            inner.expect("two levels")["description"],
            "(the same form again)",
            "{target}"
        );
        assert!(
            export
                .losses()
                .iter()
                .any(|loss| loss.keyword == "$ref" && loss.kept == Kept::Description)
        );
    }
    let root = json!({"type": "object", "properties": {"below": {"$ref": "#"}}});
    let tool = Definition::new("t", "A tool.", root).expect("a schema");
    assert!(tool.export(tests::target("xai")).is_ok());
}

/// Replaces a value of the schema with an arbitrary one.
fn mutated(schema: &mut Value, entropy: &mut Entropy<'_>) {
    let odd = [
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("any"),
        json!("#/nowhere"),
        json!("OBJECT"),
        json!([]),
        json!([null]),
        json!([{}, 1]),
        json!({}),
        json!({"not": {}}),
        json!({"$ref": "#"}),
        json!({"type": "array"}),
        json!("0"),
        json!({"": null}),
        json!(["a", "a"]),
        json!({"anyOf": []}),
    ];
    let inside: Option<&mut Value> = match schema {
        Value::Object(map) if !map.is_empty() && !entropy.once_in(4) => {
            let at = entropy.below(map.len());
            map.values_mut().nth(at)
        }
        Value::Array(list) if !list.is_empty() && !entropy.once_in(4) => {
            let at = entropy.below(list.len());
            list.get_mut(at)
        }
        _ => None,
    };
    match inside {
        Some(inside) => mutated(inside, entropy),
        None => *schema = odd[entropy.below(odd.len())].clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Good tools are exported beside any other tool, and what is exported obeys the provider.
    #[test]
    fn a_mutated_schema_costs_only_its_own_tool(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut entropy = Entropy::new(&bytes);
        let mut schema = schema(&mut entropy);
        dressed(&mut schema, &mut entropy);
        for _ in 0..=entropy.below(3) {
            mutated(&mut schema, &mut entropy);
        }
        let tools = [of_server("odd", &schema), Definition::unchecked("odd", "A tool.", schema.clone())];
        for tool in tools {
            exported_between(&tool);
            for (name, target) in targets() {
                let Ok(export) = tool.export(target) else {
                    continue;
                };
                let found = violations(as_sent(name, &export), export.tool());
                prop_assert!(found.is_empty(), "{name}: {found:?}\n{}\n{schema}", export.schema());
            }
        }
    }
}
