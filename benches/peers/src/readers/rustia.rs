use rustia::serde::{Deserialize, Serialize};
use rustia::{LLMData, LlmJsonParseError, LlmJsonParseResult};

use super::{Reader, Reads, hold};

pub(super) const READER: Reader = Reader {
    name: "rustia",
    package: "rustia-rs",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

fn read<T: LLMData>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    match T::parse(text) {
        LlmJsonParseResult::Success { data } => {
            hold(data, held);
            Ok(())
        }
        LlmJsonParseResult::Failure { errors, .. } => {
            let lines: Vec<_> = errors.iter().map(line).collect();
            Err(lines.join("\n"))
        }
    }
}

/// Returns the three parts of an error in one line. The crate has no text for an error.
fn line(error: &LlmJsonParseError) -> String {
    let LlmJsonParseError {
        path,
        expected,
        description,
    } = error;
    format!("{path}: expected {expected}: {description}")
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct Search {
    #[rustia(tags(minLength(1)))]
    pattern: String,
    path: Option<String>,
    #[rustia(tags(minimum(1), maximum(1000)))]
    limit: u32,
    ignore_case: bool,
    mode: Mode,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", rename_all = "snake_case")]
enum Mode {
    Content,
    FilesOnly,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct EditFile {
    #[rustia(tags(minLength(1)))]
    file_path: String,
    old_string: String,
    new_string: String,
    #[serde(default)]
    #[rustia(tags(maximum(20)))]
    context: u8,
    #[serde(default)]
    replace_all: bool,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct EditPart {
    #[rustia(tags(minLength(1)))]
    file_path: String,
    old_string: String,
    new_string: String,
    #[rustia(tags(maximum(20)))]
    context: u8,
    replace_all: bool,
    from_line: Option<u32>,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct MakePlan {
    title: String,
    steps: Vec<Step>,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct Step {
    id: u32,
    text: String,
    done: bool,
    estimate: Option<f64>,
    tags: Vec<String>,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct ChangeFile {
    file_path: String,
    limit: u32,
    context: u8,
    dry_run: bool,
    mode: Access,
    edits: Vec<Edit>,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", rename_all = "snake_case")]
enum Access {
    Read,
    Write,
}

#[derive(Serialize, Deserialize, LLMData)]
#[serde(crate = "rustia::serde", deny_unknown_fields)]
struct Edit {
    old: String,
    new: String,
}
