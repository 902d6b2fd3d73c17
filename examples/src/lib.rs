//! Modules that the examples share. The examples are the files in the parent folder.

pub mod answers;
pub mod gallery;
pub mod lines;
