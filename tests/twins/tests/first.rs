//! The tools of one seed. `TWINS_TOOLS` and `TWINS_SEED` choose others when this is built.

use std::{env, fs};

use twins::{Counts, Twin, compare};

#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    reason = "they are made by a generator"
)]
mod generated {
    use super::Twin;
    include!(concat!(env!("OUT_DIR"), "/twins.rs"));
}

#[test]
fn derived_types_read_what_plain_serde_reads() {
    let mut faults = String::new();
    let counts = compare(generated::TWINS, &mut faults);
    println!("{}", counts.line());
    // Where `src/main.rs` looks for them.
    if let Ok(path) = env::var("TWINS_OUT") {
        let written = fs::write(format!("{path}.faults"), &faults)
            .and_then(|()| fs::write(format!("{path}.counts"), counts.numbers()));
        written.expect("the files of TWINS_OUT can be written");
        return;
    }
    let Counts {
        tools,
        values,
        different,
        refused,
        definitions_refused,
        disagreed,
        ..
    } = counts;
    assert!(values > 8 * tools, "plain serde reads too little: {values}");
    assert_eq!((different, refused, disagreed), (0, 0, 0), "{faults}");
    assert!(definitions_refused * 50 <= tools, "{faults}");
}
