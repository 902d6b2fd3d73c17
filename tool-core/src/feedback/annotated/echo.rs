//! Draws the arguments line by line.

use serde_json::Value;

use super::brief::{quote_key, shorten_value, shows_content, write_count};
use super::children::{Children, len, list_entries};
use super::note::Note;
use crate::feedback::places::PlaceSchemas;
use crate::issue::Segment;

/// The level of detail of the drawing.
pub(super) struct EchoDetail {
    /// Maximum number of characters of a value.
    value: usize,
    /// Number of entries that are kept on each side of a fault.
    near: usize,
    /// Maximum depth at which a fault has its own line. Below it, the note contains a path.
    levels: usize,
}

/// The first level that fits is used.
pub(super) const DETAILS: [EchoDetail; 9] = [
    detail(200, usize::MAX, 32),
    detail(80, 8, 32),
    detail(80, 3, 32),
    detail(40, 2, 32),
    detail(20, 1, 32),
    detail(20, 0, 32),
    detail(12, 0, 8),
    detail(12, 0, 4),
    detail(12, 0, 1),
];

const fn detail(value: usize, near: usize, levels: usize) -> EchoDetail {
    EchoDetail {
        value,
        near,
        levels,
    }
}

/// Returns the arguments with their notes, if they fit into this many characters.
pub(super) fn draw(
    value: &Value,
    notes: &[Note<'_>],
    schema: Option<&Value>,
    detail: &EchoDetail,
    words: usize,
    room: usize,
) -> Option<String> {
    let mut echo = Echo {
        text: String::new(),
        room: Some(room),
        detail,
        words,
    };
    let anything = Value::Bool(true);
    let places = PlaceSchemas::of(schema.unwrap_or(&anything));
    let place = EchoedValue {
        lead: String::new(),
        value,
        notes,
        places: &places,
        level: 0,
        comma: "",
    };
    echo.write_value(&place);
    echo.room.map(|_| echo.text)
}

struct Echo<'d> {
    text: String,
    /// The number of remaining characters. `None` once the limit was exceeded.
    room: Option<usize>,
    detail: &'d EchoDetail,
    words: usize,
}

/// The place of a value in the text.
struct EchoedValue<'p, 'e> {
    /// The prefix `"key": ` in an object.
    lead: String,
    value: &'p Value,
    notes: &'p [Note<'e>],
    places: &'p PlaceSchemas<'p>,
    level: usize,
    comma: &'static str,
}

impl EchoedValue<'_, '_> {
    /// Returns whether the content gets its own lines: a value that contains a fault, and the
    /// arguments as a whole.
    fn is_opened(&self, detail: &EchoDetail) -> bool {
        let holds_note = self.notes.iter().any(|note| !note.rest.is_empty());
        let brackets = matches!(self.value, Value::Array(_) | Value::Object(_));
        let empty = len(self.value) == 0;
        brackets && self.level < detail.levels && (holds_note || self.level == 0 && !empty)
    }
}

impl Echo<'_> {
    fn write_value(&mut self, place: &EchoedValue<'_, '_>) {
        let (here, inside): (Vec<Note<'_>>, Vec<Note<'_>>) =
            place.notes.iter().partition(|note| note.rest.is_empty());
        let words: Vec<String> = here.iter().map(|note| note.words(self.words)).collect();
        let beside = if words.is_empty() {
            String::new()
        } else {
            format!(" // {}", words.join("; "))
        };
        let (lead, comma) = (&place.lead, place.comma);
        if place.is_opened(self.detail) {
            let (open, close) = match place.value {
                Value::Array(_) => ('[', ']'),
                _ => ('{', '}'),
            };
            self.write_line(place.level, &format!("{lead}{open}{beside}"));
            self.write_inside(place, &inside);
            self.write_line(place.level, &format!("{close}{comma}"));
        } else {
            let value = shorten_value(place.value, self.detail.value);
            self.write_line(place.level, &format!("{lead}{value}{comma}{beside}"));
            for note in inside {
                let words = note.with_path(self.words);
                self.write_line(place.level, &format!("// {words}"));
            }
        }
    }

    fn write_inside(&mut self, place: &EchoedValue<'_, '_>, notes: &[Note<'_>]) {
        let children = Children::new(place.value, notes, &place.places.names());
        let level = place.level + 1;
        let count = len(place.value);
        let mut skipped = 0;
        for (index, (name, value)) in list_entries(place.value).enumerate() {
            let absent = children.absent.get(&index);
            // For a valid item, the number of its entries alone is useless.
            let says_something = name.is_some() || shows_content(value, self.detail.value);
            let shown = children.inside.contains_key(&index)
                || says_something && children.is_near(index, self.detail.near);
            if shown || absent.is_some() {
                self.write_skipped(place, &mut skipped);
            }
            self.write_absent(level, absent.map_or(&[], Vec::as_slice));
            if !shown {
                skipped += 1;
                continue;
            }
            if self.room.is_none() {
                return;
            }
            let segment = name.map_or(Segment::Index(index), Segment::from);
            self.write_value(&EchoedValue {
                lead: name.map_or_else(String::new, |name| format!("{}: ", quote_key(name))),
                value,
                notes: children.inside.get(&index).map_or(&[], Vec::as_slice),
                places: &place.places.step(&segment),
                level,
                comma: if index + 1 < count { "," } else { "" },
            });
        }
        self.write_skipped(place, &mut skipped);
        let absent = children.absent.get(&count);
        self.write_absent(level, absent.map_or(&[], Vec::as_slice));
    }

    /// `… 3 items`
    fn write_skipped(&mut self, place: &EchoedValue<'_, '_>, count: &mut usize) {
        if *count > 0 {
            let counted = match place.value {
                Value::Array(_) => write_count(*count, "item", "items"),
                _ => write_count(*count, "property", "properties"),
            };
            self.write_line(place.level + 1, &format!("… {counted}"));
        }
        *count = 0;
    }

    /// Adds notes about absent entries on their own lines.
    fn write_absent(&mut self, level: usize, notes: &[Note<'_>]) {
        for note in notes {
            let words = note.with_name(self.words);
            self.write_line(level, &format!("// {words}"));
        }
    }

    fn write_line(&mut self, level: usize, text: &str) {
        let characters = 2 * level + text.chars().count() + 1;
        self.room = self.room.and_then(|room| room.checked_sub(characters));
        if self.room.is_some() {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.extend(std::iter::repeat_n(' ', 2 * level));
            self.text.push_str(text);
        }
    }
}
