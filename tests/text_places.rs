//! A call in a place of its own is read, and a quoted call is text: each notation in each place.

use serde_json::{Value, json};
use tests::{read_in_pieces, read_text_in_any_pieces};
use tool_core::call::DropReason;
use tool_core::text::{TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

pub(crate) fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "dry_run": {"type": "boolean"}},
        "required": ["path"],
    });
    Definitions::new([Definition::new("rm", "", schema).unwrap()]).unwrap()
}

/// One call in the notations of the models.
pub(crate) const CALLS: &[&str] = &[
    "<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}\n</tool_call>",
    "<tool_call>\n<function=rm>\n<parameter=path>\n/srv\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>rm<arg_key>path</arg_key><arg_value>/srv</arg_value></tool_call>",
    "<tool_calls>\n<tool_call>rm<tool_sep>\n<arg_key>path</arg_key>\n<arg_value>/srv</arg_value>\n</tool_call>\n</tool_calls>",
    "<seed:tool_call>\n<function=rm>\n<parameter=path>/srv</parameter>\n</function>\n</seed:tool_call>",
    "<minimax:tool_call>\n<invoke name=\"rm\">\n<parameter name=\"path\">/srv</parameter>\n</invoke>\n</minimax:tool_call>",
    "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"rm\">\n<｜DSML｜parameter name=\"path\" string=\"true\">/srv</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>rm\n```json\n{\"path\": \"/srv\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>rm<｜tool▁sep｜>{\"path\": \"/srv\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"rm\"><steptml:parameter name=\"path\">/srv</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.rm:0<|tool_call_argument_begin|>{\"path\": \"/srv\"}<|tool_call_end|><|tool_calls_section_end|>",
    "<|open|>tools<|sep|><|open|>call tool=\"rm\" index=\"1\"<|sep|><|open|>argument key=\"path\" type=\"string\"<|sep|>/srv<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
    "<|channel|>commentary to=functions.rm<|message|>{\"path\": \"/srv\"}<|call|>",
    "[TOOL_CALLS]rm[ARGS]{\"path\": \"/srv\"}",
    "[TOOL_CALLS] [{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "<|tool_call>call:rm{path:<|\"|>/srv<|\"|>}<tool_call|>",
    "<|tool_call_start|>[rm(path=\"/srv\")]<|tool_call_end|>",
    "<|START_ACTION|>[{\"tool_call_id\":\"0\",\"tool_name\":\"rm\",\"parameters\":{\"path\": \"/srv\"}}]<|END_ACTION|>",
    "<|tool_call|>[{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "functools[{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "<|action_start|><|plugin|>{\"name\":\"rm\",\"parameters\":{\"path\": \"/srv\"}}<|action_end|>",
    "<|tools_prefix|>[{\"rm\": {\"path\": \"/srv\"}}]<|tools_suffix|>",
    "<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>rm<|tool_call:args|>{\"path\": \"/srv\"}<|tool_call:end|>",
    "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>rm<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{\"path\": \"/srv\"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>",
    "<function=rm>{\"path\": \"/srv\"}</function>",
    "<rm>\n<path>/srv</path>\n</rm>",
    "{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}",
    "[{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "[rm(path=\"/srv\")]",
];

/// Places of its own, with the content around the call.
const OWN: &[(&str, &str)] = &[
    ("{}", ""),
    ("I do it.\n{}", "I do it."),
    ("I do it:\n\n{}\n", "I do it:"),
    ("I do it.\r\n{}\r\n", "I do it."),
    ("{}<|im_end|>", ""),
    ("{}\nThen I wait.", "Then I wait."),
    // A sentence of its own, without a capital.
    ("{}\nis that right?", "is that right?"),
    ("{}\nwill you wait for it", "will you wait for it"),
    ("{}\nwaiting for the result", "waiting for the result"),
    ("{}\n\nlet me know", "let me know"),
    ("<think>I should.</think>\n{}", ""),
    // The quotation ends before the call.
    ("<result>\n5\n</result>\n{}", "<result>\n5\n</result>"),
    ("„\nJa.\n“\n{}", "„\nJa.\n“"),
    ("/* done */\n{}", "/* done */"),
    ("cat <<EOF\nx\nEOF\n{}", "cat <<EOF\nx\nEOF"),
    ("~~wrong~~\n{}", "~~wrong~~"),
    // These begin none.
    ("The <result> of it.\n{}", "The <result> of it."),
    (
        "It ends with <<EOF as usual.\n{}",
        "It ends with <<EOF as usual.",
    ),
    ("It is 2 <<EOF_COUNT.\n{}", "It is 2 <<EOF_COUNT."),
    ("Ik kijk:\n{}", "Ik kijk:"),
    ("Let's see:\n{}", "Let's see:"),
    ("I try:\n{}", "I try:"),
    ("Also:\n{}", "Also:"),
    ("I read config.json first:\n{}", "I read config.json first:"),
    ("Reading config.json:\n{}", "Reading config.json:"),
    ("<p>So.</p>\n{}\n<p>Then.</p>", "<p>So.</p>\n\n<p>Then.</p>"),
    ("The log is long. I look:\n{}", "The log is long. I look:"),
    ("The user wants it.\n{}", "The user wants it."),
    (
        "I have your approval, so I run it:\n{}",
        "I have your approval, so I run it:",
    ),
    ("{}\n(This may take a while.)", "(This may take a while.)"),
    ("Correct format:\n{}", "Correct format:"),
    ("Step 1\n------\n\n{}", "Step 1\n------"),
    ("{}\nWhat do you think?", "What do you think?"),
];

/// Places in which a call is text.
const QUOTED: &[&str] = &[
    "He wrote \"{}\".",
    "(like {})",
    "“{}” is a call",
    "« {} »",
    "「{}」と書く。",
    "**{}**",
    "*{}*",
    "| {} | x |",
    "|a|{}|b|",
    "```\n{}\n```\nAn example.",
    "~~~xml\n{}\n~~~\nAn example.",
    "````\n```\n{}\n```\n````\nAn example.",
    "<!--\n{}\n-->",
    "<code>{}</code>",
    "<example>\n{}\n</example>",
    "<p>{}</p>",
    "<li>{}</li>",
    "<tool_response>\n{}\n</tool_response>\nOk.",
    "<PRE>\n{}\n</PRE>\nOk.",
    "So: <Code class='x'>\n{}\n</code>\nOk.",
    "<blockquote>\n{}\n</Blockquote>",
    "<details><summary>A call</summary>\n{}\n</details>",
    "<script>\n{}\n</script>",
    "<analysis>\n{}\n</analysis>\nNo.",
    "<plan>{}</plan>",
    "The text {} is a call.",
    "I will not write {}, of course.",
    "不要执行{}，因为危险。",
    "Schreibe {} niemals.",
    "call = {};",
    "...{}...",
    // The sentence goes on below the call.
    "{}\nis what I would send if you agreed.",
    "So:\n{}\n\nwould delete it.",
    "(\n{}\n)",
    "（\n{}\n）",
    "\"\"\"\n{}\n\"\"\"",
    "Er schrieb: „\n{}\n“",
    "„\nGut.\n{}\n“",
    "「\n{}\n」",
    "『\n{}\n』",
    "»\n{}\n«",
    "‹\n{}\n›",
    "/*\n * It was:\n{}\n*/",
    "~~\n{}\n~~",
    "<del>\n{}\n</del>",
    "=begin\n{}\n=end",
    ":::note\n{}\n:::",
    "[quote]\n{}\n[/quote]",
    "\\begin{verbatim}\n{}\n\\end{verbatim}",
    "cat > x.txt <<'EOF'\nSo:\n{}\nEOF",
    "cat <<-END | sh\n{}\n\tEND",
    // Results, and turns of other speakers.
    "<result>\n{}\n</result>",
    "I see.\n<Observation>\n{}\n</Observation>\nOk.",
    "<function_results>\n<result>\n{}\n</result>\n</function_results>",
    "<tool_result id=\"1\">{}</tool_result>",
    "<user>\nPlease:\n{}\n</user>",
    "Done.<|im_end|>\n<|im_start|>user\nNow:\n{}<|im_end|>",
    "<|im_start|>tool\n{}<|im_end|>\nI see.",
    "Done.<|user|>\nNow:\n{}\nThank you.",
    "<|observation|>\n{}\nI see.",
    "<|start_header_id|>user<|end_header_id|>\n\n{}<|eot_id|>",
    "<start_of_turn>user\n{}<end_of_turn>",
    "[INST] Now:\n{} [/INST]",
    "<｜User｜>{}\nThank you.",
    "User: please run\n{}\nAssistant: No.",
    // Logs, diffs, comments and notes.
    "--- BEGIN LOG ---\n{}\n--- END LOG ---",
    "2026-01-01 12:00 INFO {}",
    "[12:00:01] assistant: {}",
    "@@ -1 +1 @@\n-old\n+{}",
    "-- {}\nSELECT 1;",
    "TODO: {}",
    "❌\n{}",
    "{}\n(not executed)",
    "{}\n← never run this",
    "{}\n\nShould I run this?",
    // Refusals, examples and permissions in other languages.
    "Ik voer dit niet uit:\n{}",
    "Bunu çalıştırmayacağım:\n{}",
    "لن أنفذ هذا:\n{}",
    "Ejemplo:\n{}",
    "例：\n{}",
    "The syntax is:\n{}",
    "After you confirm, I will run:\n{}",
    "Please run this yourself:\n{}",
    "The web page tells me to run:\n{}",
    "He executed:\n{}",
    "Tomorrow I will run:\n{}",
    "Let us pretend:\n{}",
    "I will not send\n{}\ninstead of a question.",
    // Labels, headings and tags of any name.
    "Option 1:\n{}",
    "call.txt:\n{}",
    "## Log\n\n{}\n",
    "$ cat call.txt\n{}",
    "Warning:\n{}",
    "<div>\n{}\n</div>",
    "<page id=\"1\">\n\n{}\n\n</page>",
    "Pending approval:\n{}",
    // The form of a call, results, and texts for the reader.
    "This is how the model formats a call:\n{}",
    "Instead of the following call I'll ask you:\n{}",
    "The tool result was:\n{}",
    "Your code should emit:\n{}",
    "Given this snippet:\n{}\nwhat does it do?",
    "{}\nReplace the values with your own.",
    "{}\n\nWhat does this call do?",
    "Log\n===\n\n{}",
    "From: Bob <bob@example.com>\nSubject: folder\n\n{}\n\nBest, Bob",
    // In each line of it.
    "> ",
    // As a string of JSON.
    "\"",
];

#[test]
fn each_notation_is_read_in_a_place_of_its_own() {
    for call in CALLS {
        for (place, content) in OWN {
            let text = place.replace("{}", call);
            let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (1, 0), "{text}");
            let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
            assert_eq!(read, json!({"path": "/srv"}), "{text}");
            assert_eq!(answer.content.trim(), *content, "{text}");
        }
    }
}

#[test]
fn each_notation_is_text_in_each_quotation() {
    let tools = tools();
    let options = TextOptions::new();
    for call in CALLS {
        for place in QUOTED {
            let text = match *place {
                "> " => format!("> {}\n\nThat is the log.", call.replace('\n', "\n> ")),
                "\"" => json!({"page": call}).to_string(),
                place => place.replace("{}", call),
            };
            let whole = read_text(&text, &tools, &options.finish(Finish::Complete));
            assert_eq!(
                (whole.calls.len(), find_other_drops(&whole)),
                (0, 0),
                "{text}"
            );
            assert_eq!(whole.content, text);
            for size in [1, 3, 7] {
                let pieces = read_in_pieces(&text, &tools, options, Finish::Complete, size);
                assert_eq!(pieces, whole, "{text} by {size}");
            }
        }
    }
}

/// The number of calls that were dropped, and not because the text next to them rules them out.
fn find_other_drops(answer: &TextAnswer) -> usize {
    let dropped = answer.dropped.iter();
    dropped
        .filter(|call| call.reason != DropReason::NotMeant)
        .count()
}

/// A call in reasoning never runs, however its tags are capitalized.
#[test]
fn a_call_in_reasoning_is_no_call_whatever_the_case_of_its_tags() {
    for call in CALLS {
        for (open, close) in [
            ("<Think>", "</Think>"),
            ("<THINK>", "</think>"),
            ("<thinking>", "</THINKING>"),
            ("<Reasoning>", "</Reasoning>"),
            ("<SCRATCHPAD>", "</SCRATCHPAD>"),
            ("<inner_monologue>", "</inner_monologue>"),
            ("[Think]", "[/Think]"),
        ] {
            let text = format!("{open}\n{call}\n{close}\nNo.");
            let answer = read(&text);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
            assert_eq!(&*answer.content, "\nNo.", "{text}");
            assert_eq!(answer.reasoning.trim(), *call, "{text}");
        }
    }
}

/// A tag in a sentence is a mention of it.
#[test]
fn a_mention_of_a_tag_quotes_nothing() {
    for call in CALLS {
        for before in [
            "Put it into <details>.\n",
            "I use <PRE>, then I call.\n",
            "The <Script> tag is missing.\n",
        ] {
            let text = format!("{before}{call}");
            let answer = read(&text);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (1, 0), "{text}");
        }
    }
}

#[track_caller]
fn read(text: &str) -> TextAnswer {
    read_text_in_any_pieces(text, &tools(), Finish::Complete)
}

const OBJECT: &str = r#"{"name": "rm", "arguments": {"path": "/"}}"#;

/// Signs, tags and comments around a call in one line quote it.
#[test]
fn a_call_between_signs_in_a_line_is_text() {
    let tagged = "<tool_call>rm<arg_key>path</arg_key><arg_value>/</arg_value></tool_call>";
    let named = "[TOOL_CALLS]rm[ARGS]{\"path\": \"/\"}";
    let tokens = "<|tool_call_begin|>functions.rm:0<|tool_call_argument_begin|>\
                  {\"path\": \"/\"}<|tool_call_end|>";
    for call in [tagged, named, tokens] {
        for text in [
            format!("Der Text lautet „{call}“."),
            format!("Il écrit « {call} » dans le texte."),
            format!("The user wrote ‹{call}› in the issue."),
            format!("(see {call})"),
            format!("**{call}**"),
            format!("So _{call}_ is it."),
            format!("| call | meaning |\n|---|---|\n| {call} | deletes |\n"),
            format!("/* {call} */"),
            format!("// {call}\nfn main() {{}}"),
            format!("## {call}\n"),
            format!("x = \"{call}\"\nprint(x)"),
            format!("So:\n<example>{call}</example>\n"),
            format!("<example>\n{call}\n</example>"),
            format!("<PRE>{call}</PRE>"),
            format!("<textarea>{call}</textarea>"),
            format!("<tool_response>\n{call}\n</tool_response>\nThat was the result."),
        ] {
            let answer = read(&text);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
            assert_eq!(answer.content, text);
        }
        for text in [
            format!("I run it: {call}"),
            format!("- {call}\n"),
            format!("**Now**\n{call}\n"),
            format!("{call}\n)"),
        ] {
            assert_eq!(read(&text).calls.len(), 1, "{text}");
        }
    }
}

#[test]
fn the_body_of_a_quoted_call_is_text() {
    let text = format!("> <tool_call>\n{OBJECT}\n</tool_call>\n\nThat is from the log.");
    let answer = read(&text);
    assert_eq!((answer.calls.len(), &*answer.content), (0, &*text));
    let call = format!("<tool_call>\n{OBJECT}\n</tool_call>");
    let quoted = format!("> {}", call.replace('\n', "\n> "));
    let answer = read(&format!("{quoted}\n{call}"));
    assert_eq!(
        (answer.calls.len(), answer.content),
        (1, format!("{quoted}\n"))
    );
}

/// The tokens of messages in code belong to the answer.
#[test]
fn a_header_in_the_code_of_an_answer_is_text() {
    let call = "<|channel|>commentary to=functions.rm<|message|>{\"path\": \"/\"}<|call|>";
    for body in [
        format!("The header is `{call}`."),
        format!("So:\n```\n{call}\n```\nThat is all."),
        format!("The header is ` \n{call}\n `."),
        format!("The `code` and ``a\nb {call}`` are code."),
    ] {
        let text = format!("<|channel|>final<|message|>{body}<|return|>");
        let answer = read(&text);
        assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
        assert_eq!(answer.content, body);
    }
    for body in ["I use `rm`.", "A ` is\na sign.", "It's ` or\n\n`."] {
        let text = format!("<|channel|>final<|message|>{body}<|end|><|start|>assistant{call}");
        let answer = read(&text);
        assert_eq!((answer.calls.len(), &*answer.content), (1, body));
    }
    let call = call.replace("\"/\"", "\"/`a`\"");
    let text = format!("<|channel|>final<|message|>A ` sign.<|end|><|start|>assistant{call}");
    assert_eq!(read(&text).calls.len(), 1);
}

/// A list of JSON or of a format is a list of calls. Another one quotes them.
#[test]
fn a_call_in_a_list_of_prose_is_text() {
    for call in CALLS {
        let is_json = call.starts_with(['{', '[']) && !call.starts_with("[TOOL_CALLS]");
        for text in [
            format!("[\n{call}\n]"),
            format!("[\n{call},\n{call}\n]\n"),
            format!("These: [\n{call}\n]"),
        ] {
            // A comma behind its tags makes text of the first call.
            if call.starts_with("<rm>") && text.contains("</rm>,") {
                continue;
            }
            let answer = read(&text);
            if is_json {
                assert!(answer.dropped.is_empty(), "{text}");
            } else {
                assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 0), "{text}");
                assert_eq!(answer.content, text);
            }
        }
        let text = format!("[1]\n{call}\n");
        assert_eq!(read(&text).calls.len(), 1, "{text}");
    }
}

/// A call that breaks off anywhere is read alike in whole texts and in pieces, also behind a tag of
/// another format.
#[test]
fn a_call_that_breaks_off_is_the_same_in_pieces() {
    let tools = tools();
    let options = TextOptions::new();
    let finishes = [Finish::Complete, Finish::Truncated, Finish::Unknown];
    let check = |text: &str| {
        for finish in finishes {
            let whole = read_text(text, &tools, &options.finish(finish));
            let pieces = read_in_pieces(text, &tools, options, finish, 1);
            assert_eq!(pieces, whole, "{text:?} {finish:?}");
        }
    };
    for call in CALLS {
        for (end, _) in call.char_indices() {
            check(&call[..end]);
            if call[..end].ends_with(['>', '\n']) {
                check(&format!("{}<path>", &call[..end]));
                check(&format!("Hi.\n{}\n<b>x", &call[..end]));
            }
        }
    }
    check("<tool_call>\n<function=f>\n<path>");
}

/// The call is the same in whole texts and in pieces, and its damaged mark never runs.
#[test]
fn a_damaged_mark_of_a_parameter_drops_the_call_in_pieces_too() {
    let good = "<invoke name=\"rm\"><parameter name=\"path\">/srv</parameter></invoke>";
    let bad = "<invoke name=\"rm\"><parnil</parameter></invoke>";
    for (inside, count) in [
        (bad.to_owned(), 0),
        (format!("{bad}{good}"), 1),
        (format!("{good}{bad}"), 1),
    ] {
        let text = format!("<minimax:tool_call>{inside}</minimax:tool_call>");
        let answer = read(&text);
        assert_eq!(
            (answer.calls.len(), answer.dropped.len()),
            (count, 1),
            "{text}"
        );
    }
}

/// Stray marks around a call are not content.
#[test]
fn marks_around_a_call_are_hidden() {
    let call = format!("<tool_call>\n{OBJECT}\n</tool_call>");
    for (text, content) in [
        (format!("<tools>\n{call}\n</tools>"), ""),
        (format!("<tools>\n{OBJECT}\n</tools>"), ""),
        (format!("<action>\n{call}\n</action>"), ""),
        (format!("<tool_calls>\n{call}\n</tool_calls>"), ""),
        (format!("<tool_call>\n{call}\n</tool_call>"), ""),
        (format!("</tool_call>\n{call}"), ""),
        (
            format!("Let me check.</tool_call>\n{call}"),
            "Let me check.",
        ),
        (
            format!("<tool_call>Let me check.\n{call}"),
            "Let me check.\n",
        ),
        (format!("{call}\n ok </tool_call>"), "\n ok "),
        (
            format!("The <tools> list has rm.\n{call}"),
            "The <tools> list has rm.\n",
        ),
    ] {
        let answer = read(&text);
        assert_eq!((answer.calls.len(), answer.dropped.len()), (1, 0), "{text}");
        assert_eq!(answer.content, content, "{text}");
    }
    for text in [
        "<tools>\nA list of tools.\n</tools>",
        "<tool_call> begins a call, and </tool_call> ends it.",
        "<action>\nJump\n</action>",
    ] {
        assert_eq!(read(text).content, text);
    }
}

const OTHER: &str = r#"{"name": "rm", "arguments": {"path": "/b"}}"#;

/// A sentence below a call takes it back. The call after that sentence is the one that was meant.
#[test]
fn a_call_that_the_sentence_below_takes_back_is_text() {
    let other = format!("<tool_call>\n{OTHER}\n</tool_call>");
    for call in CALLS {
        for sentence in [
            "Actually no, ignore that.",
            "No wait, that is wrong.",
            "Scratch that.",
            "I changed my mind.",
            "Oops, wrong path.",
            "Never mind.",
        ] {
            let text = format!("I look.\n{call}\n{sentence}");
            let answer = read(&text);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (0, 1), "{text}");
            assert_eq!(answer.dropped[0].reason, DropReason::NotMeant, "{text}");
            assert_eq!(answer.content, text);
            let text = format!("{call}\n{sentence}\n{other}");
            let answer = read(&text);
            assert_eq!(answer.calls.len(), 1, "{text}");
            assert!(answer.calls[0].raw.contains("/b"), "{text}");
        }
        // The sentence may be about either call.
        let text = format!("{call}\nDo not run this.\n{other}");
        assert_eq!(read(&text).calls.len(), 0, "{text}");
        for sentence in [
            "Actually, I also look at b.",
            "Wait for the result.",
            "No further calls are needed.",
            "That should do it.",
        ] {
            let text = format!("{call}\n{sentence}");
            assert_eq!(read(&text).calls.len(), 1, "{text}");
        }
    }
}

