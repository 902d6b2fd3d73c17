//! Short descriptions of the values that a place of a plan accepts: `array of {start: integer}`.

use super::{Additional, ArrayPlan, Choice, Node, NodeId, ObjectPlan, Plan, Property, UnionPlan};
use crate::issue::{JsonType, TypeSet};

/// Maximum characters of a shape. The surrounding sentence then fits on a line.
pub(super) const MAX_CHARACTERS: usize = 80;
/// Maximum number of enum members in a shape.
const MAX_MEMBERS: usize = 6;
/// Maximum number of optional names in the shape of an object that requires none, if its values are
/// not shown.
const MAX_OPTIONAL: usize = 3;
/// Maximum number of nodes to visit for one shape. A recursive plan has infinitely many.
const MAX_NODES: usize = 200;
/// The numbers of nested object levels to try, until the shape fits.
pub(super) const LEVELS: [usize; 5] = [3, 2, 1, 0, TAGS];
/// The smallest shape. It shows only the tag of a tagged object.
const TAGS: usize = usize::MAX;

impl Plan {
    /// Returns whether a property is required and has exactly one value.
    pub(super) fn is_tag(&self, property: &Property) -> bool {
        let node = self.node(property.child.node);
        property.required && matches!(node, Node::Choice(choice) if choice.members().len() == 1)
    }

    /// Returns the shape of an array or object. Returns `None` if the node accepts other values.
    pub(crate) fn write_container_shape(&self, node: NodeId) -> Option<String> {
        let shape = self.shapes.get(node.number())?;
        let shape = shape.get_or_init(|| self.describe_container(node).map(Into::into));
        shape.as_deref().map(str::to_owned)
    }

    fn describe_container(&self, node: NodeId) -> Option<String> {
        let types = self.types(node);
        let is_container = types != TypeSet::ALL && types.meets(TypeSet::CONTAINER);
        is_container.then(|| {
            let shape = self.fit_shape(types, |sketch| sketch.in_words(node));
            let is_bare = shape == JsonType::Array.as_str();
            let items = is_bare.then(|| self.write_item_types(node)).flatten();
            items.unwrap_or(shape)
        })
    }

    /// Returns the shapes of the branches of a union, if one of its types is an array or object.
    /// Like the shape of a node, they are written once.
    pub(crate) fn write_union_shape(&self, union: &UnionPlan) -> Option<String> {
        let shape = union.shape.get_or_init(|| {
            let types = union.types;
            let is_container = types != TypeSet::ALL && types.meets(TypeSet::CONTAINER);
            let write = || self.fit_shape(types, |sketch| sketch.union_in_words(union));
            is_container.then(|| write().into())
        });
        shape.as_deref().map(str::to_owned)
    }

