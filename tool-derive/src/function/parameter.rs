use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::{Attribute, Token, Type};

use super::item::{FunctionItem, Parameter, is_of_derive};
use crate::ctxt::Ctxt;
use crate::types::{find_inner, find_references, is_one_of, name_owned};
use crate::word::parse_items;

// The parameters of a tool function: what the host provides, and what the model sends.
pub(super) struct Parameters<'a> {
    pub(super) receiver: Option<&'a Parameter>,
    pub(super) context: Vec<&'a Parameter>,
    pub(super) arguments: Vec<Argument<'a>>,
}

// A parameter that the model sends: a field of the struct.
pub(super) struct Argument<'a> {
    pub(super) attrs: Vec<&'a Attribute>,
    lints: Vec<&'a Attribute>,
    mutability: Option<Token![mut]>,
    pub(super) ident: Ident,
    pub(super) ty: &'a Type,
}

// The types of `tool-service` that a host fills in. Others need `#[tool(context)]`.
const CONTEXT_TYPES: &[&str] = &["State", "Extension", "CallContext"];
const LINT_LEVELS: &[&str] = &["allow", "expect", "warn", "deny", "forbid"];

impl<'a> Parameters<'a> {
    pub(super) fn parse(item: &'a FunctionItem, cx: &Ctxt) -> Self {
        let mut this = Self {
            receiver: None,
            context: Vec::new(),
            arguments: Vec::new(),
        };
        for parameter in &item.parameters {
            if parameter.is_receiver() {
                this.receiver = Some(parameter);
            } else if is_context(parameter, cx) {
                this.context.push(parameter);
            } else {
                this.arguments.extend(Argument::parse(parameter, cx));
            }
        }
        // The types may name the parameters of the function, which are an error.
        if !item.generics.params.is_empty() {
            this.arguments.clear();
        }
        this
    }
}

impl<'a> Argument<'a> {
    fn parse(parameter: &'a Parameter, cx: &Ctxt) -> Option<Self> {
        let Parameter { attrs, pattern, ty } = parameter;
        let Some(ty) = ty else {
            cx.error(
                pattern,
                "expected an argument with a type, as in `path: String`",
            );
            return None;
        };
        if !check_type(ty, cx) {
            return None;
        }
        let Ok((mutability, ident)) = parse_binding.parse2(pattern.clone()) else {
            cx.error(
                pattern,
                "the model sends an argument by its name; write `name: Type`, or \
                 `#[tool(context)]` before a value that the host provides",
            );
            return None;
        };
        let is_renamed = attrs.iter().any(|attr| attr.path().is_ident("serde"));
        let name = ident.unraw().to_string();
        if name.starts_with('_') && !is_renamed {
            let message = format!(
                "the model would see the name `{name}`; write `{}`, or set another with \
                 `#[serde(rename = \"...\")]`",
                name.trim_start_matches('_')
            );
            cx.error(&ident, &message);
        }
        let (lints, attrs) = attrs.iter().partition(|attr| is_lint(attr));
        Some(Self {
            attrs,
            lints,
            mutability,
            ident,
            ty,
        })
    }

    // The binding in the pattern of the struct: `mut path`.
    pub(super) fn write_binding(&self) -> TokenStream {
        let Self {
            attrs,
            lints,
            mutability,
            ident,
            ..
        } = self;
        let conditions = attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        quote!(#(#conditions)* #(#lints)* #mutability #ident)
    }
}

// `path`, `mut path`
fn parse_binding(input: syn::parse::ParseStream) -> syn::Result<(Option<Token![mut]>, Ident)> {
    Ok((input.parse()?, input.parse()?))
}

fn is_lint(attr: &Attribute) -> bool {
    LINT_LEVELS.iter().any(|level| attr.path().is_ident(level))
}

// Returns whether the host provides the parameter. A word of an argument beside it is an error.
fn is_context(parameter: &Parameter, cx: &Ctxt) -> bool {
    let is_known = parameter.ty.as_ref().is_some_and(is_context_type);
    let mut words = parse_items(&parameter.attrs, &Ctxt::silent());
    let is_marked = words.iter().any(|item| item.word == "context");
    if !is_known && !is_marked {
        return false;
    }
    words.retain(|item| item.word != "context");
    let of_argument = words.first().map(|item| &item.word);
    let is_unused = |attr: &&Attribute| is_of_derive(attr) || attr.path().is_ident("doc");
    let unused = parameter.attrs.iter().find(is_unused);
    let message = "the host provides this parameter and the model does not see it; remove the \
                   attribute";
    match (of_argument, unused) {
        (Some(word), _) => cx.error(word, message),
        (None, Some(attr)) => cx.error(attr, message),
        (None, None) => {}
    }
    true
}

// `State<Pool>`, `extract::CallContext`, `Option<Extension<User>>`
fn is_context_type(ty: &Type) -> bool {
    let Type::Path(path) = find_inner(ty) else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| is_one_of(&last.ident, CONTEXT_TYPES))
}

// Returns whether a model can send the type. The derive checks the types of the fields; these would
// cause further errors.
fn check_type(ty: &Type, cx: &Ctxt) -> bool {
    let mut references = Vec::new();
    find_references(ty, &mut references);
    for reference in &references {
        let message = format!(
            "an argument owns its data; use {}, or write `#[tool(context)]` before a value that \
             the host provides",
            name_owned(reference)
        );
        cx.error(reference, &message);
    }
    let message = match ty {
        Type::ImplTrait(_) => {
            "the schema needs the type of the argument; write it out instead of `impl`"
        }
        Type::FnPtr(_) | Type::Ptr(_) | Type::Never(_) | Type::TraitObject(_) => {
            "a model cannot send this type; take data, such as a `String` or a type that derives \
             `ToolArg`, or write `#[tool(context)]` before a value that the host provides"
        }
        _ => return references.is_empty(),
    };
    cx.error(ty, message);
    false
}
