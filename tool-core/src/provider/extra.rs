use std::fmt;

use serde_json::{Value, json};

use super::spec::{ExtraField, FieldForm, FieldLocation};
use super::{Export, Exports};
use crate::schema::Lookup;

/// The error of [`Exports::with_field`] and [`Export::with_field`].
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Bedrock;
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let exports = Bedrock::converse().export_all([&wait]).complete()?;
/// let error = exports.with_field("wait", "cache_control", json!({})).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown field `cache_control` of a tool of Bedrock Converse; known: `cachePoint`",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldError {
    /// The provider does not know the field.
    Unknown {
        /// The name of the target.
        target: &'static str,
        /// The name of the field.
        field: String,
        /// The fields that the provider knows.
        known: Vec<&'static str>,
    },
    /// The value of the field has the wrong form.
    Value {
        /// The name of the field.
        field: &'static str,
        /// The form of its value.
        expected: &'static str,
    },
    /// The provider rejects a tool with both fields.
    Conflict {
        /// The name of the target.
        target: &'static str,
        /// The fields.
        fields: [&'static str; 2],
    },
    /// The request does not have the tool.
    UnknownTool {
        /// The name of the tool.
        name: String,
    },
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown {
                target,
                field,
                known,
            } => {
                write!(f, "unknown field `{field}` of a tool of {target}; known: ")?;
                match known.join("`, `") {
                    known if known.is_empty() => f.write_str("none"),
                    known => write!(f, "`{known}`"),
                }
            }
            Self::Value { field, expected } => write!(f, "field `{field}`: expected {expected}"),
            Self::Conflict {
                target,
                fields: [one, other],
            } => write!(
                f,
                "a tool of {target} cannot have both `{one}` and `{other}`; remove one of them"
            ),
            Self::UnknownTool { name } => write!(f, "unknown tool `{name}`"),
        }
    }
}

impl std::error::Error for FieldError {}

impl ExtraField {
    /// Returns the expected form of the value. `None` if the value has this form.
    fn find_fault(&self, value: &Value) -> Option<&'static str> {
        let is_text = |key: &str| value.text(key).is_some();
        let (fits, expected) = match self.form {
            FieldForm::Flag => (value.is_boolean(), "true or false"),
            FieldForm::List => (value.is_array(), "an array"),
            FieldForm::Object => (value.is_object(), "an object"),
            FieldForm::Text => (value.is_string(), "a text"),
            FieldForm::Named => (
                is_text("name") && is_text("description"),
                "an object with the texts `name` and `description`",
            ),
        };
        (!fits).then_some(expected)
    }
}

impl Export {
    /// Sets a field of the tool that the definition does not have, such as `cache_control` of
    /// Anthropic. The fields of each provider:
    ///
    /// | target | fields |
    /// |---|---|
    /// | `Anthropic` | `cache_control`, `defer_loading`, `allowed_callers`, `eager_input_streaming` |
    /// | `OpenAi::responses`, `Azure::responses` | `defer_loading`, `allowed_callers`, `async`, `namespace` |
    /// | `Gemini::json_schema`, `Gemini::parameters` | `behavior` |
    /// | `Gemini::interactions` | `defer_loading`, `short_description` |
    /// | `Bedrock` | `cachePoint` |
    /// | `Mcp` | `icons`, `_meta` |
    ///
    /// A `cachePoint` follows the tool in the list of tools. A `namespace` is an object with a name
    /// and a description; the list of tools has all tools of a namespace in one item. Neither is
    /// part of [`tool`](Self::tool).
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::Anthropic;
    ///
    /// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
    /// let export = wait.export(Anthropic::messages())?;
    /// let export = export.with_field("cache_control", json!({"type": "ephemeral"}))?;
    /// assert_eq!(export.tool()["cache_control"]["type"], "ephemeral");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the provider does not know the field, if the value has the wrong form,
    /// or if the provider rejects the field together with another field of the tool.
    pub fn with_field(mut self, field: &str, value: Value) -> Result<Self, FieldError> {
        let provider = self.provider;
        let mut known = provider.extra.iter();
        let Some(extra) = known.find(|extra| extra.name == field) else {
            return Err(FieldError::Unknown {
                target: provider.name,
                field: field.to_owned(),
                known: provider.extra.iter().map(|extra| extra.name).collect(),
            });
        };
        if let Some(expected) = extra.find_fault(&value) {
            let field = extra.name;
            return Err(FieldError::Value { field, expected });
        }
        match extra.place {
            FieldLocation::Tool => self.tool[field] = value,
            FieldLocation::After => self.after = Some(json!({field: value})),
            FieldLocation::Namespace => self.namespace = Some(value),
        }
        let mut conflicts = provider.conflicts.iter();
        match conflicts.find(|conflict| (conflict.applies)(&self.tool)) {
            None => Ok(self),
            Some(conflict) => Err(FieldError::Conflict {
                target: provider.name,
                fields: conflict.fields,
            }),
        }
    }
}

impl Exports {
    /// Sets a field of one tool, by its name or alias: see [`Export::with_field`].
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::{Bedrock, OpenAi};
    ///
    /// let schema = json!({"type": "object"});
    /// let get = Definition::new("get", "Get a customer.", schema.clone())?;
    /// let list = Definition::new("list", "List the customers.", schema)?;
    ///
    /// let exports = Bedrock::converse().export_all([&get, &list]).complete()?;
    /// let exports = exports.with_field("list", "cachePoint", json!({"type": "default"}))?;
    /// assert_eq!(exports.tools()[2], json!({"cachePoint": {"type": "default"}}));
    ///
    /// let crm = json!({"name": "crm", "description": "Customers."});
    /// let exports = OpenAi::responses().export_all([&get, &list]).complete()?;
    /// let exports = exports.with_field("get", "namespace", crm.clone())?;
    /// let exports = exports.with_field("list", "namespace", crm)?;
    /// assert_eq!(exports.tools()[0]["type"], "namespace");
    /// assert_eq!(exports.tools()[0]["tools"][1]["name"], "list");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Export::with_field`], and an error for a tool that the request does
    /// not have.
    pub fn with_field(self, tool: &str, field: &str, value: Value) -> Result<Self, FieldError> {
        let Some(name) = self.find(tool).map(|export| export.name().to_owned()) else {
            let name = tool.to_owned();
            return Err(FieldError::UnknownTool { name });
        };
        let target = self.target();
        let mut list = self.into_exports();
        if let Some(export) = list.iter_mut().find(|export| export.name() == name) {
            *export = export.clone().with_field(field, value)?;
        }
        Ok(Self::of(target, list))
    }
}
