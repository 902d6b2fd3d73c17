//! The first bytes of lines that may be a call.

use crate::call::Definitions;

/// The first bytes of headings and of the names of tools, as a set of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineStarts([u64; 4]);

impl LineStarts {
    pub(super) fn of(tools: &Definitions) -> Self {
        let mut starts = Self([0; 4]);
        let names = tools.iter().filter_map(|tool| tool.name().bytes().next());
        for byte in HEADING_STARTS.into_iter().chain(names) {
            starts.0[usize::from(byte / 64)] |= 1 << (byte % 64);
        }
        starts
    }

    pub(super) fn contain(self, byte: u8) -> bool {
        self.0[usize::from(byte / 64)] & 1 << (byte % 64) != 0
    }
}

/// The first bytes of headings that mark calls.
pub(super) const HEADING_STARTS: [u8; 2] = [b'*', b'A'];
