//! Keys inside a nested object, or inside a string, that belong to the object around it.

use super::diagnostics::Checkpoint;
use super::object_walk::ObjectWalk;
use super::pairs::{read_content, read_names};
use super::places::{MAX_PROPERTIES, find_inner_entries, find_sent};
use super::{Conform, is_of, may_fit};
use crate::issue::{Hint, IssueKind, Path, Segment};
use crate::limits::{COMPARED_KEYS, HINT_BYTES};
use crate::plan::{Additional, ObjectPlan, Plan, Property};
use crate::rules::{find_meant_property, is_wrapper};
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    /// Finds keys of nested objects that belong to this object, and not to the nested one. A key
    /// that is required here becomes a part of its issue, and the others get a hint.
    pub(super) fn find_outer_keys(&mut self, walk: &mut ObjectWalk<'_, '_>, mark: Checkpoint) {
        let depth = walk.at.depth();
        let plan = self.plan;
        let mut outer = Vec::new();
        let mut beside = Vec::new();
        for issue in self.found.issues_from(mark) {
            let places = issue.path.segments().get(depth..);
            if let Some([Segment::Key(inside)]) = places {
                let keys = find_keys_beside(walk, inside, &issue.kind, plan);
                beside.extend(keys.into_iter().map(|key| (inside.clone(), key)));
            }
            let (
                IssueKind::UnknownKey { .. },
                Some([Segment::Key(inside), between @ .., Segment::Key(key)]),
            ) = (&issue.kind, places)
            else {
                continue;
            };
            let Some((number, property)) = walk.plan.find(key.as_bytes(), 0) else {
                continue;
            };
            if walk.seen.contains(number) || walk.pairs.explains(number) {
                continue;
            }
            let inner = match &issue.hint {
                None | Some(Hint::Absent(_) | Hint::Content) => Vec::new(),
                Some(Hint::Inside(inner)) => vec![inner.clone()],
                Some(Hint::InsideOneOf(inner)) => inner.clone(),
                Some(Hint::OnlyWith(forms)) if between.is_empty() => {
                    let sent = find_sent(walk, inside, key);
                    let fits = |value| may_fit(value, plan.types(property.child.node));
                    if !property.required && sent.is_some_and(fits) {
                        issue.hint = Some(Hint::OnlyWithOrBeside {
                            forms: forms.clone(),
                            beside: inside.clone(),
                        });
                    }
                    continue;
                }
                Some(_) => continue,
            };
            let sent = find_sent_below(walk, inside, between, key);
            if sent.is_none() && !between.is_empty() && !is_sent_as_text(walk, inside) {
                continue;
            }
            let types = plan.types(property.child.node);
            let fits = |value: &Tree<'_>| match inner.as_slice() {
                [] => property.required || may_fit(value, types),
                _ => is_of(value, types),
            };
            if sent.is_some_and(|value| !fits(value)) || sent.is_none() && !inner.is_empty() {
                continue;
            }
            if property.required && between.is_empty() {
                outer.push((number, issue.path.clone()));
            } else {
                issue.hint = Some(Hint::beside_or_inside(inside.clone(), inner));
            }
        }
        if !outer.is_empty() {
            let is_outer = |path: &Path| outer.iter().any(|(_, outer)| outer == path);
            self.found.remove_since(mark, |issue| {
                matches!(issue.kind, IssueKind::UnknownKey { .. }) && is_outer(&issue.path)
            });
        }
        walk.outer = outer;
        for (inside, key) in beside {
            let found = walk.plan.find(key.as_bytes(), 0);
            let is_absent = |(number, _): (usize, &Property)| {
                !walk.seen.contains(number) && !walk.pairs.explains(number)
            };
            let fits = |(_, property): (usize, &Property)| {
                let sent = find_sent(walk, &inside, &key);
                sent.is_none_or(|value| may_fit(value, plan.types(property.child.node)))
            };
            let is_meant = found.is_some_and(|found| is_absent(found) && fits(found));
            if is_meant && !self.is_full(walk.at) {
                let kind = IssueKind::UnknownKey { nearest: None };
                let at = walk.at.entry(&inside, 0);
                let path = at.to_path();
                self.found.remove_since(mark, |issue| {
                    matches!(issue.kind, IssueKind::MaxProperties { .. }) && issue.path == path
                });
                self.push(&at.entry(&key, 0), kind, None);
                if let Some(issue) = self.found.issues.last_mut() {
                    let inner = find_owners_in_forms(walk, &inside, &key, plan);
                    issue.hint = Some(Hint::beside_or_inside(inside, inner));
                }
            }
        }
    }

    /// Refuses a key of a map that means an absent property of the object around it, if its value
    /// fits there and not in the map: `dry_run` in a map of strings would become text.
    pub(super) fn refuse_keys_in_maps(&mut self, walk: &ObjectWalk<'_, '_>, mark: Checkpoint) {
        let mut found = Vec::new();
        for entry in walk.entries {
            let Tree::Object(inner) = &entry.value else {
                continue;
            };
            let Some((_, property)) = walk.plan.find(entry.key.as_bytes(), 0) else {
                continue;
            };
            let find_values = |object: &ObjectPlan| match object.additional {
                Additional::Map(child) => Some(self.plan.types(child.node)),
                _ => None,
            };
            let values = match self.plan.object(property.child.node) {
                // Most objects are no unions.
                Some(object) => find_values(object),
                None => self.plan.objects(property.child.node).find_map(find_values),
            };
            let Some(values) = values else {
                continue;
            };
            for stranger in inner.iter().filter(|inner| !is_of(&inner.value, values)) {
                let meant = find_meant_property(walk.plan, &stranger.key);
                let meant = meant.filter(|number| !walk.seen.contains(*number));
                let takes = |number: usize| {
                    let node = walk.plan.properties()[number].child.node;
                    is_of(&stranger.value, self.plan.types(node))
                };
                let is_of_map = !self.plan.names_property(property.child.node, &stranger.key);
                if is_of_map && meant.is_some_and(takes) {
                    found.push((&entry.key, stranger));
                }
            }
        }
        for (outer, stranger) in found {
            let at = walk.at.entry(outer, 0);
            let at = at.entry(&stranger.key, 0);
            let path = at.to_path();
            self.found.remove_since(mark, |issue| issue.path == path);
            let kind = IssueKind::UnknownKey { nearest: None };
            let hint = Hint::Beside(outer.to_string());
            self.issue_with_hint(&at, kind, &stranger.value, || Some(hint));
        }
    }

    /// Returns the path of an absent property inside the value of a declared one, or the name of the
    /// property whose string contains it as markup.
    pub(super) fn find_absent_elsewhere(
        &self,
        walk: &ObjectWalk<'_, '_>,
        number: usize,
    ) -> (Option<Path>, Option<String>) {
        if let Some((_, path)) = walk.outer.iter().find(|(outer, _)| *outer == number) {
            return (Some(path.clone()), None);
        }
        let name = &walk.plan.properties()[number].name;
        let mut text_left = HINT_BYTES;
        for entry in walk.entries.iter().take(MAX_PROPERTIES) {
            let declared = walk.plan.find(entry.key.as_bytes(), 0);
            let object = declared.and_then(|(_, declared)| self.plan.object(declared.child.node));
            let takes_keys = object.is_some_and(|object| {
                !matches!(object.additional, Additional::Map(_)) && !object.has_property(name)
            });
            let is_inside = || {
                let names = read_names(&entry.value, &self.settings.limits);
                names.iter().any(|inner| inner == name)
            };
            if takes_keys && is_inside() {
                let inside = walk.at.path.key(&entry.key);
                return (Some(inside.key(name).to_path()), None);
            }
            if let Tree::String(text) = &entry.value
                && text_left >= text.len()
            {
                text_left -= text.len();
                if has_markup_of(text, name, &entry.key) {
                    return (None, Some(entry.key.to_string()));
                }
            }
        }
        (None, None)
    }

    /// Notes the absent optional properties that a rejected string of this object contains as
    /// markup. Without the note, a model that repairs the string would lose them. The issue of a
    /// required property says it itself.
    pub(super) fn note_markup(&mut self, walk: &ObjectWalk<'_, '_>, mark: Checkpoint) {
        let depth = walk.at.depth();
        let mut text_left = HINT_BYTES;
        for issue in self.found.issues_from(mark) {
            let Some([Segment::Key(key)]) = issue.path.segments().get(depth..) else {
                continue;
            };
            let entry = walk.entries.iter().take(MAX_PROPERTIES);
            let mut entry = entry.filter(|entry| entry.key == *key);
            let Some(Tree::String(text)) = entry.next().map(|entry| &entry.value) else {
                continue;
            };
            if issue.hint.is_some() || text_left < text.len() || !text.contains('<') {
                continue;
            }
            text_left -= text.len();
            let properties = walk.plan.properties().iter().enumerate();
            let is_absent = |(number, property): &(usize, &Property)| {
                !property.required && !walk.seen.contains(*number)
            };
            let mut absent = properties.filter(is_absent).take(MAX_PROPERTIES);
            let leaked = absent.find(|(_, property)| has_markup_of(text, &property.name, key));
            issue.hint = leaked.map(|(_, property)| Hint::Markup(property.name.clone()));
        }
    }

    /// Returns a hint about an unknown key whose name is similar to no property, and whose value
    /// contains only absent properties of this object. One of them must take its value: otherwise, the
    /// key has only the wrong name.
    pub(super) fn explain_unknown_key(
        &self,
        walk: &ObjectWalk<'_, '_>,
        key: &str,
        value: &Tree<'_>,
    ) -> Option<Hint> {
        let content = read_content(value, &self.settings.limits);
        let content = match &*content {
            Tree::Array(items) if items.len() == 1 => &items[0],
            content => content,
        };
        let Tree::Object(entries) = content else {
            return None;
        };
        let is_declared = |entry: &Entry<'_>| walk.plan.has_property(&entry.key);
        if is_wrapper(key) && walk.at.is_root() && entries.iter().any(is_declared) {
            return Some(Hint::Content);
        }
        let find_absent = |entry: &Entry<'_>| {
            let found = walk.plan.find(entry.key.as_bytes(), 0);
            found.filter(|(number, _)| !walk.seen.contains(*number))
        };
        let fits = |entry: &Entry<'_>| {
            find_absent(entry).is_some_and(|(_, property)| {
                may_fit(&entry.value, self.plan.types(property.child.node))
            })
        };
        let is_content = entries.iter().all(|entry| find_absent(entry).is_some());
        (is_content && entries.iter().any(fits)).then_some(Hint::Content)
    }
}

