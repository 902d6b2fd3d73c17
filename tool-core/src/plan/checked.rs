use crate::issue::IssueKind;

/// The outcome of a check. Boxed, since it is made for every value and is an
/// issue for next to none.
pub(crate) type Checked = Result<(), Box<IssueKind>>;

pub(super) fn checked(faults: Vec<IssueKind>) -> Checked {
    IssueKind::of_faults(faults).map_or(Ok(()), |kind| Err(Box::new(kind)))
}
