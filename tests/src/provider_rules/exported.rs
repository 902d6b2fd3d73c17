use serde_json::Value;

use super::schema::inside;
use super::tables::rules;

/// Lists the keywords that our exports avoid, although the provider may accept them.
pub(super) fn not_exported(target: &str, schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for keyword in ["$schema", "title", "description", "$id"] {
        if schema.get(keyword).is_some() {
            found.push(format!(": `{keyword}` at the root"));
        }
    }
    let text = schema.to_string();
    for (name, _) in schema["$defs"].as_object().into_iter().flatten() {
        let pointer = name.replace('~', "~0").replace('/', "~1");
        if !text.contains(&format!("#/$defs/{pointer}\"")) {
            found.push(format!("/$defs: `{name}` is not used"));
        }
    }
    keywords(rules(target).keywords, schema, "", &mut found);
    found
}

fn keywords(taken: &[&str], schema: &Value, path: &str, found: &mut Vec<String>) {
    for (keyword, _) in schema.as_object().into_iter().flatten() {
        let is_taken = taken.is_empty() || taken.contains(&keyword.as_str());
        if !is_taken || keyword.starts_with("x-") {
            found.push(format!("{path}: `{keyword}`"));
        }
    }
    for (path, schema) in inside(schema, path) {
        keywords(taken, schema, &path, found);
    }
}
