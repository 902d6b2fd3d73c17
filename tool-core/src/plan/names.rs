use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;

use super::object::is_same;
use super::styles::Styles;
use crate::issue::folds_alike;

/// The names that the input is matched against: property names, enum members, or tags.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: Vec<NameEntry>,
    /// The lookup tables for many names. Boxed to keep nodes small, since each step of a recursion
    /// moves one.
    index: Option<Box<NameIndex>>,
}

#[derive(Debug, Default)]
struct NameIndex {
    /// Maps each text to the index of its first entry.
    texts: HashMap<String, usize>,
    styles: OnceLock<Styles>,
}

/// Maximum number of names that are compared one by one.
const LINEAR: usize = 32;

#[derive(Debug)]
struct NameEntry {
    text: String,
    /// The name as a JSON string, with quotes.
    written: String,
    /// Further names, matched exactly.
    aliases: Vec<String>,
    /// The index of the named item in the caller's table.
    target: usize,
}

impl Names {
    pub(crate) fn push(&mut self, name: &str, aliases: &[String], target: usize) {
        self.names.push(NameEntry {
            text: name.to_owned(),
            written: Value::from(name).to_string(),
            aliases: aliases.to_vec(),
            target,
        });
        if self.names.len() <= LINEAR {
            return;
        }
        let new = self.names.len() - 1;
        let from = if self.index.is_some() { new } else { 0 };
        let index = self.index.get_or_insert_default();
        index.styles.take();
        for (number, name) in self.names.iter().enumerate().skip(from) {
            index.texts.entry(name.text.clone()).or_insert(number);
        }
    }

    fn find_named(&self, text: &str) -> Option<&NameEntry> {
        match &self.index {
            Some(index) => self.names.get(*index.texts.get(text)?),
            None => self
                .names
                .iter()
                .find(|name| is_same(name.text.as_bytes(), text.as_bytes())),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.text.as_str())
    }

    pub(crate) fn find_exact(&self, text: &str) -> Option<usize> {
        self.find_named(text).map(|name| name.target)
    }

    /// Returns the target whose JSON string the text starts with. Returns `None` if there are many
    /// names. The caller then parses the text and looks it up.
    #[inline]
    pub(crate) fn find_in_text(&self, text: &[u8]) -> Option<usize> {
        if self.index.is_some() {
            return None;
        }
        let is_it = |name: &&NameEntry| {
            let start = text.get(..name.written.len());
            start.is_some_and(|start| is_same(start, name.written.as_bytes()))
        };
        self.names.iter().find(is_it).map(|name| name.target)
    }

    /// Returns the target of a text and the target's name. Tries an exact match, then the aliases,
    /// then a match by case and style that fits exactly one target.
    pub(crate) fn find_meant(&self, text: &str) -> Option<(usize, &str)> {
        let name = self
            .find_named(text)
            .or_else(|| self.find_alias(text))
            .or_else(|| self.find_folded(text))?;
        Some((name.target, &name.text))
    }

    fn find_alias(&self, text: &str) -> Option<&NameEntry> {
        if let Some(styles) = self.styles() {
            return self.names.get(styles.aliases.get(text)?);
        }
        let is_alias = |name: &&NameEntry| name.aliases.iter().any(|alias| alias == text);
        self.names.iter().find(is_alias)
    }

    fn find_folded(&self, text: &str) -> Option<&NameEntry> {
        if let Some(styles) = self.styles() {
            return self.names.get(styles.by_spelling(text)?);
        }
        let alike = |name: &&NameEntry| {
            let mut names = name.aliases.iter().chain([&name.text]);
            names.any(|name| folds_alike(name, text))
        };
        let mut names = self.names.iter().filter(alike);
        let first = names.next()?;
        names
            .all(|other| other.target == first.target)
            .then_some(first)
    }

    /// Returns the aliases and spellings of the names, if there are many names.
    fn styles(&self) -> Option<&Styles> {
        let index = self.index.as_ref()?;
        Some(index.styles.get_or_init(|| {
            let mut styles = Styles::default();
            for (number, name) in self.names.iter().enumerate() {
                let is_same = |first: usize| self.names[first].target == name.target;
                for alias in &name.aliases {
                    // The first name that declares an alias keeps it.
                    styles.aliases.add(alias.clone(), number, |_| true);
                    styles.add_spelling(alias, number, is_same);
                }
                styles.add_spelling(&name.text, number, is_same);
            }
            styles
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{LINEAR, Names};

    #[test]
    fn many_names_are_found_like_few() {
        let [few, many] = [0, LINEAR].map(|others| {
            let mut names = Names::default();
            let aliases = ["same", "own"].map(str::to_owned);
            names.push("file_path", &aliases, 7);
            names.push("filePath", &aliases[..1], 7);
            names.push("a_b", &[], 8);
            names.push("a-b", &[], 9);
            for other in 0..others {
                names.push(&format!("other {other}"), &[], other);
            }
            names
        });
        assert!(few.index.is_none() && many.index.is_some());
        for text in [
            "filePath",
            "FILE-PATH",
            "same",
            "own",
            "Own",
            "SAME",
            "aB",
            "",
            "-",
        ] {
            assert_eq!(few.find_meant(text), many.find_meant(text), "{text:?}");
        }
    }
}
