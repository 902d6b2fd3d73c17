use serde::Serialize;
use serde_json::{Map, Value};

use super::{Arguments, ToolArgError};
use crate::issue::{Issue, IssueKind, JsonType, Path, Segment, TypeSet};
use crate::json::Builder;
use crate::limits::SHOWN_DEPTH;
use crate::schema::OrderedMapExt as _;
use crate::schema::References;

/// The readable part of invalid arguments. The value is safe to show. Never run a tool with it.
///
/// ```
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten", "unit": "s"}"#).unwrap_err();
/// let salvage = error.salvage();
/// assert_eq!(salvage.value.to_string(), r#"{"seconds":0}"#);
/// let emptied: Vec<String> = salvage.emptied.iter().map(ToString::to_string).collect();
/// assert_eq!(emptied, ["seconds", "unit"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Salvage {
    /// The arguments as far as the reader could read them, with repairs applied and failing
    /// fields emptied. Always an object with the required fields.
    pub value: Value,
    /// The paths of emptied fields, of added required fields, and of removed unknown keys.
    pub emptied: Vec<Path>,
}

impl ToolArgError {
    /// Returns a value that is safe to show, for example in a log or in the history. It
    /// contains all fields that could be read, also of a text that breaks off. Each failing field has an empty value of its
    /// type (`""`, `0`, `false`, `[]`, `{}`, otherwise `null`), and `emptied` lists it.
    ///
    /// A fault of the whole object, such as a failed check or a wrong number of properties,
    /// empties nothing, because each field is valid. Issues beyond the limit
    /// ([`omitted`](ToolArgError::omitted)) are unknown, so their fields stay unchanged.
    #[must_use]
    pub fn salvage(&self) -> Salvage {
        let mut salvage = Salvage {
            value: self.read().unwrap_or_default(),
            emptied: Vec::new(),
        };
        let known = self.read_known_part();
        if !salvage.value.is_object() {
            salvage.empty_all(self.schema(), known.as_ref());
        }
        // An outer field is emptied first. Its inner fields then no longer exist and are not
        // listed.
        let mut issues: Vec<&Issue> = self.issues().iter().collect();
        issues.sort_by_key(|issue| issue.path.segments().len());
        for issue in issues {
            salvage.mend(issue, self.schema(), known.as_ref());
        }
        salvage
    }

    /// Returns the known part of arguments whose text breaks off or is not JSON.
    fn read_known_part(&self) -> Option<Map<String, Value>> {
        let is_broken = |issue: &Issue| {
            issue.path.is_root()
                && matches!(
                    issue.kind,
                    IssueKind::Truncated | IssueKind::InvalidJson { .. }
                )
        };
        let Arguments::Text(text) = self.received() else {
            return None;
        };
        let is_object = text.trim_start().starts_with('{');
        if !is_object || !self.issues().iter().any(is_broken) {
            return None;
        }
        let (mut builder, mut known) = (Builder::default(), String::new());
        builder.push(text);
        let nodes = builder.nodes();
        nodes.write(nodes.root()?, &mut known);
        serde_json::from_str(&known).ok()
    }
}

impl Salvage {
    fn mend(&mut self, issue: &Issue, schema: Option<&Value>, known: Option<&Map<String, Value>>) {
        match &issue.kind {
            _ if issue.path.is_root() => self.mend_root(&issue.kind, schema, known),
            IssueKind::UnknownKey { .. } | IssueKind::Key { .. } => {
                self.change(&issue.path, remove);
            }
            IssueKind::AmbiguousKey { property } => {
                // It is unknown which of the two values the model meant.
                let declared = make_sibling(&issue.path, property);
                if issue.path != declared {
                    self.change(&issue.path, remove);
                }
                self.change(&declared, |parent, place| {
                    replace(parent, place, |value| make_empty(Some(JsonType::of(value))))
                });
            }
            IssueKind::Required { missing, .. } => {
                self.change(&issue.path, |parent, place| {
                    insert(parent, place, make_empty(find_declared_type(issue)))
                });
                // For a value inside another key, that key is the unknown one.
                let sent_as = missing.sent_as.as_ref();
                let outer = sent_as.map(|path| find_common_path(path, &issue.path));
                if let Some(outer) = outer {
                    self.change(&outer, remove);
                }
            }
            _ => self.change(&issue.path, |parent, place| {
                replace(parent, place, |_| make_empty(find_declared_type(issue)))
            }),
        }
    }

