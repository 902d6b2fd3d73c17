use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::budget::RequestCheck;
use super::error::{ExportErrors, Unexportable};
use super::fields::RequestFields;
use super::items::build_items;
use super::target::{NamedDefinition, Target};
use super::{Export, ExportError, Reason, Strict};
use crate::tool::Definition;

/// The definitions of one request, in the form of one provider's API.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Gemini;
///
/// let schema = json!({"type": "object", "properties": {"q": {"type": "string"}}});
/// let one = Definition::new("search", "Search.", schema.clone())?;
/// let other = Definition::new("ask", "Ask.", schema)?;
///
/// let exports = Gemini::json_schema().export_all([&one, &other]).complete()?;
/// let tools = exports.tools();
/// assert_eq!(tools[0]["functionDeclarations"][1]["name"], "ask");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Exports {
    target: Target,
    list: Vec<Export>,
    tools: Value,
}

/// The exports of a set of definitions, and the errors of the definitions that the provider does
/// not support. One bad schema costs its own tool, and no other.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{ExportedSet, OpenAi};
///
/// let text = json!({"type": "object", "properties": {"q": {"type": "string"}}});
/// let search = Definition::new("search", "Search.", text)?;
/// // For example, a tool of an MCP server.
/// let list = Definition::unchecked("list", "List.", json!({"type": "array"}));
///
/// let ExportedSet { exports, errors } = OpenAi::chat().export_all([&search, &list]);
/// assert_eq!(exports.exports().len(), 1);
/// for error in &errors {
///     eprintln!("{error}");
/// }
/// assert_eq!(errors[0].tool(), "list");
///
/// // If each tool is your own, an error is a mistake.
/// assert!(OpenAi::chat().export_all([&search, &list]).complete().is_err());
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "`errors` has the tools that the model will not see"]
pub struct ExportedSet {
    /// The exports that form the request.
    pub exports: Exports,
    /// The errors of the tools that are left out, all at once.
    pub errors: Vec<ExportError>,
}

impl ExportedSet {
    /// Returns the exports if no definition is left out.
    ///
    /// # Errors
    ///
    /// Returns all errors.
    pub fn complete(self) -> Result<Exports, ExportErrors> {
        if self.errors.is_empty() {
            Ok(self.exports)
        } else {
            Err(ExportErrors(self.errors))
        }
    }

    pub(super) fn new(
        target: Target,
        strict: Option<&[&str]>,
        definitions: &[&Definition],
    ) -> Self {
        let named = name_all(target, definitions);
        let mut errors = Vec::new();
        let mut taken = HashMap::new();
        let mut request = RequestCheck::new(target);
        for named in &named {
            let own = named.definition.name();
            let clash = match taken.get(named.name()) {
                None => None,
                Some(other) if *other == own => Some(Reason::SameName),
                Some(_) => Some(Reason::SameAlias),
            };
            if let Some(reason) = clash {
                let refusal = Unexportable::new("", None, reason);
                errors.push(target.refuse(named.definition, refusal));
                continue;
            }
            let is_chosen = |names: &&[&str]| names.contains(&own);
            let export = match strict.filter(|names| !is_chosen(names)) {
                Some(_) => target.export_not_chosen(named),
                None => target.export_as(named),
            };
            match export {
                Ok(export) => {
                    taken.insert(named.name(), own);
                    request.add(named, export);
                }
                Err(error) => errors.push(error),
            }
        }
        let (exports, of_request) = request.check();
        errors.extend(of_request);
        errors.extend(find_unknown(
            target,
            strict.unwrap_or_default(),
            definitions,
        ));
        Self {
            exports: Exports::of(target, exports),
            errors,
        }
    }
}

impl Exports {
    pub(super) fn of(target: Target, list: Vec<Export>) -> Self {
        let mut exports = Self {
            target,
            list,
            tools: Value::Null,
        };
        exports.tools = exports.tools_of(exports.list.iter());
        exports
    }

