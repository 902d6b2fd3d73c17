use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;
use reqwest::Method;
use serde_json::{Map, Value};
use tool_core::Issues;
use tool_core::issue::Path;

use super::auth::Credentials;
use super::declared::Declared;
use super::described::NO_ARGUMENT;
use super::places::{ParameterLocation, parse_argument_header};
use super::segment::MAX_DECODED;
use super::template::Template;
use super::{Endpoint, RestError};

/// Maps arguments to parts of a request.
#[derive(Clone, Debug)]
pub(super) struct Mapping {
    pub(super) method: Method,
    pub(super) template: Template,
    pub(super) places: Vec<(String, ParameterLocation)>,
    /// `true` if arguments without a location go into the body, and `false` for the query.
    pub(super) others_in_body: bool,
    /// `true` if body properties are declared. Then each request has a body.
    pub(super) has_body: bool,
    pub(super) is_comma_separated: bool,
    /// The arguments that the schema declares by name.
    declared: BTreeSet<String>,
    /// Query parameters of mapped arguments.
    taken: BTreeSet<String>,
    /// Query parameter of the credentials, normalized.
    secret: Option<String>,
}

impl Mapping {
    pub(super) fn new(endpoint: &Endpoint, declared: &Declared<'_>) -> Result<Self, RestError> {
        let method = endpoint.method.clone();
        if matches!(method, Method::CONNECT | Method::TRACE) {
            let method = method.to_string();
            return Err(RestError::new(format!("unsupported method {method}")));
        }
        let template = Template::parse(&endpoint.path, endpoint.slash_allowed.clone())?;
        let has_no_body = matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
        let by_query = has_no_body || method == Method::DELETE || endpoint.body.is_some();
        let query_key = endpoint.api.credentials.as_ref();
        let query_key = query_key.and_then(Credentials::query_name);
        let mut mapping = Self {
            places: collect_places(endpoint)?,
            method,
            template,
            others_in_body: !by_query,
            has_body: false,
            is_comma_separated: endpoint.is_comma_separated,
            declared: declared.names.iter().map(ToString::to_string).collect(),
            taken: BTreeSet::new(),
            secret: query_key.map(normalize_name),
        };
        if let Some(body) = endpoint.body.as_deref().filter(|_| has_no_body) {
            return Err(RestError::argument(
                body,
                "the method does not allow a body",
            ));
        }
        mapping.check(declared)?;
        let mut others = declared
            .names
            .iter()
            .filter(|name| !mapping.has_place(name));
        mapping.has_body = mapping.others_in_body && others.next().is_some();
        Ok(mapping)
    }

    fn has_place(&self, name: &str) -> bool {
        let mut placed = self.places.iter().map(|(name, _)| name.as_str());
        placed.any(|placed| placed == name) || self.template.arguments().any(|used| used == name)
    }

    /// Returns whether a query parameter belongs to a mapped argument or to the credentials.
    fn is_reserved(&self, parameter: &str) -> bool {
        self.taken.contains(parameter) || self.is_secret(parameter)
    }

    fn is_secret(&self, parameter: &str) -> bool {
        let secret = self.secret.as_ref();
        secret.is_some_and(|secret| may_be_read_as(parameter, secret))
    }

    /// Adds an issue for each argument that collides with a mapped argument or with the
    /// credentials, unless the schema declares it by name.
    pub(super) fn refuse_reserved(&self, arguments: &Map<String, Value>, issues: &mut Issues) {
        for name in arguments
            .keys()
            .filter(|name| !self.declared.contains(*name))
        {
            let is_taken = !self.others_in_body && self.taken.contains(name);
            // Some servers merge the parameters of the query and the body.
            if is_taken || self.is_secret(name) {
                issues.add(Path::root().join(name.as_str()), NO_ARGUMENT);
            }
        }
    }

