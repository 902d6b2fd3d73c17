//! The text of a schema, and of several that are joined.

use crate::issue::JsonType;

/// The text of a schema.
pub(super) struct Shape {
    pub(super) text: String,
    /// Whether it is a list of alternatives, which needs parentheses beside `&`.
    is_list: bool,
}

impl Shape {
    pub(super) fn one(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_list: false,
        }
    }

    /// Whether the shape says next to nothing, and nothing beside another.
    pub(super) fn is_vague(&self) -> bool {
        matches!(self.text.as_str(), "any" | "…" | "{}")
            || JsonType::from_name(&self.text).is_some()
    }
}

/// What holds of a value for which each of the parts holds.
pub(super) fn all_of(mut parts: Vec<Shape>) -> Shape {
    if parts.iter().any(|part| !part.is_vague()) {
        parts.retain(|part| !part.is_vague());
    } else {
        parts.truncate(1);
    }
    parts.dedup_by(|later, earlier| later.text == earlier.text);
    if parts.len() > 1 {
        let texts = parts.into_iter().map(|part| {
            if part.is_list {
                format!("({})", part.text)
            } else {
                part.text
            }
        });
        return Shape::one(texts.collect::<Vec<_>>().join(" & "));
    }
    parts.pop().unwrap_or_else(|| Shape::one("any"))
}

/// What holds of a value for which one of the branches holds.
pub(super) fn any_of(branches: Vec<Shape>) -> Option<Shape> {
    let mut texts: Vec<String> = Vec::new();
    for branch in branches {
        if !texts.contains(&branch.text) {
            texts.push(branch.text);
        }
    }
    let is_list = texts.len() > 1;
    (!texts.is_empty()).then(|| Shape {
        text: texts.join(" | "),
        is_list,
    })
}
