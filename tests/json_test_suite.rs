//! The parsing files of `JSONTestSuite`, where they are at hand: in a folder
//! `shared` beside the checkout. Without it the test says so and passes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tool_core::{Definition, Finish, Leniency, Reading, ToolArgError};

fn read(text: &str, leniency: Leniency) -> Result<Reading<Value>, ToolArgError> {
    let definition = Definition::new("tool", "A tool.", json!({})).expect("a usable schema");
    let reader = definition.reader().leniency(leniency);
    let _ = reader.finish(Finish::Complete).read::<Value>(text);
    reader.read(text)
}

#[test]
fn the_strict_reader_is_right_and_no_reader_panics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.join("../../shared/data/json-test-suite/test_parsing");
    let Ok(files) = fs::read_dir(&folder) else {
        println!("not at hand, passed over: {}", folder.display());
        return;
    };
    for file in files {
        let path = file.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        // What is no UTF-8 is no `str`, and cannot be given to the reader.
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let strict = read(&text, Leniency::Strict);
        let standard = read(&text, Leniency::Standard);
        let _ = read(&text, Leniency::Generous);
        if name.starts_with("n_") {
            assert!(strict.is_err(), "{name}: {strict:?}");
        } else if name.starts_with("y_") && !name.contains("duplicated_key") {
            let strict = strict.unwrap_or_else(|error| panic!("{name}: {error}"));
            let standard = standard.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(strict, standard, "{name}");
        }
    }
}
