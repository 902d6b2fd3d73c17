//! Reads Python literals and writes them as JSON.

use super::Source;
use super::skip_space;
use super::value_end::is_short_integer;
use crate::issue::TypeSet;
use crate::json::{end_of_short_run, find_any, write_content, write_string};
use crate::limits::VALUE_DEPTH;
use crate::schema::ArgumentTypes;

/// The result of reading a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Literal {
    /// The position after the literal.
    At(usize),
    /// The text ends inside the literal.
    Open,
    /// The text is not a literal.
    No,
}

/// The meaning of backslashes and braces in a string.
#[derive(Clone, Copy)]
enum StringKind {
    Plain,
    /// Backslashes have no meaning.
    Raw,
    /// Braces hold an expression.
    Format,
}

/// Appends the JSON text of the literal at `at` to `json`. The character after a quote separates
/// the end of a string from quotes that the model did not escape.
pub(in crate::syntax) fn read(text: &str, is_over: bool, at: usize, json: &mut String) -> Literal {
    LiteralReader::new(text, is_over).read_value(at, json)
}

/// Reads the value of an argument, like [`read`]. `types` are the types of all arguments.
pub(in crate::syntax) fn read_argument(
    source: &Source<'_>,
    at: usize,
    (key, types): (&str, &ArgumentTypes),
    json: &mut String,
) -> Literal {
    let mut reader = LiteralReader::new(source.text, source.is_over);
    let key_types = types.types(key);
    reader.has_signs = key_types.meets(TypeSet::NUMBER) || key_types == TypeSet::EMPTY;
    reader.arguments = Some(types);
    reader.read_value(at, json)
}

/// Reads a string in quotes, like [`read`]. A colon follows the keys around the string.
pub(in crate::syntax) fn read_member(
    text: &str,
    is_over: bool,
    at: usize,
    json: &mut String,
) -> Literal {
    let mut reader = LiteralReader::new(text, is_over);
    reader.after_key = &['=', '(', ':'];
    reader.read_value(at, json)
}

struct LiteralReader<'t> {
    text: &'t str,
    is_over: bool,
    depth: usize,
    /// The characters after a name that show that a value ended before the name.
    after_key: &'static [char],
    /// `true` if a number may have a form that JSON cannot keep: `+5`, `1_000`, `5.`.
    has_signs: bool,
    /// The arguments of the call.
    arguments: Option<&'t ArgumentTypes>,
}

impl<'t> LiteralReader<'t> {
    fn new(text: &'t str, is_over: bool) -> Self {
        Self {
            text,
            is_over,
            depth: 0,
            after_key: &['=', '('],
            has_signs: true,
            arguments: None,
        }
    }

