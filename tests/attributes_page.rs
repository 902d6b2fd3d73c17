//! The page of the attributes lists every word that the derives accept. Its errors equal the
//! compiler's errors.

use std::fs;
use std::path::{Path, PathBuf};

use tool_core::rules::{self, RuleClass};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/attributes.md")).expect("the page is there")
}

/// The words of a list in the sources of the derive.
fn words(list: &str) -> Vec<String> {
    let source = root().join("tool-derive/src/word.rs");
    let source = fs::read_to_string(source).expect("the source is there");
    let (_, list) = source
        .split_once(&format!("const {list}: &[&str] = &["))
        .expect("the list is there");
    let (list, _) = list.split_once("];").expect("the list ends");
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn page_lists_every_attribute() {
    let page = page();
    let variants = words("VARIANT_WORDS");
    let (words, fields) = (words("CONTAINER_WORDS"), words("FIELD_WORDS"));
    assert!(words.len() > 10 && fields.len() > 3, "the lists are found");
    for word in words.iter().chain(&fields).chain(&variants) {
        let headings = page.lines().filter(|line| line.starts_with("### "));
        let found = headings
            .filter(|heading| heading.contains(&format!("`{word}`")))
            .count();
        assert!(found > 0, "no heading for `{word}`");
    }
}

#[test]
fn the_derive_lists_the_rules_that_guess() {
    let guesses = rules::all().filter(|info| info.class() == RuleClass::Generous);
    let names: Vec<_> = guesses.map(|info| info.rule.as_str()).collect();
    assert_eq!(names, words("GENEROUS_RULES"));
}

#[test]
fn errors_on_the_page_equal_the_compilers_errors() {
    let mut said = String::new();
    for entry in fs::read_dir(root().join("tests/ui")).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "stderr")
        {
            said += &fs::read_to_string(path).expect("a readable file");
        }
    }
    let page = page();
    let errors: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    assert!(errors.len() > 4, "the errors are found");
    for error in errors {
        assert!(said.contains(&format!("{error}\n")), "nobody says {error}");
    }
}
