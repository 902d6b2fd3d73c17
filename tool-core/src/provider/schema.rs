//! A schema on its way to a provider: its place in the definition, and additions to its
//! description.

use serde_json::{Map, Value};

use super::ordered_map::OrderedMap;
use crate::schema::Lookup;
use crate::schema::keyword::{Holds, Keyword};
use crate::schema::walk::SchemaStep;

/// A schema as a map of keywords.
#[derive(Clone, Debug, Default)]
pub(super) struct Schema {
    /// The JSON Pointers of the original schemas in the definition.
    pub(super) origins: Vec<String>,
    /// Additions to the description.
    pub(super) words: Vec<String>,
    pub(super) keywords: OrderedMap<KeywordValue>,
}

/// The value of a keyword.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum KeywordValue {
    Data(Value),
    Schema(Box<Schema>),
    List(Vec<Schema>),
    Named(OrderedMap<Schema>),
}

/// Schemas are equal if their keywords are equal, at any place.
impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words && self.keywords == other.keywords
    }
}

impl Lookup for Schema {
    fn value(&self, keyword: &str) -> Option<&Value> {
        match self.keywords.get(keyword)? {
            KeywordValue::Data(value) => Some(value),
            _ => None,
        }
    }

    fn has_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.has(keyword))
    }
}

impl Schema {
    /// Creates a schema that allows any value, at the place of another one.
    pub(super) fn in_place_of(other: &Self) -> Self {
        Self {
            origins: other.origins.clone(),
            ..Self::default()
        }
    }

    pub(super) fn with(mut self, keyword: &str, value: impl Into<KeywordValue>) -> Self {
        self.insert(keyword, value);
        self
    }

    /// Returns the place of the schema in the definition, as a JSON Pointer.
    pub(super) fn origin(&self) -> &str {
        self.origins.first().map_or("", String::as_str)
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.keywords.get(keyword).is_some()
    }

    pub(super) fn is(&self, keyword: &str, value: &str) -> bool {
        self.text(keyword) == Some(value)
    }

    pub(super) fn is_false(&self, keyword: &str) -> bool {
        self.value(keyword) == Some(&Value::Bool(false))
    }

    /// Returns whether the schema allows any value.
    pub(super) fn is_any(&self) -> bool {
        self.keywords.is_empty()
    }

    /// Returns whether the schema lists a type.
    pub(super) fn names_type(&self, name: &str) -> bool {
        self.types().contains(&name)
    }

    pub(super) fn requires(&self, name: &str) -> bool {
        self.names("required").any(|one| one == name)
    }

    /// Returns the members of an `enum`, or the value of a `const`.
    pub(super) fn members(&self) -> Option<&[Value]> {
        match (self.value("const"), self.value("enum")) {
            (Some(member), _) => Some(std::slice::from_ref(member)),
            (None, Some(Value::Array(members))) => Some(members),
            _ => None,
        }
    }

    pub(super) fn schema(&self, keyword: &str) -> Option<&Self> {
        match self.keywords.get(keyword)? {
            KeywordValue::Schema(schema) => Some(schema),
            _ => None,
        }
    }

    pub(super) fn schemas(&self, keyword: &str) -> &[Self] {
        match self.keywords.get(keyword) {
            Some(KeywordValue::List(list)) => list,
            _ => &[],
        }
    }

