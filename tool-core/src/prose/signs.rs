//! Signs in the line before a call: of a comment, a diff, a log or a fault.

/// Returns whether the text in the line before a call is the sign of a comment, of a heading, of a
/// line in a diff or in a shell, or of a fault.
pub(crate) fn is_comment(before: &str) -> bool {
    const SIGNS: [&str; 9] = ["+", "$", "%", "--", ";", ";;", "\"", "REM", "TODO:"];
    let is_one = |sign: char| before.chars().all(|c| c == sign);
    before.len() > 1 && is_one('/')
        || !before.is_empty() && is_one('#')
        || SIGNS.contains(&before)
        || is_fault_sign(before)
        || before.starts_with("[^") && before.ends_with("]:")
}

/// Returns whether a line is only a sign of a fault.
pub(crate) fn is_fault_sign(line: &str) -> bool {
    matches!(line.trim(), "❌" | "✗" | "✘" | "🚫" | "⛔")
}

/// Returns whether the text in the line before a call begins with the time or the level of a line in
/// a log: `2026-01-01 INFO`, `[12:00:01] assistant:`, `[INFO]`.
pub(crate) fn is_in_log(before: &str) -> bool {
    const LEVELS: [&str; 6] = [
        "[DEBUG]",
        "[ERROR]",
        "[INFO]",
        "[TRACE]",
        "[WARN]",
        "[WARNING]",
    ];
    let is_level = LEVELS.iter().any(|level| before.starts_with(level));
    let mut text = before.strip_prefix('[').unwrap_or(before).bytes();
    let digits = text.by_ref().take_while(u8::is_ascii_digit).count();
    // The sign after the digits is gone.
    let sign = before.trim_start_matches('[').as_bytes().get(digits);
    let has_next = text.next().is_some_and(|byte| byte.is_ascii_digit());
    let has_time = matches!((digits, sign), (4, Some(b'-' | b'/')) | (1 | 2, Some(b':')));
    is_level || has_next && has_time
}

#[cfg(test)]
mod tests {
    use super::{is_comment, is_in_log};

    #[test]
    fn a_comment_is_only_a_sign() {
        for line in ["//", "##", "+", "--", ";;", "TODO:", "[^1]:", "❌"] {
            assert!(is_comment(line), "{line}");
        }
        for line in ["", "/", "-", "+1", "Now", "1."] {
            assert!(!is_comment(line), "{line}");
        }
    }

    #[test]
    fn a_line_of_a_log_begins_with_a_time() {
        for line in [
            "2026-01-01 INFO",
            "[12:00:01] assistant:",
            "2026/01/01",
            "9:30",
            "[INFO] calling",
        ] {
            assert!(is_in_log(line), "{line}");
        }
        for line in ["2026", "12 files", "1. now", "2: now", "10.5", ""] {
            assert!(!is_in_log(line), "{line}");
        }
    }
}
