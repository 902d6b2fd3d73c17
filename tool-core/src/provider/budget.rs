//! The limits of a request on its tools.

use super::error::Unexportable;
use super::pass::Size;
use super::spec::RequestLimits;
use super::target::{NamedDefinition, Target};
use super::{Export, ExportError, Reason, Strict};

/// The exports of a request, before its limits are checked.
pub(super) struct RequestCheck<'r> {
    target: Target,
    tools: Vec<(&'r NamedDefinition<'r>, Export)>,
    errors: Vec<ExportError>,
}

impl<'r> RequestCheck<'r> {
    pub(super) fn new(target: Target) -> Self {
        Self {
            target,
            tools: Vec::new(),
            errors: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, named: &'r NamedDefinition<'r>, export: Export) {
        self.tools.push((named, export));
    }

    /// Leaves out the tools that exceed a limit. Returns the other exports, and the errors.
    pub(super) fn check(mut self) -> (Vec<Export>, Vec<ExportError>) {
        let limits = &self.target.provider().limits;
        self.check_count(limits);
        self.check_budgets(limits);
        if limits.all_strict {
            self.require_all_strict();
        }
        let exports = self.tools.into_iter().map(|(_, export)| export);
        (exports.collect(), self.errors)
    }

    /// Leaves out the tools after the maximum number.
    fn check_count(&mut self, limits: &RequestLimits) {
        let count = self.tools.len();
        let Some(most) = limits.tools.filter(|most| count > *most) else {
            return;
        };
        for (named, _) in self.tools.drain(most..) {
            let what = "tools";
            let refusal = Unexportable::new("", None, Reason::TooMany { what, count, most });
            self.errors
                .push(self.target.refuse(named.definition, refusal));
        }
    }

    /// Applies the common budgets of strict tools, in the order of the tools.
    fn check_budgets(&mut self, limits: &RequestLimits) {
        let mut spent = Spent::default();
        self.retain(|target, named, export| {
            if !export.strict {
                return Ok(());
            }
            let with = spent.plus(export);
            match with.find_exceeded(limits) {
                None => spent = with,
                Some(reason) => *export = export_plain(target, named, reason)?,
            }
            Ok(())
        });
    }

    /// If one tool is plain, all tools must be plain. If the caller wants strict tools, the plain
    /// ones are left out.
    fn require_all_strict(&mut self) {
        let strict = self
            .tools
            .iter()
            .filter(|(_, export)| export.strict)
            .count();
        if strict == 0 || strict == self.tools.len() {
            return;
        }
        let is_auto = self.target.mode() == Strict::Auto;
        self.retain(|target, named, export| {
            if export.strict == is_auto {
                *export = export_plain(target, named, Reason::NotAllStrict)?;
            }
            Ok(())
        });
    }

    /// Keeps the tools for which the function returns `Ok`.
    fn retain(
        &mut self,
        mut keep: impl FnMut(Target, &NamedDefinition<'_>, &mut Export) -> Result<(), ExportError>,
    ) {
        let Self {
            target,
            tools,
            errors,
        } = self;
        tools.retain_mut(|(named, export)| {
            let kept = keep(*target, named, export);
            let is_kept = kept.is_ok();
            errors.extend(kept.err());
            is_kept
        });
    }
}

/// Exports a tool as plain that cannot be strict in this request, if the mode allows it.
fn export_plain(
    target: Target,
    named: &NamedDefinition<'_>,
    reason: Reason,
) -> Result<Export, ExportError> {
    target.export_not_strict(named, Unexportable::new("", None, reason))
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
