//! The choice of tools for the next answer.

use serde_json::Value;

use super::choice::{ChoiceMode, Chosen, ToolSelection};
use super::fields::RequestFields;
use super::{ChoiceError, Export, Exports, ToolChoice};

impl Exports {
    /// Returns the fields of the request for a choice of tools. The names are names of
    /// definitions or aliases. Add them after [`fields`](Self::fields): if the API cannot limit a
    /// choice to certain tools, they contain a shorter list that replaces `tools`.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::{Cohere, OpenAi, ToolChoice};
    ///
    /// let schema = json!({"type": "object"});
    /// let read = Definition::new("read", "Read a file.", schema.clone())?;
    /// let edit = Definition::new("edit", "Edit a file.", schema)?;
    /// let choice = ToolChoice::tool("edit");
    ///
    /// let responses = OpenAi::responses().export_all([&read, &edit]).complete()?.choose(&choice)?;
    /// assert_eq!(responses.body()["tool_choice"], json!({"type": "function", "name": "edit"}));
    /// let cohere = Cohere::chat().export_all([&read, &edit]).complete()?.choose(&choice)?;
    /// assert_eq!(cohere.body()["tool_choice"], "REQUIRED");
    /// assert_eq!(cohere.body()["tools"][0]["function"]["name"], "edit");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the request does not have a tool of the choice, or if the choice
    /// requires a call and no tool is left.
    pub fn choose(&self, choice: &ToolChoice) -> Result<RequestFields, ChoiceError> {
        let only = choice.only.as_ref();
        let only = only.map(|names| self.find_all(names)).transpose()?;
        let count = only.as_ref().map_or(self.exports().len(), Vec::len);
        let mode = match choice.mode {
            ChoiceMode::Required if count == 0 => return Err(ChoiceError::NoTool),
            ChoiceMode::Auto if only.is_some() && count == 0 => ChoiceMode::None,
            mode => mode,
        };
        let names = only.iter().flatten().map(|export| export.shown_name());
        let chosen = Chosen {
            mode,
            only: only.as_ref().map(|_| names.collect()),
            parallel: choice.parallel,
        };
        let mut fields = RequestFields::default();
        let provider = self.target().provider();
        match ((provider.choice)(&chosen, &mut fields), &only) {
            (ToolSelection::Omitted, _) => fields.set(provider.tools_at, Value::Array(Vec::new())),
            (ToolSelection::OnlyChosen, Some(only)) => {
                fields.set(provider.tools_at, self.tools_of(only.iter().copied()));
            }
            _ => {}
        }
        Ok(fields)
    }

    /// Returns the exports of these names, in the order of the request.
    fn find_all(&self, names: &[String]) -> Result<Vec<&Export>, ChoiceError> {
        let mut found = Vec::new();
        for name in names {
            found.push(self.find(name).ok_or_else(|| {
                ChoiceError::UnknownTool {
                    name: name.clone(),
                    tools: self
                        .exports()
                        .iter()
                        .map(|one| one.name().to_owned())
                        .collect(),
                }
            })?);
        }
        let is_chosen = |export: &&Export| found.iter().any(|one| one.name() == export.name());
        Ok(self.exports().iter().filter(is_chosen).collect())
    }
}
