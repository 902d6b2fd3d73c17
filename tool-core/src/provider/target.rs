use super::error::{ExportError, Unexportable};
use super::loss::Loss;
use super::output::without_noise;
use super::pass::{self, Pass};
use super::spec::{Parts, Provider};
use super::view::View;
use super::{Export, Reason};
use crate::tool::Definition;

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
#[derive(Clone, Copy, Debug)]
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
/// use serde_json::json;
/// use tool_core::Definition;
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
    /// use serde_json::json;
    /// use tool_core::Definition;
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

    pub(super) fn mode(self) -> Strict {
        self.strict
    }

    pub(super) fn provider(self) -> &'static Provider {
        self.provider
    }

    pub(super) fn export(self, definition: &Definition) -> Result<Export, ExportError> {
        let outcome = match (self.strict, self.provider.strict) {
            (Strict::Never, _) => {
                let plain = self.export_by(definition, self.provider.plain, false);
                return plain.map_err(|refusal| self.refuse(definition, refusal));
            }
            (_, Some(passes)) => self.export_by(definition, passes, true),
            (_, None) => Err(Unexportable::new("", None, Reason::NoStrictMode)),
        };
        outcome.or_else(|refusal| self.export_not_strict(definition, refusal))
    }

    /// Returns the plain export of a definition that cannot be strict, if the mode allows it.
    /// Otherwise returns an error, with a hint if a plain export succeeds.
    pub(super) fn export_not_strict(
        self,
        definition: &Definition,
        refusal: Unexportable,
    ) -> Result<Export, ExportError> {
        let plain = self.export_by(definition, self.provider.plain, false);
        let strict = self.provider.strict.is_some();
        // A condition for all tools is not a hint for one.
        let is_of_one = *refusal.reason() != Reason::NotAllStrict;
        let is_way_out = strict && is_of_one && plain.is_ok();
        let (tool, target) = (definition.name(), self.provider.name);
        let why = refusal.of_tool(tool, target, strict, is_way_out);
        // Without properties, a plain export loses nothing.
        if self.strict != Strict::Auto && !why.is_of_no_properties() {
            return Err(why);
        }
        let mut export = plain.map_err(|refusal| self.refuse(definition, refusal))?;
        if self.strict == Strict::Always {
            export.losses.push(Loss::of_strict());
        }
        export.fallback = Some(why);
        Ok(export)
    }

    fn export_by(
        self,
        definition: &Definition,
        passes: &[Pass],
        strict: bool,
    ) -> Result<Export, Unexportable> {
        let name = definition.name();
        self.provider.tool_name.check(name)?;
        let mut view = pass::prepare(definition)?;
        if self.inline.unwrap_or(!strict) {
            pass::inline_single_uses(&mut view)?;
        }
        bend(&mut view, passes)?;
        let description = pass::lift_description(&mut view, definition);
        if let Some(most) = self.provider.description {
            let count = description.chars().count();
            pass::at_most("characters of the description", count, most)?;
        }
        let size = pass::measure(&view.schema);
        let schema = view.schema.into_value();
        let mut losses = view.ledger.losses;
        let mut tool = (self.provider.tool)(Parts {
            definition,
            description: description.clone(),
            schema: schema.clone(),
            strict,
            losses: &mut losses,
        });
        if let Some(output) = definition.output_schema() {
            match self.provider.output {
                // The function `tool` writes it or records the loss.
                Some("outputSchema") => {}
                Some(field) => tool[field] = without_noise(output),
                None => losses.push(Loss::of_output(output)),
            }
        }
        Ok(Export {
            name: name.to_owned(),
            description,
            tool,
            schema,
            size,
            strict,
            fallback: None,
            losses,
        })
    }

    /// Creates an error that does not concern strict mode.
    pub(super) fn refuse(self, definition: &Definition, refusal: Unexportable) -> ExportError {
        refusal.of_tool(definition.name(), self.provider.name, false, false)
    }
}

fn bend(view: &mut View<'_>, passes: &[Pass]) -> Result<(), Unexportable> {
    for pass in passes {
        pass(view)?;
    }
    pass::drop_unused(view)
}
