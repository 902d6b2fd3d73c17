//! Finds the limits of a target by exporting tools that exceed them.

use serde_json::{Map, Value, json};
use tool_core::Definition;
use tool_core::provider::{Reason, Target};

fn definition(name: &str, properties: &Map<String, Value>, required: bool) -> Definition {
    let names: Vec<&String> = if required {
        properties.keys().collect()
    } else {
        Vec::new()
    };
    let schema = json!({"type": "object", "properties": properties, "required": names,
        "additionalProperties": false});
    Definition::unchecked(name, "A probe.", schema)
}

fn properties(count: usize, value: &Value) -> Map<String, Value> {
    (0..count)
        .map(|i| (format!("p{i}"), value.clone()))
        .collect()
}

fn tools(count: usize, of: &Map<String, Value>, required: bool) -> Vec<Definition> {
    (0..count)
        .map(|i| definition(&format!("t{i}"), of, required))
        .collect()
}

fn nested(depth: usize) -> Value {
    let inner = json!({"type": "string"});
    (0..depth).fold(inner, |inner, _| {
        json!({"type": "object", "properties": {"a": inner}, "required": ["a"], "additionalProperties": false})
    })
}

/// Returns requests of plain tools. Each exceeds one limit.
fn of_any() -> Vec<Vec<Definition>> {
    let text = json!({"type": "string"});
    let schema = json!({"type": "object", "properties": {"text": text}});
    vec![
        tools(129, &properties(1, &text), true),
        vec![Definition::unchecked("probe", "x".repeat(1_025), schema)],
    ]
}

/// Returns requests of strict tools. Each exceeds one limit.
fn of_strict() -> Vec<Vec<Definition>> {
    let text = json!({"type": "string"});
    let either = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
    let members = |count: usize, length: usize| {
        let members: Vec<String> = (0..count).map(|i| format!("{i:0length$}")).collect();
        json!({"type": "string", "enum": members})
    };
    let one = |value: Value| vec![definition("probe", &properties(1, &value), true)];
    vec![
        tools(21, &properties(1, &text), true),
        tools(2, &properties(13, &text), false),
        tools(1, &properties(24, &text), false),
        tools(2, &properties(9, &either), true),
        tools(1, &properties(5_001, &text), true),
        tools(2, &properties(101, &text), true),
        one(nested(11)),
        one(members(1_001, 4)),
        one(members(240, 600)),
        one(members(251, 60)),
    ]
}

/// Returns the limits of a request and the limits of one tool.
pub(super) fn limits(target: Target, strict: bool) -> [Vec<String>; 2] {
    let (mut of_request, mut of_tool) = (Vec::new(), Vec::new());
    let mut requests = of_any();
    if strict {
        requests.extend(of_strict());
    }
    for request in requests {
        let Err(errors) = target.export_all(&request).complete() else {
            continue;
        };
        for error in errors.errors() {
            let Reason::TooMany { what, most, .. } = error.reason() else {
                continue;
            };
            let found = if what.contains("tools") {
                &mut of_request
            } else {
                &mut of_tool
            };
            let limit = format!("{most} {what}");
            if !found.contains(&limit) {
                found.push(limit);
            }
        }
    }
    [of_request, of_tool]
}

/// Returns the patterns for the names of tools and of properties. `None` means any name.
pub(super) fn names(target: Target) -> (Option<&'static str>, Option<&'static str>) {
    let text = json!({"type": "string"});
    let tool = definition("", &properties(1, &text), true);
    let property = definition("probe", &Map::from_iter([("ä b".to_owned(), text)]), true);
    let reason = |tool: Definition| {
        tool.export(target)
            .err()
            .map(|error| error.reason().clone())
    };
    let of_tool = match reason(tool) {
        Some(Reason::Name { allowed }) => Some(allowed),
        _ => None,
    };
    let of_property = match reason(property) {
        Some(Reason::PropertyName { allowed }) => Some(allowed),
        _ => None,
    };
    (of_tool, of_property)
}
