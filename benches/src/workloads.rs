use std::hint::black_box;

use tool_core::{Tool, ToolArg};

/// The two ways to read, the bare one first.
pub(crate) const METHODS: [&str; 2] = ["from_str", "parse"];

/// A call, and the two ways to read it.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) text: fn() -> String,
    pub(crate) bare: fn(&str),
    pub(crate) parse: fn(&str),
}

pub(crate) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "small",
        text: small,
        bare: bare::<Search>,
        parse: parse::<Search>,
    },
    Workload {
        name: "edit",
        text: edit,
        bare: bare::<EditFile>,
        parse: parse::<EditFile>,
    },
    Workload {
        name: "nested",
        text: || plan(20),
        bare: bare::<MakePlan>,
        parse: parse::<MakePlan>,
    },
    Workload {
        name: "large",
        text: || plan(970),
        bare: bare::<MakePlan>,
        parse: parse::<MakePlan>,
    },
];

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
    pattern: String,
    path: Option<String>,
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
    file_path: String,
    old_string: String,
    new_string: String,
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    #[serde(default)]
    replace_all: bool,
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

fn small() -> String {
    let call = r#"{"pattern":"fn main\\(","path":"src/","limit":50,"ignore_case":true,"mode":"files_only"}"#;
    call.to_owned()
}

fn edit() -> String {
    let old = "    let total = items.iter().map(|item| item.price).sum();\\n".repeat(6);
    let new = "    let total: u64 = items.iter().map(Item::price).sum();\\n".repeat(6);
    format!(
        r#"{{"file_path": "/home/user/project/src/checkout/total.rs", "old_string": "{old}", "new_string": "{new}", "context": 3, "replace_all": false}}"#
    )
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
