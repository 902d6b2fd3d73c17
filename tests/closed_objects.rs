//! Objects of derived types are closed, except those with a flattened map or with `#[tool(open)]`.
//! Objects of other types stay unchanged.
#![expect(dead_code, reason = "the types are not read")]
#![expect(
    clippy::items_after_statements,
    reason = "each type stands before its schema"
)]

use std::collections::BTreeMap;

use schemars::{JsonSchema, schema_for};
use tool_core::ToolArg;

/// The schema in one line, without its name.
fn schema<T: JsonSchema>() -> String {
    let mut schema = schema_for!(T);
    schema.remove("$schema");
    schema.remove("title");
    schema.as_value().to_string()
}

/// The same, as a definition has it.
fn definition<T: JsonSchema>() -> String {
    let mut schema = tool_core::__private::schema_of::<T>();
    schema.remove("$schema");
    schema.remove("title");
    schema.as_value().to_string()
}

#[derive(ToolArg)]
struct Closed {
    a: bool,
}

#[derive(ToolArg)]
#[tool(open)]
struct Open {
    a: bool,
}

#[derive(JsonSchema, serde::Deserialize)]
struct Foreign {
    a: bool,
}

#[derive(ToolArg)]
struct Map {
    a: bool,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[test]
fn structs_are_closed() {
    insta::assert_snapshot!(schema::<Closed>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"##);
    insta::assert_snapshot!(schema::<Open>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}"##);
    insta::assert_snapshot!(schema::<Map>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":{"type":"boolean"}}"##);
}

#[test]
fn structs_with_a_flattened_map_are_open() {
    #[derive(ToolArg)]
    struct Any {
        a: bool,
        #[serde(flatten)]
        rest: serde_json::Value,
    }
    insta::assert_snapshot!(schema::<Any>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":true}"##);
}

#[test]
fn deny_unknown_fields_changes_nothing() {
    #[derive(ToolArg)]
    #[serde(deny_unknown_fields)]
    struct Denying {
        a: bool,
    }
    insta::assert_snapshot!(schema::<Denying>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"##);
}

#[test]
fn flattened_structs_join_the_object() {
    #[derive(ToolArg)]
    struct Outer {
        own: bool,
        #[serde(flatten)]
        closed: Closed,
    }
    insta::assert_snapshot!(schema::<Outer>(), @r##"{"type":"object","properties":{"own":{"type":"boolean"},"a":{"type":"boolean"}},"required":["own","a"],"additionalProperties":false}"##);

    #[derive(ToolArg)]
    struct OfMap {
        own: bool,
        #[serde(flatten)]
        map: Map,
    }
    insta::assert_snapshot!(schema::<OfMap>(), @r##"{"type":"object","properties":{"own":{"type":"boolean"},"a":{"type":"boolean"}},"required":["own","a"],"additionalProperties":{"type":"boolean"}}"##);

    #[derive(ToolArg)]
    struct OfOption {
        own: bool,
        #[serde(flatten)]
        closed: Option<Closed>,
    }
    insta::assert_snapshot!(schema::<OfOption>(), @r##"{"type":"object","properties":{"own":{"type":"boolean"},"a":{"type":"boolean"}},"required":["own"],"additionalProperties":false}"##);
}

#[derive(ToolArg)]
#[serde(tag = "kind")]
enum Internal {
    Unit,
    Struct { a: bool },
    Closed(Closed),
    Open(Open),
    Map(Map),
    Foreign(Foreign),
}

#[test]
fn flattened_enums_are_closed_around_their_branches() {
    #[derive(ToolArg)]
    #[serde(tag = "kind")]
    enum Kind {
        One { a: bool },
        Two { b: bool },
    }
    #[derive(ToolArg)]
    struct Outer {
        own: bool,
        #[serde(flatten)]
        kind: Kind,
    }
    insta::assert_snapshot!(schema::<Outer>(), @r##"{"type":"object","properties":{"own":{"type":"boolean"}},"required":["own"],"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"One"},"a":{"type":"boolean"}},"required":["kind","a"]},{"type":"object","properties":{"kind":{"type":"string","const":"Two"},"b":{"type":"boolean"}},"required":["kind","b"]}],"unevaluatedProperties":false}"##);
}

#[test]
fn internally_tagged_variants_are_closed() {
    insta::assert_snapshot!(schema::<Internal>(), @r##"{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"Unit"}},"required":["kind"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"Struct"},"a":{"type":"boolean"}},"required":["kind","a"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"Closed"},"a":{"type":"boolean"}},"required":["kind","a"],"additionalProperties":false},{"$ref":"#/$defs/Open","type":"object","properties":{"kind":{"type":"string","const":"Open"}},"required":["kind"]},{"$ref":"#/$defs/Map","type":"object","properties":{"kind":{"type":"string","const":"Map"}},"required":["kind"]},{"$ref":"#/$defs/Foreign","type":"object","properties":{"kind":{"type":"string","const":"Foreign"}},"required":["kind"]}],"$defs":{"Open":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]},"Map":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":{"type":"boolean"}},"Foreign":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}}"##);
}

#[test]
fn nested_internally_tagged_enums_are_closed() {
    #[derive(ToolArg)]
    #[serde(tag = "inner")]
    enum Inner {
        X { x: bool },
        Y,
    }
    #[derive(ToolArg)]
    #[serde(tag = "outer")]
    enum Outer {
        A(Inner),
    }
    insta::assert_snapshot!(schema::<Outer>(), @r##"{"oneOf":[{"oneOf":[{"type":"object","properties":{"inner":{"type":"string","const":"X"},"x":{"type":"boolean"}},"required":["inner","x"]},{"type":"object","properties":{"inner":{"type":"string","const":"Y"}},"required":["inner"]}],"type":"object","properties":{"outer":{"type":"string","const":"A"}},"required":["outer"],"unevaluatedProperties":false}]}"##);
}

#[test]
fn externally_tagged_variants_are_closed() {
    #[derive(ToolArg)]
    enum External {
        Unit,
        Struct { a: bool },
        Tuple(bool, Closed),
        Newtype(Foreign),
        Value(BTreeMap<String, bool>),
    }
    insta::assert_snapshot!(schema::<External>(), @r##"{"oneOf":[{"type":"string","enum":["Unit"]},{"type":"object","properties":{"Struct":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}},"required":["Struct"],"additionalProperties":false},{"type":"object","properties":{"Tuple":{"type":"array","prefixItems":[{"type":"boolean"},{"$ref":"#/$defs/Closed"}],"minItems":2,"maxItems":2}},"required":["Tuple"],"additionalProperties":false},{"type":"object","properties":{"Newtype":{"$ref":"#/$defs/Foreign"}},"required":["Newtype"],"additionalProperties":false},{"type":"object","properties":{"Value":{"type":"object","additionalProperties":{"type":"boolean"}}},"required":["Value"],"additionalProperties":false}],"$defs":{"Closed":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false},"Foreign":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}}"##);
}

#[test]
fn adjacently_tagged_variants_are_closed() {
    #[derive(ToolArg)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Unit,
        Struct { a: bool },
        Tuple(bool, bool),
        Newtype(Foreign),
    }
    insta::assert_snapshot!(schema::<Adjacent>(), @r##"{"oneOf":[{"type":"object","properties":{"t":{"type":"string","const":"Unit"}},"required":["t"],"additionalProperties":false},{"type":"object","properties":{"t":{"type":"string","const":"Struct"},"c":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}},"required":["t","c"],"additionalProperties":false},{"type":"object","properties":{"t":{"type":"string","const":"Tuple"},"c":{"type":"array","prefixItems":[{"type":"boolean"},{"type":"boolean"}],"minItems":2,"maxItems":2}},"required":["t","c"],"additionalProperties":false},{"type":"object","properties":{"t":{"type":"string","const":"Newtype"},"c":{"$ref":"#/$defs/Foreign"}},"required":["t","c"],"additionalProperties":false}],"$defs":{"Foreign":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}}"##);
}

#[test]
fn untagged_variants_are_closed() {
    #[derive(ToolArg)]
    #[serde(untagged)]
    enum Untagged {
        Unit,
        Struct { a: bool },
        Newtype(Foreign),
    }
    insta::assert_snapshot!(schema::<Untagged>(), @r##"{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false},{"$ref":"#/$defs/Foreign"}],"$defs":{"Foreign":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}}"##);
}

#[test]
fn untagged_variant_of_a_tagged_enum_is_closed() {
    #[derive(ToolArg)]
    enum Mixed {
        #[serde(alias = "plain")]
        Unit,
        #[serde(untagged)]
        Struct { a: bool },
    }
    insta::assert_snapshot!(schema::<Mixed>(), @r##"{"anyOf":[{"type":"string","enum":["Unit"]},{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}]}"##);
}

#[test]
fn open_attribute_keeps_enums_open() {
    #[derive(ToolArg)]
    #[tool(open)]
    #[serde(tag = "kind")]
    enum Kind {
        Unit,
        Struct { a: bool },
    }
    insta::assert_snapshot!(schema::<Kind>(), @r##"{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"Unit"}},"required":["kind"]},{"type":"object","properties":{"kind":{"type":"string","const":"Struct"},"a":{"type":"boolean"}},"required":["kind","a"]}]}"##);
}

#[test]
fn transparent_types_are_closed_like_their_content() {
    #[derive(ToolArg)]
    struct Newtype(Foreign);
    insta::assert_snapshot!(schema::<Newtype>(), @r##"{"$ref":"#/$defs/Foreign","$defs":{"Foreign":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}}"##);

    #[derive(ToolArg)]
    #[serde(transparent)]
    struct Transparent {
        inner: Foreign,
    }
    insta::assert_snapshot!(schema::<Transparent>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}"##);

    #[derive(ToolArg)]
    #[serde(try_from = "Foreign")]
    struct Checked {
        a: bool,
    }
    impl TryFrom<Foreign> for Checked {
        type Error = &'static str;
        fn try_from(foreign: Foreign) -> Result<Self, Self::Error> {
            foreign.a.then_some(Self { a: true }).ok_or("not checked")
        }
    }
    insta::assert_snapshot!(schema::<Checked>(), @r##"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}"##);
}

/// In a definition, the keywords next to a reference to such an object join the object. Otherwise
/// the arguments would have to match both, which is impossible.
#[test]
fn flattened_closed_objects_and_maps_keep_sibling_properties() {
    #[derive(ToolArg)]
    struct Newtype(Closed);
    #[derive(ToolArg)]
    #[serde(tag = "kind")]
    enum Kind {
        Newtype(Newtype),
        Map(Map),
        Open(Open),
    }
    #[derive(ToolArg)]
    struct Flat {
        own: bool,
        #[serde(flatten)]
        newtype: Newtype,
    }
    insta::assert_snapshot!(definition::<Kind>(), @r##"{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"Newtype"},"a":{"type":"boolean"}},"required":["kind","a"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"Map"},"a":{"type":"boolean"}},"required":["kind","a"],"additionalProperties":{"type":"boolean"}},{"$ref":"#/$defs/Open","type":"object","properties":{"kind":{"type":"string","const":"Open"}},"required":["kind"]}],"$defs":{"Open":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}}"##);
    insta::assert_snapshot!(definition::<Flat>(), @r##"{"type":"object","properties":{"own":{"type":"boolean"},"a":{"type":"boolean"}},"required":["own","a"],"additionalProperties":false}"##);
}
