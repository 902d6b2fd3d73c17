//! Sentences below a call that only shows it: they tell the reader to replace its values or to copy
//! it, ask what it does, or say that it is how a call looks.

use super::announcement::has_speaker;
use super::sentence::{SENTENCE_ENDS, words_of};
use super::shown::{describes_form, has, has_pair};

/// Words before the verb of an order to the reader.
const BEFORE_ORDERS: &[&str] = &[
    "and", "be", "can", "just", "make", "please", "remember", "simply", "sure", "then", "to", "you",
];

/// Verbs of an order to put other values into a call. The last ones are about its parts only.
const REPLACES: &[&str] = &["fill", "insert", "replace", "substitute", "swap"];
const CHANGES: &[&str] = &[
    "adapt",
    "adjust",
    "change",
    "customise",
    "customize",
    "edit",
    "modify",
    "use",
];

/// Verbs of an order to copy a call.
const COPIES: &[&str] = &["copy", "paste", "put"];

/// Parts of a call that the reader replaces.
const PARTS: &[&str] = &[
    "argument",
    "arguments",
    "id",
    "ids",
    "key",
    "keys",
    "name",
    "names",
    "parameter",
    "parameters",
    "path",
    "paths",
    "placeholder",
    "placeholders",
    "url",
    "value",
    "values",
];

const PREPOSITIONS: &[&str] = &["by", "for", "in", "into", "to", "with"];

/// Words for the call above, and verbs of a question about it.
const POINTERS: &[&str] = &["it", "that", "these", "this"];
const DOES: &[&str] = &["do", "mean", "output", "print", "return"];

/// Words of a sentence about the form of a call.
const CALLS: &[&str] = &["call", "calls", "invocation", "invocations"];
const FORMS: &[&str] = &["form", "format", "notation", "syntax"];

/// First words of the other sentences.
const STARTS: &[&str] = &["it", "that", "that's", "this", "what", "what's"];

/// Returns whether a line below a call says that the call is only shown.
pub(crate) fn shows_above(line: &str) -> bool {
    may_show_above(line) && line.split_inclusive(SENTENCE_ENDS).any(shows)
}

/// Returns whether the beginning of a line may go on so.
pub(crate) fn may_show_above(start: &str) -> bool {
    let start = start.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = start.find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'));
    let word = &start[..end.unwrap_or(start.len())];
    let word = word.to_lowercase().replace('’', "'");
    let lists = [BEFORE_ORDERS, REPLACES, CHANGES, COPIES, STARTS];
    let mut known = lists.into_iter().flatten();
    match end {
        Some(_) => known.any(|known| *known == word),
        None => known.any(|known| known.starts_with(&word)),
    }
}

fn shows(sentence: &str) -> bool {
    let words: Vec<String> = words_of(sentence).collect();
    let asks = sentence.trim_end().ends_with('?');
    if asks {
        asks_about(&words)
    } else {
        !has_speaker(&words) && (orders(&words) || is_form(&words))
    }
}

/// Returns whether a sentence orders the reader to replace the values of the call, or to copy it:
/// `Replace the values with your own.`
fn orders(words: &[String]) -> bool {
    let verb = words
        .iter()
        .position(|word| !BEFORE_ORDERS.contains(&word.as_str()));
    let Some((verb, rest)) = verb.and_then(|at| words[at..].split_first()) else {
        return false;
    };
    let is = |list: &[&str]| list.contains(&verb.as_str());
    let has_own = has_pair(rest, &["your"], &["own"]) || has(rest, &["yours"]);
    let has_yours = has_own || has_pair(rest, PREPOSITIONS, &["your"]);
    let is_needed = has_pair(rest, &["as"], &["needed"]) || has(rest, &["accordingly"]);
    let is_call = rest.first().is_some_and(|word| {
        POINTERS.contains(&word.as_str()) || rest.iter().take(3).any(|word| word == "call")
    });
    let has_placeholders = || has_pair(rest, &["all", "the"], &["placeholder", "placeholders"]);
    is(REPLACES) && (has_yours || has_placeholders())
        || is(CHANGES) && has(rest, PARTS) && (has_own || verb != "use" && (has_yours || is_needed))
        || is(COPIES) && is_call && has_pair(rest, PREPOSITIONS, &["your"])
}

/// Returns whether a question is about the call: `What does it do?`
fn asks_about(words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let is_call = |at: usize| {
        let is_named =
            || matches!(word(at), "this" | "that" | "the") && CALLS.contains(&word(at + 1));
        POINTERS.contains(&word(at)) || is_named()
    };
    let does = word(0) == "what"
        && matches!(word(1), "did" | "does" | "will" | "would")
        && is_call(2)
        && words
            .last()
            .is_some_and(|last| DOES.contains(&last.as_str()));
    let copula = usize::from(word(0) == "what" && word(1) == "is");
    let is_wrong = (copula == 1 || word(0) == "what's")
        && word(copula + 1) == "wrong"
        && matches!(word(copula + 2), "in" | "with")
        && is_call(copula + 3)
        && words.len() < copula + 6;
    does || is_wrong
}

/// Returns whether a sentence says that the call is how a call looks: `This is the format of a call.`
fn is_form(words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let behind = match (word(0), word(1)) {
        ("it" | "that" | "this", "is" | "was") => 2,
        ("that's", _) => 1,
        _ => return false,
    };
    let rest = &words[behind..];
    let is_how = word(behind) == "how" && has(rest, CALLS) && !rest.iter().any(|word| word == "it");
    let is_what = word(behind) == "what" && has_pair(rest, &["look", "looks"], &["like"]);
    let is_format = words[..words.len().min(behind + 3)]
        .iter()
        .skip(behind)
        .any(|word| FORMS.contains(&word.as_str()))
        && has_pair(rest, &["a", "all", "for", "of", "tool"], CALLS);
    is_how || is_what || is_format || describes_form(words) && has(rest, CALLS)
}

#[cfg(test)]
mod tests {
    use super::{may_show_above, shows_above};

    #[test]
    fn shows_a_call_above() {
        for line in [
            "Replace the values with your own.",
            "Replace `/srv` with your own path.",
            "Just replace the path with yours.",
            "Substitute your own values.",
            "Change the path to your folder.",
            "Adjust the values as needed.",
            "Fill in the placeholders.",
            "You can replace the values with your own.",
            "Make sure to use your own path.",
            "Copy this into your code.",
            "Please paste the call into your terminal.",
            "what does it do?",
            "What would this call return?",
            "What's wrong with it?",
            "This is how a call looks.",
            "That is how the model formats a call.",
            "This is the format of a call.",
            "That's the syntax for calls.",
            "This is what a call looks like.",
        ] {
            assert!(shows_above(line), "{line}");
            for (end, _) in line.char_indices() {
                assert!(may_show_above(&line[..end]), "{line}");
            }
        }
        for line in [
            "I replace the values with your own.",
            "Replacing the values takes a while.",
            "Replace invalid bytes with a placeholder.",
            "Replace is next, once I have your list.",
            "Change your password afterwards.",
            "You can ask me more.",
            "You can use your own words.",
            "You can change it later.",
            "Use your own judgement.",
            "Your files are safe.",
            "Copying takes a moment.",
            "Put it on your list.",
            "What would you like to do next?",
            "What do you think?",
            "What does that mean for you?",
            "What is wrong with the weather in Oslo today?",
            "How does that sound?",
            "This is how I find the file.",
            "That is how it works on my side.",
            "This is the format of the date.",
            "This is the first of two calls.",
            "It is what the user asked for.",
            "This is an example query.",
        ] {
            assert!(!shows_above(line), "{line}");
        }
    }
}
