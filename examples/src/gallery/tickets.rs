//! Tickets: nested objects, properties of another type, only optional properties.

use std::collections::BTreeSet;

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        CreateTicket::definition(),
        UpdateTicket::definition(),
        AddComment::definition(),
        LinkTickets::definition(),
        ListTickets::definition(),
        LogWork::definition(),
    ]
}

/// Create a ticket.
#[derive(Debug, Tool)]
struct CreateTicket {
    title: String,
    body: String,
    #[serde(default)]
    labels: BTreeSet<Label>,
    assignee: Option<Person>,
    reporter: Person,
    #[serde(default)]
    priority: Priority,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
#[serde(rename_all = "kebab-case")]
enum Label {
    Bug,
    FeatureRequest,
    GoodFirstIssue,
}

/// A person.
#[derive(Debug, ToolArg)]
struct Person {
    name: String,
    #[schemars(email)]
    email: Option<String>,
    team: Option<Box<Team>>,
}

#[derive(Debug, ToolArg)]
struct Team {
    name: String,
    room: Room,
}

#[derive(Debug, ToolArg)]
struct Room {
    building: String,
    floor: i8,
}

#[derive(Debug, Default, ToolArg)]
enum Priority {
    /// When there is time.
    Low,
    /// With the next release.
    #[default]
    Normal,
    /// Before all else.
    Urgent,
}

/// Update a ticket. Absent fields stay unchanged.
#[derive(Debug, Tool)]
#[tool(idempotent)]
struct UpdateTicket {
    title: Option<String>,
    body: Option<String>,
    priority: Option<Priority>,
    labels: Option<BTreeSet<Label>>,
    assignee: Option<Person>,
    /// `true` closes the ticket.
    closed: Option<bool>,
    estimate: Option<f32>,
}

/// Comment on a ticket.
#[derive(Debug, Tool)]
#[tool(name = "ticket-add_comment")]
#[serde(rename_all = "camelCase")]
struct AddComment {
    #[serde(alias = "ticketNumber", alias = "id")]
    ticket_id: u64,
    /// The comment, in Markdown.
    body_text: String,
    #[serde(rename = "replyTo")]
    parent: Option<u64>,
}

/// Link a ticket with others.
#[derive(Debug, Tool)]
struct LinkTickets {
    from: u64,
    links: Vec<Link>,
}

#[derive(Debug, ToolArg)]
struct Link {
    kind: LinkKind,
    to: u64,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum LinkKind {
    Blocks,
    BlockedBy,
    /// Both describe the same problem.
    Duplicates,
    RelatesTo,
}

/// List tickets.
#[derive(Debug, Tool)]
#[tool(read_only, open)]
struct ListTickets {
    #[serde(flatten)]
    who: Who,
    #[serde(flatten)]
    when: Span,
    state: Option<State>,
}

#[derive(Debug, ToolArg)]
struct Who {
    assignee: Option<String>,
    reporter: Option<String>,
}

#[derive(Debug, ToolArg)]
struct Span {
    #[schemars(extend("format" = "date"))]
    from: String,
    #[schemars(extend("format" = "date"))]
    to: Option<String>,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

/// Log work on a ticket, and on any other keys of a project.
#[derive(Debug, Tool)]
struct LogWork {
    ticket_id: u64,
    /// Hours, by the name of who worked.
    #[serde(flatten)]
    hours: std::collections::BTreeMap<String, f64>,
}
