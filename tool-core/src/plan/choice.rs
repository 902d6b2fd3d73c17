use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::object::is_same;
use super::styles::{Meanings, Styles};
use crate::issue::{IssueKind, TypeSet, find_nearest_member, folds_alike, separates_digits_alike};
use crate::schema::Lookup as _;
use crate::tree::{Tree, as_integer, is_number};

/// The members of an `enum`, or the value of a `const`.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    members: Vec<ChoiceMember>,
    types: TypeSet,
    /// `true` if a member contains a `+`. Such a member is compared by its case alone.
    has_plus: bool,
    /// `true` if a member contains a `+` before a digit. If so, a `-` before a digit is a sign and
    /// not a separator.
    has_signs: bool,
    /// The lookup tables for a choice with many members. Boxed to keep nodes small, since each step
    /// of a recursion passes one on.
    index: Option<Box<MemberIndex>>,
}

/// Indexes the string members and the integer members.
#[derive(Debug, Default)]
struct MemberIndex {
    texts: HashSet<String>,
    integers: Meanings,
    styles: OnceLock<Styles>,
    /// The members as issues list them.
    shown: OnceLock<Arc<[Value]>>,
}

/// Maximum number of members that are compared one by one.
const LINEAR: usize = 32;

#[derive(Debug)]
pub(crate) struct ChoiceMember {
    pub(crate) value: Value,
    pub(crate) tree: Tree<'static>,
    /// Further names that serde accepts for the member.
    pub(crate) aliases: Vec<String>,
}

impl ChoiceMember {
    /// Returns the aliases and the name of a member that is a string.
    fn names(&self) -> impl Iterator<Item = &str> {
        let name = match &self.tree {
            Tree::String(name) => Some(&**name),
            _ => None,
        };
        self.aliases.iter().map(String::as_str).chain(name)
    }
}

impl Choice {
    /// Creates a choice of names, each with its aliases.
    pub(super) fn of_names(names: &Map<String, Value>) -> Self {
        let mut choice = Self::default();
        for name in names.keys() {
            let aliases = names.names(name).map(str::to_owned).collect();
            choice.push(&Value::from(name.as_str()), aliases, TypeSet::STRING);
        }
        choice
    }

    /// Adds a member if its type is allowed. Merges the aliases of a duplicate member.
    pub(super) fn push(&mut self, value: &Value, aliases: Vec<String>, types: TypeSet) {
        let tree = Tree::from(value).into_owned();
        if self.holds(&tree) {
            let mut members = self.members.iter_mut();
            if let Some(same) = members.find(|member| member.tree.is_same(&tree)) {
                same.aliases.extend(aliases);
            }
        } else if types.contains(tree.json_type()) {
            self.types = self.types.union(TypeSet::of(tree.json_type()));
            if let Tree::String(name) = &tree {
                self.has_plus |= name.contains('+');
                self.has_signs |= is_before_digit(name, '+');
            }
            self.members.push(ChoiceMember {
                value: value.clone(),
                tree,
                aliases,
            });
            self.index(self.members.len() - 1);
        }
    }

