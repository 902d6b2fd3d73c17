use serde_json::{Map, Value};

/// Changes an object and keeps the order of its other entries.
///
/// If the map preserves the insertion order, `Map::remove` moves the last entry to the place of the
/// removed one.
pub(crate) trait OrderedMapExt {
    fn remove_key(&mut self, key: &str) -> Option<Value>;
}

#[cfg(feature = "preserve_order")]
impl OrderedMapExt for Map<String, Value> {
    fn remove_key(&mut self, key: &str) -> Option<Value> {
        self.shift_remove(key)
    }
}

#[cfg(not(feature = "preserve_order"))]
impl OrderedMapExt for Map<String, Value> {
    fn remove_key(&mut self, key: &str) -> Option<Value> {
        self.remove(key)
    }
}

/// Reads the keywords of a schema. A keyword whose value has another form counts as absent.
pub(crate) trait Lookup {
    fn value(&self, keyword: &str) -> Option<&Value>;

    fn text(&self, keyword: &str) -> Option<&str> {
        self.value(keyword)?.as_str()
    }

    fn object(&self, keyword: &str) -> Option<&Map<String, Value>> {
        self.value(keyword)?.as_object()
    }

    fn list(&self, keyword: &str) -> &[Value] {
        let list = self.value(keyword).and_then(Value::as_array);
        list.map_or(&[], Vec::as_slice)
    }

    /// Returns the strings of a list.
    fn names(&self, keyword: &str) -> impl Iterator<Item = &str> {
        self.list(keyword).iter().filter_map(Value::as_str)
    }

    /// Returns the names of the types, from a single name or a list.
    fn types(&self) -> Vec<&str> {
        let one = self.text("type").into_iter();
        one.chain(self.names("type")).collect()
    }

    /// Returns the entries of an object.
    fn entries(&self, keyword: &str) -> impl Iterator<Item = (&String, &Value)> {
        self.object(keyword).into_iter().flatten()
    }

    fn has_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.value(keyword).is_some())
    }
}

impl Lookup for Map<String, Value> {
    fn value(&self, keyword: &str) -> Option<&Value> {
        self.get(keyword)
    }
}

impl Lookup for Value {
    fn value(&self, keyword: &str) -> Option<&Value> {
        self.get(keyword)
    }
}
