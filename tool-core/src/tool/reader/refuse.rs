//! The errors of the chain, with what was sent.

use super::Reader;
use crate::conform::Findings;
use crate::finish::Finish;
use crate::issue::{Issue, IssueKind};
use crate::tool::ToolArgError;
use crate::tool::error::Read;
use crate::tool::source::Source;

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

    #[cold]
    pub(super) fn refused_issue(&self, source: Source<'_>, mut issue: Issue) -> ToolArgError {
        let tree = self.walked(source);
        issue.received = tree
            .as_ref()
            .and_then(|tree| tree.received_for(&issue.kind, &issue.path));
        self.error(source, vec![issue], 0, tree.as_ref())
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
