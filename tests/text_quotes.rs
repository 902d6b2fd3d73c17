//! Text that quotes, fences, comments or describes a call gives no call, in any format.

use serde_json::{Value, json};
use tests::{read_in_pieces, read_text_in_any_pieces, shared_rows};
use tool_core::call::DropReason;
use tool_core::text::{TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish, Input};

/// Writes a text around calls. `None` if the calls cannot be inside.
type Quote = fn(&str) -> Option<String>;

/// Texts in which no marker counts, so all of it is content.
const BLOCKS: &[Quote] = &[
    |calls| {
        let lines: Vec<_> = calls.split('\n').map(|line| format!("> {line}")).collect();
        Some(format!(
            "The log has:\n\n{}\n\nThat is all.",
            lines.join("\n")
        ))
    },
    |calls| Some(format!("~~~\n{calls}\n~~~\nThis is only an example.")),
    |calls| {
        Some(format!(
            "See:\n~~~~xml\n{calls}\n~~~~\n\nThis is an example."
        ))
    },
    |calls| Some(format!("`````\n{calls}\n`````\nThis is only an example.")),
    |calls| Some(format!("<!-- {calls} -->\nDone.")),
    |calls| Some(format!("Note:\n<!--\n{calls}\n-->\n")),
    |calls| Some(format!("<pre>{calls}</pre>\nThat is the format.")),
    |calls| {
        Some(format!(
            "So:\n<pre><code class=\"x\">\n{calls}\n</code></pre>\nThat is all."
        ))
    },
    |calls| Some(format!("It is <code>{calls}</code> there.")),
    |calls| {
        let is_inline = !calls.contains(['\n', '`']) && calls.len() < 1000;
        is_inline.then(|| format!("Write ``{calls}`` there."))
    },
];

/// Sentences around calls.
const SENTENCES: &[Quote] = &[
    |calls| Some(format!("I will not run {calls}, because it is dangerous.")),
    |calls| Some(format!("I will not run {calls}.")),
    |calls| Some(format!("For example, {calls} would delete everything.")),
    |calls| Some(format!("{calls} is how a call looks.")),
    |calls| Some(format!("The string '{calls}' is a call.")),
    |calls| Some(format!("It says \"{calls}\" there.")),
    |calls| Some(format!("A call ({calls}) is in the log.")),
];

/// The text that begins with the calls.
const LEADING: usize = 3;

/// Marks of messages, which are never part of the content. They are control tokens.
const MESSAGES: [&str; 3] = [
    "<|open|>response<|sep|>",
    "<|close|>response<|sep|>",
    "<|START_RESPONSE|>",
];

pub(crate) struct Case {
    pub(crate) id: String,
    format: String,
    pub(crate) calls: String,
    count: usize,
    pub(crate) tools: Definitions,
}

impl Case {
    /// Arguments are neither a message nor a section.
    pub(crate) fn has_header(&self) -> bool {
        self.calls.contains("<|channel|>")
            || self.calls.contains("<|tool_calls_section_begin|>\n")
            || self.format == "cohere_command"
    }
}

/// Returns the cases whose text has only whole calls.
pub(crate) fn cases() -> Vec<Case> {
    let rows = shared_rows("model_texts.jsonl").unwrap_or_default();
    rows.iter().filter_map(make_case).collect()
}

fn make_case(row: &Value) -> Option<Case> {
    let mut tools = Definitions::default();
    for tool in row["tools"].as_array()? {
        let schema = match &tool["schema"] {
            Value::Null => json!({"type": "object"}),
            schema => schema.clone(),
        };
        let tool = Definition::new(tool["name"].as_str()?, "", schema).ok()?;
        tools.push(tool).ok()?;
    }
    let calls = row["text"].as_str()?.trim();
    // The reasoning of the Command models.
    let calls = calls.split("<|END_THINKING|>").last()?.to_owned();
    let read = read_text(&calls, &tools, &TextOptions::new().finish(Finish::Unknown));
    let is_whole = !read.calls.is_empty() && read.dropped.is_empty();
    let is_alone = read.content.trim().is_empty() && read.reasoning.trim().is_empty();
    let has_thought = calls.contains("hink");
    (is_whole && is_alone && !has_thought).then(|| Case {
        id: row["id"].as_str().unwrap_or("").to_owned(),
        format: row["format"].as_str().unwrap_or("").to_owned(),
        count: read.calls.len(),
        calls,
        tools,
    })
}

