use serde_json::Value;

/// The steps of a path: of a JSON Pointer, which begins with a slash, or the one of a name.
pub(super) fn steps(path: &str) -> Vec<String> {
    let unescaped = |step: &str| step.replace("~1", "/").replace("~0", "~");
    match path.strip_prefix('/') {
        Some(pointer) => pointer.split('/').map(unescaped).collect(),
        None if path.is_empty() => Vec::new(),
        None => vec![path.to_owned()],
    }
}

/// The pointer of steps.
pub(super) fn pointer<S: AsRef<str>>(steps: &[S]) -> String {
    let escaped = |step: &S| format!("/{}", step.as_ref().replace('~', "~0").replace('/', "~1"));
    steps.iter().map(escaped).collect()
}

/// The index that a step into an array is, in the one way in which it is written.
pub(super) fn index(step: &str) -> Option<usize> {
    let index = step.parse::<usize>().ok()?;
    (index.to_string() == step).then_some(index)
}

/// The value inside of another.
pub(super) fn look_up<'a>(value: &'a Value, steps: &[String]) -> Option<&'a Value> {
    steps
        .iter()
        .try_fold(value, |value, step| into(value, step))
}

/// The value one step inside of another.
pub(super) fn into<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Object(entries) => entries.get(step),
        Value::Array(items) => items.get(index(step)?),
        _ => None,
    }
}
