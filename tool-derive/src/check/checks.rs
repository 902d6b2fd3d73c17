use syn::Path;

use crate::ctxt::Ctxt;
use crate::model::{Field, Kind, Model};
use crate::word::Said;

// `check` of a type. A tool runs it itself where the type cannot.
pub(super) fn check_of_type(model: &Model, cx: &Ctxt) {
    if let Some(said) = &model.attrs.check
        && model.kind == Kind::ToolArg
    {
        refuse_without_impls(model, said, cx);
    }
}

pub(super) fn check_of_field(model: &Model, field: &Field, cx: &Ctxt) {
    let Some(said) = &field.attrs.check else {
        return;
    };
    if field.is_skipped() {
        cx.error(
            &said.word,
            "`check` on a skipped field never runs; remove one",
        );
    }
    refuse_without_impls(model, said, cx);
}

// The check runs in the type's `Deserialize`, and its schema says that there is one.
fn refuse_without_impls(model: &Model, said: &Said<Path>, cx: &Ctxt) {
    let skip = model.skip();
    if skip.deserialize || skip.json_schema {
        cx.error(
            &said.word,
            "`check` needs the derived `Deserialize` and `JsonSchema`; remove `skip` or `check`",
        );
    } else if model.foreign.says("remote") {
        cx.error(
            &said.word,
            "`check` is not supported with `remote`: the derive implements no `Deserialize` for \
             this type; put the check on the fields of the other type",
        );
    }
}
