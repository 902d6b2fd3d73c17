use serde_json::{Map, Value};

use super::Partial;
use crate::tool::Tool;

/// A tool with a type for its partial arguments. The attribute `#[tool(partial)]` implements it.
///
/// The partial type of `EditFile` is `EditFilePartial`. It has the same fields, and each of them is
/// an `Option`. `#[tool(partial(Debug, Clone))]` also derives these traits. `Default` is always
/// derived.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::answer::AnswerStream;
/// use tool_core::call::Api;
///
/// /// Write a file.
/// #[derive(Debug, Tool)]
/// #[tool(partial(Debug, PartialEq))]
/// struct WriteFile {
///     path: String,
///     mode: Option<u32>,
///     text: String,
/// }
///
/// let mut stream = AnswerStream::new(Api::OpenAiChat);
/// stream.push(
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "1", "function":
///         {"name": "write_file", "arguments": "{\"path\": \"/a\", \"mode\": \"420\", \"text\": \"Hel"}}]}}]}"#,
/// )?;
/// let call = stream.partial().next().unwrap();
/// let known = call.read::<WriteFile>();
/// // The text may still grow.
/// assert_eq!(known, WriteFilePartial { path: Some("/a".into()), mode: Some(420), text: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PartialTool: Tool {
    /// The type with the known arguments.
    type Partial: Tool + Default;
}

impl Partial<'_> {
    /// Reads the complete fields of an object with the rules of the tool. Omits a field that is
    /// incomplete or that cannot be read. Checks and preprocessing do not run.
    #[must_use]
    pub fn read<T: PartialTool>(self) -> T::Partial {
        let complete = self.entries().filter(|(_, value)| value.is_complete());
        let complete = complete.map(|(key, value)| (key.to_owned(), value.to_value()));
        let fields: Map<_, _> = complete.collect();
        read_fields::<T>(&fields).unwrap_or_else(|| {
            let is_read = |key: &str, value: &Value| {
                let alone = Map::from_iter([(key.to_owned(), value.clone())]);
                read_fields::<T>(&alone).is_some()
            };
            let read = fields.iter().filter(|(key, value)| is_read(key, value));
            let read: Map<_, _> = read
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            read_fields::<T>(&read).unwrap_or_default()
        })
    }
}

fn read_fields<T: PartialTool>(fields: &Map<String, Value>) -> Option<T::Partial> {
    T::Partial::parse(&Value::Object(fields.clone())).ok()
}
