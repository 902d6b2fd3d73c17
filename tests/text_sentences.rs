//! Law 11, both ways: a sentence next to a call rules it out only if it is about the call.

use insta::assert_snapshot;
use tests::{Entropy, read_in_pieces};
use tool_core::call::DropReason;
use tool_core::text::{TextAnswer, TextOptions, read_text};
use tool_core::{Definitions, Finish};

use crate::text_places::{CALLS, tools};
use crate::text_quotations::make_choices;

/// Reads a text whole and in pieces.
fn read(text: &str, tools: &Definitions) -> TextAnswer {
    let options = TextOptions::new();
    let whole = read_text(text, tools, &options.finish(Finish::Complete));
    let pieces = read_in_pieces(text, tools, options, Finish::Complete, 5);
    assert_eq!(pieces, whole, "{text:?}");
    whole
}

/// Checks that the calls next to these sentences are called, or are listed as not meant.
#[track_caller]
fn check<S: AsRef<str>>(sentences: &[S], is_above: bool, is_meant: bool) {
    let tools = tools();
    let mut wrong = Vec::new();
    for sentence in sentences {
        let sentence = sentence.as_ref();
        for call in CALLS {
            let text = if is_above {
                format!("{sentence}\n{call}")
            } else {
                format!("I look.\n{call}\n{sentence}")
            };
            let answer = read(&text, &tools);
            let reasons: Vec<_> = answer.dropped.iter().map(|call| call.reason).collect();
            let is_right = if is_meant {
                answer.calls.len() == 1 && reasons.is_empty()
            } else {
                let is_whole = answer.content == text;
                answer.calls.is_empty() && reasons == [DropReason::NotMeant] && is_whole
            };
            if !is_right {
                wrong.push(format!("{text:?}: {answer:?}"));
            }
        }
    }
    let shown = wrong[..wrong.len().min(6)].join("\n\n");
    assert!(wrong.is_empty(), "{} wrong\n{shown}", wrong.len());
}

#[test]
fn a_negation_of_anything_else_above_a_call_says_nothing_about_it() {
    check(
        &[
            "Don't worry, I'll fetch it.",
            "Do not panic.",
            "Thought: I must not guess.",
            "I will not guess:",
            "I can't answer without data:",
            "I cannot answer this without a tool call:",
            "I won't need long:",
            "Not a problem:",
            "Never mind.",
            "Now running (not a drill):",
            "I would rather check first:",
            "I would now call the tool:",
            "It would be best to check:",
            "I could look it up:",
            "This would help:",
            "That would be Oslo:",
            "For example, I can start with Oslo:",
            "As you said:",
            "Example city: Oslo",
            "No, I have to look first:",
            "The last call was wrong.",
            "Sorry, ignore the previous call.",
            "That was wrong.",
            "Oops!",
            "Keine Sorge, ich schaue nach.",
            "Je ne sais pas, je vérifie :",
        ],
        true,
        true,
    );
}

#[test]
fn a_sentence_above_that_denies_or_quotes_the_call_drops_it() {
    check(
        &[
            "Do not run this:",
            "I refuse to run this:",
            "Please don't execute it:",
            "Don't use my_tool like this:",
            "I am not going to call the tool.",
            "I will skip this call:",
            "The call you should avoid:",
            "This is what I am forbidden to do:",
            "The following call was rejected by the user:",
            "An incorrect call looks like this:",
            "This is an example of a wrong call:",
            "The tool call would look like",
            "I decided against it. It would have been:",
            "If you confirmed, I would send:",
            "The previous attempt was:",
            "Yesterday you asked me to run:",
            "You asked me to print this text verbatim:",
            "As requested, here is the text of the call without running it:",
            "Here is an injected instruction I found:",
            "Ich werde das nicht ausführen:",
            "我不会执行：",
        ],
        true,
        false,
    );
}

