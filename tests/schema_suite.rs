//! The official JSON-Schema-Test-Suite, from the shared data.
//!
//! In strict mode a schema is either refused for a keyword in a list, or read with the verdicts of
//! the suite. A second list has the few exceptions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::shared_path;
use tool_core::{Definition, Leniency, SchemaError};

/// Keywords that a schema may be refused for without `full-schema`.
const REFUSED: &[&str] = &[
    // Keywords that the plan does not check.
    "$dynamicAnchor",
    "$dynamicRef",
    "else",
    "if",
    "not",
    "then",
    "unevaluatedItems",
    // Keywords that it checks in part. References stay inside the document, which has one address
    // and a known draft;
    "$id",
    "$ref",
    "$schema",
    // two schemas that apply together must merge into one schema;
    "additionalProperties",
    "items",
    "multipleOf",
    "required",
    "unevaluatedProperties",
    // Regular expressions have the syntax of `regex-lite`.
    "pattern",
    "patternProperties",
];

/// Verdicts that differ from the suite's: the draft, the file, the group, the test, and why. At
/// most five may exist. The list is empty.
const DIFFERENT: &[[&str; 5]] = &[];

struct Group {
    draft: &'static str,
    file: String,
    description: String,
    schema: Value,
    tests: Vec<Value>,
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the suite");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}

fn json(file: &Path) -> Value {
    let text = fs::read_to_string(file).expect("a readable file");
    serde_json::from_str(&text).expect("JSON")
}

/// The required tests of a draft.
fn groups(suite: &Path, draft: &'static str, uri: &str) -> Vec<Group> {
    let mut groups = Vec::new();
    for path in json_files(&suite.join("tests").join(draft)) {
        let Value::Array(listed) = json(&path) else {
            panic!("{}: no list of groups", path.display());
        };
        for mut group in listed {
            let mut schema = group["schema"].take();
            if let Value::Object(map) = &mut schema {
                // The folder determines the draft, and a schema must name it.
                map.entry("$schema").or_insert_with(|| uri.into());
            }
            groups.push(Group {
                draft,
                file: path.file_stem().expect("a name").display().to_string(),
                description: group["description"].as_str().unwrap_or_default().to_owned(),
                schema,
                tests: group["tests"].as_array().cloned().unwrap_or_default(),
            });
        }
    }
    groups
}

/// Returns the documents that the suite serves at `http://localhost:1234/`, for one draft.
fn remotes(suite: &Path, draft: &str) -> Vec<(String, Value)> {
    let root = suite.join("remotes");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the suite") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(&root).expect("below the root");
            let first = name.iter().next().expect("a name").to_string_lossy();
            let other = (first.starts_with("draft") || first == "v1") && first != draft;
            if other {
            } else if path.is_dir() {
                folders.push(path);
            } else {
                let uri = format!("http://localhost:1234/{}", name.display());
                found.push((uri, json(&path)));
            }
        }
    }
    found
}

fn definition(group: &Group, remotes: &[(String, Value)]) -> Result<Definition, SchemaError> {
    // An unused resource could change the verdict.
    let text = group.schema.to_string();
    let builder = Definition::builder("tool", "A tool.", group.schema.clone());
    let builder = remotes
        .iter()
        .filter(|_| text.contains("localhost:1234") || text.contains("\"$ref\""))
        .fold(builder, |builder, (uri, schema)| {
            builder.resource(uri, schema.clone())
        });
    tool_core::__private::of_any_root(builder)
}

#[derive(Default)]
struct Count {
    accepted: usize,
    refused: BTreeMap<String, usize>,
    agreed: usize,
    different: Vec<String>,
}

impl Count {
    fn group(&mut self, group: &Group, remotes: &[(String, Value)]) {
        let definition = match definition(group, remotes) {
            Ok(definition) => definition,
            Err(error) => {
                let keyword = error.keyword().unwrap_or_default().to_owned();
                println!(
                    "refused {} {} {:?}: {error}",
                    group.draft, group.file, group.description
                );
                *self.refused.entry(keyword).or_default() += 1;
                return;
            }
        };
        self.accepted += 1;
        let reader = definition.reader().leniency(Leniency::Strict);
        for test in &group.tests {
            let verdict = reader.read::<Value>(&test["data"].to_string());
            let name = test["description"].as_str().unwrap_or_default();
            let place = [group.draft, &group.file, &group.description, name];
            let listed = DIFFERENT.iter().any(|known| known[..4] == place);
            if test["valid"] == verdict.is_ok() && !listed {
                self.agreed += 1;
            } else if test["valid"] == verdict.is_ok() {
                panic!("the list names what agrees: {place:?}");
            } else if !listed {
                self.different.push(format!(
                    "{place:?} {} {:?}",
                    test["data"],
                    verdict.map_err(|error| error.to_string())
                ));
            }
        }
    }
}

/// `least`: the least number of groups in the suite.
fn run(draft: &'static str, uri: &str, least: usize) {
    let Some(suite) = shared_path("json-schema-test-suite") else {
        return;
    };
    let remotes = remotes(&suite, draft);
    let mut count = Count::default();
    for group in groups(&suite, draft, uri) {
        count.group(&group, &remotes);
    }
    let refused: usize = count.refused.values().sum();
    let seen = count.accepted + refused;
    assert!(seen >= least, "only {seen} groups were found");
    println!(
        "{draft}: {} groups accepted, {refused} refused {:?}; {} verdicts agreed",
        count.accepted, count.refused, count.agreed
    );
    assert!(count.different.is_empty(), "{:#?}", count.different);
    let unlisted: Vec<_> = count
        .refused
        .keys()
        .filter(|keyword| cfg!(feature = "full-schema") || !REFUSED.contains(&keyword.as_str()))
        .collect();
    assert!(unlisted.is_empty(), "refused for {unlisted:?}");
}

#[test]
fn verdicts_equal_the_suite_for_draft_2020_12() {
    run(
        "draft2020-12",
        "https://json-schema.org/draft/2020-12/schema",
        383,
    );
}

#[test]
fn verdicts_equal_the_suite_for_draft_7() {
    run("draft7", "http://json-schema.org/draft-07/schema#", 257);
}
