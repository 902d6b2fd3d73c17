//! The calls of a format as its models write them, for grammars.

use super::format::Format;

/// The form of the calls of a format.
pub(crate) struct CallGrammar {
    pub(crate) format: Format,
    /// The text before the first call.
    pub(crate) open: &'static str,
    /// The template of a call. Its guillemets contain `name`, `quoted` (the name as a JSON string),
    /// `arguments`, or a GBNF expression, such as the number of the call. After a question mark, the
    /// text of the expression may be absent: structural tags leave it out.
    pub(crate) call: &'static str,
    /// The text between two calls. `None` if a turn has one call.
    pub(crate) between: Option<&'static str>,
    /// The text after the last call.
    pub(crate) close: &'static str,
    pub(crate) arguments: ArgumentStyle,
}

/// The style of the arguments.
pub(crate) enum ArgumentStyle {
    /// An object of JSON.
    Json,
    /// Gemma's braces, and those of `FunctionGemma`.
    Gemma,
    FunctionGemma,
    /// `a=1, b="x"`.
    Keywords,
    /// One tag after another.
    Tags(TaggedArguments),
}

/// Arguments in tags, one after another.
pub(crate) struct TaggedArguments {
    /// The beginning of the names of its rules.
    pub(crate) name: &'static str,
    /// The text before the key of an argument.
    pub(crate) open: &'static str,
    /// The text after the key.
    pub(crate) after_key: &'static str,
    /// The mark of the type, and the text after it.
    pub(crate) mark: TypeMark,
    pub(crate) close: ClosingTag,
    pub(crate) texts: TextStyle,
    /// The texts that do not occur in a value, since a reader could take them for the end.
    pub(crate) marks: &'static [&'static str],
}

/// The type of an argument in its tag.
pub(crate) enum TypeMark {
    Absent,
    /// `true` for a text and `false` for JSON, with the text after it.
    IsText(&'static str),
    /// The JSON type, with the text after it.
    Type(&'static str),
}

/// The text after the value of an argument.
pub(crate) enum ClosingTag {
    Text(&'static str),
    /// The texts before and after the key. The values nest: members and items are tags, too.
    Named(&'static str, &'static str),
    /// The same, and values other than texts are JSON.
    NamedJson(&'static str, &'static str),
}

/// The way in which a text value is written.
#[derive(PartialEq, Eq)]
pub(crate) enum TextStyle {
    Plain,
    /// A text with marks is written as CDATA.
    Cdata,
    /// In the quotes of JSON.
    Quoted,
}

/// Creates tags without a mark of the type and without CDATA: the name of the rules, the texts before
/// and after the key, the text after the value, and the marks.
pub(super) const fn tagged(
    name: &'static str,
    open: &'static str,
    after_key: &'static str,
    close: ClosingTag,
    marks: &'static [&'static str],
) -> TaggedArguments {
    TaggedArguments {
        name,
        open,
        after_key,
        mark: TypeMark::Absent,
        close,
        texts: TextStyle::Plain,
        marks,
    }
}

impl TaggedArguments {
    pub(super) const fn marked(mut self, mark: TypeMark) -> Self {
        self.mark = mark;
        self
    }

    pub(super) const fn with_texts(mut self, texts: TextStyle) -> Self {
        self.texts = texts;
        self
    }
}
