//! Sentences above a call that only show it: they describe the form of a call, quote a result, hand
//! over a snippet, or tell the reader what to write.

/// Words for a call.
const CALLS: &[&str] = &["call", "calls", "invocation", "invocations"];

/// Words for a tool.
const TOOLS: &[&str] = &["function", "functions", "tool", "tools"];

/// Words for the form of a call.
const FORMS: &[&str] = &["form", "format", "notation", "syntax"];

/// Words behind which a form follows, at the end of a sentence: `is as follows`, `like this`.
const TAILS: &[&str] = &[
    "as",
    "below",
    "follows",
    "following",
    "like",
    "so",
    "the",
    "this",
    "way",
];

const COPULAS: &[&str] = &["are", "is", "was", "were"];

/// Words before `how` in a sentence that explains: `This is how a call looks`.
const EXPLAINS: &[&str] = &[
    "are",
    "demonstrates",
    "describes",
    "explains",
    "here's",
    "illustrates",
    "is",
    "shows",
    "that's",
];

/// Participles for the form of a text.
const FORMED: &[&str] = &[
    "encoded",
    "expressed",
    "formatted",
    "rendered",
    "represented",
    "serialized",
    "spelled",
    "structured",
    "written",
];

/// Participles for the use of a tool, which describe a form only before a word of [`TAILS`].
const USED: &[&str] = &["called", "invoked", "used"];

/// Verbs between a call and the word for its form.
const HAS: &[&str] = &[
    "follow", "follows", "has", "have", "take", "takes", "use", "uses",
];

/// Programs that write calls, and their verbs.
const WRITERS: &[&str] = &["agent", "assistant", "bot", "llm", "model", "models"];
const WRITES: &[&str] = &[
    "emit",
    "emits",
    "encode",
    "encodes",
    "format",
    "formats",
    "generate",
    "generates",
    "output",
    "outputs",
    "produce",
    "produces",
    "render",
    "renders",
    "write",
    "writes",
];

/// Words of a sentence about a call that was corrected. The call is meant.
const CORRECTIONS: &[&str] = &[
    "correct",
    "corrected",
    "correctly",
    "fixed",
    "now",
    "properly",
    "right",
];

/// Words for a result, and for its source.
const RESULTS: &[&str] = &[
    "output",
    "outputs",
    "response",
    "responses",
    "result",
    "results",
];
const SOURCES: &[&str] = &[
    "api",
    "call",
    "command",
    "command's",
    "function",
    "function's",
    "server",
    "server's",
    "tool",
    "tool's",
    "tools",
];

/// Verbs of a source that gives a result.
const GAVE: &[&str] = &["gave", "gives", "produced", "returned", "yielded"];

/// Verbs of an order to write a text, and words behind them.
const ORDERS: &[&str] = &[
    "echo", "emit", "output", "print", "produce", "reply", "respond", "say", "send", "type",
    "write",
];
const OBJECTS: &[&str] = &[
    "back",
    "call",
    "exactly",
    "following",
    "json",
    "line",
    "output",
    "something",
    "text",
    "the",
    "this",
    "with",
];
const MODALS: &[&str] = &["can", "may", "must", "shall", "should"];
const NEEDS: &[&str] = &["has", "have", "need", "needs", "ought"];

/// Verbs of an order to the reader, and things of the reader that write the text.
const EMITS: &[&str] = &[
    "echo", "emit", "output", "print", "produce", "reply", "respond",
];
const THINGS: &[&str] = &[
    "agent", "bot", "code", "console", "model", "parser", "program", "prompt", "script", "shell",
    "terminal",
];

/// First words of an order to look at a text, and words for that text.
const LOOKS: &[&str] = &[
    "analyse", "analyze", "consider", "examine", "given", "in", "inspect", "look", "review",
    "study", "take",
];
const PIECES: &[&str] = &[
    "call",
    "calls",
    "code",
    "excerpt",
    "exchange",
    "fragment",
    "invocation",
    "snippet",
    "snippets",
    "text",
    "transcript",
];
const POINTERS: &[&str] = &["following", "these", "this"];

/// Returns whether a sentence that ends in a colon only shows the text below it. A speaker in it
/// announces the text instead.
pub(super) fn only_shows(words: &[String]) -> bool {
    describes_form(words) || quotes_result(words) || tells_reader(words) || hands_over(words)
}

/// Returns whether a word is in a list.
fn is(word: &str, list: &[&str]) -> bool {
    list.contains(&word)
}

/// Returns whether one of the words is in a list.
pub(super) fn has(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| is(word, list))
}

/// Returns whether two words of these lists follow each other.
pub(super) fn has_pair(words: &[String], first: &[&str], second: &[&str]) -> bool {
    let mut pairs = words.windows(2);
    pairs.any(|pair| is(&pair[0], first) && is(&pair[1], second))
}