#[test]
fn quoted_and_fenced_calls_are_text() {
    let mut count = 0;
    for case in cases() {
        for quote in BLOCKS {
            let Some(text) = quote(&case.calls) else {
                continue;
            };
            let read = read_as_text(&text, &case);
            assert_eq!(
                (&read.content, &*read.reasoning),
                (&text, ""),
                "{}",
                case.id
            );
            count += 1;
        }
    }
    println!("{count} quoted texts");
}

/// Returns whether the text around the calls of a case is not a sentence.
fn stands_alone(case: &Case, quote: usize) -> bool {
    let has_lines = case.calls.contains('\n');
    match &*case.format {
        // Each line of a code fence is a line of its own, whatever precedes the first one.
        "rwkv_markdown" => case.count > 1,
        // Code may be any text, up to the end of the output.
        _ if case.calls.contains("<|python_tag|>") => quote == LEADING,
        // Each call except the last one is on a line of its own.
        _ => quote == LEADING && case.count > 1 && has_lines,
    }
}

#[test]
fn calls_inside_a_sentence_are_text() {
    let mut count = 0;
    for case in cases() {
        for (number, quote) in SENTENCES.iter().enumerate() {
            let Some(text) = quote(&case.calls) else {
                continue;
            };
            if stands_alone(&case, number) {
                continue;
            }
            let read = read_as_text(&text, &case);
            let visible = |text: &str| {
                let hide = |text: String, mark: &&str| text.replace(mark, "");
                MESSAGES.iter().fold(text.to_owned(), hide)
            };
            // A recipient before its channel is text. The token of the channel begins another
            // message, which is reasoning.
            let is_message = case.calls.starts_with("to=") && number != LEADING;
            if is_message {
                assert!(text.ends_with(&read.reasoning), "{}", case.id);
                assert!(text.starts_with(&read.content), "{}", case.id);
            } else {
                assert_eq!(visible(&read.content), visible(&text), "{}", case.id);
            }
            count += 1;
        }
    }
    println!("{count} sentences");
    assert!(count == 0 || count > 2000, "{count}");
}

/// Returns the only call of a case, with the arguments and the tool that it names.
fn find_only_call(case: &Case) -> Option<(Value, &Definition)> {
    let options = TextOptions::new().finish(Finish::Unknown);
    let read = read_text(&case.calls, &case.tools, &options);
    let [call] = &read.calls[..] else {
        return None;
    };
    let tool = case.tools.resolve(&call.name).ok()?.reader.definition();
    let arguments = tool.parse(call).ok()?;
    Some((arguments, case.tools.get(tool.name())?))
}

/// Calls that are a name in JSON. An object with only a name may also be the arguments.
const NAME_ALONE: [&str; 2] = ["cohere_command-5fac9a83", "gigachat3-11ad8fc1"];

/// The reader of arguments reads a whole call as the reader of texts does.
#[test]
fn a_whole_call_is_the_arguments_of_its_tool() {
    let (mut count, mut wrong) = (0, Vec::new());
    for case in cases() {
        let Some((expected, tool)) = find_only_call(&case) else {
            continue;
        };
        let arguments = tool.parse(&case.calls);
        let is_listed = NAME_ALONE.contains(&&*case.id);
        if arguments.as_ref().ok() != Some(&expected) && !is_listed {
            wrong.push(format!("{} {:?}: {arguments:?}", case.id, case.calls));
        }
        count += 1;
    }
    println!("{count} whole calls");
    assert_eq!(wrong, [""; 0]);
}

/// A tool does not run the call of another one.
#[test]
fn a_whole_call_is_not_the_arguments_of_another_tool() {
    let (mut count, mut wrong) = (0, Vec::new());
    for case in cases() {
        let Some((_, tool)) = find_only_call(&case) else {
            continue;
        };
        // An object without a mark may be the arguments of a tool that takes any.
        if case.calls.starts_with(['{', '[']) {
            continue;
        }
        let other = Definition::new("unrelated", "", tool.schema().clone()).expect("a schema");
        if let Ok(arguments) = other.parse(&case.calls) {
            wrong.push(format!("{} {:?}: {arguments}", case.id, case.calls));
        }
        count += 1;
    }
    println!("{count} calls of other tools");
    assert_eq!(wrong, [""; 0]);
}

