//! The tests of this package build `tool-core` with the derive and the reader alone: without
//! exports, answers, and the reader of texts.
//!
//! Cargo unifies features over the packages that are built together, so this package is
//! tested alone: `cargo test -p reader-alone`.
