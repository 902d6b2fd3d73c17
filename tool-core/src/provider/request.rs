use std::collections::HashSet;

use serde_json::Value;

use super::budget::RequestCheck;
use super::error::{ExportErrors, Unexportable};
use super::fields::RequestFields;
use super::target::{Named, Target};
use super::{Export, ExportError, Reason};
use crate::tool::Definition;

/// The definitions of one request, in the form of one provider's API.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Gemini;
///
/// let schema = json!({"type": "object", "properties": {"q": {"type": "string"}}});
/// let one = Definition::new("search", "Search.", schema.clone())?;
/// let other = Definition::new("ask", "Ask.", schema)?;
///
/// let exports = Gemini::json_schema().export_all([&one, &other]).unwrap();
/// let tools = exports.tools();
/// assert_eq!(tools[0]["functionDeclarations"][1]["name"], "ask");
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Exports {
    target: Target,
    list: Vec<Export>,
    tools: Value,
}

impl Exports {
    pub(super) fn new(
        target: Target,
        definitions: &[&Definition],
    ) -> Result<Self, Vec<ExportError>> {
        let mut exports = Vec::new();
        let named = name_all(target, definitions);
        let mut errors = find_same_names(target, &named);
        for named in &named {
            match target.export_as(named) {
                Ok(export) => exports.push(export),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut request = RequestCheck {
            target,
            named: &named,
            exports,
        };
        request.check()?;
        Ok(Self::of(target, request.exports))
    }

    pub(super) fn of(target: Target, list: Vec<Export>) -> Self {
        let mut exports = Self {
            target,
            list,
            tools: Value::Null,
        };
        exports.tools = exports.tools_of(exports.list.iter());
        exports
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// Returns the value of `tools` for some of the exports.
    pub(super) fn tools_of<'e>(&self, exports: impl Iterator<Item = &'e Export>) -> Value {
        let tools = exports.map(|export| export.tool.clone());
        (self.target.provider().tools)(tools.collect())
    }

    /// Returns the value of `tools` in the request.
    #[must_use]
    pub fn tools(&self) -> &Value {
        &self.tools
    }

    /// Returns the exports, in the order of the definitions.
    #[must_use]
    pub fn exports(&self) -> &[Export] {
        &self.list
    }

    /// Returns the export of a tool, by its name or by its [alias](Export::alias).
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Definition;
    /// use tool_core::provider::OpenAi;
    ///
    /// let read = Definition::new("files/read", "Read a file.", json!({"type": "object"}))?;
    /// let exports = OpenAi::chat().export_all([&read])?;
    /// let alias = exports.find("files/read").unwrap().alias().unwrap();
    /// assert_eq!(exports.find(alias).unwrap().name(), "files/read");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Export> {
        let mut exports = self.list.iter();
        let own = exports.find(|export| export.name() == name);
        own.or_else(|| self.list.iter().find(|one| one.alias() == Some(name)))
    }

    /// Returns the fields of the request that the tools need: the tools, and a flag for strict
    /// tools. Empty without tools, because some APIs reject an empty list.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Definition;
    /// use tool_core::provider::Cohere;
    ///
    /// let schema = json!({
    ///     "type": "object",
    ///     "properties": {"seconds": {"type": "integer"}},
    ///     "required": ["seconds"],
    /// });
    /// let wait = Definition::new("wait", "Wait a while.", schema)?;
    /// let exports = Cohere::chat().strict().export_all([&wait])?;
    /// assert_eq!(exports.fields().body()["strict_tools"], true);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fields(&self) -> RequestFields {
        let mut fields = RequestFields::default();
        if self.list.is_empty() {
            return fields;
        }
        let provider = self.target.provider();
        fields.set(provider.tools_at, self.tools.clone());
        if let Some(flag) = provider.strict_request.flag
            && self.has_strict()
        {
            fields.set(&[flag], true.into());
        }
        fields
    }

    /// Returns the base URL that the request needs, if the provider has several: `DeepSeek` supports
    /// strict tools only at its beta endpoint.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Definition;
    /// use tool_core::provider::DeepSeek;
    ///
    /// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
    /// let wait = Definition::new("wait", "Wait a while.", schema)?;
    /// let strict = DeepSeek::chat().strict().export_all([&wait])?;
    /// assert_eq!(strict.base_url(), Some("https://api.deepseek.com/beta"));
    /// assert_eq!(DeepSeek::chat().export_all([&wait])?.base_url(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn base_url(&self) -> Option<&'static str> {
        let url = self.target.provider().strict_request.base_url;
        url.filter(|_| self.has_strict())
    }

    fn has_strict(&self) -> bool {
        self.list.iter().any(Export::is_strict)
    }
}

impl Target {
    /// Exports a whole set of definitions, and checks what a request takes of them. The tool
    /// [`InvalidCall`](crate::call::InvalidCall) is left out: it is for the host.
    ///
    /// # Errors
    ///
    /// Returns the errors of all definitions, and of the limits of a request: the number of tools,
    /// duplicate names, and the budgets of strict tools. With
    /// [`Strict::Auto`](super::Strict::Auto), a tool over a budget is exported plain instead.
    pub fn export_all<'d>(
        self,
        definitions: impl IntoIterator<Item = &'d Definition>,
    ) -> Result<Exports, ExportErrors> {
        let definitions = definitions.into_iter();
        let shown = definitions.filter(|definition| !definition.is_for_host());
        Exports::new(self, &shown.collect::<Vec<_>>()).map_err(ExportErrors)
    }
}

/// Finds the aliases of the definitions.
fn name_all<'d>(target: Target, definitions: &[&'d Definition]) -> Vec<Named<'d>> {
    let own: HashSet<&str> = definitions.iter().map(|tool| tool.name()).collect();
    let named = definitions.iter().map(|definition| Named {
        definition,
        alias: target.find_alias(definition.name(), |alias| own.contains(alias)),
    });
    named.collect()
}

fn find_same_names(target: Target, named: &[Named<'_>]) -> Vec<ExportError> {
    let mut errors = Vec::new();
    let mut before = HashSet::new();
    for named in named {
        if !before.insert(named.name()) {
            let refusal = Unexportable::new("", None, Reason::SameName);
            errors.push(target.refuse(named.definition, refusal));
        }
    }
    errors
}
