//! The keywords of a role or of a type, for the steps that change a schema.

use crate::issue::JsonType;
use crate::schema::keyword::{KEYWORDS, Keyword, Role};

impl Keyword {
    /// Returns the names of the keywords of a role.
    pub(in crate::provider) fn of_role(role: Role) -> impl Iterator<Item = &'static str> {
        let keywords = KEYWORDS.iter();
        keywords.filter_map(move |keyword| (keyword.role == role).then_some(keyword.name))
    }

    /// Returns the names of the keywords that constrain only values of a type.
    pub(in crate::provider) fn about(of: JsonType) -> impl Iterator<Item = &'static str> {
        let keywords = KEYWORDS.iter();
        keywords.filter_map(move |keyword| (keyword.about == Some(of)).then_some(keyword.name))
    }
}

/// Returns whether a keyword is of a role.
pub(in crate::provider) fn has_role(keyword: &str, role: Role) -> bool {
    Keyword::named(keyword).is_some_and(|keyword| keyword.role == role)
}
