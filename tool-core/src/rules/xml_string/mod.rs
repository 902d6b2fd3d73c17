#[cfg(feature = "xml")]
mod element;
#[cfg(feature = "xml")]
mod form;

use super::{Activation, Apply, RuleContext, ValueRule};
use crate::issue::{IssueKind, Rule, TypeSet};
use crate::rules::info::{RuleInfo, keeps, reads, refuses};
use crate::rules::schemas::{STRINGS, XML_OBJECT, XML_STRINGS};
use crate::tree::Tree;

pub(super) const XML_STRING: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    is_requested: |child| child.xml_string,
    activation: Activation::OnRequest,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::XmlString,
            condition: "Reads a string of XML elements as an array or object. The field \
                        must request the rule by `#[tool(xml_string)]` or the hint \
                        `x-tool-xml-string`. The schema must not allow a string at that \
                        place. The rule needs the feature `xml`.\n\n\
                        - The string contains only elements, without attributes, text \
                        between them, or comments. An XML declaration and a code fence around \
                        them are dropped.\n\
                        - For an array, all elements have the same name. For an object, the \
                        names differ; only an array may repeat its name. The schema decides \
                        between the two, at every depth.\n\
                        - A single outer element with the name of the field contains the whole \
                        value. If another element could be the list or its only item, the string \
                        is rejected.\n\
                        - The text of an element loses one line break at each end. Entities of \
                        XML are decoded; any other `&` and `<` in it is text. It is then read by \
                        the schema of that element.",
            examples: &[
                reads(
                    XML_STRINGS,
                    r#""<item>a</item>\n<item>b &amp; c</item>""#,
                    r#"["a", "b & c"]"#,
                ),
                reads(
                    r#"{"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "x-tool-xml-string": true}"#,
                    r#""<a>1</a><b>2</b>""#,
                    r#"{"a": 1, "b": "2"}"#,
                ),
                reads(
                    r#"{"type": "array", "items": {"type": "object", "properties": {"old": {"type": "string"}, "new": {"type": "string"}}}, "x-tool-xml-string": true}"#,
                    r#""<edit><old>a</old><new/></edit><edit><old><![CDATA[<b>]]></old></edit>""#,
                    r#"[{"old": "a", "new": ""}, {"old": "<b>"}]"#,
                ),
                reads(
                    XML_STRINGS,
                    r#""<url>https://a.b/?c=1&d=2</url>""#,
                    r#"["https://a.b/?c=1&d=2"]"#,
                ),
                reads(
                    XML_STRINGS,
                    r#""<code>\nif (a < b) {\n</code>""#,
                    r#"["if (a < b) {"]"#,
                ),
                keeps(XML_STRINGS, r#"["<a>&lt;</a>"]"#),
                refuses(XML_STRINGS, r#""<list></list>""#),
                refuses(XML_STRINGS, r#""<list><a>1</a><a>2</a></list>""#),
                refuses(STRINGS, r#""<item>a</item><item>b</item>, c""#),
                refuses(XML_STRINGS, r#""<a>1</a><b>2</b>""#),
                refuses(XML_OBJECT, r#""<a>1</a><a>2</a>""#),
                refuses(XML_OBJECT, r#""<a n=\"1\">1</a>""#),
                refuses(XML_OBJECT, r#""<a>1</a> and <b>2</b>""#),
                refuses(XML_OBJECT, r#""<a>1</a><!-- 2 -->""#),
                refuses(XML_OBJECT, r#""<a><b>1</b></a>""#),
            ],
        },
        Apply::Value(read_xml),
    )
};

#[cfg(feature = "xml")]
fn read_xml<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    read_elements(tree, context)?.ok()
}

#[cfg(feature = "xml")]
fn read_elements(tree: &Tree<'_>, context: &RuleContext<'_>) -> Option<form::Reading> {
    use crate::issue::JsonType;

    match tree {
        Tree::String(text) if !context.allowed.contains(JsonType::String) => {
            let forms = form::CandidateSchemas::new(context.plan, vec![context.child.node]);
            let field = context.field.as_deref().unwrap_or_default();
            Some(forms.read(text, field, &context.limits))
        }
        _ => None,
    }
}

/// Returns the reason why a text of elements cannot be read.
#[cfg(feature = "xml")]
pub(super) fn find_fault(tree: &Tree<'_>, context: &RuleContext<'_>) -> Option<IssueKind> {
    match read_elements(tree, context)?.err()? {
        form::XmlReason::Fault(fault) => Some(IssueKind::InvalidXml {
            reason: fault.describe()?,
        }),
        form::XmlReason::Ambiguous(first, second) => Some(IssueKind::Ambiguous {
            readings: vec![first.into_value(), second.into_value()],
        }),
    }
}

/// Unreachable: without the feature, a schema that requests the rule is rejected.
#[cfg(not(feature = "xml"))]
fn read_xml<'t>(_: &Tree<'t>, _: &RuleContext<'_>) -> Option<Tree<'t>> {
    None
}

#[cfg(not(feature = "xml"))]
pub(super) fn find_fault(_: &Tree<'_>, _: &RuleContext<'_>) -> Option<IssueKind> {
    None
}
