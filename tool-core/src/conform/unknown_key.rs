//! What an unknown key of an object probably means: another name, or another place.

use super::object_walk::ObjectWalk;
use super::outer_keys::find_value;
use super::{Conform, Site, is_of, may_fit};
use crate::issue::{Hint, IssueKind, Segment, find_nearest, measure_nearness};
use crate::plan::{Node, ObjectPlan, Property};
use crate::rules::is_dropped;
use crate::tree::Tree;

impl Conform<'_> {
    /// Reports an unknown key. The issue has the types of the property with a similar name, if the
    /// value has another type.
    pub(super) fn report_undeclared_key(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        here: &Site<'_>,
        nearest: Option<String>,
        value: &Tree<'_>,
    ) {
        let near = nearest.as_deref();
        let near = near.and_then(|name| walk.plan.find(name.as_bytes(), 0));
        let types = near.map(|(_, property)| self.plan.types(property.child.node));
        let shape = types.filter(|types| !may_fit(value, *types));
        let path = here.path.to_path();
        let hint = match path.segments().last() {
            Some(Segment::Key(key)) if near.is_none() => self
                .explain_unknown_key(walk, key, value)
                .or_else(|| self.find_owners(walk, key))
                .or_else(|| self.find_list_of_owners(walk, key))
                .or_else(|| {
                    let names = self.find_absent_names(walk, key, value);
                    (!names.is_empty()).then_some(Hint::Absent(names))
                }),
            _ => None,
        };
        let is_told = !self.is_full(here);
        let kind = IssueKind::UnknownKey { nearest };
        self.issue_with_hint(here, kind, value, || hint);
        if is_told && let Some(issue) = self.found.issues.last_mut() {
            issue.shape = shape.map(|types| types.to_string());
        }
    }

    /// Returns the only property whose items declare a key and take its value there.
    fn find_list_of_owners(&mut self, walk: &ObjectWalk<'_, '_>, key: &str) -> Option<Hint> {
        let properties = walk.plan.properties();
        self.may_compare(properties.len()).then_some(())?;
        let entry = walk.entries.iter().find(|entry| entry.key == key)?;
        let takes = |property: &&Property| {
            let arrays = self.plan.with_branches(property.child.node).into_iter();
            let items = arrays.filter_map(|node| match self.plan.node(node) {
                Node::Array(array) => array.one_item(),
                _ => None,
            });
            let mut objects = items.flat_map(|item| self.plan.objects(item.node));
            let fits = |object: &ObjectPlan| {
                let own = object.find(key.as_bytes(), 0);
                own.is_some_and(|(_, own)| may_fit(&entry.value, self.plan.types(own.child.node)))
            };
            let sent = walk.entries.iter().find(|entry| entry.key == property.name);
            let lacks_key = |value: &Tree<'_>| match value {
                Tree::Array(items) if !items.is_empty() => {
                    items.iter().any(|item| find_value(item, key).is_none())
                }
                value => find_value(value, key).is_none(),
            };
            objects.any(fits) && sent.is_none_or(|sent| lacks_key(&sent.value))
        };
        let mut owners = properties.iter().filter(takes);
        let owner = owners.next().filter(|_| owners.next().is_none())?;
        Some(Hint::InsideItem(owner.name.clone()))
    }

    /// Returns the properties whose values declare a key, and take its value there.
    fn find_owners(&mut self, walk: &ObjectWalk<'_, '_>, key: &str) -> Option<Hint> {
        let properties = walk.plan.properties();
        self.may_compare(properties.len()).then_some(())?;
        let entry = walk.entries.iter().find(|entry| entry.key == key)?;
        let takes = |property: &&Property| self.may_contain(walk, property, false, entry);
        let owners = properties.iter().filter(takes);
        let mut owners: Vec<String> = owners.map(|property| property.name.clone()).collect();
        match owners.len() {
            0 => None,
            1 => owners.pop().map(Hint::Inside),
            _ => Some(Hint::InsideOneOf(owners)),
        }
    }

    /// Returns the absent optional properties that take a value and whose names are similar to a
    /// key. Another name would lead to an argument that was never meant.
    pub(super) fn find_absent_names(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        key: &str,
        value: &Tree<'_>,
    ) -> Vec<String> {
        let properties = walk.plan.properties();
        if is_dropped(value) || key.is_empty() || !self.may_compare(properties.len()) {
            return Vec::new();
        }
        // `desc` is short for `description`. `timeout_ms` has a word more than `timeout`.
        let is_start = |name: &str| {
            let start = name.get(..key.len()).unwrap_or_default();
            let rest = name.get(key.len()..).unwrap_or_default();
            key.len() > 2 && start.eq_ignore_ascii_case(key) && rest.starts_with(char::is_lowercase)
        };
        let takes = |(number, property): &(usize, &Property)| {
            let types = self.plan.types(property.child.node);
            !property.required
                && !walk.seen.contains(*number)
                && is_of(value, types)
                && (measure_nearness(key, &property.name).is_some() || is_start(&property.name))
        };
        let absent = properties.iter().enumerate().filter(takes);
        absent.map(|(_, property)| property.name.clone()).collect()
    }

    /// Returns the name of the absent property that is most similar to a key.
    pub(super) fn find_near_name(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        key: &str,
    ) -> Option<String> {
        let properties = walk.plan.properties();
        self.may_compare(properties.len()).then_some(())?;
        let names = properties
            .iter()
            .enumerate()
            .filter(|(number, _)| !walk.seen.contains(*number))
            .filter(|(number, _)| !walk.pairs.explains(*number))
            .filter(|(_, property)| !matches!(self.plan.node(property.child.node), Node::Never))
            // Under the name alone, the value of `loc.lat` would lose its key.
            .filter(|(_, property)| self.find_name_inside(property, key) == key)
            .map(|(_, property)| property.name.as_str());
        find_nearest(key, names).map(str::to_owned)
    }
}
