//! Rules for the arguments as a whole.

use serde_json::Value;

use super::json_string::read_arguments_text;
use super::keys::{find_meant_property, names_property};
use super::{Apply, RuleContext, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet, contains_word, fold, folds_to_any, without_namespace};
use crate::limits::Limits;
use crate::plan::{Node, Plan, Property};
#[cfg(feature = "answers")]
use crate::prose::{denies, takes_back};
use crate::rules::info::{RuleInfo, keeps_text, reads_text, refuses, refuses_text};
use crate::rules::schemas::{CLOSED_A, NEEDS_A, NO_PROPERTIES, OBJECT, OPTIONAL_A, REQUIRED_A};
use crate::tree::{Entry, Tree};

/// Blank text is not a value, so the text reader applies this rule to it.
pub(super) const NO_ARGUMENTS: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::NULL,
    makes: TypeSet::OBJECT,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::NoArguments,
            condition: "Reads blank text, or `null` in place of all arguments, as `{}` if \
                        no argument is required. Blank text is rejected if the output was \
                        truncated.",
            examples: &[
                reads_text(NO_PROPERTIES, "", "{}"),
                reads_text(OPTIONAL_A, " \n", "{}"),
                reads_text(OBJECT, "null", "{}"),
                refuses_text(NEEDS_A, ""),
                refuses_text(NEEDS_A, "null"),
                refuses(OBJECT, "null"),
            ],
        },
        Apply::Value(read_as_none),
    )
};

fn read_as_none<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    match tree {
        Tree::Null if context.is_root => Some(Tree::Object(Vec::new())),
        _ => None,
    }
}

