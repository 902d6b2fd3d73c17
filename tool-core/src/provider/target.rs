use serde_json::Value;

use super::error::{ExportError, Unexportable};
use super::loss::{Kept, Loss};
use super::names::NameRule;
use super::output::{well_formed_output, without_noise};
use super::pass::{self, Pass, Size};
use super::spec::{Parts, Provider};
use super::view::View;
use super::{Export, Reason};
use crate::tool::{Definition, find_free_alias};

/// The target of an export: a provider's API, and the mode.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::provider::{Anthropic, OpenAi, Strict};
///
/// /// Read a part of a file.
/// #[derive(Debug, Tool)]
/// struct ReadFile {
///     path: String,
/// }
///
/// let plain = ReadFile::definition().export(OpenAi::responses())?;
/// assert_eq!(plain.tool()["strict"], false);
/// let strict = ReadFile::definition().export(Anthropic::messages().strict())?;
/// assert_eq!(strict.tool()["strict"], true);
/// let either = ReadFile::definition().export(OpenAi::chat().with_strict(Strict::Auto))?;
/// assert!(either.is_strict());
/// # Ok::<(), tool_core::provider::ExportError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Target {
    provider: &'static Provider,
    strict: Strict,
    inline: Option<bool>,
}

/// The mode of an export: does the provider enforce the schema while the model writes?
///
/// A strict schema changes the form of the arguments: an optional property is sent as null, and
/// a map as an array of `{key, value}` objects. The reader undoes this by the rules
/// `empty_to_absent` and `map_entries`, which are on in
/// [`Leniency::Standard`](crate::Leniency::Standard).
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{OpenAi, Strict};
///
/// let schema = json!({"type": "object", "properties": {"until": {}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// // A value of any type has no strict form.
/// let export = wait.export(OpenAi::chat().with_strict(Strict::Auto))?;
/// assert!(!export.is_strict());
/// println!("{}", export.fallback().unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strict {
    /// The model sees the schema, but is not forced to follow it.
    #[default]
    Never,
    /// The provider enforces the schema. Unsupported parts are an error.
    Always,
    /// Strict if the provider supports the definition, otherwise plain. [`Export::fallback`]
    /// contains the reason.
    Auto,
}

impl Target {
    pub(super) const fn of(provider: &'static Provider) -> Self {
        Self {
            provider,
            strict: Strict::Never,
            inline: None,
        }
    }

