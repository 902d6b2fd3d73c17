//! Names that are words of JSON Schema, and names that some providers reject.

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        DefineField::definition(),
        DefineReference::definition(),
        ImportContact::definition(),
        RenameKeys::definition(),
    ]
}

/// Define a field of a form.
#[derive(Debug, Tool)]
struct DefineField {
    r#type: FieldType,
    r#enum: Option<Vec<String>>,
    r#const: Option<String>,
    properties: Option<Properties>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    default: Option<String>,
    items: Vec<String>,
    description: String,
    title: String,
    format: Option<String>,
    minimum: Option<f64>,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum FieldType {
    Object,
    Array,
    String,
    Null,
}

/// The properties of an object field.
#[derive(Debug, ToolArg)]
#[expect(
    clippy::struct_field_names,
    reason = "the names are words of JSON Schema"
)]
struct Properties {
    properties: Vec<String>,
    #[serde(rename = "additionalProperties")]
    additional_properties: bool,
    #[serde(rename = "anyOf")]
    any_of: Option<Vec<String>>,
}

/// Define what a name in a schema refers to.
#[derive(Debug, Tool)]
struct DefineReference {
    #[serde(rename = "$ref")]
    reference: String,
    #[serde(rename = "$defs")]
    definitions: Vec<DefineReferenceTarget>,
    #[serde(rename = "$schema")]
    dialect: Option<String>,
}

#[derive(Debug, ToolArg)]
struct DefineReferenceTarget {
    #[serde(rename = "$id")]
    id: String,
    #[serde(rename = "@type")]
    kind: String,
}

/// Import a contact as it was exported elsewhere.
#[derive(Debug, Tool)]
struct ImportContact {
    #[serde(rename = "Full Name")]
    full_name: String,
    #[serde(rename = "Größe")]
    height: Option<f32>,
    #[serde(rename = "phone/home")]
    phone: Option<String>,
}

/// Rename the keys of an object.
#[derive(Debug, Tool)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
struct RenameKeys {
    old_name: String,
    new_name: String,
    key_style: Option<KeyStyle>,
}

#[derive(Debug, ToolArg)]
enum KeyStyle {
    #[serde(rename = "snake_case")]
    Snake,
    #[serde(rename = "camelCase")]
    Camel,
    #[serde(rename = "kebab-case")]
    Kebab,
    #[serde(rename = "Title Case")]
    Title,
}
