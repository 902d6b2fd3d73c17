//! What the examples share; they stand beside this folder, one file each.

pub mod gallery;