    fn skip(&self, at: usize) -> usize {
        skip_space(self.text, at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn read_value(&mut self, at: usize, json: &mut String) -> Literal {
        let at = self.skip(at);
        let Some(first) = self.byte(at) else {
            return Literal::Open;
        };
        match first {
            b'"' | b'\'' => self.read_string(at, StringKind::Plain, json),
            b'[' => self.list(at, b']', json),
            b'(' => self.list(at, b')', json),
            b'{' => self.read_braces(at, json),
            b'-' | b'+' | b'.' | b'0'..=b'9' => self.read_number(at, json),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.read_word(at, json),
            _ => Literal::No,
        }
    }

    /// Skips the comma before an item, unless the item is the first. Returns the position of the
    /// item, or of the closing bracket.
    fn read_separator(&self, at: usize, close: u8, is_first: bool) -> Literal {
        let at = self.skip(at);
        match self.byte(at) {
            None => Literal::Open,
            Some(b',') if !is_first => Literal::At(self.skip(at + 1)),
            Some(byte) if byte == close || is_first => Literal::At(at),
            Some(_) => Literal::No,
        }
    }

    fn list(&mut self, at: usize, close: u8, json: &mut String) -> Literal {
        json.push('[');
        let mut at = at + 1;
        let mut is_first = true;
        self.depth += 1;
        if self.depth > VALUE_DEPTH {
            return Literal::No;
        }
        loop {
            at = match self.read_separator(at, close, is_first) {
                Literal::At(next) => next,
                other => return other,
            };
            if self.byte(at) == Some(close) {
                break;
            }
            if !is_first {
                json.push(',');
            }
            is_first = false;
            match self.read_value(at, json) {
                Literal::At(end) => at = end,
                other => return other,
            }
        }
        self.depth -= 1;
        json.push(']');
        Literal::At(at + 1)
    }

    /// Reads a dict or a set.
    fn read_braces(&mut self, at: usize, json: &mut String) -> Literal {
        let start = json.len();
        json.push('{');
        let open = at;
        let mut at = at + 1;
        let mut is_first = true;
        self.depth += 1;
        if self.depth > VALUE_DEPTH {
            return Literal::No;
        }
        loop {
            at = match self.read_separator(at, b'}', is_first) {
                Literal::At(next) => next,
                other => return other,
            };
            if self.byte(at) == Some(b'}') {
                break;
            }
            if !is_first {
                json.push(',');
            }
            let mut key = String::new();
            match self.read_value(at, &mut key) {
                Literal::At(end) => at = self.skip(end),
                other => return other,
            }
            match self.byte(at) {
                None => return Literal::Open,
                Some(b':') => at += 1,
                Some(_) if is_first => {
                    json.truncate(start);
                    self.depth -= 1;
                    return self.list(open, b'}', json);
                }
                Some(_) => return Literal::No,
            }
            is_first = false;
            if key.starts_with('"') {
                json.push_str(&key);
            } else {
                write_string(&key, json);
            }
            json.push(':');
            match self.read_value(at, json) {
                Literal::At(end) => at = end,
                other => return other,
            }
        }
        self.depth -= 1;
        json.push('}');
        Literal::At(at + 1)
    }

    fn read_number(&self, at: usize, json: &mut String) -> Literal {
        let rest = &self.text[at..];
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte);
        let end = rest.bytes().position(|byte| !is_part(byte));
        let end = end.unwrap_or(rest.len());
        if end == rest.len() {
            return Literal::Open;
        }
        if is_short_integer(&rest[..end]) {
            json.push_str(&rest[..end]);
            return Literal::At(at + end);
        }
        let Some(number) =
            to_json_number(&rest[..end]).filter(|number| self.has_signs || *number == rest[..end])
        else {
            return Literal::No;
        };
        json.push_str(&number);
        Literal::At(at + end)
    }

    fn read_word(&mut self, at: usize, json: &mut String) -> Literal {
        let rest = &self.text[at..];
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let end = rest.bytes().position(|byte| !is_part(byte));
        let end = end.unwrap_or(rest.len());
        if end == rest.len() {
            return Literal::Open;
        }
        let word = &rest[..end];
        if matches!(self.byte(at + end), Some(b'"' | b'\'')) {
            match word {
                "b" | "u" | "B" | "U" => {
                    return self.read_string(at + end, StringKind::Plain, json);
                }
                "r" | "R" => return self.read_string(at + end, StringKind::Raw, json),
                "f" | "F" => return self.read_string(at + end, StringKind::Format, json),
                _ => {}
            }
        }
        json.push_str(match word {
            "True" | "true" => "true",
            "False" | "false" => "false",
            "None" | "null" => "null",
            _ => return Literal::No,
        });
        Literal::At(at + end)
    }

    fn read_string(&self, at: usize, kind: StringKind, json: &mut String) -> Literal {
        let rest = &self.text[at..];
        let triple = ["\"\"\"", "'''"]
            .into_iter()
            .find(|quote| rest.starts_with(quote));
        let quote = triple.unwrap_or(&rest[..1]);
        let start = at + quote.len();
        let end = match self.find_string_end(start, quote) {
            Literal::At(end) => end,
            other => return other,
        };
        let inside = &self.text[start..end];
        if triple.is_none() && self.has_broken_quotes(inside, quote) {
            return Literal::No;
        }
        match kind {
            StringKind::Format if inside.contains(['{', '}']) => return Literal::No,
            StringKind::Raw => write_string(inside, json),
            StringKind::Plain | StringKind::Format => {
                json.push('"');
                write_decoded(inside, json);
                json.push('"');
            }
        }
        Literal::At(end + quote.len())
    }

    /// Returns whether quotes that the model did not escape may end the string earlier: their number
    /// is odd, or the text contains another argument (`, name="`).
    fn has_broken_quotes(&self, inside: &str, quote: &str) -> bool {
        let mut count = 0_usize;
        let mut names = NameStarts::new(inside);
        for (at, _) in inside.match_indices(quote) {
            let slashes = inside[..at].bytes().rev().take_while(|byte| *byte == b'\\');
            if slashes.count() % 2 == 1 {
                continue;
            }
            let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let is_apostrophe = quote == "'"
                && is_word(inside[..at].chars().next_back())
                && is_word(inside[at + 1..].chars().next());
            count += usize::from(!is_apostrophe);
            let Some(before) = inside[..at].trim_end().strip_suffix('=') else {
                continue;
            };
            let before = before.trim_end();
            let start = names.find_start(before.len());
            let name = start.and_then(|start| before.get(start..)).unwrap_or("");
            let declares = |types: &ArgumentTypes| types.declares(name).unwrap_or(true);
            if !name.is_empty() && self.arguments.is_some_and(declares) {
                return true;
            }
        }
        count % 2 == 1
    }

    /// Finds the quote that ends a string: the first one before a separator. Quotes before it are in
    /// the text, if the first one opens a quotation. Otherwise it ends a part of an expression, as in
    /// `'a' + 'b'`.
    fn find_string_end(&self, start: usize, quote: &str) -> Literal {
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut is_first = true;
        while let Some(found) = find_any(bytes, at, [quote.as_bytes()[0], b'\\']) {
            at = found;
            if bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            if bytes[at..].starts_with(quote.as_bytes()) {
                let behind = self.skip(at + quote.len());
                let is_end = match self.byte(behind) {
                    None => return Literal::Open,
                    Some(b',') => self.continues_after_comma(behind + 1),
                    Some(b')' | b']' | b'}') => self.closes(behind, quote),
                    Some(byte) => Some(byte == b':'),
                };
                match is_end {
                    None => return Literal::Open,
                    Some(true) => return Literal::At(at),
                    Some(false) if is_first && !self.opens_quotation(start, at, quote) => {
                        return Literal::No;
                    }
                    Some(false) => is_first = false,
                }
            }
            at += 1;
        }
        Literal::Open
    }

    /// Returns whether the quote at `at` in a string opens a quotation, or is an apostrophe.
    fn opens_quotation(&self, start: usize, at: usize, quote: &str) -> bool {
        let before = self.text[start..at].chars().next_back();
        let behind = self.text[at + quote.len()..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_apostrophe = quote == "'" && is_word(before) && is_word(behind);
        let is_opening = match behind {
            None | Some('+' | '%' | ',' | ')' | ']' | '}' | '"' | '\'') => false,
            Some('.' | '*' | '[') => {
                before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '{' | '=' | ':'))
            }
            Some(c) => !is_word(before) && !c.is_whitespace(),
        };
        quote.len() > 1 || is_apostrophe || is_opening
    }

