//! XML in a string, for fields with the rule.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use schemars::schema_for;
use serde_json::{Value, json};
use tests::{describe, read};
use tool_core::{Definition, Leniency, Limits, Tool, ToolArg};

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Asked {
    #[tool(xml_string)]
    texts: Vec<String>,
    #[tool(xml_string)]
    numbers: Option<Vec<u8>>,
    #[tool(xml_string)]
    edits: Vec<Edit>,
    #[tool(xml_string)]
    map: BTreeMap<String, bool>,
    #[tool(xml_string)]
    shape: Option<Shape>,
    #[tool(json_string, xml_string)]
    both: Vec<u8>,
    plain: Vec<Edit>,
}

#[derive(Debug, Default, ToolArg)]
#[serde(default)]
struct Edit {
    old_text: String,
    lines: Vec<u32>,
    limit: Option<u32>,
    any: Value,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Circle { radius: f64 },
    Path { points: Vec<Point> },
    Group { points: BTreeMap<String, Point> },
}

#[derive(Debug, ToolArg)]
struct Point {
    x: i32,
    y: i32,
}

/// Returns the result of XML in one of the fields.
fn field(name: &str, xml: &str) -> String {
    read::<Asked>(&json!({name: xml}).to_string())
}

/// Returns only the value as JSON, or the issue.
fn value(name: &str, xml: &str) -> String {
    let raw = json!({name: xml}).to_string();
    match Asked::definition().parse(&raw) {
        Ok(value) => value[name].to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn elements_with_one_name_become_an_array() {
    assert_snapshot!(field("texts", "<item>a</item>\n  <item> b </item><item/>"), @r#"
    Asked { texts: ["a", " b ", ""], numbers: None, edits: [], map: {}, shape: None, both: [], plain: [] }
    ~ texts xml_string: "<item>a</item>\n  <item> b </item><item/>" -> ["a"," b ",""]
    "#);
    assert_snapshot!(field("numbers", "<n>1</n><n>2</n>"), @r#"
    Asked { texts: [], numbers: Some([1, 2]), edits: [], map: {}, shape: None, both: [], plain: [] }
    ~ numbers xml_string: "<n>1</n><n>2</n>" -> ["1","2"]
    ~ numbers[0] string_to_number: "1" -> 1
    ~ numbers[1] string_to_number: "2" -> 2
    "#);
    assert_eq!(value("texts", "<any-name.2>a</any-name.2>"), r#"["a"]"#);
    assert_eq!(value("texts", "\n<é>a</é >\n"), r#"["a"]"#);
}

#[test]
fn elements_with_different_names_become_an_object() {
    assert_snapshot!(field("map", "<a>true</a><b>no</b>"), @r#"
    Asked { texts: [], numbers: None, edits: [], map: {"a": true, "b": false}, shape: None, both: [], plain: [] }
    ~ map xml_string: "<a>true</a><b>no</b>" -> {"a":"true","b":"no"}
    ~ map.a to_boolean: "true" -> true
    ~ map.b to_boolean: "no" -> false
    "#);
    assert_eq!(value("map", "<a>true</a>"), r#"{"a":true}"#);
}

#[test]
fn schema_determines_the_types_inside_xml() {
    assert_snapshot!(field("edits", "<edit><oldText>a</oldText><lines><n>1</n></lines></edit>"), @r#"
    Asked { texts: [], numbers: None, edits: [Edit { old_text: "a", lines: [1], limit: None, any: Null }], map: {}, shape: None, both: [], plain: [] }
    ~ edits xml_string: "<edit><oldText>a</oldText><lines><n>1</n></lines></edit>" -> [{"oldText":"a","lines":["1"]}]
    ~ edits[0].lines[0] string_to_number: "1" -> 1
    ~ edits[0].old_text property_name: "oldText" -> "old_text"
    "#);
    assert_snapshot!(field("shape", "<kind>path</kind><points><p><x>1</x><y>-2</y></p></points>"), @r#"! shape invalid_xml {"reason":"the elements are both an array and an object; write JSON instead"} got "<kind>path</kind><points><p><x>1</x><y>…"#);
    assert_eq!(
        value("edits", "<e><any><a>1</a><b><c/><c/></b></any></e>"),
        r#"[{"any":{"a":"1","b":["",""]}}]"#
    );
    // One of two forms takes an array, and the other an object.
    let two = "<kind>path</kind><points><p><x>1</x><y>2</y></p><p><x>1</x><y>2</y></p></points>";
    assert_eq!(
        value("shape", two),
        r#"{"kind":"path","points":[{"x":1,"y":2},{"x":1,"y":2}]}"#
    );
}

#[test]
fn xml_text_is_decoded_once() {
    assert_eq!(
        value(
            "texts",
            "<t>a &lt;b&gt; &amp;amp; &quot;&apos;&#65;&#x42;</t>"
        ),
        r#"["a <b> &amp; \"'AB"]"#
    );
    assert_eq!(
        value("texts", "<t> <![CDATA[<b>&amp;]]>\r\n</t>"),
        r#"["<b>&amp;"]"#
    );
    // Other places do not decode XML, and JSON in a string is not XML.
    let sent = json!({"texts": ["&lt;", "<t>a</t>"]}).to_string();
    assert_snapshot!(read::<Asked>(&sent), @r#"Asked { texts: ["&lt;", "<t>a</t>"], numbers: None, edits: [], map: {}, shape: None, both: [], plain: [] }"#);
}

#[test]
fn text_outside_elements_and_attributes_are_issues() {
    for sent in [
        "<item>a</item> b",
        "a <item>a</item>",
        "<item>a</item><!-- b -->",
        "<item n='1'>a</item>",
        "<item n>a</item>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><item>&b;</item>",
        "<item>a</item><item>b",
        "<item>a</item><item>b</ite",
        "<item>a</item></item>",
        "<item>a</other>",
        "<1>a</1>",
        "<a:b>a</a:b>",
        "<>a</>",
        "<item>a</item><other>b</other>",
        "<a>1</a>, <b>2</b>",
        "<a>1</a>\n<b>2</b>",
    ] {
        for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
            let reader = Asked::definition().reader().leniency(leniency);
            let raw = json!({"edits": sent, "texts": sent}).to_string();
            let error = reader.read::<Asked>(&raw);
            let paths: Vec<_> = match &error {
                Ok(reading) => panic!("{sent:?}: {reading:?}"),
                Err(error) => error
                    .issues()
                    .iter()
                    .map(|issue| issue.path.to_string())
                    .collect(),
            };
            assert!(paths.contains(&"edits".to_owned()), "{sent:?}: {paths:?}");
        }
    }
    assert_snapshot!(field("texts", "<item>a</item><other>b</other>"), @r#"! texts type {"expected":["array"],"shape":"array of strings"} got "<item>a</item><other>b</other>""#);
}

#[test]
fn text_of_an_element_is_raw() {
    for (sent, expected) in [
        (
            "<t>https://a.b/?x=1&y=2</t>",
            json!(["https://a.b/?x=1&y=2"]),
        ),
        ("<t>if (a < b) {</t>", json!(["if (a < b) {"])),
        ("<t>x && y</t><t>a <= b</t>", json!(["x && y", "a <= b"])),
        ("<t>Vec<String></t><t>b</t>", json!(["Vec<String>", "b"])),
        ("<t>a<br/>b</t>", json!(["a<br/>b"])),
        ("<t>a &nbsp; &b; c &#0;</t>", json!(["a &nbsp; &b; c &#0;"])),
        ("<t>\nhttps://a\n</t>", json!(["https://a"])),
        ("<t>\n\n  a\n\n</t>", json!(["\n  a\n"])),
        ("<?xml version=\"1.0\"?>\n<t>a</t>", json!(["a"])),
        ("```xml\n<t>a</t>\n```", json!(["a"])),
        ("<texts>x</texts><texts>y</texts>", json!(["x", "y"])),
        ("<texts>x</texts>", json!(["x"])),
    ] {
        assert_eq!(value("texts", sent), expected.to_string(), "{sent}");
    }
}

#[test]
fn element_named_like_the_field_contains_the_value() {
    for (name, sent, expected) in [
        ("texts", "<texts></texts>", json!([])),
        ("texts", "<texts/>", json!([])),
        ("texts", "<Texts>\n</Texts>", json!([])),
        ("texts", "<texts><t>a</t></texts>", json!(["a"])),
        (
            "texts",
            "<texts>\n<t>a</t>\n<t>b</t>\n</texts>",
            json!(["a", "b"]),
        ),
        ("texts", "<texts>[\"a\", \"b\"]</texts>", json!(["a", "b"])),
        ("numbers", "<numbers></numbers>", json!([])),
        ("numbers", "<numbers><n>1</n></numbers>", json!([1])),
        (
            "edits",
            "<edits><edit><old_text>a</old_text></edit><edit><limit>1</limit></edit></edits>",
            json!([{"old_text": "a"}, {"limit": 1}]),
        ),
        (
            "edits",
            "<edits><lines><n>1</n></lines></edits>",
            json!([{"lines": [1]}]),
        ),
        (
            "edits",
            "<edits><old_text>a</old_text><limit>1</limit></edits>",
            json!([{"old_text": "a", "limit": 1}]),
        ),
        (
            "edits",
            "<edit><lines></lines></edit>",
            json!([{"lines": []}]),
        ),
        (
            "map",
            "<map><a>true</a><b>no</b></map>",
            json!({"a": true, "b": false}),
        ),
    ] {
        assert_eq!(value(name, sent), expected.to_string(), "{name} {sent}");
    }
}

#[test]
fn says_why_xml_is_not_read() {
    let said = |name: &str, sent: &str| value(name, sent).replace(INSTRUCTION, "");
    assert_snapshot!(said("texts", "<list></list>"), @r#"texts: can be read as [""] or as []; send one of them"#);
    assert_snapshot!(said("texts", "<list><t>a</t><t>b</t></list>"), @r#"texts: can be read as ["<t>a</t><t>b</t>"] or as ["a","b"]; send one of them"#);
    assert_snapshot!(said("texts", "<t>a</t><t>b"), @r#"texts: not valid XML: the element <t> is not closed by </t>"#);
    assert_snapshot!(said("edits", "<edit><old_text>a</edit>"), @r#"edits: not valid XML: the element <old_text> is not closed by </old_text>"#);
    assert_snapshot!(said("texts", "<t n=\"1\">a</t>"), @r#"texts: not valid XML: the tag <t> has attributes; use elements instead"#);
    assert_snapshot!(said("texts", "<t>a</t>, <t>b</t>"), @r#"texts: not valid XML: there is text between elements: ", <t>b</t>""#);
    assert_snapshot!(said("edits", "<edit>a < b</edit>"), @r#"edits[0]: expected object, got string"#);
    assert_snapshot!(said("edits", "<edit><old_text>a</old_text> < 3</edit>"), @r#"edits: not valid XML: "< 3" is not a tag; write < as &lt; between elements"#);
    assert_snapshot!(said("texts", "<t>a</t><!-- b -->"), @r#"texts: not valid XML: "<!-- b -->" is not a tag; write < as &lt; between elements"#);
    assert_snapshot!(said("texts", "<t>a</t><u>b</u>"), @r#"texts: expected array of strings, got string"#);
}

const INSTRUCTION: &str = "Please rewrite the input with valid arguments. Errors: ";

#[test]
fn blank_text_is_not_an_empty_list() {
    let place = json!({"type": "array", "x-tool-xml-string": true});
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
    for sent in ["", "  ", "\n"] {
        assert!(definition.parse(&json!({"x": sent}).to_string()).is_err());
    }
}

#[test]
fn xml_with_array_and_object_readings_is_rejected() {
    for sent in [
        "<e><any><a>1</a></any></e>",
        "<e><unknown><b>a</b></unknown></e>",
    ] {
        let said = value("edits", sent).replace(INSTRUCTION, "");
        assert_eq!(
            said,
            "edits: not valid XML: the elements are both an array and an object; write JSON instead"
        );
    }
    let said = field("edits", "<e><any><a>1</a><a>2</a><b>3</b></any></e>");
    assert!(said.starts_with("! edits type "), "{said}");
    // Only an array may repeat its name.
    assert_eq!(
        value(
            "edits",
            "<e><old_text>a</old_text><lines>1</lines><lines>2</lines></e>"
        ),
        r#"[{"old_text":"a","lines":[1,2]}]"#
    );
    let said = field(
        "edits",
        "<e><old_text>a</old_text><old_text>b</old_text></e>",
    );
    assert!(said.starts_with("! edits "), "{said}");
}

#[test]
fn faults_inside_xml_are_reported_at_their_paths() {
    assert_snapshot!(field("numbers", "<n>1</n><n>300</n><n>many</n>"), @r#"
    ! numbers[1] out_of_range {"format":"uint8","minimum":0,"maximum":255} got "300"
    ! numbers[2] type {"expected":["integer"]} got "many"
    "#);
    assert_snapshot!(field("edits", "<e><limit>soon</limit><old>a</old></e>"), @r#"
    ! edits[0].limit type {"expected":["integer","null"]} got "soon"
    ! edits[0].old unknown_key {"nearest":"old_text"} got "a"
    "#);
    assert_snapshot!(field("shape", "<kind>square</kind><radius>1</radius>"), @r#"! shape.kind enum {"members":["circle","path","group"]} got "square""#);
}

#[test]
fn strict_mode_reads_enabled_xml_and_its_scalars() {
    let strict = |name: &str, xml: &str| {
        let reader = Asked::definition().reader().leniency(Leniency::Strict);
        describe(reader.read::<Asked>(&json!({name: xml}).to_string()))
    };
    assert_snapshot!(strict("numbers", "<n>1</n>"), @r#"
    Asked { texts: [], numbers: Some([1]), edits: [], map: {}, shape: None, both: [], plain: [] }
    ~ numbers xml_string: "<n>1</n>" -> ["1"]
    ~ numbers[0] string_to_number: "1" -> 1
    "#);
    assert_snapshot!(strict("edits", "<e><old_text>a</old_text><limit>null</limit></e>"), @r#"
    Asked { texts: [], numbers: None, edits: [Edit { old_text: "a", lines: [], limit: None, any: Null }], map: {}, shape: None, both: [], plain: [] }
    ~ edits xml_string: "<e><old_text>a</old_text><limit>null</limit></e>" -> [{"old_text":"a","limit":"null"}]
    ~ edits[0].limit text_to_null: "null" -> null
    "#);
    assert_snapshot!(strict("edits", "<e><oldText>a</oldText></e>"), @r#"! edits[0].oldText unknown_key {"nearest":"old_text"} got "a""#);
    assert_snapshot!(strict("both", "[\"1\"]"), @r#"! both[0] type {"expected":["integer"]} got "1""#);
    assert_snapshot!(strict("plain", "<e><old_text>a</old_text></e>"), @r#"! plain type {"expected":["array"],"shape":"array of {old_text?, lines?, limit?, …}"} got "<e><old_text>a</old_text></e>""#);
}

#[test]
fn strict_mode_rejects_misspelled_members_inside_xml() {
    let place = json!({"type": "array", "items": {"enum": ["red"]}, "x-tool-xml-string": true});
    let schema = json!({"type": "object", "properties": {"x": place}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let sent = json!({"x": "<c>Red</c>"}).to_string();
    let read = |leniency| definition.reader().leniency(leniency).read::<Value>(&sent);
    assert!(read(Leniency::Strict).is_err());
    let reading = read(Leniency::Standard).expect("a call");
    assert_eq!(reading.value, json!({"x": ["red"]}));
}

#[test]
fn xml_is_rejected_without_its_attribute() {
    let sent = json!({"plain": "<e><old_text>a</old_text></e>"}).to_string();
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        let reader = Asked::definition().reader().leniency(leniency);
        let error = reader.read::<Asked>(&sent).expect_err("text is no array");
        assert_eq!(error.issues()[0].path.to_string(), "plain");
    }
}

#[test]
fn field_can_enable_json_and_xml() {
    assert_snapshot!(field("both", "<n>1</n>"), @r#"
    Asked { texts: [], numbers: None, edits: [], map: {}, shape: None, both: [1], plain: [] }
    ~ both xml_string: "<n>1</n>" -> ["1"]
    ~ both[0] string_to_number: "1" -> 1
    "#);
    assert_snapshot!(field("both", "[1]"), @r#"
    Asked { texts: [], numbers: None, edits: [], map: {}, shape: None, both: [1], plain: [] }
    ~ both json_string: "[1]" -> [1]
    "#);
}

#[test]
fn limits_apply_inside_xml() {
    let node = json!({"type": "array", "items": {"$ref": "#/$defs/Node"}});
    let place = json!({"$ref": "#/$defs/Node", "x-tool-xml-string": true});
    let schema = json!({"type": "object", "properties": {"x": place}, "$defs": {"Node": node}});
    let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
    let is_too_deep = |depth: usize| {
        let xml = format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
        definition
            .parse(&json!({"x": xml}).to_string())
            .unwrap_err()
            .issues()
            .len()
            == 1
    };
    assert!([130, 200, 100_000].into_iter().all(is_too_deep));
    let many = json!({"texts": "<a/>".repeat(1000)}).to_string();
    let reader = Asked::definition().reader();
    assert!(reader.read::<Asked>(&many).is_ok());
    assert!(
        reader
            .limits(Limits::default().nodes(500))
            .read::<Asked>(&many)
            .is_err()
    );
    let deep = json!({"edits": "<e><any><a/><b><c/><c/></b></any></e>"}).to_string();
    assert!(
        reader
            .limits(Limits::default().depth(6))
            .read::<Asked>(&deep)
            .is_ok()
    );
    assert!(
        reader
            .limits(Limits::default().depth(3))
            .read::<Asked>(&deep)
            .is_err()
    );
}

#[test]
fn schema_does_not_show_the_xml_attribute() {
    assert!(!schema_for!(Asked).to_value().to_string().contains("x-tool"));
    assert!(!Asked::definition().schema().to_string().contains("x-tool"));
}

#[test]
fn given_schema_enables_xml_by_keyword() {
    let given = |place: &Value| {
        let schema = json!({"type": "object", "properties": {"x": place}});
        Definition::new("tool", "A tool.", schema)
    };
    let place =
        json!({"type": ["array", "null"], "items": {"type": "integer"}, "x-tool-xml-string": true});
    let definition = given(&place).expect("a usable schema");
    let read = definition.parse(r#"{"x": "<n>1</n>"}"#).expect("it reads");
    assert_eq!(read, json!({"x": [1]}));
    assert!(!definition.schema().to_string().contains("x-tool"));
    let place = json!({"type": ["array", "string"], "x-tool-xml-string": true});
    assert_snapshot!(given(&place).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-xml-string` at `/properties/x`: the schema allows any string, so XML in a string cannot be distinguished from text; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
}
