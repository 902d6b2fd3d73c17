use serde_json::{Value, json};

/// The result of a call, for the model.
///
/// ```
/// use tool_core::answer::CallResult;
/// use tool_core::json;
///
/// let found = CallResult::json(json!({"files": 3}));
/// let failed = CallResult::error("file not found: a.txt");
/// assert!(!found.is_error && failed.is_error);
/// let shown = CallResult::text("the page").and_image("image/png", "iVBORw0KGgo=");
/// assert_eq!(shown.content.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallResult {
    /// The parts, in the order in which the model reads them.
    pub content: Vec<Content>,
    /// `true` if the call failed. APIs without such a flag receive only the text.
    pub is_error: bool,
    /// `true` if [`Answer::results`](crate::answer::Answer::results) sends the texts unchanged.
    pub is_verbatim: bool,
}

/// A part of a [`CallResult`].
///
/// ```
/// use tool_core::answer::{CallResult, Content};
///
/// let result = CallResult::error("file not found");
/// assert_eq!(result.content, [Content::Text("file not found".into())]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// A JSON value. APIs that accept only text receive its JSON text.
    Json(Value),
    /// An image. APIs that accept no image in a result receive a line of text instead.
    Image {
        /// Its media type, such as `image/png`.
        media_type: String,
        /// Its bytes in base64.
        data: String,
    },
    /// A block in the format of the API, such as a document. APIs whose results are lists of blocks
    /// receive it, and other APIs receive its JSON text.
    Block(Value),
}

impl CallResult {
    fn new(content: Content, is_error: bool) -> Self {
        Self {
            content: vec![content],
            is_error,
            is_verbatim: false,
        }
    }

    /// Keeps markers of calls and control tokens in the texts. By default,
    /// [`Answer::results`](crate::answer::Answer::results) [neutralizes](crate::text::neutralize) them,
    /// because a page or a file may forge a call or the end of the turn.
    ///
    /// ```
    /// use tool_core::answer::CallResult;
    ///
    /// // The model edits this file, so it needs the exact text.
    /// assert!(CallResult::text("<|im_start|>").verbatim().is_verbatim);
    /// ```
    #[must_use]
    pub fn verbatim(mut self) -> Self {
        self.is_verbatim = true;
        self
    }

    /// Creates a result from text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Content::Text(text.into()), false)
    }

    /// Creates a result from a JSON value.
    #[must_use]
    pub fn json(value: Value) -> Self {
        Self::new(Content::Json(value), false)
    }

    /// Creates the result of a failed call, from an error message for the model.
    pub fn error(text: impl Into<String>) -> Self {
        Self::new(Content::Text(text.into()), true)
    }

    /// Adds text.
    #[must_use]
    pub fn and_text(mut self, text: impl Into<String>) -> Self {
        self.content.push(Content::Text(text.into()));
        self
    }

    /// Adds a block in the format of the API.
    #[must_use]
    pub fn and_block(mut self, block: Value) -> Self {
        self.content.push(Content::Block(block));
        self
    }

    /// Adds an image: its media type, and its bytes in base64.
    #[must_use]
    pub fn and_image(mut self, media_type: impl Into<String>, data: impl Into<String>) -> Self {
        self.content.push(Content::Image {
            media_type: media_type.into(),
            data: data.into(),
        });
        self
    }

    /// Returns the only value, if the result is one JSON value.
    pub(super) fn as_json(&self) -> Option<&Value> {
        match &*self.content {
            [Content::Json(value)] => Some(value),
            _ => None,
        }
    }

    /// Returns all parts as one text, joined with line breaks.
    pub(super) fn to_text(&self) -> String {
        let lines: Vec<_> = self.content.iter().map(Content::to_text).collect();
        lines.join("\n")
    }

    /// Returns all parts as one text, or as blocks if there is more than text. A block with text has
    /// this type, and `write_image` makes a block from the media type and the data of an image.
    pub(super) fn to_text_or(&self, kind: &str, write_image: fn(&str, &str) -> Value) -> Value {
        let is_text = |part: &Content| matches!(part, Content::Text(_) | Content::Json(_));
        if self.content.iter().all(is_text) {
            return self.to_text().into();
        }
        let blocks = self.content.iter().map(|part| match part {
            Content::Image { media_type, data } => write_image(media_type, data),
            Content::Block(block) => block.clone(),
            other => json!({"type": kind, "text": other.to_text()}),
        });
        blocks.collect()
    }
}

impl Content {
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Json(value) | Self::Block(value) => value.to_string(),
            Self::Image { media_type, .. } => {
                format!("({media_type}: this API takes no image in a result)")
            }
        }
    }
}

impl From<String> for CallResult {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<Value> for CallResult {
    fn from(value: Value) -> Self {
        Self::json(value)
    }
}