    /// Returns whether the string ends before the brackets at `at`. A quote after them shows that
    /// they are part of the string: `'print('a')'`.
    fn closes(&self, at: usize, quote: &str) -> Option<bool> {
        let behind = self.text.get(at..)?.trim_start_matches([')', ']', '}']);
        if behind.is_empty() {
            return self.is_over.then_some(true);
        }
        let is_inside =
            |c: char| matches!(c, '"' | '\'' | '.' | '+' | '%' | '\\' | '_') || c.is_alphanumeric();
        Some(!behind.starts_with(quote) && !behind.starts_with(is_inside))
    }

    /// Returns whether the text after a comma is another value, key or argument.
    fn continues_after_comma(&self, at: usize) -> Option<bool> {
        let at = self.skip(at);
        let first = self.byte(at)?;
        if matches!(
            first,
            b'"' | b'\'' | b'[' | b'{' | b'(' | b'-' | b')' | b']' | b'}'
        ) || first.is_ascii_digit()
        {
            return Some(true);
        }
        let rest = &self.text[at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')));
        let end = end?;
        let word = &rest[..end];
        let is_literal = matches!(word, "True" | "False" | "None" | "true" | "false" | "null");
        Some(end > 0 && (is_literal || rest[end..].trim_start().starts_with(self.after_key)))
    }
}

/// Finds the names of arguments inside a string. Looks at each character once, because the text
/// before a quote may have no separator.
struct NameStarts<'t> {
    text: &'t str,
    /// The end of the text that was searched.
    until: usize,
    /// The position after the last comma or space, and the white space behind it. `None` if no
    /// comma is before it.
    start: Option<usize>,
}

