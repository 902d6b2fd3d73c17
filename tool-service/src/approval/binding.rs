//! Binds a pending call to its tool, arguments and principal.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tool_core::{Arguments, Finish};

use super::authorization::Proposal;
use crate::call::Principal;
use crate::pending::{Pending, SentArguments, SentCall, Terms, TokenKey};
use crate::random::{hash, random_id};
use crate::{RegisteredTool, ToolCall};

const ARGUMENTS: &str = "tool-service arguments 1";

/// Creates the pending call that a person decides on. `shown` are the arguments before hooks insert
/// secret values.
pub(super) fn bind(
    key: &TokenKey,
    proposal: &Proposal,
    shown: &Value,
    expires: SystemTime,
) -> Result<Terms, getrandom::Error> {
    let call = &proposal.call;
    let principal = proposal.extensions.get::<Principal>();
    let since_1970 = expires.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Terms {
        id: random_id()?,
        tool: proposal.tool.definition().name().to_owned(),
        definition: hash_of(&proposal.tool),
        arguments_code: key.authenticate(ARGUMENTS, &write_canonical(&proposal.arguments)),
        arguments: shown.to_string(),
        call: SentCall {
            id: call.id.clone(),
            name: call.name.clone(),
            arguments: match &call.arguments {
                Arguments::Text(text) => SentArguments::Text(text.clone()),
                Arguments::Value(value) => SentArguments::Value(value.to_string()),
            },
            finish: call.finish.as_str().to_owned(),
        },
        principal: principal.map(|principal| principal.0.clone()),
        expires: since_1970.as_secs(),
    })
}

/// Returns whether the proposal has the tool and the arguments that the person saw.
pub(super) fn binds(key: &TokenKey, pending: &Pending, proposal: &Proposal) -> bool {
    let terms = pending.terms();
    let arguments = write_canonical(&proposal.arguments);
    terms.tool == proposal.tool.definition().name()
        && terms.definition == hash_of(&proposal.tool)
        && key.verify(ARGUMENTS, &arguments, &terms.arguments_code)
}

/// Returns the call as the model sent it.
pub(crate) fn call_of(pending: &Pending) -> ToolCall {
    let call = &pending.terms().call;
    let arguments = match &call.arguments {
        SentArguments::Text(text) => Arguments::Text(text.clone()),
        // The text is JSON, so the reader of text returns the same value.
        SentArguments::Value(text) => {
            serde_json::from_str(text).map_or_else(|_| text.clone().into(), Arguments::Value)
        }
    };
    let finishes = [Finish::Complete, Finish::Truncated];
    let finish = finishes
        .into_iter()
        .find(|finish| finish.as_str() == call.finish);
    ToolCall {
        id: call.id.clone(),
        ..ToolCall::new(&call.name, arguments).finish(finish.unwrap_or_default())
    }
}

/// Hashes the properties of a tool that the model and the host see.
fn hash_of(tool: &RegisteredTool) -> String {
    let definition = tool.definition();
    let schema = write_canonical(definition.schema());
    let annotations = serde_json::to_string(&definition.annotations()).unwrap_or_default();
    let parts = [
        tool.kind(),
        tool.server().unwrap_or_default(),
        definition.name(),
        definition.description(),
        &schema,
        &annotations,
    ];
    // JSON keeps the parts separate.
    hash(&Value::from(parts.map(str::to_owned).to_vec()).to_string())
}

/// Returns the JSON text of a value with sorted keys.
fn write_canonical(value: &Value) -> String {
    let mut value = value.clone();
    value.sort_all_objects();
    value.to_string()
}
