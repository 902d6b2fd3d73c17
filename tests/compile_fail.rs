//! Each case contains one mistake and is named after it. The `.stderr` file next to it has the
//! expected errors.

use std::fs;

#[test]
fn compile_fail() {
    let cases = trybuild::TestCases::new();
    // Without the feature `xml`, its attributes are errors.
    if cfg!(feature = "xml") {
        cases.compile_fail("ui/*.rs");
        cases.compile_fail("ui/functions/*.rs");
        cases.compile_fail("ui/service/*.rs");
    } else {
        cases.compile_fail("ui/without_xml/*.rs");
    }
}

/// A field whose type has no `ToolArg` gives one error, which names `ToolArg`.
#[test]
fn reports_types_without_tool_arg_in_few_lines() {
    for name in [
        "field_of_a_type_without_tool_arg",
        "fields_of_types_without_tool_arg",
        "generic_fields_of_a_type_without_tool_arg",
    ] {
        let stderr = fs::read_to_string(format!("ui/{name}.stderr")).expect("a readable file");
        let mut places = Vec::new();
        for error in stderr.split("\n\n") {
            let lines: Vec<&str> = error.lines().collect();
            assert!(
                lines.len() <= 25,
                "{} lines in {name}:\n{error}",
                lines.len()
            );
            assert!(
                lines[0].ends_with("cannot be an argument of a tool"),
                "{error}"
            );
            assert!(error.contains("ToolArg"), "{error}");
            assert!(!error.contains("__private"), "{error}");
            assert!(!error.contains("serde_core"), "{error}");
            assert!(
                !places.contains(&lines[1]),
                "a second error in {name}:\n{error}"
            );
            places.push(lines[1]);
        }
    }
}
