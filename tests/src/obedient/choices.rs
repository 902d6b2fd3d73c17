//! Choices among the forms, spellings and readings that a text names.

use serde_json::{Value, json};
use tool_core::issue::Segment;

use super::follow::Model;
use super::text::{all_quoted, split_outside};
use super::tree::{enter, enter_parent, folded, get, open_text};

impl Model<'_> {
    /// Corrects the tag that the text names after its words, if the model means another form. The
    /// words are then about a form that it does not mean.
    pub(super) fn correct_tag(&mut self, path: &[Segment], words: &str) -> bool {
        let Some((_, note)) = words.rsplit_once('(') else {
            return false;
        };
        let note = note
            .trim_end_matches(')')
            .rsplit("; ")
            .next()
            .unwrap_or_default();
        let Some((tag, value)) = note.split_once(' ') else {
            return false;
        };
        let Ok(value) = serde_json::from_str::<Value>(value) else {
            return false;
        };
        for length in (0..path.len()).rev() {
            let around = &path[..length];
            let meant = get(self.intended, around).and_then(|around| around.get(tag));
            let sent = get(self.sent, around).and_then(|around| around.get(tag));
            if sent != Some(&value) && sent != meant {
                continue;
            }
            // All words about the form that the model does not mean are void.
            if let Some(meant) = meant
                && *meant != value
            {
                let meant = meant.clone();
                if let Some(Value::Object(entries)) = enter(self.sent, around) {
                    entries.insert(tag.to_owned(), meant);
                }
                return true;
            }
            if meant.is_some() {
                return false;
            }
        }
        false
    }

    /// Drops a key of another form, or chooses that form if it is the intended one.
    pub(super) fn choose_form(&mut self, path: &[Segment], words: &str) {
        let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
        let is_intended = get(self.intended, path).is_some();
        let Some((entries, key)) = enter_parent(self.sent, path) else {
            return;
        };
        let tag = words.trim_start_matches("only with ").split_once(" \"");
        if let (true, Some((tag, _))) = (is_intended, tag) {
            let meant = get(self.intended, parent).and_then(|parent| parent.get(tag));
            let offered = all_quoted(words).into_iter().map(Value::from);
            if let Some(meant) = meant
                && offered.into_iter().any(|offered| offered == *meant)
            {
                entries.insert(tag.to_owned(), meant.clone());
                return;
            }
        }
        let value = entries.shift_remove(&key);
        // The key may belong inside another property.
        if let (Some((_, inner)), Some(value)) = (words.split_once(", or inside "), &value) {
            let inner = all_quoted(inner);
            let meant = inner.iter().find(|name| {
                let inside = get(self.intended, parent).and_then(|around| around.get(name));
                inside.is_some_and(|inside| inside.get(&key).is_some())
            });
            if let Some(place) = meant.and_then(|name| {
                let place = enter(self.sent, parent)?.as_object_mut()?;
                Some(place.entry(name).or_insert_with(|| json!({})))
            }) {
                open_text(place);
                if let Value::Object(inside) = place {
                    inside.insert(key.clone(), value.clone());
                }
            }
        }
        // The key may belong to the object around this one.
        if words.contains(", or beside ")
            && let (Some(value), Some((_, around))) = (value, parent.split_last())
            && get(self.intended, around).is_some_and(|around| around.get(&key).is_some())
            && let Some(Value::Object(outer)) = enter(self.sent, around)
        {
            outer.insert(key, value);
        }
    }

    pub(super) fn unite_spellings(&mut self, path: &[Segment], name: &str) {
        let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
        let meant = get(self.intended, parent).and_then(|parent| parent.get(name));
        let meant = meant.cloned();
        if let Some((entries, _)) = enter_parent(self.sent, path) {
            entries.retain(|sent, _| folded(sent) != folded(name));
            entries.extend(meant.map(|meant| (name.to_owned(), meant)));
        }
    }

    pub(super) fn choose_reading(&mut self, path: &[Segment], words: &str) {
        let words = words.trim_start_matches("can be read as ");
        let readings = words.split("; send").next().unwrap_or(words);
        let readings = split_outside(readings, " or as ");
        // A long reading is cut. The model recognizes its beginning.
        let is_cut = |one: &str| one.ends_with('…');
        let parts = readings.iter().flat_map(|one| {
            if is_cut(one) {
                one.split(" or as ").collect()
            } else {
                vec![*one]
            }
        });
        let parts: Vec<&str> = parts.collect();
        let meant = get(self.intended, path);
        let begins = |one: &&&str| {
            let text = meant.map(Value::to_string).unwrap_or_default();
            one.strip_suffix('…')
                .is_some_and(|start| text.starts_with(start))
        };
        let readings = parts
            .iter()
            .filter_map(|one| serde_json::from_str(one).ok());
        let readings: Vec<Value> = readings.collect();
        let chosen = readings.iter().find(|one| Some(*one) == meant);
        let chosen = chosen
            .or_else(|| parts.iter().find(begins).and(meant))
            .or_else(|| readings.first())
            .cloned();
        if let (Some(place), Some(chosen)) = (enter(self.sent, path), chosen) {
            *place = chosen;
        }
    }

    pub(super) fn choose_one_form(&mut self, path: &[Segment], words: &str) {
        let meant = get(self.intended, path).cloned().unwrap_or_default();
        let Some(place) = enter(self.sent, path) else {
            return;
        };
        open_text(place);
        let Value::Object(entries) = place else {
            // The model means exactly one of the forms.
            *place = meant;
            return;
        };
        if let Some((_, names)) = words.split_once("; leave out ") {
            let names = all_quoted(names);
            let surplus = names.iter().find(|name| meant.get(name).is_none());
            if let Some(name) = surplus.or_else(|| names.first()) {
                entries.shift_remove(name);
            }
        } else if let Some((_, names)) = words.split_once("; add ") {
            for name in all_quoted(names) {
                if let Some(value) = meant.get(&name) {
                    entries.insert(name, value.clone());
                    return;
                }
            }
        }
    }
}
