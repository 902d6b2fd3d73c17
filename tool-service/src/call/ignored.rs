use tool_core::issue::Ignored;

/// How many keys the note names.
const MAX_KEYS: usize = 5;
/// How many characters of a key the note shows.
const MAX_CHARACTERS: usize = 60;

/// What the model is told of keys that the tool does not declare, in one line.
pub(crate) fn describe_ignored(keys: &[Ignored]) -> String {
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
    notes.join(" ")
}

/// Text of the model, on one line and within bounds.
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
