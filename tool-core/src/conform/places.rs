//! Keys at the wrong level of nested objects, and parameters that leaked into a string.

use super::diagnostics::Checkpoint;
use super::object_walk::ObjectWalk;
use super::pairs::{read_content, read_names};
use super::{Conform, is_of, may_fit};
use crate::issue::{
    Hint, IssueKind, JsonType, Missing, Path, Segment, TypeSet, find_inner_name, fold, folds_alike,
    measure_nearness,
};
use crate::limits::COMPARED_KEYS;
use crate::limits::HINT_BYTES;
use crate::plan::{Additional, Node, ObjectPlan, Plan, Property};
use crate::rules::{is_dropped, names_member};
use crate::tree::{Entry, Tree};

const MAX_PROPERTIES: usize = 64;
impl Conform<'_> {
    /// Finds undeclared keys that exactly one property of the same object declares, each with the
    /// number of that property: `lat` for `loc: {lat, lon}`. Also finds `loc.lat`.
    ///
    /// In an open object an undeclared key is valid. There, the property must be missing. In a map,
    /// its name must also begin the key.
    pub(super) fn find_inner_keys(
        &self,
        walk: &ObjectWalk<'_, '_>,
        strangers: &[usize],
        meant: &[Option<usize>],
    ) -> Vec<(usize, usize)> {
        if self.is_full(walk.at) {
            return Vec::new();
        }
        // Each other key of a map is data.
        let is_map = matches!(walk.plan.additional, Additional::Map(_));
        let is_closed = matches!(walk.plan.additional, Additional::Closed);
        let properties = walk.plan.properties();
        let is_missing = |number: usize, property: &Property| {
            property.required && !walk.seen.contains(number) && !meant.contains(&Some(number))
        };
        let may_contain = |(number, property): &(usize, &Property)| {
            let is_missing = is_missing(*number, property);
            let types = self.plan.types(property.child.node);
            (is_closed || is_missing) && types != TypeSet::ALL && types.contains(JsonType::Object)
        };
        let outer = properties.iter().enumerate().filter(may_contain);
        let outer: Vec<(usize, &Property)> = outer.take(MAX_PROPERTIES).collect();
        let mut found = Vec::new();
        for (index, meant) in strangers.iter().zip(meant).take(COMPARED_KEYS) {
            let entry = &walk.entries[*index];
            let is_read = meant.is_some() || walk.plan.has_match(&entry.key);
            if is_read || is_dropped(&entry.value) || self.is_filler(entry, walk.at) {
                continue;
            }
            let declares = |(_, property): &&(usize, &Property)| {
                let name = self.find_name_inside(property, &entry.key);
                let is_dotted = name != entry.key;
                let spells = |object: &ObjectPlan| object.has_folded(&fold(name));
                let object = self.plan.object(property.child.node);
                (is_dotted
                    || !is_map
                        && (self.plan.names_property(property.child.node, name)
                            || object.is_some_and(spells)))
                    && !contains(walk, &property.name, name)
            };
            // A similar name of this object, whose property takes the value, is nearer.
            let is_of_this_object = || {
                let absent = properties.iter().enumerate().take(MAX_PROPERTIES);
                let mut absent = absent.filter(|(number, _)| !walk.seen.contains(*number));
                absent.any(|(_, property)| {
                    let types = self.plan.types(property.child.node);
                    may_fit(&entry.value, types)
                        && measure_nearness(&entry.key, &property.name).is_some()
                })
            };
            let takes_value = |number: usize, property: &Property| {
                let is_dotted = self.find_name_inside(property, &entry.key) != entry.key;
                is_dotted && !is_of_this_object()
                    || self.may_contain(walk, property, is_missing(number, property), entry)
            };
            let owners = || {
                let all = outer.iter().filter(declares);
                all.filter(|(number, property)| takes_value(*number, property))
            };
            let mut missing = owners().filter(|(number, property)| is_missing(*number, property));
            let only_missing = missing.next().filter(|_| missing.next().is_none());
            let mut all = owners();
            let only = all.next().filter(|_| all.next().is_none());
            found.extend(only.or(only_missing).map(|(number, _)| (*index, *number)));
        }
        found
    }

    /// Like [`find_inner_name`], also for `loc_lat` if the objects of the property declare `lat`.
    pub(super) fn find_name_inside<'k>(&self, property: &Property, key: &'k str) -> &'k str {
        let rest = key.strip_prefix(property.name.as_str());
        let inside = rest.and_then(|rest| rest.strip_prefix('_'));
        let is_declared = |name: &&str| self.plan.names_property(property.child.node, name);
        inside
            .filter(is_declared)
            .unwrap_or_else(|| find_inner_name(&property.name, key))
    }

    /// Returns whether the object of a property may get a key of the object around it. The form
    /// whose tag was sent must declare the key and take its value. A new object must be complete
    /// with the undeclared keys, unless the object around it lacks it anyway. Otherwise, a model that
    /// moves the key would have to invent the rest of an object that it did not mean.
    pub(super) fn may_contain(
        &self,
        walk: &ObjectWalk<'_, '_>,
        property: &Property,
        is_missing: bool,
        entry: &Entry<'_>,
    ) -> bool {
        let name = self.find_name_inside(property, &entry.key);
        let inner = find_inner_entries(walk, &property.name);
        let value = walk.entries.iter().find(|entry| entry.key == property.name);
        let has_value = value.is_some();
        // A text that the property takes as it is has no room for keys.
        let takes_text = self
            .plan
            .types(property.child.node)
            .contains(JsonType::String);
        let takes_keys = |entry: &Entry<'_>| match &entry.value {
            Tree::Object(_) | Tree::Null => true,
            Tree::String(text) => !takes_text || text.trim_start().starts_with('{'),
            _ => false,
        };
        if !value.is_none_or(takes_keys) {
            return false;
        }
        let is_sent = |required: &Property| {
            let mut entries = walk.entries.iter().chain(inner);
            entries.any(|entry| {
                folds_alike(self.find_name_inside(property, &entry.key), &required.name)
            })
        };
        let agrees = |form: &ObjectPlan| {
            inner.iter().all(|entry| {
                let declared = form.find(entry.key.as_bytes(), 0);
                let choice =
                    declared.and_then(|(_, declared)| self.plan.choice(declared.child.node));
                choice.is_none_or(|choice| names_member(choice, &entry.value))
            })
        };
        let takes = |form: &ObjectPlan| {
            let exact = form.find(name.as_bytes(), 0).map(|(_, own)| own);
            let spelt = || {
                form.properties()
                    .iter()
                    .find(|own| folds_alike(name, &own.name))
            };
            let own = exact.or_else(spelt);
            let required = || form.properties().iter().filter(|own| own.required);
            own.is_some_and(|own| may_fit(&entry.value, self.plan.types(own.child.node)))
                && agrees(form)
                && (is_missing || has_value || required().all(is_sent))
        };
        let forms = self.plan.with_branches(property.child.node).into_iter();
        let mut forms = forms.filter_map(|node| self.plan.object(node));
        !contains(walk, &property.name, name) && forms.any(takes)
    }

    /// Reports an undeclared key that belongs inside a property.
    pub(super) fn report_inner_key(&mut self, walk: &ObjectWalk<'_, '_>, index: usize) -> bool {
        let Some((_, number)) = walk.inner.iter().find(|(inner, _)| *inner == index) else {
            return false;
        };
        let entry = &walk.entries[index];
        let kind = IssueKind::UnknownKey { nearest: None };
        let outer = walk.plan.properties()[*number].name.clone();
        self.issue_with_hint(
            &walk.at.entry(&entry.key, index),
            kind,
            &entry.value,
            || Some(Hint::Inside(outer)),
        );
        true
    }

    /// Reports the keys that are still missing in an absent property, if some of its keys were sent
    /// beside it. Returns `false` if none was.
    pub(super) fn report_absent_inside(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        number: usize,
    ) -> bool {
        let property = &walk.plan.properties()[number];
        let sent = walk.inner.iter().filter(|(_, outer)| *outer == number);
        let sent =
            sent.map(|(index, _)| self.find_name_inside(property, &walk.entries[*index].key));
        let sent: Vec<&str> = sent.collect();
        if sent.is_empty() {
            return false;
        }
        if let Node::Object(object) = self.plan.node(property.child.node) {
            let at = walk.at.entry(&property.name, 0);
            for inner in object.properties() {
                if inner.required && !sent.iter().any(|sent| folds_alike(sent, &inner.name)) {
                    let node = inner.child.node;
                    let missing = Missing {
                        shape: self.plan.write_container_shape(node),
                        ..Missing::default()
                    };
                    let kind = IssueKind::Required {
                        expected: self.plan.types(node),
                        missing: Box::new(missing),
                    };
                    self.push(&at.entry(&inner.name, 0), kind, None);
                }
            }
        }
        true
    }

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
        value: &Tree<'_>,
    ) -> Option<Hint> {
        let content = read_content(value, &self.settings.limits);
        let Tree::Object(entries) = &*content else {
            return None;
        };
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

/// Returns whether the value of a property contains a key.
fn contains(walk: &ObjectWalk<'_, '_>, property: &str, key: &str) -> bool {
    find_sent(walk, property, key).is_some()
}

/// Returns the value of a key in the object of a property.
fn find_sent<'w, 't>(walk: &ObjectWalk<'w, 't>, property: &str, key: &str) -> Option<&'w Tree<'t>> {
    let mut inner = find_inner_entries(walk, property).iter();
    inner
        .find(|entry| entry.key == key)
        .map(|entry| &entry.value)
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

fn find_inner_entries<'w, 't>(walk: &ObjectWalk<'w, 't>, property: &str) -> &'w [Entry<'t>] {
    let mut entries = walk.entries.iter();
    match entries.find(|entry| entry.key == property) {
        Some(Entry {
            value: Tree::Object(inner),
            ..
        }) => inner,
        _ => &[],
    }
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
    let forms = plan.with_branches(outer.child.node).into_iter();
    let inner = forms.filter_map(|form| plan.object(form));
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