/// Returns whether a sentence describes the form of a call: `The format of a call is:`, `This is how
/// the model writes a call:`.
pub(super) fn describes_form(words: &[String]) -> bool {
    let is_tail = |words: &[String]| words.iter().all(|word| is(word, TAILS));
    let names_form = |(at, word): (usize, &String)| {
        let behind = &words[at + 1..];
        let copula = behind.iter().position(|word| is(word, COPULAS));
        is(word, FORMS) && copula.is_some_and(|copula| is_tail(&behind[copula + 1..]))
    };
    let is_formed = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        is(word, COPULAS) && FORMED.contains(&next)
    };
    let is_used = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        let tail = words.get(at + 2..).unwrap_or_default();
        is(word, COPULAS) && USED.contains(&next) && !tail.is_empty() && is_tail(tail)
    };
    let is_written = |(at, word): (usize, &String)| {
        let mut next = words.iter().skip(at + 1).take(2);
        is(word, WRITERS) && next.any(|next| is(next, WRITES))
    };
    let words_at = || words.iter().enumerate();
    let has_form = words.last().is_some_and(|word| is(word, FORMS)) && has(words, HAS);
    let is_corrected = has(words, CORRECTIONS);
    let is_of_call = has(words, CALLS) && !is_corrected;
    let names_tool = has(words, CALLS) || has(words, TOOLS);
    has_pair(words, EXPLAINS, &["how"]) && names_tool
        || words_at().any(names_form) && (!is_corrected || has(words, CALLS))
        || is_of_call && (words_at().any(is_written) || words_at().any(is_formed) || has_form)
        || names_tool && words_at().any(is_used)
}

/// Returns whether a sentence quotes a result: `The tool result was:`, `Output of the tool:`.
fn quotes_result(words: &[String]) -> bool {
    let mut first = words
        .iter()
        .skip_while(|word| matches!(word.as_str(), "raw" | "the" | "tool"));
    let begins = first.next().is_some_and(|word| is(word, RESULTS))
        && first
            .next()
            .is_some_and(|word| matches!(&**word, "from" | "of"));
    let last = words.last().map_or("", String::as_str);
    let answers_with = |words: &[String]| {
        matches!(&*words[0], "answered" | "replied" | "responded") && words[1] == "with"
    };
    has(words, RESULTS)
        && (begins && !has(words, COPULAS)
            || matches!(last, "was" | "were")
            || matches!(last, "are" | "is") && has(words, SOURCES)
            || has(words, GAVE) && RESULTS.contains(&last) && has_pair(words, POINTERS, RESULTS))
        || last == "with" && words.windows(2).any(answers_with)
}

/// Returns whether a sentence tells the reader to write a text: `Your code should emit:`.
fn tells_reader(words: &[String]) -> bool {
    let is_order = |at: usize| {
        let behind = || words[at + 1..].iter();
        words.get(at).is_some_and(|word| is(word, ORDERS)) && behind().all(|word| is(word, OBJECTS))
    };
    let has_order = |(at, word): (usize, &String)| {
        let is_need = is(word, NEEDS) && words.get(at + 1).is_some_and(|next| next == "to");
        is(word, MODALS) && is_order(at + 1) || is_need && is_order(at + 2)
    };
    let is_purpose = words.first().is_some_and(|word| word == "to");
    words.iter().enumerate().any(has_order)
        || !is_purpose && has_pair(words, &["your"], THINGS) && has(words, EMITS)
}

/// Returns whether a sentence hands a snippet to the reader: `Given this snippet:`.
fn hands_over(words: &[String]) -> bool {
    let first = words.first().is_some_and(|word| is(word, LOOKS));
    let ends = words.len() > 1 && words.last().is_some_and(|word| word == "following");
    first && (has_pair(words, POINTERS, PIECES) || ends)
}

#[cfg(test)]
mod tests {
    use super::only_shows;
    use crate::prose::sentence::words_of;

    #[test]
    fn only_shows_a_described_quoted_or_ordered_text() {
        for line in [
            "This is how the model formats a call:",
            "Here is how a tool call is written:",
            "That's how you call it:",
            "The README explains how to write a call:",
            "Tool calls are formatted as follows:",
            "The tool is called like this:",
            "The model emits calls in this form:",
            "A call has this form:",
            "The format of a call is as follows:",
            "The notation is this:",
            "The correct format of a call is:",
            "The tool result was:",
            "The tool output is:",
            "Output of the last command:",
            "The search gave this output:",
            "The function responded with:",
            "Your code should emit:",
            "Your parser needs to emit:",
            "The code should output this:",
            "Make your code emit:",
            "Emit this from your code:",
            "Given this snippet:",
            "Given the following call:",
            "Look at this call:",
            "Consider the following:",
        ] {
            assert!(only_shows(&words_of(line).collect::<Vec<_>>()), "{line}");
        }
        for line in [
            "Here is the call in the correct format:",
            "The call now has the right format:",
            "The call is now correctly formatted:",
            "The correct format is:",
            "Here is the structured call:",
            "The assistant writes the file:",
            "The tool is called with a path:",
            "How about this:",
            "Here is how the weather looks in Oslo:",
            "Here's how to fix it:",
            "Here is how many files there are:",
            "The report is written by the tool:",
            "The search gave no results:",
            "The tool returned an empty result:",
            "The result of the last step is missing:",
            "Send your client the invoice:",
            "The project structure is as follows:",
            "The result is:",
            "Here are the results:",
            "The tool call is:",
            "This should return the list:",
            "This should do it:",
            "The file should have a title:",
            "To print your script:",
            "Write the file:",
            "Given your question:",
            "Take this step:",
            "In the following step:",
            "Consider it done:",
        ] {
            assert!(!only_shows(&words_of(line).collect::<Vec<_>>()), "{line}");
        }
    }
}
