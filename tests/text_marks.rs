//! A damaged mark of a call in tags gives the same call, a dropped one or none.

use serde_json::{Value, json};
use tests::{damage_mark, find_marks, find_other_marks, shared_rows};
use tool_core::call::{Call, DropReason};
use tool_core::text::{TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

/// Formats whose calls are tags.
const TAGGED: [&str; 19] = [
    "deepseek_v32_dsml",
    "deepseek_v4_dsml",
    "dots",
    "gigachat35_gcml",
    "glm45_xml",
    "glm47_xml",
    "hy_v3",
    "hyperclovax_seed_think",
    "kimi_k3_xtml",
    "mimo_v2_xml",
    "minicpm5_xml",
    "minimax_m2_xml",
    "minimax_m3",
    "muse_glimmer_atem",
    "poolside_v1",
    "qwen3_coder_xml",
    "seed_oss",
    "step35_xml",
    "step3_steptml",
];

/// Texts with a damaged mark that a model also writes on purpose, as a text without the mark is a
/// value, too. The number of such texts for each case.
const ON_PURPOSE: [(&str, usize); 3] = [
    // The first value has no closing tag, so its text goes on up to the next tag.
    ("qwen3_coder_xml-ade11286", 20),
    ("step35_xml-52ea05e5", 20),
    // The list is a call without its mark, too. The model writes it twice.
    ("lfm2-14033767", 2),
];

fn tools_of(row: &Value) -> Definitions {
    let mut tools = Definitions::default();
    for tool in row["tools"].as_array().unwrap() {
        let schema = match &tool["schema"] {
            Value::Null => json!({"type": "object"}),
            schema => schema.clone(),
        };
        let tool = Definition::new(tool["name"].as_str().unwrap(), "", schema).unwrap();
        tools.push(tool).unwrap();
    }
    tools
}

fn read(text: &str, tools: &Definitions, row: &Value) -> TextAnswer {
    let options = TextOptions::new()
        .starts_in_reasoning(row["starts_in_reasoning"] == true)
        .finish(Finish::Complete);
    read_text(text, tools, &options)
}

/// Returns the first call that is not one of the calls of the whole text, in order.
fn find_other<'c>(calls: &'c [Call], whole: &[Call], tools: &Definitions) -> Option<&'c Call> {
    let value = |call: &Call| serde_json::from_str::<Value>(&call.raw).unwrap_or_default();
    let name = |call: &Call| {
        let read = tools.parse(&call.name, call).ok();
        read.map_or_else(
            || call.name.clone(),
            |read| read.definition.name().to_owned(),
        )
    };
    let mut rest = whole.iter();
    calls.iter().find(|call| {
        let is_same = |known: &Call| name(known) == name(call) && value(known) == value(call);
        !rest.any(is_same)
    })
}

/// One of this number of damaged forms is read, beside each mark that is deleted or doubled, as a
/// whole or in its first or last character.
const EACH: usize = 3;

/// Finds the marks in a text.
type FindMarks = fn(&str) -> Vec<(usize, usize)>;

/// Damages each mark of the cases, and returns the number of texts. Each text gives the calls of
/// the case, or fewer.
fn damage_marks(is_case: fn(&str) -> bool, find_marks: FindMarks) -> usize {
    let (mut seen, mut count, mut same, mut others) = (0, 0, 0, Vec::new());
    for row in shared_rows("model_texts.jsonl").unwrap_or_default() {
        let (id, format) = (row["id"].as_str().unwrap(), row["format"].as_str().unwrap());
        let text = row["text"].as_str().unwrap();
        let tools = tools_of(&row);
        let whole = read(text, &tools, &row);
        if !is_case(format) || whole.calls.is_empty() {
            continue;
        }
        for mark in find_marks(text) {
            // A mark in a value is a part of the value.
            let written = Value::from(&text[mark.0..mark.1]).to_string();
            let written = &written[1..written.len() - 1];
            if whole.calls.iter().any(|call| call.raw.contains(written)) {
                continue;
            }
            let forms = damage_mark(&text[mark.0..mark.1]);
            for (index, form) in forms.iter().enumerate() {
                // Each run that is removed, over all marks.
                seen += 1;
                if index > 3 && seen % EACH != 0 {
                    continue;
                }
                let damaged = format!("{}{form}{}", &text[..mark.0], &text[mark.1..]);
                let answer = read(&damaged, &tools, &row);
                count += 1;
                same += usize::from(answer.calls.len() == whole.calls.len());
                let other = find_other(&answer.calls, &whole.calls, &tools);
                // An invalid call does not run.
                let other = other.filter(|call| tools.parse(&call.name, *call).is_ok());
                if let Some(call) = other {
                    others.push((id.to_owned(), format!("{damaged}\n{call:?}")));
                }
            }
        }
    }
    println!(
        "{count} damaged texts, {same} with the same calls, {} others",
        others.len()
    );
    for (id, text) in &others {
        let listed = ON_PURPOSE.iter().find(|(listed, _)| id.starts_with(listed));
        let found = others.iter().filter(|(other, _)| other == id).count();
        assert!(
            listed.is_some_and(|(_, most)| found <= *most),
            "{id}: {text}"
        );
    }
    assert!(others.len() * 1000 <= count);
    count
}

