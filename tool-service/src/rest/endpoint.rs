use std::collections::BTreeSet;

use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tool_core::{Definition, Tool};

use super::declared::Declared;
use super::described::Patterns;
use super::mapping::Mapping;
use super::run::Rest;
use super::{RestApi, RestError};
use crate::RegisteredTool;

/// A method and a path of an API, and where in the request the arguments go; it becomes a
/// tool by [`tool`](Self::tool) or [`typed`](Self::typed).
///
/// See [the module](crate::rest) for what goes where unless something is said.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_service::rest::RestApi;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = json!({
///     "type": "object",
///     "properties": {"id": {"type": "integer"}, "page": {"type": "integer"}},
///     "required": ["id"],
/// });
/// let orders = Definition::new("orders", "The orders of a customer.", schema)?;
/// let api = RestApi::new("http://localhost:8080/v1")?;
/// // {"id": 7, "page": 2}: POST /v1/customers/7/orders?p=2
/// let endpoint = api.post("/customers/{id}/orders").query_as("page", "p");
/// let tool = endpoint.tool(orders)?;
/// assert_eq!(tool.definition().name(), "orders");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Endpoint {
    pub(super) api: RestApi,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) queries: Vec<(String, String)>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<String>,
    pub(super) slash_allowed: BTreeSet<String>,
    pub(super) is_comma_separated: bool,
    pub(super) passes_undeclared: bool,
}

impl Endpoint {
    pub(super) fn new(api: RestApi, method: Method, path: String) -> Self {
        Self {
            api,
            method,
            path,
            queries: Vec::new(),
            headers: Vec::new(),
            body: None,
            slash_allowed: BTreeSet::new(),
            is_comma_separated: false,
            passes_undeclared: false,
        }
    }

    /// Puts an argument into the query, as the parameter of its name.
    pub fn query(self, argument: &str) -> Self {
        self.query_as(argument, argument)
    }

    /// Puts an argument into the query, as a parameter of another name.
    ///
    /// An array repeats the parameter, `null` is left out, and an object that the schema
    /// did not tell of is written as JSON.
    pub fn query_as(mut self, argument: &str, parameter: &str) -> Self {
        let query = (argument.to_owned(), parameter.to_owned());
        self.queries.push(query);
        self
    }

    /// Writes arrays in the query as one parameter, with commas between the items.
    pub fn comma_separated(mut self) -> Self {
        self.is_comma_separated = true;
        self
    }

    /// Puts an argument into a header. An array is written with commas between its items,
    /// `null` is left out, and what is not ASCII is sent as UTF-8.
    pub fn header(mut self, argument: &str, header: &str) -> Self {
        let header = (argument.to_owned(), header.to_owned());
        self.headers.push(header);
        self
    }

    /// Sends an argument as the whole JSON body. What has no place goes into the query then.
    pub fn body(mut self, argument: &str) -> Self {
        self.body = Some(argument.to_owned());
        self
    }

    /// Allows a `/` in an argument that stands in the path: it is sent as `%2F`. Servers
    /// that take that for a `/` all the same look elsewhere then, below the path before it.
    pub fn allow_slash(mut self, argument: &str) -> Self {
        self.slash_allowed.insert(argument.to_owned());
        self
    }

    /// Sends arguments that the schema does not declare, too. By default they are rejected, also
    /// those of a [`Definition::unchecked`]: see
    /// [the module](crate::rest#which-arguments-are-sent).
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Definition;
    /// use tool_service::rest::RestApi;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let filters = Definition::new("search", "Filter by any column.", json!({"type": "object"}))?;
    /// let api = RestApi::new("http://localhost:8080")?;
    /// // {"colour": "red"}: GET /search?colour=red
    /// let tool = api.get("/search").pass_undeclared().tool(filters)?;
    /// assert_eq!(tool.definition().name(), "search");
    /// # Ok(())
    /// # }
    /// ```
    pub fn pass_undeclared(mut self) -> Self {
        self.passes_undeclared = true;
        self
    }

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
