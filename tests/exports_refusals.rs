//! Tools that providers document as rejected. The rules of the tests report each with its reason,
//! and accept the tool after one fix. No export returns such a tool.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use tests::{as_sent, lower_case_types, named_with_schema, refusals, target, targets, violations};
use tool_core::Definition;

/// The names of the files in `refusals`.
fn providers() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("refusals");
    let files = fs::read_dir(folder).expect("the folder is there");
    let names = files.map(|file| {
        let path = file.expect("an entry").path();
        let name = path.file_stem().expect("a file");
        name.to_string_lossy().into_owned()
    });
    names.collect()
}

fn all_documented() -> impl Iterator<Item = Refusal> {
    providers()
        .into_iter()
        .flat_map(|provider| documented(&provider))
}

/// One line of `refusals/PROVIDER.jsonl`.
struct Refusal {
    /// The name of the target that rejects the tool.
    mode: String,
    /// The violations of the rules, as `path: reason`.
    why: String,
    tool: Value,
    /// The same tool after the fix.
    mended: Value,
}

fn documented(provider: &str) -> Vec<Refusal> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("refusals/{provider}.jsonl"));
    let text = fs::read_to_string(path).expect("the refusals of the provider");
    let rows = text.lines();
    rows.map(|line| refusal(&serde_json::from_str(line).expect("JSON")))
        .collect()
}

fn refusal(row: &Value) -> Refusal {
    let text = |key: &str| row[key].as_str().expect("a text").to_owned();
    assert!(!text("source").is_empty());
    let mut mended = row["tool"].clone();
    let at = row["mend"]["at"].as_str().expect("a place").to_owned();
    mend(&mut mended, &at, row["mend"].get("value"));
    Refusal {
        mode: text("mode"),
        why: text("why"),
        tool: row["tool"].clone(),
        mended,
    }
}

/// Sets the value at a JSON Pointer, or removes it.
fn mend(tool: &mut Value, at: &str, value: Option<&Value>) {
    if let (Some(place), Some(value)) = (tool.pointer_mut(at), value) {
        *place = value.clone();
        return;
    }
    let (parent, key) = at.rsplit_once('/').expect("a place in the tool");
    let parent = tool.pointer_mut(parent).and_then(Value::as_object_mut);
    let parent: &mut Map<_, _> = parent.expect("an object");
    match value {
        Some(value) => parent.insert(key.to_owned(), value.clone()),
        None => parent.shift_remove(key),
    };
}

#[test]
fn each_file_of_refusals_has_enough_tools() {
    let providers = providers();
    for provider in &providers {
        let count = documented(provider).len();
        assert!(count >= 10, "{provider}: {count}");
    }
}

#[test]
fn rules_report_the_reason_of_each_refusal() {
    for refusal in all_documented() {
        let found = refusals(&refusal.mode, &refusal.tool);
        let Refusal {
            mode, why, tool, ..
        } = &refusal;
        assert!(found.contains(why), "{mode}: {why}: {found:?} {tool}");
    }
}

#[test]
fn rules_accept_the_fixed_tools() {
    for refusal in all_documented() {
        let found = refusals(&refusal.mode, &refusal.mended);
        let Refusal {
            mode, why, mended, ..
        } = &refusal;
        assert!(found.is_empty(), "{mode}: {why}: {found:?} {mended}");
    }
}

/// Returns a definition with the parts of a tool object, if the object has a schema.
fn definition(tool: &Value) -> Option<Definition> {
    let (named, schema) = named_with_schema(tool);
    let mut schema = schema?.clone();
    lower_case_types(&mut schema);
    let text = |key: &str| named[key].as_str().unwrap_or("t").to_owned();
    Some(Definition::unchecked(
        text("name"),
        text("description"),
        schema,
    ))
}

#[test]
fn exports_never_equal_a_refused_tool() {
    let mut exported = 0;
    for refusal in all_documented() {
        let Some(definition) = definition(&refusal.tool) else {
            continue;
        };
        if let Ok(export) = definition.export(target(&refusal.mode)) {
            assert_ne!(export.tool(), &refusal.tool);
        }
        for (name, target) in targets() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            exported += 1;
            let found = violations(as_sent(name, &export), export.tool());
            assert!(found.is_empty(), "{} to {name}: {found:?}", refusal.tool);
        }
    }
    // For most, the export changes the tool, and the provider accepts it.
    assert!(exported > 2_000, "{exported}");
}
