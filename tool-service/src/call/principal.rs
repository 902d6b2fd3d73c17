/// The user or tenant that a call is made for, as an [`extension`](crate::CallOptions::extension)
/// of the call. One principal has no access to the pending calls
/// ([`Pending`](crate::approval::Pending)) and stored [`results`](crate::results) of another.
///
/// ```
/// use tool_service::approval::Principal;
/// use tool_service::CallOptions;
///
/// let options = CallOptions::new().extension(Principal("user:ada".to_owned()));
/// # let _ = options;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Principal(pub String);
