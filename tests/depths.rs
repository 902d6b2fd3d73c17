//! Each kind of depth has one bound: of values, of schemas, and of schemas in an export.

use std::thread;

use insta::assert_snapshot;
use serde_json::{Map, Value, json};
use tests::{not_exported, read_only_call, refused};
use tool_core::provider::{Mcp, OpenAi, Target};
use tool_core::{Definition, Finish};

/// Runs a function on a thread with the stack of a thread of tokio.
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

/// Returns a schema of the given number of levels.
fn nest(levels: usize, leaf: Value) -> Value {
    let wrap = |inner, _| json!({"type": "array", "items": inner});
    (1..levels).fold(leaf, wrap)
}

fn tool(argument: &Value) -> Value {
    json!({"type": "object", "properties": {"x": argument}, "required": ["x"]})
}

/// A schema in which each definition has several levels and refers to the next one.
fn chain(definitions: usize, levels: usize) -> Value {
    let reference = |number| json!({"$ref": format!("#/$defs/d{number}")});
    let definition = |number| {
        let is_last = number + 1 == definitions;
        let leaf = if is_last {
            json!({"type": "string"})
        } else {
            reference(number + 1)
        };
        (format!("d{number}"), nest(levels, leaf))
    };
    let mut schema = tool(&reference(0));
    let all: Map<_, _> = (0..definitions).map(definition).collect();
    schema["$defs"] = all.into();
    schema
}

#[test]
fn an_error_names_the_maximum_depth_of_a_schema() {
    // The object of the arguments is a level, too.
    let most = tool(&nest(127, json!({"type": "integer"})));
    assert!(Definition::new("t", "A tool.", most).is_ok());
    let deeper = tool(&nest(128, json!({"type": "integer"})));
    assert_snapshot!(refused(deeper).reason(), @"the schema is nested deeper than 128 levels");
    assert_snapshot!(refused(chain(4, 40)).reason(), @"the schema is nested deeper than 128 levels");
}

#[test]
fn exports_take_schemas_as_deep_as_the_reader() {
    let export = |levels| {
        let schema = tool(&nest(levels, json!({"type": "integer"})));
        let definition = Definition::unchecked("t", "A tool.", schema);
        definition.export(Mcp::tools_list()).map(drop)
    };
    assert!(export(127).is_ok());
    let error = export(130).expect_err("it is too deep").to_string();
    let (_, reason) = error.rsplit_once("items`: ").expect("a path");
    assert_snapshot!(reason, @"129 levels of schemas, but at most 128 are supported; split or shorten the tools");
}

#[test]
fn an_error_names_the_maximum_depth_of_an_export() {
    on_small_stack(|| {
        assert_snapshot!(not_exported(chain(60, 100), OpenAi::chat()), @"OpenAI Chat: 301 levels of schemas, but at most 300 are supported; split or shorten the tools");
        assert_snapshot!(not_exported(chain(60, 100), OpenAi::chat().strict()), @"OpenAI Chat (strict): 300 levels of objects and arrays, but at most 10 are supported; split or shorten the tools");
    });
}

#[test]
fn chains_of_deep_definitions_do_not_overflow_the_stack() {
    on_small_stack(|| {
        for (definitions, levels) in [(4, 60), (60, 100)] {
            let definition = Definition::unchecked("t", "A tool.", chain(definitions, levels));
            for target in Target::all() {
                // Both an export and an error are right.
                drop(definition.export(target));
            }
        }
    });
}

#[test]
fn formats_of_text_take_values_as_deep_as_the_reader() {
    let any = Definition::new("f", "A tool.", tool(&json!({}))).expect("a schema");
    let formats = |levels: usize| {
        let value = format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        [
            format!("<|tool_call_start|>[f(x={value})]<|tool_call_end|>"),
            format!("<start_function_call>call:f{{x:{value}}}<end_function_call>"),
            format!(
                "<tool_call>{{\"name\": \"f\", \"arguments\": {{\"x\": {value}}}}}</tool_call>"
            ),
        ]
    };
    // The object of the arguments is a level, too.
    for text in formats(127) {
        let call = read_only_call(&text, &any, Finish::Complete);
        assert!(call.is_some(), "{text}");
    }
    for text in formats(128) {
        assert_eq!(
            read_only_call(&text, &any, Finish::Complete),
            None,
            "{text}"
        );
    }
}
