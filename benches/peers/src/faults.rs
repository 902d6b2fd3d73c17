//! Which of the six faults a text names at their places, in the syntax of any library.

/// Number of faults in the call.
pub const SIX: usize = TOP.len() + BELOW.len();

/// Properties of the call itself: one that is missing, and three with a wrong value.
const TOP: [&str; 4] = ["file_path", "limit", "context", "mode"];

/// An item, and the property of it that is missing or wrong.
const BELOW: [(&str, &str); 2] = [("edits.0", "old"), ("edits.1", "new")];

/// All properties of the call. Each path begins with one of them.
const ROOTS: [&str; 6] = ["file_path", "limit", "context", "dry_run", "mode", "edits"];

/// Returns how many of the six faults a text names at the correct place. A message is a line with
/// the indented lines after it. Its place is the first path in it.
#[must_use]
pub fn named(text: &str) -> usize {
    let messages: Vec<_> = messages(text)
        .iter()
        .map(|message| paths(message))
        .collect();
    let top = TOP.iter().filter(|property| {
        let is_first = |paths: &Vec<String>| {
            let first = paths.iter().find(|path| is_rooted(path));
            first.is_some_and(|first| is_at(first, property))
        };
        messages.iter().any(is_first)
    });
    let below = BELOW.iter().filter(|(item, property)| {
        let whole = format!("{item}.{property}");
        messages.iter().any(|paths| {
            let is_parted = paths.iter().any(|path| path == item);
            paths.contains(&whole) || is_parted && paths.iter().any(|path| path == property)
        })
    });
    top.count() + below.count()
}

fn messages(text: &str) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    // BAML nests messages in one line.
    let text = text.replace("; ", "\n").replace("reason: ", "\n");
    for line in text.lines() {
        match messages.last_mut() {
            // typia writes its messages next to the lines of the call.
            Some(last) if line.starts_with("  ") && !line.contains('❌') => last.push_str(line),
            _ => messages.push(line.to_owned()),
        }
    }
    messages
}

/// Returns the words of a message, with all paths in one syntax: `edits.0.old`.
fn paths(message: &str) -> Vec<String> {
    let is_part = |character: char| character.is_alphanumeric() || "_$[]./".contains(character);
    let words = message.split(|character| !is_part(character));
    let paths = words.map(|word| {
        let word = word.replace(['/', '['], ".").replace(']', "");
        let word = word.trim_matches('.');
        let word = word.strip_prefix("$input").unwrap_or(word);
        let word = word.strip_prefix("data").unwrap_or(word);
        word.trim_matches('.').to_owned()
    });
    paths.filter(|path| !path.is_empty()).collect()
}

/// Returns true if the path is the path of the property. eserde appends the name of an unknown
/// variant.
fn is_at(path: &str, property: &str) -> bool {
    let mut parts = path.split('.');
    parts.next() == Some(property) && parts.all(|part| !ROOTS.contains(&part))
}

fn is_rooted(path: &str) -> bool {
    let root = path.split('.').next();
    root.is_some_and(|root| ROOTS.contains(&root))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn faults_are_found_in_every_syntax() {
        let all = "file_path: Required; limit: wrong; context: 300; mode: \"reed\"; \
                   edits[0].old: Required; edits[1].new: null";
        assert_eq!(named(all), 6);
        assert_eq!(
            named("/edits/0: \"old\" is missing\n: \"file_path\" is missing"),
            2
        );
        assert_eq!(named("Missing field `old` inside `.edits[0]`"), 1);
        assert_eq!(
            named("edits.0.old\n  Field required\nlimit\n  Input should be"),
            2
        );
        assert_eq!(named("✖ Expected string\n  → at edits[1].new"), 1);
    }

    #[test]
    fn a_fault_at_another_place_is_not_named() {
        let told = "limit: wrong\nmode.reed: unknown variant\nmode.edits[0]: missing `old`\n\
                    mode: missing field `file_path`";
        assert_eq!(named(told), 2, "the limit and the mode");
        assert_eq!(named("unlimited; edits[0].new"), 0);
    }
}
