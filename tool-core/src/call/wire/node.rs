//! Access to the JSON of a provider. Values of an unexpected type count as absent, and unread
//! values stay as text, so that arguments keep all their digits.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::{fmt, iter};

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::places::Places;
use crate::call::halves::{join_json, join_text};
use crate::json::{Scanned, Scanner};

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
    /// Returns the error of a text that is not an object. Quotes the start of a text that is not
    /// JSON, such as the page of a proxy.
    pub(super) fn of(text: &str) -> Self {
        let read = serde_json::from_str::<HashMap<String, &RawValue>>(text);
        let mut error = read
            .err()
            .map_or_else(String::new, |error| error.to_string());
        let text = text.trim();
        if !text.is_empty() && !text.starts_with(['{', '[']) {
            let start: String = text.chars().take(QUOTED).collect();
            // Writing to a string never fails.
            let _ = write!(error, ", got {start:?}");
        }
        Self(error)
    }
}

/// Maximum number of characters that an error quotes.
const QUOTED: usize = 200;

/// A JSON value, the key of one, or an absent value. `null` counts as absent, as providers use it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Node<'a>(Option<(&'a Places<'a>, usize)>);

impl<'a> Node<'a> {
    pub(crate) fn root(places: &'a Places<'_>) -> Self {
        Self(Some((places, 0)))
    }

