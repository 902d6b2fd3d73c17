use super::wrapper::inside;
use super::{About, Example};
use crate::issue::{Rule, fold};
use crate::limits::Limits;
use crate::plan::{Node, Plan};
use crate::tree::{Entry, Tree};

pub(super) const ABOUT: About = About {
    rule: Rule::Envelope,
    condition: "the whole call was sent as its arguments: `name` (or `tool_name`) is this tool's \
                name, `arguments`, `parameters` or `args` holds the arguments, also as text, and is \
                not declared; beside them are `id`, `type` and the like alone. As sent, such an \
                object stays where the schema accepts it; taken out of other text, it is never the \
                arguments. With another name it is rejected",
    examples: &[
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"name": "tool", "arguments": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
            r#"{"type": "function", "name": "tool", "parameters": "{\"a\": 1}"}"#,
            r#"{"a": 1}"#,
        ),
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
            r#"<tool_call>{"name": "tool", "arguments": {"a": 1}}</tool_call>"#,
            r#"{"a": 1}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"name": "other", "arguments": {"a": 1}}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
            r#"<tool_call>{"name": "other", "arguments": {"a": 1}}</tool_call>"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"name": "tool", "arguments": {"a": "one"}}"#,
        ),
    ],
};

const NAMES: &[&str] = &["name", "tool_name"];
const ARGUMENTS: &[&str] = &["arguments", "parameters", "args"];

/// Keys of calls in other formats, which are recognised and not read.
const OTHER_NAMES: &[&str] = &[
    "tool",
    "function",
    "function_name",
    "recipient_name",
    "action",
];
const OTHER_ARGUMENTS: &[&str] = &["input", "params", "kwargs", "action_input", "tool_input"];
/// What the type of a call is called in the formats of providers.
const CALLS: &[&str] = &["function", "function_call", "tool_call", "tool_use", "tool"];
const BESIDE: &[&str] = &["id", "type", "index", "call_id", "tool_call_id"];

/// A whole call that stands where its arguments should.
pub(crate) enum Envelope<'t> {
    /// A call of this tool, with these arguments.
    Own(Tree<'t>),
    /// A call of that name, or of none, or one that is not read.
    Other(Option<String>),
}

/// The call that an object is, if its keys say so and the tool does not declare them.
pub(crate) fn envelope<'t>(
    entries: &[Entry<'t>],
    plan: &Plan,
    limits: &Limits,
) -> Option<Envelope<'t>> {
    let one_of = |keys: &[&str]| entries.iter().find(|entry| keys.contains(&&*entry.key));
    let (name, arguments) = (one_of(NAMES), one_of(ARGUMENTS));
    let any_name = name.or_else(|| one_of(OTHER_NAMES))?;
    let any_arguments = arguments.or_else(|| one_of(OTHER_ARGUMENTS));
    let known = [NAMES, OTHER_NAMES, ARGUMENTS, OTHER_ARGUMENTS, BESIDE];
    let is_known = |entry: &Entry<'_>| known.iter().any(|keys| keys.contains(&&*entry.key));
    if declares(plan, &any_arguments.unwrap_or(any_name).key) || !entries.iter().all(is_known) {
        return None;
    }
    let said = match &any_name.value {
        Tree::String(name) => Some(&**name),
        _ => None,
    };
    let inside = match (name, arguments) {
        (Some(_), Some(arguments)) if is_one_call(entries) => inside(&arguments.value, limits),
        _ => None,
    };
    let is_own = said.is_some_and(|said| is_name(plan, said));
    Some(match inside.filter(|_| is_own) {
        Some(inside) => Envelope::Own(inside),
        None => Envelope::Other(said.filter(|_| !is_own).map(str::to_owned)),
    })
}

/// Whether an object has one name and one object of arguments, and says nothing but that it is
/// a call: a result has a type of its own.
fn is_one_call(entries: &[Entry<'_>]) -> bool {
    let count = |lists: [&[&str]; 2]| {
        let is_listed = |entry: &&Entry<'_>| lists.iter().any(|list| list.contains(&&*entry.key));
        entries.iter().filter(is_listed).count()
    };
    let is_of_call = |entry: &Entry<'_>| match (&*entry.key, &entry.value) {
        ("type", Tree::String(name)) => CALLS.contains(&&**name),
        (key, value) => {
            !BESIDE.contains(&key) || !matches!(value, Tree::Array(_) | Tree::Object(_))
        }
    };
    count([NAMES, OTHER_NAMES]) == 1
        && count([ARGUMENTS, OTHER_ARGUMENTS]) == 1
        && entries.iter().all(is_of_call)
}

/// The arguments under the tool's own name, as some models write a call.
pub(crate) fn named_after_tool<'t>(entries: &[Entry<'t>], plan: &Plan) -> Option<Tree<'t>> {
    match entries {
        [only] if is_name(plan, &only.key) && !declares(plan, &only.key) => match &only.value {
            Tree::Object(_) => Some(only.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the object says nothing but the name of a tool.
pub(crate) fn is_name_alone(entries: &[Entry<'_>]) -> bool {
    let holds = [ARGUMENTS, OTHER_ARGUMENTS].concat();
    !entries.iter().any(|entry| holds.contains(&&*entry.key))
}

/// Whether that is the name of the tool, in whatever style.
pub(crate) fn is_name(plan: &Plan, name: &str) -> bool {
    let name = name.trim();
    let name = name.strip_prefix("functions.").unwrap_or(name);
    let folded = fold(name);
    !folded.is_empty() && folded == fold(plan.tool())
}

/// Whether the tool itself has a property of that name.
fn declares(plan: &Plan, key: &str) -> bool {
    let root = plan.root().node;
    !matches!(plan.node(root), Node::Any) && plan.declares(root, key)
}