    pub(super) fn schemas_mut(&mut self, keyword: &str) -> Option<&mut Vec<Self>> {
        match self.keywords.get_mut(keyword)? {
            KeywordValue::List(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn named(&self, keyword: &str) -> &OrderedMap<Self> {
        static EMPTY: OrderedMap<Schema> = OrderedMap::new();
        match self.keywords.get(keyword) {
            Some(KeywordValue::Named(named)) => named,
            _ => &EMPTY,
        }
    }

    pub(super) fn named_mut(&mut self, keyword: &str) -> Option<&mut OrderedMap<Self>> {
        match self.keywords.get_mut(keyword)? {
            KeywordValue::Named(named) => Some(named),
            _ => None,
        }
    }

    pub(super) fn properties(&self) -> &OrderedMap<Self> {
        self.named("properties")
    }

    /// Returns the properties. Adds the keyword if it is absent.
    pub(super) fn declare_properties(&mut self) -> Option<&mut OrderedMap<Self>> {
        self.insert_absent("properties", KeywordValue::Named(OrderedMap::default()));
        self.named_mut("properties")
    }

    pub(super) fn list_mut(&mut self, keyword: &str) -> Option<&mut Vec<Value>> {
        match self.keywords.get_mut(keyword)? {
            KeywordValue::Data(Value::Array(list)) => Some(list),
            _ => None,
        }
    }

    pub(super) fn insert(&mut self, keyword: &str, value: impl Into<KeywordValue>) {
        self.keywords.insert(keyword.to_owned(), value.into());
    }

    pub(super) fn insert_absent(&mut self, keyword: &str, value: impl Into<KeywordValue>) {
        if !self.has(keyword) {
            self.insert(keyword, value);
        }
    }

    pub(super) fn remove(&mut self, keyword: &str) -> Option<KeywordValue> {
        self.keywords.remove(keyword)
    }

    /// Removes a list of schemas.
    pub(super) fn remove_schemas(&mut self, keyword: &str) -> Option<Vec<Self>> {
        match self.remove(keyword)? {
            KeywordValue::List(list) => Some(list),
            _ => None,
        }
    }

    /// Returns the schemas directly inside this one, each with its keyword.
    pub(super) fn children(&self) -> impl Iterator<Item = (&str, &Self)> {
        let keywords = self.keywords.iter();
        keywords.flat_map(|(keyword, held)| held.schemas().map(move |schema| (keyword, schema)))
    }

    pub(super) fn children_mut(&mut self) -> impl Iterator<Item = (&str, &mut Self)> {
        let keywords = self.keywords.iter_mut();
        keywords.flat_map(|(keyword, held)| held.schemas_mut().map(move |one| (keyword, one)))
    }

    /// Moves the words of a schema to its replacement.
    pub(super) fn move_words(&mut self, to: &mut Self) {
        for keyword in ["title", "description"] {
            if let Some(value) = self.remove(keyword) {
                to.insert(keyword, value);
            }
        }
        if !self.words.is_empty() {
            to.words = std::mem::take(&mut self.words);
        }
    }

    /// Moves the words of a schema to the front of the words of an inner schema.
    pub(super) fn prepend_words(&mut self, to: &mut Self) {
        if let Some(KeywordValue::Data(Value::String(outer))) = self.remove("description") {
            let description = match to.text("description") {
                Some(inner) if !inner.is_empty() => format!("{outer} {inner}"),
                _ => outer,
            };
            to.insert("description", Value::from(description));
        }
        to.words.splice(0..0, self.words.drain(..));
    }

    /// Removes the words and returns them as text.
    pub(super) fn take_words(&mut self) -> Option<String> {
        let words = std::mem::take(&mut self.words);
        (!words.is_empty()).then(|| format!("({})", words.join(", ")))
    }

    /// Returns the description, followed by the words.
    pub(super) fn full_description(mut self) -> Option<String> {
        let words = self.take_words();
        let description = self.text("description");
        match (description.filter(|text| !text.is_empty()), words) {
            (Some(description), Some(words)) => Some(format!("{description} {words}")),
            (_, Some(words)) => Some(words),
            _ => description.map(str::to_owned),
        }
    }

    /// Returns the schema in its exported form.
    pub(super) fn into_value(mut self) -> Value {
        if !self.words.is_empty() {
            let description = self.clone().full_description().unwrap_or_default();
            self.insert("description", Value::from(description));
        }
        let keywords = self.keywords.into_iter();
        let keywords = keywords.map(|(keyword, held)| (keyword, held.into_value()));
        Value::Object(keywords.collect())
    }
}

/// Reads an inner schema, with the pointer from the outer one. `None` drops it.
pub(super) type ReadInside<'r, E> = dyn FnMut(&str, &Value) -> Result<Option<Schema>, E> + 'r;

impl KeywordValue {
    /// Reads the value of a keyword, and each schema in it with `read`. The pointer of a schema
    /// starts at the keyword.
    pub(super) fn read<E>(
        keyword: &str,
        value: &Value,
        read: &mut ReadInside<'_, E>,
    ) -> Result<Self, E> {
        let holds = Keyword::named(keyword).map(|keyword| keyword.holds);
        let mut at = |step: SchemaStep<'_>, value| read(&step.to_string(), value);
        Ok(match (holds, value) {
            (Some(Holds::SchemasByName | Holds::Dependencies), Value::Object(named)) => {
                let mut schemas = OrderedMap::default();
                let is_schema =
                    |value: &Value| holds != Some(Holds::Dependencies) || !value.is_array();
                for (name, value) in named.iter().filter(|(_, value)| is_schema(value)) {
                    if let Some(schema) = at(SchemaStep::Name(keyword, name), value)? {
                        schemas.push(name.clone(), schema);
                    }
                }
                Self::Named(schemas)
            }
            (Some(Holds::Schemas | Holds::Items | Holds::Schema), Value::Array(list)) => {
                let mut schemas = Vec::new();
                for (index, value) in list.iter().enumerate() {
                    schemas.extend(at(SchemaStep::Item(keyword, index), value)?);
                }
                Self::List(schemas)
            }
            (Some(Holds::Schema | Holds::Items), value) => {
                match at(SchemaStep::Keyword(keyword), value)? {
                    Some(schema) => schema.into(),
                    None => Self::Data(value.clone()),
                }
            }
            _ => Self::Data(value.clone()),
        })
    }

    fn schemas(&self) -> Box<dyn Iterator<Item = &Schema> + '_> {
        match self {
            Self::Data(_) => Box::new(std::iter::empty()),
            Self::Schema(schema) => Box::new(std::iter::once(&**schema)),
            Self::List(list) => Box::new(list.iter()),
            Self::Named(named) => Box::new(named.iter().map(|(_, schema)| schema)),
        }
    }

    fn schemas_mut(&mut self) -> Box<dyn Iterator<Item = &mut Schema> + '_> {
        match self {
            Self::Data(_) => Box::new(std::iter::empty()),
            Self::Schema(schema) => Box::new(std::iter::once(&mut **schema)),
            Self::List(list) => Box::new(list.iter_mut()),
            Self::Named(named) => Box::new(named.iter_mut().map(|(_, schema)| schema)),
        }
    }

    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Data(value) => value,
            Self::Schema(schema) => schema.into_value(),
            Self::List(list) => list.into_iter().map(Schema::into_value).collect(),
            Self::Named(named) => {
                let named = named.into_iter();
                let named = named.map(|(name, schema)| (name, schema.into_value()));
                Value::Object(named.collect::<Map<_, _>>())
            }
        }
    }
}

impl From<Value> for KeywordValue {
    fn from(value: Value) -> Self {
        Self::Data(value)
    }
}

impl From<Schema> for KeywordValue {
    fn from(schema: Schema) -> Self {
        Self::Schema(Box::new(schema))
    }
}

impl From<Vec<Schema>> for KeywordValue {
    fn from(list: Vec<Schema>) -> Self {
        Self::List(list)
    }
}

impl From<OrderedMap<Schema>> for KeywordValue {
    fn from(named: OrderedMap<Schema>) -> Self {
        Self::Named(named)
    }
}
