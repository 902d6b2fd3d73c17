use std::cell::RefCell;
use std::fmt;

use serde::de::{Error, Expected, Unexpected};
use serde_json::Value;

use super::words;
use crate::issue::{Issue, IssueKind, Path, Segment, TypeSet, find_nearest, find_nearest_member};

/// The error of a type's own `Deserialize`, with its path. One pointer wide.
///
/// `None` if the reader has aborted. The outcome does not count then.
#[derive(Clone)]
pub(crate) struct Refusal(Option<Box<RefusalData>>);

#[derive(Clone, Debug)]
struct RefusalData {
    /// The path from the value up to the root, in the order in which the segments become known.
    segments: Vec<Segment>,
    kind: IssueKind,
}

impl From<Refusal> for Issue {
    fn from(refusal: Refusal) -> Self {
        let (path, kind) = refusal.into_parts();
        Self::new(path, kind, None)
    }
}

impl Refusal {
    /// Returns the path and the kind.
    pub(crate) fn into_parts(self) -> (Path, IssueKind) {
        match self.0 {
            Some(inner) => (inner.segments.into_iter().rev().collect(), inner.kind),
            None => Self::out_of_turn().into_parts(),
        }
    }

    /// Returns the error of an aborted reader.
    #[cold]
    pub(super) const fn left() -> Self {
        Self(None)
    }

    fn new(kind: IssueKind) -> Self {
        Self(Some(Box::new(RefusalData {
            segments: Vec::new(),
            kind,
        })))
    }

    fn refused(message: String) -> Self {
        Self::new(IssueKind::Refused { message })
    }

    fn at(key: &str, kind: IssueKind) -> Self {
        Self::new(kind).within(Segment::from(key))
    }

    /// Adds the next outer segment to the path.
    #[cold]
    pub(crate) fn within(mut self, segment: Segment) -> Self {
        if let Some(inner) = &mut self.0 {
            inner.segments.push(segment);
        }
        self
    }

    /// Converts the refusal to one of the key itself. An unknown key already has its path.
    #[cold]
    pub(crate) fn at_key(self, key: &str) -> Self {
        match self.0 {
            Some(inner) if inner.segments.is_empty() => {
                let fault = Box::new(inner.kind);
                Self::at(key, IssueKind::Key { fault })
            }
            other => Self(other),
        }
    }

    /// Returns the error for a value of an unexpected type, from its JSON text.
    #[cold]
    pub(super) fn of_type(value: &str, expected: &dyn Expected) -> Self {
        let unexpected = match value.bytes().next() {
            Some(b'"') => Unexpected::Str(""),
            Some(b'{') => Unexpected::Map,
            Some(b'[') => Unexpected::Seq,
            Some(b't' | b'f') => Unexpected::Bool(value == "true"),
            Some(b'n') | None => Unexpected::Unit,
            Some(_) => return Self::number(value, expected),
        };
        Self::invalid_type(unexpected, expected)
    }

    #[cold]
    pub(crate) fn number(text: &str, expected: &dyn Expected) -> Self {
        let (expected, got) = (
            words::reword_expected(&expected.to_string()),
            words::cut(text),
        );
        Self::refused(format!("expected {expected}, got {got}"))
    }

    #[cold]
    pub(crate) fn wide(text: &str) -> Self {
        let got = words::cut(text);
        Self::refused(format!("expected an integer of at most 64 bits, got {got}"))
    }

    #[cold]
    pub(crate) fn too_great(text: &str) -> Self {
        let got = words::cut(text);
        Self::refused(format!("expected a number of smaller magnitude, got {got}"))
    }

    #[cold]
    pub(crate) fn items_left(taken: usize, all: usize) -> Self {
        Self::refused(words::describe_length(all, &words::array_of(taken)))
    }

    /// Returns the error for a key that no object may have.
    #[cold]
    pub(crate) fn private_key(key: &str) -> Self {
        Self::at(key, IssueKind::UnknownKey { nearest: None })
    }

    #[cold]
    pub(crate) fn property_left(key: &str) -> Self {
        let message = "expected no further property".to_owned();
        Self::at(key, IssueKind::Refused { message })
    }

    #[cold]
    pub(crate) fn variant_without_content(name: &str) -> Self {
        let name = words::cut(name);
        Self::refused(format!(
            "expected an object with the one key {name:?}, got string"
        ))
    }