/// Calls without a mark. The reader of arguments expects an object: it takes one out of a fence.
const WITHOUT_MARK: [&str; 5] = ["{", "[{", "```", "**", "special_function\n"];

/// The reader of arguments runs no call that a text only quotes, mentions or thinks of.
#[test]
fn a_mentioned_call_is_no_argument() {
    let thought: Quote = |calls| Some(format!("<think>I could write {calls}</think>"));
    let thoughts: Quote = |calls| Some(format!("<think>\n{calls}\n</think>\nI need more."));
    let (mut count, mut wrong) = (0, Vec::new());
    for case in cases() {
        let Some((_, tool)) = find_only_call(&case) else {
            continue;
        };
        let has_mark = !WITHOUT_MARK
            .iter()
            .any(|start| case.calls.starts_with(start));
        let blocks = BLOCKS.iter().filter(|_| has_mark);
        // Code may be any text.
        let is_code = case.calls.contains("<|python_tag|>");
        let may_be_in_sentence = has_mark && !is_code && !case.has_header();
        let sentences = SENTENCES.iter().filter(|_| may_be_in_sentence);
        for quote in blocks.chain(sentences).chain([&thought, &thoughts]) {
            let Some(text) = quote(&case.calls) else {
                continue;
            };
            if let Ok(arguments) = tool.parse(&text) {
                wrong.push(format!("{} {text:?}: {arguments}", case.id));
            }
            count += 1;
        }
    }
    println!("{count} mentioned calls");
    assert_eq!(wrong, [""; 0]);
}

/// A cut call gives no other arguments.
#[test]
fn a_cut_call_gives_no_other_arguments() {
    let (mut count, mut wrong) = (0, Vec::new());
    for case in cases() {
        let Some((expected, tool)) = find_only_call(&case) else {
            continue;
        };
        for (end, _) in case.calls.char_indices() {
            let text = &case.calls[..end];
            let arguments = tool.parse(Input::from(text).finish(Finish::Truncated));
            if arguments.is_ok_and(|arguments| arguments != expected) {
                wrong.push(format!("{} {text:?}", case.id));
            }
            count += 1;
        }
    }
    println!("{count} cut calls");
    assert_eq!(wrong, [""; 0]);
}

/// Reads a text that gives no call, as a whole and in pieces.
#[track_caller]
fn read_as_text(text: &str, case: &Case) -> TextAnswer {
    let options = TextOptions::new();
    let whole = read_text(text, &case.tools, &options.finish(Finish::Complete));
    assert_eq!(whole.calls, [], "{}: {text}", case.id);
    let mut dropped = whole.dropped.iter();
    let is_text = dropped.all(|call| call.reason == DropReason::NotMeant);
    assert!(is_text, "{}: {text}\n{whole:?}", case.id);
    for size in [1, 7] {
        let pieces = read_in_pieces(text, &case.tools, options, Finish::Complete, size);
        assert_eq!(pieces, whole, "{}: {text} by {size}", case.id);
    }
    whole
}

fn tools() -> Definitions {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    Definitions::new([Definition::new("rm", "", schema).unwrap()]).unwrap()
}

#[track_caller]
fn read(text: &str) -> TextAnswer {
    read_text_in_any_pieces(text, &tools(), Finish::Complete)
}

const OBJECT: &str = r#"{"name": "rm", "arguments": {"path": "/"}}"#;

