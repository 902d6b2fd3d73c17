//! The errors of the chain, with the received arguments.

use super::Reader;
use crate::conform::Diagnostics;
use crate::issue::{Issue, IssueKind, JsonType, TypeSet};
use crate::tool::error::RepairedArguments;
use crate::tool::{Input, ToolArgError};

impl Reader<'_> {
    #[cold]
    pub(in crate::tool) fn fail(
        &self,
        input: Input<'_>,
        read: RepairedArguments,
        mut found: Diagnostics,
    ) -> ToolArgError {
        if input.is_truncated() {
            for issue in &mut found.issues {
                if matches!(issue.kind, IssueKind::InvalidJson { .. }) {
                    issue.kind = IssueKind::Truncated;
                }
            }
        }
        self.error(input, found.issues, found.omitted, read)
    }

    #[cold]
    pub(super) fn fail_with_issue(&self, input: Input<'_>, mut issue: Issue) -> ToolArgError {
        if matches!(issue.kind, IssueKind::Refused { .. }) {
            let types = self.definition.plan().types_at(&issue.path);
            let types = types.filter(|types| *types != TypeSet::ALL);
            issue.takes_null = types.is_some_and(|types| types.contains(JsonType::Null));
        }
        let tree = self.parse_and_walk(input);
        issue.received = tree
            .as_ref()
            .and_then(|tree| tree.received_for(&issue.kind, &issue.path));
        self.error(input, vec![issue], 0, tree.as_ref())
    }

    #[cold]
    pub(super) fn error(
        &self,
        input: Input<'_>,
        mut issues: Vec<Issue>,
        omitted: usize,
        read: impl Into<RepairedArguments>,
    ) -> ToolArgError {
        for issue in &mut issues {
            self.definition.aside().keep_private(issue);
        }
        ToolArgError::new(
            self.definition.name(),
            issues,
            omitted,
            input.to_arguments(),
            read,
        )
        .of_schema(self.definition.shared_schema())
    }
}
