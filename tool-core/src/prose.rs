//! Words of prose around a call that deny it, quote it or ask about it. The readers of arguments and
//! of texts share them.

mod signs;
mod withdrawal;

pub(crate) use signs::{is_comment, is_fault_sign, is_in_log};
pub(crate) use withdrawal::{is_about_call_above, may_withdraw, withdraws};

/// Words that deny a call in their clause. English words that end in `n't` are among them.
const NEGATIONS: &[&str] = &[
    // English
    "avoid",
    "cannot",
    "decline",
    "dont",
    "forbidden",
    "neither",
    "never",
    "nor",
    "not",
    "prohibited",
    "refuse",
    "refused",
    "wont",
    // German
    "kein",
    "keine",
    "keinen",
    "keinesfalls",
    "nein",
    "nicht",
    "nie",
    "niemals",
    // French
    "jamais",
    "ne",
    "non",
    "pas",
    // Spanish and Portuguese
    "jamás",
    "não",
    "nunca",
    "rechazo",
    // Russian
    "не",
    "нельзя",
    "никогда",
    // Other languages of Europe
    "aldrig",
    "ikke",
    "inte",
    "niet",
    "nigdy",
    "nooit",
    "nie",
    "nem",
    "geen",
    "δεν",
    "μην",
    // Turkish, Vietnamese, Indonesian, Arabic, Hebrew, Hindi
    "asla",
    "değil",
    "không",
    "đừng",
    "tidak",
    "jangan",
    "لا",
    "لن",
    "لم",
    "אל",
    "לא",
    "नहीं",
    "मत",
];

/// Words that deny a call only at the start of its clause.
const FIRST_NEGATIONS: &[&str] = &["no", "nope", "stop"];

/// Such words in languages without spaces.
const FIRST_NEGATION_PARTS: &[&str] = &["别", "勿"];

/// Parts of words that deny, in languages without spaces.
const NEGATION_PARTS: &[&str] = &[
    "不会",
    "不能",
    "不要",
    "不应",
    "不得",
    "不可",
    "不想",
    "禁止",
    "切勿",
    "请勿",
    "拒绝",
    "しない",
    "しません",
    "ません",
    "しては",
    "なりません",
    "않",
    "하지 마",
    "ไม่",
];

/// Endings of verbs that deny, in Turkish.
const NEGATION_ENDINGS: &[&str] = &["mayacağım", "meyeceğim", "mayacağız", "meyeceğiz"];

/// Words that name a fault of a call.
const FAULTS: &[&str] = &[
    "bad",
    "hypothetical",
    "incorrect",
    "invalid",
    "pending",
    "simulated",
    "unsafe",
    "wrong",
];

/// Words before a quotation of another speaker, or of an earlier call.
const SPEECH: &[&str] = &[
    "asked",
    "considered",
    "contains",
    "received",
    "rejected",
    "replied",
    "returned",
    "said",
    "says",
    "sent",
    "shows",
    "states",
    "tried",
    "typed",
    "writes",
    "wrote",
];

/// Words that begin a sentence about a case that may not hold.
pub(crate) const CONDITIONS: &[&str] = &["assuming", "if", "suppose", "supposing", "unless"];

/// Phrases that rule out a call.
const PHRASES: &[&str] = &[
    "failed with",
    "instead of",
    "last call was",
    "previously",
    "for example",
    "for instance",
    "such as",
    "e.g",
    "looks like",
    "look like",
    "call looks",
    "format is",
    "syntax is",
    "zum beispiel",
    "z.b",
    "par exemple",
    "por ejemplo",
    "ad esempio",
    "例如",
    "比如",
    "示例",
    "例えば",
];

/// Last words of a line before a colon that begin a thought, a result, an example, or a message of
/// the user.
pub(crate) const LABELS_OF_OTHERS: &[&str] = &[
    "content",
    "contents",
    "customer",
    "draft",
    "email",
    "error",
    "example",
    "examples",
    "format",
    "human",
    "log",
    "logs",
    "mail",
    "observation",
    "otherwise",
    "page",
    "plan",
    "quote",
    "reasoning",
    "result",
    "results",
    "syntax",
    "template",
    "thinking",
    "thought",
    "todo",
    "transcript",
    "usage",
    "user",
    // Examples in other languages
    "beispiel",
    "ejemplo",
    "eksempel",
    "esempio",
    "exempel",
    "exemple",
    "exemplo",
    "przykład",
    "voorbeeld",
    "örnek",
    "пример",
    "приклад",
    "مثال",
    "उदाहरण",
    "例",
    "例子",
    "예",
    "예시",
];

