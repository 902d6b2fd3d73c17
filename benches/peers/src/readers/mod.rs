//! The Rust crates, each in a separate file. A crate has one function for each shape. The
//! function reads text into a struct in the fastest way that the crate's documentation shows.

mod deserr;
mod eserde;
mod jsonrepair;
mod jsonschema;
mod own;
mod path_to_error;
mod rustia;
mod serde_json;
mod tryparse;

use std::hint::black_box;

use crate::calls::Shape;

/// Reads text, calls the function while the value exists, and drops the value. Returns the text of
/// the library's own error if it rejects the text.
pub type Read = fn(&str, &dyn Fn()) -> Result<(), String>;

/// A crate, and how it reads.
pub struct Reader {
    /// Name in the tables and on the command line.
    pub name: &'static str,
    /// The crate whose version the tables show.
    pub package: &'static str,
    /// One function for each shape.
    pub reads: Reads,
}

/// One function for each shape.
pub struct Reads {
    pub(crate) search: Read,
    pub(crate) edit: Read,
    pub(crate) part: Read,
    pub(crate) plan: Read,
    pub(crate) change: Read,
}

impl Reads {
    /// Returns the function for a shape.
    #[must_use]
    pub fn of(&self, shape: Shape) -> Read {
        match shape {
            Shape::Search => self.search,
            Shape::EditFile => self.edit,
            Shape::EditPart => self.part,
            Shape::MakePlan => self.plan,
            Shape::ChangeFile => self.change,
        }
    }
}

/// The bare read first, then ours.
pub const READERS: &[Reader] = &[
    serde_json::READER,
    own::READER,
    own::ALL,
    path_to_error::READER,
    eserde::READER,
    deserr::READER,
    deserr::ALL,
    jsonschema::READER,
    jsonrepair::READER,
    rustia::READER,
    tryparse::READER,
];

fn hold<T>(value: T, held: &dyn Fn()) {
    let value = black_box(value);
    held();
    drop(value);
}
