#[cfg(feature = "xml")]
mod element;
#[cfg(feature = "xml")]
mod form;

use super::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::XmlString,
        condition: "the place asks for it, by `#[tool(xml_string)]` or the hint of that name, and \
                    a string cannot stand there; the string is XML elements and nothing else (no \
                    attributes, no text beside them, no comments): of one name for an array, of \
                    different names for an object, which of both by the schema, at any depth; \
                    their text is decoded and then read by its own schema; with the feature `xml`",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}, "x-tool-xml-string": true}"#,
                r#""<item>a</item>\n<item>b &amp; c</item>""#,
                r#"["a", "b & c"]"#,
            ),
            Example::read(
                r#"{"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "x-tool-xml-string": true}"#,
                r#""<a>1</a><b>2</b>""#,
                r#"{"a": 1, "b": "2"}"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "object", "properties": {"old": {"type": "string"}, "new": {"type": "string"}}}, "x-tool-xml-string": true}"#,
                r#""<edit><old>a</old><new/></edit><edit><old><![CDATA[<b>]]></old></edit>""#,
                r#"[{"old": "a", "new": ""}, {"old": "<b>"}]"#,
            ),
            Example::kept(
                r#"{"type": "array", "items": {"type": "string"}, "x-tool-xml-string": true}"#,
                r#"["<a>&lt;</a>"]"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""<item>a</item><item>b</item>, c""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}, "x-tool-xml-string": true}"#,
                r#""<a>1</a><b>2</b>""#,
            ),
            Example::refused(
                r#"{"type": "object", "x-tool-xml-string": true}"#,
                r#""<a>1</a><a>2</a>""#,
            ),
            Example::refused(
                r#"{"type": "object", "x-tool-xml-string": true}"#,
                r#""<a n=\"1\">1</a>""#,
            ),
            Example::refused(
                r#"{"type": "object", "x-tool-xml-string": true}"#,
                r#""<a>1</a> and <b>2</b>""#,
            ),
            Example::refused(
                r#"{"type": "object", "x-tool-xml-string": true}"#,
                r#""<a>1</a><!-- 2 -->""#,
            ),
            Example::refused(
                r#"{"type": "object", "x-tool-xml-string": true}"#,
                r#""<a><b>1</b></a>""#,
            ),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply,
    alone: false,
};

#[cfg(feature = "xml")]
fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    use crate::issue::JsonType;

    match tree {
        Tree::String(text) if !place.allowed.contains(JsonType::String) => {
            let elements = element::read(text, &place.limits)?;
            form::Forms::of_place(place).read(elements)
        }
        _ => None,
    }
}

/// Unreachable: without the feature, a schema that asks for the rule is refused.
#[cfg(not(feature = "xml"))]
fn apply<'t>(_: &Tree<'t>, _: &Place<'_>) -> Option<Tree<'t>> {
    None
}