/// Words for a possible action.
const MODALS: &[&str] = &["could", "might", "would"];

/// Words for a possible action of another person.
const POSSIBILITIES: &[&str] = &["can", "may", "must", "should"];
const OTHERS: &[&str] = &[
    "anyone", "attacker", "model", "one", "someone", "they", "you",
];

/// First words of a question.
const QUESTIONS: &[&str] = &[
    "are", "can", "could", "did", "do", "does", "is", "may", "must", "shall", "should", "will",
    "would",
];

/// Verbs whose subject may be a call above them: `is what I would send`.
const VERBS: &[&str] = &[
    "are", "can", "cannot", "could", "is", "isn't", "looks", "may", "means", "might", "must",
    "shall", "should", "shows", "was", "were", "will", "won't", "would", "wouldn't",
];

/// Subjects of a question or of another sentence behind a verb.
const SUBJECTS: &[&str] = &[
    "i", "it", "let", "that", "there", "they", "this", "we", "you", "your",
];

/// Beginnings of the announcement of a call.
const ANNOUNCEMENTS: &[&str] = &[
    "i am going to ",
    "i have to ",
    "i need to ",
    "i should ",
    "i will ",
    "i would like to ",
    "i'd like to ",
    "i'll ",
    "i'm going to ",
    "let me ",
    "let us ",
    "let's ",
    "we need to ",
    "we will ",
    "we'll ",
];

/// Signs after which another sentence begins.
const SENTENCE_ENDS: [char; 9] = ['.', '!', '?', ';', '。', '！', '？', '；', '\n'];

/// Signs between the clauses of a sentence.
const CLAUSE_ENDS: [char; 5] = [',', ':', '，', '：', '、'];

/// Words of a clause that only announces arguments.
const HARMLESS: &[&str] = &[
    "a",
    "action",
    "an",
    "and",
    "answer",
    "are",
    "args",
    "argument",
    "arguments",
    "argumente",
    "argumentos",
    "as",
    "assistant",
    "below",
    "call",
    "calls",
    "certainly",
    "code",
    "commentary",
    "complete",
    "correct",
    "corrected",
    "course",
    "everything",
    "final",
    "first",
    "fixed",
    "following",
    "for",
    "function",
    "functions",
    "good",
    "great",
    "here",
    "here's",
    "hier",
    "i",
    "input",
    "is",
    "it",
    "json",
    "kwargs",
    "les",
    "die",
    "los",
    "las",
    "le",
    "message",
    "model",
    "my",
    "new",
    "next",
    "now",
    "object",
    "of",
    "ok",
    "okay",
    "on",
    "output",
    "parameters",
    "params",
    "payload",
    "perfect",
    "please",
    "python",
    "query",
    "request",
    "requested",
    "response",
    "right",
    "sind",
    "ist",
    "so",
    "son",
    "step",
    "sure",
    "that",
    "the",
    "then",
    "these",
    "this",
    "to",
    "tool",
    "tools",
    "updated",
    "use",
    "using",
    "valid",
    "values",
    "voici",
    "with",
    "xml",
    "yes",
    "you",
    "your",
    "aquí",
    "ecco",
    "está",
    "están",
    "estos",
    "schema",
    "see",
    "data",
    "in",
    "structured",
    "functools",
    "generated",
    "result's",
    "tool_call",
    "tool_calls",
    "well",
    "alright",
    "understood",
    "absolutely",
    "done",
];

/// Words for a call that is shown, or that was stopped. A short sentence with one announces nothing.
const UNREAL: &[&str] = &[
    "abort",
    "aborted",
    "canceled",
    "cancelled",
    "declined",
    "denied",
    "disregard",
    "draft",
    "example",
    "fake",
    "hypothetical",
    "ignore",
    "illustration",
    "mock",
    "rejected",
    "sample",
    "simulated",
    "simulation",
    "skip",
    "skipped",
    "template",
    "withdrawn",
];

/// Phrases of a sentence about a call that is shown, or does not run yet.
const UNREAL_PHRASES: &[&str] = &[
    "ask first",
    "ask the user",
    "ask you",
    "attacker",
    "decided against",
    "do nothing",
    "dry run",
    "just an example",
    "only an example",
    "previous call",
    "test only",
];

/// Subjects and verbs of a sentence about the call next to it.
const POINTERS: &[&str] = &["above", "below", "following", "it", "that", "these", "this"];
const COPULAS: &[&str] = &["are", "is", "was", "were"];

