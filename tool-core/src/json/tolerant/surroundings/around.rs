//! What the text around the arguments names: their label, the tool, and values outside of them.

use super::callee::{find_behind_arrow, find_callee, find_in_closing_tag, parse_header};
use super::foreign::{find_label, find_names_outside};
use super::pairs::find_other_values;
use super::prose::trim;
use crate::issue::fold;
use crate::prose::{denies, rules_out_below, takes_back};
use crate::tree::{Around, Tree};

/// Describes the text around an object. `rest` begins behind it, and `after` behind the last of
/// equal objects.
pub(super) fn describe_around(
    arguments: &Tree<'_>,
    before: &str,
    rest: &str,
    after: &str,
) -> Around {
    let callee = find_callee(before)
        .or_else(|| find_in_closing_tag(rest))
        .or_else(|| find_behind_arrow(after))
        .or_else(|| parse_header(after.trim().lines().next()?));
    Around {
        label: find_label(before).map(str::to_owned),
        callee: callee.map(str::to_owned),
        names: find_names_around(arguments, trim(before), after),
        ..Around::default()
    }
}

/// Returns whether a comment next to the arguments takes them back or names a tool.
pub(in crate::json::tolerant) fn is_statement(comment: &str) -> bool {
    let text = comment.trim_matches(['/', '*', '#', ' ']);
    denies(text)
        || takes_back(text)
        || rules_out_below(&format!("# {text}")) == Some(true)
        || parse_header(comment).is_some()
}

fn find_names_around(arguments: &Tree<'_>, before: &str, after: &str) -> Vec<String> {
    let names = [before, after].into_iter().flat_map(find_names_outside);
    let is_inside = |name: &str| match arguments {
        Tree::Object(entries) => entries.iter().any(|entry| fold(&entry.key) == fold(name)),
        _ => false,
    };
    names
        .filter(|name| !name.is_empty() && !is_inside(name))
        .chain(find_other_values(before, arguments))
        .chain(find_other_values(after, arguments))
        .map(str::to_owned)
        .collect()
}
