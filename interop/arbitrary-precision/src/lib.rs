//! This library is empty. The tests are in the folder `tests`.
//!
//! With its feature `arbitrary_precision`, which any crate in a build may switch
//! on, `serde_json` hands numbers on as maps of one private key, and `Value`
//! keeps their digits. Cargo unifies features over the packages that are built
//! together, so this package is tested alone, by `cargo test -p
//! arbitrary-precision`, and the others without it: `--workspace` switches the
//! feature on for all of them.
