//! Calls in the text of open models are read: the cases of other parsers' test suites.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::{read_in_pieces, shared_rows};
use tool_core::call::Call;
use tool_core::text::{Format, TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

/// Rows that the reader does not read as the row expects.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "hyperclovax_seed_think-21112802",
        "HyperCLOVA X and GLM write the same tags, and a string in quotes is one of GLM",
    ),
    (
        "gigachat3-11ad8fc1",
        "a call without arguments is read, because the tool requires none",
    ),
    (
        "seed_oss-17ebcc9a",
        "the text is a call in the format of Qwen3 Coder",
    ),
];

/// The rows of [`OTHERWISE`] that a given format does not change.
const NAMED_OTHERWISE: [&str; 2] = ["gigachat3-11ad8fc1", "seed_oss-17ebcc9a"];

/// Rows whose content is not what the row expects.
const OTHER_CONTENT: &[(&str, &str)] = &[
    ("deepseek_v31-5dc7e6dd", "the row ignores the prose"),
    ("deepseek_v31-e53d6831", "the row ignores the prose"),
    (
        "dots-ed19467a",
        "text in a section is content if it is not a call",
    ),
    ("gigachat35_gcml-a6c1fc03", "tags without a call are text"),
    ("internlm2-6a5b36f8", "markers without a call are text"),
    ("internlm2-782aff40", "markers without a call are text"),
    (
        "mimo_v2_xml-a0cfd486",
        "an argument before its call is text",
    ),
    ("poolside_v1-5b880ef4", "tags without a call are text"),
    ("pythonic-5b282577", "a list in a sentence is text"),
    ("qwen3_coder_xml-266b3bb2", "tags without a call are text"),
    (
        "rwkv_markdown-d6fcaa67",
        "a code fence that is not a call is text",
    ),
];

#[test]
fn reads_the_calls_of_each_case() {
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for case in cases() {
        let calls = case.calls(&case.read());
        let is_right = case.accepts(&calls);
        let is_listed = OTHERWISE.iter().any(|(id, _)| *id == case.id);
        assert_ne!(
            is_right, is_listed,
            "{}: {calls}\n{}",
            case.id, case.row["want"]
        );
        let count = counts.entry(case.row["format"].to_string()).or_default();
        count.0 += u32::from(is_right);
        count.1 += 1;
    }
    for (format, (right, all)) in counts {
        println!("{format}: {right} of {all}");
    }
}

/// The right format as an option loses no call.
#[test]
fn a_given_format_reads_each_case_as_well() {
    for case in cases() {
        let named = case.read_as(Some(case.format()));
        let calls = case.calls(&named);
        let is_listed = NAMED_OTHERWISE.contains(&case.id.as_str());
        assert_ne!(case.accepts(&calls), is_listed, "{}: {calls}", case.id);
        let found = case.read_as(None);
        let is_other = OTHERWISE.iter().any(|(id, _)| *id == case.id);
        if !found.calls.is_empty() && !is_other {
            assert_eq!(case.calls(&found), calls, "{}", case.id);
            assert_eq!(
                collapse(&found.content),
                collapse(&named.content),
                "{}",
                case.id
            );
            assert_eq!(
                collapse(&found.reasoning),
                collapse(&named.reasoning),
                "{}",
                case.id
            );
        }
    }
}

#[test]
fn returns_the_content_and_the_reasoning_of_each_case() {
    for case in cases() {
        let read = case.read();
        if let Some(reasoning) = case.row["reasoning"].as_str() {
            assert_eq!(
                collapse(&read.reasoning),
                collapse(reasoning),
                "{}",
                case.id
            );
        }
        if case.row["content_unsure"] == true {
            continue;
        }
        let expected = collapse(case.row["content"].as_str().unwrap_or(""));
        let is_listed = OTHER_CONTENT.iter().any(|(id, _)| *id == case.id);
        let is_expected = collapse(&read.content) == expected;
        assert_ne!(is_expected, is_listed, "{}: {:?}", case.id, read.content);
    }
}

#[test]
fn pieces_of_any_size_give_the_same_answer() {
    for case in cases() {
        for finish in [Finish::Complete, Finish::Truncated, Finish::Unknown] {
            let whole = read_text(&case.text, &case.tools, &case.options.finish(finish));
            for size in [1, 2, 3, 7] {
                let pieces = read_in_pieces(&case.text, &case.tools, case.options, finish, size);
                assert_eq!(pieces, whole, "{} in pieces of {size} bytes", case.id);
            }
        }
    }
}

