//! The attributes of serde and schemars behave as their own documentation describes.
#![expect(
    clippy::items_after_statements,
    reason = "each type stands before what is read into it"
)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tool_core::{Tool, ToolArg};

/// The value is read from the JSON text.
#[track_caller]
fn reads<T: DeserializeOwned + PartialEq + Debug>(text: &Value, value: &T) {
    assert_eq!(
        &serde_json::from_value::<T>(text.clone()).expect("the type reads it"),
        value
    );
}

#[track_caller]
fn refuses<T: DeserializeOwned + Debug>(text: Value) {
    serde_json::from_value::<T>(text).expect_err("the type refuses it");
}

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}

/// The names of the properties, in their order; `*` after those required.
fn properties(schema: &Value) -> String {
    let required = |name| {
        schema["required"]
            .as_array()
            .is_some_and(|all| all.contains(&json!(name)))
    };
    let properties = schema["properties"]
        .as_object()
        .expect("an object's schema");
    let names: Vec<String> = properties
        .keys()
        .map(|name| format!("{name}{}", if required(name) { "*" } else { "" }))
        .collect();
    names.join(" ")
}

#[test]
fn rename_attributes_change_the_keys() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    #[serde(rename_all = "camelCase")]
    struct Names {
        file_path: String,
        #[serde(rename = "kind")]
        other: u8,
        r#type: u8,
        #[serde(rename(deserialize = "in", serialize = "out"))]
        renamed: u8,
        #[serde(alias = "c", alias = "d")]
        count: u8,
    }
    assert_eq!(
        properties(&schema::<Names>()),
        "filePath* kind* type* in* count*"
    );
    reads(
        &json!({"filePath": "/a", "kind": 1, "type": 2, "in": 3, "d": 4}),
        &Names {
            file_path: "/a".into(),
            other: 1,
            r#type: 2,
            renamed: 3,
            count: 4,
        },
    );
}

fn three() -> u8 {
    3
}

#[test]
fn default_attributes_apply() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    struct Fields {
        #[serde(default)]
        plain: u8,
        #[serde(default = "three")]
        by_path: u8,
        option: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        skipped: Option<u8>,
        required: u8,
    }
    let schema = schema::<Fields>();
    assert_eq!(
        properties(&schema),
        "plain by_path option skipped required*"
    );
    assert_eq!(schema["properties"]["by_path"]["default"], 3);
    reads(
        &json!({"required": 1}),
        &Fields {
            plain: 0,
            by_path: 3,
            option: None,
            skipped: None,
            required: 1,
        },
    );
}

#[test]
fn container_default_applies() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    #[serde(default)]
    struct Container {
        a: u8,
        b: String,
    }
    impl Default for Container {
        fn default() -> Self {
            Self {
                a: 7,
                b: "b".into(),
            }
        }
    }
    assert_eq!(
        schema_for!(Container).as_value()["properties"]["a"]["default"],
        7
    );
    reads(
        &json!({"a": 1}),
        &Container {
            a: 1,
            b: "b".into(),
        },
    );
}

mod hex {
    use serde::{Deserialize as _, Deserializer, de::Error as _};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let text = String::deserialize(deserializer)?;
        u8::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}

#[test]
fn with_functions_apply() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    struct Functions {
        #[serde(with = "hex")]
        #[schemars(with = "String")]
        with: u8,
        #[serde(deserialize_with = "hex::deserialize")]
        #[schemars(schema_with = "text")]
        deserialize_with: u8,
    }
    fn text(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[0-9a-f]+$"})
    }
    let schema = schema::<Functions>();
    assert_eq!(schema["properties"]["with"], json!({"type": "string"}));
    assert_eq!(
        schema["properties"]["deserialize_with"]["pattern"],
        "^[0-9a-f]+$"
    );
    reads(
        &json!({"with": "0a", "deserialize_with": "ff"}),
        &Functions {
            with: 10,
            deserialize_with: 255,
        },
    );
}

