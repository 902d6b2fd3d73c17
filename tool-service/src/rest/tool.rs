//! Making a tool of an endpoint.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tool_core::{Definition, Tool};

use super::declared::Declared;
use super::described::Patterns;
use super::mapping::Mapping;
use super::run::Rest;
use super::{Endpoint, RestError};
use crate::RegisteredTool;

impl Endpoint {
    /// Makes the tool of a definition, which the model sees. Only arguments that its schema
    /// declares are sent: see [the module](crate::rest#which-arguments-are-sent).
    ///
    /// # Errors
    ///
    /// If a pattern of `patternProperties` cannot be read; if the path cannot be used; if an argument in it is no required property of the
    /// schema, or one that is put elsewhere is no property; if a header cannot be set, or
    /// not by an argument: `Authorization`, `Content-Type`, `Host` and others; if an object
    /// would go into the query, or two arguments to the same place.
    pub fn tool(self, definition: Definition) -> Result<RegisteredTool, RestError> {
        let patterns = if self.passes_undeclared {
            None
        } else {
            Some(Patterns::of(definition.schema())?)
        };
        self.of::<Value>(definition, patterns)
    }

    /// The tool of a struct: its checks are run, and what serde writes of it is sent.
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
    /// As for [`tool`](Self::tool), and if the struct's schema cannot be used.
    pub fn typed<T: Tool + Serialize + Send>(self) -> Result<RegisteredTool, RestError> {
        let definition = T::try_definition().map_err(|error| RestError::schema(&error))?;
        self.of::<T>(definition.clone(), None)
    }

    fn of<T>(
        self,
        definition: Definition,
        patterns: Option<Patterns>,
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
