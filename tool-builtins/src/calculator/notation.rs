use exmex::{MatchLiteral, literal_matcher_from_pattern};

use super::functions;
use crate::Quoted;

const MAX_LEVELS: usize = 64;
const MAX_CHARACTERS: usize = 1000;

literal_matcher_from_pattern!(Literals, r"^([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?");
literal_matcher_from_pattern!(OtherTokens, r"^([\p{Alphabetic}\p{N}_]+(\s*\()?|\*\*|.)");

/// Converts an expression to the syntax of `exmex`. `exmex` parses `-2^2` as `(-2)^2`, `2^3^2` as
/// `(2^3)^2`, and `minutes` as `min` and `utes`. It also rejects a call in the second argument of
/// another. Therefore `-2^3^2` becomes `-(2^(3^(2)))`, `max(1, x, 3)` becomes `max(1;{x};3)`, and
/// `5!` becomes `5!0`.
pub(super) fn write(
    expression: &str,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<String, String> {
    if expression.chars().count() > MAX_CHARACTERS {
        return Err(describe_too_large(MAX_CHARACTERS, "characters"));
    }
    let mut writer = NotationWriter {
        expression,
        rest: expression,
        ..NotationWriter::default()
    };
    writer.write_operand(is_variable)?;
    while writer.write_operator()? {
        writer.write_operand(is_variable)?;
    }
    Ok(writer.written)
}

#[derive(PartialEq)]
enum Open {
    Group,
    Arguments,
    /// Added around the operand of a sign or a power.
    Added,
}

#[derive(Default)]
struct NotationWriter<'a> {
    expression: &'a str,
    token: &'a str,
    rest: &'a str,
    written: String,
    open: Vec<Open>,
}

impl NotationWriter<'_> {
    /// Writes a number or a name, and the parentheses before it.
    fn write_operand(&mut self, is_variable: &dyn Fn(&str) -> bool) -> Result<(), String> {
        let in_name = |c: char| c.is_alphanumeric() || c == '_';
        loop {
            self.advance();
            let (name, called) = match self.token.strip_suffix('(') {
                Some(name) => (name.trim_end(), true),
                None => (self.token, false),
            };
            let known = functions::NAMES.contains(&name);
            match name {
                "" if called => self.open("(", Open::Group)?,
                "-" => self.open("-(", Open::Added)?,
                "+" => self.open("(", Open::Added)?,
                number if Literals::is_literal(number).is_some() => {
                    self.written += number;
                    return Ok(());
                }
                _ if !name.starts_with(in_name) => {
                    return Err(self.describe_expected("a number, a name or \"(\""));
                }
                _ if called && known => self.open(&format!("{name}("), Open::Arguments)?,
                _ if called => {
                    let known = functions::NAMES.join(", ");
                    let name = Quoted(name);
                    return Err(format!("unknown function {name}; use one of: {known}"));
                }
                _ if known && !is_variable(name) => {
                    self.advance();
                    return Err(self.describe_expected("\"(\" after the name of a function"));
                }
                _ => {
                    self.written.extend(["{", name, "}"]);
                    return Ok(());
                }
            }
        }
    }

    /// Writes the operators after an operand. Returns whether another operand must follow.
    fn write_operator(&mut self) -> Result<bool, String> {
        loop {
            self.advance();
            if self.token == "!" {
                self.written += "!0";
                continue;
            }
            if let "^" | "**" = self.token {
                self.open("^(", Open::Added)?;
                return Ok(true);
            }
            // All other operators bind less tightly than a sign or a power.
            while self.open.pop_if(|open| *open == Open::Added).is_some() {
                self.written.push(')');
            }
            match (self.token, self.open.last()) {
                ("+" | "-" | "*" | "/" | "%", _) => self.written += self.token,
                (",", Some(Open::Arguments)) => self.written.push(';'),
                (")", Some(_)) => {
                    self.open.pop();
                    self.written.push(')');
                    continue;
                }
                ("", None) => return Ok(false),
                (_, Some(_)) => return Err(self.describe_expected("an operator or \")\"")),
                (",", None) => {
                    let expected = "an operator or the end (1000 is not written as 1,000)";
                    return Err(self.describe_expected(expected));
                }
                (_, None) => return Err(self.describe_expected("an operator or the end")),
            }
            return Ok(true);
        }
    }

    fn advance(&mut self) {
        let rest = self.rest.trim_start();
        let token = Literals::is_literal(rest).or_else(|| OtherTokens::is_literal(rest));
        (self.token, self.rest) = rest.split_at(token.map_or(0, str::len));
    }

    fn open(&mut self, text: &str, what: Open) -> Result<(), String> {
        if self.open.len() == MAX_LEVELS {
            let levels = "levels of parentheses, signs or powers";
            return Err(describe_too_large(MAX_LEVELS, levels));
        }
        self.open.push(what);
        self.written += text;
        Ok(())
    }

    fn describe_expected(&self, expected: &str) -> String {
        let place = self.expression.len() - self.rest.len() - self.token.len();
        let position = self.expression[..place].chars().count() + 1;
        match self.token.chars().next().map(String::from) {
            Some(found) => {
                format!("expected {expected}, but found {found:?} at character {position}")
            }
            None => format!("expected {expected}, but the expression ends"),
        }
    }
}

fn describe_too_large(limit: usize, of: &str) -> String {
    format!("more than {limit} {of}; calculate a part of the expression first")
}
