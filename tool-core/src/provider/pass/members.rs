//! Members of an enum that are described one by one.

use serde_json::{Value, json};

use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, say, tell};
use crate::schema::walk::Schema;

/// Makes one `enum` of a union of strings, each with its own description: the
/// description of the whole tells those.
pub(in crate::provider) fn join_members(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        for keyword in ["oneOf", "anyOf"] {
            let Some(Joined { members, words }) = joined(schema, keyword) else {
                continue;
            };
            // It may have been the other keyword that said it. A union that an earlier pass
            // made, of the items of a tuple for one, is no keyword of the definition.
            let mut said = ["oneOf", "anyOf"].into_iter();
            if let Some(said) = said.find(|keyword| ledger.said(schema, keyword).is_some()) {
                ledger.lose(schema, said, Kept::Description);
            }
            schema.shift_remove(keyword);
            schema.insert("type".to_owned(), json!("string"));
            schema.insert("enum".to_owned(), json!(members));
            say(schema, words.join("; "));
        }
        Ok(())
    })?;
    // Now that the type is said, what is about other types says nothing.
    super::drop_beside_types(view)
}

struct Joined {
    members: Vec<String>,
    /// `member: what it means`.
    words: Vec<String>,
}

/// What the branches of a union say, if each says strings, and nothing more than what
/// they mean.
fn joined(schema: &Schema, keyword: &str) -> Option<Joined> {
    let beside = ["type", "enum", "const", "$ref", "oneOf", "anyOf"];
    let stands = |other: &&str| *other != keyword && schema.contains_key(*other);
    if beside.iter().any(stands) {
        return None;
    }
    let (mut all, mut words) = (Vec::new(), Vec::new());
    for branch in schema.get(keyword)?.as_array()? {
        let mut branch = branch.as_object()?.clone();
        tell(&mut branch);
        let members = members(&branch)?;
        if let Some(description) = branch.get("description").and_then(Value::as_str) {
            let means = description.trim_end_matches('.');
            // A description of several is not that of one member.
            let [member] = members.as_slice() else {
                return None;
            };
            words.push(format!("{member}: {means}"));
        }
        // A member that stands in two forms of `oneOf` is in none.
        if members.iter().any(|member| all.contains(member)) {
            return None;
        }
        all.extend(members);
    }
    (!words.is_empty() && all.len() > 1).then_some(Joined {
        members: all,
        words,
    })
}

/// The members of a branch that says nothing else of a value.
fn members(branch: &Schema) -> Option<Vec<String>> {
    let is_known = |keyword: &String| {
        matches!(
            keyword.as_str(),
            "type" | "const" | "enum" | "description" | ORIGIN
        )
    };
    if !branch.keys().all(is_known) || branch.get("type").is_some_and(|name| name != "string") {
        return None;
    }
    let members = match (branch.get("const"), branch.get("enum")) {
        (Some(member), None) => vec![member],
        (None, Some(Value::Array(members))) => members.iter().collect(),
        _ => return None,
    };
    let text = |member: &Value| Some(member.as_str()?.to_owned());
    members.into_iter().map(text).collect()
}
