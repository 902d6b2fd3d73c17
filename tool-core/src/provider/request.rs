use serde_json::Value;

use super::error::{ExportErrors, Unexportable};
use super::pass::Size;
use super::spec::RequestLimits;
use super::target::Target;
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
    exports: Vec<Export>,
    tools: Value,
}

impl Exports {
    pub(super) fn new(
        target: Target,
        definitions: &[&Definition],
    ) -> Result<Self, Vec<ExportError>> {
        let mut exports = Vec::new();
        let mut errors = find_same_names(target, definitions);
        for definition in definitions {
            match target.export(definition) {
                Ok(export) => exports.push(export),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut request = RequestCheck {
            target,
            definitions,
            exports,
        };
        request.check()?;
        let tools = request.exports.iter().map(|export| export.tool.clone());
        Ok(Self {
            tools: (target.provider().tools)(tools.collect()),
            exports: request.exports,
        })
    }

    /// Returns the value of `tools` in the request.
    #[must_use]
    pub fn tools(&self) -> &Value {
        &self.tools
    }

    /// Returns the exports, in the order of the definitions.
    #[must_use]
    pub fn exports(&self) -> &[Export] {
        &self.exports
    }
}

impl Target {
    /// Exports a whole set of definitions, and checks what a request takes of them. The tool
    /// [`InvalidCall`](crate::call::InvalidCall) is left out: it is for the host.
    ///
    /// # Errors
    ///
    /// Returns all errors of the definitions, and exceeded limits of a request: too many tools,
    /// duplicate names, and the budgets of strict tools. With
    /// [`Strict::Auto`](super::Strict::Auto), a tool that exceeds such a budget is exported as plain.
    pub fn export_all<'d>(
        self,
        definitions: impl IntoIterator<Item = &'d Definition>,
    ) -> Result<Exports, ExportErrors> {
        let definitions = definitions.into_iter();
        let shown = definitions.filter(|definition| !definition.is_for_host());
        Exports::new(self, &shown.collect::<Vec<_>>()).map_err(ExportErrors)
    }
}

fn find_same_names(target: Target, definitions: &[&Definition]) -> Vec<ExportError> {
    let mut errors = Vec::new();
    for (index, definition) in definitions.iter().enumerate() {
        let before = &definitions[..index];
        if before.iter().any(|other| other.name() == definition.name()) {
            let refusal = Unexportable::new("", None, Reason::SameName);
            errors.push(target.refuse(definition, refusal));
        }
    }
    errors
}

struct RequestCheck<'r> {
    target: Target,
    definitions: &'r [&'r Definition],
    exports: Vec<Export>,
}

impl RequestCheck<'_> {
    fn check(&mut self) -> Result<(), Vec<ExportError>> {
        let limits = self.target.provider().limits;
        if let Some(most) = limits.tools
            && let Some(first_over) = self.definitions.get(most)
        {
            let reason = Reason::TooMany {
                what: "tools",
                count: self.exports.len(),
                most,
            };
            let refusal = Unexportable::new("", None, reason);
            return Err(vec![self.target.refuse(first_over, refusal)]);
        }
        self.check_budgets(limits)?;
        if limits.all_strict {
            self.require_all_strict()
        } else {
            Ok(())
        }
    }

    /// Applies the common budgets of strict tools, in the order of the tools.
    fn check_budgets(&mut self, limits: &RequestLimits) -> Result<(), Vec<ExportError>> {
        let mut spent = Spent::default();
        let mut errors = Vec::new();
        for index in 0..self.exports.len() {
            if !self.exports[index].strict {
                continue;
            }
            let with = spent.plus(&self.exports[index]);
            match with.find_exceeded(limits) {
                None => spent = with,
                Some(reason) => errors.extend(self.export_over_budget(index, reason).err()),
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// Exports a tool as plain if it cannot be strict in this request, or adds an error.
    fn export_over_budget(&mut self, index: usize, reason: Reason) -> Result<(), ExportError> {
        let definition = self.definitions[index];
        let refusal = Unexportable::new("", None, reason);
        self.exports[index] = self.target.export_not_strict(definition, refusal)?;
        Ok(())
    }

    /// If one tool is plain, all tools must be plain.
    fn require_all_strict(&mut self) -> Result<(), Vec<ExportError>> {
        let strict = |export: &Export| export.strict;
        if self.exports.iter().all(strict) || !self.exports.iter().any(strict) {
            return Ok(());
        }
        let mut errors = Vec::new();
        for index in 0..self.exports.len() {
            if self.exports[index].strict {
                errors.extend(self.export_over_budget(index, Reason::NotAllStrict).err());
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }
}

/// The used part of the budgets of a request.
#[derive(Clone, Copy, Default)]
struct Spent {
    tools: usize,
    size: Size,
}

impl Spent {
    fn plus(mut self, export: &Export) -> Self {
        self.tools += 1;
        self.size.optional += export.size.optional;
        self.size.unions += export.size.unions;
        self.size.properties += export.size.properties;
        self
    }

    fn find_exceeded(&self, limits: &RequestLimits) -> Option<Reason> {
        let budgets = [
            ("strict tools", self.tools, limits.strict_tools),
            (
                "optional properties of strict tools",
                self.size.optional,
                limits.optional,
            ),
            (
                "properties of several types in strict tools",
                self.size.unions,
                limits.unions,
            ),
            (
                "properties of strict tools",
                self.size.properties,
                limits.properties,
            ),
        ];
        budgets.into_iter().find_map(|(what, count, most)| {
            let most = most.filter(|most| count > *most)?;
            Some(Reason::TooMany { what, count, most })
        })
    }
}
