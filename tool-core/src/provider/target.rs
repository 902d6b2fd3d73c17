use super::error::{ExportError, Refusal};
use super::pass::{self, Pass};
use super::spec::{Parts, Provider};
use super::view::View;
use super::{Export, Exports, Reason};
use crate::tool::Definition;

/// Where a definition is exported to: a provider's API, and the mode.
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

/// Whether the provider is to hold the model to the schema while it writes.
///
/// A strict schema bends what the arguments are: an optional property is sent as
/// null, a map as an array of `{key, value}` objects. Reading turns that back, by
/// the rules `empty_to_absent` and `map_entries`, which are on in
/// [`Leniency::Standard`](crate::Leniency::Standard).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strict {
    /// The model sees the schema, and may miss it.
    #[default]
    Never,
    /// The provider holds to the schema; what it cannot hold is an error.
    Always,
    /// Strict where the definition can be, else plain: [`Export::fallback`] says why.
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

    /// Has the provider hold to the schema; what it cannot hold is an error.
    pub const fn strict(self) -> Self {
        self.with_strict(Strict::Always)
    }

    /// Says whether the provider is to hold to the schema.
    pub const fn with_strict(mut self, strict: Strict) -> Self {
        self.strict = strict;
        self
    }

    /// Says whether definitions that are referred to once are written out in place,
    /// which saves a few tokens for each. Left unsaid, plain exports do so, and strict
    /// ones keep them. What is referred to twice, or by itself, stays a definition.
    pub const fn inline_single_uses(mut self, inline: bool) -> Self {
        self.inline = Some(inline);
        self
    }

    /// Exports a whole set of definitions, and checks what a request takes of them.
    ///
    /// # Errors
    ///
    /// All that cannot be exported, and the limits of a request: the number of
    /// tools, names that stand twice, the budgets of strict tools. With
    /// [`Strict::Auto`] what exceeds a budget of strict tools is exported plain.
    pub fn export_all<'d>(
        self,
        definitions: impl IntoIterator<Item = &'d Definition>,
    ) -> Result<Exports, Vec<ExportError>> {
        Exports::new(self, &definitions.into_iter().collect::<Vec<_>>())
    }

    pub(super) fn provider(self) -> &'static Provider {
        self.provider
    }

    pub(super) fn strictness(self) -> Strict {
        self.strict
    }

    pub(super) fn export(self, definition: &Definition) -> Result<Export, ExportError> {
        match self.strict {
            Strict::Never => self.export_by(definition, self.provider.plain, false),
            Strict::Always => match self.export_strict(definition) {
                // Nothing is lost by it, since there is nothing to hold to.
                Err(error) if error.is_of_no_properties() => self.export_plain(definition, error),
                outcome => outcome,
            },
            Strict::Auto => match self.export_strict(definition) {
                Err(error) => self.export_plain(definition, error),
                outcome => outcome,
            },
        }
    }

    /// The plain export of a definition that cannot be strict.
    pub(super) fn export_plain(
        self,
        definition: &Definition,
        why: ExportError,
    ) -> Result<Export, ExportError> {
        let mut export = self.export_by(definition, self.provider.plain, false)?;
        export.fallback = Some(why);
        Ok(export)
    }

    fn export_strict(self, definition: &Definition) -> Result<Export, ExportError> {
        match self.provider.strict {
            Some(passes) => self.export_by(definition, passes, true),
            None => Err(self.refused(
                definition,
                Refusal::new("", None, Reason::NoStrictMode),
                false,
            )),
        }
    }

    fn export_by(
        self,
        definition: &Definition,
        passes: &[Pass],
        strict: bool,
    ) -> Result<Export, ExportError> {
        let refused = |refusal| self.refused(definition, refusal, strict);
        let name = definition.name();
        self.provider.tool_name.check(name).map_err(refused)?;
        let mut view = pass::prepare(definition).map_err(refused)?;
        if self.inline.unwrap_or(!strict) {
            pass::inline_single_uses(&mut view).map_err(refused)?;
        }
        bend(&mut view, passes).map_err(refused)?;
        let description = pass::lift_description(&mut view, definition);
        let description = view.description(&description);
        if let Some(most) = self.provider.description {
            let count = description.chars().count();
            pass::at_most("characters of the description", count, most).map_err(refused)?;
        }
        let (schema, mut losses) = view.finish();
        let tool = (self.provider.tool)(Parts {
            definition,
            description,
            schema: schema.clone(),
            strict,
            losses: &mut losses,
        });
        Ok(Export {
            name: name.to_owned(),
            tool,
            schema,
            strict,
            fallback: None,
            losses,
        })
    }

    pub(super) fn refused(
        self,
        definition: &Definition,
        refusal: Refusal,
        strict: bool,
    ) -> ExportError {
        // What all tools are to do, one alone is not told.
        let is_of_one = *refusal.reason() != Reason::NotAllStrict;
        let is_plain_way_out = strict
            && is_of_one
            && self
                .export_by(definition, self.provider.plain, false)
                .is_ok();
        let (tool, target) = (definition.name(), self.provider.name);
        refusal.of_tool(tool, target, strict, is_plain_way_out)
    }
}

fn bend(view: &mut View<'_>, passes: &[Pass]) -> Result<(), Refusal> {
    for pass in passes {
        pass(view)?;
    }
    pass::drop_unused(view)
}
