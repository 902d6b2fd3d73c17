//! How much work unions take, counted in the places that the walk looks at.

use serde_json::{Value, json};

use crate::conform::{Conform, Findings, Settings};
use crate::issue::Class;
use crate::tree::Tree;
use crate::{Definition, Limits};

/// How many places the walk looks at, and what it finds.
fn walked(schema: &Value, sent: &Value) -> (usize, Findings) {
    let definition = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let settings = Settings {
        class: Some(Class::Standard),
        into_value: true,
        source: None,
        records: true,
        limits: Limits::default(),
    };
    let mut walk = Conform::new(definition.plan(), settings, Findings::default());
    walk.root(&Tree::from(sent));
    (walk.visits, walk.found)
}

/// Items of one of 100 objects, each with a key of its own.
fn items_of_many_forms() -> Value {
    let forms = (0..100).map(|number| {
        json!({
            "type": "object",
            "properties": {format!("name{number}"): {"type": "integer"}},
            "required": [format!("name{number}")],
            "additionalProperties": false,
        })
    });
    let item = json!({"anyOf": forms.collect::<Vec<_>>()});
    json!({"type": "object", "properties": {"x": {"type": "array", "items": item}}})
}

#[test]
fn a_branch_without_its_required_key_is_not_tried_where_another_passes() {
    let items = (0..200).map(|i| json!({format!("NAME-{}", i % 100): i.to_string()}));
    let items: Vec<Value> = items.collect();
    let (visits, found) = walked(&items_of_many_forms(), &json!({"x": items}));
    assert!(found.issues.is_empty(), "{:?}", found.issues);
    assert!(visits < 200 * 8, "{visits}");
}

#[test]
fn beyond_the_limit_of_issues_no_branch_is_tried_to_describe_it() {
    let most = Limits::default().max_issues();
    let items = |count: usize| json!({"x": vec![json!({"other": 1}); count]});
    let (few, found) = walked(&items_of_many_forms(), &items(most));
    assert_eq!(found.counts(), most);
    let (many, found) = walked(&items_of_many_forms(), &items(most + 1_000));
    assert_eq!(found.counts(), most + 1_000);
    assert!(many < few + 1_000 * 3, "{few} {many}");
}
