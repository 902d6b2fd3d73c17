use super::{Apply, RuleContext, ValueRule, names_member};
use crate::issue::{Rule, TypeSet};
use crate::rules::enum_member::find_member;
use crate::rules::info::{RuleInfo, reads, refuses};
use crate::rules::schemas::ACCESS;
use crate::tree::{Entry, Tree};

pub(super) const UNIT_VARIANT: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::OBJECT,
    makes: TypeSet::STRING,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::UnitVariant,
            condition: "Reads an object as the enum member that its only key names. The value \
                        of the key must be null or an empty object. Serde writes a variant \
                        without data in this form, if it writes all variants as objects.",
            examples: &[
                reads(RETRY, r#"{"never": null}"#, r#""never""#),
                reads(RETRY, r#"{"never": {}}"#, r#""never""#),
                reads(ACCESS, r#"{"Read": null}"#, r#""read""#),
                refuses(RETRY, r#"{"never": true}"#),
                refuses(RETRY, r#"{"never": null, "always": null}"#),
                refuses(RETRY, r#"{"times": null}"#),
                refuses(ACCESS, r#"{"run": null}"#),
            ],
        },
        Apply::Value(read_variant),
    )
};

const RETRY: &str = r#"{"oneOf": [{"type": "string", "enum": ["never", "always"]}, {"type": "object", "properties": {"times": {"type": "integer"}}, "required": ["times"], "additionalProperties": false}]}"#;

fn read_variant<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let choice = context.choice()?;
    let name = Tree::String(find_unit(tree)?.key.clone());
    if !names_member(choice, &name) {
        return None;
    }
    match find_member(choice, &name) {
        _ if choice.holds(&name) => Some(name),
        Some(member @ Tree::String(_)) => Some(member),
        _ => None,
    }
}

/// Returns the only entry of an object, if it may be a variant without data.
fn find_unit<'e, 't>(tree: &'e Tree<'t>) -> Option<&'e Entry<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let [only] = entries.as_slice() else {
        return None;
    };
    is_unit_entry(only).then_some(only)
}

/// Returns whether an entry of an object may be a variant without data.
pub(crate) fn is_unit_entry(entry: &Entry<'_>) -> bool {
    match &entry.value {
        Tree::Null => true,
        Tree::Object(entries) => entries.is_empty(),
        _ => false,
    }
}
