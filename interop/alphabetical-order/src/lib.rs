//! The tests of this package build `tool-core` without its feature `preserve_order`.
//!
//! Cargo unifies features over the packages that are built together, so this package is
//! tested alone: `cargo test -p alphabetical-order`.
