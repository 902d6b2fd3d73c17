//! A whole call in the place of its arguments: the keys that APIs and frameworks give to calls.

use super::json_string::read_arguments_text;
use crate::issue::{JsonType, Rule, contains_word, fold, folds_to_any, without_namespace};
use crate::limits::Limits;
use crate::plan::{Node, Plan};
#[cfg(feature = "answers")]
use crate::prose::{denies, takes_back};
use crate::rules::info::{RuleInfo, reads_text, refuses_text};
use crate::rules::schemas::{CLOSED_A, OPTIONAL_A, REQUIRED_A};
use crate::tree::{Entry, Tree};

pub(super) const ENVELOPE: RuleInfo = RuleInfo {
    rule: Rule::Envelope,
    condition: "Reads a whole call that was sent as the arguments.\n\n\
                - One key is the name of this tool: `name`, `tool_name`, `function_name`, \
                `recipient_name`, `tool`, `function` or `action`. Case and style do not \
                matter.\n\
                - One key contains the arguments, as an object, as text or as a list of one \
                object: `arguments`, `parameters`, `args`, `input`, `params`, `kwargs`, \
                `action_input` or `tool_input`. The tool does not declare that key.\n\
                - Each other key belongs to a call, such as `id` or `type`, or is a `thought` or \
                `reasoning` that does not deny the call. An object with \
                these keys may be inside `function`, `functionCall`, `tool_call`, `tool_use` or \
                a list `tool_calls` or `tool_uses` of one item, which a message or a request \
                of JSON-RPC may contain. Several calls are rejected. A message is rejected if \
                its `role` is another speaker, or if its `content` denies the call.\n\n\
                Text is read too if it is `tool{..}`, `tool: {..}`, `call:tool{..}`, \
                `functions.tool:0{..}` or `tool({..})`, or if it is exactly one call in a \
                format of open models, such as `tool(a=1)` or tags. Only reasoning may precede \
                such a call. The schema gives its values their types. A call that other text \
                quotes or mentions is rejected.\n\n\
                A call with another name is rejected. If the call is the whole input and \
                the schema allows other keys with `additionalProperties`, it stays \
                unchanged. A call inside other text is always read by this rule.",
    examples: &[
        reads_text(
            CLOSED_A,
            r#"{"name": "tool", "arguments": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        reads_text(
            REQUIRED_A,
            r#"{"type": "function", "name": "tool", "parameters": "{\"a\": 1}"}"#,
            r#"{"a": 1}"#,
        ),
        reads_text(
            OPTIONAL_A,
            r#"<tool_call>{"name": "tool", "arguments": {"a": 1}}</tool_call>"#,
            r#"{"a": 1}"#,
        ),
        reads_text(
            CLOSED_A,
            r#"{"type": "tool_use", "id": "1", "name": "tool", "input": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        reads_text(
            CLOSED_A,
            r#"{"type": "function", "function": {"name": "tool", "arguments": "{\"a\": 1}"}}"#,
            r#"{"a": 1}"#,
        ),
        reads_text(
            CLOSED_A,
            r#"{"method": "tools/call", "params": {"name": "tool", "arguments": {"a": 1}}}"#,
            r#"{"a": 1}"#,
        ),
        refuses_text(
            OPTIONAL_A,
            r#"{"tool_calls": [{"name": "tool", "arguments": {"a": 1}}, {"name": "tool", "arguments": {"a": 2}}]}"#,
        ),
        refuses_text(
            OPTIONAL_A,
            r#"{"role": "user", "tool_calls": [{"name": "tool", "arguments": {"a": 1}}]}"#,
        ),
        reads_text(CLOSED_A, r#"tool({"a": 1})"#, r#"{"a": 1}"#),
        reads_text(CLOSED_A, r#"functions.tool:0{"a": 1}"#, r#"{"a": 1}"#),
        reads_text(CLOSED_A, "tool(a=1)", r#"{"a": 1}"#),
        reads_text(
            CLOSED_A,
            "<function=tool><parameter=a>1</parameter></function>",
            r#"{"a": 1}"#,
        ),
        reads_text(
            CLOSED_A,
            r#"{"thought": "I look.", "action": "tool", "action_input": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        refuses_text(
            CLOSED_A,
            r#"{"thought": "I must not call this tool.", "action": "tool", "action_input": {"a": 1}}"#,
        ),
        refuses_text(CLOSED_A, "Never write tool(a=1) there."),
        refuses_text(
            CLOSED_A,
            "<function=other><parameter=a>1</parameter></function>",
        ),
        refuses_text(CLOSED_A, r#"other({"a": 1})"#),
        refuses_text(CLOSED_A, r#"<think>tool{"a": 1}</think>"#),
        refuses_text(CLOSED_A, r#"{"name": "other", "arguments": {"a": 1}}"#),
        refuses_text(
            OPTIONAL_A,
            r#"<tool_call>{"name": "other", "arguments": {"a": 1}}</tool_call>"#,
        ),
        refuses_text(CLOSED_A, r#"{"name": "tool", "arguments": {"a": "one"}}"#),
    ],
};

/// The wire forms of calls in the APIs of providers and frameworks. Keys are compared without case
/// and style.
struct CallKeys {
    /// Keys of the name.
    names: &'static [&'static str],
    /// Keys of the arguments. Without a name beside it, such a key is a wrapper.
    wrappers: &'static [&'static str],
    /// Further keys of the arguments. They need a name beside them.
    inputs: &'static [&'static str],
    /// Keys of an object that contains the name and the arguments.
    calls: &'static [&'static str],
    /// Keys of a list of such objects.
    lists: &'static [&'static str],
    /// Values of `type`.
    types: &'static [&'static str],
    /// Further keys. Their values are scalars.
    beside: &'static [&'static str],
}

