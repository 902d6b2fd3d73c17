use serde_json::Value;
use tool_core::Tool;

use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search, WORKLOADS, Workload};

/// The arguments of one call, as text.
pub struct Call {
    /// Name in the tables and on the command line.
    pub name: &'static str,
    /// The struct that it is read into.
    pub shape: Shape,
    /// The text.
    pub text: fn() -> String,
}

impl Call {
    /// Returns true if every reader can read it.
    #[must_use]
    pub fn conforms(&self) -> bool {
        !matches!(self.name, "coerced" | "faults")
    }
}

/// The structs that calls are read into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Five fields, one of them an enum.
    Search,
    /// Five fields, three of them strings.
    EditFile,
    /// The fields of `EditFile` and one more.
    EditPart,
    /// A list of objects of five fields.
    MakePlan,
    /// Six fields, one of them a list of objects.
    ChangeFile,
}

/// All calls: five that conform, one that has to be coerced, and one with six faults.
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
        text: || shared("string"),
    },
    Call {
        name: "coerced",
        shape: Shape::EditPart,
        text: || shared(COERCED),
    },
    FAULTS,
];

/// The call `coerced` of [`CALLS`] in a form that conforms. A bare read of it is the comparison.
pub const PLAIN: Call = Call {
    name: "plain",
    shape: Shape::EditPart,
    text: || (workload(COERCED).well_formed)(),
};

/// The call with six faults.
pub const FAULTS: Call = Call {
    name: "faults",
    shape: Shape::ChangeFile,
    text: || SIX_FAULTS.to_owned(),
};

/// Three scalars in quotes. Most lenient readers read them.
const COERCED: &str = "edit, 3 coercions";

/// It has a missing path, a wrong type, a number out of range, an unknown enum member and two
/// faults in nested values. The types alone decide each of them: every peer can find it.
const SIX_FAULTS: &str = r#"{"limit": "ten", "context": 300, "dry_run": false, "mode": "reed", "edits": [{"new": "b"}, {"old": "a", "new": null}]}"#;

fn shared(name: &str) -> String {
    (workload(name).text)()
}

/// A call that `benches` reads, too.
fn workload(name: &str) -> &'static Workload {
    let found = WORKLOADS.iter().find(|workload| workload.name == name);
    found.expect("`benches` has a call of that name")
}

impl Shape {
    /// Returns the name of its tool.
    #[must_use]
    pub fn tool(self) -> &'static str {
        match self {
            Self::Search => Search::definition().name(),
            Self::EditFile => EditFile::definition().name(),
            Self::EditPart => EditPart::definition().name(),
            Self::MakePlan => MakePlan::definition().name(),
            Self::ChangeFile => ChangeFile::definition().name(),
        }
    }
}

/// Returns the name and the schema of the tool of each struct.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    fn of<T: Tool>() -> (&'static str, Value) {
        let definition = T::definition();
        (definition.name(), definition.schema().clone())
    }
    vec![
        of::<Search>(),
        of::<EditFile>(),
        of::<EditPart>(),
        of::<MakePlan>(),
        of::<ChangeFile>(),
    ]
}
