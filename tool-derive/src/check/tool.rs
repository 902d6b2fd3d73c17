use proc_macro2::TokenStream;
use syn::{Data, Fields};

use crate::ctxt::Ctxt;
use crate::doc::{Description, Doc};
use crate::model::Model;
use crate::name;

pub(super) fn check_shape(model: &Model, cx: &Ctxt) {
    let ident = &model.original.ident;
    let fields = match &model.original.data {
        Data::Struct(data) => &data.fields,
        Data::Enum(data) => {
            let has_tag = model.foreign.says("tag") && !model.foreign.says("content");
            if !has_tag {
                cx.error(
                    &data.enum_token,
                    "expected a struct or an enum with a tag, since the arguments of a tool are one \
                     JSON object; write `#[serde(tag = \"action\")]` on the enum, or put it into a \
                     field of a struct and derive `ToolArg` on it",
                );
            }
            return;
        }
        Data::Union(data) => {
            return cx.error(&data.union_token, "expected a struct with named fields");
        }
    };
    match fields {
        Fields::Named(_) => {}
        Fields::Unnamed(fields) => cx.error(
            fields,
            "expected named fields, since the arguments of a tool are a JSON object",
        ),
        Fields::Unit => cx.error(
            ident,
            &format!(
                "expected an object, but a unit struct is `null`; write `struct {ident} {{}}`"
            ),
        ),
    }
}

pub(super) fn check_name(model: &Model, cx: &Ctxt) {
    let ident = &model.original.ident;
    let Some(name) = &model.attrs.name else {
        if let Some(fault) = name::find_fault(&name::to_snake_case(ident)) {
            let message = format!(
                "no provider accepts the name `{}`: {fault}; set another with \
                 `#[tool(name = \"...\")]`",
                name::to_snake_case(ident),
            );
            cx.error(ident, &message);
        }
        return;
    };
    let text = name.value.value();
    if text.is_empty() {
        cx.error(&name.value, "the name is empty; use 1 to 64 characters");
    } else if let Some(fault) = name::find_fault(&text) {
        cx.error(
            &name.value,
            &format!("no provider accepts this name: {fault}"),
        );
    }
}

pub(super) fn check_description(model: &Model, cx: &Ctxt) {
    for text in [&model.attrs.description, &model.attrs.title]
        .into_iter()
        .flatten()
        .filter(|text| text.value.is_empty())
    {
        let message = format!("the {} is empty; write a text or remove it", text.word);
        cx.error(&text.value, &message);
    }
    let doc = Doc::new(&model.original.attrs).description;
    if !model.attrs.is_described && matches!(doc, Description::None) {
        cx.error(
            &model.original.ident,
            "missing description of the tool for the model; write a doc comment (`/// ...`), or \
             `#[tool(description = \"...\")]`",
        );
    }
}

pub(super) fn check_annotations(model: &Model, cx: &Ctxt) {
    let attrs = &model.attrs;
    if let (Some(read_only), Some(destructive)) = (&attrs.read_only, &attrs.destructive)
        && read_only.value
        && destructive.value
    {
        cx.error(
            destructive,
            "`read_only` contradicts `destructive`; remove one",
        );
    }
}

// The partial type is derived from the fields, with `Option` around each type.
pub(super) fn check_partial(model: &Model, cx: &Ctxt) {
    let Some(partial) = &model.attrs.partial else {
        return;
    };
    if !model.is_derived() || model.foreign.says("remote") {
        cx.error(
            partial,
            "`partial` requires that `Deserialize` and `JsonSchema` are derived from the fields",
        );
    }
    for (_, field) in model.fields() {
        if field.is_replaced() {
            let word = ["with", "schema_with", "deserialize_with"];
            let tokens = word.map(|word| field.foreign.find_tokens(word));
            let tokens: TokenStream = tokens.into_iter().collect();
            cx.error(
                &tokens,
                "`partial` cannot read this field: the function does not return an `Option`; move \
                 it to a separate type with `Deserialize` and `JsonSchema`",
            );
        }
    }
}