/// Returns the value of a key that was sent in or below the value of a property. An object on the way
/// that has the key itself is nearer.
fn find_sent_below<'w, 't>(
    walk: &ObjectWalk<'w, 't>,
    property: &str,
    between: &[Segment],
    key: &str,
) -> Option<&'w Tree<'t>> {
    let mut entries = walk.entries.iter();
    let mut value = &entries.find(|entry| entry.key == property)?.value;
    for segment in between {
        value = match (value, segment) {
            (Tree::Object(_), Segment::Key(_)) if find_value(value, key).is_some() => return None,
            (Tree::Object(_), Segment::Key(next)) => find_value(value, next)?,
            (Tree::Array(items), Segment::Index(index)) => items.get(*index)?,
            // One object in place of a list of one.
            (Tree::Object(_), Segment::Index(0)) => value,
            _ => return None,
        };
    }
    find_value(value, key)
}

/// Returns whether the value of a property was sent as JSON text, whose keys are unknown here.
fn is_sent_as_text(walk: &ObjectWalk<'_, '_>, property: &str) -> bool {
    let mut entries = walk.entries.iter();
    let entry = entries.find(|entry| entry.key == property);
    entry.is_some_and(|entry| matches!(entry.value, Tree::String(_)))
}

/// Returns the value of a key of an object.
pub(super) fn find_value<'w, 't>(object: &'w Tree<'t>, key: &str) -> Option<&'w Tree<'t>> {
    let Tree::Object(entries) = object else {
        return None;
    };
    let entry = entries.iter().find(|entry| entry.key == key);
    entry.map(|entry| &entry.value)
}

