//! The tool that each name resolves to, and the names that are rejected.

use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::call::{SetError, UnknownTool};
use tool_core::{CallError, Definition, Definitions, Leniency};

fn tool(name: &str) -> Definition {
    Definition::new(name, "A tool.", json!({"type": "object"})).expect("a usable schema")
}

fn tools(names: &[&str]) -> Definitions {
    Definitions::new(names.iter().map(|name| tool(name))).expect("names that differ")
}

/// The tools of the host and of two servers.
fn all() -> Definitions {
    tools(&["edit_file", "echo", "getWeather", "v1.list"])
        .with_server("github", [tool("search"), tool("create-issue")])
        .and_then(|all| all.with_server("my_server", [tool("run")]))
        .expect("names that differ")
}

/// Returns the tool that a name resolves to, with a mark if the name was repaired.
fn read(name: &str) -> Option<String> {
    let all = all();
    let resolved = all.resolve(name).ok()?;
    let found = resolved.reader.definition().name();
    let Some(repair) = resolved.repair else {
        assert_eq!(found, name);
        return Some(found.to_owned());
    };
    assert_eq!(repair.rule.as_str(), "tool_name");
    assert_eq!(
        (repair.before, repair.after),
        (json!(name), Some(json!(found)))
    );
    Some(format!("~{found}"))
}

