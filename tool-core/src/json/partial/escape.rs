/// An unfinished escape in a JSON string, after its backslash.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartialEscape {
    /// The first half of a surrogate pair.
    high: Option<u32>,
    /// The received digits of a `\u`.
    digits: Option<(u32, u8)>,
}

/// The result of one character of an escape.
pub(crate) enum EscapeStep {
    Open,
    /// The decoded character.
    Done(char),
    /// The first half of a pair: another escape must follow.
    Half,
    Invalid,
}

impl PartialEscape {
    pub(crate) fn push(&mut self, c: char) -> EscapeStep {
        let Some((value, count)) = self.digits else {
            return match c {
                'u' => {
                    self.digits = Some((0, 0));
                    EscapeStep::Open
                }
                _ if self.high.is_some() => EscapeStep::Invalid,
                '"' | '\\' | '/' => EscapeStep::Done(c),
                'b' => EscapeStep::Done('\u{8}'),
                'f' => EscapeStep::Done('\u{c}'),
                'n' => EscapeStep::Done('\n'),
                'r' => EscapeStep::Done('\r'),
                't' => EscapeStep::Done('\t'),
                _ => EscapeStep::Invalid,
            };
        };
        let Some(digit) = c.to_digit(16) else {
            return EscapeStep::Invalid;
        };
        let value = value * 16 + digit;
        if count < 3 {
            self.digits = Some((value, count + 1));
            return EscapeStep::Open;
        }
        self.digits = None;
        self.unit(value)
    }

    fn unit(&mut self, unit: u32) -> EscapeStep {
        match (self.high.take(), unit) {
            (None, 0xD800..=0xDBFF) => {
                self.high = Some(unit);
                EscapeStep::Half
            }
            (Some(high), 0xDC00..=0xDFFF) => {
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
                char::from_u32(code).map_or(EscapeStep::Invalid, EscapeStep::Done)
            }
            (Some(_), _) => EscapeStep::Invalid,
            (None, _) => char::from_u32(unit).map_or(EscapeStep::Invalid, EscapeStep::Done),
        }
    }
}
