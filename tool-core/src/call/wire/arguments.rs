//! Finds the arguments of a call. Some servers and gateways use the member of another API.

use super::Node;

/// The members of all APIs with the arguments of a call.
const MEMBERS: &str = "arguments args input parameters params tool_input";

/// Members with an object that is not the arguments.
const OTHERS: &str = "caller id status extra_content provider_specific_fields cache_control \
     metadata meta _meta";

/// The arguments of a call.
#[derive(Clone, Copy, Default)]
pub(super) struct FoundArguments<'a> {
    pub(super) value: Node<'a>,
    /// `true` if it is unknown which member has the arguments. The call must not run.
    pub(super) is_unclear: bool,
}

impl<'a> FoundArguments<'a> {
    /// Returns whether the arguments are a value of the provider's JSON, and not the model's own text.
    pub(super) fn is_value(self) -> bool {
        self.value.is_present() && !self.value.is_string()
    }

    /// Finds the arguments in the member of the API. Without this member, finds them in the only
    /// member that another API uses, in the call or in the object around it.
    pub(super) fn of(call: Node<'a>, around: Node<'a>, member: &str) -> Self {
        let value = call.get(member);
        if value.is_present() {
            return Self {
                value,
                ..Self::default()
            };
        }
        let is_around = around.source() != call.source();
        let holders = [Some(call), Some(around).filter(|_| is_around)];
        let entries = holders.into_iter().flatten().flat_map(Node::entries);
        let holds = |value: &Node<'_>| value.is_object() || value.some_text().is_some();
        let known = entries.filter(|(key, value)| key.is_one_of(MEMBERS) && holds(value));
        let known: Vec<_> = known.map(|(_, value)| value).collect();
        let is_unread = |(key, value): (Node<'_>, Node<'_>)| {
            value.is_object() && !value.is_empty_object() && !key.is_one_of(OTHERS)
        };
        let (value, is_unclear) = match known[..] {
            [value] => (value, false),
            [] => (Node::default(), call.entries().any(is_unread)),
            _ => (Node::default(), true),
        };
        Self { value, is_unclear }
    }
}
