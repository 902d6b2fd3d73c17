//! The form of calls: the marks around them, their names and their arguments.

use super::notation::JSON;
use super::rules::{Rules, join_sequence, make_optional, write_literal};
use super::value::Values;
use crate::syntax::written::CallGrammar;
use crate::tool::Definition;

impl CallGrammar {
    /// Writes the grammar. `None` if no tool can be called.
    pub(super) fn write(&self, tools: &[&Definition]) -> Option<String> {
        let mut rules = Rules::default();
        let mut is_callable = false;
        rules.define("root".to_owned(), |rules| {
            let calls = rules.define("calls".to_owned(), |rules| {
                let call = rules.define("call".to_owned(), |rules| {
                    let tools = tools.iter().enumerate();
                    let calls: Vec<_> = tools
                        .filter_map(|(number, tool)| self.write_call(number, tool, rules))
                        .collect();
                    is_callable = !calls.is_empty();
                    calls.join(" | ")
                });
                match self.between {
                    Some("") => format!("{call}+"),
                    Some(between) => format!("{call} ({} {call})*", write_literal(between)),
                    None => call,
                }
            });
            let ends = [self.open, self.close].map(|end| match end {
                "" => String::new(),
                end => write_literal(end),
            });
            let [open, close] = ends;
            join_sequence([open, calls, close])
        });
        is_callable.then(|| rules.into_text())
    }

    /// Writes the grammar of the arguments of one tool. `None` if the tool cannot be called.
    pub(super) fn write_arguments(&self, definition: &Definition) -> Option<String> {
        let values = Values::new(definition.plan(), "tool".to_owned(), self.arguments.marks());
        let mut rules = Rules::default();
        let mut is_callable = true;
        rules.define("root".to_owned(), |rules| {
            let arguments = self.arguments.write(&values, rules);
            is_callable = arguments.is_some();
            join_sequence(arguments)
        });
        is_callable.then(|| rules.into_text())
    }

    fn write_call(
        &self,
        number: usize,
        definition: &Definition,
        rules: &mut Rules,
    ) -> Option<String> {
        let tool = format!("t{number}");
        if !self.takes_name(definition.name()) {
            return None;
        }
        let values = Values::new(definition.plan(), tool.clone(), self.arguments.marks());
        let name = format!("{tool}-call");
        let arguments = self.arguments.write(&values, rules)?;
        let pieces = self.pieces(definition.name());
        let body = join_sequence(pieces.into_iter().map(|piece| match piece {
            WrittenPiece::Text(text) => write_literal(&text),
            WrittenPiece::Arguments => arguments.clone(),
            WrittenPiece::Any(expression) => expression.to_owned(),
            WrittenPiece::Optional(expression) => make_optional(expression),
        }));
        Some(rules.define(name, |_| body))
    }

    /// Returns whether the name of a tool is safe between marks.
    pub(super) fn takes_name(&self, name: &str) -> bool {
        let is_quoted = !self.call.contains("«name»");
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        is_quoted || name.chars().all(is_plain)
    }

    /// Returns the pieces of a call to a tool. Joins neighboring texts.
    pub(super) fn pieces(&self, name: &str) -> Vec<WrittenPiece> {
        let mut written: Vec<WrittenPiece> = Vec::new();
        for (position, part) in self.call.split(['«', '»']).enumerate() {
            let text = match part {
                "" => continue,
                fixed if position % 2 == 0 => fixed.to_owned(),
                "name" => name.to_owned(),
                "quoted" => JSON.string(name),
                "arguments" => {
                    written.push(WrittenPiece::Arguments);
                    continue;
                }
                expression => {
                    written.push(match expression.strip_prefix('?') {
                        Some(expression) => WrittenPiece::Optional(expression),
                        None => WrittenPiece::Any(expression),
                    });
                    continue;
                }
            };
            match written.last_mut() {
                Some(WrittenPiece::Text(before)) => before.push_str(&text),
                _ => written.push(WrittenPiece::Text(text)),
            }
        }
        written
    }

    /// Returns the text of a call before the name.
    pub(super) fn start_of_call(&self) -> &'static str {
        self.call.split('«').next().unwrap_or_default()
    }

    /// Returns the mark at the start of an answer: the opening text, or the text of a call before
    /// the name.
    pub(super) fn trigger(&self) -> &'static str {
        let start = if self.open.is_empty() {
            self.start_of_call()
        } else {
            self.open
        };
        // A bracket or a brace also begins prose and answers in JSON.
        if start == "<" || start.starts_with(['[', '{']) && !start.starts_with("[TOOL_CALLS]") {
            return "";
        }
        // The mark ends where the text of a JSON object or an array begins.
        let end = start.find(['{', '\n', '"']).unwrap_or(start.len());
        start[..end].trim_end_matches('[')
    }
}

/// A piece of the call to one tool.
pub(super) enum WrittenPiece {
    Text(String),
    Arguments,
    Any(&'static str),
    Optional(&'static str),
}
