//! The reader reads each text of a grammar, as properties over generated schemas and texts.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use tests::{Entropy, Gbnf, constrained};
use tool_core::call::DropReason;
use tool_core::issue::{IssueKind, Repair};
use tool_core::rules::Rule;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{CallError, Definition, Definitions, Finish, ToolArgError};

use crate::text_grammar::{edit, stop};

/// The grammars of all formats for two tools.
static GRAMMARS: LazyLock<(Definitions, Vec<(Format, Gbnf)>)> = LazyLock::new(|| {
    let tools = Definitions::new([edit(), stop()]).expect("different names");
    let grammars = Format::all().iter().filter_map(|format| {
        let grammar = format.grammar(&tools)?;
        Some((*format, Gbnf::parse(grammar.gbnf())))
    });
    let grammars = grammars.collect();
    (tools, grammars)
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The reader finds each call in a text of the grammar of each format, and reads its arguments
    /// without a repair.
    #[test]
    fn reads_each_text_of_each_grammar(choices in vec(any::<u8>(), 0..200)) {
        let (tools, grammars) = &*GRAMMARS;
        for (format, gbnf) in grammars {
            let (text, rules) = gbnf.write_calls(&mut Entropy::new(&choices));
            let names: Vec<_> = rules.iter().map(|rule| name_of(rule)).collect();
            check_calls(*format, tools, &text, &names)?;
        }
    }

    /// The same for any schema, with the formats in turn.
    #[test]
    fn reads_each_text_of_a_grammar_for_any_schema(
        schema in vec(any::<u8>(), 0..300),
        choices in vec(any::<u8>(), 0..600),
        first in any::<prop::sample::Index>(),
    ) {
        let entropy = &mut Entropy::new(&schema);
        let mut schema = tests::schema(entropy);
        if entropy.once_in(2) {
            constrained(&mut schema, entropy);
        }
        let Ok(tool) = Definition::new("stop", "", schema) else {
            return Ok(());
        };
        let tools = Definitions::new([tool]).expect("one tool");
        let formats = Format::all();
        let first = first.index(formats.len());
        let some = formats.iter().cycle().skip(first).step_by(17).take(4);
        for format in some.chain([&Format::MiniMaxM3]) {
            let grammar = format.grammar(&tools);
            let Some(grammar) = grammar.filter(|grammar| grammar.losses().is_empty()) else {
                continue;
            };
            let gbnf = Gbnf::parse(grammar.gbnf());
            let (text, rules) = gbnf.write_calls(&mut Entropy::new(&choices));
            let names = vec!["stop"; rules.len()];
            check_calls(*format, &tools, &text, &names)?;
        }
    }
}

/// Checks that a text has calls with these names, whose arguments need no repair.
fn check_calls(
    format: Format,
    tools: &Definitions,
    text: &str,
    names: &[&str],
) -> Result<(), TestCaseError> {
    for selected in [Some(format), None] {
        // GLM, Poolside and HyperCLOVA write the same tags, and read a string in quotes in different ways.
        if format == Format::HyperClovaX && selected.is_none() {
            continue;
        }
        let options = TextOptions::new().format(selected).finish(Finish::Complete);
        let answer = read_text(text, tools, &options);
        let mut dropped = answer.dropped.iter();
        let is_ambiguous = dropped.any(|dropped| dropped.reason == DropReason::Ambiguous);
        let is_shared = matches!(format, Format::Glm45 | Format::Glm47 | Format::Poolside);
        if is_shared && selected.is_none() && is_ambiguous {
            continue;
        }
        prop_assert!(answer.dropped.is_empty(), "{format}: {text}\n{answer:#?}");
        prop_assert!(
            answer.content.trim().is_empty(),
            "{format}: {text}\n{answer:#?}"
        );
        let found: Vec<_> = answer.calls.iter().map(|call| call.name.as_str()).collect();
        prop_assert_eq!(&found, names, "{}: {}\n{:#?}", format, text, answer);
        // A format with the same markers may have other rules for white space.
        if answer.format != Some(format) {
            continue;
        }
        for call in &answer.calls {
            let is_read = match tools.parse(&call.name, call) {
                Ok(parsed) => parsed.reading.repairs.iter().all(is_duplicate),
                Err(CallError::Arguments(error)) => has_duplicates_alone(&error),
                Err(_) => false,
            };
            prop_assert!(
                is_read,
                "{format}: {text}\n{answer:#?}\n{}",
                tools
                    .iter()
                    .map(|t| t.schema().to_string())
                    .collect::<String>()
            );
        }
    }
    Ok(())
}

fn name_of(rule: &str) -> &'static str {
    if rule == "t0-call" { "edit" } else { "stop" }
}

/// Returns whether a repair removed a duplicate key, which a grammar cannot exclude.
fn is_duplicate(repair: &Repair) -> bool {
    repair.rule == Rule::DuplicateKey
}

fn has_duplicates_alone(error: &ToolArgError) -> bool {
    let mut issues = error.issues().iter();
    issues.all(|issue| issue.kind == IssueKind::DuplicateKey)
}
