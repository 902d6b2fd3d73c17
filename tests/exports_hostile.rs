//! Schemas for which a careless export would be wrong, and their exports.

use serde_json::{Value, json};
use tests::{exported_in_short, not_exported, targets, violations};
use tool_core::Definition;
use tool_core::provider::{Anthropic, Cohere, DeepSeek, Gemini, Mcp, Ollama, OpenAi, Target, XAi};
use tool_core::text::Format;

fn of(schema: Value) -> Definition {
    Definition::unchecked("t", "A tool.", schema)
}

/// The export of a tool with one required property, and its losses.
fn of_place(place: &Value, target: Target) -> String {
    exported_in_short(&of(around(place)), target)
}

fn around(place: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"x": place},
        "required": ["x"],
        "additionalProperties": false,
    })
}

fn refused(place: &Value, target: Target) -> String {
    not_exported(around(place), target)
}

fn obeys(definition: &Definition) {
    let mut exported = 0;
    for (name, target) in targets() {
        if let Ok(export) = definition.export(target) {
            exported += 1;
            let name = tests::as_sent(name, &export);
            let found = violations(name, export.tool());
            assert!(found.is_empty(), "{name}: {found:?}\n{:#}", export.tool());
        }
    }
    assert!(exported > 0, "no target takes {:#}", definition.schema());
}

#[test]
fn refuses_a_map_in_a_union_with_an_array() {
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let beside = |other: Value| json!({"anyOf": [other, map]});
    let array = json!({"type": "array", "items": {"type": "string"}});
    insta::assert_snapshot!(refused(&beside(array.clone()), OpenAi::chat().strict()), @"OpenAI Chat (strict): `additionalProperties` at `/properties/x/anyOf/1`: a map with properties, with arrays or with several kinds of keys is not supported; put the map into a separate property, or export without strict");
    insta::assert_snapshot!(refused(&beside(json!({"anyOf": [{"type": "null"}, array]})), XAi::chat()), @"xAI Chat: `additionalProperties` at `/properties/x/anyOf/1`: a map with properties, with arrays or with several kinds of keys is not supported; put the map into a separate property");
    insta::assert_snapshot!(refused(&json!({"type": ["array", "object"], "items": {"type": "null"}, "additionalProperties": {"type": "null"}}), DeepSeek::chat().strict()), @"DeepSeek (strict): `additionalProperties` at `/properties/x`: a map with properties, with arrays or with several kinds of keys is not supported; put the map into a separate property, or export without strict");
    insta::assert_snapshot!(of_place(&beside(json!({"type": "string"})), OpenAi::chat().strict()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"additionalProperties":false,"required":["key","value"]}}]}},"additionalProperties":false,"required":["x"]},"strict":true}}
    lost: /properties/x/anyOf/1 additionalProperties {"type":"integer"} (Reading)
    "#);
    insta::assert_snapshot!(of_place(&json!({"type": ["object", "null"], "additionalProperties": {"type": "integer"}}), XAi::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"anyOf":[{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"required":["key","value"]}},{"type":"null"}]}},"required":["x"]}}}
    lost: /properties/x additionalProperties {"type":"integer"} (Reading)
    lost:  additionalProperties false (Reading)
    "#);
    insta::assert_snapshot!(of_place(&beside(array), OpenAi::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"object","additionalProperties":{"type":"integer"},"properties":{}}]}},"required":["x"]}}}
    lost:  additionalProperties false (Reading)
    "#);
}

