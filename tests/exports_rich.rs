//! Three large tools, exported to each provider. The files in `snapshots` were compared line by
//! line with the provider's documentation.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use tests::{as_sent, targets, violations, with_losses};
use tool_core::{Definition, Tool, ToolArg};

/// Deploy a release in several steps.
#[derive(Debug, Tool)]
#[tool(title = "Deploy a release", destructive)]
#[expect(dead_code, reason = "the tool is not called")]
struct Deploy {
    /// What to do, in this order.
    #[schemars(length(min = 1))]
    steps: Vec<Step>,
    /// Where, as latitude and longitude.
    place: (f64, f64),
    /// Environment variables.
    #[serde(default)]
    variables: BTreeMap<String, String>,
    /// Weights of the machines, by their number.
    weights: BTreeMap<u16, Option<f32>>,
    /// Who is told of it.
    notify: Option<Channel>,
    strategy: Strategy,
}

/// A step of a deployment.
#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "the tool is not called")]
enum Step {
    /// Copy files.
    Copy(Files),
    /// Run a command.
    Run {
        command: Vec<String>,
        /// Seconds to wait for it.
        timeout: Option<u32>,
    },
    Restart,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the tool is not called")]
struct Files {
    from: String,
    to: String,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "channel", content = "address", rename_all = "snake_case")]
#[expect(dead_code, reason = "the tool is not called")]
enum Channel {
    Mail(String),
    Phone(u64),
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "the tool is not called")]
enum Strategy {
    AtOnce,
    Rolling { batch: u8 },
}

/// Search for messages.
///
/// Dates are those of the server.
#[derive(Debug, Tool)]
#[tool(read_only, example = r#"{"query": "rust", "sender": "a@example.com"}"#)]
#[expect(dead_code, reason = "the tool is not called")]
struct Search {
    /// Words to find.
    #[schemars(length(min = 1, max = 200))]
    query: String,
    #[schemars(email)]
    sender: Option<String>,
    /// No message before that.
    #[schemars(extend("format" = "date-time"))]
    since: Option<String>,
    #[schemars(url)]
    link: Option<String>,
    /// Like `rust-lang/rust`.
    #[schemars(regex(pattern = r"^[a-z0-9-]+/[a-z0-9-]+$"))]
    project: Option<String>,
    /// The number of messages.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    #[serde(default)]
    #[schemars(range(max = 1.0), extend("exclusiveMinimum" = -1))]
    score: f64,
    /// Labels that a message has, all of them.
    #[serde(default)]
    #[schemars(length(max = 5), inner(length(min = 2)))]
    labels: Vec<String>,
    #[serde(default)]
    order: Order,
    /// Leave it out.
    #[deprecated]
    page: Option<u8>,
}

/// How messages are sorted.
#[derive(Debug, Default, ToolArg)]
#[serde(rename_all = "kebab-case")]
enum Order {
    /// The newest first.
    #[default]
    NewestFirst,
    /// The best first.
    BestFirst,
}

fn twenty() -> u32 {
    20
}

/// Write a document.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the tool is not called")]
struct Write {
    #[serde(rename = "content-type")]
    content_type: String,
    #[serde(flatten)]
    place: Place,
    body: Node,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the tool is not called")]
struct Place {
    /// Where it is written.
    path: String,
    overwrite: Option<bool>,
}

/// A part of a document.
#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the tool is not called")]
struct Node {
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    #[serde(rename = "a/b~c", default)]
    odd: bool,
    /// From and to, with a name.
    span: Option<(u32, u32, String)>,
    #[serde(default)]
    children: Vec<Node>,
}

/// Formats JSON with as many values per line as fit.
fn in_lines(value: &Value, depth: usize) -> String {
    let short = value.to_string();
    if short.len() + 2 * depth <= 110 {
        return short;
    }
    let inside = "  ".repeat(depth + 1);
    let (open, items, close) = match value {
        Value::Object(entries) => {
            let entries = entries.iter();
            let items = entries
                .map(|(key, value)| format!("{inside}{key:?}: {}", in_lines(value, depth + 1)));
            ('{', items.collect::<Vec<_>>(), '}')
        }
        Value::Array(list) => {
            let list = list.iter();
            let items = list.map(|item| format!("{inside}{}", in_lines(item, depth + 1)));
            ('[', items.collect(), ']')
        }
        _ => return short,
    };
    let outside = "  ".repeat(depth);
    format!("{open}\n{}\n{outside}{close}", items.join(",\n"))
}

/// Returns the exports to all providers with this name, or the reasons of their refusal.
fn sent(definition: &Definition, provider: &str) -> String {
    let mut text = String::new();
    for (name, target) in targets() {
        if name.split(' ').next() != Some(provider) {
            continue;
        }
        let outcome = match definition.export(target) {
            Ok(export) => {
                let found = violations(as_sent(name, &export), export.tool());
                assert!(found.is_empty(), "{name}: {found:?}");
                let tool = in_lines(export.tool(), 0);
                with_losses(tool, &export)
            }
            Err(error) => format!("refused: {error}"),
        };
        let _ = writeln!(text, "## {name}\n{outcome}\n");
    }
    text
}

/// Each once, in the order of the targets.
fn providers() -> Vec<&'static str> {
    let of_targets = targets().into_iter();
    let mut providers: Vec<_> = of_targets
        .map(|(name, _)| name.split(' ').next().unwrap_or(name))
        .collect();
    providers.dedup();
    providers
}

#[test]
fn rich_exports_obey_each_provider() {
    for definition in [
        Deploy::definition(),
        Search::definition(),
        Write::definition(),
    ] {
        for provider in providers() {
            let name = format!("{}-{provider}", definition.name());
            insta::assert_snapshot!(name, sent(definition, provider));
        }
    }
}
