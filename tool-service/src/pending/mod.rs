//! A call that waits for a person.

mod token;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use crate::hidden::escape_hidden;

pub(crate) use token::Key;

/// A call that waits for the approval of a person: see [`Approvals`](crate::approval::Approvals).
///
/// It is bound to the tool and its definition, to the arguments that will run, and to the
/// [`Principal`](crate::call::Principal). The key of the host authenticates all of it. Serialised it is one string; whoever
/// holds the string can read the arguments in it, but not change them. What an id, a tool and
/// arguments of a deserialised one say is checked when the call is resumed, not before.
///
/// `Display` writes the tool and the arguments for a person, in one line. Characters that are
/// invisible or change the direction of text are written as escapes.
///
/// ```
/// use tool_service::approval::Pending;
///
/// /// Asks in the terminal.
/// fn ask(pending: &Pending) {
///     println!("{pending} for {}? [y/n]", pending.principal().unwrap_or("nobody"));
/// }
/// # let _ = ask;
/// ```
#[derive(Clone, PartialEq)]
pub struct Pending(Arc<Inner>);

struct Inner {
    terms: Terms,
    /// Those of the terms.
    arguments: Value,
    /// The JSON text of the terms in base64, a point, and its code.
    token: String,
}

/// What a person approves. JSON values are text in it, so that they may be nested as deep as a call.
#[derive(Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) id: String,
    pub(crate) tool: String,
    /// The hash of what the tool was when the person was asked.
    pub(crate) definition: String,
    /// The code of the arguments that will run. They themselves are not here: hooks may have put
    /// secrets in.
    pub(crate) arguments_code: String,
    /// The JSON text of the arguments without what hooks put in.
    pub(crate) arguments: String,
    pub(crate) call: SentCall,
    pub(crate) principal: Option<String>,
    /// Seconds since 1970.
    pub(crate) expires: u64,
}

/// The call as the model made it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SentCall {
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    pub(crate) arguments: SentArguments,
    /// The name of a [`Finish`](tool_core::Finish).
    pub(crate) finish: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SentArguments {
    Text(String),
    /// The JSON text of a value.
    Value(String),
}

const TERMS: &str = "tool-service approval 1";

impl Pending {
    pub(crate) fn sign(key: &Key, terms: Terms, arguments: Value) -> Self {
        // Its parts are text, numbers and JSON values, so that it always has a JSON text.
        let payload = token::encode(&serde_json::to_string(&terms).unwrap_or_default());
        let code = key.authenticate(TERMS, &payload);
        let token = format!("{payload}.{code}");
        Self(Arc::new(Inner {
            terms,
            arguments,
            token,
        }))
    }

    pub(crate) fn is_signed_with(&self, key: &Key) -> bool {
        let parts = self.0.token.split_once('.');
        parts.is_some_and(|(payload, code)| key.verify(TERMS, payload, code))
    }

    pub(crate) fn terms(&self) -> &Terms {
        &self.0.terms
    }

    /// A random id of the call, 32 hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.terms.id
    }

    /// The name of the tool that will run.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.terms.tool
    }

    /// The arguments that will run. Where a function of [`ToolServiceBuilder::before`](crate::ToolServiceBuilder::before)
    /// put values in, they are the arguments without these values; `"…"` stands for what it added.
    #[must_use]
    pub fn arguments(&self) -> &Value {
        &self.0.arguments
    }

    /// What the provider calls the call.
    #[must_use]
    pub fn call_id(&self) -> Option<&str> {
        self.0.terms.call.id.as_deref()
    }

    /// Whom the call is made for: see [`Principal`](crate::call::Principal).
    #[must_use]
    pub fn principal(&self) -> Option<&str> {
        self.0.terms.principal.as_deref()
    }

    /// When the time to answer is over.
    #[must_use]
    pub fn expires(&self) -> SystemTime {
        let since_1970 = Duration::from_secs(self.0.terms.expires);
        // A time that is no time is over.
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

/// Without the arguments.
impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending")
            .field("id", &self.id())
            .field("tool", &self.tool())
            .field("principal", &self.principal())
            .finish_non_exhaustive()
    }
}

impl PartialEq for Inner {
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
            return Err(de::Error::custom("this is no pending call"));
        };
        Ok(Self(Arc::new(Inner {
            terms,
            arguments,
            token,
        })))
    }
}
