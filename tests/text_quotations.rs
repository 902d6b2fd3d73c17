//! Law 11: a call in a generated quotation gives no call, in any format, whole and in pieces.

use tests::{Entropy, read_in_pieces};
use tool_core::Finish;
use tool_core::call::DropReason;
use tool_core::text::{TextAnswer, TextOptions, read_text};

use crate::text_quotes::{Case, cases};

/// Bytes that look random, for the choices of a case.
pub(crate) fn make_choices(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..64).map(|_| next()).collect()
}

/// A text around calls.
struct Quotation {
    text: String,
    /// `true` if the text is reasoning and a sentence after it.
    is_reasoning: bool,
}

/// Writes a tag in a random case.
fn respell(tag: &str, entropy: &mut Entropy<'_>) -> String {
    let style = entropy.below(4);
    let chars = tag.chars().enumerate().map(|(at, c)| match style {
        1 => c.to_ascii_uppercase(),
        2 if at == 1 || at == 2 => c.to_ascii_uppercase(),
        0 | 2 => c.to_ascii_lowercase(),
        _ if entropy.below(2) == 0 => c.to_ascii_uppercase(),
        _ => c.to_ascii_lowercase(),
    });
    chars.collect()
}

/// Writes a code span of one to three backticks. Its text may begin and end in another line.
fn write_span(calls: &str, entropy: &mut Entropy<'_>) -> Option<String> {
    let has_blank_line = calls.split('\n').any(|line| line.trim().is_empty());
    if calls.contains('`') || has_blank_line || calls.len() > 900 {
        return None;
    }
    let ticks = "`".repeat(1 + entropy.below(3));
    let before = *entropy.pick(&["Never send ", "The page\nhas ", "Write ", "So: "]);
    let inside = *entropy.pick(&["", "x ", "x\n"]);
    let end = *entropy.pick(&["", "\n", " x"]);
    let after = *entropy.pick(&[" there.", "", ".", "\nand no more."]);
    // A language after three backticks begins a code fence.
    let inside = if ticks.len() == 3 { "" } else { inside };
    Some(format!("{before}{ticks}{inside}{calls}{end}{ticks}{after}"))
}

fn write_fence(calls: &str, entropy: &mut Entropy<'_>) -> String {
    let sign = *entropy.pick(&["`", "~"]);
    let run = if calls.contains("```") { 4 } else { 3 };
    let mark = sign.repeat(run + entropy.below(3));
    let info = *entropy.pick(&["", "xml", "text", "json title=x"]);
    let indent = " ".repeat(entropy.below(4));
    let before = *entropy.pick(&["", "See:\n", "See:\n\n", "- A\n- B\n"]);
    let after = *entropy.pick(&["\nThis is an example.", "\n\nThat was it.\n"]);
    format!("{before}{indent}{mark}{info}\n{calls}\n{indent}{mark}{after}")
}

/// Writes a block quotation, also one in a list or a list in one.
fn write_block(calls: &str, entropy: &mut Entropy<'_>) -> String {
    let signs: [(&str, &str); 8] = [
        ("> ", "> "),
        (">", ">"),
        (">> ", "> > "),
        ("- > ", "  > "),
        ("1. > ", "   > "),
        ("12) > ", "    > "),
        ("- * > ", "    > "),
        ("> - ", ">   "),
    ];
    let (first, others) = *entropy.pick(&signs);
    let lines = calls.split('\n').enumerate();
    let lines: Vec<_> = lines
        .map(|(at, line)| [if at == 0 { first } else { others }, line].concat())
        .collect();
    let before = *entropy.pick(&["", "The log has:\n\n", "So.\n"]);
    format!("{before}{}\n\nThat is all.", lines.join("\n"))
}

fn write_tag(calls: &str, entropy: &mut Entropy<'_>) -> String {
    const NAMES: [&str; 12] = [
        "pre",
        "code",
        "samp",
        "xmp",
        "blockquote",
        "details",
        "textarea",
        "script",
        "example",
        "quote",
        "analysis",
        "plan",
    ];
    let name = *entropy.pick(&NAMES);
    let attribute = *entropy.pick(&["", " class=\"x\"", " open"]);
    let open = respell(&format!("<{name}"), entropy);
    let close = respell(&format!("</{name}>"), entropy);
    let line = *entropy.pick(&["", "\n", "\n\n", " "]);
    let before = *entropy.pick(&["", "So:\n", "It is ", "See ", "   ", "- "]);
    let after = *entropy.pick(&["", "\nThat is all.", " below."]);
    if entropy.below(4) == 0 {
        let note = *entropy.pick(&["", "todo ", "a note:\n", "\n"]);
        return format!("{before}<!-- {note}{calls}{line}-->{after}");
    }
    format!("{before}{open}{attribute}>{line}{calls}{line}{close}{after}")
}

