/// What opens and closes what a model thinks.
pub(super) const THOUGHTS: [(&str, &str); 3] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
];

/// What closes the thought that a tag opens.
pub(super) fn closing(tag: &str) -> Option<&'static str> {
    let thought = THOUGHTS.into_iter().find(|(open, _)| *open == tag);
    thought.map(|(_, close)| close)
}

/// The text behind the thoughts that it begins with; nothing if the last has no end. The
/// template may have opened the first.
pub(super) fn behind_thoughts(text: &str) -> &str {
    let mut said = text;
    for (open, close) in THOUGHTS {
        if let Some((thought, behind)) = said.split_once(close)
            && !thought.contains(open)
        {
            said = behind;
        }
    }
    let begun = |said: &str| {
        THOUGHTS
            .into_iter()
            .find(|(open, _)| said.starts_with(open))
    };
    said = said.trim();
    while let Some((_, close)) = begun(said) {
        said = said
            .split_once(close)
            .map_or("", |(_, behind)| behind.trim());
    }
    said
}

/// The text without the special tokens that end a message.
pub(super) fn without_end_tokens(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(before) = text.strip_suffix("</s>").or_else(|| {
        let (before, token) = text.strip_suffix("|>")?.rsplit_once("<|")?;
        let is_token = token
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        is_token.then_some(before)
    }) {
        text = before.trim_end();
    }
    text
}
