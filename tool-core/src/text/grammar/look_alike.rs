//! Text that a reader could take for a value of another type.

use super::free_text::{FreeText, TextKind};
use super::rules::{Rules, write_class};
use crate::issue::TypeSet;

/// The values that a text must not look like.
#[derive(Default)]
pub(super) struct LookAlikes {
    /// The names of the types.
    names: Vec<&'static str>,
    /// `true`, `false` and `null`, which may have any case.
    words: Vec<&'static str>,
    has_numbers: bool,
    /// The first characters of arrays and objects.
    brackets: Vec<char>,
}

/// The characters of numbers.
const OF_NUMBERS: [char; 15] = [
    '-', '+', '.', 'e', 'E', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
];

impl LookAlikes {
    /// Returns the values of these types. `None` without types.
    pub(super) fn of(types: TypeSet) -> Option<Self> {
        let mut alike = Self::default();
        for (one, name, words, brackets) in [
            (TypeSet::NULL, "null", &["null"][..], &[][..]),
            (TypeSet::BOOLEAN, "boolean", &["true", "false"], &[]),
            (TypeSet::ARRAY, "array", &[], &['[', '(']),
            (TypeSet::OBJECT, "object", &[], &['{']),
        ] {
            if types.meets(one) {
                alike.names.push(name);
                alike.words.extend(words);
                alike.brackets.extend(brackets);
            }
        }
        if types.meets(TypeSet::NUMBER) {
            alike.names.push("number");
            alike.has_numbers = true;
        }
        (!alike.names.is_empty()).then_some(alike)
    }

    /// Defines a rule for text that contains none of the marks and looks like none of the values.
    /// White space around a value belongs to it.
    ///
    /// The rule also leaves out a text of spaces and characters of numbers alone. A text of limited
    /// length does not begin with a character of a value.
    pub(super) fn define(
        &self,
        rules: &mut Rules,
        name: &str,
        marks: &[&str],
        lengths: (u64, Option<u64>),
    ) -> String {
        let text = &FreeText::new(name, TextKind::Plain, marks, lengths);
        rules.define(self.name_of(text, "start"), |rules| {
            let mut passed = list_spaces();
            passed.extend(OF_NUMBERS.iter().filter(|_| self.has_numbers));
            let mut but = passed.clone();
            but.extend(&self.brackets);
            let is_counted = text.least > 1 || text.greatest.is_some();
            if is_counted {
                but.extend(self.words.iter().flat_map(|word| both_cases(word, 0)));
            }
            let mut ways = if is_counted {
                text.write_ways("", 0, &but, rules)
            } else {
                let passed = write_class(passed, false);
                format!("{passed}* ({})", self.write_word("", but, text, rules))
            };
            if text.least == 0 {
                ways = format!("({ways})?");
            }
            ways
        })
    }

    /// Defines the rest of a text after the beginning of a word.
    fn define_word(&self, begun: &str, text: &FreeText<'_>, rules: &mut Rules) -> String {
        rules.define(self.name_of(text, begun), |rules| {
            if !self.words.contains(&begun) {
                return format!("({})?", self.write_word(begun, Vec::new(), text, rules));
            }
            let spaces = list_spaces();
            let ways = text.write_ways("", 0, &spaces, rules);
            format!("{}* ({ways})", write_class(spaces, false))
        })
    }

    /// Writes a text that goes on with a word, or with any other character.
    fn write_word(
        &self,
        begun: &str,
        mut but: Vec<char>,
        text: &FreeText<'_>,
        rules: &mut Rules,
    ) -> String {
        let words = self.words.iter().filter(|word| word.starts_with(begun));
        let mut nexts: Vec<_> = words
            .map(|word| (both_cases(word, begun.len()), &word[..=begun.len()]))
            .collect();
        nexts.dedup();
        but.extend(nexts.iter().flat_map(|(cases, _)| cases));
        let mut ways = vec![text.write_ways("", 0, &but, rules)];
        for (cases, word) in nexts {
            let rest = self.define_word(word, text, rules);
            ways.push(format!("{} {rest}", write_class(cases, false)));
        }
        ways.join(" | ")
    }

    fn name_of(&self, text: &FreeText<'_>, state: &str) -> String {
        let lengths = match text.greatest {
            Some(greatest) => format!("{}-to-{greatest}-", text.least),
            None if text.least > 0 => format!("at-least-{}-", text.least),
            None => String::new(),
        };
        format!("{}-no-{}-{lengths}{state}", text.name, self.names.join("-"))
    }
}

/// Returns a character of a word in both cases.
fn both_cases(word: &str, at: usize) -> Vec<char> {
    let c = word[at..].chars().next();
    c.into_iter()
        .flat_map(|c| [c, c.to_ascii_uppercase()])
        .collect()
}

/// Returns the white space of Unicode.
fn list_spaces() -> Vec<char> {
    ('\0'..='\u{3000}').filter(|c| c.is_whitespace()).collect()
}
