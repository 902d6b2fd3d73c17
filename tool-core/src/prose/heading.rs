//! Headings of Markdown and the header of an e-mail, above a call.

use super::against::rules_out_call;

/// Maximum number of lines of a header.
const MAX_LINES: usize = 16;

/// Names of the lines in the header of an e-mail.
const FIELDS: &[&str] = &[
    "bcc",
    "cc",
    "content-transfer-encoding",
    "content-type",
    "date",
    "delivered-to",
    "from",
    "in-reply-to",
    "message-id",
    "mime-version",
    "received",
    "references",
    "reply-to",
    "return-path",
    "sent",
    "subject",
    "to",
];

/// Returns whether the heading or the header that a text ends with makes the call below it a part of
/// other text. Returns `None` for a text that ends with neither.
pub(crate) fn rules_out_below(text: &str) -> Option<bool> {
    if ends_in_email_header(text) {
        return Some(true);
    }
    let title = find_title(text)?;
    Some(rules_out_call(&format!("{title}:")))
}

/// Returns the title of the heading that a text ends with: `## Log`, or a line above `===` or `---`.
fn find_title(text: &str) -> Option<&str> {
    let mut lines = text.trim_end().rsplit('\n');
    let last = lines.next()?.trim();
    if last.starts_with('#') {
        return Some(last);
    }
    let is_line_of = |sign: char| last.len() > 1 && last.chars().all(|c| c == sign);
    if !is_line_of('=') && !is_line_of('-') {
        return None;
    }
    // A blank line above a line of signs makes it a break between paragraphs.
    let title = lines.next()?.trim();
    (!title.is_empty()).then_some(title)
}

/// Returns whether a text ends with the header of an e-mail that somebody sent: a sender, and a
/// subject or an address. A travel from one place to another has neither.
fn ends_in_email_header(text: &str) -> bool {
    let (mut count, mut has_sender, mut has_sign) = (0, false, false);
    for line in text.trim_end().rsplit('\n').take(MAX_LINES) {
        // The next line of a long value.
        if count > 0 && line.starts_with([' ', '\t']) && !line.trim().is_empty() {
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        let name = name.trim_matches(['*', '_', '>', ' ']).to_lowercase();
        if !FIELDS.contains(&name.as_str()) {
            break;
        }
        count += 1;
        has_sender |= name == "from";
        has_sign |= name == "subject" || name == "from" && value.contains('@');
    }
    count > 1 && has_sender && has_sign
}

#[cfg(test)]
mod tests {
    use super::{ends_in_email_header, find_title};

    #[test]
    fn finds_the_title_of_both_kinds_of_headings() {
        for (text, title) in [
            ("Hi.\n\n## Log\n", Some("## Log")),
            ("Log\n===\n\n", Some("Log")),
            ("Hi.\nTool log\n--------", Some("Tool log")),
            ("Hi.\n\n---\n", None),
            ("---", None),
            ("Hi.", None),
            ("a\n-", None),
            ("", None),
        ] {
            assert_eq!(find_title(text), title, "{text}");
        }
    }

    #[test]
    fn a_header_of_an_email_has_a_sender_and_a_subject_or_an_address() {
        for text in [
            "From: bob@example.com\nSubject: Hi\n\n",
            "Subject: Hi\nFrom: Bob\n",
            "So.\n\n**From:** Bob <bob@example.com>\n**To:** Al\n",
            "From: Bob\nDate: Monday\nReceived: by x;\n  later\nSubject: Re: Hi",
        ] {
            assert!(ends_in_email_header(text), "{text}");
        }
        for text in [
            "From: Oslo\nTo: Bergen\nDate: Monday\n\n",
            "To: bob@example.com\nSubject: Hi\n\n",
            "From: bob@example.com\n",
            "From: bob@example.com\nSubject: Hi\n\nHi.\n",
            "Subject: the weather.",
            "",
        ] {
            assert!(!ends_in_email_header(text), "{text}");
        }
    }
}
