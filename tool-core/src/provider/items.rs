use serde_json::{Value, json};

use super::Export;

/// Returns the items of the list of tools.
pub(super) fn build_items<'e>(exports: impl Iterator<Item = &'e Export>) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    for export in exports {
        let tool = export.tool.clone();
        match &export.namespace {
            None => items.push(tool),
            Some(namespace) => add_to_namespace(&mut items, namespace, tool),
        }
        items.extend(export.after.clone());
    }
    items
}

/// Adds a tool to the item of its namespace, which is at the place of its first tool.
fn add_to_namespace(items: &mut Vec<Value>, namespace: &Value, tool: Value) {
    let is_same =
        |item: &&mut Value| item["type"] == "namespace" && item["name"] == namespace["name"];
    if let Some(Value::Array(tools)) = items
        .iter_mut()
        .find(is_same)
        .map(|item| &mut item["tools"])
    {
        tools.push(tool);
        return;
    }
    items.push(json!({
        "type": "namespace",
        "name": namespace["name"],
        "description": namespace["description"],
        "tools": [tool],
    }));
}
