use serde_json::Value;
use tool_core::Tool;

use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, MakePlan, Search, WORKLOADS};

/// The arguments of one call, as text.
pub struct Call {
    /// What it is called in the tables and on the command line.
    pub name: &'static str,
    /// The struct that it is read into.
    pub shape: Shape,
    /// The text.
    pub text: fn() -> String,
}

impl Call {
    /// Whether it is so long that memory is looked at.
    #[must_use]
    pub fn is_big(&self) -> bool {
        matches!(self.name, "large" | "string")
    }
}

/// The structs that calls are read into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Five fields, one of them an enum.
    Search,
    /// Five fields, three of them strings.
    EditFile,
    /// A list of objects of five fields.
    MakePlan,
    /// Six fields, one of them a list of objects.
    ChangeFile,
}

/// All calls: five that conform, one that has to be coerced, and one of six faults.
pub const CALLS: &[Call] = &[
    Call {
        name: "small",
        shape: Shape::Search,
        text: || shared("small"),
    },
    Call {
        name: "edit",
        shape: Shape::EditFile,
        text: || shared("edit"),
    },
    Call {
        name: "nested",
        shape: Shape::MakePlan,
        text: || shared("nested"),
    },
    Call {
        name: "large",
        shape: Shape::MakePlan,
        text: || shared("large"),
    },
    Call {
        name: "string",
        shape: Shape::EditFile,
        text: string,
    },
    Call {
        name: "coerced",
        shape: Shape::ChangeFile,
        text: || COERCED.to_owned(),
    },
    FAULTS,
];

/// [`CALLS`]' `coerced` as it conforms: what a bare read of the same would cost.
pub const PLAIN: Call = Call {
    name: "plain",
    shape: Shape::ChangeFile,
    text: || PLAIN_TEXT.to_owned(),
};

/// The call of six faults.
pub const FAULTS: Call = Call {
    name: "faults",
    shape: Shape::ChangeFile,
    text: || SIX_FAULTS.to_owned(),
};

/// Three values in quotes: what most lenient readers read.
const COERCED: &str = r#"{"file_path": "/a/b.rs", "limit": "120", "context": "3", "dry_run": "true", "mode": "write", "edits": [{"old": "a", "new": "b"}]}"#;

const PLAIN_TEXT: &str = r#"{"file_path": "/a/b.rs", "limit": 120, "context": 3, "dry_run": true, "mode": "write", "edits": [{"old": "a", "new": "b"}]}"#;

/// A path that is missing, a wrong type, a number beyond its range, a wrong member of an
/// enum, and two faults below: each of them is one for the types alone, so that every
/// peer may find it.
const SIX_FAULTS: &str = r#"{"limit": "ten", "context": 300, "dry_run": false, "mode": "reed", "edits": [{"new": "b"}, {"old": "a", "new": null}]}"#;

fn shared(name: &str) -> String {
    let workload = WORKLOADS.iter().find(|workload| workload.name == name);
    workload.map_or_else(String::new, |workload| (workload.text)())
}

/// 1 MB in one string, as a file in a call is written: with an escape in each line.
fn string() -> String {
    let file = "    let total: u64 = items.iter().map(Item::price).sum();\\n".repeat(17_200);
    format!(r#"{{"file_path": "/a/b.rs", "old_string": "a", "new_string": "{file}"}}"#)
}

impl Shape {
    /// The name of its tool.
    #[must_use]
    pub fn tool(self) -> &'static str {
        match self {
            Self::Search => Search::definition().name(),
            Self::EditFile => EditFile::definition().name(),
            Self::MakePlan => MakePlan::definition().name(),
            Self::ChangeFile => ChangeFile::definition().name(),
        }
    }
}

/// The schemas of the structs, by the names of their tools.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    fn of<T: Tool>() -> (&'static str, Value) {
        let definition = T::definition();
        (definition.name(), definition.schema().clone())
    }
    vec![
        of::<Search>(),
        of::<EditFile>(),
        of::<MakePlan>(),
        of::<ChangeFile>(),
    ]
}
