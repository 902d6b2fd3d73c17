//! The second half of the tools of one seed. `TWINS_TOOLS` and `TWINS_SEED` choose others when this
//! is built; see `first.rs`.

#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    reason = "they are made by a generator"
)]
mod generated {
    use twins::Twin;
    include!(concat!(env!("OUT_DIR"), "/second.rs"));
}

#[test]
fn derived_types_read_what_plain_serde_reads() {
    twins::check("second", generated::TWINS);
}
