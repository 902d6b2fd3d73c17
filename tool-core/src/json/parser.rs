use crate::issue::{IssueKind, Limit};
use crate::json::Failure;
use crate::limits::Limits;
use crate::tape::{Kind, Tape};

/// Reads a whole text as one JSON value, to the letter.
///
/// # Errors
///
/// If it is none, or too much.
pub(crate) fn parse<'a>(text: &'a str, limits: &Limits) -> Result<Tape<'a>, Box<Failure>> {
    let mut parser = Parser::new(text, limits);
    match parser.document() {
        Ok(()) => Ok(parser.tape),
        Err(Stopped) => Err(Box::new(parser.failure())),
    }
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
    /// The text is too much.
    Limit(Limit),
    /// Told already.
    Recorded,
}

pub(crate) struct Parser<'a, 's> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) stop: Stop,
    pub(crate) tape: Tape<'a>,
    limits: &'s Limits,
    depth: usize,
    nodes_left: usize,
}

pub(crate) const VALUE: &str = "a value";
pub(crate) const KEY: &str = "a key in double quotes";
pub(crate) const ROOT: &str = "a JSON object";
pub(crate) const LEADING_ZEROS: &str = "a number without leading zeros";
pub(crate) const ESCAPE: &str = "an escape that JSON has";
pub(crate) const NO_HEX: &str = "four hex digits after \\u";
pub(crate) const DIGIT: &str = "a digit";
pub(crate) const END: &str = "nothing after the arguments";

impl<'a, 's> Parser<'a, 's> {
    fn new(text: &'a str, limits: &'s Limits) -> Self {
        Self {
            text,
            at: 0,
            stop: Stop::Recorded,
            tape: Tape::new(text),
            limits,
            depth: 0,
            nodes_left: limits.max_nodes(),
        }
    }

    fn document(&mut self) -> Result<(), Stopped> {
        if self.text.len() > self.limits.max_bytes() {
            return Err(self.over(Limit::Bytes));
        }
        let found = self.token();
        if self.at == self.text.len() {
            return Err(self.invalid_at(ROOT, 0));
        }
        self.value(found)?;
        self.token();
        if self.at < self.text.len() {
            return Err(self.invalid_at(END, self.at));
        }
        Ok(())
    }

    /// The value that starts here.
    #[inline(always)]
    fn value(&mut self, found: u8) -> Result<(), Stopped> {
        match self.nodes_left.checked_sub(1) {
            Some(left) => self.nodes_left = left,
            None => return Err(self.over(Limit::Nodes)),
        }
        match found {
            b'"' => {
                let string = self.string()?;
                self.tape.push(string);
                Ok(())
            }
            b'-' | b'0'..=b'9' => self.number(),
            b'{' => self.object(),
            b'[' => self.array(),
            b't' => self.word("true", Kind::True),
            b'f' => self.word("false", Kind::False),
            b'n' => self.word("null", Kind::Null),
            _ => Err(self.no_value()),
        }
    }

    /// What stands here begins no value.
    #[cold]
    fn no_value(&mut self) -> Stopped {
        let expected = if self.depth == 0 { ROOT } else { VALUE };
        self.invalid_at(expected, self.at)
    }

    #[inline(never)]
    fn object(&mut self) -> Result<(), Stopped> {
        let object = self.enter(Kind::Object)?;
        let mut count = 0;
        let mut found = self.token();
        if found != b'}' {
            loop {
                if found != b'"' {
                    return Err(self.invalid_at(KEY, self.at));
                }
                let key = self.string()?;
                self.tape.push(key);
                let found_value = self.colon()?;
                self.value(found_value)?;
                count += 1;
                if self.ends(b'}', "',' or '}'")? {
                    break;
                }
                found = self.token();
            }
        }
        self.leave();
        self.tape.close(object, count);
        Ok(())
    }

    #[inline(never)]
    fn array(&mut self) -> Result<(), Stopped> {
        let array = self.enter(Kind::Array)?;
        let mut count = 0;
        let mut found = self.token();
        if found != b']' {
            loop {
                self.value(found)?;
                count += 1;
                if self.ends(b']', "',' or ']'")? {
                    break;
                }
                found = self.token();
            }
        }
        self.leave();
        self.tape.close(array, count);
        Ok(())
    }

    /// Past the bracket of the container that starts here.
    #[inline]
    fn enter(&mut self, kind: Kind) -> Result<usize, Stopped> {
        if self.depth >= self.limits.max_depth() {
            return Err(self.over(Limit::Depth));
        }
        self.depth += 1;
        self.at += 1;
        Ok(self.tape.open(kind))
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

    /// Past the colon: the byte that the value starts with.
    #[inline(always)]
    fn colon(&mut self) -> Result<u8, Stopped> {
        if self.token() != b':' {
            return Err(self.invalid_at("':'", self.at));
        }
        self.at += 1;
        Ok(self.token())
    }

    /// Why reading stopped.
    #[cold]
    fn failure(&self) -> Failure {
        let Stop::Limit(limit) = self.stop else {
            return Failure::of(self.stop, self.text);
        };
        let maximum = self.limits.maximum(limit);
        Failure {
            kind: IssueKind::Limit { limit, maximum },
            path: Box::new(self.tape.next_path()),
            open_string: None,
        }
    }
}