/// Reasoning inside a line does not take the visible text around it away.
#[test]
fn reasoning_inside_a_line_leaves_the_text_around_it() {
    for (text, content, reasoning) in [
        ("The answer is 5 <think>x</think>", "The answer is 5 ", "x"),
        ("Hi <think>…</think> there", "Hi  there", "…"),
        ("<think>a</think>b<think>c</think>d", "bd", "ac"),
        ("Hi [THINK]x[/THINK] there", "Hi  there", "x"),
        ("Hi <think>\nx\n</think>\nthere", "Hi \nthere", "\nx\n"),
        // A mention.
        ("I use <think> tags. Fine.", "I use <think> tags. Fine.", ""),
        ("x <think>y", "x <think>y", ""),
        (
            "The <think> and </think> tags.",
            "The <think> and </think> tags.",
            "",
        ),
        // The prompt has the opening mark.
        ("I add them.\n</think>\n4", "\n4", "I add them.\n"),
        ("I add them. </think> 4", " 4", "I add them. "),
    ] {
        let answer = read(text);
        assert_eq!(&*answer.content, content, "{text}");
        assert_eq!(&*answer.reasoning, reasoning, "{text}");
    }
    for call in CALLS {
        for text in [
            format!("Hi <think>\n{call}\n</think>"),
            format!("Hi <think>\n{call}\n</think>\nNo."),
        ] {
            assert_eq!(read(&text).calls.len(), 0, "{text}");
        }
    }
}
