//! The table of prompts: one row for each family of models.
//!
//! The text of a prompt is a file in `prompts`. The lists of tools replace its marks `{tools}`, in
//! order. The final line break of a file is not a part of the text.

mod named;
mod objects;
mod others;

use super::row::RenderRow;

/// All rows. The first row of a format is its default.
pub(super) static ROWS: &[&[RenderRow]] = &[objects::ROWS, named::ROWS, others::ROWS];
