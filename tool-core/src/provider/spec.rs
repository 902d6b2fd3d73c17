use serde_json::{Value, json};

use super::Loss;
use super::choice::WriteChoice;
use super::fields::RequestFields;
use super::names::NameRule;
use super::pass::Pass;
use crate::tool::Definition;

/// The specification of one provider's API.
#[derive(Clone, Copy, Debug)]
pub(super) struct Provider {
    pub(super) name: &'static str,
    pub(super) tool_name: NameRule,
    /// The stable name of the `Api` of its answers. Empty if no model answers.
    #[cfg_attr(not(feature = "answers"), expect(dead_code))]
    pub(super) answers: &'static str,
    /// Maximum number of characters of the description of a tool.
    pub(super) description: Option<usize>,
    /// The passes of a plain export, in order.
    pub(super) plain: &'static [Pass],
    /// The passes of a strict export, if there is a strict mode.
    pub(super) strict: Option<&'static [Pass]>,
    /// `true` if a program checks calls by the schema, so that the formats of numbers stay.
    pub(super) keeps_number_formats: bool,
    /// Builds the tool object from its parts.
    pub(super) tool: fn(Parts<'_>) -> Value,
    /// The field of the tool object for the output schema, if there is one.
    pub(super) output: Option<&'static str>,
    /// Builds the value of `tools` from the tool objects.
    pub(super) tools: fn(Vec<Value>) -> Value,
    /// The path of the tools in the body of a request.
    pub(super) tools_at: &'static [&'static str],
    /// Writes the choice of tools.
    pub(super) choice: WriteChoice,
    /// Facts about a request with strict tools.
    pub(super) strict_request: StrictRequest,
    /// The fields of a tool that the definition does not have.
    pub(super) extra: &'static [ExtraField],
    /// The fields that one tool cannot have together.
    pub(super) conflicts: &'static [FieldConflict],
    /// The format of structured answers. `None` if the API has no answers of a model.
    pub(super) format: Option<AnswerFormat>,
    pub(super) limits: RequestLimits,
    /// Keywords that the server does not have, besides those that the passes leave out.
    pub(super) without: &'static [&'static str],
}

/// A field of a tool that the caller sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExtraField {
    pub(super) name: &'static str,
    pub(super) form: FieldForm,
    pub(super) place: FieldLocation,
}

/// The form of the value of an [`ExtraField`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldForm {
    Flag,
    List,
    Object,
    Text,
    /// An object with the texts `name` and `description`.
    Named,
}

/// Two fields that the provider rejects in one tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldConflict {
    pub(super) fields: [&'static str; 2],
    /// Returns whether the tool object has both, with values that conflict.
    pub(super) applies: fn(&Value) -> bool,
}

/// The place of an [`ExtraField`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldLocation {
    /// In the tool object.
    Tool,
    /// In an item of the list of tools, after the tool.
    After,
    /// In an item of the list of tools, around the tool.
    Namespace,
}

impl ExtraField {
    pub(super) const fn of_tool(name: &'static str, form: FieldForm) -> Self {
        Self {
            name,
            form,
            place: FieldLocation::Tool,
        }
    }
}

/// The format of structured answers of one API.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerFormat {
    /// The passes of a format that the API does not enforce, if it has one.
    pub(super) plain: Option<&'static [Pass]>,
    /// The passes of a format that the API enforces.
    pub(super) strict: Option<&'static [Pass]>,
    /// `true` if the API shows the schema to the model.
    pub(super) shows_schema: bool,
    /// `true` if the fields do not contain the schema.
    pub(super) has_no_schema: bool,
    pub(super) write: fn(FormatParts<'_>, &mut RequestFields),
}

/// The parts of a format.
pub(super) struct FormatParts<'f> {
    pub(super) name: &'f str,
    pub(super) description: String,
    pub(super) schema: Value,
    pub(super) strict: bool,
}

impl FormatParts<'_> {
    /// Returns an object with the name, the description if there is one, and the schema.
    pub(super) fn named(self) -> Value {
        let mut named = json!({"name": self.name});
        if !self.description.is_empty() {
            named["description"] = json!(self.description);
        }
        named["schema"] = self.schema;
        named
    }

    /// Returns the schema with the description, for a format that has no such field.
    pub(super) fn describe_schema(self) -> Value {
        let mut schema = self.schema;
        if let Some(schema) = schema.as_object_mut()
            && !self.description.is_empty()
        {
            schema.insert("description".to_owned(), json!(self.description));
        }
        schema
    }
}

/// Facts about a request with strict tools.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrictRequest {
    /// A field of the body that turns strict mode on.
    pub(super) flag: Option<&'static str>,
    /// The base URL, if only one endpoint has a strict mode.
    pub(super) base_url: Option<&'static str>,
}

impl StrictRequest {
    pub(super) const NONE: Self = Self {
        flag: None,
        base_url: None,
    };
}

/// The parts of a tool object.
pub(super) struct Parts<'d> {
    pub(super) definition: &'d Definition,
    /// The name of the tool for this provider.
    pub(super) name: &'d str,
    /// The description of the tool, and of its arguments as a whole.
    pub(super) description: String,
    pub(super) schema: Value,
    pub(super) strict: bool,
    /// The losses outside the schema.
    pub(super) losses: &'d mut Vec<Loss>,
}

impl Parts<'_> {
    /// Returns an object with the name and the description, if there is one.
    pub(super) fn named(&self) -> Value {
        let mut named = json!({"name": self.name});
        if !self.description.is_empty() {
            named["description"] = json!(self.description);
        }
        named
    }
}

/// The limits of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestLimits {
    pub(super) tools: Option<usize>,
    pub(super) strict_tools: Option<usize>,
    /// Maximum number of optional properties of strict tools.
    pub(super) optional: Option<usize>,
    /// Maximum number of properties of strict tools with several types.
    pub(super) unions: Option<usize>,
    /// Maximum number of properties of strict tools.
    pub(super) properties: Option<usize>,
    /// `true` if either all tools are strict or none.
    pub(super) all_strict: bool,
}

impl RequestLimits {
    pub(super) const NONE: Self = Self {
        tools: None,
        strict_tools: None,
        optional: None,
        unions: None,
        properties: None,
        all_strict: false,
    };
}

/// A provider is one static value, so its name identifies it.
impl PartialEq for Provider {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
