//! The shared data: recordings of real models and providers, and official suites.
//!
//! It is outside the checkout, in `SHARED_DATA_DIR`, or by default in `../shared/data`. A test
//! without its data is skipped and prints a line on standard error. With `REQUIRE_SHARED_DATA=1`
//! the test fails instead.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::Value;

/// Returns the path of a file or folder of the shared data; `None` skips the calling test.
///
/// # Panics
///
/// If the data is missing and `REQUIRE_SHARED_DATA` is 1.
#[must_use]
#[track_caller]
pub fn shared_path(name: &str) -> Option<PathBuf> {
    let path = shared_folder().join(name);
    if path.exists() {
        return Some(path);
    }
    let is_required = env::var("REQUIRE_SHARED_DATA").is_ok_and(|value| value == "1");
    assert!(
        !is_required,
        "{} is missing; set SHARED_DATA_DIR to the folder that holds it",
        path.display()
    );
    report_skip(&path, Location::caller());
    None
}

/// Returns the text of a file of the shared data; `None` skips the calling test.
///
/// # Panics
///
/// As [`shared_path`] does, or if the file is empty or cannot be read.
#[must_use]
#[track_caller]
pub fn shared_text(name: &str) -> Option<String> {
    let path = shared_path(name)?;
    let text = fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(!text.trim().is_empty(), "{} is empty", path.display());
    Some(text)
}

/// Returns the rows of a JSON lines file of the shared data; `None` skips the calling test.
///
/// # Panics
///
/// As [`shared_text`] does, or if a line is not JSON.
#[must_use]
#[track_caller]
pub fn shared_rows(name: &str) -> Option<Vec<Value>> {
    let text = shared_text(name)?;
    let rows = text.lines().zip(1..).map(|(line, number)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}, line {number}: {error}"))
    });
    Some(rows.collect())
}

/// A relative `SHARED_DATA_DIR` starts at the root of the checkout.
fn shared_folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = env::var_os("SHARED_DATA_DIR").filter(|folder| !folder.is_empty());
    root.join(folder.unwrap_or_else(|| "../shared/data".into()))
}

/// Prints that the test is skipped, past the capture of its output, and appends its name to
/// the file that `SKIPPED_TESTS` names, if there is one.
fn report_skip(path: &Path, caller: &Location) {
    // The test harness names each thread after its test, or runs all tests on one thread.
    let thread = thread::current();
    let test = match thread.name() {
        Some("main") | None => caller.to_string(),
        Some(name) => name.to_owned(),
    };
    let line = format!("skipped {test}: {} is missing\n", path.display());
    // A report that cannot be written must not fail a test that is skipped.
    let _ = io::stderr().write_all(line.as_bytes());
    if let Some(file) = env::var_os("SKIPPED_TESTS").filter(|file| !file.is_empty()) {
        let opened = OpenOptions::new().create(true).append(true).open(&file);
        let written = opened.and_then(|mut file| file.write_all(format!("{test}\n").as_bytes()));
        written.unwrap_or_else(|error| panic!("SKIPPED_TESTS={}: {error}", file.display()));
    }
}