pub(super) const WRAPPER: RuleInfo = RuleInfo {
    rule: Rule::Wrapper,
    condition: "Reads arguments that are inside one extra key. The value of that key is the \
                object of the arguments, its JSON text, or a list with only this object.\n\n\
                - The key is `arguments`, `args`, `input`, `parameters`, `params` or `kwargs` \
                in any case, the name of the tool, the title of its schema, or `properties`.\n\
                - The object has no other key, except keywords of JSON Schema such as \
                `type`.\n\
                - The tool declares none of these keys.\n\
                - The inner object is valid. A copy of the schema, such as `{\"a\": \
                {\"type\": \"integer\"}}`, is rejected under `properties`.\n\n\
                If the schema accepts the outer object, this rule applies only if the schema \
                says nothing about other keys, and the inner object is empty or has a \
                declared property.",
    examples: &[
        reads_text(CLOSED_A, r#"{"arguments": {"a": 1}}"#, r#"{"a": 1}"#),
        reads_text(REQUIRED_A, r#"{"input": "{\"a\": \"1\"}"}"#, r#"{"a": 1}"#),
        reads_text(
            REQUIRED_A,
            r#"{"type": "object", "properties": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        reads_text(OPTIONAL_A, r#"{"Arguments": {"a": 1}}"#, r#"{"a": 1}"#),
        reads_text(CLOSED_A, r#"{"arguments": [{"a": 1}]}"#, r#"{"a": 1}"#),
        refuses_text(CLOSED_A, r#"{"arguments": [{"a": 1}, {"a": 2}]}"#),
        refuses_text(OPTIONAL_A, r#"{"arguments": "{\"a\": [1}"}"#),
        reads_text(OPTIONAL_A, r#"{"tool": {"a": 1}}"#, r#"{"a": 1}"#),
        keeps_text(OPTIONAL_A, r#"{"arguments": {"b": 1}}"#),
        keeps_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": true}"#,
            r#"{"arguments": {"a": 1}}"#,
        ),
        refuses_text(REQUIRED_A, r#"{"arguments": {"a": 1}, "b": 2}"#),
        refuses_text(REQUIRED_A, r#"{"payload": {"a": 1}}"#),
        refuses_text(
            r#"{"type": "object", "properties": {"a": {}}, "required": ["a"]}"#,
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
        ),
        refuses_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}, "input": {}}, "required": ["a"]}"#,
            r#"{"input": {"a": 1}}"#,
        ),
    ],
};

pub(super) const ARRAY_ARGUMENT: RuleInfo = RuleInfo {
    rule: Rule::ArrayArgument,
    condition: "Reads an array in place of all arguments as the only array among them.\n\n\
                - Exactly one property of the tool accepts arrays, and it is required.\n\
                - The array has at least one item.\n\
                - No item has a property of the tool that the items of the list do not \
                declare. Such an item is the arguments.\n\
                - The arguments with that property alone are valid.",
    examples: &[
        reads_text(PATHS, r#"["a", "b"]"#, r#"{"paths": ["a", "b"]}"#),
        reads_text(PATHS, r#"["a"]"#, r#"{"paths": ["a"]}"#),
        reads_text(ROWS, r#"[{"a": 1}]"#, r#"{"rows": [{"a": 1}]}"#),
        refuses_text(ROWS, r#"[{"n": 3}]"#),
        refuses_text(PATHS, "[]"),
        refuses_text(PATHS, "[1.5, {}]"),
        refuses_text(
            r#"{"type": "object", "properties": {"paths": {"type": "array"}}}"#,
            r#"["a"]"#,
        ),
        refuses_text(
            r#"{"type": "object", "properties": {"paths": {"type": "array"}, "more": {"type": "array"}}, "required": ["paths"]}"#,
            r#"["a", "b"]"#,
        ),
    ],
};

pub(super) const ROWS: &str = r#"{"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object"}}, "n": {"type": "integer"}}, "required": ["rows"]}"#;

const PATHS: &str = r#"{"type": "object", "properties": {"paths": {"type": "array", "items": {"type": "string"}}, "limit": {"type": "integer"}}, "required": ["paths"]}"#;

/// Returns the only property of the tool that accepts arrays, if it is required.
pub(crate) fn find_array_property(plan: &Plan) -> Option<&Property> {
    find_only_array(plan).filter(|property| property.required)
}

/// Returns the only property of the tool that accepts arrays.
pub(crate) fn find_only_array(plan: &Plan) -> Option<&Property> {
    let object = plan.object(plan.root().node)?;
    let takes_array =
        |property: &&Property| plan.types(property.child.node).contains(JsonType::Array);
    let mut arrays = object.properties().iter().filter(takes_array);
    let first = arrays.next()?;
    arrays.next().is_none().then_some(first)
}

/// Returns the arguments as an object with the required properties: `{"query": .., "tags": [..]}`. If
/// none is required, it has the list, or else the first property. Returns `None` if it is too long.
pub(crate) fn write_arguments_form(plan: &Plan, list: Option<&Property>) -> Option<String> {
    /// Maximum number of names and of their characters.
    const SHOWN: (usize, usize) = (4, 40);

    let object = plan.object(plan.root().node)?;
    let properties = || object.properties().iter();
    let required: Vec<&Property> = properties().filter(|property| property.required).collect();
    let shown = if required.is_empty() {
        list.or_else(|| properties().next()).into_iter().collect()
    } else {
        required
    };
    let size = shown
        .iter()
        .map(|property| property.name.len())
        .sum::<usize>();
    if shown.is_empty() || shown.len() > SHOWN.0 || size > SHOWN.1 {
        return None;
    }
    let members = shown.iter().map(|property| {
        let is_list = list.is_some_and(|list| list.name == property.name);
        let value = if is_list { "[..]" } else { ".." };
        format!("{}: {value}", Value::from(property.name.as_str()))
    });
    let members: Vec<String> = members.collect();
    Some(format!("{{{}}}", members.join(", ")))
}

/// Returns whether the items of a list name a property like this key. Items of any other keys, as
/// in a map, name none.
pub(crate) fn is_named_by_items(plan: &Plan, list: &Property, key: &str) -> bool {
    let lists = plan.with_branches(list.child.node).into_iter();
    let items = lists.filter_map(|node| match plan.node(node) {
        Node::Array(array) => Some(array.item(0).node),
        _ => None,
    });
    let mut objects = items
        .flat_map(|item| plan.with_branches(item))
        .filter_map(|node| plan.object(node));
    objects.any(|object| find_meant_property(object, key).is_some())
}

/// Returns whether an object in an array may be the arguments: it has a property of the tool. If
/// the items of the only list have the same property as the list, either reading is plausible.
pub(super) fn may_be_arguments(entries: &[Entry<'_>], plan: &Plan) -> bool {
    if entries.is_empty() || !plan.declares_properties() {
        return true;
    }
    let is_ambiguous = |list: &Property| is_named_by_items(plan, list, &list.name);
    entries.iter().any(|entry| names_property(plan, &entry.key))
        && !find_array_property(plan).is_some_and(is_ambiguous)
}

pub(crate) fn is_wrapper(word: &str) -> bool {
    is_key(CALL_KEYS.wrappers, word.trim())
}

/// Keywords that an echoed schema has next to `properties`.
const SCHEMA_WORDS: &[&str] = &[
    "type",
    "required",
    "additionalProperties",
    "title",
    "description",
    "$schema",
    "$defs",
    "definitions",
];

pub(crate) fn unwrap_arguments<'t>(
    entries: &[Entry<'t>],
    plan: &Plan,
    limits: &Limits,
) -> Option<Tree<'t>> {
    let root = plan.root().node;
    if entries.iter().any(|entry| plan.declares(root, &entry.key)) {
        return None;
    }
    let is_schema_word = |entry: &Entry<'_>| contains_word(SCHEMA_WORDS, &entry.key);
    let mut others = entries.iter().filter(|entry| !is_schema_word(entry));
    match (others.next(), others.next()) {
        (Some(only), None) if only.key == "properties" && !describes(&only.value) => {
            read_object(&only.value, limits)
        }
        (Some(only), None) if is_wrapper(&only.key) || is_own_name(plan, &only.key) => {
            // A description or a name next to the arguments is not a part of a schema.
            let is_plain = |entry: &Entry<'_>| {
                let is_own = || matches!(&entry.value, Tree::String(name) if is_name(plan, name));
                let is_name = is_name_in_type(entry) && !is_own();
                entry.key == only.key || entry.key != "description" && !is_name
            };
            if !entries.iter().all(is_plain) {
                return None;
            }
            read_object(&only.value, limits)
        }
        _ => None,
    }
}

/// Returns whether a key is the name of the tool, or the title of its schema.
fn is_own_name(plan: &Plan, key: &str) -> bool {
    let is_title = |title: &str| !fold(title).is_empty() && fold(title) == fold(key.trim());
    is_name(plan, key) || plan.title().is_some_and(is_title)
}

/// Returns the object of the arguments, also from text or from a list of one. Text of an object with
/// a fault is returned as it is: the fault is in the text and not in the keys around it.
fn read_object<'t>(value: &Tree<'t>, limits: &Limits) -> Option<Tree<'t>> {
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

/// Returns whether these properties describe arguments instead of containing them: the model
/// echoed the schema.
fn describes(properties: &Tree<'_>) -> bool {
    let Tree::Object(properties) = properties else {
        return false;
    };
    properties.iter().any(|property| match &property.value {
        Tree::Object(keywords) => keywords.iter().any(|keyword| match &keyword.value {
            Tree::String(name) => keyword.key == "type" && JsonType::from_name(name).is_some(),
            _ => false,
        }),
        _ => false,
    })
}

pub(super) const ENVELOPE: RuleInfo = RuleInfo {
    rule: Rule::Envelope,
    condition: "Reads a whole call that was sent as the arguments.\n\n\
                - One key is the name of this tool: `name`, `tool_name`, `function_name`, \
                `recipient_name`, `tool`, `function` or `action`. Case and style do not \
                matter.\n\
                - One key contains the arguments, as an object, as text or as a list of one \
                object: `arguments`, `parameters`, `args`, `input`, `params`, `kwargs`, \
                `action_input` or `tool_input`. The tool does not declare that key.\n\
                - Each other key belongs to a call, such as `id` or `type`. An object with \
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
    Some(match inside.filter(|_| is_own) {
        Some(inside) => Envelope::Own(inside),
        None => Envelope::Other(said.filter(|_| !is_own).map(str::to_owned)),
    })
}

/// Returns whether a `type` next to arguments is the name of a tool, and not a kind of call or a
/// type of a schema.
fn is_name_in_type(entry: &Entry<'_>) -> bool {
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
        is_key_of_name(&entry.key) || is_key_of_arguments(&entry.key) || is_beside_call(entry)
    };
    count(is_key_of_name) == 1 && count(is_key_of_arguments) == 1 && entries.iter().all(is_of_call)
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
