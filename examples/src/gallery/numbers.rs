//! Numbers of every width, and the other scalars.

use std::num::{NonZeroU8, NonZeroU64};

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        PackNumbers::definition(),
        FactorInteger::definition(),
        SetPixel::definition(),
        ConvertUnits::definition(),
        RollDice::definition(),
    ]
}

/// Write numbers into a binary record.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct PackNumbers {
    signed_8: i8,
    signed_16: i16,
    signed_32: i32,
    signed_64: i64,
    signed_size: isize,
    unsigned_8: u8,
    unsigned_16: u16,
    unsigned_32: u32,
    unsigned_64: u64,
    unsigned_size: usize,
    float_32: f32,
    float_64: f64,
    flag: bool,
    letter: char,
    padding: Option<()>,
}

/// Find the prime factors of an integer.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct FactorInteger {
    number: u128,
    /// Added to the number first.
    #[serde(default)]
    offset: i128,
    /// Maximum number of factors.
    most: Option<NonZeroU64>,
}

/// Set a pixel of an image.
#[derive(Debug, Tool)]
struct SetPixel {
    at: Position,
    /// Red, green, blue and opacity.
    colour: [u8; 4],
}

/// Across and down.
#[derive(Debug, ToolArg)]
struct Position(u16, u16);

/// Convert between units.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct ConvertUnits {
    value: f64,
    from: Unit,
    to: Unit,
    #[schemars(range(min = 0, max = 12))]
    digits: Option<i8>,
}

#[derive(Debug, ToolArg)]
enum Unit {
    #[serde(rename = "m")]
    Metre,
    #[serde(rename = "km", alias = "kilometre")]
    Kilometre,
    #[serde(rename = "mi")]
    Mile,
}

/// Roll dice.
#[derive(Debug, Tool)]
struct RollDice {
    sides: NonZeroU8,
    #[serde(default = "one")]
    count: NonZeroU8,
}

fn one() -> NonZeroU8 {
    NonZeroU8::MIN
}
