//! Optional flattened enums, in objects that accept further keys.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::super::keywords::Keywords;
use super::super::{SchemaError, aliases};
use super::Compiler;
use crate::issue::TypeSet;
use crate::schema::keyword::{CLOSING, FORMS, UNIONS};
use crate::schema::walk::iter_objects;
use crate::schema::{ALIASES, Lookup};

impl Compiler<'_> {
    /// Returns the keywords of an object, with a restricted form for an absent enum. That form
    /// rejects the properties of the other forms that have an alias. This applies to properties
    /// that the object would otherwise accept as further keys.
    ///
    /// Serde reads an alias as the property. The type would then contain an enum although the
    /// schema declares it absent.
    pub(super) fn with_absent_enums<'k>(
        &self,
        keywords: Keywords<'k>,
    ) -> Result<Cow<'k, Map<String, Value>>, SchemaError> {
        let mut map = Cow::Borrowed(keywords.map);
        let is_object = map.contains_key("properties") || map.contains_key("type");
        if !self.derived || !is_object {
            return Ok(map);
        }
        for (index, schema) in keywords.map.list("allOf").iter().enumerate() {
            if let Some(forms) = self.add_absent_forms(schema.get("anyOf"), keywords)?
                && let Some(all) = map.to_mut().get_mut("allOf")
            {
                all[index]["anyOf"] = forms;
            }
        }
        if let Some(forms) = self.add_absent_forms(map.get("anyOf"), keywords)? {
            map.to_mut().insert("anyOf".to_owned(), forms);
        }
        Ok(map)
    }

    /// Returns the forms of an optional flattened enum. Returns `None` if they do not change.
    fn add_absent_forms(
        &self,
        forms: Option<&Value>,
        keywords: Keywords<'_>,
    ) -> Result<Option<Value>, SchemaError> {
        let Some(Value::Array(forms)) = forms else {
            return Ok(None);
        };
        if !forms.iter().any(asks_for_nothing) {
            return Ok(None);
        }
        let mut types = TypeCache::default();
        let further = CLOSING
            .iter()
            .find_map(|keyword| keywords.map.get(*keyword))
            .map_or(TypeSet::ALL, |further| {
                self.find_possible_types(further, &mut types)
            });
        let mut hidden = Hidden {
            further,
            types,
            names: Map::new(),
        };
        for form in forms {
            self.collect_hidden(form, &mut HashSet::new(), &mut hidden);
        }
        let hidden = hidden.names;
        if hidden.is_empty() {
            return Ok(None);
        }
        let own = keywords.map.get("properties");
        let mut names = hidden.keys();
        if let Some(name) = names.find(|name| own.is_some_and(|own| own.get(name).is_some())) {
            let reason = format!(
                "the property `{name}` of an optional flattened enum has an alias, and another \
                 field has the same name"
            );
            return Err(keywords.error("anyOf", reason).with_suggestion(
                "rename the property, remove the alias, or flatten the enum without `Option`",
            ));
        }
        let absent = json!({"properties": hidden});
        let forms = forms.iter().map(|form| {
            let form = if asks_for_nothing(form) {
                &absent
            } else {
                form
            };
            form.clone()
        });
        Ok(Some(forms.collect()))
    }

    /// Collects the aliased properties of a form, together with their aliases. A property also
    /// counts if one of its values has an alias. Each collected name maps to the schema `false`.
    fn collect_hidden(&self, form: &Value, met: &mut HashSet<String>, hidden: &mut Hidden) {
        let Value::Object(form) = form else {
            return;
        };
        if let Some(target) = self.find_target_once(form, met) {
            self.collect_hidden(target, met, hidden);
        }
        for form in FORMS.iter().flat_map(|keyword| form.list(keyword)) {
            self.collect_hidden(form, met, hidden);
        }
        let form = aliases::settle(form);
        for (name, property) in form.entries("properties") {
            let map = property.as_object();
            if map.is_some_and(|map| self.has_alias(map, &mut HashSet::new()))
                && self
                    .find_possible_types(property, &mut hidden.types)
                    .meets(hidden.further)
            {
                let aliases = property.names(ALIASES).map(str::to_owned);
                let names = aliases.chain([name.clone()]);
                hidden
                    .names
                    .extend(names.map(|name| (name, Value::Bool(false))));
            }
        }
    }

    /// Returns whether a schema contains an alias. Follows references.
    fn has_alias(&self, map: &Map<String, Value>, met: &mut HashSet<String>) -> bool {
        map.contains_key(ALIASES)
            || self
                .find_target_once(map, met)
                .and_then(Value::as_object)
                .is_some_and(|target| self.has_alias(target, met))
            || iter_objects(map).any(|schema| self.has_alias(schema, met))
    }

    /// Returns the types that values of a schema may have. Caches the types of references.
    fn find_possible_types(&self, schema: &Value, known: &mut TypeCache) -> TypeSet {
        let map = match schema {
            Value::Bool(false) => return TypeSet::EMPTY,
            Value::Object(map) => map,
            _ => return TypeSet::ALL,
        };
        let mut types = Keywords { map, path: "" }.types().unwrap_or(TypeSet::ALL);
        let mut narrow = |part: TypeSet| types = types.without(TypeSet::ALL.without(part));
        if let Some(reference) = map.text("$ref") {
            narrow(self.find_types_of_reference(reference, known));
        }
        for keyword in UNIONS {
            if let Some(Value::Array(forms)) = map.get(keyword) {
                let forms = forms
                    .iter()
                    .map(|form| self.find_possible_types(form, known));
                narrow(forms.fold(TypeSet::EMPTY, TypeSet::union));
            }
        }
        types
    }

    fn find_types_of_reference(&self, reference: &str, known: &mut TypeCache) -> TypeSet {
        if let Some(types) = known.get(reference) {
            return *types;
        }
        // A reference to itself may have any type.
        known.insert(reference.to_owned(), TypeSet::ALL);
        let target = self.references.target(reference);
        let types = target.map_or(TypeSet::ALL, |target| {
            self.find_possible_types(target, known)
        });
        known.insert(reference.to_owned(), types);
        types
    }

    /// Returns the target of a schema's reference. Returns `None` for a reference in `met`.
    fn find_target_once(
        &self,
        schema: &Map<String, Value>,
        met: &mut HashSet<String>,
    ) -> Option<&Value> {
        let reference = schema.text("$ref")?;
        let is_new = met.insert(reference.to_owned());
        self.references.target(reference).filter(|_| is_new)
    }
}

/// Caches the types of reference targets, by reference.
type TypeCache = HashMap<String, TypeSet>;

/// The names that the form of an absent enum excludes.
struct Hidden {
    further: TypeSet,
    types: TypeCache,
    names: Map<String, Value>,
}

/// Returns whether the form accepts every value.
fn asks_for_nothing(form: &Value) -> bool {
    let annotations = ["description", "title", "$comment"];
    let is_annotation = |keyword: &String| annotations.contains(&keyword.as_str());
    form.as_object()
        .is_some_and(|form| form.keys().all(is_annotation))
}
