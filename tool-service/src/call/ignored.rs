use tool_core::issue::Ignored;

/// Maximum number of keys in the note.
const MAX_KEYS: usize = 5;
/// Maximum number of characters of a key in the note.
const MAX_CHARACTERS: usize = 60;

/// Describes ignored keys for the model, in one line. `None` without keys to describe.
///
/// `all` selects all keys, or none. By default, only keys with a similar absent name count: they
/// are probably misspelt.
pub(crate) fn describe_ignored(keys: &[Ignored], all: Option<bool>) -> Option<String> {
    let is_noted = |key: &&Ignored| all.unwrap_or(key.nearest.is_some());
    let keys: Vec<&Ignored> = keys.iter().filter(is_noted).collect();
    let notes = keys.iter().take(MAX_KEYS).map(|key| {
        let path = shorten(&key.path.to_string());
        match &key.nearest {
            Some(nearest) => format!("`{path}` was ignored; did you mean `{}`?", shorten(nearest)),
            None => format!("`{path}` was ignored."),
        }
    });
    let mut notes: Vec<_> = notes.collect();
    if let Some(more) = keys.len().checked_sub(MAX_KEYS).filter(|more| *more > 0) {
        notes.push(format!("{more} more keys were ignored."));
    }
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Limits text from the model to one line and a maximum length.
fn shorten(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown: String = characters
        .by_ref()
        .take(MAX_CHARACTERS)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