fn unknown(tools: &Definitions, name: &str) -> UnknownTool {
    match tools.resolve(name) {
        Err(CallError::UnknownTool(error)) => *error,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn exact_name_resolves_to_its_tool() {
    for name in ["edit_file", "echo", "getWeather", "v1.list", "search"] {
        assert_eq!(read(name).as_deref(), Some(name));
    }
}

#[test]
fn names_match_in_any_case_and_style() {
    for name in [
        "Edit_File",
        "editFile",
        "EDIT-FILE",
        "edit.file",
        "edit file",
        "_editfile",
    ] {
        assert_eq!(read(name).as_deref(), Some("~edit_file"), "{name}");
    }
    assert_eq!(read("get_weather").as_deref(), Some("~getWeather"));
    assert_eq!(read("v1_list").as_deref(), Some("~v1.list"));
}

#[test]
fn spaces_and_quotes_around_a_name_are_dropped() {
    for name in [
        " echo\n",
        "\"echo\"",
        "'echo'",
        "`echo`",
        "\"'Echo' \"",
        "“echo”",
        "\"echo",
        "‘echo’",
        "„echo“",
        "« echo »",
    ] {
        assert_eq!(read(name).as_deref(), Some("~echo"), "{name}");
    }
    assert_eq!(read("(echo)"), None);
}

#[test]
fn special_tokens_and_their_text_are_dropped() {
    for name in [
        "echo<|channel|>commentary",
        "echo <|constrain|>json<|message|>",
        "echo<|channel",
        "<|tool_call_begin|>functions.echo:0<|tool_call_argument_begin|>",
        "<｜tool▁call▁begin｜>echo<｜tool▁sep｜>",
        "[TOOL_CALLS]echo[ARGS]",
        "<tool_call>echo",
        "<|channel|>commentary to=functions.echo <|constrain|>json",
        "assistant to=functions.echo",
    ] {
        assert_eq!(read(name).as_deref(), Some("~echo"), "{name}");
    }
    // A token's own text is not a name. Not every `to=` starts a name.
    for name in [
        "<|channel|>echo",
        "<|start|>echo",
        "x to=echo",
        "goto=functions.echo",
    ] {
        assert_eq!(read(name), None, "{name}");
    }
}

#[test]
fn template_namespace_is_dropped() {
    for name in [
        "functions.echo",
        "Functions.Echo",
        "tools.echo",
        "default_api:echo",
        "functions.echo:12",
    ] {
        assert_eq!(read(name).as_deref(), Some("~echo"), "{name}");
    }
    for name in [
        "other.echo",
        "functions.",
        "functions",
        "echo:0",
        "functions.echo:a",
        "functions/echo",
    ] {
        assert_eq!(read(name), None, "{name}");
    }
}

#[test]
fn server_prefix_does_not_resolve_to_another_servers_tools() {
    for (name, found) in [
        ("mcp__github__search", "~search"),
        ("MCP__GitHub__Search", "~search"),
        ("mcp__github__create_issue", "~create-issue"),
        ("functions.mcp__github__search", "~search"),
        ("mcp__my_server__run", "~run"),
        ("mcp__my-server__run", "~run"),
        ("github.search", "~search"),
        ("github:search", "~search"),
        ("mcp.github.search", "~search"),
        ("mcp:github:search", "~search"),
        ("MCP.GitHub.createIssue", "~create-issue"),
        ("functions.github.search", "~search"),
        ("my-server.run", "~run"),
    ] {
        assert_eq!(read(name).as_deref(), Some(found), "{name}");
    }
    for name in [
        "mcp__github__echo",
        "mcp__github__run",
        "mcp__gitlab__search",
        "mcp__my_server__search",
        "mcp__git__hub_search",
        "mcp__githubsearch",
        "mcp__my__server__run",
        "mcp__echo",
        "mcp____echo",
        "mcp_github_search",
        "github__search",
        "github/search",
        "git.hub.search",
        "github.run",
        "gitlab.search",
        "gitlab:search",
        "mcp.gitlab.search",
        "mcp.search",
        "github.",
        "mcp.github.",
        "github.search.search",
        "mcp__github.search",
        "mcp__github__",
        "mcp__",
    ] {
        assert_eq!(read(name), None, "{name}");
    }
}

/// Hosts that use the full names for the tools of servers.
#[test]
fn full_tool_name_of_a_server_does_not_match_another_server() {
    let all = tools(&["edit", "mcp__git_hub__edit", "mcp__fs__read__all"]);
    let found = |name: &str| {
        Some(
            all.resolve(name)
                .ok()?
                .reader
                .definition()
                .name()
                .to_owned(),
        )
    };
    for (name, tool) in [
        ("MCP__GitHub__Edit", "mcp__git_hub__edit"),
        ("mcp__git-hub__edit", "mcp__git_hub__edit"),
        ("functions.mcp__git_hub__edit", "mcp__git_hub__edit"),
        // Without a server that could be another's.
        ("mcp_git_hub_edit", "mcp__git_hub__edit"),
        ("mcp.git_hub.edit", "mcp__git_hub__edit"),
        ("mcp__fs__readAll", "mcp__fs__read__all"),
        ("functions.edit", "edit"),
    ] {
        assert_eq!(found(name).as_deref(), Some(tool), "{name}");
    }
    for name in [
        "mcp__git__hub_edit",
        "mcp__git__hub__edit",
        "mcp__git_hubed__it",
        "mcp.git.hub_edit",
        "mcp.git_hubed.it",
        "functions.mcp__git__hub_edit",
        "mcp__fs_read__all",
        "mcp__fs__edit",
    ] {
        assert_eq!(found(name), None, "{name}");
    }
}

#[test]
fn ambiguous_name_is_unknown() {
    let all = tools(&["list", "tools_list", "mcp__github__edit"])
        .with_server("github", [tool("edit")])
        .expect("names that differ");
    assert_eq!(unknown(&all, "tools.list").nearest, ["list", "tools_list"]);
    assert_eq!(unknown(&all, "MCP__github__edit").name, "MCP__github__edit");
    let numbered = tools(&["list", "list:1"]);
    assert_eq!(unknown(&numbered, "functions.list:1").nearest[0], "list");
    assert!(numbered.resolve("functions.list:2").is_ok());
    assert!(
        all.resolve("mcp__github__edit")
            .is_ok_and(|found| found.repair.is_none())
    );
}

#[test]
fn text_without_a_name_is_not_a_call() {
    let describe_error = |name: &str| match all().parse(name, "{}") {
        Err(error @ CallError::NotACall(_)) => error.to_string(),
        other => panic!("{name}: {other:?}"),
    };
    assert_snapshot!(describe_error("⚙"), @r#"Unknown tool requested by model: "⚙" holds no letter or digit. Call one of: edit_file, echo, getWeather, v1.list, search, create-issue, run"#);
    assert_snapshot!(describe_error(""), @"Unknown tool requested by model: the name is empty. Call one of: edit_file, echo, getWeather, v1.list, search, create-issue, run");
    assert_snapshot!(describe_error(" \n"), @"Unknown tool requested by model: the name is empty. Call one of: edit_file, echo, getWeather, v1.list, search, create-issue, run");
    assert_snapshot!(describe_error("<|channel|>"), @r#"Unknown tool requested by model: "<|channel|>" holds no letter or digit. Call one of: edit_file, echo, getWeather, v1.list, search, create-issue, run"#);
    for name in ["ü", "7", "<|channel|>commentary", "<edit>"] {
        assert!(!unknown(&all(), name).tools.is_empty());
    }
}

#[test]
fn strict_tool_needs_its_exact_name() {
    let all = all();
    let strict = |name: &str| {
        all.resolve_call(name, "{}", |reader| reader.leniency(Leniency::Strict))
            .is_ok()
    };
    assert!(strict("echo") && !strict("Echo") && !strict("functions.echo"));
}

#[test]
fn unknown_name_lists_the_nearest_names() {
    let few = tools(&["edit", "read_file", "write_file"]);
    assert_snapshot!(few.resolve("edti").unwrap_err(), @"Unknown tool requested by model: edti. Did you mean edit? Call one of: edit, read_file, write_file");
    assert_snapshot!(few.resolve("functions.edti").unwrap_err(), @"Unknown tool requested by model: functions.edti. Did you mean edit? Call one of: edit, read_file, write_file");
    assert_snapshot!(few.resolve("file").unwrap_err(), @"Unknown tool requested by model: file. Did you mean read_file or write_file? Call one of: edit, read_file, write_file");
    assert_snapshot!(few.resolve("search\nthe web").unwrap_err(), @"Unknown tool requested by model: search the web. Call one of: edit, read_file, write_file");
    assert_eq!(unknown(&few, "file").nearest, ["read_file", "write_file"]);
    assert_snapshot!(Definitions::default().resolve("edit").unwrap_err(), @"Unknown tool requested by model: edit. There are no tools to call");

    let names: Vec<String> = (10..40).map(|number| format!("tool_{number}")).collect();
    let many: Vec<&str> = names.iter().map(String::as_str).chain(["search"]).collect();
    let many = tools(&many);
    assert_eq!(unknown(&many, "saerch").tools.len(), 31);
    assert_snapshot!(many.resolve("saerch").unwrap_err(), @"Unknown tool requested by model: saerch. Did you mean search? Call one of: search, tool_10, tool_11, tool_12, tool_13, tool_14, tool_15, tool_16, tool_17, tool_18, tool_19, tool_20, and 19 more");
    let long = "x".repeat(500);
    assert_eq!(
        many.resolve(&long)
            .unwrap_err()
            .to_string()
            .split('.')
            .next()
            .map(|said| said.chars().count()),
        Some(33 + 64)
    );
}

#[test]
fn hint_lists_all_equally_near_names() {
    let hint = |tools: &Definitions, name: &str| {
        let said = tools.resolve(name).unwrap_err().to_string();
        let hint = said.split_once("Did you mean ");
        hint.map_or("-", |(_, hint)| hint)
            .split('?')
            .next()
            .unwrap_or("")
            .to_owned()
    };
    let browser = tools(&["browser_close", "browser_click", "wait"]);
    assert_eq!(
        hint(&browser, "browser_clic"),
        "browser_click or browser_close"
    );
    assert_eq!(
        hint(&browser, "browser_klick"),
        "browser_click or browser_close"
    );
    let files = tools(&["read_file", "edit_file", "move_file", "copy_file"]);
    assert_eq!(hint(&files, "file"), "read_file, edit_file or move_file");
    assert_eq!(unknown(&files, "file").nearest.len(), 4);
    assert_eq!(hint(&files, "wait"), "-");
}

/// Otherwise the model could run an action on the wrong server.
#[test]
fn a_hint_never_crosses_servers() {
    let nearest = |tools: &Definitions, name: &str| unknown(tools, name).nearest.join(" ");
    let github = Definitions::default()
        .with_server("github", [tool("create_issue"), tool("list_issues")])
        .expect("names that differ");
    let plain = tools(&["create_issue", "list_issues"]);
    let whole = tools(&["mcp__github__create_issue", "mcp__github__list_issues"]);
    for name in [
        "mcp__gitlab__create_issue",
        "mcp.gitlab.create_issue",
        "gitlab.create_issue",
        "gitlab:create_issues",
        "functions.mcp__gitlab__create_issue",
    ] {
        for tools in [&github, &plain, &whole] {
            assert_eq!(nearest(tools, name), "", "{name}");
        }
    }
    for name in [
        "gitlab_create_issue",
        "mcp_gitlab_create_issue",
        "gitlab__create_issue",
    ] {
        for tools in [&github, &whole] {
            assert_eq!(nearest(tools, name), "", "{name}");
        }
    }
    // On the right server there is one.
    for name in [
        "mcp__github__create_isue",
        "github.create_isue",
        "github__create_issue",
        "mcp_github_create_isue",
        "create_isue",
        "create_issues",
    ] {
        let near = nearest(&github, name);
        assert_eq!(
            near.split(' ').next(),
            Some("create_issue"),
            "{name}: {near}"
        );
    }
    assert_eq!(
        nearest(&whole, "mcp__github__creat_issue"),
        "mcp__github__create_issue"
    );
    // A name without a server may belong to any server.
    let both = tools(&["mcp__github__create_issue", "mcp__gitlab__create_issue"]);
    assert_snapshot!(both.resolve("create_issue").unwrap_err(), @"Unknown tool requested by model: create_issue. Did you mean mcp__github__create_issue or mcp__gitlab__create_issue? Call one of: mcp__github__create_issue, mcp__gitlab__create_issue");
    assert_eq!(
        nearest(&both, "mcp__gitlab__create_isue"),
        "mcp__gitlab__create_issue"
    );
    // A dot in a name of the host does not separate a server.
    assert_eq!(nearest(&all(), "v1.lst"), "v1.list");
}

#[test]
fn name_with_two_interpretations_is_unknown() {
    let all = tools(&["github_search"]).with_server("github", [tool("search")]);
    let all = all.expect("names that differ");
    assert!(all.resolve("mcp__github__search").is_ok());
    assert_eq!(unknown(&all, "github.search").name, "github.search");
    let dotted = Definitions::default().with_server("git.hub", [tool("search")]);
    let dotted = dotted.expect("one name");
    assert!(dotted.resolve("git.hub.search").is_ok());
    assert!(dotted.resolve("github.search").is_ok());
    assert!(dotted.resolve("git.hubsearch").is_err());
}

#[test]
fn set_rejects_colliding_names() {
    let describe_error = |first: &str, second: &str| {
        let set = Definitions::new([tool("a"), tool(first), tool(second)]);
        set.unwrap_err().to_string()
    };
    assert_snapshot!(describe_error("edit", "edit"), @r#"two tools have the name "edit"; rename one"#);
    assert_snapshot!(describe_error("edit_file", "editFile"), @r#"the names "edit_file" and "editFile" differ only in case and style; rename one"#);
    assert_snapshot!(describe_error("edit", "⚙"), @r#"the name "⚙" contains no letter or digit; rename it"#);
    let server = |name: &str| {
        tools(&["edit"])
            .with_server(name, [tool("Edit")])
            .unwrap_err()
    };
    let (first, second) = ("edit".to_owned(), "Edit".to_owned());
    assert_eq!(server("github"), SetError::SameName { first, second });
    assert_snapshot!(server("-"), @r#"the name "-" contains no letter or digit; rename it"#);
}

#[test]
fn a_call_is_read_with_its_repairs() {
    let schema =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let count = Definition::new("count", "Counts.", schema).expect("a usable schema");
    let all = Definitions::new([count]).expect("one name");
    let call = all.parse("Count", r#"{"n": "5"}"#).expect("it reads");
    assert_eq!(
        (call.definition.name(), call.reading.value),
        ("count", json!({"n": 5}))
    );
    let rules: Vec<_> = call
        .reading
        .repairs
        .iter()
        .map(|repair| repair.rule.as_str())
        .collect();
    assert_eq!(rules, ["tool_name", "string_to_number"]);
    let value = all.parse("count", &json!({"n": 5}));
    assert!(value.expect("it reads").reading.is_exact());
    assert_snapshot!(all.parse("count", "{}").unwrap_err(), @"Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)");
    assert!(all.get("Count").is_none() && all.get("count").is_some());
    assert_eq!(all.iter().count(), all.len());
}

/// A name without case and style.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_' | '.'));
    letters.flat_map(char::to_lowercase).collect()
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[ab_.-]{0,3}[abAB1][aB_.-]{0,3}", 1..8)
}

/// Generates pieces of names and of the text around them.
fn sent() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[abAB1_. -]{1,4}",
        prop::sample::select(vec![
            "functions.",
            "tools:",
            "mcp__",
            "a",
            "b__",
            "<|",
            "|>",
            "<|channel|>",
            "to=",
            "[TOOL_CALLS]",
            "\"",
            " ",
            ":0",
            "⚙",
            "ſ",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn set_rejects_names_that_fold_alike(names in names()) {
        let set = Definitions::new(names.iter().map(|name| tool(name)));
        let mut folded: Vec<_> = names.iter().map(|name| fold(name)).collect();
        folded.sort();
        folded.dedup();
        prop_assert_eq!(set.is_ok(), folded.len() == names.len());
    }

    #[test]
    fn exact_name_is_never_repaired(names in names()) {
        let Ok(set) = Definitions::new(names.iter().map(|name| tool(name))) else {
            return Ok(());
        };
        for name in &names {
            let resolved = set.resolve(name).expect("it is there");
            prop_assert_eq!(resolved.reader.definition().name(), name);
            prop_assert!(resolved.repair.is_none());
        }
    }

    #[test]
    fn resolved_name_always_folds_like_the_input(names in names(), sent in sent()) {
        let Ok(set) = Definitions::new(names.iter().map(|name| tool(name))) else {
            return Ok(());
        };
        if let Ok(resolved) = set.resolve(&sent) {
            let found = fold(resolved.reader.definition().name());
            prop_assert!(fold(&sent).contains(&found), "{sent:?} was read as {found}");
            let is_plain = sent.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.'));
            let is_wrapped = fold(&sent).starts_with("functions") || fold(&sent).starts_with("tools");
            if is_plain && !is_wrapped {
                prop_assert_eq!(fold(&sent), found);
            }
        }
    }

    #[test]
    fn server_prefix_never_resolves_to_another_server(server in "[ab_]{0,2}[ab][ab_]{0,2}", tool_name in "[ab_]{0,2}[ab][ab_]{0,2}") {
        let all = Definitions::new([tool("local_a"), tool("b")])
            .and_then(|all| all.with_server("a_b", [tool("a")]))
            .expect("names that differ");
        let sent = format!("mcp__{server}__{tool_name}");
        if let Ok(resolved) = all.resolve(&sent) {
            prop_assert_eq!(resolved.reader.definition().name(), "a");
            prop_assert_eq!(fold(&sent), "mcpaba");
        }
    }

    #[test]
    fn any_name_resolves_or_is_rejected_without_a_panic(name in any::<String>(), raw in any::<String>()) {
        if let Err(error) = all().parse(&name, &raw) {
            prop_assert!(error.payload()["receivedArgs"].is_object());
            prop_assert!(!error.to_string().contains(['\n', '\r']));
            let has_letters = name.contains(char::is_alphanumeric);
            prop_assert!(has_letters || matches!(error, CallError::NotACall(_)));
            prop_assert_eq!(json!(error), error.payload());
        }
    }
}

/// The time is linear in the length of the name.
#[test]
fn long_names_are_read_in_linear_time() {
    for piece in ["functions.", "<|", "<|tool|>", "mcp__", "to=", "a_", "\""] {
        let name = piece.repeat(20_000);
        assert!(all().resolve(&name).is_err());
        let _: Value = all().parse(&name, "{}").unwrap_err().payload();
    }
}

#[test]
fn separators_between_digits_distinguish_names() {
    let found = |set: &Definitions, sent: &str| {
        let resolved = set.resolve(sent).ok()?;
        Some(resolved.reader.definition().name().to_owned())
    };
    let both = tools(&["call_1_0", "call_10"]);
    assert_eq!(found(&both, "Call-1.0").as_deref(), Some("call_1_0"));
    assert_eq!(found(&both, "call10").as_deref(), Some("call_10"));
    let one = tools(&["call_1_0"]);
    assert_eq!(found(&one, "call10"), None);
    // Between a letter and a digit they are style.
    assert_eq!(found(&one, "call1_0").as_deref(), Some("call_1_0"));
}