    /// Adds the members from number `new` on to the lookup tables, if there are many members.
    fn index(&mut self, new: usize) {
        if self.members.len() <= LINEAR {
            return;
        }
        let from = if self.index.is_some() { new } else { 0 };
        let index = self.index.get_or_insert_default();
        index.styles.take();
        for (number, member) in self.members.iter().enumerate().skip(from) {
            match &member.tree {
                Tree::String(text) => {
                    index.texts.insert(text.to_string());
                }
                Tree::Number(text) => {
                    if let Some(integer) = as_integer(text) {
                        let is_same = |first| first == number;
                        index.integers.add(integer.into(), number, is_same);
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        other.members.iter().any(|member| self.holds(&member.tree))
    }

    pub(super) fn absorb(&mut self, other: Self) {
        let new = self.members.len();
        self.members.extend(other.members);
        self.types = self.types.union(other.types);
        self.has_plus |= other.has_plus;
        self.has_signs |= other.has_signs;
        self.index(new);
    }

    pub(crate) fn members(&self) -> &[ChoiceMember] {
        &self.members
    }

    pub(super) const fn types(&self) -> TypeSet {
        self.types
    }

    pub(crate) fn holds(&self, tree: &Tree<'_>) -> bool {
        match (tree, &self.index) {
            (Tree::String(text), _) => self.has(text),
            (Tree::Number(text), Some(index)) => match as_integer(text) {
                Some(integer) => index.integers.contains(&integer),
                None => self.has_same(tree),
            },
            (tree, _) => self.has_same(tree),
        }
    }

    fn has_same(&self, tree: &Tree<'_>) -> bool {
        self.members.iter().any(|member| member.tree.is_same(tree))
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        if let Some(index) = &self.index {
            return index.texts.contains(text);
        }
        let mut members = self.members.iter();
        let is_text = |name: &str| is_same(name.as_bytes(), text.as_bytes());
        members.any(|member| matches!(&member.tree, Tree::String(name) if is_text(name)))
    }

    /// Returns the member that declares a text as an alias. Returns `None` if several members do.
    pub(crate) fn by_alias(&self, text: &str) -> Option<&ChoiceMember> {
        match self.styles() {
            Some(styles) => self.members.get(styles.aliases.get(text)?),
            None => self.only(|member| member.aliases.iter().any(|alias| alias == text)),
        }
    }

    /// Returns the member that is this text.
    fn by_text(&self, text: &str) -> Option<&ChoiceMember> {
        self.has(text).then_some(())?;
        self.only(|member| matches!(&member.tree, Tree::String(name) if *name == text))
    }

    /// Returns the member with a name or an alias that equals a text except for case and style.
    /// Returns `None` if several members do, or if the text is the symbol of another unit.
    pub(crate) fn by_style(&self, text: &str) -> Option<&ChoiceMember> {
        let is_spelt = |name: &str| {
            if name.contains('+') {
                name.eq_ignore_ascii_case(text.trim())
            } else {
                is_style_of(name, text, self.has_signs)
            }
        };
        let member = match self.styles().filter(|_| !self.has_plus) {
            Some(styles) => self.members.get(styles.by_spelling(text)?)?,
            None => self.only(|member| member.names().any(is_spelt))?,
        };
        let is_meant = |name: &str| is_spelt(name) && !is_other_unit(name, text);
        member.names().any(is_meant).then_some(member)
    }

    /// Returns the integer member with this value. The member may be written with a fraction of
    /// zero.
    pub(crate) fn by_integer(&self, integer: &str) -> Option<&ChoiceMember> {
        match &self.index {
            Some(index) => self.members.get(index.integers.get(integer)?),
            None => self.only(|member| match &member.tree {
                Tree::Number(number) => as_integer(number).is_some_and(|own| own == integer),
                _ => false,
            }),
        }
    }

    /// Returns the member that a text means: an alias, another spelling, or a number in a string.
    /// Quotes around the text are ignored.
    pub(crate) fn find_meant(&self, text: &str) -> Option<&ChoiceMember> {
        self.by_alias(text)
            .or_else(|| self.by_text(strip_quotes(text.trim())))
            .or_else(|| self.by_style(strip_quotes(text.trim())))
            .or_else(|| {
                let integer = as_integer(text.trim()).filter(|_| is_number(text.trim()))?;
                self.by_integer(&integer)
            })
    }

    fn only(&self, is_meant: impl Fn(&&ChoiceMember) -> bool) -> Option<&ChoiceMember> {
        let mut meant = self.members.iter().filter(is_meant);
        let first = meant.next()?;
        meant.next().is_none().then_some(first)
    }

    /// Returns the aliases and spellings of the members, if there are many members.
    fn styles(&self) -> Option<&Styles> {
        let index = self.index.as_ref()?;
        Some(index.styles.get_or_init(|| {
            let mut styles = Styles::default();
            for (number, member) in self.members.iter().enumerate() {
                let is_same = |first| first == number;
                for alias in &member.aliases {
                    styles.aliases.add(alias.clone(), number, is_same);
                    styles.add_spelling(alias, number, is_same);
                }
                if let Tree::String(name) = &member.tree {
                    styles.add_spelling(name, number, is_same);
                }
            }
            styles
        }))
    }

    /// Returns the issue for another value. `compares` allows the search for the nearest member.
    pub(crate) fn issue(&self, tree: &Tree<'_>, compares: bool) -> IssueKind {
        let names = self
            .members
            .iter()
            .filter_map(|member| member.value.as_str());
        let near = match tree {
            Tree::String(text) if compares => find_nearest_member(text, names),
            _ => None,
        };
        IssueKind::Enum {
            nearest: near.map(Value::from),
            members: self.shown_members(),
        }
    }

    /// Returns the members for an issue. A call may have many issues of a large enum.
    fn shown_members(&self) -> Arc<[Value]> {
        let copy = || {
            self.members
                .iter()
                .map(|member| member.value.clone())
                .collect()
        };
        match &self.index {
            Some(index) => index.shown.get_or_init(copy).clone(),
            None => copy(),
        }
    }
}

pub(crate) fn strip_quotes(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Returns whether a name contains the sign directly before a digit.
fn is_before_digit(name: &str, sign: char) -> bool {
    let mut rest = name.split(sign).skip(1);
    rest.any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns whether a text is a name in another case or style. The separators between digits, and
/// signs, are a part of the value: `1-0` is not `1_0`.
fn is_style_of(name: &str, text: &str, has_signs: bool) -> bool {
    folds_alike(name, text) && separates_digits_alike(name, text, has_signs)
}

/// Returns whether a text is the symbol of another unit than a name, because its case differs: `1M`
/// for `1m`, `MW` for `mW`. A text in small letters matches a name of both cases, such as `kW`.
fn is_other_unit(name: &str, text: &str) -> bool {
    let (unit, other) = (unit_of(name), unit_of(text.trim()));
    let is_capital = |symbol: &str, at: usize| symbol.as_bytes()[at].is_ascii_uppercase();
    match (unit.len(), other.len()) {
        (1, 1) => unit.len() < name.len() && unit != other,
        (2, 2) => {
            let is_prefixed = !is_capital(other, 0) && is_capital(other, 1);
            let is_mixed = is_capital(unit, 0) != is_capital(unit, 1);
            let has_capital = is_capital(other, 0) || is_capital(other, 1);
            unit != other && (is_prefixed || is_mixed && has_capital)
        }
        _ => false,
    }
}

/// Returns the letters behind the number at the start of a text, or all of it.
fn unit_of(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || ". -_".contains(c));
    let is_symbol = rest.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_symbol { rest } else { "" }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Choice, LINEAR};
    use crate::issue::TypeSet;

    /// Returns two choices with the same members. The second has many other members too.
    fn small_and_large(members: &[(Value, &[&str])]) -> [Choice; 2] {
        [0, LINEAR].map(|others| {
            let mut choice = Choice::default();
            for (member, aliases) in members {
                let aliases = aliases.iter().map(|alias| (*alias).to_owned());
                choice.push(member, aliases.collect(), TypeSet::ALL);
            }
            for other in 0..others {
                let other = format!("other {other}");
                choice.push(&Value::from(other), Vec::new(), TypeSet::ALL);
            }
            choice
        })
    }

    #[test]
    fn large_enums_read_the_same_texts_as_small_ones() {
        let [small, large] = small_and_large(&[
            (json!("in_progress"), &["busy", "busy"]),
            (json!("done"), &["over"]),
            (json!("gone"), &["over"]),
            (json!("a_b"), &[]),
            (json!("a-b"), &[]),
            (json!("-name"), &[]),
            (json!("twice"), &[]),
            (json!("twice"), &[]),
            (json!(1), &[]),
            (json!(2.0), &[]),
            (json!(2.5), &[]),
            (json!(null), &[]),
        ]);
        assert!(small.index.is_none() && large.index.is_some());
        let texts = [
            "IN-PROGRESS",
            "busy",
            "Busy",
            "Over",
            "over",
            "aB",
            "name",
            "-Name",
            "TWICE",
            "1",
            "2",
            "3",
            "",
            "_",
        ];
        for text in texts {
            let found = [&small, &large].map(|choice| {
                let found = [
                    choice.by_alias(text),
                    choice.by_style(text),
                    choice.by_integer(text),
                ];
                found.map(|member| member.map(|member| member.value.clone()))
            });
            assert_eq!(found[0], found[1], "{text:?}");
        }
    }
}
