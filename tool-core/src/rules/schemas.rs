//! Schemas that several examples share.

pub(super) const INTEGER: &str = r#"{"type": "integer"}"#;
pub(super) const NUMBER: &str = r#"{"type": "number"}"#;
pub(super) const DECIMAL: &str =
    r#"{"type": ["string", "number"], "pattern": "^-?\\d+(\\.\\d+)?$"}"#;
pub(super) const STRING: &str = r#"{"type": "string"}"#;
pub(super) const BOOLEAN: &str = r#"{"type": "boolean"}"#;
pub(super) const STRINGS: &str = r#"{"type": "array", "items": {"type": "string"}}"#;
pub(super) const INTEGERS: &str = r#"{"type": "array", "items": {"type": "integer"}}"#;
pub(super) const OBJECT: &str = r#"{"type": "object"}"#;
pub(super) const REQUIRED_A: &str =
    r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#;
pub(super) const CLOSED_A: &str = r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#;
pub(super) const OPTIONAL_A: &str =
    r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#;
pub(super) const INTEGER_MAP: &str =
    r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#;
pub(super) const NO_PROPERTIES: &str =
    r#"{"type": "object", "properties": {}, "additionalProperties": false}"#;
pub(super) const OBJECTS: &str =
    r#"{"type": "array", "items": {"type": "object", "required": ["a"]}}"#;
pub(super) const NUMBER_X: &str = r#"{"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"], "additionalProperties": false}"#;
pub(super) const FILE_PATH: &str = r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "additionalProperties": false}"#;
pub(super) const PATH: &str =
    r#"{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}"#;
pub(super) const STRING_OR_ARRAY: &str = r#"{"type": ["string", "array"]}"#;
pub(super) const STRING_OR_NULL: &str = r#"{"type": ["string", "null"]}"#;
pub(super) const STRING_OR_INTEGER: &str = r#"{"type": ["string", "integer"]}"#;
pub(super) const OBJECT_OR_ARRAY: &str = r#"{"type": ["object", "array"]}"#;
pub(super) const EDITS: &str = r#"{"type": "object", "properties": {"edits": {"type": "array", "items": {"type": "integer"}}}}"#;
pub(super) const XML_OBJECT: &str = r#"{"type": "object", "x-tool-xml-string": true}"#;
pub(super) const XML_STRINGS: &str =
    r#"{"type": "array", "items": {"type": "string"}, "x-tool-xml-string": true}"#;
pub(super) const ACCESS: &str = r#"{"enum": ["read", "write"]}"#;
pub(super) const NEEDS_A: &str = r#"{"type": "object", "required": ["a"]}"#;
pub(super) const SHORT_OR_INTEGERS: &str = r#"{"anyOf": [{"type": "string", "maxLength": 3}, {"type": "array", "items": {"type": "integer"}}]}"#;
pub(super) const OPTIONAL_N: &str =
    r#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#;
pub(super) const OBJECT_LIST: &str =
    r#"{"type": "array", "items": {"type": "object", "properties": {"old": {"type": "string"}}}}"#;
pub(super) const FILTER: &str = r#"{"type": "object", "properties": {"filter": {"type": "object", "properties": {"q": {"type": "string"}, "s": {"type": "string"}}, "required": ["q"], "additionalProperties": false}, "s": {"type": "string"}, "path": {"type": "string"}}, "required": ["filter"], "additionalProperties": false}"#;
