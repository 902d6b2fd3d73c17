//! The page of all reading rules is made of the rules themselves.

use std::fmt::Write as _;
use std::fs;

use tool_core::Finish;
use tool_core::rules::{self, ExampleInput, ExampleOutcome, RuleClass, RuleExample, RuleInfo};

const HEAD: &str = "\
# The reading rules

What is read although it was sent otherwise, and when. A rule is tried only at a
place that fails as it stands, and what it makes has to pass; its name is the `rule`
of the repair. *Standard* rules are on, unless the leniency is strict: then only
`float_to_integer` is, and what a field asks for by `#[tool(json_string)]` or
`#[tool(xml_string)]`. *Generous* ones are guesses: off, unless a tool or a field asks
for them.

Of a whole text it is not known whether it was cut off, unless it is said here to be
complete. Characters that cannot be seen are written as in Rust.

Before the rules comes what a tool brings itself, by `#[tool(preprocess = \"..\")]` on a
field or on the tool: a repair with the name `preprocess`, in every mode. The name of
the tool itself is read by `Definitions`, and is a repair with the name `tool_name`.

This page is made of the rules by `UPDATE_PAGES=1 cargo test -p tests --test all
rules_page`, and the test fails where it is not the same.
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (class, title) in [
        (RuleClass::Standard, "Standard"),
        (RuleClass::Generous, "Generous"),
    ] {
        write!(page, "\n## {title}\n").expect("a string takes all");
        for info in rules::all().filter(|info| info.class() == class) {
            rule(&mut page, info);
        }
    }
    page
}

fn rule(page: &mut String, info: &RuleInfo) {
    let condition = info.condition;
    write!(page, "\n### `{}`\n\n{condition}\n\n", info.rule).expect("a string takes all");
    page.push_str("| schema | sent | read |\n|---|---|---|\n");
    for example in info.examples {
        let schema = code(example.schema);
        let (sent, read) = (code(example.sent), outcome(example));
        let of_text = match (example.input, example.finish) {
            (ExampleInput::Text, Finish::Complete) => " (the whole text, said to be complete)",
            (ExampleInput::Text, _) => " (the whole text)",
            _ => "",
        };
        writeln!(page, "| {schema} | {sent}{of_text} | {read} |").expect("a string takes all");
    }
}

fn outcome(example: &RuleExample) -> String {
    match example.outcome {
        ExampleOutcome::Read(read) => code(read),
        ExampleOutcome::Kept => "kept as it is".to_owned(),
        _ => "refused".to_owned(),
    }
}

/// Text in a cell of a table: on one line, and with no bar of its own.
fn code(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '\n' => shown.push('⏎'),
            '\t' => shown.push('⇥'),
            '|' => shown.push_str("\\|"),
            c if c.is_control() || c == '\u{feff}' => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    let text = shown;
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence} {text} {fence}")
}

#[test]
fn the_page_says_what_the_rules_say() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md");
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(file, page()).expect("the page is written");
    }
    let written = fs::read_to_string(file).expect("the page is there");
    assert!(
        written == page(),
        "docs/rules.md is not what the rules say; see the page itself"
    );
}