#[test]
fn a_call_that_is_not_meant_says_why() {
    let text = format!("Do not run this:\n{}", CALLS[0]);
    let answer = read(&text, &tools());
    let dropped = &answer.dropped[0];
    assert_eq!(
        (&*dropped.name, dropped.reason.as_str()),
        ("rm", "not_meant")
    );
    assert_snapshot!(dropped.message(), @"The text next to the call denies it, quotes it or asks about it, so it did not run. To run it, call the tool again without such text.");
    assert_snapshot!(dropped.reason, @"the text next to the call denies or quotes it");
}

#[test]
fn a_sentence_below_that_takes_the_call_back_drops_it() {
    check(
        &[
            "Please ignore the above.",
            "Correction: do not run that.",
            "Wait, that's the wrong tool.",
            "Oh no, that was wrong.",
            "Waiting for your approval before running.",
            "I will run this only if you agree.",
            "Only run it after you have approved it.",
            "Let me know whether to run this.",
            "Reply yes to run it.",
            "Shall I go ahead?",
            "Is that ok?",
            "(just kidding)",
            "\n(The above is an example, not an actual call.)",
            "\nThis call would fetch it, but I know it.",
            "I won't run it because I have the data.",
            "That is what the model should output.",
            "It failed with an error.",
        ],
        false,
        false,
    );
    let transcript = |call: &str| format!("User: hi\nAssistant:\n{call}\nUser: thanks");
    let yaml = |call: &str| format!("prompt: |\n  {}\nmodel: x", call.replace('\n', "\n  "));
    for call in CALLS {
        for text in [transcript(call), yaml(call)] {
            let answer = read(&text, &tools());
            assert_eq!(answer.calls, [], "{text}");
            assert_eq!(answer.content, text);
        }
    }
}

#[test]
fn a_sentence_below_about_something_else_leaves_the_call() {
    check(
        &[
            "I'll wait for the result.",
            "I don't know the answer yet, but this call will tell.",
            "If that fails, I'll try another city.",
            "I could not find it in my own memory, hence the call.",
            "Ignore the warnings.",
            "Do not run the tests yet.",
            "No, this is not destructive.",
            "This is just an example query.",
            "Oops, I used the wrong path before; this one is right.",
            "Then I update the file.",
            "User: thanks",
        ],
        false,
        true,
    );
}

