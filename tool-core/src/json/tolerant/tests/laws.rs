//! Properties of the tolerant reader for every text.

use proptest::prelude::*;
use serde_json::json;

use crate::finish::Finish;
use crate::issue::Guesses;
use crate::issue::RuleClass;
use crate::json::Tolerance;
use crate::json::tests::laws::values;
use crate::json::tests::{Parsed, parse};
use crate::limits::Limits;

const GENEROUS: Tolerance = Tolerance {
    guesses: Guesses::ALL,
    ..Tolerance::STANDARD
};

const TOLERANCES: [Tolerance; 5] = [
    Tolerance::STANDARD,
    GENEROUS,
    Tolerance {
        finish: Finish::Complete,
        ..Tolerance::STANDARD
    },
    Tolerance::EMBEDDED,
    Tolerance {
        guesses: Guesses::ALL,
        ..Tolerance::EMBEDDED
    },
];

fn run(text: &str, tolerance: Tolerance) -> Parsed<'_> {
    parse(text, tolerance, &Limits::default())
}

/// Generates pieces of text that resembles JSON.
fn split_pieces() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "=",
        " ",
        "\n",
        "\"a\"",
        "'b'",
        "“c”",
        "`d`",
        "e",
        "\"",
        "'",
        "’",
        "`",
        "```",
        "\\",
        "\\n",
        "\\u12",
        "1",
        "+5",
        ".5",
        "5.",
        "true",
        "None",
        "undefined",
        "NaN",
        "//",
        "#",
        "/*",
        "*/",
        "<think>",
        "</think>",
        "{\"k\":",
        "'d':",
        "ä",
        "\u{1}",
        "\u{feff}",
        "prose",
        "{}",
        "{\"a\":1}",
        "007",
        "0xF",
        ",,",
        "it's",
        "\"x\" y",
        "Paris",
        "{\"k\" ",
        "<think>{\"a\":2}</think>",
    ]);
    prop::collection::vec(token, 0..20).prop_map(|tokens| tokens.concat())
}

