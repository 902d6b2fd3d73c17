//! An estimate of the tokens of a text.
//!
//! A real tokenizer brings a table of some megabytes. The estimate splits the text as `o200k_base`
//! does, into words, groups of digits, punctuation and white space, and guesses the tokens of each
//! piece by its length. A test compares it with `o200k_base` over all texts of the samples.

/// Estimates how many tokens a text takes.
pub(crate) fn estimate(text: &str) -> usize {
    let characters: Vec<char> = text.chars().collect();
    let mut rest = characters.as_slice();
    let mut tokens = 0;
    while let Some(first) = rest.first() {
        let (length, cost) = match Class::of(*first) {
            Class::Letter => word(rest),
            Class::Digit => digits(rest),
            Class::Space => space(rest),
            Class::Wide => (1, 1),
            Class::Mark => marks(rest),
        };
        tokens += cost;
        rest = rest.get(length..).unwrap_or_default();
    }
    tokens
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Space,
    /// A character of a script without spaces, or a pictogram.
    Wide,
    Mark,
}

impl Class {
    fn of(character: char) -> Self {
        match character {
            '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{1f000}'.. => Self::Wide,
            c if c.is_alphabetic() => Self::Letter,
            c if c.is_numeric() => Self::Digit,
            c if c.is_whitespace() => Self::Space,
            _ => Self::Mark,
        }
    }
}

fn run(text: &[char], class: Class) -> usize {
    text.iter().take_while(|c| Class::of(**c) == class).count()
}

/// A word ends before a capital that follows a small letter.
fn word(text: &[char]) -> (usize, usize) {
    let mut length = 1;
    while let [before, next, ..] = text.get(length - 1..).unwrap_or_default() {
        let is_hump = next.is_uppercase() && before.is_lowercase();
        if is_hump || Class::of(*next) != Class::Letter {
            break;
        }
        length += 1;
    }
    let is_ascii = text.iter().take(length).all(char::is_ascii);
    (length, length.div_ceil(if is_ascii { 10 } else { 4 }))
}

fn digits(text: &[char]) -> (usize, usize) {
    let length = run(text, Class::Digit);
    (length, length.div_ceil(3))
}

/// One space belongs to the word or the marks behind it; an indent is one token.
fn space(text: &[char]) -> (usize, usize) {
    let length = run(text, Class::Space);
    let next = text.get(length).map(|c| Class::of(*c));
    let is_lone = length == 1 && text.first() == Some(&' ');
    let joins = matches!(next, Some(Class::Letter | Class::Mark | Class::Wide));
    (length, usize::from(!(is_lone && joins)))
}

/// Marks of JSON such as `":{"` are one token. A lone mark joins the word behind it.
fn marks(text: &[char]) -> (usize, usize) {
    let length = run(text, Class::Mark);
    let next = text.get(length).map(|c| Class::of(*c));
    if length == 1 && next == Some(Class::Letter) && text.first() == Some(&'_') {
        return (1, 0);
    }
    (length, length.div_ceil(4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::SAMPLES;

    /// Maximum difference for one text, as a share of its tokens.
    const MAX_DIFFERENCE: f64 = 0.2;

    fn texts() -> Vec<String> {
        let mut texts = Vec::new();
        for sample in SAMPLES {
            for leniency in ["strict", "standard"] {
                let request = serde_json::json!({
                    "schema": sample.schema, "call": sample.call, "leniency": leniency,
                });
                let answer = crate::respond(&request.to_string());
                let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
                let feedback = answer["reading"]["texts"].as_array().into_iter().flatten();
                texts.extend(feedback.filter_map(|text| Some(text["text"].as_str()?.to_owned())));
                texts.extend(
                    answer["exports"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(|row| {
                            let tool: serde_json::Value =
                                serde_json::from_str(row["tool"].as_str()?).ok()?;
                            Some(tool.to_string())
                        }),
                );
            }
        }
        texts.sort();
        texts.dedup();
        texts
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "the counts are small")]
    fn the_estimate_is_near_to_o200k() {
        let encoder = tiktoken_rs::o200k_base().unwrap();
        let (mut estimated, mut counted) = (0, 0);
        for text in texts() {
            let tokens = encoder.encode_ordinary(&text).len();
            let guess = estimate(&text);
            let difference = guess as f64 / tokens as f64 - 1.0;
            println!("{difference:+.2} {guess} {tokens} {text:.70}");
            let is_near = difference.abs() <= MAX_DIFFERENCE;
            assert!(is_near || tokens < 20, "{guess} for {tokens}: {text}");
            estimated += guess;
            counted += tokens;
        }
        let difference = f64::from(u32::try_from(estimated).unwrap()) / counted as f64 - 1.0;
        println!("all: {difference:+.3}");
        assert!(difference.abs() < 0.05, "all: {estimated} for {counted}");
    }

    #[test]
    fn empty_text_takes_no_tokens() {
        assert_eq!(estimate(""), 0);
    }
}
