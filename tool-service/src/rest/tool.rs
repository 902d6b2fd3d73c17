//! Creates tools from endpoints.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tool_core::{Definition, Tool};

use super::declared::Declared;
use super::described::PropertyPatterns;
use super::mapping::Mapping;
use super::run::Rest;
use super::{Endpoint, RestError};
use crate::RegisteredTool;

impl Endpoint {
    /// Creates a tool from a definition, which the model sees. Sends only arguments that its schema
    /// declares: see [the module](crate::rest#which-arguments-are-sent).
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    ///
    /// - A pattern of `patternProperties` is invalid.
    /// - The path is invalid, or an argument in it is not a required property of the schema.
    /// - An argument with another location is not a property of the schema.
    /// - A header is invalid, or an argument cannot set it: `Authorization`, `Content-Type`, `Host`
    ///   and others.
    /// - An object would go into the query.
    /// - Two arguments have the same location.
    pub fn tool(self, definition: Definition) -> Result<RegisteredTool, RestError> {
        let patterns = if self.passes_undeclared {
            None
        } else {
            Some(PropertyPatterns::of(definition.schema())?)
        };
        self.of::<Value>(definition, patterns)
    }

    /// Creates a tool from a struct. Runs the checks of the struct, and sends the arguments as
    /// serde serializes them.
    ///
    /// ```
    /// use serde::Serialize;
    /// use tool_core::Tool;
    /// use tool_service::rest::RestApi;
    ///
    /// /// The weather of a city.
    /// #[derive(Debug, Serialize, Tool)]
    /// struct Weather {
    ///     city: String,
    ///     #[serde(default)]
    ///     days: Option<u8>,
    /// }
    ///
    /// let api = RestApi::new("http://localhost:8080")?;
    /// let weather = api.get("/cities/{city}").query_as("days", "forecast_days");
    /// assert_eq!(weather.typed::<Weather>()?.definition().name(), "weather");
    /// # Ok::<(), tool_service::rest::RestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`tool`](Self::tool), and an error if the schema of the struct is
    /// invalid.
    pub fn typed<T: Tool + Serialize + Send>(self) -> Result<RegisteredTool, RestError> {
        let definition = T::try_definition().map_err(|error| RestError::schema(&error))?;
        self.of::<T>(definition.clone(), None)
    }

    fn of<T>(
        self,
        definition: Definition,
        patterns: Option<PropertyPatterns>,
    ) -> Result<RegisteredTool, RestError>
    where
        T: DeserializeOwned + Serialize + Send + 'static,
    {
        let declared = Declared::of(&definition);
        let mapping = Mapping::new(&self, &declared)?;
        let executor = Rest::<T>::new(self.api, mapping, patterns);
        Ok(RegisteredTool::new(definition, executor))
    }
}
