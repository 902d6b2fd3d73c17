//! What a few values need to conform, done on the tape: most calls that do not conform as
//! they stand have a number in quotes, and a tree of all the others would cost more than
//! the rest of the reading.
//!
//! A number or a boolean in quotes is read by the functions of its rule; for others it is
//! the same walk, begun at those values. Where it finds more than repairs, the whole walk
//! is left to see.

#[cfg(test)]
mod tests;

use super::quick::{Misfit, misfits, takes_number};
use super::{Change, Conform, EntryChange, Findings, Settings};
use crate::coerce::{boolean_word, number_in};
use crate::issue::Rule;
use crate::plan::{Child, Node, Plan};
use crate::tape::{Cursor, Kind, Patch, Tape, Token};
use crate::tree::as_integer;

/// Whether a tape conforms as it is now: as it was sent, or with the repairs that are
/// added to what is found. If not, both are as they were.
pub(crate) fn mend(
    tape: &mut Tape<'_>,
    plan: &Plan,
    settings: Settings<'_>,
    found: &mut Findings,
) -> bool {
    match misfits(tape, plan, settings.into_value, settings.limits) {
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
    settings: Settings<'_>,
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
    settings: Settings<'_>,
) -> Option<(Vec<Patch>, Findings)> {
    let mut walk = Conform::new(plan, settings, Findings::default());
    // What can be read for sure is never read by a guess, here or elsewhere.
    (walk.may_guess, walk.guessing) = (false, false);
    let mut patches = Vec::with_capacity(misfits.len());
    for misfit in misfits {
        let child = misfit.property.child;
        if let Some((rule, token)) = in_quotes(tape.value(misfit.value), child, &walk) {
            if settings.records {
                walk.record(tape, misfit, rule, token)?;
            }
            patches.push(Patch::set(misfit.value, token));
            continue;
        }
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
    walk.pattern_work.exhausted().ok()?;
    Some((patches, walk.found))
}

/// What most of them need: the number or the boolean that stands in quotes. No rule comes
/// before those two for such text at such a place, so that the walk would do the same.
fn in_quotes(value: Cursor<'_>, child: Child, walk: &Conform<'_>) -> Option<(Rule, Token)> {
    let text = value.string()?;
    let child = match walk.plan.node(child.node) {
        Node::Union(union) if child.preprocess.is_none() => union.optional()?,
        _ => child,
    };
    match walk.plan.node(child.node) {
        _ if child.preprocess.is_some() => None,
        Node::Number(plan) => {
            let (start, number) = number_in(text)?;
            if plan.integer {
                as_integer(number)?;
            }
            takes_number(number, plan, walk.settings.into_value).then(|| {
                let token = value.number_in(start, number);
                (Rule::StringToNumber, token)
            })
        }
        Node::Boolean => {
            let is_true = boolean_word(text.trim())?;
            let kind = if is_true { Kind::True } else { Kind::False };
            Some((Rule::ToBoolean, Token::word(kind)))
        }
        _ => None,
    }
}

impl Conform<'_> {
    fn record(
        &mut self,
        tape: &Tape<'_>,
        misfit: &Misfit<'_>,
        rule: Rule,
        made: Token,
    ) -> Option<()> {
        tape.at_path_of(misfit.value, |value, path| {
            let (before, after) = (value.scalar()?, tape.scalar(made)?);
            let path = path.key(&misfit.property.name);
            self.repair(&path, rule, &before, Some(&after));
            Some(())
        })
    }
}
