//! Calls of the Gemma models: `call:NAME{key:<|"|>text<|"|>,n:1}`.

use std::borrow::Cow;

use super::arguments::make_json;
use super::literal::{Literal, read_member};
use super::value_end::is_short_integer;
use super::{EngineStep, Found, MarkerMatch, Source, find_first, find_text};
use crate::drop_reason::DropReason;
use crate::json::write_string;
use crate::limits::VALUE_DEPTH;

/// A format with values in braces.
#[derive(Debug)]
pub(in crate::syntax) struct Braces {
    /// The delimiter of strings. Text between delimiters has no escapes.
    pub(in crate::syntax) quote: &'static str,
    pub(in crate::syntax) close: &'static [&'static str],
}

/// The text before the name.
const CALL: &str = "call:";

/// Reads the call after a marker that ends at `at`.
pub(in crate::syntax) fn read(row: &Braces, source: &Source<'_>, at: usize) -> EngineStep {
    let start = source.skip_space(at);
    let cut = |name| source.cut(name, start);
    let name_at = match source.mark(start, &[CALL]) {
        MarkerMatch::At(at) => at,
        _ if source.is_end(start) || CALL.starts_with(source.rest(start)) => return cut(""),
        _ => return EngineStep::No,
    };
    let rest = source.rest(name_at);
    let Some(name_end) = rest.find(['{', '<', '\n']) else {
        return cut("");
    };
    if !rest[name_end..].starts_with('{') {
        return EngineStep::No;
    }
    let name = rest[..name_end].trim();
    let mut json = make_json();
    let mut reader = BracesReader {
        row,
        source,
        depth: 0,
    };
    match reader.read_container(name_at + name_end, b'}', &mut json) {
        Literal::At(end) => {
            let mut found = Found::call(name, json);
            if name.is_empty() {
                found.reason = Some(DropReason::NoName);
            }
            EngineStep::one(found, end, false)
        }
        Literal::Open if source.is_over => {
            EngineStep::one(Found::cut(name, json), source.text.len(), false)
        }
        Literal::Open => EngineStep::More,
        Literal::No => match find_first(source.rest(start), row.close) {
            Some((end, _)) => {
                let raw = &source.text[start..start + end];
                EngineStep::one(
                    Found::dropped(name, raw, DropReason::NotJson),
                    start + end,
                    true,
                )
            }
            None => cut(name),
        },
    }
}

struct BracesReader<'r, 's> {
    row: &'r Braces,
    source: &'r Source<'s>,
    depth: usize,
}

impl<'s> BracesReader<'_, 's> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.source.text.as_bytes().get(at).copied()
    }

    /// Reads an object or an array, whose last bracket is `close`.
    fn read_container(&mut self, at: usize, close: u8, json: &mut String) -> Literal {
        let is_object = close == b'}';
        json.push(if is_object { '{' } else { '[' });
        let mut at = at + 1;
        let mut is_first = true;
        self.depth += 1;
        if self.depth > VALUE_DEPTH {
            return Literal::No;
        }
        loop {
            at = self.source.skip_space(at);
            match self.byte(at) {
                None => return Literal::Open,
                Some(byte) if byte == close => break,
                Some(b',') => {
                    at += 1;
                    continue;
                }
                Some(_) => {}
            }
            let key = is_object.then(|| self.read_key(at)).transpose();
            let key = match key {
                Ok(key) => key,
                Err(failed) => return failed,
            };
            if !is_first {
                json.push(',');
            }
            is_first = false;
            if let Some((key, end)) = key {
                write_string(&key, json);
                json.push(':');
                at = end;
            }
            match self.read_value(at, json) {
                Literal::At(end) => at = end,
                other => return other,
            }
        }
        self.depth -= 1;
        json.push(char::from(close));
        Literal::At(at + 1)
    }

    /// Reads a key and the colon after it.
    fn read_key(&self, at: usize) -> Result<(Cow<'s, str>, usize), Literal> {
        let text = self.source.rest(at);
        if let Some(inside) = text.strip_prefix(self.row.quote) {
            let Some(end) = find_text(inside, self.row.quote) else {
                return Err(Literal::Open);
            };
            let behind = at + end + 2 * self.row.quote.len();
            return self.read_colon(inside[..end].into(), behind);
        }
        if self.row.quote.starts_with(text) {
            return Err(Literal::Open);
        }
        let is_end = |byte| matches!(byte, b':' | b',' | b'}' | b'\n');
        let Some(end) = text.bytes().position(is_end) else {
            return Err(Literal::Open);
        };
        let key = text[..end].trim();
        if key.contains("|\"|") || key.contains("<|\"") || key.contains("escape>") {
            // A delimiter is missing or damaged.
            return Err(Literal::No);
        }
        let key = super::item::unquote(key);
        self.read_colon(key, at + end)
    }

    fn read_colon(&self, key: Cow<'s, str>, at: usize) -> Result<(Cow<'s, str>, usize), Literal> {
        let at = self.source.skip_space(at);
        match self.byte(at) {
            None => Err(Literal::Open),
            Some(b':') if !key.is_empty() => Ok((key, at + 1)),
            Some(_) => Err(Literal::No),
        }
    }

    fn read_value(&mut self, at: usize, json: &mut String) -> Literal {
        let at = self.source.skip_space(at);
        let text = self.source.rest(at);
        let quote = self.row.quote;
        if let Some(inside) = text.strip_prefix(quote) {
            let Some(end) = find_text(inside, quote) else {
                return Literal::Open;
            };
            write_string(&inside[..end], json);
            return Literal::At(at + end + 2 * quote.len());
        }
        match self.byte(at) {
            None => Literal::Open,
            _ if quote.starts_with(text) => Literal::Open,
            Some(b'{') => self.read_container(at, b'}', json),
            Some(b'[') => self.read_container(at, b']', json),
            Some(b'"' | b'\'') => read_member(self.source.text, self.source.is_over, at, json),
            Some(_) => self.read_bare(at, json),
        }
    }

    /// Reads a number, a word, or text without delimiters.
    fn read_bare(&self, at: usize, json: &mut String) -> Literal {
        let text = self.source.rest(at);
        let is_end = |byte| matches!(byte, b',' | b'}' | b']' | b'\n');
        let Some(end) = text.bytes().position(is_end) else {
            return Literal::Open;
        };
        let word = text[..end].trim();
        match word {
            "true" | "True" => json.push_str("true"),
            "false" | "False" => json.push_str("false"),
            "null" | "None" => json.push_str("null"),
            _ if is_short_integer(word) => json.push_str(word),
            _ if serde_json::from_str::<serde_json::Number>(word).is_ok() => json.push_str(word),
            _ if word.is_empty() || word.contains(['{', '[', '<', '"', '\'']) => {
                return Literal::No;
            }
            _ => write_string(word, json),
        }
        Literal::At(at + end)
    }
}