const CALL_KEYS: CallKeys = CallKeys {
    names: &[
        "name",
        "toolname",
        "functionname",
        "recipientname",
        "tool",
        "function",
        "action",
    ],
    wrappers: &[
        "arguments",
        "parameters",
        "args",
        "input",
        "params",
        "kwargs",
    ],
    inputs: &["actioninput", "toolinput"],
    calls: &["function", "functioncall", "toolcall", "tooluse"],
    lists: &["toolcalls", "functioncalls", "tooluses", "calls"],
    types: &["function", "functioncall", "toolcall", "tooluse", "tool"],
    beside: &["id", "type", "index", "callid", "toolcallid", "tooluseid"],
};

fn is_key(keys: &[&str], key: &str) -> bool {
    folds_to_any(key, keys)
}

fn is_key_of_name(key: &str) -> bool {
    is_key(CALL_KEYS.names, key)
}

fn is_key_of_arguments(key: &str) -> bool {
    is_key(CALL_KEYS.wrappers, key) || is_key(CALL_KEYS.inputs, key)
}

pub(crate) fn is_wrapper(word: &str) -> bool {
    is_key(CALL_KEYS.wrappers, word.trim())
}

/// Returns the object of the arguments, also from text or from a list of one. Text of an object with
/// a fault is returned as it is: the fault is in the text and not in the keys around it.
pub(super) fn read_object<'t>(value: &Tree<'t>, limits: &Limits) -> Option<Tree<'t>> {
    match value {
        Tree::Object(_) => Some(value.clone()),
        Tree::String(text) => match read_arguments_text(text, limits) {
            Some(read) => matches!(read, Tree::Object(_)).then_some(read),
            None => text.trim_start().starts_with('{').then(|| value.clone()),
        },
        Tree::Array(items) => match items.as_slice() {
            [only @ Tree::Object(_)] => Some(only.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// A whole call in the place of its arguments.
pub(crate) enum Envelope<'t> {
    /// A call of this tool, with these arguments.
    Own(Tree<'t>),
    /// A call that the reader rejects, with the name of the other tool if it is known.
    Other(Option<String>),
    /// Several calls. The reader rejects them.
    Several,
}

/// Reads an object as a call if its keys match a call and the tool does not declare them.
pub(crate) fn read_envelope<'t>(
    entries: &[Entry<'t>],
    plan: &Plan,
    limits: &Limits,
) -> Option<Envelope<'t>> {
    if is_message_without_call(entries, plan) {
        return Some(Envelope::Other(None));
    }
    if let Some(inside) = find_inner_call(entries, plan) {
        return read_envelope(inside, plan, limits);
    }
    if has_several_calls(entries, plan, limits) {
        return Some(Envelope::Several);
    }
    let found = entries.iter().find(|entry| is_key_of_arguments(&entry.key));
    let named = entries.iter().find(|entry| is_key_of_name(&entry.key));
    let of_type = || entries.iter().find(|entry| is_name_in_type(entry));
    let name = named.or_else(|| found.and_then(|_| of_type()))?;
    let is_known = |entry: &Entry<'_>| {
        is_key_of_name(&entry.key)
            || is_name_in_type(entry)
            || is_key_of_arguments(&entry.key)
            || is_key(CALL_KEYS.beside, &entry.key)
            || is_thought(entry)
    };
    if declares(plan, &found.unwrap_or(name).key) || !entries.iter().all(is_known) {
        return None;
    }
    let said = match &name.value {
        Tree::String(name) => Some(&**name),
        _ => None,
    };
    let inside = found
        .filter(|_| is_one_call(entries))
        .and_then(|found| read_object(&found.value, limits));
    let is_own = said.is_some_and(|said| is_name(plan, said));
    if !is_own && declares(plan, &name.key) {
        return None;
    }
    Some(match inside.filter(|_| is_own) {
        Some(inside) => Envelope::Own(inside),
        None => Envelope::Other(said.filter(|_| !is_own).map(str::to_owned)),
    })
}

/// Returns whether a `type` next to arguments is the name of a tool, and not a kind of call or a
/// type of a schema.
pub(super) fn is_name_in_type(entry: &Entry<'_>) -> bool {
    const KINDS: [&str; 11] = [
        "call",
        "custom",
        "customtoolcall",
        "function",
        "functioncall",
        "mcpcall",
        "servertooluse",
        "tool",
        "toolcall",
        "toolcalls",
        "tooluse",
    ];
    let Tree::String(value) = &entry.value else {
        return false;
    };
    entry.key == "type"
        && !contains_word(&KINDS, &fold(value).replace('_', ""))
        && JsonType::from_name(value).is_none()
        && !value.is_empty()
        && value
            .chars()
            .all(|c| c.is_alphanumeric() || "_-./:".contains(c))
}

/// Finds the call inside `{"function": {..}}`, `{"tool_calls": [{..}]}` or a message with one of
/// them. All other keys must belong to a call or a message.
fn find_inner_call<'e, 't>(entries: &'e [Entry<'t>], plan: &Plan) -> Option<&'e [Entry<'t>]> {
    let only = find_inner(entries, plan)?;
    let is_request = || entries.iter().any(is_method_of_calls);
    match &only.value {
        Tree::Object(inside) if is_key(CALL_KEYS.calls, &only.key) => Some(inside),
        Tree::Object(inside) if is_key(&["params"], &only.key) && is_request() => Some(inside),
        Tree::Array(items) if is_key(CALL_KEYS.lists, &only.key) => match items.as_slice() {
            [Tree::Object(inside)] => Some(inside),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether an object is a list of several calls: `{"tool_calls": [{..}, {..}]}`.
fn has_several_calls(entries: &[Entry<'_>], plan: &Plan, limits: &Limits) -> bool {
    let Some(only) = find_inner(entries, plan).filter(|only| is_key(CALL_KEYS.lists, &only.key))
    else {
        return false;
    };
    let is_call = |item: &Tree<'_>| match item {
        Tree::Object(inside) => {
            !is_name_alone(inside) && read_envelope(inside, plan, limits).is_some()
        }
        _ => false,
    };
    matches!(&only.value, Tree::Array(items) if items.len() > 1 && items.iter().all(is_call))
}

/// Returns the only entry with another key than those around a call, if the tool does not declare
/// the key.
fn find_inner<'e, 't>(entries: &'e [Entry<'t>], plan: &Plan) -> Option<&'e Entry<'t>> {
    let is_beside = |entry: &&Entry<'_>| is_beside_call(entry) || is_of_message(entry);
    let mut others = entries.iter().filter(|entry| !is_beside(entry));
    let (Some(only), None) = (others.next(), others.next()) else {
        return None;
    };
    (!declares(plan, &only.key)).then_some(only)
}

/// Returns whether a message has calls that its model does not make: another speaker wrote it, or
/// its text denies the calls.
pub(crate) fn is_message_without_call(entries: &[Entry<'_>], plan: &Plan) -> bool {
    const MODELS: [&str; 4] = ["assistant", "model", "ai", "bot"];
    let has_call = find_inner(entries, plan).is_some_and(|only| {
        is_key(CALL_KEYS.lists, &only.key) || is_key(CALL_KEYS.calls, &only.key)
    });
    let denies = |entry: &Entry<'_>| match &entry.value {
        Tree::String(text) if is_key(&["role"], &entry.key) => {
            !contains_word(&MODELS, &text.trim().to_lowercase())
        }
        Tree::String(text) if is_key(&["content"], &entry.key) => denies_call(text),
        _ => false,
    };
    has_call && entries.iter().any(denies)
}

/// Returns whether the text next to a call denies it. Without the reader of texts, nothing decides
/// what a text says, so any text does.
fn denies_call(text: &str) -> bool {
    #[cfg(feature = "answers")]
    let denies = text.lines().any(|line| denies(line) || takes_back(line));
    #[cfg(not(feature = "answers"))]
    let denies = !text.trim().is_empty();
    denies
}

/// Returns whether an entry belongs to a message of a model, or to a request for a call of MCP.
fn is_of_message(entry: &Entry<'_>) -> bool {
    let is_text = matches!(&entry.value, Tree::String(_) | Tree::Null);
    is_text && is_key(&["role", "content", "jsonrpc"], &entry.key) || is_method_of_calls(entry)
}

fn is_method_of_calls(entry: &Entry<'_>) -> bool {
    is_key(&["method"], &entry.key)
        && matches!(&entry.value, Tree::String(method) if *method == "tools/call")
}

/// Returns whether an object has one name and one object of arguments, and contains nothing
/// that a call does not have. A result has another `type`.
fn is_one_call(entries: &[Entry<'_>]) -> bool {
    let count = |is_part: fn(&str) -> bool| {
        let is_listed = |entry: &&Entry<'_>| is_part(&entry.key);
        entries.iter().filter(is_listed).count()
    };
    let is_of_call = |entry: &Entry<'_>| {
        is_key_of_name(&entry.key)
            || is_key_of_arguments(&entry.key)
            || is_beside_call(entry)
            || is_thought(entry)
    };
    count(is_key_of_name) == 1 && count(is_key_of_arguments) == 1 && entries.iter().all(is_of_call)
}

/// Returns whether an entry is the reasoning before a call, which does not deny it.
fn is_thought(entry: &Entry<'_>) -> bool {
    let is_harmless = match &entry.value {
        Tree::String(text) => !denies_call(text),
        _ => false,
    };
    is_key(&["thought", "thoughts", "reasoning"], &entry.key) && is_harmless
}

fn is_beside_call(entry: &Entry<'_>) -> bool {
    match &entry.value {
        Tree::Array(_) | Tree::Object(_) => false,
        Tree::String(name) if is_key(&["type"], &entry.key) => is_key(CALL_KEYS.types, name),
        _ => is_key(CALL_KEYS.beside, &entry.key),
    }
}

pub(crate) fn find_own_name<'t>(entries: &[Entry<'t>], plan: &Plan) -> Option<Tree<'t>> {
    match entries {
        [only] if is_name(plan, &only.key) && !declares(plan, &only.key) => match &only.value {
            Tree::Object(_) => Some(only.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn is_name_alone(entries: &[Entry<'_>]) -> bool {
    let is_part = |entry: &Entry<'_>| {
        is_key_of_arguments(&entry.key)
            || is_key(CALL_KEYS.lists, &entry.key)
            || is_key(CALL_KEYS.calls, &entry.key) && matches!(entry.value, Tree::Object(_))
    };
    !entries.iter().any(is_part)
}

pub(crate) fn is_name(plan: &Plan, name: &str) -> bool {
    let name = name.trim();
    let tool = fold(plan.tool());
    let is_tool = |name: &str| !tool.is_empty() && fold(name) == tool;
    is_tool(name) || without_namespace(name).is_some_and(is_tool)
}

fn declares(plan: &Plan, key: &str) -> bool {
    let root = plan.root().node;
    !matches!(plan.node(root), Node::Any) && plan.declares(root, key)
}