/// Words for a permission that the call waits for, and verbs of the person who gives it.
const PERMISSIONS: &[&str] = &["approval", "confirmation", "consent", "permission"];
const GIVERS: &[&str] = &[
    "he", "human", "owner", "please", "she", "they", "user", "you",
];
const GRANTS: &[&str] = &[
    "agree", "agrees", "allow", "allows", "approve", "approves", "confirm", "confirms",
];
const GRANTED: &[&str] = &["agreed", "allowed", "approved", "confirmed"];
const RECEIVED: &[&str] = &["given", "got", "granted", "have", "received", "thanks"];

/// First words of a clause about a later time.
const LATER: &[&str] = &["after", "as", "before", "once", "until", "when"];

/// Words for an earlier time, and verbs of an earlier call.
const EARLIER: &[&str] = &["already", "earlier", "last", "previously", "yesterday"];
const RAN: &[&str] = &[
    "called", "executed", "invoked", "made", "ran", "sent", "tried", "used",
];

/// Subjects of an announcement.
const SPEAKERS: &[&str] = &[
    "i", "i'd", "i'll", "i'm", "i've", "let", "let's", "we", "we'll", "we're", "ich", "je", "yo",
];

/// Parts of words that announce, in languages without spaces.
const HARMLESS_PARTS: &[&str] = &[
    "参数", "调用", "如下", "好的", "以下", "引数", "结果", "我", "工具",
];

/// Returns whether the clause at the end of a line only announces arguments: it has a speaker, or
/// all its words belong to a closed list.
pub(crate) fn announces_arguments(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches([':', '：']);
    let sentence = line_end(line);
    let words: Vec<String> = words_of(sentence).collect();
    let first = words.first().map_or("", String::as_str);
    let is_harmless = |word: &String| {
        HARMLESS.contains(&word.as_str())
            || word.contains('_')
            || word.contains("://")
            || word.starts_with("to=")
            || word.bytes().all(|byte| byte.is_ascii_digit())
            || HARMLESS_PARTS.iter().any(|part| word.contains(part))
    };
    words.iter().any(|word| SPEAKERS.contains(&word.as_str()))
        || first.ends_with("ing") && words.len() > 1
        || first == "here"
        || words.iter().all(is_harmless)
}

/// Returns whether a sentence above arguments denies them, asks about them, or sets a value next to
/// them: `Dry run: true`.
pub(crate) fn denies(sentence: &str) -> bool {
    let sentence = sentence.trim();
    let asks = sentence.ends_with(['?', '？']);
    let part = last_sentence(sentence);
    let words: Vec<String> = words_of(part).collect();
    if asks {
        return rules_out(sentence);
    }
    is_setting(part)
        || is_unreal(part, &words)
        || has_negation(part, &words) && !announces(part)
        || announces_refusal(&words)
}

/// Returns whether a complete sentence in front of a call refuses it. Such a sentence may also deny
/// something else: `The file does not exist.`
pub(crate) fn refuses(sentence: &str) -> bool {
    let part = last_sentence(sentence);
    let words: Vec<String> = words_of(part).collect();
    let first = words.first().map_or("", String::as_str);
    let is_first = FIRST_NEGATIONS.contains(&first) && words.len() == 1;
    let is_short = words.len() < 6 && is_negation(first);
    let is_order =
        words.len() < 8 && first == "do" && words.get(1).is_some_and(|word| is_negation(word));
    is_first || is_short || is_order || is_unreal(part, &words) || announces_refusal(&words)
}

/// Returns whether a sentence is of a speaker who will not call: `I won't`, `I am not going to`,
/// `I cannot do that`.
fn announces_refusal(words: &[String]) -> bool {
    let has_speaker = words
        .iter()
        .any(|word| matches!(&**word, "i" | "we" | "i'm" | "we're" | "i'll" | "we'll"));
    let pair = |pair: &[String]| {
        let (word, next) = (pair[0].as_str(), pair[1].as_str());
        let is_will = matches!(word, "will" | "shall" | "must" | "should" | "may" | "i'll");
        is_will && matches!(next, "not" | "never") || word == "not" && next == "going"
    };
    let is_refusal = |word: &String| {
        matches!(
            &**word,
            "won't" | "wont" | "shan't" | "mustn't" | "shouldn't" | "refuse" | "decline"
        )
    };
    let is_stop = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        matches!(&**word, "cannot" | "can't")
            && matches!(
                next,
                "" | "call" | "do" | "execute" | "make" | "proceed" | "run" | "use"
            )
    };
    has_speaker
        && (words.windows(2).any(pair)
            || words.iter().any(is_refusal)
            || words.iter().enumerate().any(is_stop))
}

