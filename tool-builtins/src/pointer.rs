use serde_json::Value;

/// Parses a path: a JSON Pointer, which begins with a slash, or a name.
pub(super) fn parse_path(path: &str) -> Vec<String> {
    let unescaped = |step: &str| step.replace("~1", "/").replace("~0", "~");
    match path.strip_prefix('/') {
        Some(pointer) => pointer.split('/').map(unescaped).collect(),
        None if path.is_empty() => Vec::new(),
        None => vec![path.to_owned()],
    }
}

/// Writes steps as a JSON Pointer.
pub(super) fn write_pointer<S: AsRef<str>>(steps: &[S]) -> String {
    let escaped = |step: &S| format!("/{}", step.as_ref().replace('~', "~0").replace('/', "~1"));
    steps.iter().map(escaped).collect()
}

/// Parses an index in its canonical form.
pub(super) fn parse_index(step: &str) -> Option<usize> {
    let index = step.parse::<usize>().ok()?;
    (index.to_string() == step).then_some(index)
}

/// Finds the value at a path.
pub(super) fn look_up<'a>(value: &'a Value, steps: &[String]) -> Option<&'a Value> {
    steps
        .iter()
        .try_fold(value, |value, step| step_into(value, step))
}

/// Finds the value one step deeper.
pub(super) fn step_into<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Object(entries) => entries.get(step),
        Value::Array(items) => items.get(parse_index(step)?),
        _ => None,
    }
}
