//! Checks a tree against a plan. Valid values stay unchanged. The rules are tried on an invalid
//! value, and their result is checked again.
//!
//! One walk finds all issues, repairs and changes, and modifies nothing. Typed tools, dynamic tools
//! and the branches of unions all use [`Conform::walk_value`].

mod array;
mod brackets;
mod change;
mod condition;
mod diagnostics;
mod envelope;
mod findings;
#[cfg(feature = "full-schema")]
mod full;
mod keys;
mod memo;
mod object;
mod object_walk;
mod outer_keys;
mod pairs;
mod places;
mod preprocess;
mod root;
mod rules;
mod site;
mod source_text;
mod union;
mod unknown_key;
mod walk;
mod without_guesses;

pub(crate) use change::Change;
pub(crate) use diagnostics::Diagnostics;
pub(crate) use envelope::find_other_meaning;
pub(crate) use walk::{WalkSettings, fits_unchanged};

use crate::issue::{Ignored, Issue, Path};
use crate::plan::Plan;
use crate::tree::Tree;

use change::EntryChange;
use envelope::Opened;
use site::{Mode, PlanStep, Site};
use walk::{Conform, MAX_WORK, Passed, is_of, may_fit, walk};

/// Walks a tree along a plan, and adds the findings to `found`. Returns the change that makes the
/// tree valid, if it needs one.
pub(crate) fn conform<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: WalkSettings<'_>,
    found: &mut Diagnostics,
) -> Option<Change<'t>> {
    match envelope::open_envelope(tree, plan, settings, found) {
        Opened::No => {}
        Opened::Own(mut inside) => {
            found.take_host_keys(&mut inside, plan);
            if let Some(change) = conform(&inside, plan, settings, found) {
                change.apply(&mut inside);
            }
            return Some(Change::Replace(inside));
        }
        Opened::Other => return None,
    }
    let change = check_whole(tree, plan, settings, found);
    if (!found.issues.is_empty() || is_unread(tree, plan, found))
        && let Some(kind) = envelope::find_other_tool(tree, plan, settings)
    {
        found.issues = vec![Issue::new(Path::root(), kind, None)];
        found.omitted = 0;
        return None;
    }
    // Only a text that was repaired has brackets in doubt.
    if found.issues.is_empty()
        && !found.repairs.is_empty()
        && let Some(kind) = brackets::find_other_place(tree, plan, found)
    {
        found.issues = vec![Issue::new(Path::root(), kind, None)];
        return None;
    }
    change
}

/// Returns whether a valid object has no declared key, so that the call would run without arguments.
fn is_unread(tree: &Tree<'_>, plan: &Plan, found: &Diagnostics) -> bool {
    let is_key = |ignored: &&Ignored| ignored.path.segments().len() == 1;
    let Tree::Object(entries) = tree else {
        return false;
    };
    !entries.is_empty()
        && found.ignored.iter().filter(is_key).count() == entries.len()
        && plan.leaves_other_keys_unread()
}

fn check_whole<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: WalkSettings<'_>,
    found: &mut Diagnostics,
) -> Option<Change<'t>> {
    #[cfg(feature = "full-schema")]
    if let Some(full) = plan.full() {
        return full::conform(tree, plan, full, settings, found);
    }
    walk(tree, plan, settings, false, found)
}
