//! The text after a special token, which may end the output.

use crate::syntax::engine::Source;
use crate::syntax::table::{Marker, Markers, Meaning};

/// The text after a special token.
pub(super) enum Trailing {
    /// Only markers and white space follow, up to this position.
    Only(usize),
    /// Text follows. The tokens before this position are part of it.
    Text(usize),
    More,
}

/// Looks for text after a special token that ends at `at`.
pub(super) fn read_trailing(source: &Source<'_>, at: usize) -> Trailing {
    let markers = Markers::of(source.selected);
    let mut end = at;
    // Text after the mark of a turn belongs to the turn.
    let mut turn = None;
    loop {
        let next = source.skip_space(end);
        let rest = source.rest(next);
        if rest.is_empty() {
            return if source.is_over {
                Trailing::Only(next)
            } else {
                Trailing::More
            };
        }
        if !source.is_over && markers.is_partial(rest) {
            return Trailing::More;
        }
        let is_token = |meaning: &Meaning| {
            matches!(
                meaning,
                Meaning::Trailing | Meaning::Answer | Meaning::Hidden | Meaning::Section
            )
        };
        let mut found = markers.at_start(rest);
        let begins_turn = found.clone().next().is_some_and(Marker::is_quotation);
        if begins_turn {
            turn = turn.or(Some(end));
        }
        let found = found.find(|marker| marker.meanings.iter().any(is_token));
        match found {
            Some(marker) => end = next + marker.text.len(),
            None => return Trailing::Text(turn.unwrap_or(end)),
        }
    }
}