    /// Returns the most detailed shape that fits.
    fn fit_shape(&self, types: TypeSet, write: impl Fn(&mut Sketch<'_>) -> String) -> String {
        let shapes = LEVELS
            .into_iter()
            .map(|levels| write(&mut Sketch::new(self, KeyStyle::Plain, levels)));
        let mut shapes = shapes.filter(|shape| shape.chars().count() <= MAX_CHARACTERS);
        shapes.next().unwrap_or_else(|| types.to_string())
    }

    /// Returns the types of the items of an array whose shape is too long: `array of arrays`.
    fn write_item_types(&self, node: NodeId) -> Option<String> {
        let Node::Array(array) = self.node(node) else {
            return None;
        };
        let types = self.types(array.items.node);
        let is_said = array.prefix.is_empty() && types != TypeSet::ALL && types != TypeSet::EMPTY;
        is_said.then(|| {
            if types.iter().count() == 1 {
                format!("array of {types}s")
            } else {
                format!("array of ({types})")
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyStyle {
    /// `{start: integer}`
    Plain,
    /// `{"start": integer}`
    Quoted,
}

pub(super) struct Sketch<'p> {
    plan: &'p Plan,
    keys: KeyStyle,
    /// Maximum depth of objects that are shown with their values.
    levels: usize,
    nodes: usize,
    /// The unions around the current value.
    open: Vec<NodeId>,
    /// `true` if numbers and strings are shown with their constraints.
    pub(super) constraints: bool,
}

impl<'p> Sketch<'p> {
    pub(super) fn new(plan: &'p Plan, keys: KeyStyle, levels: usize) -> Self {
        Self {
            plan,
            keys,
            levels,
            nodes: MAX_NODES,
            open: Vec::new(),
            constraints: false,
        }
    }

    /// Describes a value. For an array, it describes the items: `array of integers`.
    pub(super) fn in_words(&mut self, node: NodeId) -> String {
        if self.is_exhausted() {
            return "…".to_owned();
        }
        let array = match self.plan.node(node) {
            Node::Array(array) if array.prefix.is_empty() => array,
            Node::Union(union) => return self.union_in_words(union),
            _ => return self.write_shape(node, 0),
        };
        let count = write_count(array);
        match self.plan.node(array.items.node) {
            Node::Any if count.is_empty() => "array".to_owned(),
            Node::Any => format!("array of {count}items"),
            Node::Array(_) => {
                format!(
                    "array of {count}arrays{}",
                    self.write_items(array.items.node)
                )
            }
            Node::Null | Node::Boolean | Node::Number(_) | Node::String(_) => {
                format!("array of {count}{}s", self.write_shape(array.items.node, 0))
            }
            Node::Union(_) | Node::Choice(_) => {
                format!(
                    "array of {count}({})",
                    self.write_shape(array.items.node, 0)
                )
            }
            _ => match self.write_shape(array.items.node, 0) {
                object if object == JsonType::Object.as_str() => format!("array of {count}objects"),
                shape => format!("array of {count}{shape}"),
            },
        }
    }

    fn union_in_words(&mut self, union: &UnionPlan) -> String {
        let parts = union.branches.iter().map(|branch| branch.child.node);
        let mut parts: Vec<String> = parts.map(|node| self.in_words(node)).collect();
        // Words after an array could be read as its items: `array of strings or string`.
        parts.sort_by_key(|part| match part.as_str() {
            "null" => 2,
            part => u8::from(part.starts_with("array of ")),
        });
        join_once(&parts, " or ")
    }

    /// ` of integers`, after `array of arrays`.
    fn write_items(&mut self, node: NodeId) -> String {
        let words = self.in_words(node);
        words.strip_prefix("array").unwrap_or_default().to_owned()
    }

    /// Counts a node. Returns whether the maximum is reached.
    fn is_exhausted(&mut self) -> bool {
        self.nodes = self.nodes.saturating_sub(1);
        self.nodes == 0
    }

    /// Describes a value at a nesting depth of `level` objects.
    fn write_shape(&mut self, node: NodeId, level: usize) -> String {
        if self.is_exhausted() {
            return "…".to_owned();
        }
        match self.plan.node(node) {
            Node::Any => "any".to_owned(),
            Node::Never => "nothing".to_owned(),
            Node::Null => JsonType::Null.to_string(),
            Node::Boolean => JsonType::Boolean.to_string(),
            Node::Number(number) if self.constraints => number.in_words(),
            Node::String(string) if self.constraints => string.in_words(),
            Node::Number(number) => number.json_type().to_string(),
            Node::String(_) => JsonType::String.to_string(),
            Node::Choice(choice) => write_members(choice),
            Node::Array(array) => self.write_array(array, level),
            Node::Object(object) => self.write_object(object, level),
            // A recursive union is shown once.
            Node::Union(_) if self.open.contains(&node) => "…".to_owned(),
            Node::Union(union) => {
                self.open.push(node);
                let parts = union.branches.iter().map(|branch| branch.child.node);
                let parts: Vec<String> = parts.map(|node| self.write_shape(node, level)).collect();
                self.open.pop();
                join_once(&parts, " | ")
            }
        }
    }

    fn write_array(&mut self, array: &ArrayPlan, level: usize) -> String {
        let mut parts: Vec<String> = Vec::new();
        for child in &array.prefix {
            parts.push(self.write_shape(child.node, level));
        }
        if array.prefix.is_empty() {
            parts.push(self.write_shape(array.items.node, level));
        }
        match parts.as_slice() {
            [any] if any == "any" => "array".to_owned(),
            parts => format!("[{}]", parts.join(", ")),
        }
    }

    /// Writes `{"path": string, "limit"?: integer}`. At the last level, it writes only the names of
    /// the required properties, or else of the first optional ones.
    pub(super) fn write_object(&mut self, object: &ObjectPlan, level: usize) -> String {
        let all = |_: &str| true;
        self.write_properties(object, level, &all)
    }

    /// Writes an object with the properties that `is_shown` selects.
    pub(super) fn write_properties(
        &mut self,
        object: &ObjectPlan,
        level: usize,
        is_shown: &dyn Fn(&str) -> bool,
    ) -> String {
        let shows_tags = self.levels == TAGS
            && object
                .properties()
                .iter()
                .any(|property| self.plan.is_tag(property));
        let is_last = level >= self.levels || self.levels == TAGS;
        // Without a name, two forms would look the same.
        let shows_optional = level == 0 && {
            let mut properties = object.properties().iter();
            !properties.any(|property| property.required && is_shown(&property.name))
        };
        let (mut parts, mut is_short) = (Vec::new(), false);
        for property in object.properties() {
            if matches!(self.plan.node(property.child.node), Node::Never) {
                continue;
            }
            let is_tag = self.plan.is_tag(property);
            let is_optional_shown = shows_optional && parts.len() < MAX_OPTIONAL;
            let is_left_out =
                is_last && !property.required && !is_optional_shown || shows_tags && !is_tag;
            if !is_shown(&property.name) || is_left_out {
                is_short = true;
                continue;
            }
            let name = self.write_name(&property.name);
            let mark = if property.required { "" } else { "?" };
            parts.push(if is_last && !is_tag {
                name + mark
            } else {
                format!(
                    "{name}{mark}: {}",
                    self.write_shape(property.child.node, level + 1)
                )
            });
        }
        if let Additional::Map(child) = object.additional {
            parts.push(format!(
                "[key]: {}",
                self.write_shape(child.node, level + 1)
            ));
        } else if parts.is_empty() && !is_short {
            return JsonType::Object.to_string();
        }
        if is_short {
            parts.push("…".to_owned());
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn write_name(&self, name: &str) -> String {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
        if self.keys == KeyStyle::Plain && name.chars().all(is_plain) {
            name.to_owned()
        } else {
            serde_json::Value::from(name).to_string()
        }
    }
}

/// Returns `at least 2 ` for an array that must contain several items, and `2 ` if the number is
/// fixed.
fn write_count(array: &ArrayPlan) -> String {
    match array.lengths() {
        (least, _) if least < 2 => String::new(),
        (least, greatest) if least == greatest => format!("{least} "),
        (least, _) => format!("at least {least} "),
    }
}

pub(crate) fn write_members(choice: &Choice) -> String {
    let members = choice.members();
    let mut parts: Vec<String> = members
        .iter()
        .take(MAX_MEMBERS)
        .map(|member| member.value.to_string())
        .collect();
    if members.len() > MAX_MEMBERS {
        parts.push("…".to_owned());
    }
    parts.join(" | ")
}

pub(super) fn join_once(parts: &[String], between: &str) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for part in parts {
        if !texts.contains(&part.as_str()) {
            texts.push(part);
        }
    }
    texts.join(between)
}
