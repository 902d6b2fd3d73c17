//! Words that deny a call, find a fault in it, or give it to another speaker.

/// Words that deny a call in their clause, in English, German, French, Spanish, Portuguese, Russian,
/// other languages of Europe, Turkish, Vietnamese, Indonesian, Arabic, Hebrew and Hindi. English
/// words that end in `n't` are among them.
const NEGATIONS: &[&str] = &[
    "avoid", "cannot", "decline", "declined", "dont", "neither", "never", "nor", "not", "refuse",
    "refused", "wont", "kein", "keine", "keinen", "nein", "nicht", "nie", "niemals", "jamais",
    "ne", "non", "pas", "nunca", "rechazo", "aldrig", "ikke", "inte", "niet", "nigdy", "nooit",
    "nem", "geen", "asla", "tidak", "jangan",
];

/// Such words with other letters than those of English.
const OTHER_NEGATIONS: &[&str] = &[
    "jamás",
    "não",
    "не",
    "нельзя",
    "никогда",
    "δεν",
    "μην",
    "değil",
    "không",
    "đừng",
    "لا",
    "لن",
    "لم",
    "אל",
    "לא",
    "नहीं",
    "मत",
];

/// Longer words that deny, and parts of such words in languages without spaces.
const NEGATION_PARTS: &[&str] = &[
    "forbid",
    "prohibit",
    "keinesfalls",
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
    "beware",
    "blocked",
    "careful",
    "dangerous",
    "deprecated",
    "harmful",
    "hypothetical",
    "incorrect",
    "invalid",
    "malicious",
    "pending",
    "simulated",
    "unsafe",
    "wrong",
];

/// Words that begin a sentence about a case that may not hold.
pub(crate) const CONDITIONS: &[&str] = &[
    "assume",
    "assuming",
    "if",
    "imagine",
    "suppose",
    "supposing",
    "unless",
];

/// Words of the label of other text: a thought, a result, an example, or a message of the user.
const LABELS_OF_OTHERS: &[&str] = &[
    "actual",
    "appendix",
    "attention",
    "backup",
    "beispiel",
    "cached",
    "caution",
    "chapter",
    "choice",
    "citation",
    "clipboard",
    "compare",
    "confirm",
    "content",
    "contents",
    "context",
    "copied",
    "customer",
    "dialogue",
    "docs",
    "draft",
    "ejemplo",
    "eksempel",
    "email",
    "error",
    "errors",
    "esempio",
    "example",
    "examples",
    "excerpt",
    "exempel",
    "exemple",
    "exemplo",
    "expected",
    "failed",
    "fallback",
    "few-shot",
    "figure",
    "format",
    "forum",
    "fyi",
    "history",
    "human",
    "hypothetically",
    "instructions",
    "later",
    "log",
    "logs",
    "mail",
    "memory",
    "nb",
    "observation",
    "old",
    "option",
    "original",
    "otherwise",
    "page",
    "paste",
    "pretend",
    "prompt",
    "pseudo-code",
    "pseudocode",
    "q",
    "question",
    "quote",
    "readme",
    "reasoning",
    "reminder",
    "replay",
    "result",
    "results",
    "sample",
    "scheduled",
    "sketch",
    "spam",
    "stderr",
    "stdout",
    "suggestion",
    "syntax",
    "system",
    "table",
    "template",
    "theory",
    "thinking",
    "thought",
    "ticket",
    "traceback",
    "training",
    "transcript",
    "undo",
    "usage",
    "user",
    "voorbeeld",
    "warning",
    "week",
    "wiki",
];

/// Words for an example, with other letters than those of English.
const EXAMPLES: &[&str] = &[
    "przykład",
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

/// Returns whether a word in lower case makes a label one of other text.
pub(crate) fn is_label_of_other(word: &str) -> bool {
    LABELS_OF_OTHERS.contains(&word) || EXAMPLES.contains(&word)
}

/// Returns whether a word in lower case denies a call.
pub(crate) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
        || OTHER_NEGATIONS.contains(&word)
        || NEGATION_ENDINGS.iter().any(|end| word.ends_with(end))
        || word.ends_with("n't")
        || word.starts_with("n'")
        || NEGATION_PARTS.iter().any(|part| word.contains(part))
}

/// Returns whether a word in lower case finds a fault.
pub(crate) fn is_fault(word: &str) -> bool {
    FAULTS.contains(&word)
}
