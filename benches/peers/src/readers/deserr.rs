use std::ops::ControlFlow;

use deserr::errors::JsonError;
use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, MergeWithError, ValuePointerRef};
use deserr::{deserialize, take_cf_content};
use serde_json::Value;

use super::{Reader, Reads, hold};

/// With the error type that the crate has for JSON, which holds the first fault.
pub(super) const READER: Reader = Reader {
    name: "deserr, JsonError",
    package: "deserr",
    reads: Reads {
        search: first::<Search>,
        edit: first::<EditFile>,
        part: first::<EditPart>,
        plan: first::<MakePlan>,
        change: first::<ChangeFile>,
    },
};

/// Uses a custom error type that continues after a fault, with the texts of the crate.
pub(super) const ALL: Reader = Reader {
    name: "deserr, all errors",
    package: "deserr",
    reads: Reads {
        search: all::<Search>,
        edit: all::<EditFile>,
        part: all::<EditPart>,
        plan: all::<MakePlan>,
        change: all::<ChangeFile>,
    },
};

fn first<T: Deserr<JsonError>>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let value = deserialize::<T, _, JsonError>(value).map_err(|error| error.to_string())?;
    hold(value, held);
    Ok(())
}

fn all<T: Deserr<Errors>>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let value = deserialize::<T, _, Errors>(value).map_err(|errors| errors.0.join("\n"))?;
    hold(value, held);
    Ok(())
}

struct Errors(Vec<String>);

impl DeserializeError for Errors {
    fn error<V: IntoValue>(
        errors: Option<Self>,
        error: ErrorKind<'_, V>,
        location: ValuePointerRef<'_>,
    ) -> ControlFlow<Self, Self> {
        let mut errors = errors.unwrap_or(Self(Vec::new()));
        let error = take_cf_content(JsonError::error(None, error, location));
        errors.0.push(error.to_string());
        ControlFlow::Continue(errors)
    }
}

impl MergeWithError<Self> for Errors {
    fn merge(errors: Option<Self>, other: Self, _: ValuePointerRef<'_>) -> ControlFlow<Self, Self> {
        let mut errors = errors.unwrap_or(Self(Vec::new()));
        errors.0.extend(other.0);
        ControlFlow::Continue(errors)
    }
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Search {
    pattern: String,
    path: Option<String>,
    limit: u32,
    ignore_case: bool,
    mode: Mode,
}

#[derive(Deserr)]
enum Mode {
    #[deserr(rename = "content")]
    Content,
    #[deserr(rename = "files_only")]
    FilesOnly,
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct EditFile {
    file_path: String,
    old_string: String,
    new_string: String,
    #[deserr(default)]
    context: u8,
    #[deserr(default)]
    replace_all: bool,
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct EditPart {
    file_path: String,
    old_string: String,
    new_string: String,
    context: u8,
    replace_all: bool,
    from_line: Option<u32>,
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct MakePlan {
    title: String,
    steps: Vec<Step>,
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Step {
    id: u32,
    text: String,
    done: bool,
    estimate: Option<f64>,
    tags: Vec<String>,
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct ChangeFile {
    file_path: String,
    limit: u32,
    context: u8,
    dry_run: bool,
    mode: Access,
    edits: Vec<Edit>,
}

#[derive(Deserr)]
#[deserr(rename_all = lowercase)]
enum Access {
    Read,
    Write,
}

#[derive(Deserr)]
#[deserr(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Edit {
    old: String,
    new: String,
}
