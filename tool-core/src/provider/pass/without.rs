use super::arrays::list_tuples;
use super::describe::describe_each;
use super::inline::inline_references;
use super::members::turn_const_into_enum;
use super::merge::merge_all_of;
use super::unions::turn_one_of_into_any_of;
use super::unroll::unroll_recursion;
use crate::provider::view::{Pass, PassResult, View};

/// How keywords are replaced, in the order of the passes.
const REPLACED: &[(&str, Pass)] = &[
    ("$ref", unroll_recursion),
    ("$ref", inline_references),
    ("prefixItems", list_tuples),
    ("allOf", merge_all_of),
    ("const", turn_const_into_enum),
    ("oneOf", turn_one_of_into_any_of),
];

/// Replaces keywords that a server does not have, or moves them to descriptions.
pub(in crate::provider) fn leave_out(view: &mut View<'_>, without: &[&str]) -> PassResult {
    for (keyword, pass) in REPLACED {
        // A definition is of no use without references, and the other way around.
        if without.contains(keyword) || (*keyword == "$ref" && without.contains(&"$defs")) {
            pass(view)?;
        }
    }
    let left = without.iter();
    let left = left.filter(|keyword| !matches!(**keyword, "$ref" | "$defs"));
    describe_each(view, &left.copied().collect::<Vec<_>>())
}
