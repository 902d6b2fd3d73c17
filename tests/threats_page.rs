//! The page of threats names tests that exist.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Adds the names of the functions in the Rust files of a folder.
fn collect_functions(folder: &Path, names: &mut HashSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_functions(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a file of text");
            let functions = text.split("fn ").skip(1);
            names.extend(functions.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())));
        }
    }
}

#[test]
fn each_threat_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut functions = HashSet::new();
    collect_functions(root, &mut functions);
    let page = fs::read_to_string(root.join("../docs/threats.md")).expect("the page");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| threat"))
        .map(|line| line.trim_matches('|').split(" | ").collect())
        .filter(|cells: &Vec<&str>| cells.len() == 3)
        .collect();
    assert!(rows.len() >= 15, "{}", rows.len());
    for row in rows {
        let names = row[2].split(',').map(|name| name.trim().trim_matches('`'));
        for name in names {
            assert!(functions.contains(name), "{name}: {}", row[0]);
        }
    }
}