/// Returns the keys in the object of a property that may belong to the object around it, according to
/// the issue of that object.
fn find_keys_beside(
    walk: &ObjectWalk<'_, '_>,
    inside: &str,
    kind: &IssueKind,
    plan: &Plan,
) -> Vec<String> {
    match kind {
        IssueKind::Union { alternatives } => {
            // Of the keys that belong to different forms, each may be the wrong one.
            let is_outer = |key: &&String| {
                let found = walk.plan.find(key.as_bytes(), 0);
                found.is_some_and(|(number, _)| !walk.seen.contains(number))
            };
            let outer: Vec<_> = alternatives.mixed.iter().filter(is_outer).collect();
            let mixed = match outer.as_slice() {
                [only] if alternatives.mixed.len() > 2 => Some(*only),
                _ => None,
            };
            alternatives.unknown.iter().chain(mixed).cloned().collect()
        }
        IssueKind::MaxProperties { .. } => find_surplus_keys(walk, inside, plan).collect(),
        _ => Vec::new(),
    }
}

/// Returns the names of the properties that declare a key, in any form of the object of a property:
/// `range` for the key `y` of `{"mode": {"y": 1}}`, if a form is `{"range": {"y": integer}}`.
fn find_owners_in_forms(
    walk: &ObjectWalk<'_, '_>,
    outer: &str,
    key: &str,
    plan: &Plan,
) -> Vec<String> {
    let Some((_, outer)) = walk.plan.find(outer.as_bytes(), 0) else {
        return Vec::new();
    };
    let inner = plan.objects(outer.child.node);
    let inner = inner.flat_map(ObjectPlan::properties).take(MAX_PROPERTIES);
    let inner = inner.filter(|inner| plan.names_property(inner.child.node, key));
    let mut names: Vec<String> = inner.map(|inner| inner.name.clone()).collect();
    names.dedup();
    names
}

