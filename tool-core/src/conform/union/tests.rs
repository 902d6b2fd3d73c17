//! Counts the visits of the walk to unions.

use serde_json::{Value, json};

use crate::conform::{Conform, Diagnostics, Site, WalkSettings};
use crate::plan::Node;
use crate::rules::RuleClass;
use crate::tree::Tree;
use crate::{Definition, Limits};

/// Returns the number of visits, and the findings.
fn walked(schema: &Value, sent: &Value) -> (usize, Diagnostics) {
    let definition = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let settings = WalkSettings {
        class: Some(RuleClass::Standard),
        into_value: true,
        source: None,
        records: true,
        limits: Limits::default(),
    };
    let mut walk = Conform::new(definition.plan(), settings, Diagnostics::default());
    let at = Site::root(walk.mode(false));
    walk.walk_root(&Tree::from(sent), &at);
    (walk.visits, walk.found)
}

/// Returns a schema whose items are one of 100 objects with different keys.
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

/// Returns a schema for values that are one of two objects. Each contains another such value.
fn recursive() -> Value {
    let node = |own: &str| {
        json!({
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/node"}, own: {"type": "integer"}},
            "additionalProperties": false,
        })
    };
    json!({
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/node"}},
        "$defs": {"node": {"anyOf": [node("a"), node("b"), {"type": "null"}]}},
    })
}

#[test]
fn a_fault_at_the_bottom_of_recursive_branches_takes_linear_work_and_is_reported_once() {
    let fault = |depth: usize| {
        let nested = (0..depth).fold(json!("fault"), |inner, _| json!({"next": inner}));
        let (visits, found) = walked(&recursive(), &json!({"x": nested}));
        let paths: Vec<usize> = found
            .issues
            .iter()
            .map(|issue| issue.path.segments().len())
            .collect();
        assert_eq!(paths, [depth + 1]);
        visits
    };
    let (few, many) = (fault(25), fault(100));
    assert!(many <= few * 4, "{few} {many}");
}

#[test]
fn a_fault_that_both_branches_share_does_not_hide_one_that_tells_them_apart() {
    let sent = json!({"x": {"next": "fault", "a": "one", "b": 2}});
    let (_, found) = walked(&recursive(), &sent);
    let paths: Vec<String> = found
        .issues
        .iter()
        .map(|issue| issue.path.to_string())
        .collect();
    assert_eq!(paths, ["x.next", "x"]);
}

/// Returns a schema for values that are an integer or exactly one of two objects. Each object
/// contains another such value.
fn recursive_one_of() -> Value {
    json!({
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/N"}},
        "required": ["x"],
        "$defs": {"N": {"oneOf": [
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/N"}}, "required": ["a"]},
            {
                "type": "object",
                "properties": {"a": {"$ref": "#/$defs/N"}, "b": {"type": "integer"}},
                "required": ["a", "b"],
            },
            {"type": "integer"},
        ]}},
    })
}

#[test]
fn a_repair_at_the_bottom_of_recursive_one_of_takes_linear_work() {
    let repaired = |depth: usize| {
        let nested = (0..depth).fold(json!("5"), |inner, _| json!({"a": inner}));
        let (visits, found) = walked(&recursive_one_of(), &json!({"x": nested}));
        assert_eq!((found.issues.len(), found.repairs.len()), (0, 1));
        visits
    };
    let (few, many) = (repaired(50), repaired(200));
    assert!(many <= few * 4, "{few} {many}");
}

#[test]
fn a_repaired_value_that_two_forms_take_is_rejected_at_any_depth() {
    let sent = json!({"x": {"a": {"a": {"a": "5", "b": 1}}}});
    let (_, found) = walked(&recursive_one_of(), &sent);
    assert_eq!(found.issues.len(), 1, "{:?}", found.issues);
    assert_eq!(found.issues[0].path.to_string(), "x.a.a");
    // The same content at two paths of different depth.
    let pair = json!({"oneOf": [
        {"type": "object", "properties": {"l": {"$ref": "#/$defs/P"}, "r": {"$ref": "#/$defs/P"}}, "required": ["l", "r"]},
        {"type": "integer"},
        {"type": "integer", "minimum": 10},
    ]});
    let schema =
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/P"}}, "$defs": {"P": pair}});
    let (_, found) = walked(
        &schema,
        &json!({"x": {"l": "5", "r": {"l": "5", "r": "6"}}}),
    );
    assert!(found.issues.is_empty(), "{:?}", found.issues);
    let (_, found) = walked(
        &schema,
        &json!({"x": {"l": "15", "r": {"l": "15", "r": "6"}}}),
    );
    let paths: Vec<String> = found
        .issues
        .iter()
        .map(|issue| issue.path.to_string())
        .collect();
    assert_eq!(paths, ["x.l", "x.r.l"]);
}

#[test]
fn closed_forms_with_other_required_keys_share_no_value() {
    let form = |properties: Value, required: Value| {
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    };
    let text = json!({"type": "string"});
    let and = form(json!({"and": {"type": "array"}}), json!(["and"]));
    let both = form(json!({"f": text, "v": text}), json!(["f", "v"]));
    let open = json!({"type": "object", "properties": {"v": text}, "required": ["v"]});
    let is_exact = |forms: Value| {
        let schema = json!({"type": "object", "properties": {"x": {"oneOf": forms}}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        let plan = definition.plan();
        let object = plan.object(plan.root().node).expect("an object");
        match plan.node(object.properties()[0].child.node) {
            Node::Union(union) => union.exactly_one,
            _ => false,
        }
    };
    assert!(!is_exact(json!([and, both])));
    assert!(!is_exact(json!([and, both, text, {"type": "integer"}])));
    assert!(is_exact(json!([and, both, open])));
    assert!(is_exact(json!([{"type": "integer"}, {"type": "number"}])));
    assert!(is_exact(json!([and, both, text, {"type": "string"}])));
}
