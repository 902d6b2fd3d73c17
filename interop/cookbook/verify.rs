//! Finds mistakes in the tools of a program before a model does.
#![expect(
    dead_code,
    reason = "the program verifies the types and reads no calls"
)]

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Deserialize;
use tool_core::{Tool, ToolArg, ToolSet};

/// Book a room.
#[derive(Debug, Tool)]
#[tool(example = r#"{"room": "blue", "day": "2026-12-24"}"#)]
struct BookRoom {
    room: Room,
    #[schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    day: String,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Room {
    Blue,
    Green,
}

/// The tools that the program offers to models.
#[derive(Debug, ToolSet)]
enum Tools {
    BookRoom(BookRoom),
}

#[test]
fn models_can_call_every_tool() {
    Tools::verify().unwrap().deny_warnings().unwrap();
}

/// Count the seats.
#[derive(Debug, Tool)]
struct CountSeats {
    /// The keys of JSON objects are strings, so no key of this map is valid.
    seats: HashMap<Row, u8>,
}

#[derive(Debug, PartialEq, Eq, Hash, ToolArg)]
struct Row {
    number: u8,
}

/// Invite a guest.
#[derive(Debug, Tool)]
struct Invite {
    guest: Guest,
    /// `verify` does not find a text that matches this pattern.
    #[schemars(regex(pattern = "^x{7}[0-9]{3}!$"))]
    code: String,
}

/// A type that derives no `ToolArg`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Guest {
    name: String,
}

/// Tools with mistakes.
#[derive(Debug, ToolSet)]
enum Mistakes {
    CountSeats(CountSeats),
    Invite(Invite),
}

fn main() {
    for report in [Tools::verify(), Mistakes::verify()] {
        match report {
            Ok(report) => println!("callable: {report}"),
            Err(report) => println!("not callable:\n{report}"),
        }
    }
}