/// Returns the undeclared keys in the object of a property that are optional properties of the
/// object around it.
fn find_surplus_keys(
    walk: &ObjectWalk<'_, '_>,
    property: &str,
    plan: &Plan,
) -> impl Iterator<Item = String> {
    let node = walk.plan.find(property.as_bytes(), 0);
    let node = node.map(|(_, property)| property.child.node);
    let is_surplus = move |key: &&str| {
        let outer = walk.plan.find(key.as_bytes(), 0);
        outer.is_some_and(|(_, outer)| !outer.required)
            && !node.is_some_and(|node| plan.names_property(node, key))
    };
    let keys = find_inner_entries(walk, property).iter();
    let keys = keys.map(|entry| &*entry.key).filter(is_surplus);
    keys.map(str::to_owned).take(COMPARED_KEYS)
}

/// Returns whether a text has the opening tag of a parameter, as it stands after the value of
/// another one: `<parameter name="status">`, `<parameter=status>`, `<arg_key>status</arg_key>`, or
/// `</summary>` and `<status>`.
pub(super) fn has_markup_of(text: &str, name: &str, own: &str) -> bool {
    let Some((_, tags)) = text.split_once('<') else {
        return false;
    };
    let is_parameter = |tag: String| {
        tags.split_once(&tag).is_some_and(|(before, _)| {
            let start = before.rsplit('<').next().unwrap_or_default();
            start.contains("parameter") && !start.contains('>')
        })
    };
    let is_named = is_parameter(format!("name=\"{name}\"")) || is_parameter(format!("={name}>"));
    let is_named = is_named || tags.contains(&format!("<arg_key>{name}</arg_key>"));
    let after_own = text.split_once(&format!("</{own}>"));
    is_named || after_own.is_some_and(|(_, after)| after.contains(&format!("<{name}>")))
}
