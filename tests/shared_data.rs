//! Tests that read the shared data skip or fail if it is missing.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules of this binary that read the shared data.
fn readers() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(tests).expect("the folder of this file");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let readers = files.filter(|file| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let name = file.file_name().unwrap_or_default();
        name != "shared_data.rs"
            && ["_path(", "_text(", "_rows("]
                .iter()
                .any(|of| text.contains(&format!("shared{of}")))
    });
    let names = readers.map(|file| file.file_stem().expect("a name").display().to_string());
    names.collect()
}

/// Runs the tests of those modules without their data: the names of the tests that failed,
/// and of those that were skipped.
fn run_without_data(required: &str) -> [BTreeSet<String>; 2] {
    let folder = env::temp_dir().join(format!("no-data-{}-{required}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder without data");
    let skipped = folder.join("skipped");
    let output = Command::new(env::current_exe().expect("this binary"))
        .args(readers().iter().map(|module| format!("{module}::")))
        .env("SHARED_DATA_DIR", &folder)
        .env("REQUIRE_SHARED_DATA", required)
        .env("SKIPPED_TESTS", &skipped)
        .output()
        .expect("this binary runs");
    let listed = fs::read_to_string(&skipped).unwrap_or_default();
    fs::remove_dir_all(&folder).expect("the folder that was made above");
    let printed = String::from_utf8(output.stdout).expect("names of tests");
    let failed = printed.lines().filter_map(|line| {
        let test = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
        Some(test.to_owned())
    });
    [
        failed.collect(),
        listed.lines().map(str::to_owned).collect(),
    ]
}

#[test]
fn tests_without_data_are_skipped_unless_data_is_required() {
    let [failed, skipped] = run_without_data("0");
    assert_eq!(failed, BTreeSet::new());
    let modules: BTreeSet<_> = skipped
        .iter()
        .filter_map(|test| test.split("::").next())
        .collect();
    let readers = readers();
    assert_eq!(modules, readers.iter().map(String::as_str).collect());
    assert!(readers.len() >= 6, "{readers:?}");

    let [failed, skipped_then] = run_without_data("1");
    assert_eq!(failed, skipped);
    assert_eq!(skipped_then, BTreeSet::new());
}

/// Returns the Rust files in a folder, without build output.
fn sources(folder: PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the checkout");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let below = paths.flat_map(|path| match path.is_dir() {
        true if path.ends_with("target") || path.ends_with(".git") => Vec::new(),
        true => sources(path),
        false if path.extension().is_some_and(|of| of == "rs") => vec![path],
        false => Vec::new(),
    });
    below.collect()
}

#[test]
fn every_test_reads_the_shared_data_through_the_helper() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in [
        "tests",
        "tool-core",
        "tool-derive",
        "tool-service",
        "examples",
    ] {
        for file in sources(root.join(folder)) {
            let is_helper = ["src/shared.rs", "tests/shared_data.rs"]
                .iter()
                .any(|of| file.ends_with(of));
            let text = fs::read_to_string(&file).expect("a source file");
            assert!(
                is_helper || !text.contains("shared/data"),
                "{}: use `tests::shared_path`",
                file.display()
            );
        }
    }
}
