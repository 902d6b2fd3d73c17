//! The errors of the chain, with what was sent.

use std::any::Any;

use super::Reader;
use crate::conform::{Findings, with_forms_of};
use crate::finish::Finish;
use crate::issue::{Issue, IssueKind};
use crate::tape::Refusal;
use crate::tool::error::Read;
use crate::tool::source::Source;
use crate::tool::{Issues, ToolArgError};

impl Reader<'_> {
    #[cold]
    pub(in crate::tool) fn failed(
        &self,
        source: Source<'_>,
        read: Read,
        mut found: Findings,
    ) -> ToolArgError {
        if self.finish == Finish::Truncated {
            for issue in &mut found.issues {
                if matches!(issue.kind, IssueKind::InvalidJson { .. }) {
                    issue.kind = IssueKind::Truncated;
                }
            }
        }
        self.error(source, found.issues, found.omitted, read)
    }

    pub(super) fn check(&self, source: Source<'_>, value: &dyn Any) -> Result<(), ToolArgError> {
        let Some(check) = self.definition.check() else {
            return Ok(());
        };
        let mut issues = Issues::default();
        // A check reads its type once more, where the arguments are read as a JSON value.
        with_forms_of(self.definition.plan(), None, || check(value, &mut issues));
        self.told(source, issues)
    }

    /// The error of what a check found, with what was sent there.
    pub(super) fn told(&self, source: Source<'_>, issues: Issues) -> Result<(), ToolArgError> {
        let mut issues = issues.into_issues();
        if issues.is_empty() {
            return Ok(());
        }
        let tree = self.walked(source);
        for issue in &mut issues {
            let sent = tree.as_ref().and_then(|tree| tree.received_at(&issue.path));
            issue.received = sent.filter(|_| !issue.path.is_root());
        }
        Err(self.error(source, issues, 0, tree.as_ref()))
    }

    /// What serde refused though the schema allows it, as an issue.
    #[cold]
    pub(super) fn refused(&self, source: Source<'_>, refusal: Refusal) -> ToolArgError {
        let tree = self.walked(source);
        let (path, kind) = refusal.into_parts();
        let received = match kind {
            IssueKind::Required { .. } => None,
            _ => tree.as_ref().and_then(|tree| tree.received_at(&path)),
        };
        self.error(
            source,
            vec![Issue::new(path, kind, received)],
            0,
            tree.as_ref(),
        )
    }

    #[cold]
    pub(super) fn error(
        &self,
        source: Source<'_>,
        issues: Vec<Issue>,
        omitted: usize,
        read: impl Into<Read>,
    ) -> ToolArgError {
        ToolArgError::new(
            self.definition.name(),
            issues,
            omitted,
            source.received(),
            read,
        )
        .of_schema(self.definition.shared_schema())
    }
}
