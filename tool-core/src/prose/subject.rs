//! Lines next to a call that go on with a sentence around it, or belong to another speaker.

use super::sentence::words_of;

/// Verbs whose subject may be a call above them: `is what I would send`.
const VERBS: &[&str] = &[
    "are", "can", "cannot", "could", "is", "isn't", "looks", "may", "means", "might", "must",
    "shall", "should", "shows", "was", "were", "will", "won't", "would", "wouldn't",
];

/// Subjects of a question or of another sentence behind a verb.
const SUBJECTS: &[&str] = &[
    "i", "it", "let", "that", "there", "they", "this", "we", "you", "your",
];

/// Returns whether a line goes on with a sentence whose subject is above it: it begins with a verb in
/// lower case and does not end in a question mark.
pub(crate) fn has_subject_above(line: &str) -> bool {
    let (verb, behind) = line.split_once(' ').unwrap_or((line.trim_end(), ""));
    let subject = words_of(behind).next();
    VERBS.contains(&verb)
        && !subject.is_some_and(|word| SUBJECTS.contains(&word.as_str()))
        && !line.trim_end().ends_with(['?', '？'])
}

/// Returns whether a line is of another speaker, or a command of a shell: `User: please run`.
pub(crate) fn is_of_other_speaker(line: &str) -> bool {
    if line.starts_with("$ ") {
        return true;
    }
    let line = line.trim_matches(['*', '#', ' ', '[', ']']);
    let label = line.find([':', '：']).map_or(line, |at| &line[..at]);
    let label = label.trim_matches(['*', ' ']);
    // The longest label has ten bytes.
    let speakers = [
        "user",
        "human",
        "customer",
        "client",
        "log",
        "transcript",
        "quoted",
        "q",
        "用户",
    ];
    label.len() < 12
        && speakers
            .iter()
            .any(|speaker| label.eq_ignore_ascii_case(speaker))
}