#[test]
fn describes_the_required_keys_of_a_map() {
    let map =
        json!({"type": "object", "additionalProperties": {"type": "integer"}, "required": ["z"]});
    insta::assert_snapshot!(of_place(&map, Gemini::parameters()), @r#"
    {"name":"t","description":"A tool.","parameters":{"type":"OBJECT","properties":{"x":{"type":"OBJECT","properties":{},"description":"(required: [\"z\"], additionalProperties: {\"type\":\"integer\"})"}},"required":["x"]}}
    lost:  additionalProperties false (Reading)
    lost: /properties/x required ["z"] (Description)
    lost: /properties/x additionalProperties {"type":"integer"} (Description)
    "#);
    obeys(&of(around(&map)));
    let nothing = json!({"type": "object", "properties": {}, "required": []});
    insta::assert_snapshot!(exported_in_short(&of(nothing), Ollama::chat()), @r#"{"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{},"required":[]}}}"#);
}

/// The annotation next to a reference belongs to the place.
#[test]
fn reports_annotations_of_a_reference_as_losses() {
    let mut schema = around(&json!({
        "$ref": "#/$defs/A",
        "title": "Outer",
        "default": "o",
        "description": "The place.",
    }));
    schema["$defs"] = json!({"A": {
        "type": "string",
        "title": "Inner",
        "default": "i",
        "description": "The type.",
    }});
    insta::assert_snapshot!(exported_in_short(&of(schema), OpenAi::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"title":"Outer","default":"o","description":"The place. The type.","type":"string"}},"required":["x"]}}}
    lost: /$defs/A title "Inner" (Nowhere)
    lost: /$defs/A default "i" (Nowhere)
    lost:  additionalProperties false (Reading)
    "#);
}

#[test]
fn checks_one_tool_against_the_budget_of_a_request() {
    let of_properties = |count: usize| {
        let names = (0..count).map(|number| format!("p{number}"));
        let properties: serde_json::Map<_, _> = names
            .map(|name| (name, json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties, "required": ["p0"]})
    };
    insta::assert_snapshot!(not_exported(of_properties(201), Cohere::chat().strict()), @"Cohere (strict): 201 properties, but at most 200 are supported; split or shorten the tools, or export without strict");
    assert!(
        of(of_properties(200))
            .export(Cohere::chat().strict())
            .is_ok()
    );
}

