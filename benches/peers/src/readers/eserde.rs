use eserde::EDeserialize;

use super::{Reader, Reads, hold};

pub(super) const READER: Reader = Reader {
    name: "eserde",
    package: "eserde",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

fn read<T: for<'de> EDeserialize<'de>>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    match eserde::json::from_str::<T>(text) {
        Ok(value) => {
            hold(value, held);
            Ok(())
        }
        Err(errors) => Err(errors.to_string()),
    }
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Search {
    pattern: String,
    path: Option<String>,
    limit: u32,
    ignore_case: bool,
    mode: Mode,
}

#[derive(eserde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Content,
    FilesOnly,
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct EditFile {
    file_path: String,
    old_string: String,
    new_string: String,
    #[serde(default)]
    context: u8,
    #[serde(default)]
    replace_all: bool,
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct EditPart {
    file_path: String,
    old_string: String,
    new_string: String,
    context: u8,
    replace_all: bool,
    from_line: Option<u32>,
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct MakePlan {
    title: String,
    steps: Vec<Step>,
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Step {
    id: u32,
    text: String,
    done: bool,
    estimate: Option<f64>,
    tags: Vec<String>,
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct ChangeFile {
    file_path: String,
    limit: u32,
    context: u8,
    dry_run: bool,
    mode: Access,
    edits: Vec<Edit>,
}

#[derive(eserde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Access {
    Read,
    Write,
}

#[derive(eserde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Edit {
    old: String,
    new: String,
}
