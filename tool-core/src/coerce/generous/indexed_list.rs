use super::item_list::lacks_array;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::IndexedList,
        condition: "an object whose keys are the numbers from 0 on, in any order, where an array \
                    is allowed and an object is not",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"0": "a", "1": "b"}"#,
                r#"["a", "b"]"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#"{"1": 2, "0": "1"}"#,
                "[1, 2]",
            ),
            Example::kept(r#"{"type": ["object", "array"]}"#, r#"{"0": 1}"#),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"1": "a"}"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"0": "a", "2": "b"}"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"0": "a", "01": "b"}"#,
            ),
        ],
    },
    reads: TypeSet::OBJECT,
    makes: TypeSet::ARRAY,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    if !lacks_array(place) || entries.is_empty() {
        return None;
    }
    let mut items: Vec<Option<Tree<'t>>> = vec![None; entries.len()];
    for entry in entries {
        let index: usize = entry.key.parse().ok()?;
        if index.to_string() != entry.key {
            return None;
        }
        // No key stands twice, so that each index in range has its one place.
        *items.get_mut(index)? = Some(entry.value.clone());
    }
    items.into_iter().collect::<Option<_>>().map(Tree::Array)
}