#[test]
fn from_and_into_apply() {
    #[derive(Debug, PartialEq, Clone, ToolArg)]
    #[serde(from = "u8")]
    struct From_(u16);
    impl From<u8> for From_ {
        fn from(value: u8) -> Self {
            Self(u16::from(value) + 1)
        }
    }
    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(try_from = "u8")]
    struct Even(u8);
    impl TryFrom<u8> for Even {
        type Error = &'static str;
        fn try_from(value: u8) -> Result<Self, Self::Error> {
            value.is_multiple_of(2).then_some(Self(value)).ok_or("odd")
        }
    }
    assert_eq!(schema::<From_>()["maximum"], 255);
    reads(&json!(255), &From_(256));
    reads(&json!(4), &Even(4));
    refuses::<Even>(json!(3));
}

#[test]
fn transparent_types_read_their_content() {
    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(transparent)]
    struct Named {
        inner: Option<u8>,
    }
    #[derive(Debug, PartialEq, ToolArg)]
    struct Newtype(Vec<u8>);
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    struct Both {
        named: Named,
        newtype: Newtype,
    }
    assert_eq!(properties(&schema::<Both>()), "named newtype*");
    reads(
        &json!({"named": 1, "newtype": [2]}),
        &Both {
            named: Named { inner: Some(1) },
            newtype: Newtype(vec![2]),
        },
    );
}

#[test]
fn flatten_applies() {
    #[derive(Debug, PartialEq, ToolArg)]
    struct Inner {
        x: u8,
    }
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    assert_eq!(properties(&schema::<Outer>()), "a* x*");
    reads(
        &json!({"a": 1, "x": 2, "y": 3}),
        &Outer {
            a: 1,
            inner: Inner { x: 2 },
            rest: BTreeMap::from([("y".into(), 3)]),
        },
    );
}

#[test]
fn tagging_attributes_apply() {
    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(rename_all = "snake_case")]
    enum External {
        #[serde(alias = "u")]
        Unit,
        Tuple(u8, u8),
        Struct {
            #[serde(alias = "b")]
            a: u8,
        },
    }
    reads(&json!("u"), &External::Unit);
    reads(&json!({"tuple": [1, 2]}), &External::Tuple(1, 2));
    reads(&json!({"struct": {"b": 1}}), &External::Struct { a: 1 });

    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(tag = "t", rename_all_fields = "camelCase")]
    enum Internal {
        Unit,
        #[serde(alias = "S")]
        Struct {
            one_field: u8,
        },
    }
    reads(&json!({"t": "Unit"}), &Internal::Unit);
    reads(
        &json!({"t": "S", "oneField": 1}),
        &Internal::Struct { one_field: 1 },
    );

    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Newtype(u8),
    }
    reads(&json!({"t": "Newtype", "c": 1}), &Adjacent::Newtype(1));

    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Text { text: String },
    }
    reads(&json!(1), &Untagged::Number(1));
    reads(&json!({"text": "a"}), &Untagged::Text { text: "a".into() });
}

#[test]
fn skip_attributes_apply() {
    #[derive(Debug, PartialEq, ToolArg)]
    enum Kind {
        One,
        #[serde(skip)]
        #[expect(dead_code, reason = "it is skipped")]
        Two,
        #[serde(alias = "3")]
        Three,
    }
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    struct Skipping {
        kind: Kind,
        #[serde(skip)]
        cache: Option<std::time::Instant>,
    }
    assert_eq!(properties(&schema::<Skipping>()), "kind*");
    assert_eq!(schema::<Kind>()["enum"], json!(["One", "Three"]));
    reads(
        &json!({"kind": "3"}),
        &Skipping {
            kind: Kind::Three,
            cache: None,
        },
    );
}

#[test]
fn generic_parameters_are_supported() {
    #[derive(Debug, PartialEq, ToolArg)]
    struct Pair<T, const N: usize>
    where
        T: Copy,
    {
        first: T,
        #[serde(default)]
        second: Option<T>,
        #[serde(skip)]
        marker: std::marker::PhantomData<[u8; N]>,
    }
    #[derive(Debug, PartialEq, ToolArg)]
    #[serde(bound = "T: Debug + DeserializeOwned")]
    #[schemars(bound = "T: JsonSchema")]
    struct Bounded<T>(T);
    assert_eq!(properties(&schema::<Pair<u8, 2>>()), "first* second");
    reads(
        &json!({"first": 1}),
        &Pair::<u8, 2> {
            first: 1,
            second: None,
            marker: std::marker::PhantomData,
        },
    );
    reads(&json!("a"), &Bounded("a".to_owned()));
    assert_eq!(schema::<Bounded<u8>>()["type"], "integer");
}