    /// Makes the export strict: the provider enforces the schema, and unsupported parts are an
    /// error.
    ///
    /// If a provider needs properties in a strict tool, a tool without properties is exported
    /// as plain, because there is nothing to enforce. [`Export::fallback`] reports it, and the
    /// losses have the keyword `strict`.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::OpenAi;
    ///
    /// let stop = Definition::new("stop", "Stop.", json!({"type": "object"}))?;
    /// let export = stop.export(OpenAi::chat().strict())?;
    /// assert!(!export.is_strict() && export.fallback().is_some());
    /// assert_eq!(export.losses()[0].keyword, "strict");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn strict(self) -> Self {
        self.with_strict(Strict::Always)
    }

    /// Sets whether the provider enforces the schema.
    pub const fn with_strict(mut self, strict: Strict) -> Self {
        self.strict = strict;
        self
    }

    /// Sets whether definitions with one reference are inlined, which saves a few tokens for
    /// each. Default: `true` for plain exports, and `false` for strict ones. Definitions with
    /// several references, and recursive ones, are never inlined.
    pub const fn inline_single_uses(mut self, inline: bool) -> Self {
        self.inline = Some(inline);
        self
    }

    pub(super) const fn mode(self) -> Strict {
        self.strict
    }

    /// Returns the name of a response format: the name of the definition or an alias.
    pub(super) fn find_format_name(name: &str) -> Result<String, Unexportable> {
        let alias = (!NameRule::COMMON.takes(name)).then(|| find_free_alias(name, |_| false));
        let name = alias.flatten().unwrap_or_else(|| name.to_owned());
        NameRule::COMMON.check(&name)?;
        Ok(name)
    }

    pub(super) fn provider(self) -> &'static Provider {
        self.provider
    }

    /// Returns the alias of a name that the provider rejects. A tool of the same request may
    /// already have the alias as its own name.
    pub(super) fn find_alias(self, name: &str, is_taken: impl Fn(&str) -> bool) -> Option<String> {
        let is_own = self.provider.tool_name.takes(name);
        if is_own {
            return None;
        }
        find_free_alias(name, is_taken)
    }

    pub(super) fn export(self, definition: &Definition) -> Result<Export, ExportError> {
        let alias = self.find_alias(definition.name(), |_| false);
        self.export_as(&NamedDefinition { definition, alias })
    }

    pub(super) fn export_as(self, named: &NamedDefinition<'_>) -> Result<Export, ExportError> {
        let outcome = match (self.strict, self.provider.strict) {
            (Strict::Never, _) => {
                let plain = self.export_by(named, self.provider.plain, false);
                return plain.map_err(|refusal| self.refuse(named.definition, refusal));
            }
            (_, Some(passes)) => self.export_by(named, passes, true),
            (_, None) => Err(Unexportable::new("", None, Reason::NoStrictMode)),
        };
        outcome.or_else(|refusal| self.export_not_strict(named, refusal))
    }

    /// Returns the plain export of a definition that cannot be strict, if the mode allows it.
    /// Otherwise returns an error, with a hint if a plain export succeeds.
    pub(super) fn export_not_strict(
        self,
        named: &NamedDefinition<'_>,
        refusal: Unexportable,
    ) -> Result<Export, ExportError> {
        let plain = self.export_by(named, self.provider.plain, false);
        let strict = self.provider.strict.is_some();
        // A condition for all tools is not a hint for one.
        let is_of_one = *refusal.reason() != Reason::NotAllStrict;
        let helps_without_strict = strict && is_of_one && plain.is_ok();
        let (tool, target) = (named.definition.name(), self.provider.name);
        let why = refusal.of_tool(tool, target, strict, helps_without_strict);
        // Without properties, a plain export loses nothing.
        let has_no_arguments = *why.reason() == Reason::NoProperties && why.path().is_empty();
        if self.strict != Strict::Auto && !has_no_arguments {
            return Err(why);
        }
        let mut export = plain.map_err(|refusal| self.refuse(named.definition, refusal))?;
        if self.strict == Strict::Always {
            export.losses.push(Loss::of_strict());
        }
        export.fallback = Some(why);
        Ok(export)
    }

    /// Returns the plain export of a tool that is not among the strict tools of its request.
    pub(super) fn export_not_chosen(
        self,
        named: &NamedDefinition<'_>,
    ) -> Result<Export, ExportError> {
        let mut export = self.with_strict(Strict::Never).export_as(named)?;
        let refusal = Unexportable::new("", None, Reason::NotChosen);
        let (tool, target) = (named.definition.name(), self.provider.name);
        export.fallback = Some(refusal.of_tool(tool, target, true, false));
        Ok(export)
    }

    fn export_by(
        self,
        named: &NamedDefinition<'_>,
        passes: &[Pass],
        strict: bool,
    ) -> Result<Export, Unexportable> {
        let (definition, name) = (named.definition, named.name());
        self.provider.tool_name.check(name)?;
        let Shaped {
            description,
            schema,
            size,
            mut losses,
        } = self.shape(definition, passes, strict)?;
        let mut tool = (self.provider.tool)(Parts {
            definition,
            name,
            description: description.clone(),
            schema: schema.clone(),
            strict,
            losses: &mut losses,
        });
        if let Some(output) = definition.output_schema() {
            match self.provider.output {
                // The function `tool` writes it or records the loss.
                Some("outputSchema") => {}
                Some(field) => {
                    if let Some(output) = well_formed_output(output, &mut losses) {
                        tool[field] = without_noise(&output);
                    }
                }
                None => losses.push(Loss::of_output(output)),
            }
        }
        Ok(Export {
            name: definition.name().to_owned(),
            alias: named.alias.clone(),
            description,
            tool,
            schema,
            size,
            strict,
            fallback: None,
            losses,
            provider: self.provider,
            after: None,
            namespace: None,
        })
    }

    /// Returns the schema of a definition after the passes.
    pub(super) fn shape(
        self,
        definition: &Definition,
        passes: &[Pass],
        strict: bool,
    ) -> Result<Shaped, Unexportable> {
        let mut view = pass::prepare(definition, strict, self.provider.keeps_number_formats)?;
        if self.inline.unwrap_or(!strict) {
            pass::inline_single_uses(&mut view)?;
        }
        self.bend(&mut view, passes)?;
        let description = pass::lift_description(&mut view, definition);
        let most = self.provider.description.unwrap_or(usize::MAX);
        let description = if description.chars().count() > most {
            let shortened = Value::from(&*description);
            view.ledger
                .push("", "description", shortened, Kept::Nowhere);
            pass::shorten(&description, most)
        } else {
            description
        };
        Ok(Shaped {
            description,
            size: pass::measure(&view.schema),
            schema: view.schema.into_value(),
            losses: view.ledger.losses,
        })
    }

    fn bend(self, view: &mut View<'_>, passes: &[Pass]) -> Result<(), Unexportable> {
        pass::leave_out(view, self.provider.without)?;
        for pass in passes {
            pass(view)?;
        }
        // The passes may have written such keywords.
        pass::leave_out(view, self.provider.without)?;
        pass::drop_unused(view)
    }

    /// Creates an error that does not concern strict mode.
    pub(super) fn refuse(self, definition: &Definition, refusal: Unexportable) -> ExportError {
        refusal.of_tool(definition.name(), self.provider.name, false, false)
    }
}

/// A definition, and its alias if the provider rejects its name.
pub(super) struct NamedDefinition<'d> {
    pub(super) definition: &'d Definition,
    pub(super) alias: Option<String>,
}

impl NamedDefinition<'_> {
    /// Returns the name in the tool object.
    pub(super) fn name(&self) -> &str {
        self.alias.as_deref().unwrap_or(self.definition.name())
    }
}

/// A schema after the passes.
pub(super) struct Shaped {
    /// The description of the tool, and of its arguments as a whole.
    pub(super) description: String,
    pub(super) schema: Value,
    size: Size,
    pub(super) losses: Vec<Loss>,
}
