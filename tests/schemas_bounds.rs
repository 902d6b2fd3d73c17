//! Limits on the cost of a schema: an untrusted schema cannot make a call slow.

use serde_json::{Value, json};
use tests::refused;
use tool_core::issue::IssueKind;
use tool_core::issue::Limit;
use tool_core::{Definition, Limits, Tool};

/// 40,000 states, which take a minute to be matched against 20 KB.
const HOSTILE: &str = "(x{0,200}){0,200}y";

fn with_property(place: &Value) -> Value {
    json!({"type": "object", "properties": {"x": place}})
}

#[test]
fn refuses_a_pattern_that_compiles_to_too_much() {
    for (place, keyword, path) in [
        (
            json!({"type": "string", "pattern": HOSTILE}),
            "pattern",
            "/properties/x",
        ),
        (json!({"pattern": HOSTILE}), "pattern", "/properties/x"),
        (
            json!({"type": "object", "patternProperties": {HOSTILE: {}}}),
            "patternProperties",
            "/properties/x",
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "string", "pattern": HOSTILE}]}),
            "pattern",
            "/properties/x/anyOf/1",
        ),
    ] {
        let error = refused(with_property(&place));
        assert_eq!((error.keyword(), error.path()), (Some(keyword), path));
        assert!(error.reason().contains("Limits::pattern_size"), "{error}");
    }
}