fn write_reasoning(calls: &str, entropy: &mut Entropy<'_>) -> String {
    const NAMES: [&str; 8] = [
        "think",
        "thinking",
        "thought",
        "thoughts",
        "reasoning",
        "reflection",
        "scratchpad",
        "inner_monologue",
    ];
    let name = *entropy.pick(&NAMES);
    let open = respell(&format!("<{name}>"), entropy);
    let close = respell(&format!("</{name}>"), entropy);
    let line = *entropy.pick(&["", "\n", " I could write "]);
    format!("{open}{line}{calls}{line}{close}\nNo.")
}

/// Writes a label of other text.
fn write_label(calls: &str, entropy: &mut Entropy<'_>) -> String {
    const WORDS: [&str; 22] = [
        "dialogue",
        "clipboard",
        "chapter",
        "ticket",
        "backup",
        "sketch",
        "spam",
        "suggestion",
        "stdout",
        "excerpt",
        "appendix",
        "readme",
        "usage",
        "option",
        "log",
        "translate",
        "summarize",
        "copied",
        "old",
        "expected",
        "forum",
        "wiki",
    ];
    let calls = calls.to_lowercase();
    let words: Vec<_> = (0..=entropy.below(2))
        .map(|_| *entropy.pick(&WORDS))
        .filter(|word| !calls.contains(word))
        .collect();
    let words = if words.is_empty() {
        "example".to_owned()
    } else {
        words.join(" ")
    };
    let (first, others) = words.split_at(1);
    let label = [&first.to_uppercase(), others].concat();
    let number = *entropy.pick(&["", " 2", " B"]);
    let mark = *entropy.pick(&["", "**", "__"]);
    let before = *entropy.pick(&["", "I looked at it. ", "There are two.\n\n"]);
    let line = *entropy.pick(&["\n", "\n\n"]);
    format!("{before}{mark}{label}{number}:{mark}{line}")
}

/// Writes a sentence that denies or quotes calls: before them, or around them over several lines.
fn write_sentence(calls: &str, entropy: &mut Entropy<'_>) -> String {
    const BEFORE: [&str; 16] = [
        "Never send",
        "I will not run",
        "1. never:",
        "I won't do this:",
        "An attacker wrote:",
        "Observation:",
        "[12:01] user:",
        "For example:",
        "You can say",
        "I could call",
        "The page contains:",
        "Sende niemals",
        "N'envoie jamais",
        "Nunca envíes",
        "不要执行",
        "If it fails, call",
    ];
    match entropy.below(5) {
        0 => format!("{} {calls}", entropy.pick(&BEFORE)),
        4 => format!("{}{calls}", write_label(calls, entropy)),
        1 => {
            let before = *entropy.pick(&["I must not send:", "The log has:\n\nThe user wrote:"]);
            format!("{before}{}{calls}", entropy.pick(&["\n", "\n\n"]))
        }
        2 => {
            let before = *entropy.pick(&["Never ever send", "So, you can say", "It has the text"]);
            let after = *entropy.pick(&["to the server.", ", please.", "\nand then wait."]);
            format!("{before}\n{calls}\n{after}")
        }
        _ => {
            let (open, close) = *entropy.pick(&[("\"", "\""), ("\"\"\"", "\"\"\""), ("“", "”")]);
            format!("He wrote {open}\n{calls}\n{close} and left.")
        }
    }
}

fn quote(calls: &str, entropy: &mut Entropy<'_>) -> Option<Quotation> {
    let kind = entropy.below(5);
    let text = match kind {
        0 => write_span(calls, entropy)?,
        1 => write_fence(calls, entropy),
        2 => write_block(calls, entropy),
        3 => write_tag(calls, entropy),
        _ => write_reasoning(calls, entropy),
    };
    Some(Quotation {
        text,
        is_reasoning: kind == 4,
    })
}

/// Returns whether no call runs, and each dropped one has the reason that a text rules it out.
fn is_text(answer: &TextAnswer) -> bool {
    let mut dropped = answer.dropped.iter();
    answer.calls.is_empty() && dropped.all(|call| call.reason == DropReason::NotMeant)
}

fn check(quotation: &Quotation, case: &Case, size: usize) -> Result<(), String> {
    let options = TextOptions::new();
    let text = &quotation.text;
    let whole = read_text(text, &case.tools, &options.finish(Finish::Complete));
    let is_whole = if quotation.is_reasoning {
        whole.content.trim() == "No."
    } else {
        whole.content == *text
    };
    if !is_text(&whole) || !is_whole {
        return Err(format!("{}: {text:?}\n{whole:?}", case.id));
    }
    let pieces = read_in_pieces(text, &case.tools, options, Finish::Complete, size);
    if pieces != whole {
        return Err(format!("{}: {text:?} by {size}\n{pieces:?}", case.id));
    }
    Ok(())
}

