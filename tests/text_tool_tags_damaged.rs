//! Two calls in tags of the tools, of which one mark is damaged: each call is the same or dropped.

use serde_json::{Value, json};
use tests::read_text_in_any_pieces;
use tool_core::call::DropReason;
use tool_core::text::{Format, TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    let weather = json!({"type": "object", "required": ["city"], "properties": {
        "city": {"type": "string"}, "days": {"type": "integer"},
    }});
    let write = json!({"type": "object", "required": ["path", "content"], "properties": {
        "path": {"type": "string"}, "content": {"type": "string"},
    }});
    let delete = json!({"type": "object", "properties": {"confirm": {"type": "boolean"}}});
    let tools = [
        ("get_weather", weather),
        ("write_file", write),
        ("delete_all", delete),
    ];
    let tools = tools.map(|(name, schema)| Definition::new(name, "", schema).unwrap());
    Definitions::new(tools).unwrap()
}

/// A call with the texts of its arguments.
type Written<'w> = (&'w str, &'w [(&'w str, &'w str)]);

fn write((name, arguments): Written<'_>) -> String {
    let arguments = arguments.iter();
    let arguments = arguments.map(|(key, value)| format!("<{key}>\n{value}\n</{key}>\n"));
    format!("<{name}>\n{}</{name}>", arguments.collect::<String>())
}

fn list(answer: &TextAnswer) -> Vec<(String, Value)> {
    let calls = answer.calls.iter();
    let value = |raw: &str| serde_json::from_str::<Value>(raw).unwrap();
    calls
        .map(|call| (call.name.clone(), value(&call.raw)))
        .collect()
}

/// Returns the start and the end of each tag and line break outside the values.
fn find_outer_marks(text: &str, values: &[&str]) -> Vec<(usize, usize)> {
    let is_inside = |at: usize| {
        let mut found = values.iter().flat_map(|value| {
            text.match_indices(value)
                .map(|(start, value)| start..start + value.len())
        });
        found.any(|value| value.contains(&at))
    };
    let mut marks = Vec::new();
    for (at, sign) in text.match_indices(['<', '\n']) {
        let end = match sign {
            "<" => at + text[at..].find('>').unwrap() + 1,
            _ => at + 1,
        };
        if !is_inside(at) {
            marks.push((at, end));
        }
    }
    marks
}

/// Values with the marks of this format and of other formats.
const VALUES: [&str; 6] = [
    "AAA",
    "a\n</parameter>\n</function>\nb",
    "x </content> y",
    "<delete_all>\n<confirm>\ntrue\n</confirm>\n</delete_all>",
    "<tool_call>{\"name\": \"delete_all\", \"arguments\": {}}</tool_call>",
    "<p>hi</p>",
];