    /// Returns the text of the value. Empty for an absent one.
    pub(crate) fn source(self) -> &'a str {
        self.0.map_or("", |(places, number)| places.source(number))
    }

    fn begins_with(self, first: char) -> bool {
        self.source().starts_with(first)
    }

    pub(crate) fn is_present(self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn is_object(self) -> bool {
        self.begins_with('{')
    }

    pub(crate) fn is_array(self) -> bool {
        self.begins_with('[')
    }

    pub(crate) fn is_string(self) -> bool {
        self.begins_with('"')
    }

    pub(crate) fn is_true(self) -> bool {
        self.source() == "true"
    }

    /// Returns whether this is a boolean or absent.
    pub(crate) fn is_flag(self) -> bool {
        matches!(self.source(), "" | "true" | "false")
    }

    pub(crate) fn is_empty_object(self) -> bool {
        self.is_object() && self.children().next().is_none()
    }

    /// Returns the content of a string, with the marks of halves.
    fn content(self) -> Option<Cow<'a, str>> {
        if !self.is_string() {
            return None;
        }
        let mut scanner = Scanner::new(self.source(), 0);
        Some(match scanner.read_string().ok()? {
            Scanned::Plain(text) => Cow::Borrowed(text),
            Scanned::Made => Cow::Owned(scanner.made),
        })
    }

    /// Returns the content of a string.
    pub(crate) fn text(self) -> Option<String> {
        let content = self.content()?;
        Some(join_text(&content).into_owned())
    }

    /// Returns the content of a string that is not empty.
    pub(crate) fn some_text(self) -> Option<String> {
        self.text().filter(|text| !text.is_empty())
    }

    /// Returns a piece of a text. Empty for any other value.
    pub(crate) fn piece(self) -> Cow<'a, str> {
        self.content().unwrap_or_default()
    }

    /// Returns arguments as text: the content of a string, or the text of any other value. A half of
    /// a character stays marked: the string may be a piece.
    pub(crate) fn arguments(self) -> String {
        let content = self.content().map(Cow::into_owned);
        content.unwrap_or_else(|| self.source().to_owned())
    }

    /// Returns arguments that are not a piece.
    pub(crate) fn whole_arguments(self) -> String {
        join_json(&self.arguments()).into_owned()
    }

    /// Returns whether this is a string with this content.
    pub(crate) fn is(self, text: &str) -> bool {
        self.content().is_some_and(|content| content == text)
    }

    /// Returns whether this is a string with one of these words.
    pub(crate) fn is_one_of(self, words: &str) -> bool {
        let content = self.content();
        content.is_some_and(|content| words.split(' ').any(|word| word == content))
    }

    /// Returns whether this is a string that begins with one of these words.
    pub(crate) fn begins_with_one_of(self, words: &str) -> bool {
        let content = self.content().unwrap_or_default();
        words.split(' ').any(|word| content.starts_with(word))
    }

    /// Returns an index. Some servers send it as a string.
    pub(crate) fn index(self) -> Option<u64> {
        let digits = self.content().unwrap_or(Cow::Borrowed(self.source()));
        digits.parse().ok()
    }

    /// Returns the value as JSON. `null` for an absent value.
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(self.source()).unwrap_or_default()
    }

    /// Returns a present value as JSON.
    pub(crate) fn some_json(self) -> Option<Value> {
        self.is_present()
            .then(|| self.json())
            .filter(|json| !json.is_null())
    }

    /// Returns an object in which the value of this key is `null`. The other members are read even if
    /// the value of the key cannot be held, such as a number that is too large.
    pub(crate) fn json_with_null(self, null: &str) -> Value {
        self.json_of(|key, value| {
            if key.is(null) {
                return Some(Value::Null);
            }
            serde_json::from_str(value.source()).ok()
        })
    }

    /// Returns an object without these entries.
    pub(crate) fn json_without(self, keys: &[&str]) -> Value {
        self.json_of(|key, value| {
            let is_kept = !keys.iter().any(|of| key.is(of));
            is_kept.then(|| serde_json::from_str(value.source()).ok())?
        })
    }

    fn json_of(self, read: impl Fn(Node<'a>, Node<'a>) -> Option<Value>) -> Value {
        if !self.is_object() {
            return Value::Null;
        }
        let entries = self
            .entries()
            .filter_map(|(key, value)| Some((key.content()?.into_owned(), read(key, value)?)));
        entries.collect::<Map<_, _>>().into()
    }

    /// Returns the items of an array. Any other value counts as a list of one: some servers send a text
    /// in place of a list.
    pub(crate) fn elements(self) -> impl Iterator<Item = Node<'a>> {
        self.list(self.is_present() && !self.is_array())
    }

    /// Returns the items. An object counts as a list of one, since some servers leave out the list.
    /// Empty for any other value.
    pub(crate) fn items(self) -> impl Iterator<Item = Node<'a>> {
        self.list(self.is_object())
    }

    /// Returns the value itself if it is one item, or else the items of an array.
    fn list(self, is_one: bool) -> impl Iterator<Item = Node<'a>> {
        let list = Some(self).filter(|node| node.is_array());
        let one = is_one.then_some(self).into_iter();
        one.chain(list.into_iter().flat_map(Self::children))
    }

    /// Returns the items of an array, or the keys and values of an object.
    fn children(self) -> impl Iterator<Item = Node<'a>> {
        self.0.into_iter().flat_map(|(places, number)| {
            let inside = places.children(number);
            inside.map(move |number| Self(Some((places, number))))
        })
    }

    /// Returns the keys and the values of an object, also `null`.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Node<'a>, Node<'a>)> {
        let object = Some(self).filter(|node| node.is_object());
        let mut parts = object.into_iter().flat_map(Self::children);
        iter::from_fn(move || Some((parts.next()?, parts.next()?)))
    }

    /// Returns the last value of a key. Records a contradiction if the key has several.
    fn find(self, is_key: impl Fn(Node<'a>) -> bool) -> Node<'a> {
        let mut found = Node::default();
        for (_, value) in self.entries().filter(|(name, _)| is_key(*name)) {
            if let Some((places, _)) = found.0
                && found.source() != value.source()
            {
                places.is_contradictory.set(true);
            }
            let is_null = value.source() == "null";
            found = if is_null { Node::default() } else { value };
        }
        found
    }

    /// Returns whether a key that was read has two values in this JSON text, and forgets it.
    pub(crate) fn take_contradiction(self) -> bool {
        self.0
            .is_some_and(|(places, _)| places.is_contradictory.take())
    }

    pub(crate) fn get(self, key: &str) -> Node<'a> {
        self.find(|name| name.is(key))
    }

    /// Returns the value of a key, or of another key.
    pub(crate) fn either(self, key: &str, other: &str) -> Node<'a> {
        Some(self.get(key))
            .filter(|value| value.is_present())
            .unwrap_or_else(|| self.get(other))
    }

    /// Returns the value of a key in the style `someKey`, or of the same key in `snake_case`.
    pub(crate) fn spelled(self, key: &str) -> Node<'a> {
        self.find(|name| name.is_spelled(key))
    }

    /// Returns whether this is the key, in any style.
    fn is_spelled(self, key: &str) -> bool {
        let content = self.content().unwrap_or_default();
        let letters = content.bytes().filter(|byte| *byte != b'_');
        let letters = letters.map(|byte| byte.to_ascii_lowercase());
        let of_key = key.bytes().filter(|byte| *byte != b'_');
        letters.eq(of_key.map(|byte| byte.to_ascii_lowercase()))
    }

    pub(crate) fn has(self, key: &str) -> bool {
        self.get(key).is_present()
    }

    /// Returns whether the key is present in any style, even with `null`.
    pub(crate) fn names(self, key: &str) -> bool {
        self.entries().any(|(name, _)| name.is_spelled(key))
    }

    /// Returns the value at a path of keys, such as `/usage/tokens`.
    pub(crate) fn at(self, path: &str) -> Node<'a> {
        let keys = path.split('/').filter(|key| !key.is_empty());
        keys.fold(self, Self::get)
    }

    /// Returns the value at a path of keys in any style.
    pub(crate) fn at_spelled(self, path: &str) -> Node<'a> {
        let keys = path.split('/').filter(|key| !key.is_empty());
        keys.fold(self, Self::spelled)
    }

    /// Returns whether all keys are among these words.
    pub(crate) fn has_only(self, keys: &str) -> bool {
        self.entries().all(|(name, _)| name.is_one_of(keys))
    }

    /// Returns whether the value is a string that is not blank, or another type of value.
    pub(crate) fn has_content(self) -> bool {
        self.is_present() && self.content().is_none_or(|text| !text.trim().is_empty())
    }

    /// Returns the first name of an entry that ends in this text, and its value.
    pub(crate) fn find_ending_in(self, ending: &str) -> Option<(String, Node<'a>)> {
        self.entries().find_map(|(name, value)| {
            let name = name.text().filter(|name| name.ends_with(ending))?;
            Some((name, value))
        })
    }

    /// Returns the body of a response inside the line of a batch. `None` for any other object.
    pub(crate) fn find_in_batch(self) -> Option<Node<'a>> {
        let may_be_line = self.has("response") || self.has("result");
        if !may_be_line || BODY_MEMBERS.split(' ').any(|key| self.has(key)) {
            return None;
        }
        let mut bodies = IN_BATCH.iter().map(|path| self.at(path));
        bodies.find(|body| body.is_object())
    }
}

/// Paths to a body inside the line of a batch: of `OpenAI` and Mistral, of Anthropic, and of
/// Gemini.
const IN_BATCH: [&str; 4] = [
    "/response/body",
    "/result/message",
    "/result/error",
    "/response",
];

/// Members that only the body of a response has, and not the line of a batch.
const BODY_MEMBERS: &str = "choices output content candidates steps message outputs";
