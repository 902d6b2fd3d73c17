//! The next call of a model that does what the text says, and nothing else.

use serde_json::{Map, Value, json};
use tool_core::issue::Segment;

use super::expectation::{Cover, covers, example};
use super::sent::Sent;
use super::text::{Advice, all_quoted, quoted_after, read_advice, split_outside};
use super::tree::{are_equal, enter, enter_parent, folded, get, open_text, rename};

/// Returns the next call.
pub(super) fn follow(sent: &Sent, intended: &Value, text: &str) -> Sent {
    let mut next = sent.clone();
    if let Some(outer) = quoted_after(text, "(send only what is inside ")
        && let Some(inside) = next.value.get_mut(&outer)
    {
        open_text(inside);
        next.value = inside.take();
    }
    let mut all = read_advice(text);
    // A model moves a key together with its value, before it changes the object around it.
    all.sort_by_key(|advice| !advice.words.starts_with("belong"));
    for advice in all {
        if advice.words.starts_with("not valid JSON") {
            next.raw = None;
        }
        if advice.words.contains("not valid JSON") && advice.paths[0].is_empty() {
            rewrite(&mut next, intended, &advice.words);
            continue;
        }
        let mut model = Model {
            sent: &mut next.value,
            intended,
        };
        model.apply(&advice);
    }
    let written = next.raw.as_deref().map(serde_json::from_str::<Value>);
    let is_other = matches!(written, Some(Ok(written)) if written != next.value);
    if next.value != sent.value || is_other {
        next.raw = None;
    }
    next
}

/// Writes the call again as the words about its syntax say.
fn rewrite(next: &mut Sent, intended: &Value, words: &str) {
    // Each remedy that the texts name, and no other.
    const REMEDIES: &[&str] = &[
        "double quotes",
        "a point",
        "write",
        "escape",
        "without",
        "one JSON object",
        "a JSON object",
        "no other text",
        "'}'",
        "']'",
        "a comma",
        "one comma",
        "','",
        "null",
    ];
    if !REMEDIES.iter().any(|remedy| words.contains(remedy)) {
        return;
    }
    match next.bare.take() {
        // The text asks for a string, so the bare word becomes one.
        Some((path, word)) if words.contains("a string in double quotes") => {
            if let Some(place) = enter(&mut next.value, &path) {
                *place = Value::from(word);
            }
        }
        // The words ask for another thing than the place takes.
        Some(bare) if words.contains("a key in double quotes") => {
            next.bare = Some(bare);
            return;
        }
        Some((path, _)) => {
            if let (Some(place), Some(meant)) =
                (enter(&mut next.value, &path), get(intended, &path))
            {
                *place = meant.clone();
            }
        }
        None => {}
    }
    next.raw = None;
}

pub(super) struct Model<'m> {
    pub(super) sent: &'m mut Value,
    pub(super) intended: &'m Value,
}

