//! Generates the pages about providers from exports: the matrix and the differences in
//! `docs/providers.md`, the tool objects and the keywords in `docs/providers-json.md`.

mod keywords;
mod limits;
mod listed;
mod probes;

use std::fmt::Write as _;
use std::fs;

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
    /// Number of lines to read.
    #[schemars(range(max = 2000))]
    limit: Option<u32>,
}

const HEAD: &str = include_str!("head.md");
const FOOT: &str = include_str!("foot.md");
const JSON_HEAD: &str = include_str!("json_head.md");

impl Listed {
    /// Returns every target in every mode, with its Rust expression and whether it is strict.
    fn modes(&self) -> Vec<(String, Target, bool)> {
        let plain = |form: &Form| (form.written.clone(), form.target, false);
        let strict = |form: &Form| {
            let written = format!("{}.strict()", form.written);
            (written, form.target.strict(), true)
        };
        let mut modes: Vec<_> = self.forms.iter().map(plain).collect();
        if self.has_strict {
            modes.extend(self.forms.iter().map(strict));
        }
        modes
    }
}

#[test]
fn page_lists_every_target() {
    let listed = providers();
    let modes = listed.iter().flat_map(Listed::modes);
    let listed: Vec<_> = modes.map(|(_, target, _)| target).collect();
    for target in Target::all() {
        assert!(listed.contains(&target), "{target}");
    }
    assert_eq!(listed.len(), Target::all().count());
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    targets(&mut page);
    matrix(&mut page);
    page.push_str("\n## Differences\n");
    for provider in providers() {
        differences(&mut page, &provider);
    }
    page.push_str(FOOT);
    page
}

fn targets(page: &mut String) {
    page.push_str(
        "\n## Targets\n\n| provider | target | strict mode | format of its responses |\n\
         |---|---|---|---|\n",
    );
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
            let (name, written) = (&provider.name, &form.written);
            writeln!(page, "| {name} | `{written}` | {strict} | {answers} |")
                .expect("a string takes all");
        }
    }
}

fn matrix(page: &mut String) {
    page.push_str(
        "\n## Support for schemas\n\n\
         | cell | meaning |\n|---|---|\n\
         | ✓ | the export keeps the keyword or an equivalent |\n\
         | text | the export writes the keyword in the description |\n\
         | reader | the reader enforces the keyword; a map is exported as an array of \
         `{key, value}`, and the reader converts it back |\n\
         | some | the export keeps some values; [Exports as JSON][providers-json] lists them |\n\
         | ✗ | `export` returns an error |\n\n",
    );
    let headings = keywords::headings();
    writeln!(page, "| target | {} |", headings.join(" | ")).expect("a string takes all");
    writeln!(page, "|---|{}", "---|".repeat(headings.len())).expect("a string takes all");
    for (written, target, _) in providers().iter().flat_map(Listed::modes) {
        let cells = keywords::cells(target).join(" | ");
        writeln!(page, "| `{written}` | {cells} |").expect("a string takes all");
    }
    page.push_str("\n[Exports as JSON][providers-json] has all keywords of each target.\n");
}

/// Appends the facts about a provider and its limits.
fn differences(page: &mut String, provider: &Listed) {
    let Listed { name, about, .. } = provider;
    write!(page, "\n### {name}\n\n{about}\n\n").expect("a string takes all");
    let mut listed: Vec<String> = Vec::new();
    for (written, target, is_strict) in provider.modes() {
        let mut lines = limits(target, is_strict);
        lines.retain(|line| !listed.contains(line));
        if !lines.is_empty() {
            let also = if listed.is_empty() { "" } else { ", also" };
            let joined = lines.join("; ");
            writeln!(page, "- `{written}`{also}: {joined}").expect("a string takes all");
        }
        listed.extend(lines);
    }
}

fn limits(target: Target, is_strict: bool) -> Vec<String> {
    let (of_tool, of_property) = limits::names(target);
    let names = [
        ("tool names match", of_tool),
        ("property names match", of_property),
    ];
    let names = names
        .into_iter()
        .filter_map(|(what, pattern)| Some(format!("{what} `{}`", pattern?)));
    let mut lines: Vec<String> = names.collect();
    let [of_request, of_tool] = limits::limits(target, is_strict);
    for (what, most) in [("request", of_request), ("tool", of_tool)] {
        if !most.is_empty() {
            lines.push(format!("at most {} per {what}", most.join(", ")));
        }
    }
    lines
}

fn json_page() -> String {
    let mut page = JSON_HEAD.to_owned();
    for provider in providers() {
        json_section(&mut page, &provider);
    }
    page
}

fn json_section(page: &mut String, provider: &Listed) {
    write!(page, "\n## {}\n", provider.name).expect("a string takes all");
    let mut last = String::new();
    for (written, target, _) in provider.modes() {
        tool(page, &written, target);
        // The forms of one provider may differ only around the schema.
        let mut table = String::new();
        keywords::keywords(&mut table, target);
        if table == last {
            page.push_str("The keywords are the same as above.\n");
        } else {
            page.push_str(&table);
        }
        last = table;
    }
}

/// Appends the tool object.
fn tool(page: &mut String, written: &str, target: Target) {
    let export = ReadFile::definition().export(target);
    let export = export.expect("every target accepts the tool");
    let tool = serde_json::to_string_pretty(export.tool()).expect("a value is JSON");
    write!(page, "\n### `{written}`\n\n```json\n{tool}\n```\n\n").expect("a string takes all");
}

/// Compares a page with its file. With `UPDATE_PAGES` in the environment, writes the file first.
fn assert_is_current(name: &str, page: &str) {
    let file = format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(&file, page).expect("the page is written");
    }
    let written = fs::read_to_string(&file).expect("the page exists");
    assert!(
        written == page,
        "docs/{name} differs from the exports; \
         UPDATE_PAGES=1 cargo test -p tests --test all providers_page writes it"
    );
}

#[test]
fn the_page_matches_the_exports() {
    assert_is_current("providers.md", &page());
}

#[test]
fn the_json_appendix_matches_the_exports() {
    assert_is_current("providers-json.md", &json_page());
}
