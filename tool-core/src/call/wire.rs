//! Access to the JSON of a provider. Values of an unexpected type count as absent, and unread
//! values stay as text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::{fmt, iter};

use serde_json::Value;
use serde_json::value::RawValue;

use crate::call::Call;
use crate::call::answer::{Ending, WrittenCall};
use crate::call::halves::{join_json, mark_halves, parse, replace_halves};
use crate::call::places::Places;
use crate::json::{Scanned, Scanner, Stopped};

/// The error for a provider's response or event that is not a JSON object.
///
/// ```
/// use tool_core::call::{Api, calls_in_response};
///
/// let error = calls_in_response(Api::Anthropic, "<html>").unwrap_err();
/// assert!(error.to_string().starts_with("expected a JSON object from the provider: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(String);

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a JSON object from the provider: {}", self.0)
    }
}

impl std::error::Error for WireError {}

impl WireError {
    pub(crate) fn new(error: &serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

/// Maximum number of characters that an error quotes.
const QUOTED: usize = 200;

/// Adds the start of a text that is not JSON, such as the page of a proxy.
fn add_start(mut error: String, text: &str) -> String {
    let text = text.trim();
    if !text.is_empty() && !text.starts_with(['{', '[']) {
        let start: String = text.chars().take(QUOTED).collect();
        // Writing to a string never fails.
        let _ = write!(error, ", got {start:?}");
    }
    error
}

/// Reads a text that must be an object.
pub(super) fn parse_object(text: &str) -> Result<Places<'_>, WireError> {
    let places = Places::of(text).filter(|places| places.source(0).starts_with('{'));
    places.ok_or_else(|| {
        let read = serde_json::from_str::<HashMap<String, &RawValue>>(text);
        let error = read
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        WireError(add_start(error, text))
    })
}

/// One JSON value, or the key of one.
#[derive(Clone, Copy)]
pub(super) struct WireValue<'a> {
    places: &'a Places<'a>,
    number: usize,
}

impl<'a> WireValue<'a> {
    pub(super) fn source(self) -> &'a str {
        self.places.source(self.number)
    }

    /// Returns the content of a string.
    pub(super) fn text(self) -> Option<String> {
        self.content().map(Cow::into_owned)
    }

    fn content(self) -> Option<Cow<'a, str>> {
        let source = self.source();
        if !source.starts_with('"') {
            return None;
        }
        let mut scanner = Scanner::new(source, 0);
        match scanner.read_string() {
            Ok(Scanned::Plain(text)) => Some(Cow::Borrowed(text)),
            Ok(Scanned::Made) => Some(Cow::Owned(scanner.made)),
            Err(Stopped) => {
                let whole = replace_halves(source)?;
                serde_json::from_str(&whole).ok().map(Cow::Owned)
            }
        }
    }

    /// Returns the entries. Empty if the value is not an object.
    pub(super) fn fields(self) -> WireFields<'a> {
        WireFields(Some(self).filter(|part| part.source().starts_with('{')))
    }

    /// Returns the items. An object counts as a list of one, since some servers leave out the list.
    /// Empty for any other value.
    pub(super) fn items(self) -> impl Iterator<Item = WireValue<'a>> {
        let is_object = self.source().starts_with('{');
        let array = Some(self).filter(|part| part.source().starts_with('['));
        let one = Some(self).filter(|_| is_object);
        one.into_iter()
            .chain(array.into_iter().flat_map(Self::children))
    }

    /// Returns the items of an array, or the keys and values of an object.
    fn children(self) -> impl Iterator<Item = WireValue<'a>> {
        let Self { places, number } = self;
        let inside = places.children(number);
        inside.map(move |number| Self { places, number })
    }

    /// Returns whether this is a string with this content.
    fn is(self, text: &str) -> bool {
        self.content().is_some_and(|content| content == text)
    }

    /// Returns arguments as text: the content of a string, or the text of any other value.
    ///
    /// Marks the halves of characters in a string, which may be a piece.
    pub(super) fn arguments(self) -> String {
        let source = self.source();
        let marked = || serde_json::from_str(&mark_halves(source)?).ok();
        let may_have_halves = source.starts_with('"') && source.contains("\\u");
        let is_readable = !may_have_halves || Scanner::new(source, 0).read_string().is_ok();
        let marked = if is_readable { None } else { marked() };
        marked.unwrap_or_else(|| self.text().unwrap_or_else(|| source.to_owned()))
    }
}

