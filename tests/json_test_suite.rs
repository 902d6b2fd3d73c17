//! The parsing files of `JSONTestSuite`, from the shared data.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tests::shared_path;
use tool_core::{Definition, Finish, Input, Leniency, Reading, ToolArgError};

/// Number of files in the suite.
const FILES: usize = 318;

/// So many characters of a value are shown.
const SHOWN: usize = 60;

type Outcome = Result<Reading<Value>, ToolArgError>;

#[test]
fn reads_or_rejects_each_file_as_its_name_promises() {
    let Some(folder) = shared_path("json-test-suite/test_parsing") else {
        return;
    };
    let files = fs::read_dir(folder).expect("a folder of the suite");
    let files = files.map(|file| file.expect("an entry").path());
    let mut outcomes: Vec<String> = files.map(|file| outcome_of(&file)).collect();
    assert_eq!(outcomes.len(), FILES);
    outcomes.sort();
    insta::assert_snapshot!(outcomes.join("\n"));
}

/// Returns `NAME: OUTCOME` in standard mode, after it has checked the promise of the name.
fn outcome_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(file).expect("a file");
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        // Neither panics: a text read as complete goes through further rules.
        let _ = read(&bytes, leniency, Finish::Complete);
        let _ = read(&bytes, leniency, Finish::Unknown);
    }
    let strict = read(&bytes, Leniency::Strict, Finish::Unknown);
    let standard = read(&bytes, Leniency::Standard, Finish::Unknown);
    match name.split('_').next() {
        Some("n") => assert!(strict.is_err(), "{name}: {strict:?}"),
        // The reading rules cover duplicate keys.
        Some("y") if !name.contains("duplicated_key") => {
            let value: Value = serde_json::from_slice(&bytes).expect("a file that is JSON");
            for outcome in [strict, standard.clone()] {
                let reading = outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(reading.value, value, "{name}");
                assert!(reading.is_exact(), "{name}: {:?}", reading.repairs);
            }
        }
        _ => {}
    }
    format!("{name}: {}", describe(standard))
}

fn read(bytes: &[u8], leniency: Leniency, finish: Finish) -> Outcome {
    let definition = Definition::new("tool", "A tool.", json!({})).expect("a usable schema");
    let reader = definition.reader().leniency(leniency);
    reader.read(Input::from(bytes).finish(finish))
}

/// `VALUE` with the rules that were needed for it, or the kinds of the issues.
fn describe(outcome: Outcome) -> String {
    match outcome {
        Ok(reading) => {
            let rules = reading.repairs.iter().map(|repair| repair.rule.as_str());
            let rules: String = rules.flat_map(|rule| [" ~ ", rule]).collect();
            format!("{}{rules}", shown(&reading.value.to_string()))
        }
        Err(error) => {
            let kinds = error
                .issues()
                .iter()
                .map(|issue| json!(issue)["code"].take());
            let kinds = kinds.map(|kind| kind.as_str().unwrap_or_default().to_owned());
            format!("refused, {}", kinds.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The beginning of a text, in ASCII.
fn shown(text: &str) -> String {
    let (mut shown, mut rest) = (String::new(), text.chars());
    for character in rest.by_ref().take(SHOWN) {
        if character == ' ' || character.is_ascii_graphic() {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    if rest.next().is_some() {
        shown.push_str("..");
    }
    shown
}
