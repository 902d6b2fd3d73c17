//! Calls that wait for a person.

mod token;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::hidden::escape_hidden;

pub(crate) use token::TokenKey;

/// A call that waits for the approval of a person: see [`Approvals`](crate::approval::Approvals).
///
/// It is bound to the tool and its definition, to the arguments of the run, and to the
/// [`Principal`](crate::call::Principal). The key of the host authenticates all of these. It
/// serializes as one string. Anyone with the string can read the arguments, but cannot change them.
/// A deserialized value is not verified until the call is resumed.
///
/// `Display` writes the tool and the arguments for a person, in one line. Characters that are
/// invisible or change the direction of text are escaped.
///
/// ```
/// use tool_service::approval::Pending;
///
/// /// Asks in the terminal.
/// fn ask(pending: &Pending) {
///     println!("{pending} for {}? [y/n]", pending.principal().unwrap_or("an unknown user"));
/// }
/// # let _ = ask;
/// ```
#[derive(Clone, PartialEq)]
pub struct Pending(Arc<PendingData>);

struct PendingData {
    terms: Terms,
    /// Arguments of the terms, parsed.
    arguments: Value,
    /// JSON text of the terms in base64, a dot, and its authentication code.
    token: String,
}

/// The terms that a person approves. JSON values are stored as text, because they may be nested as
/// deeply as a call.
#[derive(Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) id: String,
    pub(crate) tool: String,
    /// Hash of the tool at the time of the request.
    pub(crate) definition: String,
    /// Authentication code of the arguments of the run. The arguments themselves are omitted,
    /// because hooks may have inserted secrets.
    pub(crate) arguments_code: String,
    /// JSON text of the arguments without the values that hooks inserted.
    pub(crate) arguments: String,
    pub(crate) call: SentCall,
    pub(crate) principal: Option<String>,
    /// Seconds since 1970.
    pub(crate) expires: u64,
}

/// The call as the model sent it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SentCall {
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    pub(crate) arguments: SentArguments,
    /// Name of a [`Finish`](tool_core::Finish).
    pub(crate) finish: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SentArguments {
    Text(String),
    /// JSON text of a value.
    Value(String),
}

const TERMS: &str = "tool-service approval 1";

impl Pending {
    pub(crate) fn sign(key: &TokenKey, terms: Terms, arguments: Value) -> Self {
        // The terms consist of text, numbers and JSON values, which always serialize.
        let payload = token::encode(&serde_json::to_string(&terms).unwrap_or_default());
        let code = key.authenticate(TERMS, &payload);
        let token = format!("{payload}.{code}");
        Self(Arc::new(PendingData {
            terms,
            arguments,
            token,
        }))
    }

    pub(crate) fn is_signed_with(&self, key: &TokenKey) -> bool {
        let parts = self.0.token.split_once('.');
        parts.is_some_and(|(payload, code)| key.verify(TERMS, payload, code))
    }

    pub(crate) fn terms(&self) -> &Terms {
        &self.0.terms
    }

    /// Returns the random id of the call, 32 hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.terms.id
    }

    /// Returns the name of the tool.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.terms.tool
    }

    /// Returns the arguments for display. If a function of
    /// [`ToolServiceBuilder::before`](crate::ToolServiceBuilder::before) inserted values, they are
    /// hidden: the arguments contain the text of the model, and `"…"` replaces added values.
    #[must_use]
    pub fn arguments(&self) -> &Value {
        &self.0.arguments
    }

    /// Returns the id that the provider gave the call.
    #[must_use]
    pub fn call_id(&self) -> Option<&str> {
        self.0.terms.call.id.as_deref()
    }

    /// Returns the [`Principal`](crate::call::Principal) of the call.
    #[must_use]
    pub fn principal(&self) -> Option<&str> {
        self.0.terms.principal.as_deref()
    }

    /// Returns the time after which the call cannot be resumed.
    #[must_use]
    pub fn expires(&self) -> SystemTime {
        let since_1970 = Duration::from_secs(self.0.terms.expires);
        // A time out of range counts as expired.
        UNIX_EPOCH.checked_add(since_1970).unwrap_or(UNIX_EPOCH)
    }
}

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = self.arguments().to_string();
        let (tool, arguments) = (escape_hidden(self.tool()), escape_hidden(&arguments));
        write!(f, "{tool} {arguments}")
    }
}

/// Omits the arguments.
impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending")
            .field("id", &self.id())
            .field("tool", &self.tool())
            .field("principal", &self.principal())
            .finish_non_exhaustive()
    }
}

impl PartialEq for PendingData {
    fn eq(&self, other: &Self) -> bool {
        self.token == other.token
    }
}

impl Serialize for Pending {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.token)
    }
}

impl<'de> Deserialize<'de> for Pending {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let token = String::deserialize(deserializer)?;
        let payload = token.split_once('.').map(|(payload, _)| payload);
        let terms = payload.and_then(token::decode);
        let terms: Option<Terms> = terms.and_then(|terms| serde_json::from_str(&terms).ok());
        let arguments = terms
            .as_ref()
            .and_then(|terms| serde_json::from_str(&terms.arguments).ok());
        let (Some(terms), Some(arguments)) = (terms, arguments) else {
            return Err(de::Error::custom("invalid pending call"));
        };
        Ok(Self(Arc::new(PendingData {
            terms,
            arguments,
            token,
        })))
    }
}
