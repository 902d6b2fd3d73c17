use rmcp::handler::server::common::schema_for_input;
use schemars::{JsonSchema, schema_for};
use serde_json::json;
use tool_core::Tool;
use tool_core::provider::Target;

use super::peers::Peer;
use super::{quickstart, tokens};
use crate::workloads::{EditFile, MakePlan, Search};

/// The goal: the maximum tokens of a schema, in hundredths of the tokens that `schema_for!` writes
/// for the type.
const GOAL: usize = 70;

/// The same for MCP. A program reads the list, so it keeps what the reader enforces.
const GOAL_OF_MCP: usize = 77;

/// A tool whose tokens are counted.
struct Subject {
    name: &'static str,
    count: fn() -> Counted,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "quickstart",
        count: count::<quickstart::EditFile>,
    },
    Subject {
        name: "small",
        count: count::<Search>,
    },
    Subject {
        name: "edit",
        count: count::<EditFile>,
    },
    Subject {
        name: "nested",
        count: count::<MakePlan>,
    },
];

/// The tokens of a tool in each export and in each other library.
struct Counted {
    schema_for: usize,
    rmcp: usize,
    exports: Vec<Exported>,
}

/// The tokens of the exports of one provider. A rejected tool has `None`.
struct Exported {
    target: &'static str,
    plain: Option<Size>,
    kept: Option<Size>,
    strict: Option<Size>,
}

#[derive(Clone, Copy)]
struct Size {
    schema: usize,
    tool: usize,
}

/// Prints a table for each tool. Returns the violated bounds.
pub(super) fn check(peers: &[Peer]) -> Vec<String> {
    let mut broken = Vec::new();
    for subject in SUBJECTS {
        let counted = (subject.count)();
        let peers: Vec<_> = peers
            .iter()
            .filter(|peer| peer.tool == subject.name)
            .collect();
        print(subject, &counted, &peers);
        broken.extend(broken_by(subject, &counted, &peers));
    }
    println!("! is beyond the goal of 0.{GOAL}, or 0.{GOAL_OF_MCP} for MCP");
    broken
}

fn count<T: Tool + JsonSchema + 'static>() -> Counted {
    let plain = Target::all().filter(|target| !target.to_string().ends_with("(strict)"));
    let exports = plain.map(|at| Exported {
        target: at.name(),
        plain: size::<T>(at),
        kept: size::<T>(at.inline_single_uses(false)),
        strict: size::<T>(at.strict()),
    });
    Counted {
        schema_for: tokens(&json!(schema_for!(T)).to_string()),
        rmcp: by_rmcp::<T>(),
        exports: exports.collect(),
    }
}

fn size<T: Tool>(target: Target) -> Option<Size> {
    let export = T::definition().export(target).ok()?;
    Some(Size {
        schema: tokens(&export.schema().to_string()),
        tool: tokens(&export.tool().to_string()),
    })
}

/// The tool object that rmcp lists for a handler of `Parameters<T>`.
fn by_rmcp<T: Tool + JsonSchema + 'static>() -> usize {
    let definition = T::definition();
    let schema = schema_for_input::<T>().expect("a struct is an object");
    let tool = rmcp::model::Tool::new(definition.name(), definition.description(), schema);
    tokens(&json!(tool).to_string())
}

fn print(subject: &Subject, counted: &Counted, peers: &[&Peer]) {
    let Counted {
        schema_for, rmcp, ..
    } = counted;
    println!(
        "{}: schema_for! {schema_for} tokens, the tool by rmcp {rmcp}",
        subject.name
    );
    for peer in peers {
        println!("  by {}: {} tokens", peer.name, peer.schema);
    }
    println!(
        "  {:<22} {:>13} {:>13} {:>13}   tool, in the same modes",
        "schema", "plain", "not inlined", "strict"
    );
    for export in &counted.exports {
        let modes = [export.plain, export.kept, export.strict];
        let [plain, kept, strict] = modes.map(|size| match size {
            Some(size) => share(size.schema, *schema_for, goal_of(export)),
            None => "-".to_owned(),
        });
        let tools = modes.map(|size| size.map_or("-".to_owned(), |size| size.tool.to_string()));
        println!(
            "  {:<22} {plain:>13} {kept:>13} {strict:>13}   {}",
            export.target,
            tools.join(" ")
        );
    }
}

/// Formats `182 (0.75 !)`. The sign marks a share above the goal.
fn share(tokens: usize, of: usize, goal: usize) -> String {
    let share = hundredths(tokens, of);
    let sign = if share > goal { " !" } else { "" };
    format!("{tokens} ({}.{:02}{sign})", share / 100, share % 100)
}

fn goal_of(export: &Exported) -> usize {
    if export.target.starts_with("MCP") {
        GOAL_OF_MCP
    } else {
        GOAL
    }
}

/// Rounded up.
fn hundredths(tokens: usize, of: usize) -> usize {
    (tokens * 100).div_ceil(of.max(1))
}

fn broken_by(subject: &Subject, counted: &Counted, peers: &[&Peer]) -> Vec<String> {
    let mut broken = Vec::new();
    for export in &counted.exports {
        let what = format!("{}, {}", subject.name, export.target);
        let Some(plain) = export.plain else {
            broken.push(format!("{what}: refused"));
            continue;
        };
        let share = hundredths(plain.schema, counted.schema_for);
        let goal = goal_of(export);
        if share > goal {
            broken.push(format!("{what}: {share} hundredths, at most {goal}"));
        }
        if plain.tool > counted.rmcp && export.target.starts_with("MCP") {
            broken.push(format!("{what}: more than rmcp sends"));
        }
        let less = peers.iter().filter(|peer| plain.schema > peer.schema);
        broken.extend(less.map(|peer| format!("{what}: more than {} sends", peer.name)));
    }
    broken
}