    fn check(&mut self, declared: &Declared<'_>) -> Result<(), RestError> {
        for name in self.template.arguments() {
            if !declared.requires(name) || !declared.has(name) {
                let reason =
                    "it is in the path, but the schema has no required property with this name";
                return Err(RestError::argument(name, reason));
            }
            if declared.is_only(name, &["array", "object"]) {
                let reason = "it is in the path, but the schema allows only an array or an object";
                return Err(RestError::argument(name, reason));
            }
        }
        let mut used: BTreeSet<_> = self.template.arguments().collect();
        for (name, place) in &self.places {
            if !declared.has(name) {
                let reason = "the schema has no property with this name";
                return Err(RestError::argument(name, reason));
            }
            if !used.insert(name) {
                return Err(RestError::argument(name, "it already has another location"));
            }
            if *place != ParameterLocation::Body && declared.is_only(name, &["object"]) {
                let reason = "it is an object, which requires a body";
                return Err(RestError::argument(name, reason));
            }
            let is_new = match place {
                ParameterLocation::Query(parameter) => {
                    !self.is_reserved(parameter) && self.taken.insert(parameter.clone())
                }
                _ => true,
            };
            if !is_new {
                let reason = "another argument or the credentials use the same parameter";
                return Err(RestError::argument(name, reason));
            }
        }
        self.check_others(declared)
    }

    fn check_others(&self, declared: &Declared<'_>) -> Result<(), RestError> {
        let mut others = declared.names.iter().filter(|name| !self.has_place(name));
        if self.others_in_body {
            return Ok(());
        }
        others.try_for_each(|name| {
            if declared.is_only(name, &["object"]) {
                let reason = "it is an object, which requires a body";
                return Err(RestError::argument(name, reason));
            }
            if self.is_reserved(name) {
                let reason = "another argument or the credentials use the same parameter";
                return Err(RestError::argument(name, reason));
            }
            Ok(())
        })
    }
}

fn collect_places(endpoint: &Endpoint) -> Result<Vec<(String, ParameterLocation)>, RestError> {
    let mut places = Vec::new();
    let credentials = endpoint.api.credentials.as_ref();
    let secret = credentials.and_then(Credentials::header_name);
    for (argument, header) in &endpoint.headers {
        let name = parse_argument_header(header)?;
        if secret == Some(&name) {
            return Err(RestError::header(header, "the credentials use it"));
        }
        let place = ParameterLocation::Header(name);
        if places.iter().any(|(_, other)| *other == place) {
            return Err(RestError::header(header, "another argument uses it"));
        }
        places.push((argument.clone(), place));
    }
    for (argument, parameter) in &endpoint.queries {
        places.push((
            argument.clone(),
            ParameterLocation::Query(parameter.clone()),
        ));
    }
    let body = endpoint.body.iter();
    places.extend(body.map(|argument| (argument.clone(), ParameterLocation::Body)));
    Ok(places)
}

/// Returns whether a server may confuse a parameter with the credentials. `secret` is normalized.
/// Servers may decode twice, ignore case, trim, cut a name at `[` or a control character, and
/// replace unsupported characters by `_`.
fn may_be_read_as(parameter: &str, secret: &str) -> bool {
    let decoded = decode_name(parameter);
    let ends = decoded.match_indices(|c: char| c == '[' || c.is_control());
    let mut names = ends
        .map(|(end, _)| &decoded[..end])
        .chain([decoded.as_str()]);
    names.any(|name| normalize_name(name) == secret)
}

/// Returns the letters and digits of a name in lower case, or the name itself if it contains
/// neither.
fn normalize_name(name: &str) -> String {
    let name = decode_name(name);
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    let normalized: String = letters.flat_map(char::to_lowercase).collect();
    if normalized.is_empty() {
        name
    } else {
        normalized
    }
}

fn decode_name(name: &str) -> String {
    let mut name = name.to_owned();
    for _ in 0..=MAX_DECODED {
        name = percent_decode_str(&name).decode_utf8_lossy().into_owned();
    }
    name
}
