use std::collections::HashMap;

use quote::ToTokens as _;

use crate::ctxt::Ctxt;
use crate::foreign::Foreign;
use crate::model::{Body, Field, Model, Tagging, Variant};
use crate::name;

// Reports fields and variants with one name in JSON. Serde reads only the first of them.
pub(super) fn check(model: &Model, cx: &Ctxt) {
    if !model.is_own() {
        return;
    }
    match &model.body {
        Body::Struct(_, fields) => check_fields(model, None, fields, cx),
        Body::Enum(variants) => {
            check_variants(model, variants, cx);
            for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
                check_fields(model, Some(variant), &variant.fields, cx);
            }
        }
        Body::Union => {}
    }
}

fn check_fields(model: &Model, variant: Option<&Variant>, fields: &[Field], cx: &Ctxt) {
    let mut names = Names::default();
    for field in fields {
        if let Some(ident) = field.name()
            && !field.is_skipped()
            && !field.foreign.says("flatten")
        {
            let name = name::of_field(model, variant, field, ident);
            names.add(name, ident, &field.foreign);
        }
    }
    names.report("field", cx);
}

fn check_variants(model: &Model, variants: &[Variant], cx: &Ctxt) {
    let mut names = Names::default();
    for variant in variants {
        if !variant.is_skipped() && variant.tagging != Tagging::Untagged {
            let name = name::of_variant(model, variant);
            names.add(name, &variant.original.ident, &variant.foreign);
        }
    }
    names.report("variant", cx);
}

#[derive(Default)]
struct Names<'m> {
    all: Vec<(String, &'m syn::Ident, &'m Foreign)>,
}

impl<'m> Names<'m> {
    fn add(&mut self, name: String, ident: &'m syn::Ident, foreign: &'m Foreign) {
        self.all.push((name, ident, foreign));
    }

    fn report(&self, what: &str, cx: &Ctxt) {
        let mut known: HashMap<String, &syn::Ident> = HashMap::new();
        for (name, ident, _) in &self.all {
            if let Some(first) = known.get(name) {
                let message = format!(
                    "the {what} `{first}` has the name \"{name}\" in JSON, too; rename one with \
                     `#[serde(rename = \"...\")]`"
                );
                cx.error(ident, &message);
            } else {
                known.insert(name.clone(), ident);
            }
        }
        for (_, ident, foreign) in &self.all {
            for alias in foreign.read_aliases() {
                let text = alias.value();
                match known.get(&text) {
                    Some(first) if first != ident => {
                        let message = format!(
                            "the {what} `{first}` has the name \"{text}\" in JSON, too; remove \
                             this alias"
                        );
                        cx.error(&alias.to_token_stream(), &message);
                    }
                    Some(_) => {}
                    None => {
                        known.insert(text, ident);
                    }
                }
            }
        }
    }
}
