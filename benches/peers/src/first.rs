//! The cost of the first call of a program, with one tool and with a hundred.

use std::hint::black_box;
use std::io;

use tool_core::{Tool, ToolArg, ToolSet};

use crate::measure::collected;

macro_rules! hundred {
    ($($name:ident)*) => {
        $(
            /// Search the files of a project.
            #[derive(Tool)]
            #[expect(dead_code, reason = "read, and then dropped")]
            struct $name {
                /// The pattern to look for.
                #[schemars(length(min = 1))]
                pattern: String,
                /// The file to look in.
                path: Option<String>,
                #[schemars(range(min = 1, max = 1000))]
                limit: u32,
                ignore_case: bool,
                context: Vec<Lines>,
            }
        )*

        #[derive(ToolSet)]
        #[expect(dead_code, reason = "read, and then dropped")]
        enum Hundred {
            $($name($name),)*
        }
    };
}

#[derive(ToolArg)]
#[expect(dead_code, reason = "read, and then dropped")]
struct Lines {
    before: u8,
    after: u8,
}

hundred! {
    A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9
    C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 D0 D1 D2 D3 D4 D5 D6 D7 D8 D9
    E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 F0 F1 F2 F3 F4 F5 F6 F7 F8 F9
    G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 H0 H1 H2 H3 H4 H5 H6 H7 H8 H9
    I0 I1 I2 I3 I4 I5 I6 I7 I8 I9 J0 J1 J2 J3 J4 J5 J6 J7 J8 J9
}

#[derive(ToolSet)]
#[expect(dead_code, reason = "read, and then dropped")]
enum One {
    E5(E5),
}

const CALL: &str = r#"{"pattern": "fn main", "limit": 50, "ignore_case": true, "context": [{"before": 1, "after": 2}]}"#;

/// The cost of a set of tools.
pub(crate) struct Cost {
    /// Cost of the first call only.
    pub(crate) once: u64,
    /// Cost of each later call.
    pub(crate) call: u64,
}

/// Returns the instructions of a call of one tool. The set has either a hundred tools or only this
/// one.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn cost(set: &str) -> io::Result<Cost> {
    let options = ["--toggle-collect=*first*called*"];
    let total = |times: &str| collected(&options, &["first", set, times]);
    let (single, double) = (total("1")?, total("2")?);
    let call = double.saturating_sub(single);
    let once = single.saturating_sub(call);
    Ok(Cost { once, call })
}

/// Calls one tool that many times. This is the part that valgrind counts.
pub(crate) fn run(set: &str, times: usize) -> bool {
    (0..times).all(|_| called(set == "hundred", black_box(CALL)))
}

#[inline(never)]
fn called(hundred: bool, call: &str) -> bool {
    if hundred {
        black_box(Hundred::parse("e5", call)).is_ok()
    } else {
        black_box(One::parse("e5", call)).is_ok()
    }
}
