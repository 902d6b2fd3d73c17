use std::borrow::Cow;

use crate::issue::{Chain, IssueKind, Limit};
use crate::json::Tolerance;
use crate::tree::{Entries, Intake, Tree};

/// Reads a whole text as one JSON value; nothing only if there is an issue that
/// says why. What is found on the way is told to the [`Intake`].
pub(crate) fn parse<'a>(
    text: &'a str,
    tolerance: Tolerance,
    intake: &mut Intake,
) -> Option<Tree<'a>> {
    let mut parser = Parser::new(text, tolerance, intake);
    let tree = parser.document().ok();
    if tree.is_none() {
        parser.report(parser.stop);
    }
    tree
}

/// Reading cannot go on; [`Parser::stop`] says why. Kept apart from the reason,
/// so that no result that is passed up grows by it.
pub(crate) struct Stopped;

/// Why reading stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// The text ends before the value is complete.
    Truncated,
    /// The text leaves JSON.
    Invalid { expected: &'static str, at: usize },
    /// Told to the [`Intake`] already.
    Recorded,
}

pub(crate) struct Parser<'a, 's> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) tolerance: Tolerance,
    pub(crate) intake: &'s mut Intake,
    pub(crate) stop: Stop,
    /// The first departure that was passed over: what is reported if that does
    /// not lead to a complete text.
    pub(crate) departure: Option<IssueKind>,
    depth: usize,
    /// The items of the arrays that are being read, the innermost on top.
    items: Vec<Tree<'a>>,
    entries: Entries<'a>,
}

const VALUE: &str = "a value";
const KEY: &str = "a key in double quotes";
const ROOT: &str = "a JSON object";
const END: &str = "nothing after the arguments";

/// No closing bracket is due outside of arrays and objects.
const NONE_DUE: u8 = 0;

impl<'a, 's> Parser<'a, 's> {
    fn new(text: &'a str, tolerance: Tolerance, intake: &'s mut Intake) -> Self {
        Self {
            text,
            at: 0,
            tolerance,
            intake,
            stop: Stop::Recorded,
            departure: None,
            depth: 0,
            items: Vec::new(),
            entries: Entries::default(),
        }
    }

    fn document(&mut self) -> Result<Tree<'a>, Stopped> {
        if self.text.len() > self.intake.max_bytes() {
            return Err(self.over(&Chain::Root, Limit::Bytes));
        }
        let found = self.token();
        if self.at == self.text.len() {
            return Err(self.invalid_at(ROOT, 0));
        }
        let tree = self.value(found, &Chain::Root, NONE_DUE)?;
        let found = self.token();
        self.skip_stray_bracket(found, NONE_DUE, END);
        if self.at < self.text.len() {
            return Err(self.invalid_at(END, self.at));
        }
        Ok(tree)
    }

    /// The value that starts here, in a container that ends with `closing`.
    #[inline(always)]
    fn value(&mut self, found: u8, chain: &Chain<'_>, closing: u8) -> Result<Tree<'a>, Stopped> {
        if !self.intake.takes_node() {
            return Err(self.over(chain, Limit::Nodes));
        }
        match found {
            b'"' => self.string().map(Tree::String),
            b'-' | b'0'..=b'9' => self.number().map(Tree::Number),
            b'{' => self.object(chain),
            b'[' => self.array(chain),
            b't' => self.word("true", Tree::Bool(true)),
            b'f' => self.word("false", Tree::Bool(false)),
            b'n' => self.word("null", Tree::Null),
            _ => self.other_value(chain, closing),
        }
    }

    /// What JSON does not begin a value with.
    #[cold]
    fn other_value(&mut self, chain: &Chain<'_>, closing: u8) -> Result<Tree<'a>, Stopped> {
        let expected = if matches!(chain, Chain::Root) {
            ROOT
        } else {
            VALUE
        };
        if self.skip_stray_bracket(self.peek(), closing, expected) {
            return self.value(self.peek(), chain, closing);
        }
        match self.python_value()? {
            Some(tree) => Ok(tree),
            None => Err(self.invalid_at(expected, self.at)),
        }
    }

    #[inline(never)]
    fn object(&mut self, chain: &Chain<'_>) -> Result<Tree<'a>, Stopped> {
        if self.enter(chain, b'}')? {
            self.leave();
            return Ok(Tree::Object(Vec::new()));
        }
        let mark = self.entries.open();
        let mut found = self.peek();
        loop {
            let key = self.key(found)?;
            found = self.colon()?;
            let value = self.value(found, &chain.key(&key), b'}')?;
            self.entries.push(key, value);
            if self.ends(b'}', "',' or '}'")? {
                break;
            }
            found = self.token();
        }
        self.leave();
        let entries = self.entries.close(mark, chain, self.intake);
        Ok(Tree::Object(entries))
    }

    #[inline(never)]
    fn array(&mut self, chain: &Chain<'_>) -> Result<Tree<'a>, Stopped> {
        if self.enter(chain, b']')? {
            self.leave();
            return Ok(Tree::Array(Vec::new()));
        }
        let mark = self.items.len();
        let mut found = self.peek();
        loop {
            let index = self.items.len() - mark;
            let item = self.value(found, &chain.index(index), b']')?;
            self.items.push(item);
            if self.ends(b']', "',' or ']'")? {
                break;
            }
            found = self.token();
        }
        self.leave();
        // The outermost array takes the whole stack over and copies nothing.
        let items = if matches!(chain, Chain::Root) {
            std::mem::take(&mut self.items)
        } else {
            self.items.split_off(mark)
        };
        Ok(Tree::Array(items))
    }

    /// Whether the container that starts here is empty.
    #[inline]
    fn enter(&mut self, chain: &Chain<'_>, closing: u8) -> Result<bool, Stopped> {
        if self.depth >= self.intake.max_depth() {
            return Err(self.over(chain, Limit::Depth));
        }
        self.depth += 1;
        self.at += 1;
        let found = self.token();
        if self.skip_stray_bracket(found, closing, if closing == b'}' { KEY } else { VALUE }) {
            return Ok(self.peek() == closing);
        }
        Ok(found == closing)
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
        self.at += 1;
    }

    /// Whether the container ends here; past the comma if it does not.
    #[inline(always)]
    fn ends(&mut self, closing: u8, expected: &'static str) -> Result<bool, Stopped> {
        loop {
            let found = self.token();
            if found == b',' {
                self.at += 1;
                return Ok(false);
            }
            if found == closing {
                return Ok(true);
            }
            if !self.skip_stray_bracket(found, closing, expected) {
                return Err(self.invalid_at(expected, self.at));
            }
        }
    }

    #[inline(always)]
    fn key(&mut self, found: u8) -> Result<Cow<'a, str>, Stopped> {
        if found == b'"' {
            return self.string();
        }
        self.other_key()
    }

    #[cold]
    fn other_key(&mut self) -> Result<Cow<'a, str>, Stopped> {
        if self.skip_stray_bracket(self.peek(), b'}', KEY) {
            return self.key(self.peek());
        }
        if self.tolerance.python && self.peek() == b'\'' {
            self.at += 1;
            return self.single_quoted();
        }
        Err(self.invalid_at(KEY, self.at))
    }

    /// Past the colon: the byte that the value starts with.
    #[inline(always)]
    fn colon(&mut self) -> Result<u8, Stopped> {
        if self.token() != b':' {
            return Err(self.invalid_at("':'", self.at));
        }
        self.at += 1;
        Ok(self.token())
    }
}
