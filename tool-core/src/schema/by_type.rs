/// A table by the names of Rust types. Tools have few types with an entry, so the entries are
/// compared one by one.
#[derive(Clone, Debug)]
pub(crate) struct ByType<V>(Vec<(&'static str, V)>);

impl<V> Default for ByType<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> ByType<V> {
    pub(crate) fn get(&self, of: &str) -> Option<&V> {
        self.iter()
            .find_map(|(name, value)| (name == of).then_some(value))
    }

    /// Returns the entry of a type. Adds it if it is absent.
    pub(crate) fn get_or_insert_with(
        &mut self,
        of: &'static str,
        make: impl FnOnce() -> V,
    ) -> &mut V {
        let known = self.0.iter().position(|(name, _)| *name == of);
        let index = known.unwrap_or_else(|| {
            self.0.push((of, make()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &V)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V> FromIterator<(&'static str, V)> for ByType<V> {
    fn from_iter<I: IntoIterator<Item = (&'static str, V)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}
