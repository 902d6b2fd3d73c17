use crate::issue::folds_alike;

/// Names that the text of a call is matched against: a property's, an enum
/// member's, a tag's.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<Name>);

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
        self.0.push(Name {
            text: name.to_owned(),
            aliases: aliases.to_vec(),
            target,
        });
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|name| name.text.as_str())
    }

    /// What is named so to the letter.
    pub(crate) fn exact(&self, text: &str) -> Option<usize> {
        let named = self.0.iter().find(|name| name.text == text);
        named.map(|name| name.target)
    }

    /// What is meant, and its name: named so to the letter, by an alias, or by
    /// case and style where that fits one target alone.
    pub(crate) fn meant(&self, text: &str) -> Option<(usize, &str)> {
        let exact = self.0.iter().find(|name| name.text == text);
        let name = exact
            .or_else(|| self.alias(text))
            .or_else(|| self.folded(text))?;
        Some((name.target, &name.text))
    }

    fn alias(&self, text: &str) -> Option<&Name> {
        let is_alias = |name: &&Name| name.aliases.iter().any(|alias| alias == text);
        self.0.iter().find(is_alias)
    }

    fn folded(&self, text: &str) -> Option<&Name> {
        let alike = |name: &&Name| folds_alike(&name.text, text);
        let mut names = self.0.iter().filter(alike);
        let first = names.next()?;
        names
            .all(|other| other.target == first.target)
            .then_some(first)
    }
}