impl<'t> NameStarts<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            until: 0,
            start: None,
        }
    }

    /// Returns the start of the name that ends at `end`, if a comma is before it. The ends have to
    /// be in order.
    fn find_start(&mut self, end: usize) -> Option<usize> {
        let searched = self.text.get(self.until..end)?;
        if let Some(found) = searched.rfind([',', ' ']) {
            let separator = self.until + found;
            let before = self.text[..=separator].trim_end();
            let behind = &self.text[separator + 1..];
            let start = self.text.len() - behind.trim_start().len();
            self.start = before.ends_with(',').then_some(start);
        }
        self.until = end;
        self.start
    }
}

/// Returns the JSON form of a Python number. Returns `None` for leading zeros and doubled underscores,
/// which Python rejects.
fn to_json_number(number: &str) -> Option<String> {
    let digits = number.trim_start_matches(['+', '-']);
    let has_zeros = digits.starts_with('0')
        && digits[1..].starts_with(|c: char| c.is_ascii_digit() || c == '_');
    if has_zeros || number.contains("__") || number.ends_with('_') || digits.starts_with('_') {
        return None;
    }
    let plain = number.replace('_', "");
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let trimmed = digits.trim_start_matches('0');
    let digits = match trimmed.as_bytes().first() {
        Some(b'0'..=b'9') => trimmed.to_owned(),
        // `0`, `0.5`, `.5` and `0e1`.
        _ => format!("0{trimmed}"),
    };
    let digits = match digits.strip_suffix('.') {
        Some(whole) => whole.to_owned(),
        None => digits,
    };
    let json = format!("{sign}{digits}");
    let is_number = serde_json::from_str::<serde_json::Number>(&json).is_ok();
    is_number.then_some(json)
}

/// Appends the content of a Python string as the content of a JSON string. Keeps the backslash of
/// an invalid escape.
fn write_decoded(text: &str, json: &mut String) {
    let bytes = text.as_bytes();
    json.reserve(text.len() + text.len() / 8);
    // The text before `run` is written.
    let (mut run, mut at) = (0, 0);
    loop {
        at = end_of_short_run(bytes, at);
        if bytes.get(at) == Some(&b'\\') {
            // These escapes are the same in JSON.
            if let Some(b'n' | b't' | b'r' | b'\\' | b'"') = bytes.get(at + 1) {
                at += 2;
                continue;
            }
            json.push_str(&text[run..at]);
            if bytes.get(at + 1) == Some(&b'\'') {
                run = at + 1;
                at += 2;
                continue;
            }
            let (decoded, width) = decode(&text[at..]);
            match decoded {
                Some(decoded) => write_content(decoded.encode_utf8(&mut [0; 4]), json),
                None if bytes.get(at + 1) == Some(&b'\n') => {}
                None => write_content(&text[at..at + width], json),
            }
            at += width;
        } else {
            json.push_str(&text[run..at]);
            match bytes.get(at) {
                None => break,
                Some(b'"') => {
                    json.push('\\');
                    run = at;
                    at += 1;
                    continue;
                }
                Some(_) => write_content(&text[at..=at], json),
            }
            at += 1;
        }
        run = at;
    }
}

/// Returns the character of the escape at the start of a text, and the width of the escape.
/// Returns no character for a line break, which joins two lines, and for an invalid escape.
fn decode(text: &str) -> (Option<char>, usize) {
    let Some(escape) = text[1..].chars().next() else {
        return (None, 1);
    };
    let width = 1 + escape.len_utf8();
    let digits = match escape {
        '0' => return (Some('\0'), width),
        '\'' => return (Some('\''), width),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => return (None, width),
    };
    let code = text.get(width..width + digits);
    let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
    match code.and_then(char::from_u32) {
        Some(decoded) => (Some(decoded), width + digits),
        None => (None, width),
    }
}
