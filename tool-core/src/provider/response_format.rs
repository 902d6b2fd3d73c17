use serde_json::{Value, json};

use super::error::Unexportable;
use super::export::Export;
use super::fields::RequestFields;
use super::forms::AnswerForm;
use super::target::{Strict, Target};
use super::tool_choice::ToolChoice;
use super::{ExportError, Reason};
use crate::tool::Definition;

/// The shape of an answer, in the format of one provider's API.
///
/// Make it with [`Definition::response_format`], and read the answer with
/// [`Answer::read`](crate::answer::Answer::read).
///
/// ```
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
/// use tool_core::provider::OpenAi;
/// use tool_core::{Tool, json};
///
/// /// A recipe.
/// #[derive(Debug, Tool)]
/// struct Recipe {
///     title: String,
///     minutes: u32,
/// }
///
/// let format = Recipe::definition().response_format(OpenAi::chat().strict())?;
/// let mut request = json!({"model": "gpt-5.4", "messages": []});
/// format.fields().add_to(&mut request);
/// assert_eq!(request["response_format"]["json_schema"]["name"], "recipe");
///
/// let body = r#"{"choices": [{"finish_reason": "stop", "message": {
///     "content": "{\"title\": \"Soup\", \"minutes\": \"20\"}"}}]}"#;
/// let answer = Answer::from_body(Api::OpenAiChat, body)?;
/// let recipe = answer.read::<Recipe>(Recipe::definition())?.value;
/// assert_eq!((recipe.title.as_str(), recipe.minutes), ("Soup", 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseFormat {
    fields: RequestFields,
    export: Export,
    is_tool: bool,
}

impl ResponseFormat {
    /// Returns the members for the body of the request.
    #[must_use]
    pub fn fields(&self) -> &RequestFields {
        &self.fields
    }

    /// Returns the export of the schema, with its losses, and with the reason if it is not strict.
    #[must_use]
    pub fn export(&self) -> &Export {
        &self.export
    }

    /// Returns whether the answer is the call of a tool. The API has no format for answers, or the
    /// format does not support the schema. The fields contain the tool and a choice that forces
    /// it, and replace other tools of the request.
    #[must_use]
    pub fn is_tool(&self) -> bool {
        self.is_tool
    }
}

impl Definition {
    /// Returns the members of a request that make the model answer with this definition's
    /// arguments instead of text.
    ///
    /// The schema is exported as for a tool, so a [strict](Target::strict) target enforces it.
    /// Anthropic, Bedrock and Cohere enforce the schema of an answer always. With
    /// [`Strict::Auto`], a schema that they cannot enforce becomes a forced tool.
    ///
    /// # Errors
    ///
    /// Returns an error if the provider does not support a part of the definition, or if the target
    /// is not the API of a model (MCP).
    pub fn response_format(&self, target: Target) -> Result<ResponseFormat, ExportError> {
        target.response_format(self)
    }
}

fn write(form: AnswerForm, export: &Export) -> Value {
    let schema = &export.schema;
    match form {
        AnswerForm::Chat => {
            let mut format = named(export);
            format["schema"] = schema.clone();
            format["strict"] = json!(export.strict);
            json!({"response_format": {"type": "json_schema", "json_schema": format}})
        }
        AnswerForm::Responses => {
            let mut format = named(export);
            format["type"] = json!("json_schema");
            format["schema"] = schema.clone();
            format["strict"] = json!(export.strict);
            json!({"text": {"format": format}})
        }
        AnswerForm::Anthropic => json!({"output_config": {
            "format": {"type": "json_schema", "schema": described(export)},
        }}),
        AnswerForm::Bedrock => {
            let mut format = named(export);
            format["schema"] = json!(schema.to_string());
            json!({"outputConfig": {"textFormat": {
                "type": "json_schema", "structure": {"jsonSchema": format},
            }}})
        }
        AnswerForm::Gemini(member) => {
            let mut config = json!({"responseMimeType": "application/json"});
            config[member] = described(export);
            json!({"generationConfig": config})
        }
        AnswerForm::Cohere => json!({"response_format": {
            "type": "json_object", "json_schema": described(export),
        }}),
        AnswerForm::Ollama => json!({"format": described(export)}),
        AnswerForm::Tool | AnswerForm::Missing => json!({}),
    }
}

/// `{"name": .., "description": ..}`
fn named(export: &Export) -> Value {
    let mut named = json!({"name": export.name});
    if !export.description.is_empty() {
        named["description"] = json!(export.description);
    }
    named
}

/// Returns the schema with the description of the definition, for an API without a member for it.
fn described(export: &Export) -> Value {
    let mut schema = export.schema.clone();
    if !export.description.is_empty() {
        schema["description"] = json!(export.description);
    }
    schema
}

impl Target {
    fn response_format(self, definition: &Definition) -> Result<ResponseFormat, ExportError> {
        let form = self.provider().answer;
        if matches!(form, AnswerForm::Missing) {
            let refusal = Unexportable::new("", None, Reason::NoAnswers);
            return Err(self.refuse(definition, refusal));
        }
        let target = match self.mode() {
            Strict::Never if form.is_always_strict() => self.strict(),
            _ => self,
        };
        let mut export = target.export(definition)?;
        // The answer has no output schema.
        export.losses.retain(|loss| !loss.is_of_output());
        let is_unsupported = form.is_always_strict() && !export.strict;
        let is_tool = is_unsupported || matches!(form, AnswerForm::Tool);
        let fields = if is_tool {
            self.force(&export)
        } else {
            RequestFields::new(write(form, &export), Vec::new())
        };
        Ok(ResponseFormat {
            fields,
            export,
            is_tool,
        })
    }

    /// Returns the members with one tool that the model must call. A choice that an API cannot
    /// express exactly is exact here, because the model has only one tool.
    fn force(self, export: &Export) -> RequestFields {
        let choice = self.tool_choice(&ToolChoice::tool(&export.name).parallel(false));
        let tools = (self.provider().tools)(vec![export.tool.clone()]);
        let tools = match self.provider().answer {
            AnswerForm::Bedrock => json!({"toolConfig": {"tools": tools}}),
            _ => json!({"tools": tools}),
        };
        let mut fields = tools;
        choice.add_to(&mut fields);
        RequestFields::new(fields, Vec::new())
    }
}