    pub(super) fn into_exports(self) -> Vec<Export> {
        self.list
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// Returns the value of `tools` for some of the exports.
    pub(super) fn tools_of<'e>(&self, exports: impl Iterator<Item = &'e Export>) -> Value {
        (self.target.provider().tools)(build_items(exports))
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
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::OpenAi;
    ///
    /// let read = Definition::new("files/read", "Read a file.", json!({"type": "object"}))?;
    /// let exports = OpenAi::chat().export_all([&read]).complete()?;
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
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::Cohere;
    ///
    /// let schema = json!({
    ///     "type": "object",
    ///     "properties": {"seconds": {"type": "integer"}},
    ///     "required": ["seconds"],
    /// });
    /// let wait = Definition::new("wait", "Wait a while.", schema)?;
    /// let exports = Cohere::chat().strict().export_all([&wait]).complete()?;
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

    /// Returns the base URL that the request needs, if the provider has several: `DeepSeek`
    /// supports strict tools only at its beta endpoint.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::DeepSeek;
    ///
    /// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
    /// let wait = Definition::new("wait", "Wait a while.", schema)?;
    /// let strict = DeepSeek::chat().strict().export_all([&wait]).complete()?;
    /// assert_eq!(strict.base_url(), Some("https://api.deepseek.com/beta"));
    /// assert_eq!(DeepSeek::chat().export_all([&wait]).complete()?.base_url(), None);
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
    /// Exports a whole set of definitions, and checks the limits of a request: the number of
    /// tools, duplicate names, and the budgets of strict tools. The tool
    /// [`InvalidCallTool`](crate::call::InvalidCallTool) is omitted, because it is for the host.
    ///
    /// A definition that the provider does not support, or that exceeds a limit, is left out, and
    /// [`ExportedSet::errors`] has the reason. [`ExportedSet::complete`] turns such errors into an
    /// `Err`. With [`Strict::Auto`](super::Strict::Auto), a tool over a budget is exported plain
    /// instead.
    pub fn export_all<'d>(
        self,
        definitions: impl IntoIterator<Item = &'d Definition>,
    ) -> ExportedSet {
        ExportedSet::new(self, None, &list_shown(definitions))
    }

    /// Exports a whole set of definitions: these tools strict, and the others plain. The
    /// [`fallback`](Export::fallback) of the others has the reason
    /// [`Reason::NotChosen`](super::Reason::NotChosen).
    ///
    /// Use it for a provider that limits the strict tools of a request: Anthropic supports 20
    /// of them, with 24 optional properties and 16 properties of several types in all. The format
    /// of a structured answer counts towards these properties, and this method does not see it.
    /// Anthropic also rejects strict tools that are too complex together, depending on the model.
    ///
    /// A target with [`Strict::Never`](super::Strict::Never) acts like one with
    /// [`Strict::Always`](super::Strict::Always).
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::{Anthropic, Reason};
    ///
    /// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    /// let read = Definition::new("read", "Read a file.", schema.clone())?;
    /// let edit = Definition::new("edit", "Edit a file.", schema)?;
    /// let exports = Anthropic::messages().export_all_strict(["edit"], [&read, &edit]).complete()?;
    /// assert!(exports.find("edit").unwrap().is_strict());
    /// let plain = exports.find("read").unwrap();
    /// assert_eq!(plain.fallback().unwrap().reason(), &Reason::NotChosen);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`ExportedSet::errors`] has an error for each name that belongs to no definition, too.
    pub fn export_all_strict<'d, 'n>(
        self,
        strict: impl IntoIterator<Item = &'n str>,
        definitions: impl IntoIterator<Item = &'d Definition>,
    ) -> ExportedSet {
        let target = match self.mode() {
            Strict::Never => self.strict(),
            Strict::Always | Strict::Auto => self,
        };
        let strict: Vec<&str> = strict.into_iter().collect();
        ExportedSet::new(target, Some(&strict), &list_shown(definitions))
    }
}

/// Returns the definitions that a model sees.
fn list_shown<'d>(definitions: impl IntoIterator<Item = &'d Definition>) -> Vec<&'d Definition> {
    let definitions = definitions.into_iter();
    definitions
        .filter(|definition| !definition.is_for_host())
        .collect()
}

/// Finds the names that belong to no definition.
fn find_unknown(target: Target, strict: &[&str], definitions: &[&Definition]) -> Vec<ExportError> {
    let is_unknown = |name: &&&str| definitions.iter().all(|tool| tool.name() != **name);
    let unknown = strict.iter().filter(is_unknown);
    let refusal = || Unexportable::new("", None, Reason::UnknownTool);
    let errors = unknown.map(|name| refusal().of_tool(name, target.provider().name, true, false));
    errors.collect()
}

/// Finds the aliases of the definitions.
fn name_all<'d>(target: Target, definitions: &[&'d Definition]) -> Vec<NamedDefinition<'d>> {
    let own: HashSet<&str> = definitions.iter().map(|tool| tool.name()).collect();
    let named = definitions.iter().map(|definition| NamedDefinition {
        definition,
        alias: target.find_alias(definition.name(), |alias| own.contains(alias)),
    });
    named.collect()
}
