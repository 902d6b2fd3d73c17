//! Sets of tools that are enums.

use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;
use tool_core::call::InvalidCallTool;
use tool_core::issue::Path;
use tool_core::{CallError, Finish, Input, Issues, Leniency, Tool, ToolSet};

/// Read a file.
#[derive(Debug, PartialEq, Tool)]
struct ReadFile {
    path: String,
    #[serde(default)]
    limit: u32,
}

/// Wait a while.
#[derive(Debug, PartialEq, Tool)]
#[tool(name = "wait-a-while", check = "Wait::check")]
struct Wait {
    seconds: u32,
}

impl Wait {
    fn check(&self, issues: &mut Issues) {
        if self.seconds == 0 {
            issues.add(Path::root().join("seconds"), "must not be 0");
        }
    }
}

#[derive(Debug, PartialEq, ToolSet)]
enum Call {
    ReadFile(ReadFile),
    Wait(Box<Wait>),
    Invalid(InvalidCallTool),
}

#[test]
fn definitions_are_in_the_order_of_the_variants() {
    let names: Vec<_> = Call::definitions()
        .iter()
        .map(tool_core::Definition::name)
        .collect();
    assert_eq!(names, ["read_file", "wait-a-while", "invalid"]);
    assert!(Call::try_definitions().is_ok_and(|all| std::ptr::eq(all, Call::definitions())));
}

#[test]
fn a_call_is_read_as_the_variant_of_its_tool() {
    let path = "a".to_owned();
    let read = Call::ReadFile(ReadFile { path, limit: 5 });
    assert_eq!(
        Call::parse("read_file", r#"{"path": "a", "limit": "5"}"#).expect("it reads"),
        read
    );
    let value = json!({"path": "a", "limit": 5});
    assert_eq!(Call::parse("ReadFile", &value).expect("it reads"), read);
    let wait = Call::Wait(Box::new(Wait { seconds: 1 }));
    assert_eq!(
        Call::parse("functions.wait_a_while", r#"{"seconds": 1}"#).expect("it reads"),
        wait
    );
}

#[test]
fn unreadable_call_returns_its_error() {
    let describe_error = |name: &str, raw: &str| Call::parse(name, raw).unwrap_err().to_string();
    assert_snapshot!(describe_error("read", "{}"), @"Unknown tool requested by model: read. Did you mean read_file? Call one of: read_file, wait-a-while");
    assert_snapshot!(describe_error("read_file", "{}"), @"Please rewrite the input with valid arguments. Errors: path: Required (the arguments are empty)");
    assert_snapshot!(describe_error("⚙", "{}"), @r#"Unknown tool requested by model: "⚙" holds no letter or digit. Call one of: read_file, wait-a-while"#);
    // The check of a boxed tool runs, too.
    assert_snapshot!(describe_error("wait-a-while", r#"{"seconds": 0}"#), @"Please rewrite the input with valid arguments. Errors: seconds: must not be 0");
    assert!(matches!(
        Call::parse("read_file", "{}"),
        Err(CallError::Arguments(_))
    ));
}

#[test]
fn reader_settings_apply_and_the_name_repair_is_first() {
    let raw = r#"{"path": "a", "limit": "5""#;
    let reading = Call::read(
        "ReadFile",
        Input::from(raw).finish(Finish::Complete),
        |reader| reader,
    );
    let rules: Vec<_> = reading
        .expect("it reads")
        .repairs
        .iter()
        .map(|repair| repair.rule.as_str())
        .collect();
    assert_eq!(rules, ["tool_name", "unclosed", "string_to_number"]);
    assert!(Call::parse("read_file", raw).is_err());
    let strict = |name: &str| {
        Call::read(name, &json!({"path": "a"}), |reader| {
            reader.leniency(Leniency::Strict)
        })
    };
    assert!(strict("read_file").is_ok_and(|reading| reading.is_exact()));
    assert!(matches!(strict("ReadFile"), Err(CallError::UnknownTool(_))));
}

/// Do nothing.
#[derive(Debug, PartialEq, Tool)]
#[tool(name = "__")]
struct Nameless {}

#[derive(Debug, PartialEq, ToolSet)]
enum OneNameless {
    ReadFile(ReadFile),
    Nameless(Nameless),
}

#[test]
fn tool_with_a_symbolic_name_does_not_block_other_tools() {
    let call = OneNameless::parse("ReadFile", r#"{"path": "a"}"#);
    assert!(matches!(call, Ok(OneNameless::ReadFile(_))));
    let call = OneNameless::parse("__", "{}");
    assert_eq!(call.expect("it reads"), OneNameless::Nameless(Nameless {}));
    assert_snapshot!(OneNameless::try_definitions().unwrap_err(), @r#"the name "__" contains no letter or digit; rename it"#);
    let report = OneNameless::verify().unwrap_err();
    assert_eq!(report.problems().len(), 1);
}

/// Find a string.
#[derive(Debug, PartialEq, Tool)]
struct Find {
    #[schemars(regex(pattern = "("))]
    text: String,
}

#[derive(Debug, PartialEq, ToolSet)]
enum OneBroken {
    ReadFile(ReadFile),
    Find(Find),
    Invalid(InvalidCallTool),
}

#[test]
fn call_builds_only_the_definition_of_its_tool() {
    let path = "a".to_owned();
    let read = OneBroken::ReadFile(ReadFile { path, limit: 0 });
    for name in ["read_file", "ReadFile", "functions.read_file"] {
        let call = OneBroken::parse(name, r#"{"path": "a"}"#);
        assert_eq!(call.expect("it reads"), read);
    }
    let unknown = OneBroken::parse("read", "{}").unwrap_err();
    assert_snapshot!(unknown, @"Unknown tool requested by model: read. Did you mean read_file? Call one of: read_file, find");
    assert!(matches!(
        OneBroken::parse("...", "{}"),
        Err(CallError::NotACall(_))
    ));
    assert!(OneBroken::try_definitions().is_err());
}

#[test]
#[should_panic(expected = "find")]
fn invalid_schema_is_reported_when_its_tool_is_called() {
    drop(OneBroken::parse("find", r#"{"text": "a"}"#));
}

#[test]
fn a_failed_call_is_routed_through_the_invalid_tool() {
    let error = Call::parse("read_file", r#"{"path": 5, "#).expect_err("it is refused");
    let routed = Call::parse("invalid", &error.payload()).expect("it reads");
    let Call::Invalid(call) = routed else {
        panic!("{routed:?}");
    };
    assert_eq!(call, InvalidCallTool::from(error.clone()));
    assert_eq!(call.result(), error.to_string());
}

proptest! {
    #[test]
    fn set_and_definitions_resolve_to_the_same_tool(
        around in "(functions\\.|tool:|mcp__|<\\|x\\|>)?",
        name in "[ _.-]?([rR]ead|[wW]ait)[ _.-]?([fF]ile|a[_-]?while|\\PC{0,3})(:0)?|\\PC{0,6}",
    ) {
        let name = around + &name;
        let error = Call::parse(&name, "{}").expect_err("what is required is left out");
        let found = Call::definitions().parse(&name, "{}").expect_err("it is for both");
        prop_assert_eq!(error.payload(), found.payload());
    }
}
