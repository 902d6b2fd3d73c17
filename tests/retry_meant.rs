//! A model that follows a text never sends another valid call: the text names each change that may
//! be meant, and no change that only a model without a call in mind could make.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;

/// The errors of a call, as the instruction lists them.
#[track_caller]
fn describe(properties: &Value, required: &[&str], raw: &Value) -> String {
    let schema = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    });
    of_schema(&schema, raw)
}

#[track_caller]
fn of_schema(schema: &Value, raw: &Value) -> String {
    let definition = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let error = definition.parse(&*raw.to_string());
    let text = error.expect_err("it is refused").to_string();
    let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
    errors.to_owned()
}

fn form(tag: &Value, mut properties: Value, required: &[&str]) -> Value {
    properties["kind"] = tag.clone();
    let required: Vec<&str> = required.iter().copied().chain(["kind"]).collect();
    json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

#[test]
fn a_key_is_not_moved_into_an_object_that_it_does_not_complete() {
    let loc = json!({"loc": {
        "type": "object",
        "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}, "name": {"type": "string"}},
        "required": ["lat", "lon"],
        "additionalProperties": false,
    }});
    let both = json!({"lat": 1, "lon": 2});
    assert_snapshot!(describe(&loc, &[], &both), @r#"lat, lon: belong inside "loc""#);
    assert_snapshot!(describe(&loc, &[], &json!({"lat": 1})), @"lat: unknown key");
    assert_snapshot!(describe(&loc, &[], &json!({"name": "a"})), @"name: unknown key");
    assert_snapshot!(describe(&loc, &["loc"], &json!({"name": "a"})), @r#"loc.lat: Required; loc.lon: Required; name: belongs inside "loc""#);
    let sent = json!({"name": "a", "loc": {"lat": 1, "lon": 2}});
    assert_snapshot!(describe(&loc, &[], &sent), @r#"name: belongs inside "loc""#);
    // Inside `loc`, the key has another type or a value, or `loc` itself is not an object.
    let other = json!({"name": ["a"], "loc": {"lat": 1, "lon": 2}});
    assert_snapshot!(describe(&loc, &[], &other), @"name: unknown key");
    let twice = json!({"name": "a", "loc": {"lat": 1, "lon": 2, "name": "b"}});
    assert_snapshot!(describe(&loc, &[], &twice), @"name: unknown key");
    let text = json!({"name": "a", "loc": [1, 2]});
    assert_snapshot!(describe(&loc, &[], &text), @"loc: expected {lat: number, lon: number, name?: string}, got array; name: unknown key");
}

#[test]
fn a_key_is_not_moved_into_a_form_that_was_not_sent() {
    let shape = json!({"shape": {"oneOf": [
        form(&json!({"const": "circle"}), json!({"radius": {"type": "number"}}), &["radius"]),
        form(&json!({"const": "square"}), json!({"side": {"type": "number"}}), &[]),
    ]}});
    let sent = json!({"side": 1, "shape": {"kind": "circle", "radius": 2}});
    assert_snapshot!(describe(&shape, &[], &sent), @"side: unknown key");
    let sent = json!({"side": 1, "shape": {"kind": "square"}});
    assert_snapshot!(describe(&shape, &[], &sent), @r#"side: belongs inside "shape""#);
}

#[test]
fn a_key_of_another_form_may_belong_beside_the_object() {
    let properties = json!({
        "shape": {"oneOf": [
            form(&json!({"const": "circle"}), json!({"label": {"type": "string"}}), &[]),
            form(&json!({"const": "square"}), json!({"side": {"type": "number"}}), &[]),
        ]},
        "label": {"type": "string"},
    });
    let sent = |value: Value| json!({"shape": {"kind": "square", "label": value}});
    assert_snapshot!(describe(&properties, &[], &sent(json!("a"))), @r#"shape.label: only with kind "circle", or beside "shape""#);
    // The object around it does not take this value.
    assert_snapshot!(describe(&properties, &[], &sent(json!({}))), @r#"shape.label: only with kind "circle""#);
}

#[test]
fn an_unknown_key_beside_a_missing_one_may_be_an_optional_one() {
    let properties = json!({
        "query": {"type": "string"}, "path": {"type": "string"}, "limit": {"type": "integer"},
    });
    assert_snapshot!(describe(&properties, &["query"], &json!({"argument": "a"})), @r#"query: Required ("argument" is unknown)"#);
    assert_snapshot!(describe(&properties, &["query"], &json!({"argument": "a", "path": "b"})), @r#"query: Required ("argument" is unknown)"#);
    assert_snapshot!(describe(&properties, &["query"], &json!({"querry": "a"})), @r#"query: Required (sent as "querry"?)"#);
}

#[test]
fn an_opposite_that_differs_by_one_letter_is_named() {
    let properties =
        json!({"dryRun": {"type": "boolean"}, "ignoreCase": {"type": ["boolean", "null"]}});
    assert_snapshot!(describe(&properties, &[], &json!({"drRun": true, "ignoreCase": true})), @r#"drRun: unknown key; did you mean "dryRun"?"#);
    assert_snapshot!(describe(&properties, &[], &json!({"run": true, "ignoreCase": true})), @"run: unknown key");
}

#[test]
fn a_rejected_string_says_which_argument_it_contains() {
    let properties = json!({
        "mode": {"enum": ["read", "write"]}, "path": {"type": "string"}, "id": {"type": "integer"},
    });
    let leaked = "read</mode>\n<parameter name=\"path\">src";
    assert_snapshot!(describe(&properties, &["mode"], &json!({"mode": leaked})), @r#"mode: expected "read" or "write" ("path" stands as markup inside)"#);
    // The path was sent. The issue of a required property says it itself.
    assert_snapshot!(describe(&properties, &["mode"], &json!({"mode": leaked, "path": "a"})), @r#"mode: expected "read" or "write", got "read</mode>\n<parameter name=\"path\">s…"#);
    assert_snapshot!(describe(&properties, &["mode", "path"], &json!({"mode": leaked})), @r#"mode: expected "read" or "write", got "read</mode>\n<parameter name=\"path\">s…; path: Required (it stands as markup inside "mode")"#);
    assert_snapshot!(describe(&properties, &["mode"], &json!({"mode": "a < b"})), @r#"mode: expected "read" or "write", got "a < b""#);
}

#[test]
fn a_long_text_keeps_the_name_of_the_form() {
    let long = json!({"enum": ["the first of the long names", "the second of the long names"]});
    let shape = json!({"shape": {"oneOf": [
        form(&json!({"const": "circle"}), json!({"label": long}), &[]),
        form(&json!({"const": "square"}), json!({"label": {"type": "number"}}), &[]),
    ]}});
    let sent = json!({"shape": {"kind": "circle", "label": "the fourth of the very long names"}});
    assert_snapshot!(describe(&shape, &[], &sent), @r#"shape.label: expected one of 2 declared values (kind "circle")"#);
}

#[test]
fn an_impossible_form_hides_no_tag() {
    let impossible = json!({"const": "square", "type": "string", "minLength": 10});
    let forms = |tag: &Value| {
        json!({"shape": {"oneOf": [
            form(&json!({"const": "circle"}), json!({"size": {"type": "number"}}), &[]),
            form(&json!({"const": "line"}), json!({"size": {"type": "boolean"}, "to": {"type": "string"}}), &[]),
            form(tag, json!({}), &[]),
        ]}})
    };
    let sent = json!({"shape": {"kind": "circle", "size": true, "to": "a"}});
    let words = describe(&forms(&json!({"const": "square"})), &[], &sent);
    assert_snapshot!(words, @r#"shape.size: expected number, got boolean (kind "circle"); shape.to: only with kind "line""#);
    assert_eq!(describe(&forms(&impossible), &[], &sent), words);
    let either = json!({"const": "square", "anyOf": [{"maxLength": 1}, {"pattern": "^s"}]});
    assert_eq!(describe(&forms(&either), &[], &sent), words);
}

#[test]
fn a_constant_is_not_suggested_for_a_key_with_a_value() {
    let unit = json!({"x": {"oneOf": [
        {"enum": ["none", "all"]},
        {"type": "object", "properties": {"some_of": {"type": "string"}}, "required": ["some_of"], "additionalProperties": false},
        {"type": "object", "properties": {"range": {"type": "integer"}}, "required": ["range"], "additionalProperties": false},
    ]}});
    let text = |x: Value| describe(&unit, &[], &json!({"x": x}));
    assert_snapshot!(text(json!({"of": "none"})), @r#"x: expected "none", "all", {"some_of": string} or {"range": integer}; "of" is unknown"#);
    assert_snapshot!(text(json!({"note": "a"})), @r#"x: expected "none", "all", {"some_of": string} or {"range": integer}; "note" is unknown"#);
    assert_snapshot!(text(json!({"nine": null})), @r#"x: expected "none", "all", {"some_of": string} or {"range": integer}; did you mean "none"?"#);
}

#[test]
fn an_array_that_lacks_a_level_is_shown_whole() {
    let text = |items: Value, x: Value| {
        describe(
            &json!({"x": {"type": "array", "items": items}}),
            &[],
            &json!({"x": x}),
        )
    };
    let strings = json!({"type": "array", "items": {"type": "array", "items": {"type": "string"}}});
    assert_snapshot!(text(strings.clone(), json!([["a", "b"], ["c"]])), @r#"x: can be read as [[["a","b"],["c"]]] or as [[["a","b"]],[["c"]]]; send one of them"#);
    assert_snapshot!(text(strings, json!([["a", "b"]])), @r#"x[0]: can be read as [["a","b"]] or as [["a"],["b"]]; send one of them"#);
    let pair = json!({"type": "array", "prefixItems": [{"enum": [1, 2]}, {"type": "array", "items": {"type": "boolean"}}], "minItems": 2, "maxItems": 2});
    assert_snapshot!(text(pair.clone(), json!([1, [true, true]])), @"x: expected array, such as [[1,[true,true]]], got [1,[true,true]]");
    assert_snapshot!(text(pair, json!([[1, [true]], 2])), @"x[1]: expected [1 | 2, [boolean]], got integer");
    let cell = json!({"type": "array", "items": {"type": ["string", "number", "null"]}});
    assert_snapshot!(text(cell.clone(), json!(["[1]", null])), @r#"x: can be read as [["[1]",null]] or as [["[1]"],[null]]; send one of them"#);
    assert_snapshot!(text(cell, json!([["a"], null])), @"x[1]: expected array of (string | number | null), got null");
}

#[test]
fn a_form_that_takes_no_sent_value_is_not_the_only_one_named() {
    let object = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let forms = json!({"type": "object", "anyOf": [
        object(json!({"y": {"type": "number"}}), json!(["y"])),
        object(json!({"x": {"type": "boolean"}, "path": {"type": "boolean"}}), json!([])),
    ]});
    assert_snapshot!(of_schema(&forms, &json!({"path": "used", "ys": 7.25})), @r#"expected {"y": number} or {"x"?: boolean, "path"?: boolean}; "ys" is unknown"#);
    assert_snapshot!(of_schema(&forms, &json!({"path": "used"})), @"path: expected boolean, got string");
    assert_snapshot!(of_schema(&forms, &json!({"path": "used", "x": true})), @"path: expected boolean, got string");
    let wrapped = json!({"payload": {"y": 1}});
    assert_snapshot!(of_schema(&forms, &wrapped), @r#"expected {"y": number} or {"x"?: boolean, "path"?: boolean}; "payload" is unknown"#);
}

#[test]
fn a_number_beyond_its_bounds_is_no_array_of_another_form() {
    let size = json!({"size": {"anyOf": [
        {"type": "integer", "maximum": 10},
        {"type": "array", "items": {"type": "number"}},
    ]}});
    assert_snapshot!(describe(&size, &[], &json!({"size": 30})), @"size: expected integer at most 10 or array of numbers, got 30");
    let pairs = json!({"size": {"anyOf": [
        {"type": "array", "items": {"type": "integer", "maximum": 10}},
        {"type": "array", "items": {"type": "string"}},
    ]}});
    assert_snapshot!(describe(&pairs, &[], &json!({"size": [30, 2]})), @"size[0]: expected at most 10, got 30");
}

#[test]
fn a_name_with_the_opposite_meaning_is_no_hint() {
    let flag = |name: &str| json!({name: {"type": "boolean"}});
    let of = |name: &str, sent: &str| describe(&flag(name), &[], &json!({sent: true}));
    assert_snapshot!(of("overwrite", "dont_overwrite"), @"dont_overwrite: unknown key");
    assert_snapshot!(of("overwrite", "prevent_overwrite"), @"prevent_overwrite: unknown key");
    assert_snapshot!(of("enable", "disabled"), @"disabled: unknown key");
    assert_snapshot!(of("include", "excluded"), @"excluded: unknown key");
    assert_snapshot!(of("overwrite", "overwritte"), @r#"overwritte: unknown key; did you mean "overwrite"?"#);
    assert_snapshot!(of("enabled", "enable"), @r#"enable: unknown key; did you mean "enabled"?"#);
}

#[test]
fn a_filler_does_not_say_which_form_is_meant() {
    let form = |properties: &Value, required: &str| {
        json!({
            "type": "object", "properties": properties, "required": [required],
            "additionalProperties": false,
        })
    };
    let text = json!({"type": "string"});
    let forms = json!({"anyOf": [
        form(&json!({"path": text}), "path"),
        form(&json!({"url": text, "timeout": {"type": "integer"}}), "url"),
    ]});
    let nobody_sent_a_form = of_schema(&forms, &json!({"link": "http://x", "path": ""}));
    assert_snapshot!(nobody_sent_a_form, @r#"expected {"path": string} or {"url": string, …}; "link" is unknown"#);
    let only_a_filler = of_schema(&forms, &json!({"path": "", "timeout": 5}));
    assert_snapshot!(only_a_filler, @r#"url: Required ("path" is unknown)"#);
    // The value of one form decides, also after a repair.
    let definition = Definition::new("t", "A tool.", forms).expect("a schema");
    let read = definition.parse(r#"{"url": ["http://x"], "timeout": "5", "path": ""}"#);
    assert_eq!(read.ok(), Some(json!({"url": "http://x", "timeout": 5})));
}

#[test]
fn a_form_is_told_apart_by_the_type_of_a_shared_key() {
    let closed = |properties: &Value| json!({"type": "object", "properties": properties, "additionalProperties": false});
    let (integer, text) = (json!({"type": "integer"}), json!({"type": "string"}));
    let forms = json!({"x": {"anyOf": [
        closed(&json!({"a": integer, "b": integer})),
        closed(&json!({"a": text, "c": text})),
    ]}});
    let mixed = describe(&forms, &["x"], &json!({"x": {"a": "one", "b": 5}}));
    assert_snapshot!(mixed, @r#"x: expected {"a"?: integer, "b"?: integer} or {"a"?: string, "c"?: string}"#);
}

#[test]
fn words_in_another_order_and_flat_paths_get_a_hint() {
    let point = json!({
        "type": "object", "properties": {"lat": {}, "lon": {}}, "additionalProperties": false,
    });
    let properties = json!({"max_price": {}, "min_price": {}, "point": point});
    let told = |raw: &Value| describe(&properties, &[], raw);
    assert_snapshot!(told(&json!({"price_max": 5})), @r#"price_max: unknown key; did you mean "max_price"?"#);
    assert_snapshot!(told(&json!({"price_top": 5})), @"price_top: unknown key");
    for key in ["point.lat", "point/lat", "point[lat]"] {
        let told = told(&json!({key: 5, "point": {"lon": 1}}));
        assert!(
            told.ends_with(r#": belongs inside "point", as "lat""#),
            "{told}"
        );
    }
    assert_snapshot!(told(&json!({"point_lat": 5, "point": {"lon": 1}})), @r#"point_lat: belongs inside "point""#);
    assert_snapshot!(told(&json!({"point_name": 5, "point": {"lon": 1}})), @"point_name: unknown key");
}

#[test]
fn broken_text_of_arguments_is_the_fault_and_not_the_keys_around_it() {
    let properties = json!({"a": {"type": "array"}});
    let wrapped = describe(&properties, &["a"], &json!({"arguments": "{\"a\": [1}"}));
    assert_snapshot!(wrapped, @r#"the arguments are not valid JSON: expected ',' or ']' after "{\"a\": [1""#);
    let called = json!({"name": "t", "arguments": "{\"a\": [1, 2]"});
    assert_snapshot!(describe(&properties, &["a"], &called), @r#"the arguments are not valid JSON: expected the rest of the text, which is cut off, after "…: [1, 2]""#);
    // Other text is not read as an object.
    let words = describe(&properties, &["a"], &json!({"arguments": "all of them"}));
    assert_snapshot!(words, @"a: Required, array; arguments: unknown key");
}

#[test]
fn names_that_differ_in_a_number_or_a_letter_are_no_hint() {
    for (declared, sent) in [
        ("ipv4", "ipv6"),
        ("line1", "line2"),
        ("key_1", "key_2"),
        ("col_a", "col_b"),
    ] {
        let properties = json!({declared: {"type": "string"}});
        let optional = describe(&properties, &[], &json!({sent: "x"}));
        assert_eq!(optional, format!("{sent}: unknown key"));
        let required = describe(&properties, &[declared], &json!({sent: "x"}));
        assert_eq!(
            required,
            format!("{declared}: Required ({} is unknown)", json!(sent))
        );
    }
    // Only one of the names has a number.
    let page = json!({"page1": {"type": "string"}});
    assert_snapshot!(describe(&page, &[], &json!({"pages1": "x"})), @r#"pages1: unknown key; did you mean "page1"?"#);
}

#[test]
fn a_sign_at_the_end_of_a_name_is_a_part_of_it() {
    let signs = json!({"+1": {"type": "integer"}, "-1": {"type": "integer"}, "balance-": {}});
    assert_snapshot!(describe(&signs, &[], &json!({"1": 3})), @"1: unknown key");
    assert_snapshot!(describe(&signs, &[], &json!({"balance": 3})), @"balance: unknown key");
    let tags = json!({"tags": {"type": "array"}, "limit": {"type": "integer"}});
    assert_snapshot!(describe(&tags, &[], &json!({"-tags": ["bug"]})), @"-tags: unknown key");
    // Two signs begin a flag.
    let schema = json!({"type": "object", "properties": tags, "additionalProperties": false});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    assert_eq!(
        definition.parse(r#"{"--limit": 3}"#).ok(),
        Some(json!({"limit": 3}))
    );
}

#[test]
fn a_map_takes_no_argument_of_the_object_around_it() {
    let properties = json!({
        "cmd": {"type": "string"}, "dry_run": {"type": "boolean"},
        "env": {"type": "object", "additionalProperties": {"type": "string"}},
    });
    let told = |raw: &Value| describe(&properties, &["cmd"], raw);
    let inside = told(&json!({"cmd": "rm x", "env": {"A": 1, "dry_run": true}}));
    assert_snapshot!(inside, @r#"env.dry_run: belongs beside "env""#);
    let styled = told(&json!({"cmd": "rm x", "env": {"dryRun": true}}));
    assert_snapshot!(styled, @r#"env.dryRun: belongs beside "env""#);
    let schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    // The object around has it, or the map takes it as it was sent.
    for (raw, read) in [
        (
            json!({"env": {"dry_run": 1}, "dry_run": true}),
            json!({"env": {"dry_run": "1"}, "dry_run": true}),
        ),
        (
            json!({"env": {"dry_run": "true"}}),
            json!({"env": {"dry_run": "true"}}),
        ),
    ] {
        assert_eq!(definition.parse(&raw).ok(), Some(read), "{raw}");
    }
}

#[test]
fn a_wrapper_beside_other_keys_holds_arguments() {
    let properties = json!({"input": {"type": "string"}, "n": {"type": "integer"}});
    let told = |raw: &Value| describe(&properties, &[], raw);
    for raw in [
        json!({"input": null, "arguments": {"input": "x"}}),
        json!({"n": 3, "arguments": [{"input": "x"}]}),
        json!({"n": 3, "arguments": {"input": "x", "n": 4}}),
    ] {
        assert_eq!(
            told(&raw),
            "arguments: unknown key; send its content without it"
        );
    }
    assert_snapshot!(told(&json!({"n": 3, "arguments": {"other": "x"}})), @"arguments: unknown key");
}

#[test]
fn a_key_belongs_inside_the_items_of_any_list() {
    let item = |properties: Value| json!({"type": "object", "properties": properties, "additionalProperties": false});
    let one = item(json!({"old": {"type": "string"}, "all": {"type": "boolean"}}));
    let other = item(json!({"line": {"type": "integer"}}));
    let list = |items: Value| json!({"type": "array", "items": items});
    for edits in [
        list(one.clone()),
        json!({"anyOf": [list(one.clone()), {"type": "null"}]}),
        list(json!({"anyOf": [one, other.clone()]})),
    ] {
        let properties = json!({"edits": edits});
        let told = describe(&properties, &[], &json!({"edits": [], "all": true}));
        assert_eq!(told, r#"all: belongs inside an item of "edits""#);
    }
    let told = describe(
        &json!({"edits": list(other)}),
        &[],
        &json!({"edits": [], "all": true}),
    );
    assert_snapshot!(told, @"all: unknown key");
}

#[test]
fn the_start_of_a_name_names_it() {
    let properties = json!({"description": {"type": "string"}, "q": {"type": "string"}});
    assert_snapshot!(describe(&properties, &[], &json!({"desc": "x"})), @r#"desc: unknown key; not sent: "description""#);
    assert_snapshot!(describe(&properties, &[], &json!({"de": "x"})), @"de: unknown key");
}

#[test]
fn a_declared_action_is_no_name_of_a_tool() {
    let form = |action: &str, properties: Value| {
        let mut properties = properties;
        properties["action"] = json!({"const": action});
        let required: Vec<String> = properties
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    let forms = json!({"oneOf": [
        form("click", json!({"x": {"type": "integer"}, "y": {"type": "integer"}})),
        form("type", json!({"text": {"type": "string"}})),
    ]});
    let misspelt = of_schema(&forms, &json!({"action": "type", "input": "a"}));
    assert_snapshot!(misspelt, @r#"text: Required ("input" is unknown; action "type")"#);
    let inside = of_schema(
        &forms,
        &json!({"action": "click", "action_input": {"x": 1, "y": 2}}),
    );
    assert_snapshot!(inside, @r#"x: Required (sent inside "action_input"?; action "click"); y: Required (sent inside "action_input"?; action "click")"#);
    let named = json!({"name": {"type": "string"}, "n": {"type": "integer"}});
    let wrapped = describe(&named, &[], &json!({"name": "bob", "args": {"n": 5}}));
    assert_snapshot!(wrapped, @"args: unknown key; send its content without it");
}
