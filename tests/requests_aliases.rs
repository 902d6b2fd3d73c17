//! The aliases of names that a provider rejects.

use proptest::prelude::*;
use serde_json::json;
use tests::{targets, violations};
use tool_core::provider::{Anthropic, Gemini, OpenAi};
use tool_core::{Definition, Definitions, Leniency};

fn tool(name: &str) -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
    });
    Definition::unchecked(name, "A tool.", schema)
}

fn alias(name: &str) -> String {
    let export = tool(name).export(Anthropic::messages()).expect("an export");
    export.shown_name().to_owned()
}

#[test]
fn aliases_keep_the_letters_of_the_name() {
    let long = format!("server.{}", "long_".repeat(20));
    let names = [
        "files/read",
        "files.read",
        "a b",
        "1st.tool",
        "lire_le_café",
        "読む",
        &long,
        "read_file",
    ];
    let lines = names
        .iter()
        .map(|name| format!("{name} -> {}", alias(name)));
    let table = lines.collect::<Vec<_>>().join(
        "
",
    );
    insta::assert_snapshot!(table, @"
    files/read -> files_read_d2acbc6d
    files.read -> files_read_feef3122
    a b -> a_b_10a3f9f2
    1st.tool -> _1st_tool_4e3b4219
    lire_le_café -> lire_le_caf__61c391c6
    読む -> tool_5bac6f0d
    server.long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_ -> server_long_long_long_long_long_long_long_long_long_lon_1f544ab0
    read_file -> read_file
    ");
}

#[test]
fn provider_that_accepts_a_name_shows_it() {
    let export = tool("files.read:v2").export(Gemini::json_schema());
    assert_eq!(export.expect("an export").alias(), None);
    // Gemini rejects a digit at the start, and OpenAI accepts it.
    let first = tool("1st");
    assert_eq!(
        first.export(OpenAi::chat()).expect("an export").alias(),
        None
    );
    assert!(
        first
            .export(Gemini::json_schema())
            .expect("an export")
            .alias()
            .is_some()
    );
}

#[test]
fn alias_that_is_the_name_of_another_tool_is_replaced() {
    let first = alias("files/read");
    let tools = [tool("files/read"), tool(&first)];
    for tools in [[&tools[0], &tools[1]], [&tools[1], &tools[0]]] {
        let exports = OpenAi::chat()
            .export_all(tools)
            .complete()
            .expect("an export");
        let second = exports.find("files/read").expect("the tool").shown_name();
        assert_ne!(second, first);
        let set = Definitions::new(tools.map(Clone::clone)).expect("a set");
        for (shown, name) in [(second, "files/read"), (&*first, &*first)] {
            let found = set.resolve(shown).expect("a tool");
            assert_eq!(found.reader.definition().name(), name);
        }
    }
}

#[test]
fn strict_reader_accepts_an_alias() {
    let set = Definitions::new([tool("files/read")]).expect("a set");
    let strict = |name: &str| {
        let found = set.resolve_call(name, "", |reader| reader.leniency(Leniency::Strict));
        found.map(|found| found.repair)
    };
    assert!(matches!(strict(&alias("files/read")), Ok(None)));
    assert!(strict("files_read").is_err());
}

/// Models write an alias as they write a name: in another style, with a namespace, with a server.
#[test]
fn alias_in_another_spelling_is_repaired() {
    let shown = alias("files/read");
    let tools = Definitions::new([tool("edit")]).expect("a set");
    let tools = tools.with_server("disk", [tool("files/read")]);
    let tools = tools.expect("a set");
    let sent = [
        format!("functions.{shown}"),
        shown.to_uppercase(),
        shown.replace('_', "-"),
        format!("mcp__disk__{shown}"),
        format!("disk.{shown}"),
        format!("`{shown}`"),
    ];
    for sent in sent {
        let found = tools.resolve(&sent).expect("a tool");
        assert_eq!(found.reader.definition().name(), "files/read", "{sent}");
        let repair = found.repair.expect("a repair");
        assert_eq!(
            (repair.before, repair.after),
            (json!(sent), Some(json!("files/read")))
        );
    }
    assert!(tools.resolve(&format!("mcp__cloud__{shown}")).is_err());
    // Another hash belongs to another name.
    assert!(tools.resolve("files_read_feef3122").is_err());
}

#[test]
fn misspelled_alias_lists_aliases() {
    let set = Definitions::new(["files/read", "edit"].map(tool)).expect("a set");
    let error = |name: &str| set.resolve(name).expect_err("an unknown name").to_string();
    insta::assert_snapshot!(error("files_read_d2acbc6e"), @"Unknown tool requested by model: files_read_d2acbc6e. Did you mean files_read_d2acbc6d? Call one of: files_read_d2acbc6d, edit");
    insta::assert_snapshot!(error("file_read"), @"Unknown tool requested by model: file_read. Did you mean files/read? Call one of: files/read, edit");
}

/// Names with one alias, found by search. A server could choose such a name on purpose.
const SAME_ALIAS: [&str; 2] = ["a/b%c d+e;f", "a/b,c$d^e#f"];

#[test]
fn alias_of_two_tools_is_an_error() {
    let tools = SAME_ALIAS.map(tool);
    let shown = alias(SAME_ALIAS[0]);
    assert_eq!(shown, alias(SAME_ALIAS[1]));
    let errors = OpenAi::chat()
        .export_all(&tools)
        .complete()
        .expect_err("one name twice");
    insta::assert_snapshot!(errors, @"tool `a/b,c$d^e#f` cannot be exported to OpenAI Chat: another tool of the request has another name with the same alias; rename one of them");
    let set = Definitions::new(tools).expect("a set");
    assert!(set.resolve(&shown).is_err());
    for name in SAME_ALIAS {
        assert!(set.resolve(name).is_ok());
    }
}

/// Names as servers choose them, and names of any characters.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z0-9_./: -]{1,90}", "\\PC{1,20}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Each provider accepts the shown name. It does not depend on the order and the number of the
    /// other tools, and a set finds the tool by it.
    #[test]
    fn shown_names_are_accepted_stable_and_found(
        names in proptest::collection::vec(name(), 1..6),
        order in any::<prop::sample::Index>(),
    ) {
        let Ok(set) = Definitions::new(names.iter().map(|name| tool(name))) else {
            return Ok(());
        };
        let mut turned: Vec<&Definition> = set.iter().collect();
        turned.rotate_left(order.index(names.len()));
        for (target_name, target) in targets() {
            let target_name = target_name.trim_end_matches(" strict");
            let exports = target.export_all(&set).complete().expect("each name has a letter");
            let other = target.export_all(turned.iter().copied()).complete().expect("the same tools");
            for definition in &set {
                let export = exports.find(definition.name()).expect("the tool");
                let shown = export.shown_name();
                prop_assert!(violations(target_name, export.tool()).is_empty(), "{target_name}: {shown}");
                prop_assert_eq!(other.find(definition.name()).expect("the tool").shown_name(), shown);
                let alone = definition.export(target).expect("an export");
                prop_assert_eq!(alone.shown_name(), shown);
                prop_assert_eq!(exports.find(shown).expect("the tool").name(), definition.name());
                let found = set.resolve(shown).expect("the tool");
                prop_assert_eq!(found.reader.definition().name(), definition.name());
                prop_assert!(found.repair.is_none());
            }
        }
    }

    /// An alias never shadows the name of a tool, and distinct names have distinct shown names.
    #[test]
    fn shown_names_are_distinct_and_shadow_no_tool(
        names in proptest::collection::hash_set(name(), 1..6),
        order in any::<prop::sample::Index>(),
    ) {
        let aliases = |name: &String| tool(name).export(OpenAi::chat()).ok()?.alias().map(str::to_owned);
        let mut names: Vec<String> = names.iter().cloned().chain(names.iter().filter_map(aliases)).collect();
        names.sort();
        names.dedup();
        let turn = order.index(names.len());
        names.rotate_left(turn);
        let Ok(set) = Definitions::new(names.iter().map(|name| tool(name))) else {
            return Ok(());
        };
        for target in [OpenAi::chat(), Gemini::json_schema()] {
            let exports = target.export_all(&set).complete().expect("each name has a letter");
            let shown = exports.exports().iter().map(tool_core::provider::Export::shown_name);
            let distinct: std::collections::HashSet<_> = shown.collect();
            prop_assert_eq!(distinct.len(), set.len());
            for export in exports.exports() {
                let found = set.resolve(export.shown_name()).expect("the tool");
                prop_assert_eq!(found.reader.definition().name(), export.name());
            }
        }
        for name in &names {
            prop_assert_eq!(set.resolve(name).expect("the tool").reader.definition().name(), name);
        }
    }
}
