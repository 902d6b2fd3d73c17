//! Constants that together identify a form, without a single tag.

use serde_json::Value;

use crate::conform::diagnostics::Checkpoint;
use crate::conform::{Conform, Site};
use crate::issue::{Hint, IssueKind, Segment};
use crate::plan::{Choice, Node, ObjectForm, ObjectPlan, Plan};
use crate::rules::{is_dropped, names_member};
use crate::tree::{Entry, Tree};

use super::discriminator::join_tags;

/// The possible forms of an invalid object, according to its constants.
pub(super) struct NarrowedForms<'p> {
    /// The forms that remain possible.
    pub(super) forms: Vec<ObjectForm<'p>>,
    /// The property and the constant that rule out the other forms: `kind "create"`.
    pub(super) name: Option<(&'p str, Value)>,
    /// Properties for which all remaining forms require a constant that the object lacks, with
    /// these constants.
    pub(super) open: Vec<(&'p str, Vec<Value>)>,
}

/// The comparison of a form's constant with the object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConstantMatch {
    Matches,
    Misses,
    Absent,
    /// The form has no constant at this property.
    Nothing,
}

impl<'p> Conform<'p> {
    /// Rules out each form whose constant differs from the object, if another form matches at the
    /// same property. If some forms have no different constant, only these remain.
    pub(super) fn narrow_forms(
        &self,
        entries: &[Entry<'_>],
        forms: &[ObjectForm<'p>],
        at: &Site<'_>,
    ) -> NarrowedForms<'p> {
        let names = self.find_telling_names(forms);
        let values: Vec<Option<&Tree<'_>>> = names
            .iter()
            .map(|name| self.find_tag(entries, name, at))
            .collect();
        let says = |form: &ObjectForm<'_>, number: usize| {
            self.compare_constant(form.object, names[number], values[number], at)
        };
        let all = 0..names.len();
        let misses_none = |form: &&ObjectForm<'_>| {
            all.clone()
                .all(|number| says(form, number) != ConstantMatch::Misses)
        };
        let matches_some = |form: &ObjectForm<'_>| {
            all.clone()
                .any(|number| says(form, number) == ConstantMatch::Matches)
        };
        let mut left: Vec<ObjectForm<'p>> = forms.iter().filter(misses_none).copied().collect();
        if !left.iter().any(matches_some) {
            left = forms.to_vec();
        }
        let mut open = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let of_left: Vec<ConstantMatch> = left.iter().map(|form| says(form, number)).collect();
            if of_left.contains(&ConstantMatch::Matches) {
                left.retain(|form| says(form, number) != ConstantMatch::Misses);
            } else if !of_left.contains(&ConstantMatch::Nothing) {
                let members = self.collect_members(&left, name);
                if members.len() > 1 {
                    open.push((*name, members));
                }
            }
        }
        let rules_out = |number: &usize| {
            left.iter()
                .all(|form| says(form, *number) == ConstantMatch::Matches)
                && forms
                    .iter()
                    .any(|form| says(form, *number) == ConstantMatch::Misses)
        };
        let by = all.clone().find(rules_out);
        let name = by.and_then(|number| Some((names[number], values[number]?.to_value())));
        NarrowedForms {
            forms: left,
            name,
            open,
        }
    }

    /// Lists all possible constants in the issues since `mark`, and names the constant that
    /// selected the form. An unknown key gets the constants of the other forms that declare it.
    pub(super) fn name_constants(
        &mut self,
        mark: Checkpoint,
        narrowed: &NarrowedForms<'_>,
        forms: &[ObjectForm<'_>],
        at: &Site<'_>,
    ) {
        for (property, members) in &narrowed.open {
            let path = at.path.key(property).to_path();
            for issue in self.found.issues_from(mark) {
                if issue.path == path {
                    set_members(&mut issue.kind, members);
                }
            }
        }
        let Some((property, value)) = &narrowed.name else {
            return;
        };
        let (plan, depth) = (self.plan, at.depth());
        for issue in self.found.issues_from(mark) {
            issue
                .branch
                .get_or_insert_with(|| format!("{property} {value}"));
            if let (IssueKind::UnknownKey { .. }, Some([Segment::Key(key)])) =
                (&issue.kind, issue.path.segments().get(depth..))
                && let Some(others) = name_forms_with(plan, forms, (property, value), key)
            {
                let forms = format!("{property} {others}");
                issue.hint = Some(Hint::with_forms(issue.hint.take(), forms));
            }
        }
    }

    fn find_telling_names(&self, forms: &[ObjectForm<'p>]) -> Vec<&'p str> {
        let mut names: Vec<&str> = Vec::new();
        for form in forms {
            for property in form.object.properties() {
                let is_constant = matches!(
                    self.plan.node(property.child.node),
                    Node::Choice(choice) if choice.members().len() == 1
                );
                if is_constant && !names.contains(&property.name.as_str()) {
                    names.push(&property.name);
                }
            }
        }
        names
    }

    fn compare_constant(
        &self,
        object: &ObjectPlan,
        name: &str,
        value: Option<&Tree<'_>>,
        at: &Site<'_>,
    ) -> ConstantMatch {
        let Some(choice) = self.find_choice(object, name) else {
            return ConstantMatch::Nothing;
        };
        match value {
            Some(value) if choice.holds(value) => ConstantMatch::Matches,
            Some(value) if self.uses_rules(at) && names_member(choice, value) => {
                ConstantMatch::Matches
            }
            Some(value) if !is_dropped(value) => ConstantMatch::Misses,
            _ if object.requires(name) => ConstantMatch::Absent,
            _ => ConstantMatch::Nothing,
        }
    }

    fn collect_members(&self, forms: &[ObjectForm<'p>], name: &str) -> Vec<Value> {
        let mut members: Vec<Value> = Vec::new();
        for form in forms {
            let choice = self.find_choice(form.object, name);
            for member in choice.iter().flat_map(|choice| choice.members()) {
                if !members.contains(&member.value) {
                    members.push(member.value.clone());
                }
            }
        }
        members
    }

    fn find_choice(&self, object: &ObjectPlan, name: &str) -> Option<&'p Choice> {
        find_choice(self.plan, object, name)
    }
}

fn find_choice<'p>(plan: &'p Plan, object: &ObjectPlan, name: &str) -> Option<&'p Choice> {
    let (_, property) = object.find(name.as_bytes(), 0)?;
    plan.choice(property.child.node)
}

/// Returns the constants of the forms that declare a key: `"window" or "range"`. `None` if a form with
/// the constant that was sent declares it.
fn name_forms_with(
    plan: &Plan,
    forms: &[ObjectForm<'_>],
    (property, sent): (&str, &Value),
    key: &str,
) -> Option<String> {
    let declaring = forms.iter().filter(|form| form.object.has_property(key));
    let choices = declaring.filter_map(|form| find_choice(plan, form.object, property));
    let members: Vec<_> = choices.flat_map(Choice::members).collect();
    if members.iter().any(|member| member.value == *sent) {
        return None;
    }
    let members = members.into_iter();
    let mut tags: Vec<String> = members.map(|member| member.value.to_string()).collect();
    tags.dedup();
    join_tags(&tags)
}

pub(super) fn set_members(kind: &mut IssueKind, all: &[Value]) {
    match kind {
        IssueKind::Enum { members, nearest } => {
            *members = all.into();
            *nearest = None;
        }
        IssueKind::Required { missing, .. } => missing.members = all.to_vec(),
        _ => {}
    }
}