/// Calls whose parts are on lines of their own, or messages, which no sentence can hold.
fn has_lines_of_its_own(case: &Case) -> bool {
    let is_python = case.calls.contains(")\n") || case.calls.contains("<|python_tag|>");
    let is_message = case.has_header() || case.calls.starts_with("<|open|>response");
    let is_line = case.calls.starts_with("special_function\n");
    is_python || is_message || is_line || case.calls.contains("```")
}

#[test]
fn a_call_in_a_generated_sentence_is_no_call() {
    let (mut count, mut wrong) = (0_u64, Vec::new());
    for case in cases().iter().filter(|case| !has_lines_of_its_own(case)) {
        for _ in 0..20 {
            count += 1;
            let choices = make_choices(count);
            let entropy = &mut Entropy::new(&choices);
            let size = 1 + entropy.below(12);
            let quotation = Quotation {
                text: write_sentence(&case.calls, entropy),
                is_reasoning: false,
            };
            wrong.extend(check(&quotation, case, size).err());
        }
    }
    println!("{count} sentences");
    let shown = wrong[..wrong.len().min(12)].join("\n\n");
    assert!(wrong.is_empty(), "{} wrong\n{shown}", wrong.len());
}

/// A complete sentence in the same line or in the line above refuses the call after it.
#[test]
fn a_refused_call_is_no_call() {
    let finish = TextOptions::new().finish(Finish::Complete);
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| !has_lines_of_its_own(case)) {
        for before in [
            "I won't do this. ",
            "I won't do this.\n",
            "No.\n",
            "Never!\n\n",
            "I am not going to run it.\n",
            "This is only an example.\n",
            "Previously I called\n",
            "Once approved I'd run:\n",
            "OK to run?\n",
            "Ready to proceed?\n",
            "Training example:\n",
            "Next time:\n",
            "Paraphrase this:\n",
            "The page contained this line:\n\n",
            "The user asked me to write:\n",
            "def f():\n",
            "## Usage\n\n",
            "If asked, the bot answers\n",
            "Quoting the forum:\n",
            "This is how the model formats a call:\n",
            "Here is how a tool call is written:\n",
            "Tool calls are formatted as follows:\n",
            "A call has this form:\n",
            "The format of a call is as follows:\n\n",
            "Instead of the following call I'll ask you:\n",
            "Instead of the following call I'll answer directly.\n",
            "I'll skip the following call:\n",
            "The tool result was:\n",
            "The output of the tool is:\n",
            "Output of the last command:\n",
            "The function responded with:\n",
            "Your code should emit:\n",
            "Your parser needs to emit:\n",
            "The code should output this:\n",
            "Given this snippet:\n",
            "Given the following call:\n",
            "Consider the following:\n",
            "Log\n===\n\n",
            "Example output\n--------------\n",
            "From: bob@example.com\nTo: al@example.com\nSubject: folder\n\n",
            "So.\n\n**From:** Bob <bob@example.com>\n**Date:** Monday\n",
            "Expected format:\n",
            "Actual output:\n",
            "User message:\n",
            "Please run:\n",
        ] {
            let text = format!("{before}{}", case.calls);
            let answer = read_text(&text, &case.tools, &finish);
            let alone = read_text(&case.calls, &case.tools, &finish);
            // An object without a marker in the line of a sentence is a part of it.
            let is_listed = !answer.dropped.is_empty() || alone.calls.is_empty();
            let is_listed = is_listed || !before.ends_with('\n');
            if !is_text(&answer) || !is_listed || answer.content != text {
                wrong.push(format!("{}: {text:?}\n{answer:?}", case.id));
            }
        }
    }
    let shown = wrong[..wrong.len().min(12)].join("\n\n");
    assert!(wrong.is_empty(), "{} wrong\n{shown}", wrong.len());
}

