//! Literals of JSON and of other languages.

use super::state::TolerantParser;
use crate::issue::{PathStack, Rule};
use crate::json::Stopped;
use crate::json::expected::VALUE;
use crate::tree::Tree;

const WORDS: [&str; 10] = [
    "true",
    "false",
    "null",
    "True",
    "False",
    "None",
    "TRUE",
    "FALSE",
    "NULL",
    "undefined",
];

impl<'a> TolerantParser<'a, '_> {
    /// Reads the literal at the current position. Returns `None` for `undefined`, which the
    /// container handles.
    pub(super) fn parse_literal(
        &mut self,
        chain: &PathStack<'_>,
    ) -> Result<Option<Tree<'a>>, Stopped> {
        let start = self.at;
        let word = self.read_bare_word();
        if self.is_at_end() && WORDS.iter().any(|whole| whole.starts_with(word)) {
            return Err(self.fail_truncated());
        }
        let tree = match word {
            "true" | "True" | "TRUE" => Tree::Bool(true),
            "false" | "False" | "FALSE" => Tree::Bool(false),
            "null" | "None" | "NULL" => Tree::Null,
            "undefined" if self.is_bare_end() => return Ok(None),
            _ => return Err(self.fail_without_word(chain, start)),
        };
        if !self.is_bare_end() {
            return Err(self.fail_without_word(chain, start));
        }
        if word.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.repair(chain, Rule::Literal, start, |_| Some(tree.to_value()));
        }
        Ok(Some(tree))
    }

    pub(super) fn is_literal_at(&self, at: usize) -> bool {
        WORDS.contains(&self.word_at(at))
    }

    fn fail_without_word(&mut self, chain: &PathStack<'_>, start: usize) -> Stopped {
        if matches!(chain, PathStack::Root) {
            self.at = start;
            return self.fail_without_value(chain);
        }
        self.fail_invalid(VALUE, start)
    }
}
