use serde_json::Value;

use super::keyword::{KEYWORDS, Keyword};
use super::walk::{SchemaMap, subschemas};
use crate::issue::ComparedName;

/// Maximum number of edits between a misspelt keyword and the known one.
const MAX_EDITS: usize = 2;

/// Returns an unknown keyword that resembles a known one, with its place and the known one.
pub(crate) fn find_misspelt_keyword(schema: &Value) -> Option<(String, String, &'static str)> {
    find_misspelt_below(schema.as_object()?, "")
}

fn find_misspelt_below(schema: &SchemaMap, path: &str) -> Option<(String, String, &'static str)> {
    /// Keywords of `OpenAPI` that resemble those of JSON Schema.
    const FOREIGN: [&str; 2] = ["example", "nullable"];
    for keyword in schema.keys() {
        let is_own = keyword.starts_with("x-") || FOREIGN.contains(&keyword.as_str());
        if is_own || Keyword::named(keyword).is_some() {
            continue;
        }
        let compared = ComparedName::new(keyword);
        let edits = |known: &Keyword| compared.count_edits_within(known.name, MAX_EDITS);
        let similar = KEYWORDS
            .iter()
            .filter_map(|known| Some((known.name, edits(known)?)));
        let nearest = similar.min_by_key(|(_, edits)| *edits);
        if let Some((near, edits)) = nearest
            && edits * 4 <= near.chars().count()
        {
            return Some((path.to_owned(), keyword.clone(), near));
        }
    }
    let mut inside = subschemas(schema).into_iter();
    inside.find_map(|(step, inside)| {
        find_misspelt_below(inside.as_object()?, &format!("{path}{step}"))
    })
}
