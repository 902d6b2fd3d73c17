use crate::issue::IssueKind;

/// The outcome of a check. The issue is boxed because almost every value passes.
pub(crate) type Checked = Result<(), Box<IssueKind>>;

pub(super) fn to_checked(faults: Vec<IssueKind>) -> Checked {
    IssueKind::of_faults(faults).map_or(Ok(()), |kind| Err(Box::new(kind)))
}