    fn mend_root(
        &mut self,
        kind: &IssueKind,
        schema: Option<&Value>,
        known: Option<&Map<String, Value>>,
    ) {
        let fields_stand = matches!(
            kind,
            IssueKind::Check { .. }
                | IssueKind::Refused { .. }
                | IssueKind::MinProperties { .. }
                | IssueKind::MaxProperties { .. }
        );
        if !fields_stand {
            self.empty_all(schema, known);
        }
    }

    /// Replaces the value with the known fields that the schema declares, and the other required
    /// fields, which are empty.
    fn empty_all(&mut self, schema: Option<&Value>, known: Option<&Map<String, Value>>) {
        let schema = schema.unwrap_or(&Value::Null);
        let root = References::of(schema);
        let mut fields = make_empty_fields(&root, schema, 0);
        let declared = resolve(&root, schema).get("properties");
        for (name, value) in known.into_iter().flatten() {
            let declared = declared.and_then(|properties| properties.get(name));
            if declared.is_some_and(|of| is_of_type(&root, of, value)) {
                fields.insert(name.clone(), value.clone());
            }
        }
        self.value = Value::Object(fields);
        self.name(&Path::root());
    }

    /// Changes the value that the parent has at that path, and lists the path if it changed.
    fn change(&mut self, path: &Path, change: impl FnOnce(&mut Value, &Segment) -> bool) {
        let Some((last, parents)) = path.segments().split_last() else {
            return;
        };
        let parent = parents.iter().try_fold(&mut self.value, step_into);
        if parent.is_some_and(|parent| change(parent, last)) {
            self.name(path);
        }
    }

    fn name(&mut self, path: &Path) {
        if !self.emptied.contains(path) {
            self.emptied.push(path.clone());
        }
    }
}

/// Returns the first segments of a path, as many as another path has.
fn find_common_path(path: &Path, other: &Path) -> Path {
    let segments = path.segments().iter().take(other.segments().len());
    segments.cloned().collect()
}

fn make_sibling(path: &Path, key: &str) -> Path {
    let parents = path
        .segments()
        .split_last()
        .map_or(&[][..], |(_, rest)| rest);
    parents.iter().cloned().collect::<Path>().join(key)
}

fn step_into<'v>(value: &'v mut Value, segment: &Segment) -> Option<&'v mut Value> {
    match segment {
        Segment::Key(key) => value.as_object_mut()?.get_mut(key),
        Segment::Index(index) => value.as_array_mut()?.get_mut(*index),
    }
}

fn remove(parent: &mut Value, place: &Segment) -> bool {
    match (parent, place) {
        (Value::Object(fields), Segment::Key(key)) => fields.remove_key(key).is_some(),
        _ => false,
    }
}

fn insert(parent: &mut Value, place: &Segment, value: Value) -> bool {
    match (parent, place) {
        (Value::Object(fields), Segment::Key(key)) => {
            fields.insert(key.clone(), value);
            true
        }
        _ => false,
    }
}

fn replace(parent: &mut Value, place: &Segment, by: impl FnOnce(&Value) -> Value) -> bool {
    match step_into(parent, place) {
        Some(value) => {
            *value = by(value);
            true
        }
        None => false,
    }
}

