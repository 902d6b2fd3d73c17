use crate::tree::{Entry, Tree};

/// A change to a value of the input.
///
/// The walk never modifies the tree, because it may try several branches of a union. The caller
/// applies the resulting change after the walk.
#[derive(Clone, Debug)]
pub(crate) enum Change<'t> {
    /// Replaces the whole value.
    Replace(Tree<'t>),
    /// Changes some items of an array, by index.
    Items(Vec<(usize, Change<'t>)>),
    /// Changes some entries of an object, by index.
    Entries(Vec<(usize, EntryChange<'t>)>),
}

#[derive(Clone, Debug)]
pub(crate) enum EntryChange<'t> {
    Value(Change<'t>),
    /// Renames the key to the declared name, and changes the value if needed.
    Rename(String, Option<Change<'t>>),
    Drop,
}

impl<'t> Change<'t> {
    pub(crate) fn into_owned(self) -> Change<'static> {
        match self {
            Self::Replace(tree) => Change::Replace(tree.into_owned()),
            Self::Items(changes) => {
                let owned = changes
                    .into_iter()
                    .map(|(index, change)| (index, change.into_owned()));
                Change::Items(owned.collect())
            }
            Self::Entries(changes) => {
                let owned = changes
                    .into_iter()
                    .map(|(index, change)| (index, change.into_owned()));
                Change::Entries(owned.collect())
            }
        }
    }

    pub(crate) fn apply(self, tree: &mut Tree<'t>) {
        match (self, tree) {
            (Self::Replace(value), tree) => *tree = value,
            (Self::Items(changes), Tree::Array(items)) => {
                for (index, change) in changes {
                    if let Some(item) = items.get_mut(index) {
                        change.apply(item);
                    }
                }
            }
            (Self::Entries(changes), Tree::Object(entries)) => apply_to_entries(changes, entries),
            // Unreachable: a change is applied only to the tree that it was made for.
            (Self::Items(_) | Self::Entries(_), _) => {}
        }
    }
}

impl EntryChange<'_> {
    pub(super) fn into_owned(self) -> EntryChange<'static> {
        match self {
            Self::Value(change) => EntryChange::Value(change.into_owned()),
            Self::Rename(name, change) => EntryChange::Rename(name, change.map(Change::into_owned)),
            Self::Drop => EntryChange::Drop,
        }
    }
}

fn apply_to_entries<'t>(changes: Vec<(usize, EntryChange<'t>)>, entries: &mut Vec<Entry<'t>>) {
    // The changes are sorted by index, so the dropped indices are, too.
    let mut dropped = Vec::new();
    for (index, change) in changes {
        let Some(entry) = entries.get_mut(index) else {
            continue;
        };
        match change {
            EntryChange::Value(change) => change.apply(&mut entry.value),
            EntryChange::Rename(name, change) => {
                entry.key = name.into();
                if let Some(change) = change {
                    change.apply(&mut entry.value);
                }
            }
            EntryChange::Drop => dropped.push(index),
        }
    }
    if !dropped.is_empty() {
        let mut dropped = dropped.into_iter().peekable();
        let mut index = 0;
        entries.retain(|_| {
            let keeps = dropped.next_if_eq(&index).is_none();
            index += 1;
            keeps
        });
    }
}
