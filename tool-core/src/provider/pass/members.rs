//! Passes for members of enums and for constants.

use serde_json::{Value, json};

use super::describe::describe;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::loss::Kept;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;
use crate::schema::keyword::UNIONS;

/// Replaces each `const` with an `enum` of one member.
pub(in crate::provider) fn turn_const_into_enum(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        if let Some(constant) = schema.value("const").cloned() {
            schema.remove("const");
            schema.insert_absent("enum", json!([constant]));
        }
        Ok(())
    })
}

/// Refuses members that are arrays or objects.
pub(in crate::provider) fn refuse_nested_members(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        let mut members = schema.list("enum").iter().chain(schema.value("const"));
        if members.any(|member| member.is_object() || member.is_array()) {
            let mut keywords = ["enum", "const"].into_iter();
            let keyword = keywords.find(|keyword| schema.has(keyword));
            return Err(Unexportable::at(schema, keyword, Reason::Members));
        }
        Ok(())
    })
}

/// Describes the members of an `enum` that has members other than non-empty strings, or another
/// type.
pub(in crate::provider) fn describe_other_members(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let is_taken = |member: &Value| member.as_str().is_some_and(|member| !member.is_empty());
        if !schema.is("type", "string") || !schema.list("enum").iter().all(is_taken) {
            describe(ledger, schema, "enum");
        }
        Ok(())
    })
}

/// Replaces a union of strings with one `enum`. Moves the descriptions of the branches to the
/// description of the whole.
pub(in crate::provider) fn join_members(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        for keyword in ["oneOf", "anyOf"] {
            let Some((members, words)) = join(schema, keyword) else {
                continue;
            };
            // The definition may have used the other keyword. An earlier pass may have added
            // the union.
            let mut unions = ["oneOf", "anyOf"].into_iter();
            if let Some(union) = unions.find(|union| ledger.find(schema, union).is_some()) {
                ledger.lose(schema, union, Kept::Description);
            }
            schema.remove(keyword);
            schema.insert("type", json!("string"));
            schema.insert("enum", json!(members));
            schema.words.push(words.join("; "));
        }
        Ok(())
    })?;
    // Keywords for other types have no effect with the new type.
    super::drop_keywords_of_other_types(view)
}

/// Returns the members of a union of strings, and the meaning of each: `member: meaning`.
/// `None` if a branch has other keywords.
fn join(schema: &Schema, keyword: &str) -> Option<(Vec<String>, Vec<String>)> {
    let unions = UNIONS.iter().filter(|union| **union != keyword);
    let beside = unions.chain(&["type", "enum", "const", "$ref"]);
    if beside.into_iter().any(|other| schema.has(other)) || !schema.has(keyword) {
        return None;
    }
    let (mut all, mut words) = (Vec::new(), Vec::new());
    for branch in schema.schemas(keyword) {
        let members = find_members(branch)?;
        if let Some(description) = branch.clone().full_description() {
            // A description of several members does not apply to one of them.
            let [member] = members.as_slice() else {
                return None;
            };
            words.push(format!("{member}: {}", description.trim_end_matches('.')));
        }
        // `oneOf` rejects a member of two forms.
        if members.iter().any(|member| all.contains(member)) {
            return None;
        }
        all.extend(members);
    }
    (!words.is_empty() && all.len() > 1).then_some((all, words))
}

/// Returns the members of a branch without other constraints.
fn find_members(branch: &Schema) -> Option<Vec<String>> {
    let is_known = |keyword| matches!(keyword, "type" | "const" | "enum" | "description");
    if !branch.keywords.keys().all(is_known) || branch.has("type") && !branch.is("type", "string") {
        return None;
    }
    if branch.has("const") && branch.has("enum") {
        return None;
    }
    let text = |member: &Value| Some(member.as_str()?.to_owned());
    branch.members()?.iter().map(text).collect()
}
