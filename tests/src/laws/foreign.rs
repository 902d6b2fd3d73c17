use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};
use tool_core::{Definition, Finish, Input, Leniency};

use super::{Exception, Verdict, given, holds};
use crate::{Entropy, read_only_call};

/// A value that is extracted from other text has all arguments. It is never one argument of a call
/// in another syntax, nor an argument of another tool. The tool has no required arguments, or its
/// arguments have the inner keys.
///
/// `search({..})` is a whole call of the tool `search`: its only argument has all arguments.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn foreign(text: &str, choices: &[u8]) -> Verdict {
    given(text.is_empty())?;
    let mut entropy = Entropy::new(choices);
    let arguments = arguments(&mut entropy);
    let tool = *entropy.pick(&["search", "lookup"]);
    let (form, sent) = call(tool, &arguments, &mut entropy);
    let mut meant = vec![Value::Object(arguments.clone())];
    let is_whole_call = sent.starts_with("search(") && sent.ends_with(')');
    if form == POSITIONAL && is_whole_call && arguments.len() == 1 {
        meant.extend(arguments.into_values());
    }
    let is_other = tool != "search" && !NAMELESS.contains(&form);
    let inner = json!({"a": {}, "path": {}, "limit": {}});
    for schema in [
        json!({"type": "object"}),
        json!({"type": "object", "properties": inner}),
        json!({"type": "object", "properties": inner, "additionalProperties": false}),
    ] {
        let definition = Definition::new("search", "A tool.", schema)
            .map_err(|error| Exception::Broken(error.to_string()))?;
        for leniency in [Leniency::Standard, Leniency::Generous] {
            for finish in [Finish::Unknown, Finish::Complete] {
                let reader = definition.reader().leniency(leniency);
                if let Ok(reading) = reader.read::<Value>(Input::from(&sent).finish(finish)) {
                    // A schema without types reads values of tags as text.
                    let is_whole_call = || {
                        let call = read_only_call(&sent, &definition, finish);
                        call.as_ref() == Some(&reading.value)
                    };
                    let is_meant = meant.contains(&reading.value) || is_whole_call();
                    holds(!is_other && is_meant, || {
                        format!("{} from {sent}", reading.value)
                    })?;
                }
            }
        }
    }
    Ok(())
}

const KEYS: &[&str] = &["query", "filters", "data", "options", "edits", "id"];

/// Text that hides the end of a value.
const TEXTS: &[&str] = &[
    "rust",
    "a b",
    ":)",
    "f(",
    "it's",
    "{",
    "}",
    "[",
    "x, y",
    "a = b",
    "<b>",
    "</b>",
    "k: v",
    "//",
    "``",
    "\n",
    "it is {\"a\": 1}",
    "\"",
];

/// Returns one to four arguments. One of them is an object.
fn arguments(entropy: &mut Entropy<'_>) -> Map<String, Value> {
    let count = entropy.below(4) + 1;
    let with_object = entropy.below(count);
    let first = entropy.below(KEYS.len());
    let mut arguments = Map::new();
    for number in 0..count {
        let key = KEYS[(first + number) % KEYS.len()];
        let value = if number == with_object {
            object(entropy)
        } else {
            match entropy.below(3) {
                0 => json!(entropy.below(100)),
                1 => json!(entropy.once_in(2)),
                _ => json!(*entropy.pick(TEXTS)),
            }
        };
        arguments.insert(key.to_owned(), value);
    }
    arguments
}

fn object(entropy: &mut Entropy<'_>) -> Value {
    let object = match entropy.below(4) {
        0 => json!({}),
        1 => json!({"a": *entropy.pick(TEXTS)}),
        2 => json!({"path": "x", "limit": entropy.below(9)}),
        _ => json!({"a": {"path": *entropy.pick(TEXTS)}}),
    };
    if entropy.once_in(4) {
        json!([object])
    } else {
        object
    }
}

/// `search(1, {..})`
const POSITIONAL: usize = 2;

/// Forms without the name of a tool.
const NAMELESS: RangeInclusive<usize> = 12..=14;

/// Returns the number of a syntax, and the arguments as a call of the tool in it.
fn call(tool: &str, arguments: &Map<String, Value>, entropy: &mut Entropy<'_>) -> (usize, String) {
    let raw = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let each = |form: &dyn Fn(&str, &Value) -> String, between: &str| {
        let parts = arguments.iter().map(|(key, value)| form(key, value));
        parts.collect::<Vec<_>>().join(between)
    };
    let pairs = |sign: &'static str, between| {
        each(&move |key, value| format!("{key}{sign}{value}"), between)
    };
    let tags = |head: &'static str, middle: &'static str, tail: &'static str| {
        each(
            &move |key, value| format!("{head}{key}{middle}{}{tail}", raw(value)),
            "\n",
        )
    };
    let all = Value::Object(arguments.clone());
    let form = entropy.below(17);
    let call = match form {
        0 => format!("[search({})]", pairs("=", ", ")),
        1 => format!("search({})", pairs("=", ", ")),
        POSITIONAL => format!("search({})", each(&|_, value| value.to_string(), ", ")),
        3 => format!("call:search({})", pairs("=", ",")),
        4 => format!("call:search{{{}}}", pairs(":", ",")),
        5 => format!(
            "<tool_call>\n<function=search>\n{}\n</function>\n</tool_call>",
            tags("<parameter=", ">\n", "\n</parameter>")
        ),
        6 => format!(
            "<invoke name=\"search\">{}</invoke>",
            tags("<parameter name=\"", "\">", "</parameter>")
        ),
        7 => format!(
            "<tool_call>search\n{}\n</tool_call>",
            tags("<arg_key>", "</arg_key>\n<arg_value>", "</arg_value>")
        ),
        8 => format!(
            "<｜DSML｜invoke name=\"search\">{}</｜DSML｜invoke>",
            tags(
                "<｜DSML｜parameter name=\"",
                "\" string=\"false\">",
                "</｜DSML｜parameter>"
            )
        ),
        9 => format!(
            "<|open|>call tool=\"search\" index=\"1\"<|sep|>{}<|close|>call<|sep|>",
            tags(
                "<|open|>argument key=\"",
                "\" type=\"object\"<|sep|>",
                "<|close|>argument<|sep|>"
            )
        ),
        10 => format!(
            "<steptml:invoke name=\"search\">{}</steptml:invoke>",
            tags("<steptml:parameter name=\"", "\">", "</steptml:parameter>")
        ),
        11 => format!(
            "<function name=\"search\">{}</function>",
            tags("<param name=\"", "\">", "</param>")
        ),
        12 => pairs(": ", "\n"),
        13 => pairs("=", " "),
        14 => each(&|key, value| format!("const {key} = {value};"), "\n"),
        15 => format!("search({all})"),
        _ => format!("search(args, {all});"),
    };
    let call = call.replacen("search", tool, 1);
    let text = match entropy.below(3) {
        0 => call,
        1 => format!("I will search now.\n{call}"),
        _ => format!("{call}\nDone."),
    };
    (form, text)
}
