//! A call that a person has answered.

use super::state::ServiceState;
use crate::approval::{Approval, Approvals, Pending, Proposal, check_principal};
use crate::{CallOptions, Failure, ToolError};

/// A call that waited for a person, and the answer.
#[derive(Clone, Copy)]
pub(crate) struct Resumed<'a> {
    pub(crate) pending: &'a Pending,
    pub(crate) approval: &'a Approval,
}

impl Resumed<'_> {
    /// Checks what can be checked before the call is read, and ends a call that was refused.
    pub(super) async fn check(
        self,
        inner: &ServiceState,
        options: &CallOptions,
    ) -> Result<(), ToolError> {
        let approvals = find_approvals(inner)?;
        approvals.check(self.pending)?;
        if let Approval::Refused(words) = self.approval {
            // As the call had them when it was asked for.
            let tools = inner.tools();
            let tool = tools.get(self.pending.tool());
            let options = match tool {
                Some(tool) => CallOptions::merge([options, tool.own_options(), &inner.options]),
                None => CallOptions::merge([options, &inner.options]),
            };
            check_principal(self.pending, options.extensions())?;
            approvals.claim(self.pending).await?;
            let failure = Failure::new("a person refused the call").with_model_message(words);
            return Err(ToolError::Permission(failure.not_run()));
        }
        Ok(())
    }

    /// Uses the answer up for a call that the authorizations allow.
    pub(super) async fn claim(
        self,
        inner: &ServiceState,
        proposal: &Proposal,
    ) -> Result<(), ToolError> {
        let approvals = find_approvals(inner)?;
        match self.approval {
            Approval::Changed(_) => check_principal(self.pending, &proposal.extensions)?,
            _ => approvals.check_proposal(self.pending, proposal)?,
        }
        approvals.claim(self.pending).await
    }
}

pub(super) fn find_approvals(inner: &ServiceState) -> Result<&Approvals, ToolError> {
    inner.approvals.as_ref().ok_or_else(|| {
        let failure =
            Failure::new("calls cannot be approved without `ToolServiceBuilder::approvals`");
        ToolError::Configuration(failure.not_run())
    })
}
