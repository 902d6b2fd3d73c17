/// A map that keeps the order of its entries.
#[derive(Clone, Debug)]
pub(super) struct OrderedMap<T>(Vec<(String, T)>);

impl<T> Default for OrderedMap<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: PartialEq> PartialEq for OrderedMap<T> {
    fn eq(&self, other: &Self) -> bool {
        let mut entries = self.iter();
        self.len() == other.len() && entries.all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<T> OrderedMap<T> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn get(&self, key: &str) -> Option<&T> {
        self.iter()
            .find_map(|(known, value)| (known == key).then_some(value))
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut T> {
        let mut entries = self.0.iter_mut();
        entries.find_map(|(known, value)| (known == key).then_some(value))
    }

    /// Adds an entry whose key is new.
    pub(super) fn push(&mut self, key: String, value: T) {
        self.0.push((key, value));
    }

    pub(super) fn insert(&mut self, key: String, value: T) {
        match self.get_mut(&key) {
            Some(known) => *known = value,
            None => self.push(key, value),
        }
    }

    pub(super) fn insert_first(&mut self, key: &str, value: T) {
        self.remove(key);
        self.0.insert(0, (key.to_owned(), value));
    }

    pub(super) fn remove(&mut self, key: &str) -> Option<T> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(at).1)
    }

    pub(super) fn retain(&mut self, mut keeps: impl FnMut(&str, &T) -> bool) {
        self.0.retain(|(key, value)| keeps(key, value));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&str, &mut T)> {
        self.0.iter_mut().map(|(key, value)| (key.as_str(), value))
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(key, _)| key)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> IntoIterator for OrderedMap<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> FromIterator<(String, T)> for OrderedMap<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}
