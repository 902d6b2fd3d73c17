//! Values that the reader checks, repairs or reports one by one.

use serde_json::{Map, Value, json};

use super::texts::{listed, nested, numbered};
use super::{Case, read};

pub(super) const CASES: &[Case] = &[
    case(
        "items that conform",
        |_| a(&integers()),
        |n| items(n, |i| i.to_string()),
    ),
    case(
        "items that fail",
        |_| a(&integers()),
        |n| items(n, |i| format!(r#""x{i}""#)),
    ),
    case(
        "items that are repaired",
        |_| a(&integers()),
        |n| items(n, |i| format!(r#""{i}.0""#)),
    ),
    case(
        "objects that fail",
        |_| a(&array(steps())),
        |n| {
            items(n, |i| {
                format!(r#"{{"id": "x{i}", "Text": null, "extra": 1}}"#)
            })
        },
    ),
    case(
        "objects that are repaired",
        |_| a(&array(steps())),
        |n| {
            items(n, |i| {
                format!(r#"{{"ID": "{i}", "Text": 5, "done": "yes", "extra": null}}"#)
            })
        },
    ),
    case(
        "keys that are not declared",
        |_| named(50),
        |n| entries(n, |i| format!("other{i}")),
    ),
    case(
        "keys that are nearly declared",
        |_| named(50),
        |n| entries(n, |i| format!("nme{i}")),
    ),
    case("as many keys as names", named, |n| {
        entries(n, |i| format!("other{i}"))
    }),
    case("as many keys as names, in another style", named, |n| {
        entries(n, |i| format!("Name-{i}"))
    }),
    case(
        "keys beside many names",
        |_| named(200),
        |n| entries(n, |i| format!("nme{i}")),
    ),
    case(
        "names in another style",
        |_| named(200),
        |n| entries(n, |i| format!("Name-{i}")),
    ),
    case("names that are missing", required, |_| "{}".to_owned()),
    case(
        "a key that is long",
        |_| named(50),
        |n| format!(r#"{{"{}": 1}}"#, "name-".repeat(n)),
    ),
    case(
        "keys that are long",
        |_| named(50),
        |n| entries(50, |i| format!("name{i}{}", "-".repeat(n / 5))),
    ),
    case("spellings of one key", |_| open(), |n| entries(n, spelled)),
    case(
        "recursive unions that are repaired",
        |_| recursive_integers(),
        |n| items(n, |_| r#"{"x": "1"}"#.to_owned()),
    ),
    case(
        "filters that are repaired",
        |_| filters(),
        |n| {
            items(n, |i| {
                format!(r#"{{"Field": "a{i}", "op": "EQ", "value": "5"}}"#)
            })
        },
    ),
    case(
        "filters of one form each that conform",
        |_| one_of(filters()),
        |n| {
            items(n, |i| {
                format!(r#"{{"field": "a{i}", "op": "eq", "value": 5}}"#)
            })
        },
    ),
    case(
        "deep filters without their lists",
        |_| filters(),
        |n| {
            let leaf = r#"{"field": "a", "op": "eq", "value": 5}"#;
            let filter = format!(
                "{}{leaf}{}",
                nested(r#"{"and": "#, "", DEEP),
                nested("", "}", DEEP)
            );
            items(n.div_ceil(DEEP), |_| filter.clone())
        },
    ),
    case(
        "a map",
        |_| json!({"type": "object", "additionalProperties": {"type": "boolean"}}),
        |n| entries(n, |i| format!("k{i}")),
    ),
    case(
        "members that are near",
        |_| a(&array(members(50))),
        |n| items(n, |i| format!(r#""membr {}""#, i % 50)),
    ),
    case(
        "members of another style",
        |_| a(&array(members(50))),
        |n| items(n, |i| format!(r#""MEMBER-{}""#, i % 50)),
    ),
    case(
        "as many members as items",
        |n| a(&array(members(n))),
        |n| items(n, |i| format!(r#""MEMBER-{i}""#)),
    ),
    case(
        "as many numbers as items",
        |n| a(&array(json!({"enum": (0..n).collect::<Vec<_>>()}))),
        |n| items(n, |i| format!(r#""{i}""#)),
    ),
    case(
        "as many tags as items",
        |n| a(&array(tagged(n))),
        |n| items(n, |i| format!(r#"{{"kind": "K-{i}", "v": 1}}"#)),
    ),
    case(
        "many members",
        |n| a(&array(members(n / 10))),
        |_| items(20, |i| format!(r#""membr {i}""#)),
    ),
    case(
        "text that is no member",
        |_| a(&members(50)),
        |n| format!(r#"{{"a": "{}"}}"#, "member".repeat(n)),
    ),
    case(
        "unions that fail",
        |_| a(&array(forms(20))),
        |n| items(n, |i| format!(r#"{{"name5": "x{i}", "extra": 1}}"#)),
    ),
    case(
        "unions that are repaired",
        |_| a(&array(forms(20))),
        |n| items(n, |i| format!(r#"{{"NAME19": "{i}"}}"#)),
    ),
    case(
        "unions of many forms that fail",
        |_| a(&array(forms(200))),
        |n| {
            items(n, |i| {
                format!(r#"{{"name{}": "x{i}", "extra": 1}}"#, i % 200)
            })
        },
    ),
    case(
        "unions of many forms that are repaired",
        |_| a(&array(forms(200))),
        |n| items(n, |i| format!(r#"{{"NAME{}": "{i}"}}"#, i % 200)),
    ),
    case(
        "unions of many forms and unknown keys",
        |_| a(&array(forms(200))),
        |n| items(n, |i| format!(r#"{{"other{i}": {i}}}"#)),
    ),
    case(
        "unions of more and more forms",
        |n| a(&array(forms(n / 10))),
        |n| {
            items(200, |i| {
                format!(r#"{{"name{}": "x{i}", "extra": 1}}"#, i % (n / 10))
            })
        },
    ),
    case(
        "unions of scalars",
        |_| a(&array(json!({"type": ["integer", "boolean", "null"]}))),
        |n| items(n, |i| format!(r#""{i}""#)),
    ),
    case(
        "tags",
        |_| a(&array(tagged(20))),
        |n| items(n, |i| format!(r#"{{"kind": "k{}", "v": "{i}"}}"#, i % 25)),
    ),
    case(
        "tags behind deep values",
        |_| recursive_tagged(),
        |n| {
            let depth = n / 50;
            let (open, close) = (r#"{"next": "#, r#", "kind": "branch"}"#);
            let leaf = format!(r#"{{"v": 1,{}"kind": "leaf"}}"#, " ".repeat(20 * n));
            format!(
                r#"{{"a": {}{leaf}{}}}"#,
                open.repeat(depth),
                close.repeat(depth)
            )
        },
    ),
    case(
        "tags that are missing, cut off",
        |_| {
            let mut schema = recursive_tagged();
            schema["$defs"]["node"] = json!({"anyOf": schema["$defs"]["node"]["oneOf"]});
            schema
        },
        |n| {
            format!(
                r#"{{"a": {}{{"v": "x", "w": [{}"#,
                r#"{"next": "#.repeat(40),
                "1, ".repeat(4 * n)
            )
        },
    ),
    case(
        "unions in unions",
        |_| recursive(),
        |n| {
            listed(&vec![
                nested(r#"{"next": "#, "}", 100)
                    .replacen('}', "\"x\"}", 1);
                n / 100
            ])
        },
    ),
    case(
        "a repair at the bottom of unions in unions",
        |_| recursive_one_of(),
        |n| {
            let item = nested(r#"{"next": "#, "}", 100).replacen('}', "\"5\"}", 1);
            listed(&vec![item; n / 100])
        },
    ),
    case(
        "JSON in a string",
        |_| a(&array(steps())),
        |n| in_string(&steps_sent(n)),
    ),
    case(
        "JSON in strings",
        |_| a(&array(integers())),
        |n| items(n, |i| format!(r#""[{i}, 2""#)),
    ),
    case(
        "JSON in strings that fails",
        |_| a(&array(array(steps()))),
        |n| items(n, |i| format!(r#""[{{'id': {i}, 'text': None}}]""#)),
    ),
    case(
        "brackets in strings",
        |_| a(&array(integers())),
        |n| items(n, |_| r#""[[[[""#.to_owned()),
    ),
    case(
        "JSON in strings in strings",
        |_| a(&array(array(integers()))),
        |n| {
            let lists: Vec<String> = (0..n).map(|i| format!("[{i}]")).collect();
            let inner: Vec<Value> = lists
                .iter()
                .map(|list| Value::from(list.as_str()))
                .collect();
            in_string(&Value::from(inner).to_string())
        },
    ),
    case(
        "a list with commas",
        |_| a(&array(json!({"type": "string"}))),
        |n| format!(r#"{{"a": "{}"}}"#, "some, ".repeat(n)),
    ),
    case(
        "a list of lines",
        |_| a(&integers()),
        |n| format!(r#"{{"a": "{}"}}"#, r"12\n".repeat(n)),
    ),
    case(
        "lists with commas",
        |_| a(&array(integers())),
        |n| items(n, |i| format!(r#""{i}, 2""#)),
    ),
    case(
        "an indexed list",
        |_| a(&integers()),
        |n| format!(r#"{{"a": {}}}"#, entries(n, |i| i.to_string())),
    ),
    case(
        "items that differ",
        |_| a(&unique()),
        |n| items(n, |i| format!(r#"{{"b": [{i}]}}"#)),
    ),
    case(
        "items that are the same",
        |_| a(&unique()),
        |n| items(n, |i| (i % 7).to_string()),
    ),
    case(
        "a list that is named twice",
        |_| a(&array(steps())),
        |n| format!(r#"{{"a": {{"a": {}}}}}"#, steps_sent(n)),
    ),
    case(
        "a wrapper",
        |_| a(&array(steps())),
        |n| format!(r#"{{"arguments": {}}}"#, in_string(&steps_sent(n))),
    ),
    case(
        "an integer of many digits",
        |_| a(&json!({"type": "integer"})),
        |n| digits(n, ""),
    ),
    case(
        "digits in a string",
        |_| a(&json!({"type": "integer"})),
        |n| digits(n, "\""),
    ),
    case(
        "a multiple of many digits",
        |_| a(&json!({"type": "number", "multipleOf": 0.01})),
        |n| digits(n, ""),
    ),
    case(
        "a pattern",
        |_| a(&json!({"type": "string", "pattern": "^(a|aa)+$"})),
        |n| format!(r#"{{"a": "{}b"}}"#, "aa".repeat(n)),
    ),
    case(
        "faults deep inside of forms",
        |_| recursive_required(),
        |n| {
            let deep = format!("{}\"bad\"{}", r#"{"l": "#.repeat(30), "}".repeat(30));
            format!(r#"{{"a": [{}]}}"#, vec![deep; n / 100 + 1].join(", "))
        },
    ),
    case(
        "text for an array",
        |_| a(&integers()),
        |n| format!(r#"{{"a": "{}"}}"#, "some words [1] ".repeat(n)),
    ),
];

const fn case(name: &'static str, schema: fn(usize) -> Value, text: fn(usize) -> String) -> Case {
    Case {
        name,
        schema,
        text,
        work: read,
    }
}

/// A tool with one argument `a`.
fn a(schema: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"a": schema},
        "required": ["a"],
        "additionalProperties": false,
    })
}

fn array(items: impl Into<Value>) -> Value {
    json!({"type": "array", "items": items.into()})
}

fn integers() -> Value {
    array(json!({"type": "integer"}))
}

fn unique() -> Value {
    json!({"type": "array", "uniqueItems": true})
}

fn steps() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            "text": {"type": "string"},
            "done": {"type": "boolean"},
        },
        "required": ["id", "text"],
        "additionalProperties": false,
    })
}

fn steps_sent(count: usize) -> String {
    let steps = numbered(count, |id| format!(r#"{{"id": {id}, "text": "a step"}}, "#));
    format!("[{}]", steps.trim_end_matches(", "))
}

/// A closed object with `name0`, `name1`, ...
fn named(count: usize) -> Value {
    let names = (0..count).map(|i| (format!("name{i}"), json!({"type": "integer"})));
    let names: Map<String, Value> = names.collect();
    json!({"type": "object", "properties": names, "additionalProperties": false})
}

fn required(count: usize) -> Value {
    let mut schema = named(count);
    schema["required"] = (0..count).map(|i| format!("name{i}")).collect();
    schema
}

fn open() -> Value {
    let name = spelled(0);
    json!({"type": "object", "properties": {&name: {"type": "integer"}}, "required": [&name]})
}

/// One of the spellings of one name.
fn spelled(number: usize) -> String {
    let letters = ('a'..='z').enumerate();
    let spelled = letters.map(|(bit, letter)| match number >> bit & 1 {
        0 => letter,
        _ => letter.to_ascii_uppercase(),
    });
    spelled.collect()
}

fn members(count: usize) -> Value {
    let members: Vec<String> = (0..count).map(|i| format!("member{i}")).collect();
    json!({"enum": members})
}

/// One of several objects. Each has a different property.
fn forms(count: usize) -> Value {
    let forms = (0..count).map(|i| {
        json!({
            "type": "object",
            "properties": {format!("name{i}"): {"type": "integer"}, "extra": {"type": "boolean"}},
            "required": [format!("name{i}")],
            "additionalProperties": false,
        })
    });
    json!({"anyOf": forms.collect::<Vec<_>>()})
}

fn tagged(count: usize) -> Value {
    let forms = (0..count).map(|i| {
        json!({
            "type": "object",
            "properties": {"kind": {"const": format!("k{i}")}, "v": {"type": "integer"}},
            "required": ["kind", "v"],
            "additionalProperties": false,
        })
    });
    json!({"oneOf": forms.collect::<Vec<_>>()})
}

fn recursive_tagged() -> Value {
    let form = |kind: &str, name: &str, value: Value| {
        json!({
            "type": "object",
            "properties": {"kind": {"const": kind}, name: value},
            "required": ["kind", name],
            "additionalProperties": false,
        })
    };
    let mut schema = a(&json!({"$ref": "#/$defs/node"}));
    let branch = form("branch", "next", json!({"$ref": "#/$defs/node"}));
    let leaf = form("leaf", "v", json!({"type": "integer"}));
    schema["$defs"] = json!({"node": {"oneOf": [branch, leaf]}});
    schema
}

/// A value of many forms, most of which contain further values.
fn recursive_integers() -> Value {
    let node = |name: &str| {
        json!({
            "type": "object",
            "properties": {name: {"$ref": "#/$defs/node"}},
            "required": [name],
            "additionalProperties": false,
        })
    };
    let mut schema = a(&json!({"type": "array", "items": {"$ref": "#/$defs/node"}}));
    let list = json!({"type": "array", "items": {"$ref": "#/$defs/node"}});
    let forms = json!([node("x"), node("y"), {"type": "integer"}, list]);
    schema["$defs"] = json!({"node": {"anyOf": forms}});
    schema
}

/// Conditions that are combined with `and`, `or` and `not`.
fn filters() -> Value {
    let form = |properties: Value| {
        let required: Vec<_> = properties
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    };
    let filter = json!({"$ref": "#/$defs/filter"});
    let list = json!({"type": "array", "items": filter});
    let mut schema = a(&list);
    schema["$defs"] = json!({"filter": {"anyOf": [
        form(json!({"and": list})),
        form(json!({"or": list})),
        form(json!({"not": filter})),
        form(json!({
            "field": {"type": "string"},
            "op": {"enum": ["eq", "lt", "gt"]},
            "value": {"type": "integer"},
        })),
    ]}});
    schema
}

/// Levels of a deep value.
const DEEP: usize = 100;

/// Replaces `anyOf` by `oneOf`.
fn one_of(schema: Value) -> Value {
    match schema {
        Value::Object(map) => {
            let entries = map.into_iter().map(|(key, value)| {
                let key = if key == "anyOf" { "oneOf".into() } else { key };
                (key, one_of(value))
            });
            Value::Object(entries.collect())
        }
        Value::Array(items) => items.into_iter().map(one_of).collect(),
        value => value,
    }
}

fn recursive() -> Value {
    let node = |name: &str| {
        json!({
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/node"}, name: {"type": "integer"}},
            "additionalProperties": false,
        })
    };
    let mut schema = a(&json!({"type": "array", "items": {"$ref": "#/$defs/node"}}));
    schema["$defs"] = json!({"node": {"anyOf": [node("x"), node("y"), {"type": "null"}]}});
    schema
}

/// Two forms at each level. Each lacks a different required property.
fn recursive_required() -> Value {
    let node = |name: &str| {
        json!({
            "type": "object",
            "properties": {"l": {"$ref": "#/$defs/node"}, name: {}},
            "required": ["l", name],
        })
    };
    let mut schema = a(&json!({"type": "array", "items": {"$ref": "#/$defs/node"}}));
    schema["$defs"] = json!({"node": {"anyOf": [node("a"), node("b"), {"type": "integer"}]}});
    schema
}

/// Two forms at each level. Exactly one of them is valid.
fn recursive_one_of() -> Value {
    let node = |required: &[&str]| {
        json!({
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/node"}, "x": {"type": "integer"}},
            "required": required,
        })
    };
    let mut schema = a(&json!({"type": "array", "items": {"$ref": "#/$defs/node"}}));
    let forms = [
        node(&["next"]),
        node(&["next", "x"]),
        json!({"type": "integer"}),
    ];
    schema["$defs"] = json!({"node": {"oneOf": forms}});
    schema
}

fn items(count: usize, item: impl FnMut(usize) -> String) -> String {
    listed(&(0..count).map(item).collect::<Vec<String>>())
}

/// `{"KEY": 1, ...}`
fn entries(count: usize, mut key: impl FnMut(usize) -> String) -> String {
    let entries = numbered(count, |i| format!(r#""{}": 1, "#, key(i)));
    format!("{{{}}}", entries.trim_end_matches(", "))
}

/// `{"a": "TEXT"}`
fn in_string(text: &str) -> String {
    json!({"a": text}).to_string()
}

fn digits(count: usize, quote: &str) -> String {
    format!(r#"{{"a": {quote}1{}{quote}}}"#, "0123456789".repeat(count))
}
