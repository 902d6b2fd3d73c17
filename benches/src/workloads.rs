use std::hint::black_box;

use tool_core::{Tool, ToolArg};

/// The two ways to read, the bare one first.
pub(crate) const METHODS: [&str; 2] = ["from_str", "parse"];

/// A call, and the two ways to read it.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    /// As a model sends it; for the bare way, as it would have had to.
    pub(crate) text: fn() -> String,
    pub(crate) well_formed: fn() -> String,
    pub(crate) bare: fn(&str),
    pub(crate) parse: fn(&str),
    /// In hundredths of what the bare way costs, what reading may cost.
    pub(crate) most: u64,
}

// The small call costs three tenths more; how the compiler splits the code moves it by three
// hundredths.
const CONFORMING: u64 = 135;
const COERCED: u64 = 150;

pub(crate) const WORKLOADS: &[Workload] = &[
    Workload::of::<Search>("small", small, small, CONFORMING),
    Workload::of::<EditFile>("edit", edit, edit, CONFORMING),
    Workload::of::<MakePlan>("nested", nested, nested, CONFORMING),
    Workload::of::<MakePlan>("large", large, large, CONFORMING),
    Workload::of::<EditFile>("string", string, string, CONFORMING),
    Workload::of::<EditPart>("edit, 3 coercions", part_to_coerce, part, COERCED),
    Workload::of::<MakePlan>("nested, 3 coercions", nested_to_coerce, nested, COERCED),
];

impl Workload {
    const fn of<T: Tool>(
        name: &'static str,
        text: fn() -> String,
        well_formed: fn() -> String,
        most: u64,
    ) -> Self {
        Self {
            name,
            text,
            well_formed,
            bare: bare::<T>,
            parse: parse::<T>,
            most,
        }
    }
}

fn bare<T: Tool>(text: &str) {
    let value = serde_json::from_str::<T>(black_box(text));
    assert!(black_box(value).is_ok(), "the call is well-formed");
}

fn parse<T: Tool>(text: &str) {
    let value = T::parse(black_box(text));
    assert!(black_box(value).is_ok(), "the call is well-formed");
}

/// Search the files of a project.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Search {
    #[schemars(length(min = 1))]
    pub(crate) pattern: String,
    pub(crate) path: Option<String>,
    #[schemars(range(min = 1, max = 1000))]
    limit: u32,
    ignore_case: bool,
    mode: Mode,
}

#[derive(ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Content,
    FilesOnly,
}

/// Replace strings in a file.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct EditFile {
    #[schemars(length(min = 1))]
    pub(crate) file_path: String,
    old_string: String,
    new_string: String,
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    #[serde(default)]
    replace_all: bool,
}

/// Replace strings in a part of a file.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct EditPart {
    #[schemars(length(min = 1))]
    file_path: String,
    old_string: String,
    new_string: String,
    #[schemars(range(max = 20))]
    context: u8,
    replace_all: bool,
    from_line: Option<u32>,
}

/// Make a plan of steps.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct MakePlan {
    title: String,
    steps: Vec<Step>,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Step {
    id: u32,
    text: String,
    done: bool,
    estimate: Option<f64>,
    tags: Vec<String>,
}

pub(crate) fn small() -> String {
    let call = r#"{"pattern":"fn main\\(","path":"src/","limit":50,"ignore_case":true,"mode":"files_only"}"#;
    call.to_owned()
}

pub(crate) fn edit() -> String {
    edit_with(r#""context": 3, "replace_all": false"#)
}

fn part() -> String {
    edit_with(r#""context": 3, "replace_all": false, "from_line": 120"#)
}

/// Two numbers and a boolean in quotes.
fn part_to_coerce() -> String {
    edit_with(r#""context": "3", "replace_all": "false", "from_line": "120""#)
}

fn edit_with(rest: &str) -> String {
    let old = "    let total = items.iter().map(|item| item.price).sum();\\n".repeat(6);
    let new = "    let total: u64 = items.iter().map(Item::price).sum();\\n".repeat(6);
    format!(
        r#"{{"file_path": "/home/user/project/src/checkout/total.rs", "old_string": "{old}", "new_string": "{new}", {rest}}}"#
    )
}

/// A text of a megabyte in one argument, as of a file that is written anew.
fn string() -> String {
    let line = "    let total: u64 = items.iter().map(Item::price).sum(); // of all\\n";
    let text = line.repeat((1 << 20) / line.len());
    format!(
        r#"{{"file_path": "/home/user/project/total.rs", "old_string": "", "new_string": "{text}"}}"#
    )
}

fn nested() -> String {
    plan(20)
}

/// A number and a boolean in quotes, and an array in a string.
fn nested_to_coerce() -> String {
    let text = plan(20);
    let text = text.replacen(r#""id": 3"#, r#""id": "3""#, 1);
    let text = text.replacen(r#""done": false"#, r#""done": "false""#, 1);
    text.replacen(
        r#""tags": ["a", "later"]"#,
        r#""tags": "[\"a\", \"later\"]""#,
        1,
    )
}

fn large() -> String {
    plan(970)
}

fn plan(steps: usize) -> String {
    let steps: Vec<_> = (0..steps)
        .map(|id| {
            format!(
                r#"{{"id": {id}, "text": "Look at part {id} of the whole", "done": false, "estimate": 1.5, "tags": ["a", "later"]}}"#
            )
        })
        .collect();
    format!(r#"{{"title": "A plan", "steps": [{}]}}"#, steps.join(", "))
}
