use std::collections::BTreeSet;

use reqwest::Method;

use super::RestApi;

/// A method and a path of an API, with the locations of the arguments. [`tool`](Self::tool) or
/// [`typed`](Self::typed) creates the tool.
///
/// See [the module](crate::rest) for the default locations.
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

    /// Puts an argument into the query, as the parameter of the same name.
    pub fn query(self, argument: &str) -> Self {
        self.query_as(argument, argument)
    }

    /// Puts an argument into the query, as a parameter with another name.
    ///
    /// An array repeats the parameter. `null` is omitted. An object that the schema does not
    /// announce is written as JSON.
    pub fn query_as(mut self, argument: &str, parameter: &str) -> Self {
        let query = (argument.to_owned(), parameter.to_owned());
        self.queries.push(query);
        self
    }

    /// Writes arrays in the query as one parameter with comma-separated items.
    pub fn comma_separated(mut self) -> Self {
        self.is_comma_separated = true;
        self
    }

    /// Puts an argument into a header. Items of an array are separated by commas, `null` is
    /// omitted, and characters beyond ASCII are sent as UTF-8.
    pub fn header(mut self, argument: &str, header: &str) -> Self {
        let header = (argument.to_owned(), header.to_owned());
        self.headers.push(header);
        self
    }

    /// Sends an argument as the whole JSON body. Arguments without a location then go into the
    /// query.
    pub fn body(mut self, argument: &str) -> Self {
        self.body = Some(argument.to_owned());
        self
    }

    /// Allows `/` in an argument of the path. It is sent as `%2F`. Some servers decode it to `/`,
    /// and then the argument selects another path. That path still begins with the part of the path
    /// before the argument.
    pub fn allow_slash(mut self, argument: &str) -> Self {
        self.slash_allowed.insert(argument.to_owned());
        self
    }

    /// Sends arguments that the schema does not declare, too. By default they are rejected, even
    /// for a [`Definition::unchecked`](tool_core::Definition::unchecked): see
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
}

impl RestApi {
    /// Creates an endpoint. The path must begin with `/`. An argument's name in braces is replaced
    /// by its value: `/cities/{city}/weather`.
    pub fn request(&self, method: Method, path: impl Into<String>) -> Endpoint {
        Endpoint::new(self.clone(), method, path.into())
    }

    /// Creates a GET endpoint: see [`request`](Self::request).
    pub fn get(&self, path: impl Into<String>) -> Endpoint {
        self.request(Method::GET, path)
    }

    /// Creates a POST endpoint: see [`request`](Self::request).
    pub fn post(&self, path: impl Into<String>) -> Endpoint {
        self.request(Method::POST, path)
    }

    /// Creates a PUT endpoint: see [`request`](Self::request).
    pub fn put(&self, path: impl Into<String>) -> Endpoint {
        self.request(Method::PUT, path)
    }

    /// Creates a PATCH endpoint: see [`request`](Self::request).
    pub fn patch(&self, path: impl Into<String>) -> Endpoint {
        self.request(Method::PATCH, path)
    }

    /// Creates a DELETE endpoint: see [`request`](Self::request).
    pub fn delete(&self, path: impl Into<String>) -> Endpoint {
        self.request(Method::DELETE, path)
    }
}
