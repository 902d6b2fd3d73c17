use serde::Deserialize;
use tool_core::{Finish, Leniency};

/// A request of the page.
#[derive(Deserialize)]
pub(crate) struct Request {
    /// The text of a JSON Schema, or of a tool object of a provider.
    pub(crate) schema: String,
    /// The arguments of the call, as the model wrote them.
    pub(crate) call: String,
    #[serde(default)]
    pub(crate) leniency: LeniencyName,
    #[serde(default)]
    pub(crate) finish: FinishName,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LeniencyName {
    Strict,
    #[default]
    Standard,
    Generous,
}

impl From<LeniencyName> for Leniency {
    fn from(name: LeniencyName) -> Self {
        match name {
            LeniencyName::Strict => Self::Strict,
            LeniencyName::Standard => Self::Standard,
            LeniencyName::Generous => Self::Generous,
        }
    }
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FinishName {
    #[default]
    Unknown,
    Complete,
    Truncated,
}

impl From<FinishName> for Finish {
    fn from(name: FinishName) -> Self {
        match name {
            FinishName::Unknown => Self::Unknown,
            FinishName::Complete => Self::Complete,
            FinishName::Truncated => Self::Truncated,
        }
    }
}
