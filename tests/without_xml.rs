//! The error of a schema that asks for XML without the feature that reads it. It is a separate
//! target. Otherwise all tests would be built twice.
#![cfg(not(feature = "xml"))]

use insta::assert_snapshot;
use serde_json::json;
use tool_core::Definition;

#[test]
fn schema_with_the_xml_keyword_is_refused() {
    let place = json!({"type": "array", "x-tool-xml-string": true});
    let schema = json!({"type": "object", "properties": {"x": place}});
    assert_snapshot!(Definition::new("tool", "A tool.", schema).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-xml-string` at `/properties/x`: XML in a string is read with the feature `xml` of `tool-core`; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
}