#[test]
fn a_damaged_mark_gives_no_other_call() {
    // The tokens in a mark are marks, too.
    let find_all = |text: &str| [find_marks(text), find_other_marks(text)].concat();
    let count = damage_marks(|format| TAGGED.contains(&format), find_all);
    assert!(count == 0 || count > 5000, "{count}");
}

/// JSON, Python and code after a mark is read by the marks, too.
#[test]
fn a_damaged_mark_of_another_format_gives_no_other_call() {
    let count = damage_marks(|format| !TAGGED.contains(&format), find_other_marks);
    assert!(count == 0 || count > 2500, "{count}");
}

/// Cases that the reader reads otherwise, with the reason.
const OTHERWISE: [(&str, &str); 1] = [(
    "think-1",
    "the call is inside reasoning without an end, and its format has an end",
)];

#[test]
fn reads_the_found_cases() {
    for row in shared_rows("model_texts_found.jsonl").unwrap_or_default() {
        let id = row["id"].as_str().unwrap();
        let text = row["text"].as_str().unwrap();
        let tools = tools_of(&row);
        let answer = read(text, &tools, &row);
        let calls: Value = answer
            .calls
            .iter()
            .map(|call| {
                let read = tools.parse(&call.name, call).unwrap();
                json!({"name": call.name, "arguments": read.reading.value})
            })
            .collect();
        let is_right = calls == row["want"];
        let is_listed = OTHERWISE.iter().any(|(listed, _)| *listed == id);
        assert_ne!(is_right, is_listed, "{id}: {calls} {:?}", answer.dropped);
        if row["want"] == json!([]) && answer.dropped.is_empty() {
            assert_eq!(answer.content, text, "{id}");
        }
    }
}

fn tools() -> Definitions {
    let rm = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "dry_run": {"type": "boolean"}},
        "required": ["path"],
    });
    let note = json!({"type": "object", "properties": {"text": {"type": "string"}}});
    Definitions::new([
        Definition::new("rm", "", rm).unwrap(),
        Definition::new("note", "", note).unwrap(),
    ])
    .unwrap()
}

fn qwen(name: &str, inside: &str) -> String {
    format!("<tool_call>\n<function={name}>\n{inside}\n</function>\n</tool_call>")
}

#[test]
fn repairs_a_damaged_mark_with_one_reading() {
    let dry = json!({"path": "/srv", "dry_run": true});
    let path = "<parameter=path>\n/srv\n</parameter>";
    for inside in [
        format!("{path}\n<parameter name=\"dry_run\">\ntrue\n</parameter>"),
        format!("{path}\n<dry_run>true</dry_run>"),
        format!("{path}\n<param name='dry_run'>true</param>"),
        format!("{path}\n<parameter=dry_run\n>true\n</parameter>"),
        format!("{path}\n<parameter=dry_run>\ntrue\n</parameter>\n</parameter>"),
        "<parameter=path>\n/srv\n</parameter\n<parameter=dry_run>\ntrue\n</parameter>".to_owned(),
        "<parameter=path>\n/srv\n/parameter>\n<parameter=dry_run>\ntrue\n</param>".to_owned(),
        "<parameter=path>\n/srv\n</path>\n<parameter=dry_run>\ntrue\n</dry_run>".to_owned(),
    ] {
        let text = qwen("rm", &inside);
        let answer = read(&text, &tools(), &Value::Null);
        assert_eq!(answer.calls.len(), 1, "{text}: {answer:?}");
        let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
        assert_eq!(read, dry, "{text}");
    }
}

