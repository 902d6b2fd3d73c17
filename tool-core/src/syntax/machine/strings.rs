//! Positions in strings of JSON: a marker there is data.

use super::stop::skip_code;
use super::{Machine, PositionDecision, Wait};
use crate::syntax::engine::json_strings::AroundEnd;
use crate::syntax::engine::{MarkerMatch, Source};
use crate::syntax::table::Markers;

impl Machine {
    /// Decides about a position in a string of JSON: it is text up to the end of the string.
    /// Returns `None` for any other position.
    #[inline]
    pub(super) fn decide_string(
        &mut self,
        source: &Source<'_>,
        at: usize,
    ) -> Option<PositionDecision> {
        if !self.strings.may_contain(source, at) {
            return None;
        }
        let code = |at| skip_code(source, at);
        match self.strings.find_end(source, at, code)? {
            AroundEnd::At(end) => Some(PositionDecision::Text(end - at)),
            AroundEnd::Open if !source.is_over => Some(PositionDecision::Wait(Wait::Call)),
            AroundEnd::Open if ends_output(source, at) => None,
            AroundEnd::Open => Some(PositionDecision::Text(source.text.len() - at)),
        }
    }
}

/// Returns whether only a special token follows, which ends the output inside a string.
fn ends_output(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    match Markers::of(source.selected).trailing(rest, true) {
        MarkerMatch::At(length) => rest[length..].trim().is_empty(),
        _ => false,
    }
}
