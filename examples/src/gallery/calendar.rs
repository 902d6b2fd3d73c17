//! Calendars: dates and times, and enums in each of serde's forms.

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        CreateEvent::definition(),
        CancelEvent::definition(),
        FindFreeSlot::definition(),
        SetReminder::definition(),
        InviteGuests::definition(),
        RespondToInvitation::definition(),
    ]
}

/// Create an event.
#[derive(Debug, Tool)]
struct CreateEvent {
    #[schemars(length(min = 1, max = 200))]
    title: String,
    #[schemars(extend("format" = "date-time"))]
    start: String,
    #[schemars(extend("format" = "duration"))]
    length: String,
    repeats: Option<Repeats>,
    location: Option<Location>,
}

/// Repetition of an event, by `every`.
#[derive(Debug, ToolArg)]
#[serde(tag = "every", rename_all = "snake_case")]
enum Repeats {
    Day,
    Week {
        days: Vec<Weekday>,
    },
    /// On a day of each month.
    Month {
        #[schemars(range(min = 1, max = 31))]
        day: u8,
    },
    Dates(Dates),
}

#[derive(Debug, ToolArg)]
struct Dates {
    dates: Vec<Day>,
}

#[derive(Debug, ToolArg)]
#[serde(transparent)]
#[schemars(extend("format" = "date"))]
struct Day(String);

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    #[serde(alias = "sat")]
    Saturday,
    #[serde(alias = "sun")]
    Sunday,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Location {
    /// A name of a room.
    Room(String),
    Place {
        latitude: f64,
        longitude: f64,
    },
}

/// Cancel an event.
#[derive(Debug, Tool)]
#[tool(destructive, idempotent)]
struct CancelEvent {
    #[schemars(extend("format" = "uuid"))]
    event_id: String,
    #[serde(default)]
    notify_guests: bool,
}

/// Find a time at which all are free.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct FindFreeSlot {
    #[schemars(inner(email), length(min = 1))]
    guests: Vec<String>,
    #[schemars(extend("format" = "date"))]
    day: String,
    #[schemars(extend("format" = "time"))]
    not_before: Option<String>,
    #[schemars(range(min = 15, max = 480), extend("multipleOf" = 15))]
    minutes: u32,
}

/// Set a reminder.
#[derive(Debug, Tool)]
struct SetReminder {
    text: String,
    trigger: Trigger,
}

/// Trigger of the reminder.
#[derive(Debug, ToolArg)]
#[serde(tag = "type", content = "value", rename_all = "kebab-case")]
enum Trigger {
    AtTime(String),
    MinutesBefore(u32),
    OnArrival { place: String, radius: f32 },
    NextLogin,
}

/// Invite guests to an event.
#[derive(Debug, Tool)]
struct InviteGuests {
    event_id: EventId,
    guests: Vec<Guest>,
}

/// The number of an event.
#[derive(Debug, ToolArg)]
#[serde(transparent)]
struct EventId(u64);

#[derive(Debug, ToolArg)]
struct Guest {
    #[schemars(email)]
    address: String,
    #[serde(default)]
    role: Role,
}

#[derive(Debug, Default, ToolArg)]
enum Role {
    #[default]
    Required,
    /// May stay away.
    Optional,
    /// Informed, but not expected.
    Informed,
}

/// Respond to an invitation.
#[derive(Debug, Tool)]
struct RespondToInvitation {
    #[serde(flatten)]
    response: Response,
    comment: Option<String>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "response", rename_all = "snake_case")]
enum Response {
    Accept { event_id: u64 },
    Decline { event_id: u64 },
    Propose { event_id: u64, start: String },
}
