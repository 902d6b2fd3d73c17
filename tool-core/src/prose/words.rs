//! Words that deny a call, find a fault in it, or give it to another speaker.

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

/// Last words of a line before a colon that begin a thought, a result, an example, or a message of
/// the user.
pub(crate) const LABELS_OF_OTHERS: &[&str] = &[
    "actual",
    "attention",
    "caution",
    "choice",
    "compare",
    "confirm",
    "content",
    "contents",
    "context",
    "customer",
    "draft",
    "email",
    "error",
    "example",
    "examples",
    "expected",
    "failed",
    "fallback",
    "few-shot",
    "figure",
    "format",
    "fyi",
    "history",
    "human",
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
    "q",
    "question",
    "quote",
    "reasoning",
    "reminder",
    "result",
    "results",
    "scheduled",
    "stderr",
    "stdout",
    "syntax",
    "system",
    "table",
    "template",
    "thinking",
    "thought",
    "traceback",
    "transcript",
    "undo",
    "usage",
    "user",
    "warning",
    "week",
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
