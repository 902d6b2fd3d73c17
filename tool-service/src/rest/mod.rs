//! Tools behind HTTP APIs: a [`RestApi`] has the address, the credentials and the limits,
//! an [`Endpoint`] of it says where in the request each argument goes.
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
//! # Where arguments go
//!
//! | | |
//! |---|---|
//! | `{city}` in the path | a part of one segment, percent-encoded; the argument has to be required |
//! | [`Endpoint::query`] | a parameter of the query; an array repeats it |
//! | [`Endpoint::header`] | a header, of those that are the caller's to set |
//! | [`Endpoint::body`] | the JSON body as a whole |
//! | all other arguments that the schema declares | the query of GET, HEAD, OPTIONS and DELETE, else properties of the JSON body |
//!
//! Whatever the arguments, the request goes to the host of the API, to a path that begins
//! with that of its base URL, with the headers that were mapped. An argument that would
//! change the path (`..`, say, or `a/b`) is told to the model as one that does not fit.
//! `null` is left out of a query and the headers.
//!
//! # Which arguments are sent
//!
//! A model can make up an argument (`is_admin`), and an API may act on it. So a request holds
//! only arguments that the tool's schema declares. The model is told of any other that it "is not
//! an argument of this tool", and nothing is sent.
//!
//! * A schema declares the names in `properties` and `required`, and the names that a pattern in
//!   `patternProperties` matches.
//! * A schema in `additionalProperties` or `unevaluatedProperties` declares every other name, also
//!   if it is `true` or `{}`. A schema without these keywords declares no other name.
//! * The parts of a schema count as the schema itself: `$ref`, `allOf`, `anyOf`, `oneOf`, `if`,
//!   `then`, `else` and `dependentSchemas`.
//! * A `$ref` is followed as the reader follows it. If a `$ref` leads to no schema of the document
//!   (in a [`Definition::unchecked`](tool_core::Definition::unchecked)), it declares nothing.
//! * The same holds for objects inside of arguments. An object whose schema has none of
//!   `properties`, `patternProperties`, `additionalProperties` and `unevaluatedProperties` may
//!   have any property.
//!
//! [`Endpoint::pass_undeclared`] sends all arguments. A tool of a struct ([`Endpoint::typed`])
//! sends what serde writes of the struct.
//!
//! The name of the parameter of [`Auth::query`] is reserved even so: `APPID`, `appid[]`, `app_id`
//! and `%61ppid` are rejected if the credentials are `appid`.
//!
//! # What comes back
//!
//! JSON, text, images and recordings of up to [`RestApi::max_response_bytes`]. Text is decoded by
//! its byte order mark, the `charset` of its `Content-Type`, or as UTF-8, in this order; `U+FFFD`
//! replaces invalid bytes. An answer in gzip is decompressed. At most
//! [`RestApi::max_redirects`] redirects are followed, only to the same origin and to paths below
//! that of the base URL.
//!
//! | Status | Error | Made again |
//! |---|---|---|
//! | 400, 422 | [`Rejected`](crate::ToolError::Rejected) | no |
//! | 401, 407 | [`Authentication`](crate::ToolError::Authentication) | no |
//! | 403 | [`Permission`](crate::ToolError::Permission) | no |
//! | 404, 410 | [`NotFound`](crate::ToolError::NotFound) | no |
//! | 408 | [`Timeout`](crate::ToolError::Timeout) | if that does no harm |
//! | 429 | [`RateLimit`](crate::ToolError::RateLimit) | yes |
//! | 5xx | [`Server`](crate::ToolError::Server) | if that does no harm |
//! | any other but 2xx | [`ToolExecution`](crate::ToolError::ToolExecution) | no |
//!
//! Credentials that a provider gives are renewed after 401, and the request is repeated once: see
//! [`Secret`](crate::Secret#a-provider).
//!
//! `RetryDecision-After` is honoured. Another attempt does no harm where the tool's definition says
//! that it is idempotent or read-only, and, where it does not say whether it is
//! idempotent, for the methods that HTTP has so: GET, HEAD, OPTIONS, PUT, DELETE.
//!
//! An error names neither the URL nor what the service sent; the body of an error is kept
//! in [`Failure::body`](crate::Failure::body). The model sees that of 400 and 422, so that it can
//! correct its arguments: see [`RestApi::show_error_body`].

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
/// A method of HTTP: that of the crate `http`.
#[doc(no_inline)]
pub use reqwest::Method;
