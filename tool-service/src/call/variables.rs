//! Variables in arguments.

use std::sync::LazyLock;

use serde_json::{Value, json};
use tool_core::{Arguments, Definition, Leniency};

use crate::ToolCall;

impl ToolCall {
    /// Resolves `${name}` in the strings of the arguments, at any depth. Use it in a function of
    /// [`ToolServiceBuilder::before`](crate::ToolServiceBuilder::before).
    ///
    /// A string that consists of one variable becomes the value of the variable, of any JSON type.
    /// Within a longer string, the value is inserted as text: a string directly, any other value as
    /// JSON. A name contains none of `$`, `{` and `}`. A variable without a value stays unchanged.
    /// Inserted values and keys are not searched for variables.
    ///
    /// The arguments are parsed before variables are resolved, and a value with quotes or braces
    /// only changes its own string. Text with a resolved variable is parsed with
    /// [`Leniency::Standard`], even for a strict tool. Its numbers are numbers of a [`Value`],
    /// which lose digits beyond the precision of an `f64`. Arguments that cannot be parsed stay
    /// unchanged, and the reader rejects them.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Arguments;
    /// use tool_service::ToolCall;
    ///
    /// let value = |name: &str| match name {
    ///     "PORT" => Some(json!(22)),
    ///     "USER" => Some(json!("ada\", \"admin\": \"")),
    ///     _ => None,
    /// };
    /// let raw = r#"{"port": "${PORT}", "url": "ssh://${USER}@host:${PORT}/${PATH}"}"#;
    /// let call = ToolCall::new("connect", raw).resolve_variables(value);
    /// let url = "ssh://ada\", \"admin\": \"@host:22/${PATH}";
    /// assert_eq!(call.arguments, Arguments::Value(json!({"port": 22, "url": url})));
    /// ```
    pub fn resolve_variables(mut self, mut value: impl FnMut(&str) -> Option<Value>) -> Self {
        match &mut self.arguments {
            Arguments::Value(arguments) => {
                resolve(arguments, &mut value);
            }
            Arguments::Text(text) if text.contains(START) => {
                let Some(mut arguments) = parse(text) else {
                    return self;
                };
                // Text without a resolved variable stays raw: the reader reports its repairs.
                if resolve(&mut arguments, &mut value) {
                    self.arguments = Arguments::Value(arguments);
                }
            }
            Arguments::Text(_) => {}
        }
        self
    }
}

const START: &str = "${";

/// Parses text like the reader does before it applies a schema.
fn parse(text: &str) -> Option<Value> {
    static ANY: LazyLock<Option<Definition>> =
        LazyLock::new(|| Definition::new("any", "", json!({"type": "object"})).ok());
    let reader = ANY.as_ref()?.reader().leniency(Leniency::Standard);
    Some(reader.read::<Value>(text).ok()?.value)
}

/// Resolves variables in place. Returns whether one was resolved.
fn resolve(value: &mut Value, of: &mut impl FnMut(&str) -> Option<Value>) -> bool {
    match value {
        Value::String(text) => match resolve_text(text, of) {
            Some(resolved) => {
                *value = resolved;
                true
            }
            None => false,
        },
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |any, item| resolve(item, of) | any),
        Value::Object(entries) => entries
            .values_mut()
            .fold(false, |any, entry| resolve(entry, of) | any),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns the string with its variables resolved, or `None` if no variable has a value.
fn resolve_text(text: &str, of: &mut impl FnMut(&str) -> Option<Value>) -> Option<Value> {
    let behind = text.strip_prefix(START);
    if let Some((name, "")) = behind.and_then(split_name) {
        return of(name);
    }
    let (mut made, mut rest, mut any) = (String::new(), text, false);
    while let Some((before, behind)) = rest.split_once(START) {
        made.push_str(before);
        let found = split_name(behind).and_then(|(name, after)| Some((of(name)?, after)));
        if let Some((value, after)) = found {
            match value {
                Value::String(value) => made.push_str(&value),
                value => made.push_str(&value.to_string()),
            }
            (rest, any) = (after, true);
        } else {
            made.push_str(START);
            rest = behind;
        }
    }
    made.push_str(rest);
    any.then_some(Value::String(made))
}

/// Splits the text into the name at its start and the text after the closing brace. The search
/// stops at a possible start of another variable. This keeps the time linear in the length of the
/// string.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(['$', '{', '}'])?;
    let after = text[end..].strip_prefix('}')?;
    Some((&text[..end], after))
}
