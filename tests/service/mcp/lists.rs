//! Registration of listed tools.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tool_service::ToolService;
use tool_service::event::{Event, Events};
use tool_service::mcp::Connection;

use super::{call, connected, next, peer, relist};

fn names(service: &ToolService) -> String {
    let definitions = service.definitions();
    let names: Vec<_> = definitions
        .iter()
        .map(tool_core::Definition::name)
        .collect();
    names.join("\n")
}

#[tokio::test]
async fn prefixes_tools_with_the_server_name() {
    let (service, connection) = connected(peer("")).await;
    assert!(connection.is_connected());
    assert_snapshot!(names(&service), @"
    mcp__peer__echo
    mcp__peer__unplannable
    mcp__peer__dotted_name_19f35cb8
    mcp__peer__dotted_name_868396f3
    mcp__peer__a_tool_with_a_name_so_long_that_no_provider__48ef37b4
    mcp__peer__die
    mcp__peer__hang
    mcp__peer__error
    mcp__peer__garbage
    mcp__peer__huge
    mcp__peer__unreadable
    mcp__peer__no_result
    mcp__peer__blocks
    mcp__peer__structured
    mcp__peer__fail
    mcp__peer__change
    mcp__peer__processes
    ");
    assert!(names(&service).lines().all(|name| name.len() <= 64));
    assert_eq!(service.get("mcp__peer__echo").unwrap().kind(), "mcp");
}

#[tokio::test]
async fn a_shortened_name_calls_the_original_tool() {
    let (service, _connection) = connected(peer("")).await;
    let names = names(&service);
    let long = names.lines().find(|name| name.len() == 64).unwrap();
    let dotted = names.lines().find(|name| name.contains("dotted")).unwrap();
    for name in [long, dotted] {
        let result = call(&service, name.trim_start_matches("mcp__peer__"), json!({})).await;
        assert!(!result.is_error);
        assert!(
            [
                "a_tool_with_a_name_so_long_that_no_provider_would_take_it_as_it_is {}",
                "dotted.name {}"
            ]
            .contains(&result.text().as_str()),
            "{}",
            result.text(),
        );
    }
}

#[tokio::test]
async fn definition_matches_the_entry_of_the_server() {
    let (service, _connection) = connected(peer("")).await;
    let tool = service.get("mcp__peer__echo").unwrap();
    let definition = tool.definition();
    assert_eq!(definition.title(), Some("Echo"));
    assert_eq!(definition.description(), "Say it again.");
    assert_eq!(definition.annotations().read_only, Some(true));
    assert_snapshot!(definition.schema(), @r##"{"type":"object","properties":{"text":{"type":"string"},"times":{"$ref":"#/$defs/Times"}},"required":["text"],"$defs":{"Times":{"type":"integer","minimum":1}}}"##);
}

#[tokio::test]
async fn reports_problems_of_a_list() {
    let service = ToolService::new();
    let mut events = service.events();
    let _connection = service.connect(peer("")).await.unwrap();
    let mut outcome = Vec::new();
    loop {
        match events.next().await.unwrap() {
            Event::ToolsListed { server, tools } => {
                outcome.push(format!("{server} lists {tools}"));
                break;
            }
            Event::ToolUnchecked { tool, reason } => {
                outcome.push(format!("{tool} unchecked: {reason}"));
            }
            Event::ToolRejected { tool, reason } => {
                outcome.push(format!("{tool} refused: {reason}"));
            }
            Event::ToolCleaned { tool, cut, .. } => outcome.push(format!("{tool}: {cut} cut")),
            event => panic!("{event:?}"),
        }
    }
    assert_snapshot!(outcome.join("\n"), @r"
    no_schema refused: missing field `inputSchema`
    mcp__peer__unplannable unchecked: the schema of tool `mcp__peer__unplannable` cannot be used: `unevaluatedItems` at the root: the reader does not check this keyword; switch on the feature `full-schema` of `tool-core`, which checks every keyword, or pass the arguments unchecked with `Definition::unchecked`
    mcp__peer__a_tool_with_a_name_so_long_that_no_provider__48ef37b4: 13 cut
    peer lists 17
    ");
}

#[tokio::test]
async fn lists_all_pages() {
    let (service, connection) = connected(peer("lists pages").exclude(["no_schema"])).await;
    let (whole, _connection) = connected(peer("").exclude(["no_schema"])).await;
    assert_eq!(names(&service), names(&whole));
    assert_eq!(
        connection.refresh().await.unwrap(),
        service.definitions().iter().len()
    );
}

#[tokio::test]
async fn includes_and_excludes_by_server_names() {
    let (service, _connection) = connected(peer("").include(["echo", "dotted.name"])).await;
    assert_snapshot!(names(&service), @"
    mcp__peer__echo
    mcp__peer__dotted_name
    ");
    let (service, _connection) =
        connected(peer("").include(["echo", "fail"]).exclude(["fail"])).await;
    assert_snapshot!(names(&service), @"mcp__peer__echo");
}

#[tokio::test]
async fn lists_again_after_a_change() {
    let (service, _connection) = connected(peer("").include(["echo", "change", "added"])).await;
    let mut events = service.events();
    assert_eq!(call(&service, "change", json!({})).await.text(), "changed");
    next(&mut events, |event| {
        matches!(event, Event::ToolsListed { .. }).then_some(())
    })
    .await;
    assert_snapshot!(names(&service), @"
    mcp__peer__change
    mcp__peer__added
    ");
    assert_eq!(call(&service, "added", json!({})).await.text(), "added {}");
}

/// Makes the server list these tools, and returns the changes.
async fn change(
    service: &ToolService,
    connection: &Connection,
    events: &mut Events,
    tools: Value,
) -> String {
    relist(service, connection, tools).await;
    next(events, |event| match event {
        Event::ToolsChanged {
            server,
            added,
            changed,
            removed,
        } => Some(format!(
            "{server}: added {added:?}, changed {changed:?}, removed {removed:?}"
        )),
        _ => None,
    })
    .await
}

fn tool(name: &str) -> Value {
    json!({"name": name, "inputSchema": {"type": "object"}})
}

#[tokio::test]
async fn similar_tools_never_share_a_former_name() {
    let service = ToolService::new();
    let mut events = service.events();
    let server = peer("").include(["echo", "Echo", "change"]);
    let connection = service.connect(server).await.unwrap();

    let tools = json!([tool("Echo"), tool("echo")]);
    let outcome = change(&service, &connection, &mut events, tools).await;
    assert_snapshot!(outcome, @r#"peer: added ["mcp__peer__Echo_58f4dc0a", "mcp__peer__echo_d8c88fea"], changed [], removed ["mcp__peer__echo"]"#);
    for former in ["echo", "Echo"] {
        let result = call(&service, former, json!({})).await;
        assert!(result.is_error, "{former}: {}", result.text());
    }
    assert_eq!(
        call(&service, "echo_d8c88fea", json!({})).await.text(),
        "echo {}"
    );

    let outcome = change(&service, &connection, &mut events, json!([tool("echo")])).await;
    assert_snapshot!(outcome, @r#"peer: added ["mcp__peer__echo"], changed [], removed ["mcp__peer__Echo_58f4dc0a", "mcp__peer__echo_d8c88fea"]"#);
    assert_snapshot!(names(&service), @"
    mcp__peer__echo
    mcp__peer__change
    ");
}

#[tokio::test]
async fn stored_names_stay_if_a_similar_tool_appears() {
    let service = ToolService::new();
    let mut events = service.events();
    let stored = [("echo".to_owned(), "mcp__peer__echo".to_owned())];
    let server = peer("").include(["echo", "Echo", "change"]).names(stored);
    let connection = service.connect(server).await.unwrap();
    let tools = json!([tool("Echo"), tool("echo")]);
    let outcome = change(&service, &connection, &mut events, tools).await;
    assert_snapshot!(outcome, @r#"peer: added ["mcp__peer__Echo_58f4dc0a"], changed ["mcp__peer__echo"], removed []"#);
    assert_eq!(call(&service, "echo", json!({})).await.text(), "echo {}");
}

/// Processes that connect before and after a list grows agree on the names.
#[tokio::test]
async fn names_do_not_depend_on_the_time_of_the_connection() {
    // The pairs differ in case, in style, and in a character that providers reject.
    let pairs = [["echo", "Echo"], ["readFile", "read_file"], ["a.b", "a/b"]];
    for [first, second] in pairs {
        let all = || peer("").include([first, second, "change"]);
        let mut names = Vec::new();
        for early in [json!([]), json!([tool(first)]), json!([tool(second)])] {
            let (service, connection) = connected(all()).await;
            for tools in [early, json!([tool(second), tool(first)])] {
                relist(&service, &connection, tools).await;
            }
            names.push(connection.names().await);
        }
        assert_eq!(names[0], names[1]);
        assert_eq!(names[0], names[2]);
        assert_eq!(names[0].len(), 3);
    }
}

#[tokio::test]
async fn the_order_of_a_list_changes_no_name() {
    let mut all = Vec::new();
    for order in ["lists similar", "lists similar reversed"] {
        let (_service, connection) = connected(peer(order)).await;
        all.push(connection.names().await);
    }
    assert_eq!(all[0], all[1]);
    // Tools with similar names all get a hash.
    assert_snapshot!(format!("{:?}", all[0]), @r#"{"Echo": "mcp__peer__Echo_58f4dc0a", "a-b": "mcp__peer__a-b_cd7882d9", "aB": "mcp__peer__aB_6cf5691c", "echo": "mcp__peer__echo_d8c88fea", "read.file": "mcp__peer__read_file_2c764545", "read_file": "mcp__peer__read_file_393c9c3e"}"#);
}

#[tokio::test]
async fn an_unchanged_list_causes_no_event() {
    let service = ToolService::new();
    let mut events = service.events();
    let server = peer("").include(["echo", "change"]);
    let connection = service.connect(server).await.unwrap();
    connection.refresh().await.unwrap();
    let mut outcome = Vec::new();
    while outcome.len() < 3 {
        outcome.push(format!("{:?}", events.next().await.unwrap()));
    }
    assert_snapshot!(outcome.join("\n"), @r#"
    ToolRejected { tool: "no_schema", reason: "missing field `inputSchema`" }
    ToolsListed { server: "peer", tools: 2 }
    ToolsListed { server: "peer", tools: 2 }
    "#);
}

#[tokio::test]
async fn a_taken_name_does_not_affect_other_tools() {
    let service = ToolService::new();
    let mut events = service.events();
    let first = service
        .connect(peer("").include(["echo", "fail"]))
        .await
        .unwrap();
    let _second = service
        .connect(peer("").include(["echo", "hang"]))
        .await
        .unwrap();
    assert_snapshot!(names(&service), @"
    mcp__peer__echo
    mcp__peer__fail
    mcp__peer__echo_d8c88fea
    mcp__peer__hang
    ");
    first.disconnect().await;
    assert_snapshot!(names(&service), @"
    mcp__peer__echo_d8c88fea
    mcp__peer__hang
    ");
    next(&mut events, |event| {
        matches!(event, Event::ToolsListed { tools: 2, .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn rejects_invalid_lists() {
    let service = ToolService::new();
    let error = service
        .connect(peer("lists without end"))
        .await
        .unwrap_err();
    assert_snapshot!(error, @r#"server: the MCP server "peer" lists too many tools"#);
    let error = service.connect(peer("lists no tools")).await.unwrap_err();
    assert_snapshot!(error, @r#"server: the MCP server "peer" sent an unreadable answer"#);
    assert!(service.definitions().iter().next().is_none());
}
