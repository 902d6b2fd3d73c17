//! The calls that a list of all calls lacks, by their names and the hashes of their arguments.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::Streamed;
use crate::call::wire::growing::hash_arguments;

/// The calls whose IDs and names a list of all calls lacks.
pub(crate) struct Unlisted {
    /// By name and by the hash of the arguments.
    same: HashMap<(String, u64), BTreeSet<usize>>,
    /// Those without complete arguments, by name.
    open: HashMap<String, BTreeSet<usize>>,
}

impl Streamed {
    /// Returns the calls whose IDs and names a list of all calls lacks.
    pub(crate) fn list_unlisted(&self, listed: &HashSet<(String, String)>) -> Unlisted {
        let mut unlisted = Unlisted {
            same: HashMap::new(),
            open: HashMap::new(),
        };
        for (at, (call, _)) in self.calls.iter().enumerate() {
            let mut ids = call.id.iter().chain(&call.item_id);
            if ids.any(|id| listed.contains(&(id.clone(), call.name.clone()))) {
                continue;
            }
            let key = (call.name.clone(), hash_arguments(&call.arguments()));
            unlisted.same.entry(key).or_default().insert(at);
            if !call.is_closed() {
                let of_name = unlisted.open.entry(call.name.clone());
                of_name.or_default().insert(at);
            }
        }
        unlisted
    }

    /// Takes the unlisted call that a listed one may be: the first one with its arguments, or else the
    /// first one without complete arguments. Its name is the same, or has not arrived. Some servers
    /// change the IDs in the list.
    pub(crate) fn take_unlisted(
        &self,
        unlisted: &mut Unlisted,
        name: &str,
        arguments: &str,
    ) -> Option<usize> {
        let (names, hash) = ([name, ""], hash_arguments(arguments));
        let has_same = |at: &&usize| self.calls[**at].0.has_arguments(arguments);
        let same = names.iter().filter_map(|name| {
            let of_hash = unlisted.same.get(&((*name).to_owned(), hash))?;
            of_hash.iter().find(has_same)
        });
        let open = || {
            names
                .iter()
                .filter_map(|name| unlisted.open.get(*name)?.first())
                .min()
        };
        let at = *same.min().or_else(open)?;
        let call = &self.calls[at].0;
        let key = (call.name.clone(), hash_arguments(&call.arguments()));
        if let Some(of_hash) = unlisted.same.get_mut(&key) {
            of_hash.remove(&at);
        }
        if let Some(of_name) = unlisted.open.get_mut(&call.name) {
            of_name.remove(&at);
        }
        Some(at)
    }
}
