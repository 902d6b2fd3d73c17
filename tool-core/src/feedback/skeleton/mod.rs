//! The shape of the arguments in few words, as a type is written:
//! `{"path": string, "limit"?: integer 0..20}`.

mod object;
mod scalar;
mod shape;

use serde_json::{Map, Value};

use self::shape::{Shape, all_of, any_of};
use super::cut::{fits, keep_start, one_line};
use crate::issue::{JsonType, Segment};
use crate::schema::target;
use crate::tool::ToolArgError;

/// The shape of the tool's arguments in at most that many characters; nothing
/// where the schema has next to nothing to say.
///
/// Where all of it is too long, objects that hold no issue become `{…}`, the
/// deepest first; then properties that may be left out.
pub(super) fn skeleton(error: &ToolArgError, characters: usize) -> Option<String> {
    let schema = error.schema()?;
    let paths = error.issues().iter().map(|issue| issue.path.segments());
    let faults: Faults = paths.collect();
    let mut text = String::new();
    for scope in SCOPES {
        let mut sketch = Sketch::new(schema, scope);
        let shape = sketch.shape(schema, &faults, 0);
        if shape.is_vague() && shape.text != "{}" {
            return None;
        }
        text = one_line(shape.text);
        if sketch.work > 0 && fits(&text, characters) {
            break;
        }
    }
    Some(keep_start(text, characters))
}

/// The shape of a place in a schema; objects below so many others become `{…}`.
pub(crate) fn shape_at(root: &Value, schema: &Value, levels: usize) -> String {
    let mut sketch = Sketch::new(root, scope(levels, true));
    sketch.work = WORK_OF_A_PLACE;
    one_line(sketch.shape(schema, &Faults::new(), 0).text)
}

/// What follows the path to a place, of each issue inside of it.
type Faults<'e> = Vec<&'e [Segment]>;

/// How much is shown.
#[derive(Clone, Copy)]
struct Scope {
    /// Objects below so many others are shown only if they hold an issue.
    levels: usize,
    /// Whether a property is shown that is optional and holds no issue.
    optional: bool,
}

const SCOPES: [Scope; 6] = [
    scope(16, true),
    scope(4, true),
    scope(3, true),
    scope(2, true),
    scope(1, true),
    scope(1, false),
];

const fn scope(levels: usize, optional: bool) -> Scope {
    Scope { levels, optional }
}

/// How many schemas are looked at: references to references can be endless work.
const WORK: usize = 5_000;
/// The same for one place of a document, which has many places.
const WORK_OF_A_PLACE: usize = 300;
/// How deep schemas may nest, which keeps clear of the end of the stack.
const NESTING: usize = 64;

struct Sketch<'s> {
    root: &'s Value,
    scope: Scope,
    work: usize,
    nesting: usize,
    /// The references that are being followed: one that is met again is recursive.
    followed: Vec<&'s str>,
}

impl<'s> Sketch<'s> {
    fn new(root: &'s Value, scope: Scope) -> Self {
        Self {
            root,
            scope,
            work: WORK,
            nesting: 0,
            followed: Vec::new(),
        }
    }

    /// What a schema asks for; `level` objects are around it.
    fn shape(&mut self, schema: &'s Value, faults: &Faults<'_>, level: usize) -> Shape {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(false) => return Shape::one("nothing"),
            _ => return Shape::one("any"),
        };
        self.work = self.work.saturating_sub(1);
        if self.work == 0 || self.nesting == NESTING {
            return Shape::one("…");
        }
        self.nesting += 1;
        let shape = all_of(self.parts(keywords, faults, level));
        self.nesting -= 1;
        shape
    }

    /// What the keywords ask for, each of which has to hold.
    fn parts(
        &mut self,
        keywords: &'s Map<String, Value>,
        faults: &Faults<'_>,
        level: usize,
    ) -> Vec<Shape> {
        let mut parts = Vec::new();
        if let Some(own) = self.own(keywords, faults, level) {
            parts.push(own);
        }
        if let Some(reference) = keywords.get("$ref").and_then(Value::as_str) {
            parts.push(self.reference(reference, faults, level));
        }
        for part in list(keywords, "allOf") {
            parts.push(self.shape(part, faults, level));
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = list(keywords, keyword).iter();
            let branches: Vec<Shape> = branches
                .map(|branch| self.shape(branch, faults, level))
                .collect();
            parts.extend(any_of(branches));
        }
        parts
    }

    fn reference(&mut self, reference: &'s str, faults: &Faults<'_>, level: usize) -> Shape {
        let target = target(self.root, reference);
        let Some(target) = target.filter(|_| !self.followed.contains(&reference)) else {
            return Shape::one("…");
        };
        self.followed.push(reference);
        let shape = self.shape(target, faults, level);
        self.followed.pop();
        shape
    }

    /// What the schema itself asks for, beside the schemas that it joins.
    fn own(
        &mut self,
        keywords: &'s Map<String, Value>,
        faults: &Faults<'_>,
        level: usize,
    ) -> Option<Shape> {
        if let Some(member) = keywords.get("const") {
            return Some(Shape::one(member.to_string()));
        }
        if keywords.contains_key("enum") {
            return any_of(scalar::members(list(keywords, "enum")));
        }
        let types = match keywords.get("type") {
            Some(Value::String(name)) => vec![name.as_str()],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ if keywords.contains_key("properties") => vec!["object"],
            _ if keywords.contains_key("items") => vec!["array"],
            _ => Vec::new(),
        };
        let shapes = types
            .into_iter()
            .map(|name| self.typed(name, keywords, faults, level));
        let shapes = shapes.collect();
        any_of(shapes)
    }

    fn typed(
        &mut self,
        name: &str,
        keywords: &'s Map<String, Value>,
        faults: &Faults<'_>,
        level: usize,
    ) -> Shape {
        Shape::one(match JsonType::from_name(name) {
            Some(JsonType::Object) => self.object(keywords, faults, level),
            Some(JsonType::Array) => self.array(keywords, faults, level),
            Some(JsonType::String) => scalar::string(keywords),
            Some(number @ (JsonType::Integer | JsonType::Number)) => {
                scalar::number(number, keywords)
            }
            Some(plain) => plain.to_string(),
            None => "any".to_owned(),
        })
    }
}

fn list<'s>(keywords: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    let list = keywords.get(keyword).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}