#[test]
fn converts_draft_7_dependencies_to_2020_12() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "dependencies": {"a": ["b"], "b": {"$ref": "#/definitions/B"}},
        "definitions": {"B": {"required": ["a"]}},
    });
    insta::assert_snapshot!(exported_in_short(&of(schema.clone()), Mcp::tools_list()), @r#"{"name":"t","description":"A tool.","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"required":["a"]}}}}"#);
    insta::assert_snapshot!(exported_in_short(&of(schema.clone()), OpenAi::chat().strict()), @r##"
    {"type":"function","function":{"name":"t","description":"A tool. (dependentRequired: {\"a\":[\"b\"]}, dependentSchemas: {\"b\":{\"required\":[\"a\"]}})","parameters":{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":["string","null"]}},"additionalProperties":false,"required":["a","b"]},"strict":true}}
    lost:  dependencies {"a":["b"],"b":{"$ref":"#/definitions/B"}} (Description)
    lost:  required null (Reading)
    "##);
    obeys(&of(schema));
    let malformed = json!({"type": "object", "dependencies": {"a": [1]}});
    insta::assert_snapshot!(exported_in_short(&of(malformed), Mcp::tools_list()), @r#"
    {"name":"t","description":"A tool.","inputSchema":{"type":"object"}}
    lost:  dependencies {"a":[1]} (Nowhere)
    "#);
}

/// A description that refers to an absent definition is useless.
#[test]
fn descriptions_inline_their_references() {
    let tool = |place: Value| {
        let mut schema = around(&place);
        schema["$defs"] = json!({
            "Key": {"type": "string", "minLength": 2},
            "Tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}},
        });
        of(schema)
    };
    let strict = OpenAi::chat().strict();
    insta::assert_snapshot!(exported_in_short(&tool(json!({"type": "string", "not": {"$ref": "#/$defs/Key"}})), strict), @r##"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":"string","description":"(not: {\"type\":\"string\",\"minLength\":2})"}},"additionalProperties":false,"required":["x"]},"strict":true}}
    lost: /properties/x not {"$ref":"#/$defs/Key"} (Description)
    "##);
    insta::assert_snapshot!(exported_in_short(&tool(json!({"type": "array", "items": {"type": "string"}, "contains": {"$ref": "#/$defs/Tree"}})), strict), @r##"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":"array","items":{"type":"string"},"description":"(contains: {\"$ref\":\"#/$defs/Tree\"})"}},"additionalProperties":false,"required":["x"]},"strict":true}}
    lost: /properties/x contains {"$ref":"#/$defs/Tree"} (Description)
    "##);
    // Keywords in data are not a schema.
    insta::assert_snapshot!(exported_in_short(&tool(json!({"type": "string", "default": {"$ref": "#/$defs/Key"}})), strict), @r##"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":"string","description":"(default: {\"$ref\":\"#/$defs/Key\"})"}},"additionalProperties":false,"required":["x"]},"strict":true}}
    lost: /properties/x default {"$ref":"#/$defs/Key"} (Description)
    "##);
}

#[test]
fn removes_enum_members_of_other_types() {
    let place = json!({"type": "string", "enum": ["a", null, 1]});
    let optional = json!({"type": "object", "properties": {"x": place}});
    insta::assert_snapshot!(exported_in_short(&of(optional), OpenAi::chat().strict()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":["string","null"],"enum":["a",null]}},"additionalProperties":false,"required":["x"]},"strict":true}}
    lost: /properties/x enum ["a",null,1] (Nowhere)
    lost:  required null (Reading)
    "#);
    insta::assert_snapshot!(of_place(&json!({"type": "integer", "enum": [1, 2.0, 2.5]}), Anthropic::messages()), @r#"
    {"name":"t","description":"A tool.","input_schema":{"type":"object","properties":{"x":{"type":"integer","enum":[1,2.0]}},"required":["x"]}}
    lost: /properties/x enum [1,2.0,2.5] (Nowhere)
    lost:  additionalProperties false (Reading)
    "#);
    insta::assert_snapshot!(refused(&json!({"type": "string", "enum": [1]}), Anthropic::messages()), @"Anthropic: `enum` at `/properties/x`: no value can satisfy this schema; remove the property");
}

#[test]
fn nullable_root_becomes_an_object_with_a_loss() {
    let schema = json!({"type": ["object", "null"], "properties": {"x": {"type": "string"}}});
    insta::assert_snapshot!(exported_in_short(&of(schema), OpenAi::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":"string"}}}}}
    lost:  type ["object","null"] (Nowhere)
    "#);
}

#[test]
fn root_union_keeps_the_constraints_of_its_forms() {
    let form = |kind: &str, more: Value| {
        let mut form = json!({
            "type": "object",
            "properties": {"kind": {"const": kind}},
            "required": ["kind"],
            "additionalProperties": false,
        });
        for (keyword, value) in more.as_object().into_iter().flatten() {
            form[keyword] = value.clone();
        }
        form
    };
    let schema = json!({"oneOf": [
        form("a", json!({"description": "The first."})),
        form("b", json!({"minProperties": 2, "not": {"required": ["z"]}})),
        form("c", json!({})),
    ]});
    insta::assert_snapshot!(exported_in_short(&of(schema.clone()), OpenAi::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool. (one of {kind: \"a\"}: The first | {kind: \"b\"}: (minProperties: 2, not: {\"required\":[\"z\"]}) | {kind: \"c\"})","parameters":{"type":"object","properties":{"kind":{"type":"string","enum":["a","b","c"]}},"required":["kind"]}}}
    lost:  oneOf .. (Description)
    lost:  additionalProperties null (Reading)
    "#);
    obeys(&of(schema));
}

/// References are compared, cut at `/`, decoded, or not, by each provider in its own way.
#[test]
fn renames_definitions_whose_names_need_an_escape() {
    let names = ["a/b", "a~b", "Vec<T>", "größe", "p%25", "with space", ""];
    let pointers = [
        "a~1b",
        "a~0b",
        "Vec%3CT%3E",
        "größe",
        "p%2525",
        "with%20space",
        "",
    ];
    let definitions: serde_json::Map<_, _> = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({"const": name})))
        .collect();
    let properties: serde_json::Map<_, _> = pointers
        .iter()
        .flat_map(|pointer| {
            [
                (format!("{pointer}1"), pointer),
                (format!("{pointer}2"), pointer),
            ]
        })
        .map(|(name, pointer)| (name, json!({"$ref": format!("#/$defs/{pointer}")})))
        .collect();
    let schema = json!({"type": "object", "properties": properties, "$defs": definitions});
    let export = of(schema.clone())
        .export(Mcp::tools_list())
        .expect("an export");
    let exported = export.schema()["$defs"].as_object().expect("definitions");
    let lines: Vec<_> = exported
        .iter()
        .map(|(name, of)| format!("{name}: {of}"))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    definition: {"const":""}
    with_space: {"const":"with space"}
    p_25: {"const":"p%25"}
    gr__e: {"const":"größe"}
    Vec_T_: {"const":"Vec<T>"}
    a_b2: {"const":"a~b"}
    a_b: {"const":"a/b"}
    "#);
    jsonschema::validator_for(export.schema()).expect("its references lead somewhere");
    obeys(&of(schema));
}

#[test]
fn refusal_names_the_missing_keyword_of_an_object_or_array() {
    let strict = OpenAi::chat().strict();
    insta::assert_snapshot!(refused(&json!({"type": "object"}), strict), @"OpenAI Chat (strict): at `/properties/x`: an object without properties has nothing to constrain; declare a property, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "array"}), strict), @"OpenAI Chat (strict): `items` at `/properties/x`: a value of any type is not supported; declare its type, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "object", "additionalProperties": true}), strict), @"OpenAI Chat (strict): at `/properties/x/additionalProperties`: a value of any type is not supported; declare its type, or export without strict");
    insta::assert_snapshot!(refused(&json!({}), strict), @"OpenAI Chat (strict): at `/properties/x`: a value of any type is not supported; declare its type, or export without strict");
}

#[test]
fn refusal_suggests_a_fix_that_works() {
    let named = json!({"type": "object", "properties": {"a b": {"type": "string"}}});
    insta::assert_snapshot!(not_exported(named, Anthropic::messages().strict()), @"Anthropic (strict): at `/properties/a b`: expected a property name of the form `^[a-zA-Z0-9_.-]{1,64}$`; rename the property");
    insta::assert_snapshot!(refused(&json!({"$ref": "#anchor"}), Anthropic::messages().strict()), @"Anthropic (strict): `$ref` at `/properties/x`: the reference has no target in this schema; move the target into `$defs`, and refer to it by `#/$defs/` and its name, or export without strict");
}

/// No export and no document follows references until the stack is exhausted.
#[test]
fn follows_a_long_chain_of_definitions_in_bounds() {
    for length in [200, 1_000] {
        let name = |number: usize| format!("A{number}");
        let object = |number: usize| {
            let next = json!({"$ref": format!("#/$defs/{}", name(number + 1))});
            json!({"type": "object", "properties": {"next": next}})
        };
        let mut definitions: serde_json::Map<String, Value> = (0..length)
            .map(|number| (name(number), object(number)))
            .collect();
        definitions.insert(name(length), json!({"type": "string"}));
        let schema = json!({
            "type": "object",
            "properties": {"x": {"$ref": "#/$defs/A0"}},
            "$defs": definitions,
        });
        let definition = of(schema);
        for (name, target) in targets() {
            if let Err(error) = definition.export(target) {
                assert!(error.to_string().len() < 1_000, "{name}: {error}");
            }
        }
        assert!(definition.to_signature().len() < 10_000_000);
        assert!(definition.to_markdown().len() < 10_000_000);
        for format in Format::all() {
            let _ = format.render_tools([&definition]);
            let _ = format.grammar([&definition]);
        }
    }
}
