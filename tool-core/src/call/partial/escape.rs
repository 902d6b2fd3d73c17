/// An unfinished escape in a JSON string, after its backslash.
#[derive(Clone, Debug, Default)]
pub(super) struct Escape {
    /// The first half of a surrogate pair.
    high: Option<u32>,
    /// The received digits of a `\u`.
    digits: Option<(u32, u8)>,
}

/// The result of one character of an escape.
pub(super) enum Step {
    Open,
    /// The decoded character.
    Done(char),
    /// The first half of a pair: another escape must follow.
    Half,
    Invalid,
}

impl Escape {
    pub(super) fn push(&mut self, c: char) -> Step {
        let Some((value, count)) = self.digits else {
            return match c {
                'u' => {
                    self.digits = Some((0, 0));
                    Step::Open
                }
                _ if self.high.is_some() => Step::Invalid,
                '"' | '\\' | '/' => Step::Done(c),
                'b' => Step::Done('\u{8}'),
                'f' => Step::Done('\u{c}'),
                'n' => Step::Done('\n'),
                'r' => Step::Done('\r'),
                't' => Step::Done('\t'),
                _ => Step::Invalid,
            };
        };
        let Some(digit) = c.to_digit(16) else {
            return Step::Invalid;
        };
        let value = value * 16 + digit;
        if count < 3 {
            self.digits = Some((value, count + 1));
            return Step::Open;
        }
        self.digits = None;
        self.unit(value)
    }

    fn unit(&mut self, unit: u32) -> Step {
        match (self.high.take(), unit) {
            (None, 0xD800..=0xDBFF) => {
                self.high = Some(unit);
                Step::Half
            }
            (Some(high), 0xDC00..=0xDFFF) => {
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
                char::from_u32(code).map_or(Step::Invalid, Step::Done)
            }
            (Some(_), _) => Step::Invalid,
            (None, _) => char::from_u32(unit).map_or(Step::Invalid, Step::Done),
        }
    }
}
