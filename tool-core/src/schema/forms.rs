use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Map, Value};

use super::hints::{FORM, meet, write};
use super::{apply_constraints, join_references};

/// The hint of an untagged variant: its number. This is a transform of the variant's schema.
#[derive(Clone, Copy, Debug)]
pub struct Form(pub u32);

impl Transform for Form {
    fn transform(&mut self, schema: &mut Schema) {
        write(schema, FORM, self.0.into());
    }
}

/// Records the schema of an untagged enum under the name of its type. This is a transform of the
/// enum's schema.
#[derive(Clone, Copy, Debug)]
pub struct Forms(pub &'static str);

impl Transform for Forms {
    fn transform(&mut self, schema: &mut Schema) {
        meet(|met| {
            met.keep_forms = Some(keep_forms);
            if met.forms.iter().all(|(of, _)| *of != self.0) {
                met.forms.push((self.0, schema.as_value().clone()));
            }
        });
    }
}

/// Builds a document from the recorded schemas and the definitions of the whole schema. It must run
/// before the unused definitions are removed.
pub(super) fn keep_forms(schema: &Schema) {
    let forms = meet(|met| std::mem::take(&mut met.forms)).unwrap_or_default();
    let additional = meet(|met| {
        let flattened = met.flattened.iter();
        let additional = flattened.filter_map(|(of, all)| Some((of, all.additional()?)));
        additional.collect::<Vec<_>>()
    });
    let additional = additional.unwrap_or_default();
    if forms.is_empty() && additional.is_empty() {
        return;
    }
    let mut document = schema.clone();
    let definitions = document
        .ensure_object()
        .entry("$defs")
        .or_insert_with(|| Map::new().into());
    if let Value::Object(definitions) = definitions {
        for (of, form) in &forms {
            definitions.insert(form_name(of), form.clone());
        }
        for (of, additional) in additional {
            definitions.insert(additional_name(of), additional);
        }
    }
    join_references(&mut document, Vec::new());
    apply_constraints(&mut document);
    meet(|met| {
        met.document = document.to_value();
        met.forms = forms;
    });
}

/// Returns the name of the definition for the additional properties of a type in that document.
pub(crate) fn additional_name(of: &str) -> String {
    format!("additional properties of {of}")
}

/// Returns the name of the definition of an enum in that document. No type has such a name.
pub(crate) fn form_name(of: &str) -> String {
    format!("forms of {of}")
}
