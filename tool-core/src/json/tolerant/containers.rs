//! Objects and arrays.

use super::state::{FirstKey, Last, Scope, TolerantParser};
use std::borrow::Cow;
use std::collections::HashSet;

use crate::issue::{Issue, IssueKind, PathStack, Rule};
use crate::json::Stopped;
use crate::json::expected::VALUE;
use crate::tree::{Entries, Entry, Tree};

impl<'a> TolerantParser<'a, '_> {
    pub(super) fn parse_object(&mut self, chain: &PathStack<'_>) -> Result<Tree<'a>, Stopped> {
        self.enter(chain)?;
        let scope = &mut Scope::new(chain);
        let mut entries = Entries::default();
        let mut dropped = Vec::new();
        let mut is_empty = self.opens(b'}', scope)?;
        while !is_empty {
            let is_quoted = self.quote().is_some();
            let may_lack_colon = is_quoted && self.follows_comma_or_brace();
            let key = self.parse_key(scope)?;
            let is_first = self.first_key.is_none();
            if is_first {
                self.first_key = Some(FirstKey {
                    name: key.clone(),
                    is_quoted,
                    has_separator: false,
                });
            }
            self.parse_separator(may_lack_colon, scope)?;
            self.has_pairs = true;
            if let Some(first) = self.first_key.as_mut().filter(|_| is_first) {
                first.has_separator = true;
            }
            self.skip_to_token(scope)?;
            let start = self.at;
            let value = self.parse_value(&chain.key(&key))?;
            let last = value.as_ref().map_or(Last::Bare, Self::last);
            if let Some(value) = value {
                entries.push(key, value);
            } else {
                self.repair(&chain.key(&key), Rule::Literal, start, |_| None);
                dropped.push(key);
            }
            is_empty = self.parse_between(b'}', last, scope)?;
        }
        self.depth -= 1;
        let entries = entries.finish(chain, &mut self.intake);
        self.settle_dropped(&entries, &dropped, chain);
        Ok(Tree::Object(entries))
    }

    pub(super) fn parse_array(&mut self, chain: &PathStack<'_>) -> Result<Tree<'a>, Stopped> {
        self.enter(chain)?;
        let scope = &mut Scope::new(chain);
        let mut items = Vec::new();
        let mut is_at_end = self.opens(b']', scope)?;
        while !is_at_end {
            let start = self.at;
            let Some(item) = self.parse_value(&chain.index(items.len()))? else {
                // Dropping an item would shift all later ones.
                return Err(self.fail_invalid(VALUE, start));
            };
            let last = Self::last(&item);
            items.push(item);
            is_at_end = self.parse_between(b']', last, scope)?;
        }
        self.depth -= 1;
        Ok(Tree::Array(items))
    }

    /// Settles an `undefined` entry. If its key also has another value, the key has two values.
    fn settle_dropped(
        &mut self,
        entries: &[Entry<'a>],
        dropped: &[Cow<'a, str>],
        chain: &PathStack<'_>,
    ) {
        if dropped.is_empty() {
            return;
        }
        let kept: HashSet<&str> = entries.iter().map(|entry| &*entry.key).collect();
        if let Some(key) = dropped.iter().find(|key| kept.contains(&***key)) {
            let path = chain.key(key).to_path();
            let issue = Issue::new(path, IssueKind::DuplicateKey, None);
            self.intake.issues.push(issue);
        }
    }
}
