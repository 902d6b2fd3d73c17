//! The first half of the tools of one seed. `TWINS_TOOLS` and `TWINS_SEED` choose others when this
//! is built. The halves are separate crates, which are compiled at the same time.

#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    reason = "they are made by a generator"
)]
mod generated {
    use twins::Twin;
    include!(concat!(env!("OUT_DIR"), "/first.rs"));
}

#[test]
fn derived_types_read_what_plain_serde_reads() {
    twins::check("first", generated::TWINS);
}