#[test]
fn an_object_in_a_position_of_its_own_is_a_call() {
    for text in [
        OBJECT.to_owned(),
        format!("I do it.\n{OBJECT}"),
        format!("I do it:\n\n   {OBJECT}\n\nThen I wait."),
        format!("- {OBJECT}\n"),
        format!("1. {OBJECT}<|im_end|>"),
        format!("{OBJECT};\nThat is all."),
        format!("[{OBJECT}]"),
        format!("~~~json\n{OBJECT}\n~~~"),
        format!("```\n{OBJECT}\n```\n<|im_end|>"),
        format!("Here is the tool call: {OBJECT}"),
        format!("Here are the calls: [{OBJECT}] Is it right?"),
        format!("{OBJECT} and then I wait."),
        "Here's a call: [rm(path='/')]".to_owned(),
        "rm(path='/')".to_owned(),
    ] {
        let answer = read(&text);
        assert_eq!(answer.calls.len(), 1, "{text}: {answer:?}");
    }
    let two = read(&format!("{OBJECT}, {OBJECT}"));
    assert_eq!((two.calls.len(), two.dropped.len()), (2, 0), "{two:?}");
}

#[test]
fn an_object_in_prose_is_text() {
    for text in [
        format!("I will not run {OBJECT}, because it is dangerous."),
        format!("The file contains this line: {OBJECT}"),
        format!("The string '{OBJECT}' is a call."),
        format!("> {OBJECT}\n\nThat line is from the log."),
        format!(">> {OBJECT}"),
        format!("{OBJECT} is how a call looks."),
        format!("{OBJECT}; {OBJECT} are two calls."),
        format!("Here is the last line of the tool call: {OBJECT}"),
        format!("```\n{OBJECT}\n```\n```\n{OBJECT}\n```\nThese are examples."),
        format!("See the code:\n\n    {OBJECT}\n"),
        format!("I run {{\"name\": \"rm\", \"arguments\":\n{OBJECT}\n}}"),
        format!("<!-- {OBJECT}\n{OBJECT}\n-->"),
        format!("<pre>\n{OBJECT}\n</pre>"),
        "The file has: [rm(path='/')]".to_owned(),
        "Use [rm(path='/')]. It is fast.".to_owned(),
        "> rm(path='/')".to_owned(),
        "```tool_code\nrm(path='/')\n```\nThis is an example.".to_owned(),
        "[Calling tool: rm({\"path\": \"/\"})] is how a call looks.".to_owned(),
    ] {
        let answer = read(&text);
        assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
        assert_eq!(answer.content, text);
    }
}

/// One sentence may be around calls in several lines.
#[test]
fn calls_in_lines_of_their_own_are_text_inside_a_sentence() {
    let call = format!("<tool_call>\n{OBJECT}\n</tool_call>");
    let kimi = "<|tool_calls_section_begin|>\n<|tool_call_begin|>functions.rm:0\
                <|tool_call_argument_begin|>{\"path\": \"/\"}<|tool_call_end|>\n\
                <|tool_calls_section_end|>";
    let harmony = "<|channel|>commentary to=functions.rm<|message|>{\"path\": \"/\"}<|call|>";
    for calls in [
        format!("{call}\n{call}"),
        kimi.to_owned(),
        format!("{harmony}\n{harmony}"),
    ] {
        for text in [
            format!("I will not run {calls}, because it is dangerous."),
            format!("It says '{calls}' there."),
        ] {
            let answer = read(&text);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
            assert_eq!(answer.content, text);
        }
        for text in [
            format!("I run it.\n{calls}"),
            format!("I run it: {calls}\nThen I wait."),
            format!("I run it {calls}\nThen I wait."),
            format!("{calls}<|im_end|>\n<|im_start|>assistant\n"),
        ] {
            let count = calls.matches("rm").count();
            let answer = read(&text);
            assert_eq!(answer.calls.len(), count, "{text}: {answer:?}");
        }
    }
    let text = format!("{kimi} is how a call looks.");
    assert_eq!(read(&text).content, text);
}

#[test]
fn a_mention_of_a_token_runs_no_code() {
    let schema = json!({"type": "object", "properties": {"code": {"type": "string"}}});
    let tools = Definitions::new([Definition::new("python", "", schema).unwrap()]).unwrap();
    let text = "Llama writes <|python_tag|> before its code.";
    let answer = read_text_in_any_pieces(text, &tools, Finish::Complete);
    assert_eq!((answer.calls.len(), &*answer.content), (0, text));
    for before in ["", "I run it: ", "I run it.\n"] {
        let text = format!("{before}<|python_tag|>print(1)");
        let answer = read_text_in_any_pieces(&text, &tools, Finish::Complete);
        assert_eq!((answer.calls.len(), &*answer.content), (1, before));
    }
}