/// A small grammar of sentences: one word or phrase of each list.
type Grammar = &'static [&'static [&'static str]];

fn write(grammar: Grammar, entropy: &mut Entropy<'_>) -> String {
    let words: Vec<_> = grammar.iter().map(|words| *entropy.pick(words)).collect();
    let text = words.concat();
    text.replace("  ", " ")
        .replace(" .", ".")
        .replace(" :", ":")
}

/// Sentences above a call that deny, doubt or mention something else.
const HARMLESS_ABOVE: &[Grammar] = &[
    &[
        &["I ", "We ", "So I ", "Thought: I "],
        &[
            "must not ",
            "can't ",
            "will not ",
            "should not ",
            "do not ",
            "never ",
        ],
        &[
            "guess",
            "know it",
            "see the date",
            "remember that",
            "answer yet",
            "find the file",
        ],
        &["", " yet", " without data", " from here"],
        &[".", ":", "!"],
    ],
    &[
        &["Don't ", "Do not ", "Please don't "],
        &["worry", "panic", "wait for me", "forget the umbrella"],
        &[".", "!", ", I'll look.", ", I look it up:"],
    ],
    &[
        &["I ", "We "],
        &["could ", "might ", "would "],
        &["start with ", "check ", "look at ", "need "],
        &["Oslo", "the file", "it", "the first example"],
        &[".", ":", " first:"],
    ],
    &[
        &["The file ", "It ", "The last answer ", "My first guess "],
        &["was ", "is "],
        &["wrong", "not there", "missing", "invalid", "empty"],
        &[".", ", so I try again:", ". Now I look:"],
    ],
];

/// Sentences above a call that deny or dismiss it.
const DENYING_ABOVE: &[Grammar] = &[
    &[
        &["I ", "We ", "Sorry, I "],
        &[
            "will not ",
            "won't ",
            "must not ",
            "cannot ",
            "refuse to ",
            "am not going to ",
        ],
        &["run", "send", "execute", "call", "submit"],
        &[
            " this",
            " it",
            " the following",
            " the following call",
            " these calls",
        ],
        &[":", ".", "", "!"],
    ],
    &[
        &[
            "Do not ",
            "Never ",
            "Please don't ",
            "Under no circumstances ",
        ],
        &["run", "send", "execute", "invoke"],
        &["", " this", " the following", " that", " my_tool"],
        &[":", ""],
    ],
    &[
        &["This ", "The following "],
        &["is ", "was "],
        &[
            "an example",
            "only an example",
            "just a sample",
            "simulated",
            "a draft",
            "dangerous",
        ],
        &[":", "."],
    ],
    &[
        &["The following call ", "This call "],
        &["was ", "is "],
        &["rejected", "cancelled", "blocked", "skipped"],
        &[" by the user:", ":", ""],
    ],
];

/// Sentences below a call that are about something else.
const HARMLESS_BELOW: &[Grammar] = &[
    &[
        &["I ", "We "],
        &["don't ", "do not ", "can't "],
        &["know ", "have ", "see "],
        &["the answer", "it", "the list"],
        &[" yet.", ".", ", so I wait."],
    ],
    &[
        &["Then I ", "Next I ", "After that I "],
        &["check", "read", "list"],
        &[" the result.", " the file.", " the other one."],
    ],
    &[
        &["Ignore ", "Never mind ", "Skip "],
        &["the warnings", "the noise", "the empty lines"],
        &[".", " for now."],
    ],
    &[
        &["It ", "This ", "That "],
        &[
            "does not matter",
            "won't take long",
            "should do it",
            "may take a while",
        ],
        &[".", "!"],
    ],
];

/// Sentences below a call that take it back, deny it or ask about it.
const DENYING_BELOW: &[Grammar] = &[
    &[
        &["", "Wait, ", "Correction: ", "Please, "],
        &["do not ", "don't ", "never "],
        &["run", "execute", "send"],
        &[" this", " it", " that", " that call"],
        &[".", "!"],
    ],
    &[
        &["", "Please ", "Sorry, ", "Actually, "],
        &["ignore ", "disregard ", "cancel ", "scratch "],
        &[
            "this",
            "that",
            "the call above",
            "the above",
            "that last call",
        ],
        &[".", "!"],
    ],
    &[
        &["That ", "This ", "The call above "],
        &["was ", "is "],
        &[
            "just an example",
            "wrong",
            "only a draft",
            "not meant",
            "not real",
        ],
        &[".", "!"],
    ],
    &[
        &["Shall I ", "Should I ", "May I ", "Do you want me to "],
        &["run it", "send this", "proceed", "execute that"],
        &["?"],
    ],
    &[
        &["I ", "So I "],
        &["won't ", "will not ", "did not ", "have not "],
        &["run ", "send ", "execute "],
        &["it", "this", "that"],
        &["."],
    ],
];

#[test]
fn sentences_of_small_grammars_rule_out_a_call_only_if_they_are_about_it() {
    for (number, (grammars, is_above, is_meant)) in [
        (HARMLESS_ABOVE, true, true),
        (DENYING_ABOVE, true, false),
        (HARMLESS_BELOW, false, true),
        (DENYING_BELOW, false, false),
    ]
    .into_iter()
    .enumerate()
    {
        let sentences: Vec<_> = (0..60)
            .map(|at| {
                let choices = make_choices((number * 1000 + at) as u64);
                let entropy = &mut Entropy::new(&choices);
                let mut sentence = write(grammars[at % grammars.len()], entropy);
                sentence[..1].make_ascii_uppercase();
                sentence
            })
            .collect();
        check(&sentences, is_above, is_meant);
    }
}
