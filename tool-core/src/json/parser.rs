use std::borrow::Cow;

use crate::issue::{Chain, Limit};
use crate::tree::{Entries, Intake, Tree};

/// Reads a whole text as one JSON value, to the letter; nothing only if there is
/// an issue that says why. What is found on the way is told to the [`Intake`].
pub(crate) fn parse<'a>(text: &'a str, intake: &mut Intake) -> Option<Tree<'a>> {
    let mut parser = Parser::new(text, intake);
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
    pub(crate) intake: &'s mut Intake,
    pub(crate) stop: Stop,
    depth: usize,
    /// The items of the arrays that are being read, the innermost on top.
    items: Vec<Tree<'a>>,
    entries: Entries<'a>,
}

pub(crate) const VALUE: &str = "a value";
pub(crate) const KEY: &str = "a key in double quotes";
pub(crate) const ROOT: &str = "a JSON object";
pub(crate) const END: &str = "nothing after the arguments";

impl<'a, 's> Parser<'a, 's> {
    fn new(text: &'a str, intake: &'s mut Intake) -> Self {
        Self {
            text,
            at: 0,
            intake,
            stop: Stop::Recorded,
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
        let tree = self.value(found, &Chain::Root)?;
        self.token();
        if self.at < self.text.len() {
            return Err(self.invalid_at(END, self.at));
        }
        Ok(tree)
    }

    /// The value that starts here.
    #[inline(always)]
    fn value(&mut self, found: u8, chain: &Chain<'_>) -> Result<Tree<'a>, Stopped> {
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
            _ => Err(self.no_value(chain)),
        }
    }

    /// What stands here begins no value.
    #[cold]
    fn no_value(&mut self, chain: &Chain<'_>) -> Stopped {
        let expected = if matches!(chain, Chain::Root) {
            ROOT
        } else {
            VALUE
        };
        self.invalid_at(expected, self.at)
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
            let value = self.value(found, &chain.key(&key))?;
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
            let item = self.value(found, &chain.index(index))?;
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
        Ok(self.token() == closing)
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
        self.at += 1;
    }

    /// Whether the container ends here; past the comma if it does not.
    #[inline(always)]
    fn ends(&mut self, closing: u8, expected: &'static str) -> Result<bool, Stopped> {
        let found = self.token();
        if found == b',' {
            self.at += 1;
            return Ok(false);
        }
        if found == closing {
            return Ok(true);
        }
        Err(self.invalid_at(expected, self.at))
    }

    #[inline(always)]
    fn key(&mut self, found: u8) -> Result<Cow<'a, str>, Stopped> {
        if found == b'"' {
            return self.string();
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
