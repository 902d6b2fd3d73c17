//! The export of a definition as the format of an answer.

use super::error::{ExportError, Unexportable};
use super::fields::RequestFields;
use super::loss::{Kept, Loss};
use super::pass::Pass;
use super::spec::{AnswerFormat, FormatParts};
use super::target::{Strict, Target};
use super::{Exports, Reason, ResponseFormat, ToolChoice};
use crate::feedback;
use crate::tool::Definition;

impl Definition {
    /// Returns the fields of a request that make the model answer with a value of this schema. The
    /// name and the description of the definition describe the answer.
    ///
    /// Some APIs always enforce the schema of an answer (Anthropic, Bedrock, Gemini, Cohere, xAI,
    /// Ollama). For them, a plain target also returns a strict format. If they do not support the
    /// schema, the format is a call of a plain tool. [`ResponseFormat::fallback`] has the reason.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::Anthropic;
    ///
    /// let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    /// let place = Definition::new("place", "A place.", schema)?;
    /// let format = place.response_format(Anthropic::messages())?;
    /// assert_eq!(format.fields().body()["output_config"]["format"]["type"], "json_schema");
    ///
    /// let schema = json!({"type": "object", "properties": {"below": {"$ref": "#"}}});
    /// let tree = Definition::new("tree", "A tree.", schema)?;
    /// let format = tree.response_format(Anthropic::messages())?;
    /// assert!(format.is_call());
    /// assert_eq!(format.fields().body()["tool_choice"]["name"], "tree");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if neither a format nor a tool of the provider supports the definition. A
    /// target with [`Strict::Always`](super::Strict::Always) never falls back to a plain format or
    /// tool.
    pub fn response_format(&self, target: Target) -> Result<ResponseFormat, ExportError> {
        let Some(format) = &target.provider().format else {
            let refusal = Unexportable::new("", None, Reason::NoAnswers);
            return Err(target.refuse(self, refusal));
        };
        Exporter {
            target,
            definition: self,
            format,
        }
        .export()
    }

    /// Returns the fields of a request that make the model answer with a call of a tool with this
    /// schema. Use it for a model that does not support the format of its API.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Definition::export`].
    pub fn response_call(&self, target: Target) -> Result<ResponseFormat, ExportError> {
        if target.provider().format.is_none() {
            let refusal = Unexportable::new("", None, Reason::NoAnswers);
            return Err(target.refuse(self, refusal));
        }
        force_call(self, target)
    }
}

/// The export of one definition as a format.
struct Exporter<'e> {
    target: Target,
    definition: &'e Definition,
    format: &'e AnswerFormat,
}

impl Exporter<'_> {
    fn export(&self) -> Result<ResponseFormat, ExportError> {
        let refusal = match (self.target.mode(), self.format.plain, self.format.strict) {
            (Strict::Never, Some(passes), _) => {
                let plain = self.write(passes, false);
                return plain.map_err(|refusal| self.target.refuse(self.definition, refusal));
            }
            (_, _, Some(passes)) => match self.write(passes, true) {
                Ok(format) => return Ok(format),
                Err(refusal) => refusal,
            },
            _ if self.target.provider().strict.is_some() => return self.force_strict_call(),
            _ => Unexportable::new("", None, Reason::NoStrictAnswers),
        };
        self.fall_back(refusal)
    }

    /// Returns a call of a strict tool, for an API that enforces the schemas of tools only.
    fn force_strict_call(&self) -> Result<ResponseFormat, ExportError> {
        let mut format = force_call(self.definition, self.target)?;
        let refusal = Unexportable::new("", None, Reason::NoStrictAnswers);
        let why = self.target.refuse(self.definition, refusal);
        format.fallback.get_or_insert(why);
        Ok(format)
    }

    /// Returns a plain format, or a call if the API has no plain format.
    fn fall_back(&self, refusal: Unexportable) -> Result<ResponseFormat, ExportError> {
        let plain = self.format.plain.map(|passes| self.write(passes, false));
        let target = self.target.with_strict(Strict::Never);
        let other = match plain {
            Some(plain) => plain.map_err(|refusal| target.refuse(self.definition, refusal)),
            None => force_call(self.definition, target),
        };
        let tool = self.definition.name();
        let why = refusal.of_tool(tool, self.target.provider().name, true, other.is_ok());
        if self.target.mode() == Strict::Always {
            return Err(why);
        }
        let mut format = other?;
        format.fallback = Some(why);
        Ok(format)
    }

    fn write(&self, passes: &[Pass], strict: bool) -> Result<ResponseFormat, Unexportable> {
        let shaped = self.target.shape(self.definition, passes, strict)?;
        let name = Target::find_format_name(self.definition.name())?;
        let mut losses = shaped.losses;
        let instructions = (!self.format.shows_schema)
            .then(|| feedback::write_answer_format(&shaped.description, &shaped.schema));
        if self.format.has_no_schema {
            losses.push(Loss {
                path: String::new(),
                keyword: "response_format".to_owned(),
                value: shaped.schema.clone(),
                kept: Kept::Description,
            });
        }
        let mut fields = RequestFields::default();
        (self.format.write)(
            FormatParts {
                name: &name,
                description: shaped.description,
                schema: shaped.schema.clone(),
                strict,
            },
            &mut fields,
        );
        Ok(ResponseFormat {
            fields,
            losses,
            schema: shaped.schema,
            strict,
            is_call: false,
            instructions,
            base_url: None,
            fallback: None,
        })
    }
}

/// Exports a definition as the one tool that the model must call.
fn force_call(definition: &Definition, target: Target) -> Result<ResponseFormat, ExportError> {
    let export = target.export(definition)?;
    let exports = Exports::of(target, vec![export.clone()]);
    let mut fields = exports.fields();
    let choice = ToolChoice::tool(definition.name()).parallel(false);
    // The choice names the only tool of the request.
    if let Ok(chosen) = exports.choose(&choice) {
        fields.extend(chosen);
    }
    let mut losses = export.losses;
    // A second call does no harm, because only the first one is read.
    let of_choice = fields
        .losses()
        .iter()
        .filter(|loss| loss.keyword != "parallel");
    losses.extend(of_choice.cloned());
    Ok(ResponseFormat {
        losses,
        fields,
        schema: export.schema,
        strict: export.strict,
        is_call: true,
        instructions: None,
        base_url: exports.base_url(),
        fallback: export.fallback,
    })
}