#[test]
fn accepts_larger_patterns_with_a_raised_limit() {
    let schema = with_property(&json!({"type": "string", "pattern": HOSTILE}));
    let limits = Limits::default().pattern_size(8 << 20);
    let definition = Definition::builder("t", "A tool.", schema)
        .limits(limits)
        .build();
    let definition = definition.expect("it is not too large");
    assert!(definition.parse(r#"{"x": "xxy"}"#).is_ok());
    assert!(definition.parse(r#"{"x": "xxz"}"#).is_err());
}

#[test]
fn accepts_common_patterns() {
    let email = r"^(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*)@(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$";
    let patterns = [
        email,
        "^[A-Za-z0-9_-]{1,128}$",
        r"^[\s\S]{1,4000}$",
        "^https?://.+$",
    ];
    let places = patterns.map(|pattern| json!({"type": "string", "pattern": pattern}));
    let properties: serde_json::Map<String, Value> = (0..400)
        .map(|number| (format!("p{number}"), places[number % places.len()].clone()))
        .collect();
    let schema = json!({"type": "object", "properties": properties});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let call = json!({"p0": "a@b.example", "p1": "a", "p2": "a".repeat(4000), "p3": "http://a"});
    assert!(definition.parse(&call.to_string()).is_ok());
}

/// The issues that a call has against one pattern.
fn limited(schema: Value, call: &Value) -> Vec<IssueKind> {
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let limits = Limits::default().pattern_work(1_000_000);
    let reader = definition.reader().limits(limits);
    let error = reader
        .read::<Value>(&call.to_string())
        .expect_err("it is too long");
    error
        .issues()
        .iter()
        .map(|issue| issue.kind.clone())
        .collect()
}

fn reached() -> IssueKind {
    let (limit, maximum) = (Limit::PatternWork, 1_000_000);
    IssueKind::Limit { limit, maximum }
}

#[test]
fn a_text_that_is_too_long_for_its_pattern_is_an_issue_at_its_path() {
    let long = "x".repeat(2000);
    let schema = with_property(&json!({"type": "string", "pattern": "^x*$"}));
    assert_eq!(limited(schema, &json!({"x": long})), [reached()]);
    // Keys are matched, too, and the work for all of them counts.
    let keys = json!({"type": "object", "patternProperties": {"^x*$": {"type": "integer"}}, "additionalProperties": false});
    assert_eq!(
        limited(keys.clone(), &json!({long.clone(): 1})),
        [reached()]
    );
    let items =
        with_property(&json!({"type": "array", "items": {"type": "string", "pattern": "^x*$"}}));
    let some = json!({"x": vec!["x".repeat(100); 20]});
    assert!(limited(items, &some).contains(&reached()));
    // The result of the first branch is unknown, even if another branch accepts the value.
    let forms = with_property(
        &json!({"oneOf": [{"type": "string", "pattern": "^x*$"}, {"type": "string", "minLength": 1}]}),
    );
    assert!(limited(forms, &json!({"x": long})).contains(&reached()));
}

#[test]
fn pattern_limit_ignores_texts_at_other_places() {
    let schema = json!({"type": "object", "properties": {
        "x": {"type": "string", "pattern": "^x*$"},
        "text": {"type": "string"},
    }});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let reader = definition
        .reader()
        .limits(Limits::default().pattern_work(1_000_000));
    let call = json!({"x": "xx", "text": "x".repeat(1_000_000)}).to_string();
    assert!(reader.read::<Value>(&call).is_ok());
}

#[test]
fn refuses_enum_members_too_long_for_their_pattern() {
    let members = vec!["x".repeat(1_000_000); 10];
    let schema =
        with_property(&json!({"enum": members, "type": "string", "pattern": "(x?){300}y"}));
    assert_eq!(refused(schema).keyword(), Some("enum"));
}

/// Find.
#[derive(Debug, Tool)]
struct Find {
    #[schemars(regex(pattern = "(x{0,200}){0,200}y"))]
    #[expect(dead_code, reason = "the type cannot be read")]
    query: String,
}

#[test]
fn pattern_limit_applies_to_derived_types() {
    let error = Find::try_definition().expect_err("the pattern is too large");
    assert_eq!(error.path(), "/properties/query");
}

#[cfg(not(feature = "full-schema"))]
#[test]
fn unsupported_pattern_error_suggests_a_fix() {
    let error = refused(with_property(
        &json!({"type": "string", "pattern": "^(?!a).*$"}),
    ));
    assert!(
        error.reason().contains("look-around is not supported"),
        "{error}"
    );
    assert!(error.reason().contains("`full-schema`"), "{error}");
}

#[cfg(feature = "full-schema")]
mod full {
    use super::*;

    #[test]
    fn patterns_outside_the_plan_are_limited() {
        for place in [
            json!({"not": {"type": "string", "pattern": HOSTILE}}),
            json!({"type": "object", "propertyNames": {"pattern": HOSTILE}}),
            json!({"contains": {"patternProperties": {HOSTILE: {}}}}),
        ] {
            let error = refused(with_property(&place));
            assert!(error.reason().contains("Limits::pattern_size"), "{error}");
        }
    }

    #[test]
    fn look_around_in_a_long_text_is_an_issue() {
        let schema = with_property(&json!({"type": "string", "pattern": "^(?:(?=.*y)|x)*$"}));
        assert_eq!(
            limited(schema, &json!({"x": "x".repeat(2000)})),
            [reached()]
        );
    }

    #[test]
    fn look_around_in_a_short_text_is_checked() {
        let schema =
            with_property(&json!({"type": "string", "pattern": "^(?=.*[A-Z])(?=.*[0-9]).{8,}$"}));
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        assert!(definition.parse(r#"{"x": "Passw0rds"}"#).is_ok());
        assert!(definition.parse(r#"{"x": "passwords"}"#).is_err());
    }
}

/// Returns an `allOf` of unions. Each accepts one of two properties.
fn unions_that_meet(count: usize) -> Value {
    let either = |i: usize| json!({"anyOf": [{"required": [format!("l{i}")]}, {"required": [format!("r{i}")]}]});
    let all: Vec<Value> = (0..count).map(either).collect();
    with_property(&json!({"type": "object", "allOf": all}))
}

#[test]
fn refuses_unions_that_combine_to_too_many_forms() {
    let few = Definition::new("t", "A tool.", unions_that_meet(8)).expect("a schema");
    let sides = (0..8).map(|i| {
        (
            format!("{}{i}", if i % 3 == 0 { "l" } else { "r" }),
            json!(1),
        )
    });
    let mut call = json!({"x": sides.collect::<serde_json::Map<_, _>>()});
    assert!(few.parse(&call.to_string()).is_ok());
    call["x"].as_object_mut().map(|x| x.shift_remove("l3"));
    assert!(few.parse(&call.to_string()).is_err());

    let error = refused(unions_that_meet(20));
    assert_eq!(error.keyword(), Some("anyOf"));
    insta::assert_snapshot!(error.reason(), @"the unions of the schema combine to more than 5000 forms; write the intended forms in one `anyOf`");
}

#[test]
fn refuses_schemas_whose_merging_copies_too_much() {
    let of = |properties: usize, forms: usize| {
        let properties: serde_json::Map<_, _> = (0..properties)
            .map(|i| (format!("p{i}"), json!({"type": "integer"})))
            .collect();
        let forms: Vec<Value> = (0..forms)
            .map(|i| json!({"required": [format!("p{i}")]}))
            .collect();
        json!({"type": "object", "properties": properties, "anyOf": forms})
    };
    assert!(Definition::new("t", "A tool.", of(100, 50)).is_ok());
    let error = refused(of(2_000, 500));
    insta::assert_snapshot!(error.reason(), @"the schema is too large: merging the keywords next to `$ref`, `allOf`, `anyOf` and `oneOf` copies more than 500000 values");
}

#[test]
fn merges_thousands_of_schemas_that_hold_at_once() {
    let part = |i: usize| json!({"properties": {format!("p{i}"): {"type": "integer"}}, "required": [format!("p{i}")]});
    let all: Vec<Value> = (0..3_000).map(part).collect();
    let schema = json!({"type": "object", "allOf": all});
    let mut call: serde_json::Map<_, _> = (0..3_000).map(|i| (format!("p{i}"), json!(i))).collect();
    let sent = Value::from(call.clone()).to_string();
    assert_eq!(tests::parse(schema.clone(), &sent), sent);
    call.insert("p2999".to_owned(), json!("x"));
    let sent = Value::from(call).to_string();
    insta::assert_snapshot!(tests::parse(schema, &sent), @"p2999: expected integer, got string");
}

#[test]
fn merges_one_property_of_hundreds_of_schemas() {
    let part = |i: u64| json!({"properties": {"p": {"type": "integer", "minimum": i}}});
    let all: Vec<Value> = (0..300).map(part).collect();
    let schema = json!({"type": "object", "allOf": all});
    assert_eq!(
        tests::parse(schema.clone(), r#"{"p": 299}"#),
        r#"{"p":299}"#
    );
    insta::assert_snapshot!(tests::parse(schema, r#"{"p": 298}"#), @"p: expected at least 299, got 298");
}

/// Each level would be walked once for each schema of each level around it.
#[test]
fn checks_nested_values_of_several_schemas_once() {
    let object = |one: &str, other: &str| {
        let to = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
        let patterns = json!({"^k": to(one), "k$": to(other), "^n$": {"type": "integer"}});
        json!({"type": "object", "patternProperties": patterns})
    };
    let mut schema = with_property(&json!({"$ref": "#/$defs/a"}));
    schema["$defs"] = json!({"a": object("a", "b"), "b": object("b", "a")});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let nested = |inner: Value| {
        let nested = (0..100).fold(inner, |value, _| json!({"k": value}));
        json!({"x": nested}).to_string()
    };
    assert!(definition.parse(&nested(json!({"n": 1}))).is_ok());
    let repaired = definition.parse(&nested(json!({"n": "1"})));
    assert!(repaired.is_ok_and(|value| value.to_string().contains(r#"{"n":1}"#)));
    // One fault is one issue, however many schemas report it.
    let error = definition.parse(&nested(json!({"n": "x"})));
    let error = error.expect_err("it is no integer");
    assert_eq!(error.issues().len(), 1);
    assert!(
        error
            .to_string()
            .ends_with("k.n: expected integer, got string"),
        "{error}"
    );
}

#[test]
fn export_inlines_a_limited_number_of_schemas() {
    let inner: serde_json::Map<_, _> = (0..200)
        .map(|i| (format!("p{i}"), json!({"type": "string"})))
        .collect();
    let outer: serde_json::Map<_, _> = (0..200)
        .map(|i| (format!("p{i}"), json!({"$ref": "#/$defs/inner"})))
        .collect();
    let schema = json!({
        "type": "object",
        "properties": outer,
        "$defs": {"inner": {"type": "object", "properties": inner}},
    });
    insta::assert_snapshot!(tests::not_exported(schema, tool_core::provider::Gemini::parameters()), @"Gemini (parameters): `$ref` at `/properties/p49`: 10050 schemas written out, but at most 10000 are supported; split or shorten the tools");
}

#[test]
fn documents_of_mutually_recursive_definitions_terminate() {
    let definitions: serde_json::Map<_, _> = (0..30)
        .map(|i| {
            let to = |i: usize| (format!("p{i}"), json!({"$ref": format!("#/$defs/d{i}")}));
            let properties: serde_json::Map<_, _> = (0..30).map(to).collect();
            (
                format!("d{i}"),
                json!({"type": "object", "properties": properties}),
            )
        })
        .collect();
    let mut schema = with_property(&json!({"$ref": "#/$defs/d0"}));
    schema["$defs"] = Value::Object(definitions);
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    assert!(definition.to_markdown().len() < 5_000_000);
    assert!(definition.to_signature().len() < 200_000);
    assert!(definition.parse(r#"{"x": {"p7": {"p9": {}}}}"#).is_ok());
}

/// A tree whose nodes are of one of two forms, and a value in which each node lacks something and
/// the innermost is wrong.
fn nested_forms(depth: usize) -> (Definition, String) {
    let form = |name: &str| {
        let properties = json!({"l": {"$ref": "#/$defs/N"}, "r": {"$ref": "#/$defs/N"}, name: {}});
        json!({"type": "object", "properties": properties, "required": ["l", name]})
    };
    let forms = json!([form("a"), form("b"), {"type": "integer"}]);
    let schema = json!({
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/N"}},
        "$defs": {"N": {"anyOf": forms}},
    });
    let mut value = json!("bad");
    for level in 0..depth {
        value = if level < 6 {
            json!({"l": value, "r": value})
        } else {
            json!({"l": value})
        };
    }
    let definition = Definition::new("tree", "A tree.", schema).unwrap();
    (definition, json!({"x": value}).to_string())
}

#[test]
fn nested_unions_report_no_more_issues_than_the_limit() {
    for depth in [3, 20, 60] {
        let (definition, raw) = nested_forms(depth);
        let error = definition.parse(&raw).unwrap_err();
        let issues = error.issues().len();
        assert!((1..=100).contains(&issues), "{depth}: {issues}");
        let few = definition.reader().limits(Limits::default().issues(3));
        let error = few.read::<Value>(&raw).unwrap_err();
        assert!(error.issues().len() <= 3, "{depth}");
    }
}