#[test]
fn recursive_types_are_supported() {
    #[derive(Debug, PartialEq, ToolArg)]
    struct Node {
        name: String,
        #[serde(default, alias = "nodes")]
        children: Vec<Node>,
        next: Option<Box<Node>>,
    }
    assert_eq!(
        schema::<Node>()["properties"]["children"]["items"],
        json!({"$ref": "#"})
    );
    reads(
        &json!({"name": "a", "nodes": [{"name": "b"}]}),
        &Node {
            name: "a".into(),
            children: vec![Node {
                name: "b".into(),
                children: vec![],
                next: None,
            }],
            next: None,
        },
    );
}

#[test]
fn cfg_attributes_apply() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    #[cfg_attr(all(), serde(rename_all = "UPPERCASE"))]
    struct Conditional {
        #[cfg(any())]
        absent: NoSuchType,
        #[cfg(not(any()))]
        present: u8,
        #[cfg_attr(all(), serde(default))]
        optional: u8,
    }
    assert_eq!(properties(&schema::<Conditional>()), "PRESENT* OPTIONAL");
    reads(
        &json!({"PRESENT": 1}),
        &Conditional {
            present: 1,
            optional: 0,
        },
    );
}

#[test]
fn repr_attributes_are_accepted() {
    #[derive(Clone, Copy, Debug, PartialEq, ToolArg)]
    #[repr(u8)]
    #[non_exhaustive]
    enum Level {
        Low = 1 << 3,
        #[serde(alias = "max")]
        High = 255,
    }
    assert_eq!(schema::<Level>()["enum"], json!(["Low", "High"]));
    reads(&json!("max"), &Level::High);
    assert_eq!(Level::Low as u8, 8);
}

#[test]
fn schemars_attributes_apply() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool)]
    #[schemars(title = "Titled", extend("x-own" = [1, 2]))]
    struct Words {
        #[schemars(range(min = 1, max = 9), example = 3, description = "Told.")]
        number: u8,
        #[schemars(inner(length(min = 1)), rename = "list")]
        #[serde(rename = "list")]
        items: Vec<String>,
        #[deprecated]
        #[serde(default)]
        #[schemars(transform = note)]
        old: u8,
    }
    fn note(schema: &mut schemars::Schema) {
        schema.insert("x-note".into(), true.into());
    }
    let schema = schema::<Words>();
    assert_eq!(schema["title"], "Titled");
    assert_eq!(schema["x-own"], json!([1, 2]));
    assert_eq!(schema["additionalProperties"], false);
    let number = &schema["properties"]["number"];
    assert_eq!(
        (&number["maximum"], &number["examples"]),
        (&json!(9), &json!([3]))
    );
    assert_eq!(number["description"], "Told.");
    assert_eq!(schema["properties"]["list"]["items"]["minLength"], 1);
    assert_eq!(schema["properties"]["old"]["deprecated"], true);
    assert_eq!(schema["properties"]["old"]["x-note"], true);
}

#[test]
fn manual_implementations_are_used() {
    /// A tool.
    #[derive(Debug, PartialEq, Tool, serde::Deserialize)]
    #[tool(skip(Deserialize))]
    #[serde(rename_all = "camelCase")]
    struct OwnDeserialize {
        file_path: String,
    }
    /// A tool.
    #[derive(Debug, PartialEq, Tool, schemars::JsonSchema)]
    #[tool(skip(JsonSchema))]
    #[serde(rename_all = "camelCase")]
    #[schemars(extend("x-own" = true))]
    struct OwnSchema {
        file_path: String,
    }
    /// A tool.
    #[derive(Debug, PartialEq, Tool, serde::Deserialize, schemars::JsonSchema)]
    #[tool(skip(Deserialize, JsonSchema))]
    struct OwnBoth {
        #[schemars(range(max = 3))]
        count: u8,
    }
    assert_eq!(properties(&schema::<OwnDeserialize>()), "filePath*");
    assert_eq!(schema::<OwnDeserialize>()["additionalProperties"], false);
    assert_eq!(schema::<OwnSchema>()["x-own"], true);
    reads(
        &json!({"filePath": "/a"}),
        &OwnSchema {
            file_path: "/a".into(),
        },
    );
    reads(&json!({"count": 1}), &OwnBoth { count: 1 });
}