/// Returns whether a sentence says that the call next to it is shown, waits, or ran earlier.
fn is_unreal(sentence: &str, words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let first = words.first().map_or("", String::as_str);
    let points = words
        .windows(2)
        .any(|pair| POINTERS.contains(&pair[0].as_str()) && COPULAS.contains(&pair[1].as_str()));
    let has_phrase = || {
        let lower = sentence.to_lowercase().replace(['_', '-'], " ");
        UNREAL_PHRASES.iter().any(|phrase| lower.contains(phrase))
    };
    let is_shown = || words.len() < 7 && has(UNREAL) || has(EARLIER) && has(RAN) || has_phrase();
    waits(words)
        || points && words.iter().any(|word| is_fault(word))
        || LATER.contains(&first) && has(GRANTED)
        || is_shown() && !announces(sentence)
}

/// Returns whether the words of a sentence say that the call next to it waits for a permission.
pub(crate) fn waits(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let gives = |word: &str| GIVERS.contains(&word) || matches!(word, "must" | "should");
    let grants = words
        .windows(2)
        .any(|pair| GRANTS.contains(&pair[1].as_str()) && gives(&pair[0]));
    grants || has(PERMISSIONS) && !has(RECEIVED)
}

/// Returns whether a sentence sets a value: `Dry run: true`, `dry_run=true`.
pub(crate) fn is_setting(sentence: &str) -> bool {
    let value = sentence.split_once([':', '=']);
    let value = value.map(|(_, value)| value.trim().to_lowercase());
    value.is_some_and(|value| ["true", "false", "yes", "no", "on", "off"].contains(&&*value))
}

/// Returns the last sentence of a text, which may end in its sign.
fn last_sentence(text: &str) -> &str {
    let text = text.trim_end();
    let part = text.trim_end_matches(|c: char| SENTENCE_ENDS.contains(&c));
    part.rsplit(SENTENCE_ENDS).next().unwrap_or(part)
}

/// Returns the words of a sentence in lower case, without the signs around them.
pub(crate) fn words_of(sentence: &str) -> impl Iterator<Item = String> {
    let words = sentence.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().replace('’', "'"))
}

/// Returns whether a word in lower case denies a call.
pub(crate) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
        || NEGATION_ENDINGS.iter().any(|end| word.ends_with(end))
        || word.ends_with("n't")
        || word.starts_with("n'")
        || NEGATION_PARTS.iter().any(|part| word.contains(part))
}

/// Returns whether a word in lower case finds a fault.
pub(crate) fn is_fault(word: &str) -> bool {
    FAULTS.contains(&word)
}

/// Returns whether the clause at the end of a line denies the call after it, asks about it, or
/// says that it is an example or of somebody else. A colon may end the clause.
pub(crate) fn rules_out(line: &str) -> bool {
    let line = line.trim_end();
    let asks = line.ends_with(['?', '？']);
    let line = line.trim_end_matches(['?', '？']);
    let label = line.strip_suffix([':', '：']);
    let line = label.unwrap_or(line);
    let sentence = line.rsplit(SENTENCE_ENDS).next().unwrap_or(line);
    let clause = sentence.rsplit(CLAUSE_ENDS).next().unwrap_or(sentence);
    let words: Vec<String> = words_of(clause).collect();
    let first = words_of(sentence).next().unwrap_or_default();
    let last = words.last().map_or("", String::as_str);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let lower = line_end(line).to_lowercase();
    let is_phrase = |phrase: &&str| lower.contains(*phrase);
    let is_possible = has(POSSIBILITIES) && has(OTHERS) && !has(&["let"]);
    let is_wish = lower.contains("would like") || lower.contains("would love");
    if asks {
        return QUESTIONS.contains(&first.as_str()) || lower.contains("want me to");
    }
    CONDITIONS.contains(&first.as_str())
        || has_negation(clause, &words)
        || words.iter().any(|word| is_fault(word))
        || SPEECH.contains(&last)
        || label.is_some() && words.len() < 3 && LABELS_OF_OTHERS.contains(&last)
        || PHRASES.iter().any(is_phrase)
        || has(MODALS) && !is_wish
        || is_possible
        || is_unreal(sentence, &words_of(sentence).collect::<Vec<_>>())
}

/// Returns whether the clause at the end of a line rules out the call after it, and does not announce
/// it. No announcement helps if the call waits for a permission.
pub(crate) fn rules_out_call(line: &str) -> bool {
    let words = || -> Vec<String> { words_of(last_sentence(line)).collect() };
    rules_out(line) && (!announces(line) || waits(&words()))
}

