//! The marks of calls in texts, and a mark with each kind of damage.

/// Returns the damaged forms of a mark: deleted, doubled, with a doubled first or last character,
/// without any run of characters, with two neighbouring characters swapped, with one character
/// changed, and with a space. The names of the tool and of the argument in it stay.
#[must_use]
pub fn damage_mark(mark: &str) -> Vec<String> {
    let fixed = find_fixed(mark);
    let chars: Vec<(usize, char)> = mark.char_indices().collect();
    let end_of = |index: usize| chars.get(index).map_or(mark.len(), |(at, _)| *at);
    let mut forms = vec![String::new(), mark.repeat(2)];
    // Next to a value, such a character may be a part of it.
    if mark.starts_with("</") {
        forms.push(format!("{mark}{}", &mark[mark.len() - 1..]));
    } else if mark.starts_with('<') && !mark.contains('|') && mark != "<escape>" {
        forms.push(format!("<{mark}"));
    }
    forms.push(format!("{} {}", &mark[..end_of(1)], &mark[end_of(1)..]));
    for (index, &(at, char)) in chars.iter().enumerate() {
        if !fixed[index] {
            continue;
        }
        let run = fixed[index..].iter().take_while(|fixed| **fixed).count();
        for length in 1..=run {
            let cut = format!("{}{}", &mark[..at], &mark[end_of(index + length)..]);
            forms.extend(Some(cut).filter(|cut| !cut.is_empty()));
        }
        let behind = &mark[end_of(index + 1)..];
        let changed = if char == 'x' { 'y' } else { 'x' };
        forms.push(format!("{}{changed}{behind}", &mark[..at]));
        if run > 1 && !behind.starts_with(char) {
            let (first, next) = (&mark[at..end_of(index + 1)], end_of(index + 2));
            let second = &mark[end_of(index + 1)..next];
            forms.push(format!("{}{second}{first}{}", &mark[..at], &mark[next..]));
        }
    }
    forms
}

/// Returns for each character whether it belongs to the notation, and not to a name: the value of
/// an attribute, except of those that hold a type.
fn find_fixed(mark: &str) -> Vec<bool> {
    let mut fixed = Vec::new();
    let (mut word, mut in_name) = (String::new(), false);
    for char in mark.chars() {
        let ends = matches!(char, '"' | '\'' | '>' | '<' | ' ' | '=');
        if in_name && ends && !(matches!(char, '"' | '\'') && word.ends_with('=')) {
            in_name = false;
        }
        fixed.push(!in_name || ends);
        word.push(char);
        if char == '=' {
            in_name = !word.ends_with("string=") && !word.ends_with("type=");
        }
    }
    fixed
}

/// The beginnings of the marks of formats with tags, without the bracket and the slash.
const MARKS: [&str; 16] = [
    "tool_call",
    "seed:tool_call",
    "minimax:tool_call",
    "function",
    "dots_function_call",
    "parameter",
    "param",
    "arg_key",
    "arg_value",
    "tool_sep",
    "invoke",
    "｜DSML｜",
    "｜GCML｜",
    "steptml:",
    "atem:",
    "｜tool_call",
];

/// Returns the start and the end of each mark of a format with tags.
#[must_use]
pub fn find_marks(text: &str) -> Vec<(usize, usize)> {
    let mut marks = Vec::new();
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let tag = rest.strip_prefix('/').unwrap_or(rest);
        let is_token = tag.starts_with("|open|>") || tag.starts_with("|close|>");
        let end = if is_token {
            rest.find("<|sep|>").map(|end| end + "<|sep|>".len())
        } else {
            rest.find('>').map(|end| end + 1)
        };
        let is_nested = text[..at].ends_with("]<]minimax[>[");
        let is_mark = is_token || is_nested || MARKS.iter().any(|mark| tag.starts_with(mark));
        if let Some(end) = end.filter(|_| is_mark) {
            marks.push((at, at + 1 + end));
        }
    }
    marks
}

/// Marks of other formats that are neither tokens nor tags.
const WORDS: [&str; 9] = [
    "functools",
    ">>>",
    "**Tool Call:**",
    "[Calling tool:",
    "```json",
    "```tool_code",
    "Action:",
    "✿FUNCTION✿",
    "✿ARGS✿",
];

/// Returns the start and the end of each token, tag and word that may be a mark.
#[must_use]
pub fn find_other_marks(text: &str) -> Vec<(usize, usize)> {
    /// Maximum length of a token.
    const MAX: usize = 60;
    let is_token = |text: &str| text.contains(['|', '｜', '"']);
    let is_tag = |text: &str| {
        let name = text.trim_start_matches('/');
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | ' ' | '=');
        [
            "tool", "function", "start_", "end_", "escape", "longcat", "TOOL",
        ]
        .iter()
        .any(|start| name.starts_with(start))
            && name.chars().all(is_part)
    };
    let is_word = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_uppercase() || "_/".contains(c))
    };
    let mut marks = Vec::new();
    for (at, first) in text.char_indices() {
        let rest = &text[at..];
        let close = match first {
            '<' => '>',
            '[' => ']',
            _ => {
                let word = WORDS.iter().find(|word| rest.starts_with(**word));
                marks.extend(word.map(|word| (at, at + word.len())));
                continue;
            }
        };
        let inside = rest[1..].split([close, '\n']).next().unwrap_or("");
        let is_closed = rest[1 + inside.len()..].starts_with(close);
        let is_mark = match first {
            '<' => !inside.contains('<') && (is_token(inside) || is_tag(inside)),
            _ => inside.len() > 2 && is_word(inside),
        };
        if is_closed && is_mark && inside.len() < MAX {
            marks.push((at, at + inside.len() + 2));
        }
    }
    marks
}

#[test]
fn keeps_the_names_in_a_mark() {
    let forms = damage_mark("<a=bc>");
    for form in [
        "",
        "<a=bc><a=bc>",
        "<=bc>",
        "bc>",
        "<abc>",
        "<a=bc",
        "<a=bcx",
        "a<=bc>",
    ] {
        assert!(forms.iter().any(|known| known == form), "{form}: {forms:?}");
    }
    assert!(
        forms[2..].iter().all(|form| form.contains("bc")),
        "{forms:?}"
    );
    let forms = damage_mark("<p name=\"key\" string=\"true\">");
    assert!(
        forms[2..].iter().all(|form| form.contains("key")),
        "{forms:?}"
    );
    assert!(
        forms.iter().any(|form| form.ends_with("string=\"te\">")),
        "{forms:?}"
    );
}
