//! Tools of a realistic agent. Together they cover all forms of arguments in Rust. The example
//! `export_gallery` shows the exports to each provider.
#![expect(dead_code, reason = "the tools are shown, and never called")]

mod calendar;
mod data;
mod files;
mod home;
mod names;
mod numbers;
mod shell;
mod tickets;
mod trees;
mod web;

use tool_core::Definition;

/// Returns the definitions of all tools of the gallery, in the order of its files.
///
/// ```
/// let names = examples::gallery::definitions();
/// assert_eq!(names[0].name(), "read_file");
/// ```
#[must_use]
pub fn definitions() -> Vec<&'static Definition> {
    [
        files::definitions(),
        shell::definitions(),
        web::definitions(),
        calendar::definitions(),
        home::definitions(),
        tickets::definitions(),
        data::definitions(),
        trees::definitions(),
        numbers::definitions(),
        names::definitions(),
    ]
    .concat()
}
