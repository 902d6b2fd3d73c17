use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericArgument, Path, PathArguments, Type};

use crate::foreign::Foreign;
use crate::model::{Field, Model, Variant};

// The bounds of the `Deserialize` impl of a type that serde's derive reads by a copy. The copy
// repeats them as `#[serde(bound = "..")]`, which keeps both equal.
pub(super) struct Bounds {
    of_type: TokenStream,
    // Serde adds the bounds of fields and variants to the bounds of the type.
    of_fields: TokenStream,
    is_inferred: bool,
}

impl Bounds {
    pub(super) fn new(model: &Model) -> Self {
        let of_type = collect_written(&model.foreign);
        let is_inferred = of_type.is_none();
        let mut of_fields = TokenStream::new();
        for (variant, field) in model.fields() {
            let of_variant = variant.and_then(|variant| collect_written(&variant.foreign));
            of_fields.extend(of_variant);
            of_fields.extend(collect_written(&field.foreign));
        }
        Self {
            of_type: of_type.unwrap_or_else(|| infer(model)),
            of_fields,
            is_inferred,
        }
    }

    // `T: Deserialize<'de>, U: Default,`
    pub(super) fn collect_predicates(&self) -> TokenStream {
        let (of_type, of_fields) = (&self.of_type, &self.of_fields);
        quote!(#of_type #of_fields)
    }

    // `#[serde(bound(deserialize = "T: Deserialize<'de>"))]`, unless the user wrote a bound.
    pub(super) fn expand_copy(&self) -> Option<TokenStream> {
        let text = self.of_type.to_string();
        self.is_inferred
            .then(|| quote!(#[serde(bound(deserialize = #text))]))
    }
}

// `#[serde(bound = "..")]`, with a trailing comma.
fn collect_written(foreign: &Foreign) -> Option<TokenStream> {
    let text = foreign.text("bound")?.value();
    let bound = text.trim_end_matches([',', ' ']);
    let bound = bound.parse::<TokenStream>().ok()?;
    Some(if bound.is_empty() {
        bound
    } else {
        quote!(#bound,)
    })
}

// Infers the same bounds as serde's derive from the types of the fields.
fn infer(model: &Model) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let mut bounds = TokenStream::new();
    let has_default = model.foreign.serde_says("default");
    if has_default && model.foreign.text("default").is_none() {
        let ident = &original.ident;
        let (_, of_type, _) = original.generics.split_for_impl();
        bounds.extend(quote!(#ident #of_type: #private::core::default::Default,));
    }
    for ty in bind(model, needs_deserialize) {
        bounds.extend(quote!(#ty: #private::serde::Deserialize<'de>,));
    }
    for ty in bind(model, |_, field| takes_default(field, has_default)) {
        bounds.extend(quote!(#ty: #private::core::default::Default,));
    }
    bounds
}

fn needs_deserialize(variant: Option<&Variant>, field: &Field) -> bool {
    let excludes = |foreign: &Foreign| {
        foreign.serde_says_any(&["skip", "skip_deserializing", "deserialize_with", "with"])
            || foreign.text("bound").is_some()
    };
    !excludes(&field.foreign) && !variant.is_some_and(|variant| excludes(&variant.foreign))
}

// Returns whether a missing field gets the `Default` of its type.
fn takes_default(field: &Field, has_container_default: bool) -> bool {
    if field.foreign.serde_says("default") {
        field.foreign.text("default").is_none()
    } else {
        let is_skipped = field
            .foreign
            .serde_says_any(&["skip", "skip_deserializing"]);
        is_skipped && !has_container_default
    }
}

// Collects the type parameters and their associated types in the types of some fields.
fn bind(model: &Model, is_meant: impl Fn(Option<&Variant>, &Field) -> bool) -> Vec<TokenStream> {
    let params = model.original.generics.type_params();
    let params: Vec<_> = params.map(|param| &param.ident).collect();
    let mut mentioned = Vec::new();
    let mut associated = Vec::new();
    for (variant, field) in model.fields() {
        if !is_meant(variant, field) {
            continue;
        }
        let ty = strip_groups(&field.original.ty);
        if let Type::Path(path) = ty
            && path.path.segments.len() > 1
            && params.contains(&&path.path.segments[0].ident)
        {
            associated.push(path.to_token_stream());
        }
        visit(ty, &mut |ident| mentioned.push(ident.clone()));
    }
    let params = params.into_iter().filter(|param| mentioned.contains(param));
    params
        .map(ToTokens::to_token_stream)
        .chain(associated)
        .collect()
}

fn strip_groups(mut ty: &Type) -> &Type {
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    ty
}

// Visits the single-segment names in a type. Like serde's derive, skips names in `PhantomData`.
fn visit(ty: &Type, see: &mut dyn FnMut(&Ident)) {
    match ty {
        Type::Array(ty) => visit(&ty.elem, see),
        Type::Group(ty) => visit(&ty.elem, see),
        Type::Paren(ty) => visit(&ty.elem, see),
        Type::Path(ty) => {
            if let Some(of) = &ty.qself {
                visit(&of.ty, see);
            }
            visit_path(&ty.path, see);
        }
        Type::Reference(ty) => visit(&ty.elem, see),
        Type::Slice(ty) => visit(&ty.elem, see),
        Type::Tuple(ty) => {
            for ty in &ty.elems {
                visit(ty, see);
            }
        }
        _ => {}
    }
}

fn visit_path(path: &Path, see: &mut dyn FnMut(&Ident)) {
    let last = path.segments.last();
    if last.is_some_and(|last| last.ident == "PhantomData") {
        return;
    }
    if let Some(ident) = path.get_ident() {
        see(ident);
    }
    for segment in &path.segments {
        let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
            continue;
        };
        for argument in &arguments.args {
            match argument {
                GenericArgument::Type(ty) => visit(ty, see),
                GenericArgument::AssocType(argument) => visit(&argument.ty, see),
                _ => {}
            }
        }
    }
}
