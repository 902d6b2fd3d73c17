/// Who a call is made for, as an [`extension`](crate::CallOptions::extension) of the call: a user, a
/// tenant. What
/// waits for a person ([`Pending`](crate::approval::Pending)) or is kept
/// ([`results`](crate::results)) for one principal is not given to another.
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