/// Returns the type that the place expects, or else the received type.
fn find_declared_type(issue: &Issue) -> Option<JsonType> {
    let declared = match &issue.kind {
        IssueKind::Required { expected, .. } | IssueKind::Type { expected, .. } => {
            if *expected == TypeSet::ALL {
                return None;
            }
            expected.iter().next()
        }
        IssueKind::Enum { members, .. } => members.first().map(JsonType::of),
        IssueKind::Union { alternatives } => alternatives.members.first().map(JsonType::of),
        IssueKind::WideInteger => Some(JsonType::Number),
        IssueKind::InvalidJson { .. } => {
            let text = issue.received.as_ref().map(|sent| sent.text.as_str());
            let text = text.and_then(|text| text.strip_prefix('"'))?.trim_start();
            let is_array = text.starts_with('[');
            let is_object = text.starts_with('{');
            is_array
                .then_some(JsonType::Array)
                .or(is_object.then_some(JsonType::Object))
        }
        // The received value may be the text of a value of the expected type.
        kind => kind.constrained_type(),
    };
    declared.or(issue.received.as_ref().map(|received| received.json_type))
}

/// Returns whether a schema names the type of a value.
fn is_of_type<'s>(root: &References<'s>, schema: &'s Value, value: &Value) -> bool {
    let named = match resolve(root, schema).get("type") {
        Some(Value::Array(names)) => names.as_slice(),
        Some(name) => std::slice::from_ref(name),
        None => return true,
    };
    let types = named.iter().filter_map(Value::as_str);
    let types: TypeSet = types.filter_map(JsonType::from_name).collect();
    types.meets(match JsonType::of(value) {
        JsonType::Integer | JsonType::Number => TypeSet::NUMBER,
        found => TypeSet::of(found),
    })
}

/// Returns the required fields of an object schema, each empty.
fn make_empty_fields<'s>(
    root: &References<'s>,
    schema: &'s Value,
    depth: usize,
) -> Map<String, Value> {
    let schema = resolve(root, schema);
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    let field = |name: &str| {
        let property = schema.get("properties").and_then(|of| of.get(name));
        let empty = property.map_or(Value::Null, |of| make_empty_value(root, of, depth));
        (name.to_owned(), empty)
    };
    names.map(field).collect()
}

/// Returns the empty value of the first type of a schema.
fn make_empty_value<'s>(root: &References<'s>, schema: &'s Value, depth: usize) -> Value {
    let schema = resolve(root, schema);
    let named = match schema.get("type") {
        Some(Value::Array(names)) => names.first(),
        named => named,
    };
    match named.and_then(Value::as_str).and_then(JsonType::from_name) {
        Some(JsonType::Object) if depth < SHOWN_DEPTH => {
            Value::Object(make_empty_fields(root, schema, depth + 1))
        }
        Some(json_type) => make_empty(Some(json_type)),
        None => make_empty(find_member_type(schema)),
    }
}

/// Returns the type of the members of an `enum`, or of a `const`.
fn find_member_type(schema: &Value) -> Option<JsonType> {
    let members = schema.get("enum").and_then(Value::as_array);
    let member = members.and_then(|members| members.first());
    member.or_else(|| schema.get("const")).map(JsonType::of)
}

/// Resolves references, and the first form of a union, as far as needed for the type.
fn resolve<'s>(root: &References<'s>, schema: &'s Value) -> &'s Value {
    let mut schema = schema;
    for _ in 0..SHOWN_DEPTH {
        if schema.get("type").is_some() || schema.get("properties").is_some() {
            break;
        }
        let reference = schema.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| root.target(reference));
        let form = |keyword: &str| schema.get(keyword)?.as_array()?.first();
        let forms = ["allOf", "anyOf", "oneOf"];
        let Some(next) = target.or_else(|| forms.iter().find_map(|keyword| form(keyword))) else {
            break;
        };
        schema = next;
    }
    schema
}

fn make_empty(json_type: Option<JsonType>) -> Value {
    match json_type {
        Some(JsonType::String) => Value::String(String::new()),
        Some(JsonType::Integer | JsonType::Number) => Value::from(0),
        Some(JsonType::Boolean) => Value::Bool(false),
        Some(JsonType::Array) => Value::Array(Vec::new()),
        Some(JsonType::Object) => Value::Object(Map::new()),
        Some(JsonType::Null) | None => Value::Null,
    }
}

#[cfg(test)]
#[path = "salvage_tests.rs"]
mod tests;
