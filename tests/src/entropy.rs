/// Choices from a string of bytes. After its end, all are 0.
#[derive(Clone, Debug)]
pub struct Entropy<'b> {
    bytes: &'b [u8],
}

impl<'b> Entropy<'b> {
    /// Choices out of these bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below `count`; 0 where `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        let byte = usize::from(self.byte());
        byte.checked_rem(count).unwrap_or(0)
    }

    /// True once in `times` choices, never where the bytes are at an end.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of the choices.
    pub fn pick<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    /// A number of any size.
    pub fn number(&mut self) -> i64 {
        let mut bytes = [0; 8];
        let count = self.below(9);
        for byte in bytes.iter_mut().take(count) {
            *byte = self.byte();
        }
        i64::from_le_bytes(bytes)
    }

    /// Returns true if the input is used up.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }
}