/// Generates JSON with characters deleted, doubled or inserted.
fn bent() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        0..3_u8,
        any::<prop::sample::Index>(),
    );
    (values(), prop::collection::vec(change, 1..4)).prop_map(|(value, changes)| {
        let mut text: Vec<char> = json!({ "a": value }).to_string().chars().collect();
        for (place, kind, other) in changes {
            if text.is_empty() {
                break;
            }
            let at = place.index(text.len());
            match kind {
                0 => drop(text.remove(at)),
                1 => text.insert(at, text[at]),
                _ => text.insert(at, text[other.index(text.len())]),
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn reads_strict_json_like_the_strict_parser(text in prop_oneof![split_pieces(), bent()]) {
        if let Some(tree) = run(&text, Tolerance::STRICT).tree {
            for tolerance in TOLERANCES {
                let parsed = run(&text, tolerance);
                prop_assert!(parsed.tree.is_some_and(|read| read.is_same(&tree)));
            }
        }
    }

    #[test]
    fn the_tolerant_reader_agrees_with_the_strict_one(value in values()) {
        // A comment makes the strict parser fail, but does not change the value.
        let text = json!({ "a": value }).to_string();
        for bent in [format!("/**/{text}"), format!("\u{feff}{text}"), format!("{text}}}")] {
            let parsed = run(&bent, Tolerance::STANDARD);
            prop_assert_eq!(parsed.tree.map(|t| t.to_value()), Some(json!({ "a": value })));
            prop_assert_eq!(parsed.repairs.len(), 1);
        }
    }

    #[test]
    fn a_guess_says_so_and_takes_the_place_of_nothing_that_is_sure(text in prop_oneof![split_pieces(), bent()]) {
        for (sure, tolerance) in [(Tolerance::STANDARD, GENEROUS), (Tolerance::EMBEDDED, TOLERANCES[4])] {
            let (sure, guessed) = (run(&text, sure), run(&text, tolerance));
            match (sure.tree, guessed.tree) {
                (None, Some(_)) => {
                    prop_assert!(guessed.repairs.iter().any(|repair| repair.class() == RuleClass::Generous));
                }
                (sure_tree, tree) => {
                    prop_assert_eq!(sure_tree.map(|tree| tree.to_value()), tree.map(|tree| tree.to_value()));
                    prop_assert_eq!(sure.repairs, guessed.repairs);
                    prop_assert_eq!(sure.issues, guessed.issues);
                }
            }
        }
    }

    #[test]
    fn every_text_has_one_answer(any in any::<String>(), pieces in split_pieces(), bent in bent()) {
        for text in [&any, &pieces, &bent] {
            for tolerance in TOLERANCES {
                let (first, second) = (run(text, tolerance), run(text, tolerance));
                prop_assert!(first.tree.is_some() || !first.issues.is_empty());
                prop_assert_eq!(&first.issues, &second.issues);
                prop_assert_eq!(&first.repairs, &second.repairs);
                prop_assert_eq!(
                    first.tree.as_ref().map(crate::tree::Tree::to_value),
                    second.tree.as_ref().map(crate::tree::Tree::to_value)
                );
                // Each deviation is recorded.
                let strict = run(text, Tolerance::STRICT).tree.is_some();
                let told = !first.repairs.is_empty() || !first.issues.is_empty();
                prop_assert!(strict || told, "{text}");
                prop_assert!(first.repairs.iter().all(|r| r.after.as_ref() != Some(&r.before) || r.before.is_string()));
            }
        }
    }

    #[test]
    fn a_cut_text_is_never_read(value in values(), cut in any::<prop::sample::Index>(), quote in any::<bool>()) {
        let text = json!({ "a": value }).to_string();
        let text = if quote { format!("Sure: {text}") } else { format!("{{'x': 1, {}", &text[1..]) };
        let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(7).collect();
        let end = borders[cut.index(borders.len())];
        for tolerance in [Tolerance::STANDARD, GENEROUS] {
            prop_assert!(run(&text[..end], tolerance).tree.is_none(), "{}", &text[..end]);
        }
    }
}

/// Returns the value of a string with unescaped backslashes. All of them stay, except one before a
/// quote, and one of two between the parts of a path. Returns `None` if one of two is ambiguous.
fn plainly_written(raw: &str) -> Option<String> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let characters: Vec<char> = raw.chars().collect();
    let mut read = String::new();
    let mut at = 0;
    while at < characters.len() {
        let next = characters.get(at + 1).copied();
        match (characters[at], next) {
            ('\\', Some(quote @ ('"' | '\''))) => {
                read.push(quote);
                at += 2;
            }
            ('\\', Some('\\')) => {
                let before = at.checked_sub(1).map(|before| characters[before]);
                let after = characters.get(at + 2).copied();
                let joins = before.is_some_and(is_of_word) && after.is_some_and(is_of_word);
                if !joins && before != Some(':') {
                    return None;
                }
                read.push('\\');
                at += 2;
            }
            (character, _) => {
                read.push(character);
                at += 1;
            }
        }
    }
    Some(read)
}

proptest! {
    #[test]
    fn keeps_every_backslash_of_a_string_with_an_unknown_escape(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "\\", "\\\\", "C:", "Users", "dev", "server", " ", ".", "_", "alpha", "\\'", "\\\"", "Q",
        ]), 1..8)
    ) {
        let raw = pieces.concat();
        let text = format!("{{\"a\":\"{raw}\"}}");
        if run(&text, Tolerance::STRICT).tree.is_none()
            && let Some(tree) = run(&text, Tolerance::STANDARD).tree
        {
            prop_assert_eq!(Some(tree.to_value()), plainly_written(&raw).map(|read| json!({ "a": read })));
        }
    }
}

/// `benches` measures the cost of each; quadratic work would take minutes here.
#[test]
fn any_repetition_is_read_to_its_end() {
    for unit in [
        "{", "[", "}", "{}", "{x}", "{a", "{\"", "{'", "{a:", "[{a:1},", "[[", "{a:[", "'", "\\n",
        "# \n", "/*", "{a:1}", "{a:1}}", "<think>", "{\"a\":'", "[1 ", "{a:1,{", "``", "{(\"",
        "'a',", "[01,", "'a'b", "\"a\"b", "\",\"", "<think>{", "[a b,", " b c,", "{\"a\" ", "[1,,",
        "f(", "f({a:1},", "<a>", "<a b=\"", "<a></b>", "<|a|>", "a: b\n", "a='", "[A]", "```",
    ] {
        for (head, tail) in [
            ("", ""),
            ("{'a': ", " "),
            ("['", "'"),
            ("x {", "\n"),
            ("{'a': 1}", " "),
            ("{a: [", "}"),
        ] {
            let half = 1 << 19;
            let (unit, tail) = (unit.repeat(half / unit.len()), tail.repeat(half));
            let text = format!("{head}{unit}{tail}");
            let _ = run(&text, GENEROUS);
        }
    }
}
