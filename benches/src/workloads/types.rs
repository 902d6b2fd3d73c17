//! The tools that are called.

use std::collections::BTreeMap;

use serde_json::Value;
use tool_core::{Tool, ToolArg};

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

/// Resize a picture.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Resize {
    path: String,
    #[schemars(range(min = 1))]
    width: u32,
    height: u32,
    keep_ratio: bool,
    quality: Option<f64>,
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

/// Run commands.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Internal {
    commands: Vec<Command>,
}

#[derive(ToolArg)]
#[serde(tag = "op", rename_all = "snake_case")]
#[expect(dead_code, reason = "read, and then dropped")]
enum Command {
    Copy {
        from: String,
        to: String,
    },
    Resize {
        path: String,
        width: u32,
        height: u32,
    },
    Remove {
        path: String,
        recursive: bool,
    },
    Stop,
}

/// Draw shapes.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct External {
    shapes: Vec<Shape>,
}

#[derive(ToolArg)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "read, and then dropped")]
enum Shape {
    Point,
    Circle(u32),
    Line { from: (i32, i32), to: (i32, i32) },
    Text { at: (i32, i32), text: String },
}

/// Send messages.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Adjacent {
    messages: Vec<Message>,
}

#[derive(ToolArg)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[expect(dead_code, reason = "read, and then dropped")]
enum Message {
    Text(String),
    Move { x: i32, y: i32 },
    Quit,
}

/// Plot points.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Points {
    points: Vec<i64>,
}

/// Store samples.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Samples {
    samples: Vec<f64>,
}

/// Change settings.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Optional {
    settings: Vec<Setting>,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Setting {
    name: Option<String>,
    enabled: Option<bool>,
    level: Option<u8>,
    ratio: Option<f64>,
    tags: Option<Vec<String>>,
    note: Option<String>,
    #[serde(default)]
    retries: u32,
    timeout: Option<u64>,
}

/// Find records.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Flattened {
    queries: Vec<Query>,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Query {
    table: String,
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    order: Option<Order>,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Page {
    limit: u32,
    offset: u32,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Order {
    by: String,
    descending: bool,
}

/// Write values.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Untagged {
    values: Vec<Cell>,
}

#[derive(ToolArg)]
#[serde(untagged)]
#[expect(dead_code, reason = "read, and then dropped")]
enum Cell {
    Number(f64),
    Text(String),
    Link { url: String, title: Option<String> },
    Range { from: u32, to: u32 },
}

/// Count words.
#[derive(Tool)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Maps {
    counts: BTreeMap<String, u32>,
    labels: BTreeMap<String, BTreeMap<String, String>>,
}

/// Log an event.
#[derive(Tool)]
#[tool(open)]
#[expect(dead_code, reason = "read, and then dropped")]
pub(crate) struct Open {
    events: Vec<Event>,
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Event {
    name: String,
    at: u64,
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}
