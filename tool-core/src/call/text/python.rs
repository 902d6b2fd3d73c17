/// Returns the calls of Python code that contains only calls, `f(x=1), g()`: each name, and the
/// source of the call.
pub(super) fn python_calls(code: &str) -> Option<Vec<(&str, &str)>> {
    let mut calls = Vec::new();
    let mut rest = code.trim();
    while !rest.is_empty() {
        let open = rest.find('(')?;
        let name = &rest[..open];
        if !is_name(name) {
            return None;
        }
        let end = open + closing(&rest[open..])?;
        calls.push((name, &rest[..=end]));
        rest = rest[end + 1..].trim_start_matches([',', ';', ' ', '\n', '\r', '\t']);
    }
    Some(calls)
}

fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// Returns the end of the bracket at the start of the text. Ignores brackets in strings.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