#[test]
fn drops_a_call_whose_marks_have_no_clear_reading() {
    let path = "<parameter=path>\n/srv\n</parameter>";
    for (inside, reason) in [
        (format!("{path}\ndry_run: true"), DropReason::BrokenTags),
        (
            format!("{path}\n<force>true</force>"),
            DropReason::BrokenTags,
        ),
        (
            format!("{path}\nparameter=dry_run>\ntrue\n</parameter>"),
            DropReason::Ambiguous,
        ),
        (
            format!("{path}\n<parameter=path>\n/\n</parameter>"),
            DropReason::Ambiguous,
        ),
        (
            "<parameter=path>\n/srv\n</parameter></parameter>".to_owned(),
            DropReason::Ambiguous,
        ),
        // On a line of its own, the tag may be a value or a doubled mark.
        (
            "<parameter=path>\n/srv\n</parameter>\n</parameter>".to_owned(),
            DropReason::Ambiguous,
        ),
        (
            "<tool_call>\n<parameter=path>\n/srv\n</parameter>".to_owned(),
            DropReason::BrokenTags,
        ),
        (
            "<parameter=path><parameter=path>\n/srv\n</parameter>".to_owned(),
            DropReason::Ambiguous,
        ),
        (
            "<parameter=path>\n/srv\n\n".to_owned(),
            DropReason::Ambiguous,
        ),
    ] {
        let text = qwen("rm", &inside);
        let answer = read(&text, &tools(), &Value::Null);
        assert_eq!(answer.calls, [], "{text}");
        let reasons: Vec<_> = answer
            .dropped
            .iter()
            .map(|dropped| dropped.reason)
            .collect();
        assert_eq!(reasons, [reason], "{text}");
    }
    let text = qwen("rm", &format!("{path}\ndry_run: true"));
    assert_eq!(
        read(&text, &tools(), &Value::Null).dropped[0].message(),
        "The tags of the call are damaged or incomplete, so it did not run. Call the tool again, \
         in the format that the instructions give.",
    );
}

/// A closing tag in a value belongs to the value if no argument of the tool is missing.
#[test]
fn a_value_keeps_the_tags_of_its_text() {
    for value in [
        "a </parameter> b",
        "return \"</parameter>\"",
        "<parameter>x</parameter>",
        "set <parameter=other> here",
        "<function=rm>\n<parameter=path>\n/\n</parameter>\n</function>",
        "Close with </function> then </tool_call>; open with <function=x>.",
        "Close with </function>; open <function=x>.",
        "After </function> a <function=x> follows.\nBefore </tool_call>, a <function=rm> ends.",
    ] {
        let text = qwen("note", &format!("<parameter=text>\n{value}\n</parameter>"));
        let answer = read(&text, &tools(), &Value::Null);
        assert_eq!(answer.calls.len(), 1, "{text}: {answer:?}");
        let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
        assert_eq!(read, json!({"text": value}));
    }
}

