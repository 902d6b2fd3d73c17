//! Joins the parts that the events of a stream had with the list of all parts at its end.

use std::collections::HashMap;

use serde_json::Value;

use super::{BuiltinCall, Draft, DraftPart, set};

impl Draft {
    /// Adds the parts that a list of all parts lacks to the listed ones, each behind the part before
    /// it. Servers shorten the list at the end of a stream, or change the IDs in it.
    pub(super) fn keep_unlisted(&mut self, before: Vec<DraftPart>) {
        let listed = self.take_parts();
        self.is_listed |= !listed.is_empty();
        let (mut known, mut texts) = (HashMap::new(), Vec::new());
        for (at, part) in listed.iter().enumerate() {
            let text = self.text_of(&part.json);
            known.extend(part.keys(&text).map(|key| (key, at)));
            texts.push((part.json["type"].clone(), text, true));
        }
        let find = |part: DraftPart| {
            let text = self.text_of(&part.json);
            let same = part.keys(&text).find_map(|key| known.get(&key)).copied();
            (part, text, same)
        };
        let before: Vec<_> = before.into_iter().map(find).collect();
        for at in before.iter().filter_map(|(_, _, same)| *same) {
            texts[at].2 = false;
        }
        let (mut rest, mut passed) = (listed.into_iter(), 0);
        for (part, text, same) in before {
            if let Some(at) = same {
                for mut listed in rest.by_ref().take((at + 1).saturating_sub(passed)) {
                    passed += 1;
                    if passed == at + 1 && part.call.is_none() {
                        listed.json = self.replace_item(&part.json, listed.json);
                    }
                    self.add_part(listed);
                }
                continue;
            }
            let is_call = part.call.is_some() || BuiltinCall::from_item(&part.json).is_some();
            let has_id = part.json["id"].is_string();
            // Pieces of the text may be lost or repeated.
            let is_like = |listed: &str| {
                let is_within = is_within(&text, listed) || is_within(listed, &text);
                !has_id && !listed.is_empty() && is_within
            };
            let other = texts.iter_mut().find(|(kind, listed, is_free)| {
                let is_text = || listed.starts_with(&text) || is_like(listed);
                *kind == part.json["type"] && (text.is_empty() || *is_free && is_text())
            });
            match other.filter(|_| !is_call) {
                Some((.., is_free)) => *is_free = false,
                None => self.add_part(part),
            }
        }
        for part in rest {
            self.add_part(part);
        }
    }

    /// Returns the text and the reasoning of an item.
    pub(super) fn text_of(&self, item: &Value) -> String {
        let (mut text, mut reasoning) = (String::new(), String::new());
        self.api.wire().read_texts(item, &mut text, &mut reasoning);
        text + &reasoning
    }

    /// Replaces an item by a later one. One without text keeps the text that has arrived.
    pub(super) fn replace_item(&self, old: &Value, mut item: Value) -> Value {
        if self.text_of(&item).is_empty() && !self.text_of(old).is_empty() {
            for key in ["content", "summary"] {
                if let Some(texts) = old.get(key) {
                    set(&mut item, key, texts.clone());
                }
            }
        }
        item
    }
}

/// Returns whether a text is another text without some characters.
fn is_within(text: &str, other: &str) -> bool {
    let mut rest = other.chars();
    text.chars()
        .all(|char| rest.any(|of_other| of_other == char))
}