/// The entries of an object. An entry with `null` counts as absent, as providers use it.
#[derive(Clone, Copy, Default)]
pub(super) struct WireFields<'a>(Option<WireValue<'a>>);

impl<'a> WireFields<'a> {
    /// Returns the entries of a whole text.
    pub(super) fn of(places: &'a Places<'a>) -> Self {
        WireValue { places, number: 0 }.fields()
    }

    pub(super) fn get(&self, key: &str) -> Option<WireValue<'a>> {
        self.value(key).filter(|part| part.source() != "null")
    }

    /// Returns the value of a key, or of its other spelling.
    pub(super) fn either(&self, key: &str, other: &str) -> Option<WireValue<'a>> {
        self.get(key).or_else(|| self.get(other))
    }

    /// Returns the value of a key. If the key is repeated, returns the last one.
    fn value(&self, key: &str) -> Option<WireValue<'a>> {
        let values = self.entries().filter(|(name, _)| name.is(key));
        values.last().map(|(_, value)| value)
    }

    fn entries(&self) -> impl Iterator<Item = (WireValue<'a>, WireValue<'a>)> {
        let mut parts = self.0.into_iter().flat_map(WireValue::children);
        iter::from_fn(move || Some((parts.next()?, parts.next()?)))
    }

    pub(super) fn fields(&self, key: &str) -> WireFields<'a> {
        self.get(key).map(WireValue::fields).unwrap_or_default()
    }

    pub(super) fn items(&self, key: &str) -> impl Iterator<Item = WireValue<'a>> {
        self.get(key).into_iter().flat_map(WireValue::items)
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.text()
    }

    /// Returns a string that is not empty.
    pub(super) fn some_text(&self, key: &str) -> Option<String> {
        self.text(key).filter(|text| !text.is_empty())
    }

    /// Returns an index. Some servers send it as a string.
    pub(super) fn index(&self, key: &str) -> Option<u64> {
        let part = self.get(key)?;
        let digits = part.content().unwrap_or(Cow::Borrowed(part.source()));
        digits.parse().ok()
    }

    pub(super) fn is(&self, key: &str, text: &str) -> bool {
        self.get(key).is_some_and(|part| part.is(text))
    }

    pub(super) fn is_true(&self, key: &str) -> bool {
        self.get(key).is_some_and(|part| part.source() == "true")
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns whether the key is present, even with `null`.
    pub(super) fn names(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Returns whether a key ends in this text.
    pub(super) fn names_one(&self, ending: &str) -> bool {
        self.entries()
            .any(|(name, _)| name.content().is_some_and(|name| name.ends_with(ending)))
    }

    /// Returns whether all keys are in this list.
    pub(super) fn only(&self, keys: &[&str]) -> bool {
        self.entries()
            .all(|(name, _)| keys.iter().any(|key| name.is(key)))
    }

    /// Returns whether the value is a string that is not blank, or another type of value.
    pub(super) fn says_more(&self, key: &str) -> bool {
        let part = self.get(key);
        part.is_some_and(|part| part.content().is_none_or(|text| !text.trim().is_empty()))
    }

    /// Returns the value of a key as JSON. `None` for null.
    pub(super) fn json(&self, key: &str) -> Option<Value> {
        let value = parse(self.get(key)?.source()).ok();
        value.filter(|value: &Value| !value.is_null())
    }

    /// Returns the call with the parts under these keys.
    pub(super) fn call(&self, id: Option<String>, arguments: &str, ending: Ending) -> WrittenCall {
        let name = self.text("name").unwrap_or_default();
        let part = self.get(arguments);
        let raw = part.map(WireValue::arguments).unwrap_or_default();
        let raw = join_json(&raw).into_owned();
        WrittenCall {
            call: Call::new(id, name, raw, ending.to_finish()),
            is_text: part.is_some_and(|part| part.source().starts_with('"')),
        }
    }
}
