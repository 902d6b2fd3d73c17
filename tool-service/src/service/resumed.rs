//! A pending call with the answer of a person.

use super::state::ServiceState;
use crate::approval::{Approval, Approvals, Pending, Proposal, check_principal};
use crate::{CallOptions, Failure, ToolError};

/// A pending call and its answer.
#[derive(Clone, Copy)]
pub(crate) struct Resumed<'a> {
    pub(crate) pending: &'a Pending,
    pub(crate) approval: &'a Approval,
}

impl Resumed<'_> {
    /// Performs the checks that do not need the arguments. Ends a refused call.
    pub(super) async fn check(
        self,
        inner: &ServiceState,
        options: &CallOptions,
    ) -> Result<(), ToolError> {
        let approvals = find_approvals(inner)?;
        approvals.check(self.pending)?;
        if let Approval::Refused(words) = self.approval {
            // The extensions that the call had when it became pending.
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

    /// Claims the answer for an authorized call. Each answer can be claimed once.
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
        let failure = Failure::new("approving calls requires `ToolServiceBuilder::approvals`");
        ToolError::Configuration(failure.not_run())
    })
}
