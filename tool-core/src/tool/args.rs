use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error};

use crate::issue::{Ignored, Repair};
use crate::tool::{Reading, Tool};

/// The lenient reader as a type, for frameworks that only use serde and schemars:
/// `Parameters<Args<EditFile>>` of `rmcp`, `type Args = Args<EditFile>` of `rig`,
/// `Json<Args<EditFile>>` of axum.
///
/// `Deserialize` reads leniently from any self-describing format. The text of its error is the
/// whole instruction for the model. `JsonSchema` returns the schema of the tool.
///
/// The readers of `serde_json` pass the text of the arguments, so numbers keep all their digits. A
/// [`serde_json::Value`] and other formats pass parsed values.
///
/// The framework parses the text and finds the tool. `Args` therefore does neither:
///
/// | feature | [`Tool::parse`], [`Reader`](crate::Reader) | `Args` |
/// |---|---|---|
/// | values and keys repaired, with the repairs | yes | yes |
/// | every fault at once, as the instruction | yes | yes, in some frameworks after a prefix |
/// | text repaired: a trailing comma, a code fence, empty text | yes | no: the framework's JSON error |
/// | truncated text reported as such, and [`Finish`](crate::Finish) | yes | no: the framework's JSON error |
/// | leniency and limits for one call | yes | those of the tool |
/// | the name repaired, or similar names proposed | by [`ToolSet`](crate::ToolSet), [`Definitions`](crate::Definitions) | no |
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
    /// Returns the arguments.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0.value
    }

    /// Returns all repairs.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.0.repairs
    }

    /// Returns the undeclared keys of open objects.
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