impl Model<'_> {
    fn apply(&mut self, advice: &Advice) {
        let words = advice.words.as_str();
        if let Some(outer) = quoted_after(words, "belongs inside an item of ") {
            for path in &advice.paths {
                self.move_into_item(path, &outer);
            }
            return;
        }
        if words.starts_with("belong inside ") || words.starts_with("belongs inside ") {
            let names = words
                .split_once(", as ")
                .map(|(_, names)| all_quoted(names));
            for (number, path) in advice.paths.iter().enumerate() {
                if self.correct_tag(path, words) {
                    continue;
                }
                let name = names.as_ref().and_then(|names| names.get(number));
                self.move_inside(path, words, name.map(String::as_str));
            }
            return;
        }
        for path in &advice.paths {
            self.apply_at(path, words);
        }
    }

    fn apply_at(&mut self, path: &[Segment], words: &str) {
        if self.correct_tag(path, words) {
            return;
        }
        self.take_out_markup(path, words);
        if words.starts_with("Required") {
            self.add(path, words);
        } else if words.starts_with("unknown key") {
            self.replace_key(path, words);
        } else if words.starts_with("only with ") {
            self.choose_form(path, words);
        } else if let Some(name) = quoted_after(words, "second spelling of ") {
            self.unite_spellings(path, &name);
        } else if words.starts_with("sent twice") {
            self.set_intended(path);
        } else if words.starts_with("can be read as ") {
            self.choose_reading(path, words);
        } else if words.starts_with("is the same as item")
            || words.starts_with("invalid key")
            || words.starts_with("not valid JSON")
            || words.contains("JSON text in quotes")
        {
            self.set_intended_of_parent(path, words);
        } else if let Some(inner) = quoted_after(words, "belongs beside ") {
            let inside = words.split_once(" or inside ").map(|(_, inside)| inside);
            match inside {
                Some(inside) if self.means_inside(path, inside) => {
                    self.move_inside(path, inside, None);
                }
                _ => self.move_out(path, &inner),
            }
        } else if words.starts_with("no value is allowed") {
            self.drop_key(path);
        } else if words.starts_with("several objects were sent") {
            if let Value::Array(items) = &mut *self.sent
                && !items.is_empty()
            {
                *self.sent = items.swap_remove(0);
            }
        } else if words.contains("cut off")
            || words.contains("send this tool's arguments alone")
            || words.contains("send the arguments alone")
        {
            *self.sent = self.intended.clone();
        } else if words.starts_with("matches ") {
            self.choose_one_form(path, words);
        } else if let Some(expected) = words.strip_prefix("expected ") {
            self.replace_value(path, expected);
        }
    }

    /// Moves keys into an object of the same level.
    fn move_inside(&mut self, path: &[Segment], words: &str, name: Option<&str>) {
        let outer = words.split(", as ").next().unwrap_or(words);
        let outers = all_quoted(outer);
        let around = path.split_last().map_or(&[][..], |(_, parent)| parent);
        let intended = get(self.intended, around);
        let Some(Segment::Key(own)) = path.last() else {
            return;
        };
        let name = name.unwrap_or(own).to_owned();
        let value = get(self.sent, path).cloned().unwrap_or_default();
        let meant = |outer: &String| intended.and_then(|one| one.get(outer)?.get(&name));
        // The model knows where it means this value, else where it means the key.
        let is_same = |outer: &&String| meant(outer).is_some_and(|meant| are_equal(meant, &value));
        let is_meant = |outer: &&String| meant(outer).is_some();
        let found = outers.iter().find(is_same).or(outers.iter().find(is_meant));
        let Some(outer) = found.or(outers.first()).cloned() else {
            return;
        };
        let Some((entries, key)) = enter_parent(self.sent, path) else {
            return;
        };
        let Some(value) = entries.shift_remove(&key) else {
            return;
        };
        let place = entries
            .entry(outer)
            .or_insert_with(|| Value::Object(Map::new()));
        open_text(place);
        if !place.is_object() {
            *place = Value::Object(Map::new());
        }
        if let Value::Object(inner) = place {
            inner.insert(name, value);
        }
    }

    /// Returns true if one of the named properties contains the key in the intended call.
    fn means_inside(&self, path: &[Segment], outers: &str) -> bool {
        let Some((Segment::Key(key), around)) = path.split_last() else {
            return false;
        };
        let holds = |call: &Value, outer: &String| {
            let outer = get(call, around).and_then(|around| around.get(outer));
            outer.is_some_and(|outer| outer.get(key).is_some())
        };
        // The property that has the key already is not the one that lacks it.
        let is_meant = |outer: &String| holds(self.intended, outer) && !holds(self.sent, outer);
        all_quoted(outers).iter().any(is_meant)
    }

    /// Moves a key to the object around it.
    fn move_out(&mut self, path: &[Segment], inner: &str) {
        let Some((entries, key)) = enter_parent(self.sent, path) else {
            return;
        };
        let Some(value) = entries.shift_remove(&key) else {
            return;
        };
        // The nearest value with that name on the way.
        let is_inner = |segment: &Segment| matches!(segment, Segment::Key(name) if name == inner);
        let Some(place) = path.iter().rposition(is_inner) else {
            return;
        };
        if let Some((outer, _)) = enter_parent(self.sent, &path[..=place]) {
            outer.insert(key, value);
        }
    }

    /// Moves a key into the item of a list that has it in the intended call, or into the first one.
    fn move_into_item(&mut self, path: &[Segment], outer: &str) {
        let Some((Segment::Key(own), around)) = path.split_last() else {
            return;
        };
        let list = get(self.intended, around).and_then(|around| around.get(outer));
        let items = list
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        let meant = items.iter().position(|item| item.get(own).is_some());
        let Some((entries, key)) = enter_parent(self.sent, path) else {
            return;
        };
        let Some(value) = entries.shift_remove(&key) else {
            return;
        };
        let place = entries.entry(outer.to_owned()).or_insert_with(|| json!([]));
        if place.is_object() {
            *place = json!([place.take()]);
        }
        let Value::Array(items) = place else {
            return;
        };
        if items.is_empty() {
            items.push(json!({}));
        }
        let item = meant.filter(|item| *item < items.len()).unwrap_or(0);
        if let Value::Object(item) = &mut items[item] {
            item.insert(key, value);
        }
    }

    /// Sends the argument that stands as markup inside a string as an argument of its own.
    fn take_out_markup(&mut self, path: &[Segment], words: &str) {
        let Some((before, _)) = words.split_once(" stands as markup inside") else {
            return;
        };
        let name = before.rsplit_once(" (").map(|(_, name)| all_quoted(name));
        let (Some(name), Some((_, around))) =
            (name.and_then(|mut names| names.pop()), path.split_last())
        else {
            return;
        };
        let argument = [around, &[Segment::Key(name)]].concat();
        let meant = get(self.intended, &argument).cloned();
        self.set_intended(path);
        if let (Some((entries, key)), Some(meant)) = (enter_parent(self.sent, &argument), meant) {
            entries.insert(key, meant);
        }
    }

    /// Adds a missing key: renames the key that the text names, or writes the intended value.
    fn add(&mut self, path: &[Segment], words: &str) {
        let intended = get(self.intended, path).cloned();
        let inside = quoted_after(words, "sent inside ");
        let renamed = quoted_after(words, "sent as ");
        let markup = quoted_after(words, "as markup inside ");
        let around = path.split_last().map_or(&[][..], |(_, parent)| parent);
        let meant_parent = get(self.intended, around).cloned();
        // `Required, string (sent as "names"?)` asks for another type than was sent.
        let said = words
            .strip_prefix("Required, ")
            .map(|shape| split_outside(shape, " (")[0]);
        self.drop_unknown(&path[..path.len().saturating_sub(1)], words);
        let Some((entries, key)) = enter_parent(self.sent, path) else {
            return;
        };
        if let Some(outer) = inside {
            let Some(place) = entries.get_mut(&outer) else {
                return;
            };
            open_text(place);
            let Value::Object(inner) = place else { return };
            let found = inner.keys().find(|name| folded(name) == folded(&key));
            let Some(found) = found.cloned() else { return };
            let value = inner.shift_remove(&found);
            // The model does not mean the outer key, so it takes all keys out.
            let is_meant = meant_parent
                .as_ref()
                .is_some_and(|parent| parent.get(&outer).is_some());
            if !is_meant {
                let others = std::mem::take(inner);
                entries.shift_remove(&outer);
                entries.extend(others);
            }
            entries.extend(value.map(|value| (key, value)));
            return;
        }
        if let Some(from) = renamed {
            rename(entries, &from, &key);
            if let (Some(said), Some(meant), Some(sent)) = (said, intended, entries.get_mut(&key))
                && covers(said, sent) != Cover::Yes
                && covers(said, &meant) == Cover::Yes
            {
                *sent = meant;
            }
            return;
        }
        if let Some(from) = markup {
            let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
            let clean = get(self.intended, parent).and_then(|parent| parent.get(&from));
            if let (Some(place), Some(clean)) = (entries.get_mut(&from), clean) {
                *place = clean.clone();
            }
        }
        let value = intended.unwrap_or_else(|| {
            let shape = words.strip_prefix("Required, ").unwrap_or("string");
            let shape = shape.split(" (").next().unwrap_or(shape);
            example(shape, &Value::Null)
        });
        entries.insert(key, value);
    }

    fn replace_key(&mut self, path: &[Segment], words: &str) {
        let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
        let intended = get(self.intended, parent).cloned().unwrap_or_default();
        let Some((entries, key)) = enter_parent(self.sent, path) else {
            return;
        };
        // It is a question: a model that means no such argument drops the key.
        let suggested = quoted_after(words, "did you mean ");
        if let Some(name) = suggested.filter(|name| intended.get(name).is_some()) {
            rename(entries, &key, &name);
            // `did you mean "name" (string)?` asks for another type than was sent.
            let said = words
                .rsplit_once(" (")
                .and_then(|(_, said)| said.strip_suffix(")?"));
            if let (Some(said), Some(meant)) = (said, intended.get(&name))
                && covers(said, meant) != Cover::No
            {
                entries.insert(name, meant.clone());
            }
            return;
        }
        if words.contains("send its content without it") {
            if let Some(mut inside) = entries.shift_remove(&key) {
                open_text(&mut inside);
                entries.extend(inside.as_object().cloned().unwrap_or_default());
            }
            return;
        }
        let Some(value) = entries.shift_remove(&key) else {
            return;
        };
        // The model means one of the properties that the text names, or no value. If the text names
        // none, the schema does.
        let list = words.split_once("; not sent: ").map(|(_, names)| names);
        let named = list.map(all_quoted).unwrap_or_default();
        // `unknown key (kind "move")` says which form is meant.
        let alone = words.split(" (").next() == Some("unknown key");
        let is_any = list.map_or(alone, |names| names.ends_with(" more"));
        let is_meant = |(name, meant): &(&String, &Value)| {
            let may_be = is_any || named.contains(name);
            may_be && !entries.contains_key(*name) && are_equal(meant, &value)
        };
        let meant = intended.as_object().into_iter().flatten().find(is_meant);
        if let Some((name, _)) = meant {
            entries.insert(name.clone(), value);
        }
    }

    fn replace_value(&mut self, path: &[Segment], expected: &str) {
        let parts = split_outside(expected, "; ");
        let what = split_outside(parts[0], ", got ")[0];
        let what = strip_form(what);
        let hint = parts.iter().find_map(|part| {
            let hint = part.strip_prefix("did you mean ")?;
            serde_json::from_str::<Value>(hint.split('?').next()?).ok()
        });
        let unknown = parts.iter().filter(|part| {
            let part = part.split(" (").next().unwrap_or(part);
            part.ends_with(" unknown")
        });
        let unknown: Vec<String> = unknown.flat_map(|part| all_quoted(part)).collect();
        let meant = get(self.intended, path).cloned();
        // The model means no value here, and the text says that this one is wrong.
        if let Some((Segment::Key(_), parent)) = path.split_last()
            && meant.is_none()
            && get(self.intended, parent).is_some_and(Value::is_object)
        {
            return self.drop_key(path);
        }
        let Some(place) = enter(self.sent, path) else {
            return;
        };
        open_text(place);
        if let (Value::Object(entries), [key], Some(Value::String(name))) =
            (&mut *place, unknown.as_slice(), &hint)
        {
            return rename(entries, key, name);
        }
        if let Some(hint) = hint {
            *place = hint;
            return;
        }
        *place = match meant {
            Some(meant) if covers(what, &meant) == Cover::Yes => meant,
            // The text names the type of what the model means.
            Some(meant) if covers(what, &meant) == Cover::Vague => meant,
            _ => example(what, place),
        };
    }

    /// Sets the intended value of the array or object around a place.
    fn set_intended_of_parent(&mut self, path: &[Segment], words: &str) {
        let is_inside = words.starts_with("not valid JSON") || words.contains("JSON text");
        let around = path.split_last().map_or(&[][..], |(_, parent)| parent);
        self.set_intended(if is_inside { path } else { around });
    }

    fn set_intended(&mut self, path: &[Segment]) {
        let meant = get(self.intended, path).cloned();
        if let (Some(place), Some(meant)) = (enter(self.sent, path), meant) {
            *place = meant;
        }
    }

    fn drop_key(&mut self, path: &[Segment]) {
        if let Some((entries, key)) = enter_parent(self.sent, path) {
            entries.shift_remove(&key);
        }
    }

    /// Drops the keys that the text calls unknown, unless the model means them.
    fn drop_unknown(&mut self, parent: &[Segment], words: &str) {
        let Some((_, notes)) = words.rsplit_once(" (") else {
            return;
        };
        let meant = get(self.intended, parent).cloned().unwrap_or_default();
        let notes = notes.trim_end_matches(')');
        let not_sent = notes
            .split("; ")
            .find_map(|part| part.strip_prefix("not sent: "));
        let not_sent = not_sent.map(all_quoted);
        for part in notes.split("; ") {
            if !part.ends_with(" unknown") {
                continue;
            }
            for name in all_quoted(part) {
                if let Some(Value::Object(entries)) = enter(self.sent, parent)
                    && meant.get(&name).is_none()
                    && let Some(value) = entries.shift_remove(&name)
                {
                    // If the text names no absent property, the schema does.
                    let is_meant = |(absent, one): &(&String, &Value)| {
                        not_sent.as_ref().is_none_or(|names| names.contains(absent))
                            && !entries.contains_key(*absent)
                            && are_equal(one, &value)
                    };
                    let absent = meant.as_object().into_iter().flatten().find(is_meant);
                    let absent = absent.map(|(name, _)| name.clone());
                    entries.extend(absent.map(|absent| (absent, value)));
                }
            }
        }
    }
}

/// Removes the name of the form at the end: `integer (mode "window")`.
fn strip_form(words: &str) -> &str {
    match words.rsplit_once(" (") {
        Some((before, form)) if form.ends_with(')') && form.contains(" \"") => strip_form(before),
        _ => words,
    }
}
