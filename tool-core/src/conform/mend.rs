//! What a few values need to conform, done on the tape: most calls that do not conform as
//! they stand have a number in quotes, and a tree of all the others would cost more than
//! the rest of the reading.
//!
//! It is the same walk, begun at those values. Where it finds more than repairs, the whole
//! walk is left to see.

use super::quick::{Misfit, misfits};
use super::{Change, Conform, EntryChange, Findings, Settings};
use crate::plan::Plan;
use crate::tape::{Patch, Tape};

/// Whether a tape conforms as it is now: as it was sent, or with the repairs that are
/// added to what is found. If not, both are as they were.
pub(crate) fn mend(
    tape: &mut Tape<'_>,
    plan: &Plan,
    settings: Settings,
    found: &mut Findings,
) -> bool {
    match misfits(tape, plan, settings.into_value) {
        None => false,
        Some(misfits) if misfits.is_empty() => true,
        Some(misfits) => mended(tape, &misfits, plan, settings, found).is_some(),
    }
}

#[inline(never)]
fn mended(
    tape: &mut Tape<'_>,
    misfits: &[Misfit<'_>],
    plan: &Plan,
    settings: Settings,
    found: &mut Findings,
) -> Option<()> {
    settings.class?;
    let (patches, repaired) = patches(tape, misfits, plan, settings)?;
    tape.patch(patches).ok()?;
    *found = repaired;
    Some(())
}

/// What takes the place of the values, and their repairs; nothing if they do not pass.
fn patches(
    tape: &Tape<'_>,
    misfits: &[Misfit<'_>],
    plan: &Plan,
    settings: Settings,
) -> Option<(Vec<Patch>, Findings)> {
    let mut walk = Conform::new(plan, settings, Findings::default());
    // What can be read for sure is never read by a guess, here or elsewhere.
    walk.guessing = false;
    let mut patches = Vec::new();
    for misfit in misfits {
        let change = tape.at_path_of(misfit.value, |value, path| {
            let value = value.scalar()?;
            let change = walk.property(&value, misfit.property, misfit.object, path);
            Some(change.map(EntryChange::into_owned))
        })?;
        if !walk.found.issues.is_empty() {
            return None;
        }
        patches.push(match change {
            None => continue,
            Some(EntryChange::Value(Change::Replace(made))) => Patch::replace(misfit.value, made),
            Some(EntryChange::Drop) => Patch::drop(misfit.value),
            Some(_) => return None,
        });
    }
    Some((patches, walk.found))
}
