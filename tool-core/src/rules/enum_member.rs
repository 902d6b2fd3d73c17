use super::{Apply, RuleContext, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::plan::{Choice, strip_quotes};
use crate::rules::info::{RuleInfo, reads, refuses};
use crate::rules::schemas::ACCESS;
use crate::tree::Tree;

pub(super) const ENUM_MEMBER: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::STRING.union(TypeSet::ARRAY),
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::EnumMember,
            condition: "Reads a value as the enum member that it matches. Exactly one \
                        member must match. The comparison ignores:\n\n\
                        - case, spaces, `-` and `_`, except the separators between two digits, \
                        the sign of a time zone (`UTC-8`), and a `-` at the start or the end\n\
                        - quotes around the value\n\
                        - an array around the value\n\n\
                        Case counts in a symbol of a unit: a number with one letter (`1m` and \
                        `1M`), and two letters of both cases (`mW` and `MW`). A text in small \
                        letters matches `mW`.\n\n\
                        A whole number in a string matches the same number.",
            examples: &[
                reads(
                    r#"{"enum": ["in_progress", "done"]}"#,
                    r#"" In-Progress ""#,
                    r#""in_progress""#,
                ),
                reads(ACCESS, r#""\"read\"""#, r#""read""#),
                reads(ACCESS, r#"["read"]"#, r#""read""#),
                reads(r#"{"enum": [1, 2]}"#, r#""2""#, "2"),
                refuses(r#"{"enum": ["a_b", "a-b"]}"#, r#""a b""#),
                refuses(r#"{"enum": ["1-0", "2-0"]}"#, r#""10""#),
                refuses(r#"{"enum": ["1-0", "2-0"]}"#, r#""1_0""#),
                refuses(r#"{"enum": ["UTC-8", "UTC-5"]}"#, r#""UTC8""#),
                reads(
                    r#"{"enum": ["utf-8", "utf-16"]}"#,
                    r#""UTF8""#,
                    r#""utf-8""#,
                ),
                reads(r#"{"enum": ["kW", "mW"]}"#, r#""kw""#, r#""kW""#),
                refuses(r#"{"enum": ["kW", "mW"]}"#, r#""MW""#),
                refuses(r#"{"enum": ["1m", "1h"]}"#, r#""1M""#),
                refuses(r#"{"enum": ["name", "size"]}"#, r#""-name""#),
                refuses(ACCESS, r#""reed""#),
                refuses(ACCESS, r#""read only""#),
                refuses(r#"{"enum": ["Straße", "Weg"]}"#, r#""Strasse""#),
            ],
        },
        Apply::Value(read_member),
    )
};

fn read_member<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let choice = context.choice()?;
    match tree {
        Tree::Array(items) => match items.as_slice() {
            [item @ (Tree::String(_) | Tree::Number(_) | Tree::Bool(_))] => {
                if choice.holds(item) {
                    Some(item.clone())
                } else {
                    find_member(choice, item)
                }
            }
            _ => None,
        },
        tree => find_member(choice, tree),
    }
}

pub(crate) fn find_member_name<'v>(tree: &'v Tree<'_>) -> Option<&'v str> {
    match tree {
        Tree::String(text) => Some(strip_quotes(text.trim())),
        Tree::Array(items) => match items.as_slice() {
            [Tree::String(text)] => Some(strip_quotes(text.trim())),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn names_member(choice: &Choice, tree: &Tree<'_>) -> bool {
    choice.holds(tree) || find_member(choice, tree).is_some()
}

pub(super) fn find_member(choice: &Choice, tree: &Tree<'_>) -> Option<Tree<'static>> {
    let Tree::String(text) = tree else {
        return None;
    };
    choice.find_meant(text).map(|member| member.tree.clone())
}
