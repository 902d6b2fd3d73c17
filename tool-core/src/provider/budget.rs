//! The limits of a request on its tools.

use super::error::Unexportable;
use super::pass::Size;
use super::spec::RequestLimits;
use super::target::{NamedDefinition, Target};
use super::{Export, ExportError, Reason};

/// The exports of a request, before its limits are checked.
pub(super) struct RequestCheck<'r> {
    pub(super) target: Target,
    pub(super) named: &'r [NamedDefinition<'r>],
    pub(super) exports: Vec<Export>,
}

impl RequestCheck<'_> {
    pub(super) fn check(&mut self) -> Result<(), Vec<ExportError>> {
        let limits = self.target.provider().limits;
        if let Some(most) = limits.tools
            && let Some(first_over) = self.named.get(most)
        {
            let reason = Reason::TooMany {
                what: "tools",
                count: self.exports.len(),
                most,
            };
            let refusal = Unexportable::new("", None, reason);
            return Err(vec![self.target.refuse(first_over.definition, refusal)]);
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
        let refusal = Unexportable::new("", None, reason);
        self.exports[index] = self.target.export_not_strict(&self.named[index], refusal)?;
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
