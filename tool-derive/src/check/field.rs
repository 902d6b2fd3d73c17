use syn::{GenericArgument, PathArguments, Type};

use crate::ctxt::Ctxt;
use crate::model::{Field, Model, Tagging, Variant};

pub(super) fn check_json_string(
    model: &Model,
    variant: Option<&Variant>,
    field: &Field,
    cx: &Ctxt,
) {
    let Some(word) = &field.attrs.json_string else {
        return;
    };
    if model.skip().json_schema {
        cx.error(
            word,
            "`json_string` travels in the schema, and `skip(JsonSchema)` leaves that to you; \
             drop one",
        );
    }
    if field.foreign.says("flatten") {
        cx.error(
            word,
            "`json_string` has no place here: a flattened field is no value of its own; put it \
             on the fields inside",
        );
    } else if field.is_skipped() {
        cx.error(
            word,
            "`json_string` has no place here: serde skips this field",
        );
    } else if variant.is_some_and(|v| v.tagging == Tagging::Internal && v.is_newtype()) {
        cx.error(
            word,
            "`json_string` has no place here: the content of this variant stands beside the tag, \
             and is no value of its own; put it on the fields inside",
        );
    } else if !field.is_replaced()
        && let Some(scalar) = scalar(&field.original.ty)
    {
        let message = format!(
            "`json_string` is for arrays and objects: a string for {scalar} is read as it stands"
        );
        cx.error(word, message);
    }
}

pub(super) fn check_alias(field: &Field, cx: &Ctxt) {
    if field.foreign.says("flatten") && field.foreign.serde_says("alias") {
        cx.error(
            field.foreign.tokens("alias"),
            "`alias` has no effect on a flattened field, which has no name in the arguments; put \
             it on the fields inside",
        );
    }
}

// The type as written, if it is a string, a number or a boolean by its name.
fn scalar(ty: &Type) -> Option<String> {
    const SCALARS: &[&str] = &[
        "String", "str", "char", "bool", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
        "i32", "i64", "i128", "isize", "f32", "f64",
    ];
    const WRAPPERS: &[&str] = &["Option", "Box", "Cow", "Rc", "Arc"];
    match ty {
        Type::Reference(reference) => scalar(&reference.elem),
        Type::Paren(paren) => scalar(&paren.elem),
        Type::Group(group) => scalar(&group.elem),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None if SCALARS.contains(&name.as_str()) => {
                    Some(format!("`{name}`"))
                }
                PathArguments::AngleBracketed(inner) if WRAPPERS.contains(&name.as_str()) => {
                    inner.args.iter().find_map(|arg| match arg {
                        GenericArgument::Type(ty) => scalar(ty),
                        _ => None,
                    })
                }
                _ => None,
            }
        }
        _ => None,
    }
}
