//! Generates the types of tools, and values of them, from a seed.

mod make;
mod model;
mod random;
mod source;
mod value;

use std::fmt::Write as _;
use std::ops::Range;

use random::Random;

/// Number of values for each tool.
const VALUES: usize = 10;

/// The source of the tools of those numbers: their types, and the list `TWINS`.
pub(crate) fn twins(seed: u32, tools: Range<u32>) -> String {
    let mut text = String::new();
    let mut list = String::new();
    for number in tools {
        let mut random = Random::new(u64::from(seed) * 1_000_003 + u64::from(number));
        let items = make::tool(&mut random);
        let source = source::source(&items);
        let values: Vec<_> = (0..VALUES)
            .map(|_| value::value(&mut random, &items))
            .collect();
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "macro_rules! types{number} {{ () => {{\n{source}}} }}\n\
             mod t{number} {{\n\
             pub mod ours {{ use tool_core::{{Tool as Root, ToolArg as Type}}; types{number}!(); }}\n\
             pub mod plain {{ use serde::{{Deserialize as Root, Deserialize as Type}}; types{number}!(); }}\n\
             }}\n"
        );
        let _ = writeln!(
            list,
            "Twin::new::<t{number}::ours::Arguments, t{number}::plain::Arguments>({number}, {source:?}, &{values:?}),"
        );
    }
    let _ = writeln!(text, "pub const TWINS: &[Twin] = &[\n{list}];");
    text
}
