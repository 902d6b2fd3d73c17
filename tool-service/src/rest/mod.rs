//! Tools for HTTP APIs. A [`RestApi`] has the base URL, the credentials and the limits. Each
//! [`Endpoint`] defines the location of each argument in the request.
//!
//! ```
//! use serde_json::json;
//! use tool_core::Definition;
//! use tool_service::ToolService;
//! use tool_service::rest::{Auth, RestApi};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let token = "t0ken";
//! let schema = json!({
//!     "type": "object",
//!     "properties": {
//!         "city": {"type": "string"},
//!         "days": {"type": "integer", "minimum": 1},
//!     },
//!     "required": ["city"],
//! });
//! let weather = Definition::new("weather", "The weather of a city.", schema)?;
//!
//! let api = RestApi::new("http://localhost:8080/v1")?.auth(Auth::bearer(token))?;
//! let service = ToolService::new();
//! // {"city": "São Paulo", "days": 3}: GET /v1/cities/S%C3%A3o%20Paulo/weather?days=3
//! service.register(api.get("/cities/{city}/weather").tool(weather)?)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Locations of arguments
//!
//! | | |
//! |---|---|
//! | `{city}` in the path | a part of one segment, percent-encoded; the argument must be required |
//! | [`Endpoint::query`] | a parameter of the query; an array repeats it |
//! | [`Endpoint::header`] | a header, unless it is reserved |
//! | [`Endpoint::body`] | the JSON body as a whole |
//! | other arguments of the schema | the query for GET, HEAD, OPTIONS and DELETE, otherwise properties of the JSON body |
//!
//! For all arguments, the request goes to the host of the API and to a path below the base URL. An
//! argument sets only the header that is mapped to it. An argument that would change the path (such
//! as `..` or `a/b`) is invalid, and the model gets an error. `null` is omitted from queries and
//! headers.
//!
//! # Which arguments are sent
//!
//! A model may invent an argument (`is_admin`), and an API may accept it. A request therefore
//! contains only arguments that the tool's schema declares. For any other argument, the model gets
//! the error "is not an argument of this tool", and no request is sent.
//!
//! * A schema declares the names in `properties` and `required`, and the names that a pattern in
//!   `patternProperties` matches.
//! * A schema in `additionalProperties` or `unevaluatedProperties` declares every other name, even
//!   if it is `true` or `{}`. A schema without these keywords declares no other name.
//! * Subschemas count as parts of the schema: `$ref`, `allOf`, `anyOf`, `oneOf`, `if`, `then`,
//!   `else` and `dependentSchemas`.
//! * The rules of the reader apply to `$ref`. A `$ref` that cannot be resolved (in a
//!   [`Definition::unchecked`](tool_core::Definition::unchecked)) declares no names.
//! * The same rules apply to objects inside arguments. If the schema of an object lacks
//!   `properties`, `patternProperties`, `additionalProperties` and `unevaluatedProperties`, the
//!   object may have any property.
//!
//! [`Endpoint::pass_undeclared`] sends all arguments. A tool of a struct ([`Endpoint::typed`])
//! sends the struct as serde serializes it.
//!
//! The parameter name of [`Auth::query`] is reserved in any case: `APPID`, `appid[]`, `app_id` and
//! `%61ppid` are rejected if the credentials are `appid`.
//!
//! # Responses
//!
//! A response may be JSON, text, an image or audio, up to [`RestApi::max_response_bytes`]. Text is
//! decoded by its byte order mark, the `charset` of its `Content-Type`, or as UTF-8, in this order.
//! `U+FFFD` replaces invalid bytes. Gzip is decompressed. The client follows at most
//! [`RestApi::max_redirects`] redirects, within the origin and to paths below the base URL.
//!
//! | Status | Error | Retried |
//! |---|---|---|
//! | 400, 422 | [`Rejected`](crate::ToolError::Rejected) | no |
//! | 401, 407 | [`Authentication`](crate::ToolError::Authentication) | no |
//! | 403 | [`Permission`](crate::ToolError::Permission) | no |
//! | 404, 410 | [`NotFound`](crate::ToolError::NotFound) | no |
//! | 408 | [`Timeout`](crate::ToolError::Timeout) | if idempotent or read-only |
//! | 429 | [`RateLimit`](crate::ToolError::RateLimit) | yes |
//! | 5xx | [`Server`](crate::ToolError::Server) | if idempotent or read-only |
//! | other than 2xx | [`ToolExecution`](crate::ToolError::ToolExecution) | no |
//!
//! After status 401, the provider of a secret is called again, and the request is repeated once:
//! see [`Secret`](crate::Secret#a-provider).
//!
//! Retries respect `Retry-After`. A call is retried if the tool's definition marks it as idempotent
//! or read-only. If the definition does not state idempotency, HTTP decides: GET, HEAD, OPTIONS,
//! PUT and DELETE are idempotent.
//!
//! An error contains neither the URL nor the response. [`Failure::body`](crate::Failure::body) has
//! the body of an error response. The model sees bodies with status 400 and 422, to correct its
//! arguments: see [`RestApi::show_error_body`].

mod api;
mod auth;
mod content;
mod declared;
mod described;
mod endpoint;
mod error;
mod mapping;
mod places;
mod request;
mod run;
mod segment;
mod send;
mod status;
mod template;
mod tool;

pub use api::RestApi;
pub use auth::Auth;
pub use endpoint::Endpoint;
pub use error::RestError;
/// An HTTP method, from the crate `http`.
#[doc(no_inline)]
pub use reqwest::Method;