#[test]
fn a_truncated_text_gives_no_other_call() {
    for case in cases() {
        let whole = read_text(
            &case.text,
            &case.tools,
            &case.options.finish(Finish::Complete),
        );
        for (end, _) in case.text.char_indices() {
            let options = case.options.finish(Finish::Truncated);
            let cut = read_text(&case.text[..end], &case.tools, &options);
            let mut rest = whole.calls.iter();
            for call in &cut.calls {
                let is_same = |whole: &Call| (&whole.name, &whole.raw) == (&call.name, &call.raw);
                assert!(rest.any(is_same), "{} at {end}: {call:?}", case.id);
            }
        }
    }
}

/// JSON that is not a call is data, also in a text that is cut off.
#[test]
fn a_string_of_json_calls_nothing() {
    for case in cases() {
        let string = Value::from(case.text.as_str());
        for text in [
            format!("{{\"note\": {string}}}"),
            format!("The list is [1, {string} , true]."),
            format!("{{\"a\": [{{}}, {{\"b\": null, {string}\n: \"\"}}]}}\nDone."),
        ] {
            let whole = read_text(&text, &case.tools, &TextOptions::new());
            assert_eq!(whole.calls, [], "{text}");
            assert_eq!(whole.dropped, [], "{text}");
            assert_eq!((&whole.content, &*whole.reasoning), (&text, ""));
            for size in [1, 2, 3, 7] {
                let options = TextOptions::new();
                let pieces = read_in_pieces(&text, &case.tools, options, Finish::Unknown, size);
                assert_eq!(pieces, whole, "{text} in pieces of {size} bytes");
            }
            for (end, _) in text.char_indices() {
                let options = TextOptions::new().finish(Finish::Truncated);
                let cut = read_text(&text[..end], &case.tools, &options);
                assert_eq!(cut.calls, [], "{} at {end}", case.id);
            }
        }
    }
}

struct Case {
    id: String,
    row: Value,
    text: String,
    tools: Definitions,
    options: TextOptions,
}

fn cases() -> Vec<Case> {
    let rows = shared_rows("model_texts.jsonl").unwrap_or_default();
    rows.into_iter().map(Case::new).collect()
}

impl Case {
    fn new(row: Value) -> Self {
        let mut tools = Definitions::default();
        for tool in row["tools"].as_array().unwrap() {
            let schema = match &tool["schema"] {
                Value::Null => json!({"type": "object"}),
                schema => schema.clone(),
            };
            let name = tool["name"].as_str().unwrap();
            tools
                .push(Definition::new(name, "", schema).unwrap())
                .unwrap();
        }
        let starts_in_reasoning = row["starts_in_reasoning"] == true;
        Self {
            id: row["id"].as_str().unwrap().to_owned(),
            text: row["text"].as_str().unwrap().to_owned(),
            row,
            tools,
            options: TextOptions::new().starts_in_reasoning(starts_in_reasoning),
        }
    }

    fn format(&self) -> Format {
        let name = self.row["format"].as_str().unwrap();
        name.parse().unwrap()
    }

    fn read(&self) -> TextAnswer {
        self.read_as(None)
    }

    fn read_as(&self, format: Option<Format>) -> TextAnswer {
        let finish = match self.row["finish"].as_str() {
            Some("complete") => Finish::Complete,
            Some("truncated") => Finish::Truncated,
            _ => Finish::Unknown,
        };
        let options = self.options.format(format).finish(finish);
        read_text(&self.text, &self.tools, &options)
    }

    /// Lists the calls with their repaired arguments.
    fn calls(&self, answer: &TextAnswer) -> Value {
        let calls = answer.calls.iter().map(|call| {
            let read = self.tools.parse(&call.name, call).ok();
            let arguments = read.map(|read| read.reading.value);
            let received = || serde_json::from_str(&call.raw).unwrap_or(Value::Null);
            json!({"name": call.name, "arguments": arguments.unwrap_or_else(received)})
        });
        calls.collect()
    }

    /// Returns whether these are the calls of the row, or another valid reading. A truncated text
    /// may yield none.
    fn accepts(&self, calls: &Value) -> bool {
        let readings = ["want", "repair_want", "strict_want", "alt_want"];
        let mut readings = readings.iter().filter_map(|key| self.row.get(*key));
        let is_cut = self.row["finish"] == "truncated" && *calls == json!([]);
        is_cut || readings.any(|reading| is_equal(reading, calls))
    }
}

/// Compares values. `5` and `5.0` are the same number.
fn is_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(key, a)| b.get(key).is_some_and(|b| is_equal(a, b));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => a == b,
    }
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
