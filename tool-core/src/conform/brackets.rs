//! Finds another reading of a text whose brackets did not match. Another place of the bracket may
//! move keys to another level. Changes nothing.

use super::Diagnostics;
use crate::issue::{IssueKind, Rule};
use crate::limits::COMPARED_KEYS;
use crate::plan::{Additional, NodeId, Plan};
use crate::rules::find_meant_property;
use crate::tree::{Entry, Tree};

/// Returns the issue if a bracket that the reader dropped or added may belong elsewhere. Some keys
/// then belong to another object, which declares them: `{"filter": {..}, "limit": 5}}`.
#[cold]
pub(super) fn find_other_place(
    tree: &Tree<'_>,
    plan: &Plan,
    found: &Diagnostics,
) -> Option<IssueKind> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let is_repaired = |rule| found.repairs.iter().any(|repair| repair.rule == rule);
    let root = plan.root().node;
    let moved = if is_repaired(Rule::ClosingBracket) {
        find_later_close(entries, root, (&[], root), plan)
    } else if is_repaired(Rule::Unclosed) {
        find_earlier_close(entries, root, plan)
    } else {
        None
    }?;
    Some(IssueKind::InvalidJson {
        expected: format!("brackets that say where {moved:?} belongs"),
        after: String::new(),
    })
}

/// Returns the first key that moves one level down if an object closes later. All keys behind the
/// object then belong to it, and the keys behind its parent belong to the parent. `behind` has the
/// keys that follow these entries in the object `outer`.
fn find_later_close<'e>(
    entries: &'e [Entry<'_>],
    node: NodeId,
    (behind, outer): (&'e [Entry<'_>], NodeId),
    plan: &Plan,
) -> Option<&'e str> {
    // Beyond the limit, the keys are not known to have one place.
    let behind = &behind[..behind.len().min(COMPARED_KEYS)];
    let takes = |key: &str| {
        plan.declares(node, key) || is_open(plan, node) && !plan.names_property(outer, key)
    };
    if !behind.iter().all(|entry| takes(&entry.key)) {
        return None;
    }
    let mut own = entries.iter();
    let repeated = own.position(|own| has_key(behind, &own.key));
    if let (Some(first), None) = (behind.first(), repeated) {
        return Some(&first.key);
    }
    // A key that moves further down is not repeated.
    let before = repeated.unwrap_or(entries.len());
    let closes_later = |(number, entry): (usize, &'e Entry<'_>)| {
        let Tree::Object(inside) = &entry.value else {
            return None;
        };
        let child = find_property(plan, node, &entry.key)?;
        find_later_close(inside, child, (&entries[number + 1..], node), plan)
    };
    entries
        .iter()
        .enumerate()
        .take(before)
        .find_map(closes_later)
}

/// Returns the last key of an object that ends with its parent, if the key may belong to the parent.
fn find_earlier_close<'e>(entries: &'e [Entry<'_>], node: NodeId, plan: &Plan) -> Option<&'e str> {
    let last = entries.last()?;
    let Tree::Object(inside) = &last.value else {
        return None;
    };
    let child = find_property(plan, node, &last.key)?;
    match inside.as_slice() {
        [_, .., moved]
            if plan.declares(node, &moved.key)
                && !has_key(entries, &moved.key)
                && !is_required(plan, child, &moved.key) =>
        {
            Some(&moved.key)
        }
        _ => find_earlier_close(inside, child, plan),
    }
}

fn has_key(entries: &[Entry<'_>], key: &str) -> bool {
    entries.iter().any(|entry| entry.key == key)
}

/// Returns the node of the property that a key means.
fn find_property(plan: &Plan, node: NodeId, key: &str) -> Option<NodeId> {
    plan.objects(node).find_map(|object| {
        let number = find_meant_property(object, key)?;
        Some(object.properties()[number].child.node)
    })
}

/// Returns whether an object declares no property, so any key may belong to it.
fn is_open(plan: &Plan, node: NodeId) -> bool {
    plan.objects(node).any(|object| {
        object.properties().is_empty() && !matches!(object.additional, Additional::Closed)
    })
}

fn is_required(plan: &Plan, node: NodeId, key: &str) -> bool {
    plan.objects(node).any(|object| object.requires(key))
}
