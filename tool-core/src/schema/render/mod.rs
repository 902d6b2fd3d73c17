//! Writes a schema as a type on one line, in one of two notations: as the shape of a value
//! (`{"path": string, "limit"?: integer 0..20}`), or as a declaration like TypeScript's
//! (`{ path: string, limit?: integer }`).

#[cfg(feature = "providers")]
mod declaration;
mod scalar;
mod shape;
mod surroundings;
mod written;

use serde_json::{Map, Value};

#[cfg(feature = "providers")]
pub(crate) use declaration::{
    default, is_required, join_lines, write_comment, write_description, write_key,
};
pub(crate) use surroundings::{Extent, Surroundings};

use super::find_target;
use super::keyword::UNIONS;
use super::lookup::Lookup;
use crate::issue::JsonType;
use crate::limits::SCHEMA_DEPTH;
use written::{Type, join_all_of, join_any_of};

/// The name of the type of all arguments.
const ROOT: &str = "Arguments";

/// Writes the types of the schemas of a document.
pub(crate) struct TypeWriter<'s> {
    root: &'s Value,
    notation: TypeNotation,
    /// The number of schemas that may still be written. The rest is cut.
    pub(crate) left: usize,
    depth: usize,
    /// The references that are being followed. A reference among them is recursive.
    followed: Vec<String>,
    /// The names of the recursive types. A declaration can refer to a type by name.
    pub(crate) named: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeNotation {
    Shape(Extent),
    #[cfg(feature = "providers")]
    Declaration,
}

impl<'s> TypeWriter<'s> {
    fn new(root: &'s Value, notation: TypeNotation, left: usize) -> Self {
        Self {
            root,
            notation,
            left,
            depth: 0,
            followed: Vec::new(),
            named: Vec::new(),
        }
    }

    fn is_declaration(&self) -> bool {
        !matches!(self.notation, TypeNotation::Shape(_))
    }

    fn write(&mut self, schema: &'s Value, around: &Surroundings<'_>) -> Type {
        let (never, cut) = match self.notation {
            TypeNotation::Shape(_) => ("nothing", "…"),
            #[cfg(feature = "providers")]
            TypeNotation::Declaration => ("never", "any"),
        };
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(false) => return Type::one(never),
            _ => return Type::one("any"),
        };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.depth == SCHEMA_DEPTH {
            return Type::one(cut);
        }
        self.depth += 1;
        let written = match self.notation {
            TypeNotation::Shape(_) => self.sketch(keywords, around),
            #[cfg(feature = "providers")]
            TypeNotation::Declaration => self.declare(keywords, around),
        };
        self.depth -= 1;
        written
    }

    fn write_branches(
        &mut self,
        keywords: &'s Map<String, Value>,
        keyword: &str,
        around: &Surroundings<'_>,
    ) -> Vec<Type> {
        let branches = keywords.list(keyword).iter();
        branches.map(|branch| self.write(branch, around)).collect()
    }

    fn sketch(&mut self, keywords: &'s Map<String, Value>, around: &Surroundings<'_>) -> Type {
        let mut parts: Vec<Type> = self.write_own(keywords, around).into_iter().collect();
        if let Some(reference) = keywords.text("$ref") {
            parts.push(self.write_reference(reference, around));
        }
        parts.extend(self.write_branches(keywords, "allOf", around));
        for keyword in UNIONS {
            parts.extend(join_any_of(self.write_branches(keywords, keyword, around)));
        }
        join_all_of(parts)
    }

    /// Writes the constraints of the schema itself, without the schemas that it combines.
    fn write_own(
        &mut self,
        keywords: &'s Map<String, Value>,
        around: &Surroundings<'_>,
    ) -> Option<Type> {
        if let Some(member) = keywords.get("const") {
            return Some(Type::one(member.to_string()));
        }
        if keywords.contains_key("enum") {
            return join_any_of(self.write_members(keywords.list("enum")));
        }
        let types = match keywords.get("type") {
            Some(Value::String(_) | Value::Array(_)) => keywords.types(),
            _ if keywords.contains_key("properties") => vec!["object"],
            _ if keywords.contains_key("items") => vec!["array"],
            _ => Vec::new(),
        };
        let types = types.into_iter();
        join_any_of(
            types
                .map(|name| Type::one(self.of_type(name, keywords, around)))
                .collect(),
        )
    }

    fn write_members(&self, members: &[Value]) -> Vec<Type> {
        /// Maximum number of enum members in a shape.
        const MAX_MEMBERS: usize = 12;
        let most = if self.is_declaration() {
            usize::MAX
        } else {
            MAX_MEMBERS
        };
        let shown = members.iter().take(most);
        let rest = (members.len() > most).then(|| Type::one("…"));
        shown
            .map(|member| Type::one(member.to_string()))
            .chain(rest)
            .collect()
    }

    fn of_type(
        &mut self,
        name: &str,
        keywords: &'s Map<String, Value>,
        around: &Surroundings<'_>,
    ) -> String {
        match (JsonType::from_name(name), self.notation) {
            #[cfg(feature = "providers")]
            (Some(JsonType::Object), TypeNotation::Declaration) => self.declare_object(keywords),
            #[cfg(feature = "providers")]
            (Some(JsonType::Array), TypeNotation::Declaration) => self.declare_array(keywords),
            #[cfg(feature = "providers")]
            (_, TypeNotation::Declaration) => name.to_owned(),
            (Some(JsonType::Object), TypeNotation::Shape(scope)) => {
                self.sketch_object(keywords, scope, around)
            }
            (Some(JsonType::Array), _) => self.sketch_array(keywords, around),
            (Some(JsonType::String), _) => scalar::write_string(keywords),
            (Some(number @ (JsonType::Integer | JsonType::Number)), _) => {
                scalar::write_number(number, keywords)
            }
            (Some(plain), _) => plain.to_string(),
            (None, _) => "any".to_owned(),
        }
    }

    fn write_reference(&mut self, reference: &str, around: &Surroundings<'_>) -> Type {
        let is_followed = self.followed.iter().any(|followed| followed == reference);
        let name = self.is_declaration().then(|| name_reference(reference));
        if let Some(name) = &name {
            if !self.named.contains(name) && (is_followed || reference == "#") {
                self.named.push(name.clone());
            }
            if self.named.contains(name) {
                return Type::one(name);
            }
        }
        let Some(target) = find_target(self.root, reference).filter(|_| !is_followed) else {
            return Type::one(if self.is_declaration() { "any" } else { "…" });
        };
        self.followed.push(reference.to_owned());
        let written = self.write(target, around);
        self.followed.pop();
        // A recursive type now has a name.
        match name {
            Some(name) if self.named.contains(&name) => Type::one(name),
            _ => written,
        }
    }
}

/// Returns the name of the type that a reference leads to.
fn name_reference(reference: &str) -> String {
    match reference.rsplit('/').next() {
        Some("#") | None => ROOT.to_owned(),
        Some(name) => name.to_owned(),
    }
}
