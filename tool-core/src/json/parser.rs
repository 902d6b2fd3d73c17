use std::borrow::Cow;

use crate::issue::{IssueKind, Limit, Path, PathStack};
use crate::json::expected::{END, KEY, ROOT, VALUE};
use crate::json::scanner::Scanner;
use crate::json::{ParseFailure, Stopped};
use crate::tree::{Entries, ParseContext, Tree};

/// Reads a whole text as one JSON value with the strict grammar. Duplicate keys are added to the
/// intake.
///
/// # Errors
///
/// Fails if the text is not JSON, or exceeds a limit. The intake is then unchanged.
pub(crate) fn parse_strict<'a>(
    text: &'a str,
    intake: &mut ParseContext,
) -> Result<Tree<'a>, Box<ParseFailure>> {
    let limits = intake.limits();
    let mut parser = Parser {
        scanner: Scanner::new(text, 0),
        max_depth: intake.max_depth(),
        nodes_left: intake.nodes_left(),
        intake,
        over: None,
    };
    if text.len() > limits.max_bytes() {
        let Stopped = parser.fail_at_limit(&PathStack::Root, Limit::Bytes);
        return Err(Box::new(parser.into_failure()));
    }
    let found = (parser.intake.issues.len(), parser.intake.repairs.len());
    let omitted = parser.intake.omitted;
    if let Ok(tree) = parser.parse_document() {
        return Ok(tree);
    }
    parser.intake.issues.truncate(found.0);
    parser.intake.repairs.truncate(found.1);
    parser.intake.omitted = omitted;
    Err(Box::new(parser.into_failure()))
}

/// Reads a whole text as one JSON value, without limits. Returns `None` if it is not JSON.
pub(crate) fn value_of(text: &str) -> Option<Tree<'_>> {
    parse_strict(text, &mut ParseContext::unlimited()).ok()
}

/// Reads the value that begins at a position, without limits. Ignores the text after the value.
/// Returns the value and its end, or `None` if it is not JSON.
pub(crate) fn parse_value_at(text: &str, at: usize) -> Option<(Tree<'_>, usize)> {
    let mut parser = Parser {
        scanner: Scanner::new(text, at),
        max_depth: usize::MAX,
        nodes_left: usize::MAX,
        intake: &mut ParseContext::unlimited(),
        over: None,
    };
    let found = parser.scanner.token();
    let value = parser.parse_value(found, &PathStack::Root).ok()?;
    Some((value, parser.scanner.at))
}

struct Parser<'a, 's> {
    scanner: Scanner<'a>,
    max_depth: usize,
    nodes_left: usize,
    intake: &'s mut ParseContext,
    /// The exceeded limit and its position.
    over: Option<Box<(Limit, Path)>>,
}

impl<'a> Parser<'a, '_> {
    fn parse_document(&mut self) -> Result<Tree<'a>, Stopped> {
        let found = self.scanner.token();
        if self.scanner.is_at_end() {
            return Err(self.scanner.stop_invalid(ROOT, 0));
        }
        let tree = self.parse_value(found, &PathStack::Root)?;
        if self.scanner.is_at_end() {
            return Ok(tree);
        }
        Err(self.scanner.stop_invalid(END, self.scanner.at))
    }

    fn parse_value(&mut self, found: u8, chain: &PathStack<'_>) -> Result<Tree<'a>, Stopped> {
        match self.nodes_left.checked_sub(1) {
            Some(left) => self.nodes_left = left,
            None => return Err(self.fail_at_limit(chain, Limit::Nodes)),
        }
        match found {
            b'"' => self.parse_string().map(Tree::String),
            b'-' | b'0'..=b'9' => Ok(Tree::Number(self.scanner.read_number()?.into())),
            b'{' => self.parse_object(chain),
            b'[' => self.parse_array(chain),
            b't' => self.scanner.read_word("true").map(|()| Tree::Bool(true)),
            b'f' => self.scanner.read_word("false").map(|()| Tree::Bool(false)),
            b'n' => self.scanner.read_word("null").map(|()| Tree::Null),
            _ => {
                let is_root = matches!(chain, PathStack::Root);
                let expected = if is_root { ROOT } else { VALUE };
                Err(self.scanner.stop_invalid(expected, self.scanner.at))
            }
        }
    }

    fn parse_string(&mut self) -> Result<Cow<'a, str>, Stopped> {
        let read = self.scanner.read_string()?;
        Ok(self.scanner.keep(read))
    }

    fn parse_object(&mut self, chain: &PathStack<'_>) -> Result<Tree<'a>, Stopped> {
        self.enter(chain)?;
        let mut entries = Entries::default();
        let mut found = self.scanner.token();
        if found != b'}' {
            loop {
                if found != b'"' {
                    return Err(self.scanner.stop_invalid(KEY, self.scanner.at));
                }
                let key = self.parse_string()?;
                let found_value = self.scanner.read_colon()?;
                let value = self.parse_value(found_value, &chain.key(&key))?;
                entries.push(key, value);
                if self.check_end(b'}', "',' or '}'")? {
                    break;
                }
                found = self.scanner.token();
            }
        }
        self.leave();
        Ok(Tree::Object(entries.finish(chain, self.intake)))
    }

    fn parse_array(&mut self, chain: &PathStack<'_>) -> Result<Tree<'a>, Stopped> {
        self.enter(chain)?;
        let mut items = Vec::new();
        let mut found = self.scanner.token();
        if found != b']' {
            loop {
                items.push(self.parse_value(found, &chain.index(items.len()))?);
                if self.check_end(b']', "',' or ']'")? {
                    break;
                }
                found = self.scanner.token();
            }
        }
        self.leave();
        Ok(Tree::Array(items))
    }

    fn enter(&mut self, chain: &PathStack<'_>) -> Result<(), Stopped> {
        match self.max_depth.checked_sub(1) {
            Some(left) => self.max_depth = left,
            None => return Err(self.fail_at_limit(chain, Limit::Depth)),
        }
        self.scanner.at += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.max_depth += 1;
        self.scanner.at += 1;
    }

    /// Returns whether the container ends here. Otherwise skips the comma.
    fn check_end(&mut self, closing: u8, expected: &'static str) -> Result<bool, Stopped> {
        let found = self.scanner.token();
        if found == b',' {
            self.scanner.at += 1;
            return Ok(false);
        }
        if found == closing {
            return Ok(true);
        }
        Err(self.scanner.stop_invalid(expected, self.scanner.at))
    }

    #[cold]
    fn fail_at_limit(&mut self, chain: &PathStack<'_>, limit: Limit) -> Stopped {
        self.over = Some(Box::new((limit, chain.to_path())));
        Stopped
    }

    #[cold]
    fn into_failure(self) -> ParseFailure {
        let Some(over) = self.over else {
            return ParseFailure::of(self.scanner.stop, self.scanner.text);
        };
        let (limit, path) = *over;
        let maximum = self.intake.limits().maximum(limit);
        ParseFailure {
            kind: IssueKind::Limit { limit, maximum },
            path: Box::new(path),
            open_string: None,
        }
    }
}