    #[cold]
    pub(super) fn several_variants() -> Self {
        let expected = words::reword_expected("enum ");
        Self::refused(format!("expected {expected}, got object"))
    }

    /// Returns the error for a `Deserialize` that requests a value without its key. The input is
    /// valid, but the reader must not panic.
    #[cold]
    pub(crate) fn out_of_turn() -> Self {
        Self::refused("cannot be read".to_owned())
    }
}

impl Error for Refusal {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        let text = message.to_string();
        take_lent(&text).unwrap_or_else(|| read_custom(&text))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = words::reword_expected(&expected.to_string());
        let got = words::type_of(unexpected);
        Self::refused(format!("expected {expected}, got {got}"))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = words::reword_expected(&expected.to_string());
        let got = words::value_of(unexpected);
        Self::refused(format!("expected {expected}, got {got}"))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let expected = words::reword_expected(&expected.to_string());
        Self::refused(words::describe_length(length, &expected))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let near = find_nearest_member(variant, expected.iter().copied());
        Self::new(IssueKind::Enum {
            members: expected.iter().map(|&name| Value::from(name)).collect(),
            nearest: near.map(Value::from),
        })
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let nearest = find_nearest(field, expected.iter().copied()).map(str::to_owned);
        Self::at(field, IssueKind::UnknownKey { nearest })
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        let expected = TypeSet::ALL;
        Self::at(field, IssueKind::required(expected))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::at(field, IssueKind::DuplicateKey)
    }
}

/// Converts a custom message. Messages of serde also arrive as text, from a flattened field or a
/// wrapped error. All other text is the author's own.
fn read_custom(text: &str) -> Refusal {
    let text = words::without_position(text);
    let named = |complaint: &str| words::find_name_after(text, complaint);
    if let Some(field) = named("missing field ") {
        let expected = TypeSet::ALL;
        return Refusal::at(field, IssueKind::required(expected));
    }
    if let Some(field) = named("unknown field ") {
        return Refusal::at(field, IssueKind::UnknownKey { nearest: None });
    }
    if let Some(field) = named("duplicate field ") {
        return Refusal::at(field, IssueKind::DuplicateKey);
    }
    Refusal::refused(words::reword_custom(text))
}

thread_local! {
    /// A refusal on its way through an error of unknown type.
    static LENT: RefCell<Lent> = const { RefCell::new(Lent::Nothing) };
}

enum Lent {
    Nothing,
    /// The next refusal that is formatted as text is stored here.
    Asked,
    Refusal(Refusal),
}

/// The text of an error that represents the stored refusal.
const LENT_TEXT: &str = "\u{0}refusal";

/// Adds the next outer segment to the path of an error, if the error is a refusal. Serde's buffers
/// do not track paths, and their readers do not know the type of their errors.
#[cold]
pub(super) fn add_segment<E: Error>(error: E, segment: Segment) -> E {
    LENT.set(Lent::Asked);
    let text = error.to_string();
    match LENT.replace(Lent::Nothing) {
        Lent::Refusal(refusal) if text == LENT_TEXT => {
            LENT.set(Lent::Refusal(refusal.within(segment)));
            E::custom(LENT_TEXT)
        }
        _ => error,
    }
}

fn take_lent(text: &str) -> Option<Refusal> {
    if text != LENT_TEXT {
        return None;
    }
    match LENT.replace(Lent::Nothing) {
        Lent::Refusal(refusal) => Some(refusal),
        _ => None,
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if LENT.with_borrow(|lent| matches!(lent, Lent::Asked)) {
            LENT.set(Lent::Refusal(self.clone()));
            return f.write_str(LENT_TEXT);
        }
        let Some(inner) = &self.0 else {
            return f.write_str("cannot be read");
        };
        f.write_str(match &inner.kind {
            IssueKind::Refused { message } => message,
            IssueKind::Key { .. } => "the key is not accepted",
            IssueKind::Required { .. } => "a required property is absent",
            IssueKind::UnknownKey { .. } => "the key is not declared",
            IssueKind::DuplicateKey => "the key occurs twice",
            _ => "the value is not a declared member",
        })
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Refusal").field(&self.0).finish()
    }
}

impl std::error::Error for Refusal {}
