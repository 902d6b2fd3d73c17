/// Opening and closing marks of a model's thoughts.
pub(super) const THOUGHTS: [(&str, &str); 3] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
];

/// Returns the closing mark of a thought.
pub(super) fn closing(tag: &str) -> Option<&'static str> {
    let thought = THOUGHTS.into_iter().find(|(open, _)| *open == tag);
    thought.map(|(_, close)| close)
}

/// Returns the text after the thoughts at its start. Empty if the last thought is open. The
/// template may have opened the first one.
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

/// Returns the text without the special tokens at the end of a message.
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
