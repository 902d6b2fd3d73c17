//! Types as text, and their combinations.

use crate::issue::JsonType;

/// A type as text.
pub(crate) struct Type {
    pub(crate) text: String,
    /// `true` if the type combines several types and needs parentheses next to others.
    pub(super) is_joined: bool,
}

impl Type {
    pub(super) fn one(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_joined: false,
        }
    }

    /// Returns whether the type adds almost no information on its own, and none next to another
    /// type.
    pub(crate) fn is_vague(&self) -> bool {
        matches!(self.text.as_str(), "any" | "…" | "{}")
            || JsonType::from_name(&self.text).is_some()
    }

    pub(super) fn in_parentheses(self) -> String {
        if self.is_joined {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

/// Joins the types that a value has at the same time.
pub(super) fn join_all_of(mut parts: Vec<Type>) -> Type {
    if parts.iter().any(|part| !part.is_vague()) {
        parts.retain(|part| !part.is_vague());
    } else {
        parts.truncate(1);
    }
    parts.dedup_by(|later, earlier| later.text == earlier.text);
    if parts.len() > 1 {
        let texts: Vec<String> = parts.into_iter().map(Type::in_parentheses).collect();
        return Type::one(texts.join(" & "));
    }
    parts.pop().unwrap_or_else(|| Type::one("any"))
}

/// Joins the alternative types of a value.
pub(super) fn join_any_of(branches: Vec<Type>) -> Option<Type> {
    let mut texts: Vec<String> = Vec::new();
    let mut is_joined = false;
    for branch in branches {
        if !texts.contains(&branch.text) {
            is_joined |= branch.is_joined;
            texts.push(branch.text);
        }
    }
    (!texts.is_empty()).then(|| Type {
        is_joined: is_joined || texts.len() > 1,
        text: texts.join(" | "),
    })
}
