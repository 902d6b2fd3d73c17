//! The page of all providers is made by exporting to each: what a tool becomes, what is kept
//! of each keyword, how much a request takes.

mod keywords;
mod limits;
mod listed;
mod probes;

use std::fmt::Write as _;
use std::fs;

use keywords::row;
use listed::{Form, Listed, providers};
use tool_core::Tool;
use tool_core::provider::Target;

/// Read a part of a file.
#[derive(Debug, Tool)]
#[tool(read_only)]
#[expect(dead_code, reason = "the tool is not called")]
struct ReadFile {
    /// Absolute path of the file.
    #[schemars(length(min = 1))]
    path: String,
    /// How many lines to read.
    #[schemars(range(max = 2000))]
    limit: Option<u32>,
}

/// What is written by hand.
const HEAD: &str = include_str!("head.md");

fn page() -> String {
    let mut page = HEAD.to_owned();
    overview(&mut page);
    for provider in providers() {
        section(&mut page, &provider);
    }
    page
}

fn overview(page: &mut String) {
    page.push_str("\n| target | strict | answers are read as |\n|---|---|---|\n");
    for provider in providers() {
        let strict = if provider.has_strict {
            "`.strict()`"
        } else {
            "–"
        };
        for form in &provider.forms {
            let answers = form
                .answers
                .map_or("–".to_owned(), |api| format!("`Api::{api:?}`"));
            let written = form.written;
            writeln!(page, "| `{written}` | {strict} | {answers} |").expect("a string takes all");
        }
    }
}

fn section(page: &mut String, provider: &Listed) {
    let Listed {
        name,
        has_strict,
        forms,
        about,
    } = provider;
    write!(page, "\n## {name}\n\n{about}\n").expect("a string takes all");
    let mut taken = String::new();
    for Form {
        written, target, ..
    } in forms
    {
        tool(page, written, *target);
        // The forms of one provider may differ around the schema alone.
        let before = std::mem::replace(&mut taken, takes(*target, false));
        page.push_str(if before == taken {
            "What it takes is as above.\n"
        } else {
            &taken
        });
    }
    if *has_strict {
        let Form {
            written, target, ..
        } = &forms[0];
        tool(page, &format!("{written}.strict()"), target.strict());
        page.push_str(&takes(target.strict(), true));
    }
}

/// The tool object.
fn tool(page: &mut String, written: &str, target: Target) {
    let export = ReadFile::definition().export(target);
    let export = export.expect("every target takes the tool");
    let tool = serde_json::to_string_pretty(export.tool()).expect("a value is JSON");
    write!(page, "\n### `{written}`\n\n```json\n{tool}\n```\n\n").expect("a string takes all");
}

/// What is kept of a schema, and how much is taken.
fn takes(target: Target, strict: bool) -> String {
    let mut page = String::new();
    keywords::keywords(&mut page, target);
    let (of_tool, of_property) = limits::names(target);
    for (what, allowed) in [
        ("name of a tool", of_tool),
        ("names of properties", of_property),
    ] {
        let allowed = allowed.map(|allowed| format!("`{allowed}`"));
        row(&mut page, what, &allowed.unwrap_or_default());
    }
    let [of_request, of_tool] = limits::limits(target, strict);
    row(&mut page, "a request has at most", &of_request.join("; "));
    row(&mut page, "one tool has at most", &of_tool.join("; "));
    page
}

#[test]
fn the_page_says_what_the_exports_say() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/providers.md");
    let page = page();
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(file, &page).expect("the page is written");
    }
    let written = fs::read_to_string(file).expect("the page is there");
    assert!(
        written == page,
        "docs/providers.md is not what the exports say; see the page itself"
    );
}
