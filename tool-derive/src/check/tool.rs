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
            return cx.error(
                &data.enum_token,
                "a tool is a struct, since its arguments are one JSON object; put the enum into \
                 a field of the struct, and derive `ToolArg` on it",
            );
        }
        Data::Union(data) => {
            return cx.error(&data.union_token, "a tool is a struct with named fields");
        }
    };
    match fields {
        Fields::Named(_) => {}
        Fields::Unnamed(fields) => cx.error(
            fields,
            "the arguments of a tool are a JSON object, whose keys are the names of the fields; \
             name the fields",
        ),
        Fields::Unit => cx.error(
            ident,
            &format!(
                "the arguments of a tool are a JSON object, and a unit struct is `null`; \
                 write `struct {ident} {{}}`"
            ),
        ),
    }
}

pub(super) fn check_name(model: &Model, cx: &Ctxt) {
    let ident = &model.original.ident;
    let Some(name) = &model.attrs.name else {
        if let Some(fault) = name::fault(&name::snake_case(ident)) {
            let message = format!(
                "no provider takes the name `{}`: {fault}; give another with \
                 `#[tool(name = \"...\")]`",
                name::snake_case(ident),
            );
            cx.error(ident, &message);
        }
        return;
    };
    let text = name.value.value();
    if text.is_empty() {
        cx.error(&name.value, "a name has 1 to 64 characters");
    } else if let Some(fault) = name::fault(&text) {
        cx.error(
            &name.value,
            &format!("no provider takes this name: {fault}"),
        );
    }
}

pub(super) fn check_description(model: &Model, cx: &Ctxt) {
    for text in [&model.attrs.description, &model.attrs.title]
        .into_iter()
        .flatten()
        .filter(|text| text.value.value().trim().is_empty())
    {
        let message = format!("the {} is empty; say something, or leave it out", text.word);
        cx.error(&text.value, &message);
    }
    let doc = Doc::new(&model.original.attrs).description;
    if !model.attrs.is_described && matches!(doc, Description::None) {
        cx.error(
            &model.original.ident,
            "the model must be told what this tool does; write a doc comment above it \
             (`/// ...`), or `#[tool(description = \"...\")]`",
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
            "a tool that is `read_only` changes nothing, so that nothing is lost; drop one",
        );
    }
}
