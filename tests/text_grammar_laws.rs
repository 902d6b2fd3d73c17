//! The reader reads each text of a grammar, as properties over generated schemas and texts.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use tests::{Entropy, Gbnf, constrained};
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
            for selected in [Some(*format), None] {
                let options = TextOptions::new().format(selected).finish(Finish::Complete);
                let answer = read_text(&text, tools, &options);
                prop_assert!(answer.dropped.is_empty(), "{format}: {text}\n{answer:#?}");
                prop_assert!(answer.content.trim().is_empty(), "{format}: {text}\n{answer:#?}");
                let names: Vec<_> = answer.calls.iter().map(|call| call.name.as_str()).collect();
                let expected = rules.iter().map(|rule| name_of(rule));
                prop_assert!(expected.eq(names), "{format}: {text}\n{answer:#?}");
                // A format with the same markers may have other rules for white space.
                if answer.format != Some(*format) {
                    continue;
                }
                for call in &answer.calls {
                    let is_read = match tools.parse(&call.name, call) {
                        Ok(parsed) => parsed.reading.repairs.iter().all(is_duplicate),
                        Err(CallError::Arguments(error)) => has_duplicates_alone(&error),
                        Err(_) => false,
                    };
                    prop_assert!(is_read, "{format}: {text}\n{answer:#?}");
                }
            }
        }
    }
}

fn name_of(rule: &str) -> &'static str {
    if rule == "t0-call" { "edit" } else { "stop" }
}

proptest! {
    /// The reader reads the arguments of a grammar without losses, and without a repair.
    #[test]
    fn reads_the_arguments_of_a_grammar_for_any_schema(
        schema in vec(any::<u8>(), 0..300),
        choices in vec(any::<u8>(), 0..600),
    ) {
        let entropy = &mut Entropy::new(&schema);
        let mut schema = tests::schema(entropy);
        if entropy.once_in(2) {
            constrained(&mut schema, entropy);
        }
        let Ok(tool) = Definition::new("tool", "", schema) else {
            return Ok(());
        };
        let grammar = Format::Hermes.grammar([&tool]);
        let Some(grammar) = grammar.filter(|grammar| grammar.losses().is_empty()) else {
            return Ok(());
        };
        let gbnf = Gbnf::parse(grammar.gbnf());
        let text = gbnf.write(&mut Entropy::new(&choices));
        for arguments in text.split("\n</tool_call>\n").map(arguments_of) {
            let is_read = match tool.reader().read::<Value>(arguments) {
                Ok(reading) => reading.repairs.iter().all(is_duplicate),
                Err(error) => has_duplicates_alone(&error),
            };
            prop_assert!(is_read, "{}: {arguments}", tool.schema());
        }
    }
}

/// Returns the arguments of a call in the format of Hermes.
fn arguments_of(call: &str) -> &str {
    let call = call.trim_end_matches("\n</tool_call>");
    let start = "<tool_call>\n{\"name\": \"tool\", \"arguments\": ";
    let rest = call.strip_prefix(start);
    rest.and_then(|rest| rest.strip_suffix('}'))
        .expect("a call")
}

/// Returns whether a repair removed a duplicate key, which a grammar cannot exclude.
fn is_duplicate(repair: &Repair) -> bool {
    repair.rule == Rule::DuplicateKey
}

fn has_duplicates_alone(error: &ToolArgError) -> bool {
    let mut issues = error.issues().iter();
    issues.all(|issue| issue.kind == IssueKind::DuplicateKey)
}
