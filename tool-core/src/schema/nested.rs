//! Finds the schemas of nested values, and the types that they accept.

use std::collections::HashSet;

use serde_json::Value;

use super::{Lookup, References};
use crate::issue::TypeSet;

/// Finds the schemas of the values in one document.
pub(crate) struct Schemas<'d> {
    root: Option<&'d Value>,
    /// The forms of the root.
    forms: SchemaForms<'d>,
}

/// The forms of one value: its schema, the targets of references, and the alternatives.
#[derive(Debug, Default)]
pub(crate) struct SchemaForms<'d> {
    /// Most values have one form, which needs no allocation.
    first: Option<&'d Value>,
    others: Vec<&'d Value>,
}

impl<'d> SchemaForms<'d> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'d Value> + Clone {
        self.first.into_iter().chain(self.others.iter().copied())
    }

    fn get(&self, index: usize) -> Option<&'d Value> {
        match index.checked_sub(1) {
            None => self.first,
            Some(other) => self.others.get(other).copied(),
        }
    }

    fn push(&mut self, form: &'d Value) {
        match self.first {
            None => self.first = Some(form),
            Some(_) => self.others.push(form),
        }
    }
}

impl<'d> Schemas<'d> {
    pub(crate) fn of(root: Option<&'d Value>) -> Self {
        let mut schemas = Self {
            root,
            forms: SchemaForms::default(),
        };
        schemas.forms = schemas.list_forms(root);
        schemas
    }

    /// Returns the forms of the root.
    pub(crate) fn root(&self) -> &SchemaForms<'d> {
        &self.forms
    }

    /// Returns whether an object of these forms declares a member. Returns `None` if no form
    /// declares any.
    pub(crate) fn declares_member(forms: &SchemaForms<'_>, name: &str) -> Option<bool> {
        let mut objects = forms
            .iter()
            .filter_map(|form| form.object("properties"))
            .peekable();
        objects.peek()?;
        Some(objects.any(|properties| properties.contains_key(name)))
    }

    /// Returns the forms of an argument.
    pub(crate) fn argument(&self, name: &str) -> SchemaForms<'d> {
        self.member(&self.forms, name)
    }

    /// Returns the forms of a member of an object. Each form of the object may have its own.
    pub(crate) fn member(&self, forms: &SchemaForms<'d>, name: &str) -> SchemaForms<'d> {
        let objects = forms.iter().filter_map(|form| form.object("properties"));
        let declared = self.list_forms(objects.filter_map(|properties| properties.get(name)));
        if declared.first.is_some() {
            return declared;
        }
        self.other_members(forms)
    }

    /// Returns the forms of the undeclared members of an object.
    pub(crate) fn other_members(&self, forms: &SchemaForms<'d>) -> SchemaForms<'d> {
        let others = forms
            .iter()
            .filter_map(|form| form.value("additionalProperties"));
        self.list_forms(others.filter(|schema| schema.is_object()))
    }

    /// Returns the forms of an item of an array. Each form of the array may have its own.
    pub(crate) fn item(&self, forms: &SchemaForms<'d>, index: usize) -> SchemaForms<'d> {
        let item_of = |form: &'d Value| {
            let items = || form.value("items").filter(|items| items.is_object());
            let first = form.list("prefixItems").get(index);
            first
                .or_else(|| form.list("items").get(index))
                .or_else(items)
        };
        self.list_forms(forms.iter().filter_map(item_of))
    }

    fn list_forms(&self, schemas: impl IntoIterator<Item = &'d Value>) -> SchemaForms<'d> {
        let mut forms = SchemaForms::default();
        for schema in schemas {
            forms.push(schema);
        }
        self.complete(forms)
    }

    /// Adds the targets of references and the alternatives to these schemas. Follows each
    /// reference once, because references may form a circle.
    fn complete(&self, mut forms: SchemaForms<'d>) -> SchemaForms<'d> {
        let mut targets = None;
        let mut next = 0;
        while let Some(form) = forms.get(next) {
            for (keyword, value) in form.as_object().into_iter().flatten() {
                match (keyword.as_str(), value) {
                    ("$ref", Value::String(reference)) => {
                        let targets = targets.get_or_insert_with(HashSet::new);
                        let root = self.root.map(References::of);
                        let target = root.and_then(|references| references.target(reference));
                        let is_new = |target: &&Value| targets.insert(std::ptr::from_ref(*target));
                        if let Some(target) = target.filter(is_new) {
                            forms.push(target);
                        }
                    }
                    ("anyOf" | "oneOf" | "allOf", Value::Array(schemas)) => {
                        for schema in schemas {
                            forms.push(schema);
                        }
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        forms
    }

    /// Returns the types of a value with these forms.
    pub(crate) fn types(forms: &SchemaForms<'_>) -> TypeSet {
        let types = forms.iter().map(Self::types_of);
        types.fold(TypeSet::EMPTY, TypeSet::union)
    }

    /// Returns the types that a schema names itself.
    fn types_of(schema: &Value) -> TypeSet {
        let named = match schema.value("type") {
            Some(Value::String(name)) => TypeSet::named(name),
            Some(Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str).map(TypeSet::named);
                names.fold(TypeSet::EMPTY, TypeSet::union)
            }
            _ => TypeSet::EMPTY,
        };
        if named != TypeSet::EMPTY {
            return named;
        }
        let constant = schema.value("const").map(TypeSet::of_value);
        let members = schema.list("enum").iter().map(TypeSet::of_value);
        let listed = members.chain(constant).fold(TypeSet::EMPTY, TypeSet::union);
        if listed != TypeSet::EMPTY {
            return listed;
        }
        if schema.value("properties").is_some() {
            return TypeSet::OBJECT;
        }
        if schema
            .value("items")
            .or(schema.value("prefixItems"))
            .is_some()
        {
            return TypeSet::ARRAY;
        }
        TypeSet::EMPTY
    }
}
