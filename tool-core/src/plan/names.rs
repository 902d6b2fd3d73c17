use std::collections::HashMap;

use crate::issue::folds_alike;

/// Names that the text of a call is matched against: a property's, an enum
/// member's, a tag's.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: Vec<Name>,
    /// Where the first of each text is, if there are many names.
    #[expect(
        clippy::box_collection,
        reason = "nodes are moved at each step of a recursion, so that they have to be small"
    )]
    index: Option<Box<HashMap<String, usize>>>,
}

/// Up to here names are compared one by one.
const LINEAR: usize = 32;

#[derive(Debug)]
struct Name {
    text: String,
    /// Further names, matched to the letter.
    aliases: Vec<String>,
    /// What the name stands for, in the table of whoever asks.
    target: usize,
}

impl Names {
    pub(crate) fn push(&mut self, name: &str, aliases: &[String], target: usize) {
        self.names.push(Name {
            text: name.to_owned(),
            aliases: aliases.to_vec(),
            target,
        });
        if self.names.len() <= LINEAR {
            return;
        }
        let new = self.names.len() - 1;
        let from = if self.index.is_some() { new } else { 0 };
        let index = self.index.get_or_insert_default();
        for (number, name) in self.names.iter().enumerate().skip(from) {
            index.entry(name.text.clone()).or_insert(number);
        }
    }

    fn named(&self, text: &str) -> Option<&Name> {
        match &self.index {
            Some(index) => self.names.get(*index.get(text)?),
            None => self.names.iter().find(|name| name.text == text),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.text.as_str())
    }

    /// What is named so to the letter.
    pub(crate) fn exact(&self, text: &str) -> Option<usize> {
        self.named(text).map(|name| name.target)
    }

    /// What is meant, and its name: named so to the letter, by an alias, or by
    /// case and style where that fits one target alone.
    pub(crate) fn meant(&self, text: &str) -> Option<(usize, &str)> {
        let name = self
            .named(text)
            .or_else(|| self.alias(text))
            .or_else(|| self.folded(text))?;
        Some((name.target, &name.text))
    }

    fn alias(&self, text: &str) -> Option<&Name> {
        let is_alias = |name: &&Name| name.aliases.iter().any(|alias| alias == text);
        self.names.iter().find(is_alias)
    }

    fn folded(&self, text: &str) -> Option<&Name> {
        let alike = |name: &&Name| folds_alike(&name.text, text);
        let mut names = self.names.iter().filter(alike);
        let first = names.next()?;
        names
            .all(|other| other.target == first.target)
            .then_some(first)
    }
}