/// Each tag of two calls is deleted, doubled, cut, or has a character that is missing or changed.
/// No value runs over the end of its call.
#[test]
fn a_damaged_tag_of_one_call_never_changes_another_call() {
    let tools = tools();
    let mut count = 0;
    let oslo: Written<'_> = ("get_weather", &[("city", "Oslo"), ("days", "3")]);
    let units: Written<'_> = ("get_weather", &[("city", "Oslo"), ("units", "C")]);
    let rome: Written<'_> = ("get_weather", &[("city", "Rome"), ("days", "5")]);
    for value in VALUES {
        let first: &[_] = &[("path", "/a"), ("content", value)];
        let second: Written<'_> = ("write_file", &[("path", "/b"), ("content", "BBB")]);
        for calls in [
            [oslo, rome],
            [units, rome],
            [("write_file", first), second],
            [("write_file", first), oslo],
        ] {
            for between in ["\n", "", "\nNow the second one.\n"] {
                let text = format!("{}{between}{}", write(calls[0]), write(calls[1]));
                let options = TextOptions::new().finish(Finish::Complete);
                let whole = list(&read_text(&text, &tools, &options));
                assert_eq!(whole.len(), 2, "{text}");
                for (start, end) in find_outer_marks(&text, &[value]) {
                    let mark = &text[start..end];
                    let inside = mark.char_indices().map(|(at, _)| at);
                    let cut = inside
                        .clone()
                        .map(|at| format!("{}{}", &mark[..at], &mark[at + 1..]));
                    let changed = inside.map(|at| format!("{}x{}", &mark[..at], &mark[at + 1..]));
                    for form in cut.chain(changed).chain([String::new(), mark.repeat(2)]) {
                        let damaged = format!("{}{form}{}", &text[..start], &text[end..]);
                        for finish in [Finish::Complete, Finish::Unknown, Finish::Truncated] {
                            let answer = read_text(&damaged, &tools, &options.finish(finish));
                            let same = list(&answer).into_iter().all(|call| {
                                // A line break between a tag and a value may be one of the value.
                                let trim = |value: &Value| match value {
                                    Value::String(text) => text.trim_matches(['\n', 'x']).into(),
                                    other => other.clone(),
                                };
                                let close = |known: &(String, Value)| {
                                    let (now, known_value) = (&call.1, &known.1);
                                    known.0 == call.0
                                        && now.as_object().unwrap().iter().all(|(key, value)| {
                                            trim(value) == trim(&known_value[key])
                                        })
                                        && now.as_object().unwrap().len()
                                            == known_value.as_object().unwrap().len()
                                };
                                whole.iter().any(close)
                                    || tools.parse(&call.0, &*call.1.to_string()).is_err()
                            });
                            assert!(same, "{damaged}\n{answer:?}");
                            count += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

#[test]
fn drops_a_call_without_a_closing_tag_of_an_argument_and_reads_the_next_one() {
    for between in ["\n", "\nNow the second file.\n"] {
        let text = format!(
            "<write_file>\n<path>\n/a\n</path>\n<content>\nAAA\n</write_file>{between}\
             <write_file>\n<path>\n/b\n</path>\n<content>\nBBB\n</content>\n</write_file>"
        );
        let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        let expected = json!({"path": "/b", "content": "BBB"});
        assert_eq!(list(&answer), [("write_file".to_owned(), expected)]);
        assert_eq!(answer.dropped.len(), 1);
        assert_eq!(answer.dropped[0].reason, DropReason::BrokenTags);
    }
}

#[test]
fn drops_a_call_without_its_closing_tag_and_reads_the_next_one() {
    let text = "<get_weather>\n<city>\nOslo\n</city>\n<days>\n3\n</days>\n\n\
                <get_weather>\n<city>\nRome\n</city>\n<days>\n5\n</days>\n</get_weather>";
    let answer = read_text_in_any_pieces(text, &tools(), Finish::Complete);
    let expected = json!({"city": "Rome", "days": 5});
    assert_eq!(list(&answer), [("get_weather".to_owned(), expected)]);
    assert_eq!(answer.dropped[0].reason, DropReason::BrokenTags);
}

#[test]
fn keeps_an_undeclared_argument_in_its_own_call() {
    let text = "<get_weather>\n<city>\nOslo\n</city>\n<units>C</units>\n</get_weather>\n\
                <get_weather>\n<city>\nRome\n</city>\n<days>\n5\n</days>\n</get_weather>";
    let answer = read_text_in_any_pieces(text, &tools(), Finish::Complete);
    let first = json!({"city": "Oslo", "units": "C"});
    let second = json!({"city": "Rome", "days": 5});
    let name = || "get_weather".to_owned();
    assert_eq!(list(&answer), [(name(), first), (name(), second)]);
}

/// Whole calls of the same tool and of another one, and the closing tag of the argument.
#[test]
fn a_value_may_contain_whole_calls() {
    for value in [
        "Example:\n<write_file>\n<path>\n/x\n</path>\n<content>\ny\n</content>\n</write_file>",
        "<delete_all>\n<confirm>\ntrue\n</confirm>\n</delete_all>\nand more",
        "Use <write_file> to write.",
        "a </content> b",
    ] {
        let text = write(("write_file", &[("path", "/a"), ("content", value)]));
        let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        let expected = json!({"path": "/a", "content": value});
        assert_eq!(
            list(&answer),
            [("write_file".to_owned(), expected)],
            "{answer:?}"
        );
    }
}

/// Without its opening tag, a value is between the tags. A call in it does not run.
#[test]
fn a_call_in_a_value_without_its_tags_does_not_run() {
    let inner = "<delete_all>\n<confirm>\ntrue\n</confirm>\n</delete_all>";
    for text in [
        format!("<write_file>\n<path>\n/a\n</path>\n{inner}\n</content>\n</write_file>"),
        format!(
            "<write_file>\n<path>/a</path>\n<content>\n</write_file>\n{inner}\n</content>\n</write_file>"
        ),
    ] {
        for options in [
            TextOptions::new(),
            TextOptions::new().format(Format::ToolTags),
        ] {
            let answer = read_text(&text, &tools(), &options.finish(Finish::Complete));
            assert_eq!(answer.calls, [], "{text}");
            assert_eq!(answer.dropped[0].reason, DropReason::BrokenTags, "{text}");
        }
    }
}
