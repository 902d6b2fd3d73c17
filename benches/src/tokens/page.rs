//! Checks the token counts that `docs/errors.md` states for its texts.

use super::tokens;

const PAGE: &str = include_str!("../../../docs/errors.md");

/// A text of the page: the words before it, the words before its count, and its maximum of tokens.
const TEXTS: [(&str, &str, usize); 2] = [
    (
        "error.render(Style::Instruction),\n        r#\"",
        "the instruction takes ",
        60,
    ),
    (
        "error.render(Style::List),\n        r#\"",
        "the list takes ",
        90,
    ),
];

/// Prints the tokens of the texts. Returns the violated bounds and the wrong figures.
pub(super) fn check() -> Vec<String> {
    let mut broken = Vec::new();
    for (before, claim, most) in TEXTS {
        let text = behind(before).and_then(|rest| rest.split_once("\"#"));
        let claimed = behind(claim).and_then(|rest| rest.split_once(|c: char| !c.is_ascii_digit()));
        let (Some((text, _)), Some((claimed, _))) = (text, claimed) else {
            broken.push(format!("docs/errors.md lacks {before:?} or {claim:?}"));
            continue;
        };
        let count = tokens(text);
        println!("docs/errors.md, {claim}{count} tokens of {most}");
        if count > most || claimed != count.to_string() {
            let line = format!("docs/errors.md: {claim}{claimed}, counted {count}, at most {most}");
            broken.push(line);
        }
    }
    broken
}

fn behind(before: &str) -> Option<&'static str> {
    PAGE.split_once(before).map(|(_, rest)| rest)
}
