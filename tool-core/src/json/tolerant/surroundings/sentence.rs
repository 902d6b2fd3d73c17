//! Detects an object that a sentence mentions, quotes or rules out. The arguments have a position of
//! their own: the text directly before them announces them, and the text behind them is harmless.

use super::callee::{find_behind_arrow, find_callee, parse_header};
use super::marks::{is_nothing_but_marks, skip_marks, skip_marks_at_end};
use super::prose::find_directly_before;
use crate::json::tolerant::structure::{is_blank, trim_start_while};
use crate::prose::{
    announces_arguments, denies, has_speaker, is_comment, is_harmless_behind, is_in_log,
    is_label_of_other, is_setting, rules_out_below, rules_out_call, words_of,
};

/// Returns whether an object belongs to the sentence around it.
pub(super) fn is_mentioned(before: &str) -> bool {
    let before = skip_action(before);
    is_ruled_out(before)
        || is_in_quotation(before)
        || is_behind_sign(before)
        || is_in_comment(before)
        || is_denied_above(before)
        || is_below_heading(before)
        || !is_announced(before)
}

/// Returns a text without the heading of a prompt above an action: `Action:`.
fn skip_action(before: &str) -> &str {
    let above = find_directly_before(before).strip_suffix("Action:");
    let above = above.filter(|above| above.is_empty() || above.ends_with('\n'));
    above.unwrap_or(before)
}

/// Returns whether an object is directly below the heading of other text, or below the header of an
/// e-mail.
fn is_below_heading(before: &str) -> bool {
    let has_own_line = is_nothing_but_marks(last_line(before));
    has_own_line && rules_out_below(find_directly_before(before)) == Some(true)
}

/// Returns whether the line directly before an object announces it, names its tool, or sets a value,
/// which is compared later. Signs and marks are not such a line.
fn is_announced(before: &str) -> bool {
    let line = last_line(before);
    let has_own_line = is_nothing_but_marks(line);
    let text = find_directly_before(if has_own_line { before } else { line });
    let clause = last_line(text);
    if clause.ends_with([':', '：']) {
        return announces_arguments(clause);
    }
    let is_blank = has_own_line && !clause.contains(char::is_alphabetic);
    let names_tool = || (has_own_line || clause.ends_with(']')) && find_callee(before).is_some();
    let sets_value = || {
        let key = clause.split_once([':', '=']).map_or("", |(key, _)| key);
        let key = key.trim_matches([' ', '-', '*']).to_lowercase();
        let is_word = |word: &String| !word.bytes().all(|byte| byte.is_ascii_digit());
        has_own_line && words_of(&key).filter(is_word).count() == 1 && !is_label_of_other(&key)
    };
    let is_complete = has_own_line || clause.ends_with(['.', '!', '。', '！']);
    let has_speaker = || has_speaker(&words_of(clause).collect::<Vec<_>>());
    is_blank
        || clause.ends_with('>')
        || clause.ends_with("[/INST]")
        || announces_arguments(clause)
        || is_complete && (has_speaker() || is_harmless_behind(clause))
        || names_tool()
        || sets_value()
}

/// Returns whether the text behind an object leaves it as it is: marks, harmless sentences, and a
/// line that names the tool, which is compared later if none is named before.
pub(super) fn is_harmless(before: &str, after: &str) -> bool {
    if !after.contains('[') && is_nothing_but_marks(after) {
        return true;
    }
    let text = after.trim_start();
    let first = text.split('\n').next().unwrap_or(text);
    let is_named = find_behind_arrow(text).is_some() || parse_header(first.trim()).is_some();
    let is_named = is_named && find_callee(before).is_none();
    let mut rest = if is_named { &text[first.len()..] } else { text };
    let is_token = |line: &str| {
        let known = ["[/", "TOOL", "CALL", "ARGS", "END"];
        !line.starts_with('[') || known.iter().any(|part| line.contains(part))
    };
    if !rest.lines().all(|line| is_token(line.trim_start())) {
        return false;
    }
    loop {
        rest = skip_marks(rest);
        // The end mark of a call may be cut.
        let mark = rest.strip_prefix('<').unwrap_or_default();
        let is_cut =
            (rest == "<" || mark.starts_with(['/', '|', '｜'])) && !mark.contains(['>', ' ', '\n']);
        if rest.is_empty() || is_cut {
            return true;
        }
        let end = rest.find(['\n', '<']).unwrap_or(rest.len()).max(1);
        match rest.split_at_checked(end) {
            Some((line, behind)) if is_harmless_behind(line) => rest = behind,
            _ => return false,
        }
    }
}

/// Returns whether the sentence directly before an object denies it. Skips a clause that ends in a
/// colon. In the line of the object, the sentence must be complete.
fn is_denied_above(before: &str) -> bool {
    let line = last_line(find_directly_before(skip_marks_at_end(before)));
    let has_own_line = is_nothing_but_marks(last_line(before));
    let is_complete = line.ends_with(['.', '!', ';', '。', '！', '；', ']', ')']);
    (has_own_line || is_complete || is_setting(line))
        && !line.ends_with([':', '：'])
        && denies(line)
}

/// Returns whether the clause directly before an object denies it, or says that somebody else
/// wrote it. The clause is on the same line, or ends in a colon above the object.
fn is_ruled_out(before: &str) -> bool {
    let line = last_line(before);
    let has_own_line = is_nothing_but_marks(line);
    let text = skip_marks_at_end(if has_own_line { before } else { line });
    let clause = last_line(find_directly_before(text));
    let is_before = !has_own_line || clause.ends_with([':', '：']);
    is_before && rules_out_call(clause)
}

/// Returns whether the sign of a comment or a fault is before an object on its line, or a line of a
/// log directly before it.
fn is_behind_sign(before: &str) -> bool {
    let line = last_line(find_directly_before(last_line(before))).trim();
    is_comment(line) || is_in_log(line) || is_in_log(last_line(find_directly_before(before)).trim())
}

/// Returns whether an object is in a Markdown quotation.
fn is_in_quotation(before: &str) -> bool {
    let line = trim_start_while(last_line(before), is_blank);
    line.starts_with('>') && !line.starts_with(">>>")
}

fn is_in_comment(before: &str) -> bool {
    let comment = before.rsplit_once("<!--");
    comment.is_some_and(|(_, inside)| !inside.contains("-->"))
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}
