use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error};

use crate::issue::{Ignored, Repair};
use crate::tool::{Reading, Tool};

/// The lenient reading of values as a type, for frameworks that know only serde and
/// schemars: `rmcp`'s `Parameters<Args<EditFile>>`, `rig`'s `type Args =
/// Args<EditFile>`, axum's `Json<Args<EditFile>>`.
///
/// Its `Deserialize` reads leniently from any self-describing format, and its
/// error text is the whole instruction for the model. Its `JsonSchema` is that
/// of the tool.
///
/// Of `serde_json`'s readers it gets the text itself, so that each digit of a number counts. From
/// a [`serde_json::Value`] or another format it gets what that holds.
///
/// The framework parses the text and finds the tool, so that `Args` does neither:
///
/// | what you get | [`Tool::parse`], [`Reader`](crate::Reader) | `Args` |
/// |---|---|---|
/// | values and keys repaired, with the repairs | yes | yes |
/// | every fault at once, as the instruction | yes | yes, maybe behind the framework's own words |
/// | text repaired: a trailing comma, a code fence, empty text | yes | no: the framework's JSON error |
/// | truncated text reported as such, and [`Finish`](crate::Finish) | yes | no: the framework's JSON error |
/// | leniency and limits for one call | yes | those of the tool |
/// | the name repaired, or answered with near names | by [`ToolSet`](crate::ToolSet), [`Definitions`](crate::Definitions) | no |
///
/// ```
/// use tool_core::{Args, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let args: Args<Wait> = serde_json::from_str(r#"{"seconds": "5"}"#)?;
/// assert_eq!(args.seconds, 5);
/// assert_eq!(args.repairs().len(), 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Args<T>(Reading<T>);

impl<T> Args<T> {
    /// The arguments alone.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0.value
    }

    /// Every departure from what was sent.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.0.repairs
    }

    /// Keys that open objects hold and the schema does not declare.
    #[must_use]
    pub fn ignored(&self) -> &[Ignored] {
        &self.0.ignored
    }
}

impl<T> Deref for Args<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T> DerefMut for Args<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0.value
    }
}

impl<'de, T: Tool> Deserialize<'de> for Args<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reader = T::definition().reader();
        let reading = reader.read_from(deserializer)?;
        reading.map(Self).map_err(D::Error::custom)
    }
}

impl<T: JsonSchema> JsonSchema for Args<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
