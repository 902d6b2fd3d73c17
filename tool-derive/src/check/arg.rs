use syn::Data;

use crate::ctxt::Ctxt;
use crate::model::Model;

pub(super) fn check_words_of_tools(model: &Model, cx: &Ctxt) {
    if let Data::Union(data) = &model.original.data {
        cx.error(
            &data.union_token,
            "expected a struct or an enum; serde does not support unions",
        );
    }
    let attrs = &model.attrs;
    let words = [
        attrs.name.as_ref().map(|text| &text.word),
        attrs.description.as_ref().map(|text| &text.word),
        attrs.title.as_ref().map(|text| &text.word),
    ];
    for word in words.into_iter().flatten() {
        let advice = match word.to_string().as_str() {
            "name" => "a type of arguments has no name",
            "description" => "write a doc comment (`/// ...`) here",
            _ => "write `#[schemars(title = \"...\")]` here",
        };
        cx.error(word, &format!("`{word}` is only for `Tool`; {advice}"));
    }
    if let Some(preprocess) = &attrs.preprocess {
        cx.error(
            preprocess,
            "`preprocess` on a type is only for `Tool`; write it on a field here, or on the fields \
             of this type",
        );
    }
    if let Some(leniency) = &attrs.leniency {
        cx.error(
            leniency,
            "`leniency` is only for `Tool`; write `#[tool(generous(...))]` on a field here",
        );
    }
    let hints = [
        &attrs.read_only,
        &attrs.destructive,
        &attrs.idempotent,
        &attrs.open_world,
    ];
    for hint in hints.into_iter().flatten() {
        let message = format!("`{}` is only for `Tool`; remove it", hint.word);
        cx.error(hint, &message);
    }
    for example in &attrs.examples {
        cx.error(
            example,
            "`example` is only for `Tool`; write `#[schemars(example = ...)]` here",
        );
    }
    if let Some(output) = &attrs.output {
        cx.error(output, "`output` is only for `Tool`; remove it");
    }
    if let Some(partial) = &attrs.partial {
        cx.error(partial, "`partial` is only for `Tool`; remove it");
    }
}