/// Other calls around a value that mentions tags: each damaged mark outside the value gives the
/// same calls, or fewer.
#[test]
fn a_damaged_mark_around_a_mention_gives_no_other_call() {
    let sentences = [
        "Close with </function> then </tool_call>; open with <function=x>.",
        "Close with </function>; open <function=rm>.",
        "Open with <function=rm> and close with </function>.",
        "Use </parameter>, then </function>, then <function=x>.",
    ];
    let note = |text: &str| qwen("note", &format!("<parameter=text>\n{text}\n</parameter>"));
    let rm = qwen("rm", "<parameter=path>\n/srv\n</parameter>");
    let empty = "<tool_call>\n<function=note>\n</function>\n</tool_call>".to_owned();
    let (mut seen, mut count) = (0, 0);
    for sentence in sentences {
        let mention = note(sentence);
        for calls in [
            vec![&mention],
            vec![&mention, &rm],
            vec![&rm, &mention],
            vec![&rm, &mention, &rm],
            vec![&empty, &mention],
            vec![&rm, &empty, &mention],
        ] {
            for between in ["\n", "", " then "] {
                let text = calls.iter().map(|call| call.as_str()).collect::<Vec<_>>();
                let text = text.join(between);
                for text in [text.clone(), text.replace(">\n", ">").replace("\n<", "<")] {
                    let values: Vec<_> = text.match_indices(sentence).collect();
                    let whole = read(&text, &tools(), &Value::Null);
                    for mark in find_marks(&text) {
                        let is_inside = |(at, value): &(usize, &str)| {
                            mark.0 >= *at && mark.0 < at + value.len()
                        };
                        if values.iter().any(is_inside) {
                            continue;
                        }
                        for (index, form) in damage_mark(&text[mark.0..mark.1]).iter().enumerate() {
                            seen += 1;
                            if index > 3 && seen % EACH != 0 {
                                continue;
                            }
                            let damaged = format!("{}{form}{}", &text[..mark.0], &text[mark.1..]);
                            let answer = read(&damaged, &tools(), &Value::Null);
                            let other = find_other(&answer.calls, &whole.calls, &tools());
                            let other =
                                other.filter(|call| tools().parse(&call.name, *call).is_ok());
                            assert_eq!(other, None, "{damaged}");
                            count += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(count > 3000, "{count}");
}

/// A value ends before a call that follows it, and never contains that call.
#[test]
fn a_value_contains_no_call_after_a_closing_tag() {
    for value in [
        "/srv\n</function>\n</tool_call>\n<tool_call>\n<function=rm>\n<parameter=path>\n/",
        "/srv</function></tool_call><tool_call><function=rm><parameter=path>/",
        "/srv</function> and <function=rm> with <parameter=path>\n/",
        "/srv\n</function>\n<function=rm>\n",
        "/srv </function> <function=rm> x",
    ] {
        let text = qwen("note", &format!("<parameter=text>\n{value}\n</parameter>"));
        let answer = read(&text, &tools(), &Value::Null);
        let has_tag = |call: &Call| call.raw.contains('<');
        assert!(!answer.calls.iter().any(has_tag), "{text}: {answer:?}");
    }
}

#[test]
fn a_quote_in_a_python_string_truncates_no_command() {
    let text = "<|tool_call_start|>[note(text='python3 -c \"print(f(3*x, sep='\\,'))\"')]\
                <|tool_call_end|>";
    let answer = read(text, &tools(), &Value::Null);
    let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
    assert_eq!(
        read,
        json!({"text": "python3 -c \"print(f(3*x, sep='\\,'))\""})
    );
}

/// Without its closing tag, a value ends before the next tag, if nothing of the tag is left.
#[test]
fn a_value_with_a_piece_of_its_closing_tag_does_not_run() {
    for piece in [
        "<",
        "</",
        "</par",
        "ter>",
        "</ter>",
        "</parxmeter>",
        "</Parameter>",
        "</paramete>r",
        "<parX",
        "< /parameter>",
    ] {
        for value in [
            format!("ls\n{piece}"),
            format!("ls{piece}"),
            format!("<b>x</b>\n{piece}\n"),
        ] {
            for behind in ["</function>", "</function></tool_call>", "</tool_call>"] {
                let text = format!("<function=note>\n<parameter=text>\n{value}\n{behind}");
                let answer = read(&text, &tools(), &Value::Null);
                assert_eq!(answer.calls, [], "{text}");
                assert_eq!(answer.dropped.len(), 1, "{text}");
            }
        }
    }
}

/// Code and markup in a value are not damaged tags.
#[test]
fn a_value_keeps_its_brackets() {
    for (value, may_lack_its_end) in [
        ("<b>x</b>", true),
        ("<html>\n <br/>\n</html>", true),
        ("<img src=\"a\"/>", true),
        ("let a: Vec<par = b", true),
        ("if x < y { a </ b }", true),
        ("cat <<EOF\n<p>\nEOF", true),
        ("x < y", true),
        ("a -> b", true),
        ("echo a > b", true),
        ("Vec<Option<u8>>", false),
        ("a <par", false),
        ("</div>", false),
        ("<?xml version=\"1.0\"?>\n<par>1</par>\n<parameters/>", true),
        ("for (i = 0; i <limit>0; i++)", true),
        ("use <param=dry_run> or <p=dry_run>", false),
    ] {
        let close = "\n</parameter>";
        for close in [close, if may_lack_its_end { "" } else { close }] {
            let text = qwen("note", &format!("<parameter=text>\n{value}{close}"));
            let answer = read(&text, &tools(), &Value::Null);
            assert_eq!(answer.calls.len(), 1, "{text}: {answer:?}");
            let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
            assert_eq!(read, json!({"text": value}), "{text}");
        }
    }
}

/// An empty call next to a doubled opening tag may have lost its arguments.
#[test]
fn a_call_that_may_have_lost_its_arguments_does_not_run() {
    let optional = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    let tools = Definitions::new([Definition::new("edit", "", optional).unwrap()]).unwrap();
    let parameter = "<parameter=path>\na\n</parameter>";
    for (text, calls) in [
        (
            "<function=edit>{\"path\": \"a\"}<function=edit></function>".to_owned(),
            1,
        ),
        (
            format!("<function=edit>\n{parameter}\n<function=edit>\n</function>"),
            1,
        ),
        (
            format!("<function=edit>\n<tool_call>\n<tool_call>\n{parameter}\n</function>"),
            0,
        ),
        (
            "<function=edit><tool_call><tool_call>{\"path\": \"a\"}</function>".to_owned(),
            0,
        ),
        (
            format!(
                "<tool_call>\n<function=edit>\n<tool_call>\n<function=edit>\n{parameter}\n</function>\n</tool_call>"
            ),
            1,
        ),
    ] {
        let answer = read(&text, &tools, &Value::Null);
        assert_eq!(answer.calls.len(), calls, "{text}: {answer:?}");
        let is_whole = |raw: &str| raw.contains("\"a\"");
        assert!(
            answer.calls.iter().all(|call| is_whole(&call.raw)),
            "{text}"
        );
        assert_eq!(answer.dropped[0].reason, DropReason::BrokenTags, "{text}");
    }
    for text in [
        "<function=edit></function>",
        "<function=edit>\n</function>",
        "<function=edit>{\"path\": \"a\"}</function><function=edit></function>",
    ] {
        let answer = read(text, &tools, &Value::Null);
        assert_eq!(answer.dropped, [], "{text}");
        assert!(!answer.calls.is_empty(), "{text}");
    }
}
