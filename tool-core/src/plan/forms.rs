//! The separately compiled forms of untagged enums. When serde reads such an enum, they decide the
//! form of a value.

use std::collections::HashSet;

use serde_json::Value;

use super::compile::Compiler;
use super::compiled::FlattenedType;
use super::dialect::Dialect;
use super::{Child, CompiledForm, CompiledForms, Given, ObjectPlan, Plan};
use crate::schema::OrderedMapExt as _;
use crate::schema::keyword::UNIONS;
use crate::schema::{ByType, FORM, Lookup, Met, Preprocess, additional_name, form_name};

impl CompiledForms {
    /// Compiles the forms collected during schema generation. Returns `None` without any forms. If
    /// the forms of a type cannot be compiled separately, serde alone reads the type.
    pub(crate) fn compile(met: &Met) -> Option<Self> {
        if met.forms.is_empty() && met.flattened.is_empty() {
            return None;
        }
        let mut branches = Vec::new();
        let definitions = met.document.get("$defs");
        for (of, _) in &met.forms {
            let schema = definitions.and_then(|all| all.get(form_name(of)));
            for (number, branch) in schema.map(branches_of).unwrap_or_default() {
                branches.push((*of, number, branch));
            }
        }
        let additional = met.flattened.iter().filter_map(|(of, _)| {
            let schema = definitions?.get(additional_name(of))?;
            Some((of, schema.clone()))
        });
        let (additional_of, additional): (Vec<_>, Vec<_>) = additional.unzip();
        let mut schemas: Vec<_> = branches.iter().map(|(.., branch)| branch.clone()).collect();
        schemas.extend(additional);
        let (plan, mut children) = compile_several(&met.document, &met.functions, &schemas);
        let additional = children.split_off(branches.len());
        let additional = additional_of.into_iter().zip(additional);
        let additional = additional.filter_map(|(of, child)| {
            Some((
                of,
                CompiledForm {
                    number: 0,
                    child: child?,
                },
            ))
        });
        let additional: ByType<CompiledForm> = additional.collect();
        let mut forms: ByType<Vec<CompiledForm>> = ByType::default();
        let mut unknown: Vec<&str> = Vec::new();
        for ((of, number, _), child) in branches.into_iter().zip(children) {
            let Some(child) = child else {
                unknown.push(of);
                continue;
            };
            let form = CompiledForm { number, child };
            forms.get_or_insert_with(of, Vec::new).push(form);
        }
        for of in unknown {
            forms.get_or_insert_with(of, Vec::new).clear();
        }
        let flattened = met.flattened.iter();
        let flattened = flattened.map(|(of, properties)| {
            let flattened = FlattenedType {
                names: properties.names.iter().cloned().collect(),
                enums: properties.enums.clone(),
                has_additional: properties.has_additional(),
                is_optional: properties.is_optional,
                additional: additional.get(of).copied(),
            };
            (of, flattened)
        });
        let flattened = flattened.collect();
        Some(Self {
            plan,
            of: forms,
            flattened,
        })
    }

    pub(crate) fn has_property(&self, of: &str, key: &str) -> bool {
        self.flattened
            .get(of)
            .is_some_and(|flattened| flattened.names.contains(key))
    }

    /// Returns the property names of a tagged enum that the variant with this tag does not have. If
    /// several enums have such a variant, a name of any of those variants is excluded.
    pub(crate) fn names_of_other_variants(&self, of: &str, tag: &str) -> Vec<&str> {
        let enums = self.flattened.get(of).into_iter();
        let enums = enums.flat_map(|flattened| &flattened.enums);
        let enums: Vec<_> = enums
            .filter(|variants| variants.contains_key(tag))
            .collect();
        let is_own = |name: &String| enums.iter().any(|variants| variants[tag].contains(name));
        let names = enums
            .iter()
            .flat_map(|variants| variants.values())
            .flatten();
        names
            .filter(|name| !is_own(name))
            .map(String::as_str)
            .collect()
    }

    /// Returns whether a flattened type that is not optional has a property of this name.
    pub(crate) fn requires_property(&self, of: &str, key: &str) -> bool {
        self.flattened
            .get(of)
            .is_some_and(|flattened| !flattened.is_optional && flattened.names.contains(key))
    }

    pub(crate) fn has_additional(&self, of: &str) -> bool {
        self.flattened
            .get(of)
            .is_some_and(|flattened| flattened.has_additional)
    }

    /// Returns the schema of the additional properties of a flattened type. Returns `None` if the
    /// type has no additional properties or if they may have any value.
    pub(crate) fn additional(&self, of: &str) -> Option<&CompiledForm> {
        self.flattened.get(of)?.additional.as_ref()
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the forms of a type in declaration order. Returns an empty slice if the type is
    /// unknown.
    pub(crate) fn of(&self, of: &str) -> &[CompiledForm] {
        self.of.get(of).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn in_words(&self, of: &str) -> String {
        let nodes = self.of(of).iter().map(|form| form.child.node);
        self.plan.describe_forms(nodes.collect())
    }

    pub(crate) fn names(&self, form: &CompiledForm) -> HashSet<&str> {
        let nodes = self.plan.with_branches(form.child.node).into_iter();
        let objects = nodes.filter_map(|id| self.plan.object(id));
        let properties = objects.flat_map(ObjectPlan::properties);
        properties.map(|property| property.name.as_str()).collect()
    }
}

/// Compiles several schemas that refer to one document into one plan. A schema that cannot be
/// compiled has `None` as its place.
fn compile_several(
    document: &Value,
    functions: &[Preprocess],
    schemas: &[Value],
) -> (Plan, Vec<Option<Child>>) {
    let given = Given::derived(document, functions);
    Compiler::new(given, Dialect::of(given)).compile_several(schemas)
}

/// Returns the branches of an enum's schema, each with the number of its form. Each branch keeps
/// the keywords that all branches share. Branches without a hint have a tag and get number 0.
fn branches_of(schema: &Value) -> Vec<(u32, Value)> {
    let Value::Object(schema) = schema else {
        return Vec::new();
    };
    let mut unions = UNIONS.into_iter();
    let Some(keyword) = unions.find(|keyword| schema.contains_key(*keyword)) else {
        return Vec::new();
    };
    let with = |branch: &Value| {
        let mut whole = schema.clone();
        whole.remove_key(keyword);
        whole.insert(keyword.to_owned(), Value::Array(vec![branch.clone()]));
        Value::Object(whole)
    };
    let number = |branch: &Value| branch.get(FORM).and_then(Value::as_u64).unwrap_or(0);
    let numbered = schema.list(keyword).iter().map(|branch| {
        let number = u32::try_from(number(branch)).unwrap_or(u32::MAX);
        (number, with(branch))
    });
    numbered.collect()
}