/// Returns whether a line is of another speaker: `User: please run`.
pub(crate) fn is_of_other_speaker(line: &str) -> bool {
    let line = line.trim_matches(['*', '#', ' ', '[', ']']);
    let label = line.find([':', '：']).map_or(line, |at| &line[..at]);
    let label = label.trim_matches(['*', ' ']);
    // No other word has this length.
    let speakers = ["user", "human", "customer", "client", "用户"];
    label.len() < 12
        && speakers
            .iter()
            .any(|speaker| label.eq_ignore_ascii_case(speaker))
}

/// Returns whether the last sentence of a line announces a call: `I'll look`. A negation directly
/// after it takes the announcement back.
pub(crate) fn announces(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches([':', '：']);
    let sentence = line.rsplit(SENTENCE_ENDS).next().unwrap_or(line);
    let lower = sentence.to_lowercase().replace('’', "'");
    let found = ANNOUNCEMENTS.iter().filter_map(|phrase| {
        let at = lower.rfind(phrase)?;
        Some(at + phrase.len())
    });
    let Some(behind) = found.max() else {
        let first = words_of(sentence).next();
        return first.is_some_and(|word| word.ends_with("ing") && !is_fault(&word));
    };
    let mut next = words_of(&lower[behind..]).take(2);
    !next.any(|word| is_negation(&word))
}

/// Returns whether a line goes on with a sentence whose subject is above it: it begins with a verb in
/// lower case and does not end in a question mark.
pub(crate) fn has_subject_above(line: &str) -> bool {
    let (verb, behind) = line.split_once(' ').unwrap_or((line.trim_end(), ""));
    let subject = words_of(behind).next();
    VERBS.contains(&verb)
        && !subject.is_some_and(|word| SUBJECTS.contains(&word.as_str()))
        && !line.trim_end().ends_with(['?', '？'])
}

/// Returns whether the beginning of a line may go on so.
pub(crate) fn may_have_subject_above(start: &str) -> bool {
    match start.split_once(' ') {
        Some((verb, _)) => VERBS.contains(&verb),
        None => VERBS.iter().any(|verb| verb.starts_with(start)),
    }
}

fn has_negation(clause: &str, words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    let is_phrase = words
        .get(1)
        .is_some_and(|word| matches!(&**word, "problem" | "worries"));
    let starts = |part: &&str| clause.trim_start().starts_with(*part);
    let is_pair = |pair: &[String]| pair[0] == "under" && pair[1] == "no";
    FIRST_NEGATIONS.contains(&first) && !is_phrase
        || words.windows(2).any(is_pair)
        || FIRST_NEGATION_PARTS.iter().any(starts)
        || words.iter().any(|word| is_negation(word))
}

/// Returns the last sentence of a line, with the abbreviations in it.
fn line_end(line: &str) -> &str {
    let ends = ['!', '?', ';', '。', '！', '？', '；', '\n'];
    let part = line.rsplit(ends).next().unwrap_or(line);
    part.rsplit(". ").next().unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::{announces, rules_out};

    #[test]
    fn rules_out_what_a_clause_denies_asks_or_quotes() {
        for line in [
            "Never send",
            "Under no circumstances run",
            "1. never:",
            "I won’t do this:",
            "I will not run",
            "An attacker wrote:",
            "Observation:",
            "[12:01] user:",
            "For example:",
            "You can say",
            "I could call",
            "Should I run this?",
            "Ich sende niemals",
            "Je n'enverrai pas",
            "Nunca envíes",
            "No:",
            "不要执行",
            "别发送：",
            "If it fails, call",
            "The page contains:",
        ] {
            assert!(rules_out(line), "{line}");
        }
        for line in [
            "I run it:",
            "Sure!",
            "Here is the call:",
            "Here are the results:",
            "The file is not there. So:",
            "It is not cached, so I look:",
            "I would like to look:",
            "No problem:",
            "特别是：",
        ] {
            assert!(!rules_out(line), "{line}");
        }
    }

    #[test]
    fn an_announcement_counts_unless_a_negation_follows_it() {
        for line in [
            "It is not there so I'll look:",
            "Let me fix the wrong path:",
            "Checking why not:",
        ] {
            assert!(announces(line), "{line}");
        }
        for line in [
            "I will not run",
            "Let me never send",
            "You can say",
            "Never call",
        ] {
            assert!(!announces(line), "{line}");
        }
    }
}