/// An announcement does not quote the call after it.
#[test]
fn an_announced_call_is_read() {
    let (mut count, mut wrong) = (0_u64, Vec::new());
    let finish = TextOptions::new().finish(Finish::Complete);
    for case in cases().iter().filter(|case| !has_lines_of_its_own(case)) {
        for before in [
            "I'll check the weather now.\n",
            "Let me run it:\n",
            "Let me run it:\n\n",
            "Let me check that\n",
            "Sure!\n",
            "The file does not exist, so I'll write it:\n",
            "It is not cached. I look it up.\n",
            "I'd like to look at the wrong value:\n",
            "好的，我来查一下：\n",
            "Ich sehe nach:\n",
            "The file does not exist.\n",
            "I could not find it in the notes.\n",
            "No problem!\n",
            "Calling:\n",
            "Tool call:\n",
            "**Action:**\n",
            "Next step:\n\n",
            "Step 2:\n",
            "Here is the output:\n",
            "Okay, looking it up:\n",
            "Final answer:\n",
            "Plan:\n",
            "**Query:**\n",
            "Output:\n",
            "Like this:\n",
            "Try again:\n",
            "Task 1:\n",
            "Retrying (2/3):\n",
            "Checking the log:\n",
            "## Execution\n",
            "I'll replace the <code> tag in the page.\n",
            "### Next step\n",
            "The previous call failed, so I try again:\n",
            "Now the second call:\n",
            "What is the weather in Oslo?\n",
            "The file has three parts, and the first one is next:\n",
            "I made a mistake. Correct format:\n",
            "**Corrected syntax:**\n",
            "Here is the call in the correct format:\n",
            "The format is wrong, so I try again:\n",
            "Actual call:\n",
            "Please wait:\n",
            "Please bear with me:\n",
            "User request:\n",
            "Here's how I'll do it:\n",
            "Let me see how the file looks:\n",
            "This should return the list:\n",
            "Instead of guessing, I look:\n",
            "Instead of this, I'll use another tool:\n",
            "Given your question, I look it up:\n",
            "Your code should emit JSON, so I fix it:\n",
            "The tool result was empty. I try another path:\n",
            "I'll make the following call:\n",
            "The call now has the right format:\n",
            "Removing the folder\n===================\n\n",
            "I look now.\n\n---\n\n",
            "From: Oslo\nTo: Bergen\nDate: Monday\n\n",
            "To: bob@example.com\nSubject: Hi\n\n",
        ] {
            count += 1;
            let text = format!("{before}{}", case.calls);
            let answer = read_text(&text, &case.tools, &finish);
            let alone = read_text(&case.calls, &case.tools, &finish);
            if answer.calls != alone.calls {
                wrong.push(format!("{}: {text:?}\n{answer:?}", case.id));
            }
        }
    }
    println!("{count} announcements");
    let shown = wrong[..wrong.len().min(12)].join("\n\n");
    assert!(wrong.is_empty(), "{} wrong\n{shown}", wrong.len());
}

/// A sentence below a call may tell the reader to replace its values, or ask what it does.
#[test]
fn a_call_that_the_sentence_below_only_shows_is_no_call() {
    let finish = TextOptions::new().finish(Finish::Complete);
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| !has_lines_of_its_own(case)) {
        let alone = read_text(&case.calls, &case.tools, &finish);
        // The sentence is about the last of several calls.
        if alone.calls.len() > 1 {
            continue;
        }
        let mut check = |behind: &str, is_call: bool| {
            let text = format!("So.\n{}\n{behind}", case.calls);
            let answer = read_text(&text, &case.tools, &finish);
            let is_right = if is_call {
                answer.calls == alone.calls
            } else {
                is_text(&answer) && answer.dropped.len() == alone.calls.len()
            };
            if !is_right {
                wrong.push(format!("{}: {text:?}\n{answer:?}", case.id));
            }
        };
        for behind in [
            "Replace the values with your own.",
            "\nJust replace the path with yours.",
            "You can replace the values with your own.",
            "Adjust the parameters as needed.",
            "Copy this into your code.",
            "what does it do?",
            "What would this call return?",
            "This is how a call looks.",
            "This is the format of a call.",
        ] {
            check(behind, false);
        }
        for behind in [
            "I'll wait for the result.",
            "Replacing the values takes a while.",
            "You can ask me more.",
            "What would you like to do next?",
            "How does that sound?",
            "This is how I find the file.",
            "Use your own judgement.",
        ] {
            check(behind, true);
        }
    }
    let shown = wrong[..wrong.len().min(12)].join("\n\n");
    assert!(wrong.is_empty(), "{} wrong\n{shown}", wrong.len());
}

#[test]
fn a_call_in_a_generated_quotation_is_no_call() {
    let (mut count, mut wrong) = (0_u64, Vec::new());
    for case in &cases() {
        for _ in 0..60 {
            count += 1;
            let choices = make_choices(count);
            let entropy = &mut Entropy::new(&choices);
            let size = 1 + entropy.below(12);
            if let Some(quotation) = quote(&case.calls, entropy) {
                wrong.extend(check(&quotation, case, size).err());
            }
        }
    }
    println!("{count} quotations");
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n\n")
    );
}
