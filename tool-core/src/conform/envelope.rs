//! Detects a whole call in place of its arguments. A call is unwrapped before the walk only if the
//! text was repaired, or if the input is an array or a string. In any other case, the schema
//! decides first.

use std::rc::Rc;

use super::{Diagnostics, WalkSettings};
use crate::issue::{Issue, IssueKind, Path, Repair, Rule};
use crate::limits::ENCODING_LAYERS;
use crate::plan::Plan;
use crate::rules::{
    Envelope, find_own_name, is_name, is_name_alone, is_wrapper, names_property, read_envelope,
    read_text,
};
use crate::tree::{Around, Tree};

/// Returns the issue if the surrounding text shows that an object is not the arguments. It is the
/// value of a property, or the arguments of another tool.
#[cold]
pub(crate) fn find_other_meaning(around: &Around, plan: &Plan) -> Option<IssueKind> {
    let is_property = |name: &String| names_property(plan, name);
    let label = around.label.as_ref().filter(|label| !is_wrapper(label));
    if label.is_some_and(is_property) || around.names.iter().any(is_property) {
        return Some(IssueKind::InvalidJson {
            expected: IssueKind::ALONE.to_owned(),
            after: String::new(),
        });
    }
    // A sentence may name a property.
    let is_other = |name: &&String| !is_name(plan, name) && !is_property(name);
    let name = around.callee.as_ref().filter(is_other)?;
    Some(IssueKind::WholeCall {
        name: Some(name.clone()),
    })
}

/// The result of the search for a whole call.
pub(super) enum Opened<'t> {
    /// The input is not a call.
    No,
    /// A call of this tool, with its arguments.
    Own(Tree<'t>),
    /// A call of another tool. An issue reports it.
    Other,
}

pub(super) fn open_envelope<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: WalkSettings<'_>,
    found: &mut Diagnostics,
) -> Opened<'t> {
    let is_taken_out = !matches!(tree, Tree::Object(_));
    if settings.class.is_none() || !found.issues.is_empty() {
        return Opened::No;
    }
    if !is_taken_out && found.repairs.is_empty() {
        return Opened::No;
    }
    let surrounded = found
        .repairs
        .iter()
        .any(|repair| repair.rule == Rule::SurroundingText);
    let call = find_call(tree, plan, settings, surrounded, ENCODING_LAYERS);
    let Some(call) = call else {
        return Opened::No;
    };
    match call {
        Envelope::Own(inside) => {
            let repair = if settings.records {
                Repair {
                    path: Path::root(),
                    rule: Rule::Envelope,
                    before: tree.to_value(),
                    after: Some(inside.to_value()),
                }
            } else {
                Repair::unrecorded(Rule::Envelope)
            };
            found.repairs.push(Rc::new(repair));
            Opened::Own(inside)
        }
        Envelope::Other(name) => {
            let kind = IssueKind::WholeCall { name };
            found.issues.push(Issue::new(Path::root(), kind, None));
            Opened::Other
        }
        Envelope::Several => {
            let kind = IssueKind::SeveralObjects { texts: Vec::new() };
            found.issues.push(Issue::new(Path::root(), kind, None));
            Opened::Other
        }
    }
}

/// Returns the issue for a call of another tool, or for several calls, in place of arguments that do
/// not fit the schema. Issues about the arguments would lead the model to a call that it did not
/// intend.
pub(super) fn find_other_tool(
    tree: &Tree<'_>,
    plan: &Plan,
    settings: WalkSettings<'_>,
) -> Option<IssueKind> {
    settings.class?;
    let Tree::Object(entries) = tree else {
        return None;
    };
    match read_envelope(entries, plan, &settings.limits)? {
        Envelope::Other(Some(name)) if !is_name_alone(entries) => {
            Some(IssueKind::WholeCall { name: Some(name) })
        }
        Envelope::Several => Some(IssueKind::SeveralObjects { texts: Vec::new() }),
        _ => None,
    }
}

fn find_call<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: WalkSettings<'_>,
    surrounded: bool,
    layers: usize,
) -> Option<Envelope<'t>> {
    let layers = layers.checked_sub(1)?;
    match tree {
        Tree::Object(entries) => match read_envelope(entries, plan, &settings.limits) {
            // An object with only a name may also be the arguments.
            Some(_) if is_name_alone(entries) && !surrounded => None,
            Some(call) => Some(call),
            None => find_own_name(entries, plan).map(Envelope::Own),
        },
        Tree::Array(items) => match items.as_slice() {
            [one] => find_call(one, plan, settings, surrounded, layers),
            _ => None,
        },
        Tree::String(text) => {
            let text = read_text(text, &settings.limits)?;
            find_call(&text, plan, settings, surrounded, layers)
        }
        _ => None,
    }
}
