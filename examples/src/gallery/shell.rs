//! Commands: no arguments, maps, numbers as strings, tools with their own leniency.

use std::collections::BTreeMap;
use std::time::Duration;

use tool_core::{Definition, Tool, ToolArg, Value};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        RunCommand::definition(),
        GetEnvironment::definition(),
        SetEnvironment::definition(),
        SignalProcess::definition(),
        Wait::definition(),
        ScheduleJob::definition(),
    ]
}

/// Run a command.
#[derive(Debug, Tool)]
#[tool(open_world, leniency = "generous")]
struct RunCommand {
    #[schemars(length(min = 1))]
    command: String,
    #[serde(default)]
    args: Vec<String>,
    /// Additional environment variables for the command.
    #[serde(default)]
    env: BTreeMap<String, String>,
    working_directory: Option<String>,
    /// Seconds until it is stopped.
    #[serde(default = "minute")]
    #[schemars(range(min = 1, max = 600))]
    #[tool(preprocess = in_seconds)]
    timeout: u32,
}

fn minute() -> u32 {
    60
}

fn in_seconds(sent: Value) -> Value {
    let minutes = sent.as_str().and_then(|text| text.strip_suffix("min"));
    let minutes = minutes.and_then(|text| text.trim().parse::<u32>().ok());
    minutes.map_or(sent, |minutes| Value::from(minutes * 60))
}

/// Get the variables of this session.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct GetEnvironment {}

/// Set variables of this session; null unsets one.
#[derive(Debug, Tool)]
struct SetEnvironment {
    #[schemars(length(min = 1))]
    variables: BTreeMap<String, Option<String>>,
}

/// Send a signal to a process.
#[derive(Debug, Tool)]
#[tool(destructive)]
struct SignalProcess {
    #[schemars(range(min = 1))]
    process_id: i32,
    signal: Signal,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "UPPERCASE")]
enum Signal {
    /// Asks the process to end.
    #[serde(alias = "terminate")]
    Term,
    /// Ends the process at once.
    Kill,
    /// Has the process read its configuration again.
    Hup,
    Int,
}

/// Wait a while.
#[derive(Debug, Tool)]
struct Wait {
    duration: Duration,
}

/// Run a command later, or again and again.
#[derive(Debug, Tool)]
struct ScheduleJob {
    command: String,
    when: When,
}

#[derive(Debug, ToolArg)]
enum When {
    Now,
    Never,
    /// At each of these minutes of an hour.
    Minutes(Vec<u8>),
    Cron {
        expression: String,
        /// A name of the time zone database.
        time_zone: Option<String>,
    },
    /// From an hour to another one.
    Between(u8, u8),
}