#[test]
fn a_fence_in_a_sentence_is_an_example() {
    let text = format!("I will not run ```json\n{OBJECT}\n```, because it is dangerous.");
    let answer = read(&text);
    assert_eq!((answer.calls.len(), &*answer.content), (0, &*text));
    let answer = read(&format!("Sure! ```json\n{OBJECT}\n```"));
    assert_eq!((answer.calls.len(), &*answer.content), (1, "Sure! "));
    let text = "I will not run\nrm(path=\"/srv\"). It is dangerous.";
    let answer = read(text);
    assert_eq!((answer.dropped.len(), &*answer.content), (0, text));
}

#[test]
fn an_object_that_names_no_tool_is_text() {
    for text in [
        r#"{"name": "Ada", "parameters": {"age": 36}}"#,
        r#"[{"name": "Ada", "arguments": {"age": 36}}]"#,
        r#"{"arguments": {"age": 36"#,
        r#"{"name": "Ada", "arguments": {"age": 36"#,
    ] {
        for finish in [Finish::Complete, Finish::Truncated] {
            let answer = read_text_in_any_pieces(text, &tools(), finish);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
            assert_eq!(answer.content, text);
        }
    }
    let cut = read_text_in_any_pieces(r#"{"name": "r"#, &tools(), Finish::Truncated);
    assert_eq!((cut.dropped.len(), &*cut.content), (1, ""), "{cut:?}");
}

/// The marks of code in HTML, with spaces around them, are a mention.
#[test]
fn a_call_after_a_mention_or_a_quotation_is_read() {
    let call = format!("<tool_call>{OBJECT}</tool_call>");
    for before in [
        "Use <code> or <!-- there.\n",
        "> A quotation.\n",
        "<!-- A comment -->\n",
        "<code>x</code> ",
        "Some text ",
        "I will check. ",
    ] {
        let answer = read(&format!("{before}{call}"));
        assert_eq!(answer.calls.len(), 1, "{before}: {answer:?}");
        assert_eq!(answer.content, before);
    }
    let answer = read(&format!("Some {call} more {call}"));
    assert_eq!((answer.calls.len(), &*answer.content), (2, "Some  more "));
    let answer = read("> A quotation.<|im_end|>");
    assert_eq!(answer.content, "> A quotation.");
}

#[test]
fn a_mention_of_a_mark_stays_whole() {
    for text in [
        "The tag <invoke name=\"rm\"> starts a call. It has parameters.",
        "Kimi writes <|tool_call_begin|>functions.rm:0<|tool_call_argument_begin|> and then JSON.",
        "The header is <|channel|>commentary to=functions.rm and then text.",
        "The answer is <tool_call>42",
        "The model writes <tool_call>",
        "It begins with <function_calls>",
        "The call begins with <function=rm",
        "A tag <function name='x'> of HTML. It has a name.",
    ] {
        let answer = read(text);
        assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
        assert_eq!(answer.content, text);
    }
}

#[test]
fn a_call_in_reasoning_without_an_end_is_dropped_with_its_reason() {
    let call = format!("<tool_call>\n{OBJECT}\n</tool_call>");
    let text = format!("<think>I call it.\n{call}");
    let answer = read(&text);
    assert_eq!((answer.calls.len(), &*answer.content), (0, ""));
    assert_eq!(answer.reasoning, text["<think>".len()..]);
    let dropped = &answer.dropped[0];
    assert_eq!(
        (&*dropped.name, dropped.reason),
        ("rm", DropReason::InReasoning)
    );
    assert_eq!(
        dropped.message(),
        "The call is inside reasoning, so it did not run. End the reasoning, then \
         call the tool again.",
    );
    // Other text follows, the reasoning ends, or it may end in the rest of the text.
    assert_eq!(read(&format!("{text} I wait.")).dropped, []);
    assert_eq!(read(&format!("{text}</think>No.")).dropped, []);
    let cut = read_text_in_any_pieces(&text, &tools(), Finish::Truncated);
    assert_eq!((cut.calls.len(), cut.dropped.len()), (0, 0));
}
