use std::collections::BTreeSet;

use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Method, Request, Url};
use serde_json::{Map, Value};
use tool_core::{Issues, Path};

use super::auth::Credentials;
use super::declared::Declared;
use super::places::{Place, argument_header, plain_text, query_text};
use super::template::Template;
use super::{Endpoint, RestApi, RestError};

/// The longest URL that is sent: `reqwest` takes no longer one.
const MAX_URL: usize = 65_534;

/// How arguments become a request.
#[derive(Clone, Debug)]
pub(super) struct Mapping {
    method: Method,
    template: Template,
    places: Vec<(String, Place)>,
    /// Whether what has no place goes into the body, and not into the query.
    others_in_body: bool,
    /// Whether properties of the body are declared, so that there always is one.
    has_body: bool,
    is_comma_separated: bool,
    /// Parameters of the query that an argument without a place may not be named like.
    reserved: BTreeSet<String>,
}

impl Mapping {
    pub(super) fn new(endpoint: &Endpoint, declared: Declared<'_>) -> Result<Self, RestError> {
        let method = endpoint.method.clone();
        if matches!(method, Method::CONNECT | Method::TRACE) {
            let method = method.to_string();
            return Err(RestError::Method { method });
        }
        let template = Template::parse(&endpoint.path, endpoint.slash_allowed.clone())?;
        let has_no_body = matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
        let by_query = has_no_body || method == Method::DELETE || endpoint.body.is_some();
        let query_key = endpoint.api.credentials.as_ref();
        let query_key = query_key.and_then(Credentials::query_name);
        let mut mapping = Self {
            places: places(endpoint)?,
            method,
            template,
            others_in_body: !by_query,
            has_body: false,
            is_comma_separated: endpoint.is_comma_separated,
            reserved: query_key.map(str::to_owned).into_iter().collect(),
        };
        if let Some(body) = endpoint.body.as_deref().filter(|_| has_no_body) {
            return Err(RestError::argument(body, "the method has no body"));
        }
        mapping.check(declared)?;
        let mut others = declared.names().filter(|name| !mapping.has_place(name));
        mapping.has_body = mapping.others_in_body && others.next().is_some();
        Ok(mapping)
    }

    pub(super) fn method(&self) -> &Method {
        &self.method
    }

    fn has_place(&self, name: &str) -> bool {
        let mut placed = self.places.iter().map(|(name, _)| name.as_str());
        placed.any(|placed| placed == name) || self.template.arguments().any(|used| used == name)
    }

    fn check(&mut self, declared: Declared<'_>) -> Result<(), RestError> {
        for name in self.template.arguments() {
            if !declared.requires(name) || !declared.has(name) {
                let reason = "the schema has no required property of that name";
                return Err(RestError::argument(name, reason));
            }
            if declared.is_only(name, &["array", "object"]) {
                let reason = "the schema has no text there, but an array or an object";
                return Err(RestError::argument(name, reason));
            }
        }
        let mut used: BTreeSet<_> = self.template.arguments().collect();
        for (name, place) in &self.places {
            if !declared.has(name) {
                let reason = "the schema has no property of that name";
                return Err(RestError::argument(name, reason));
            }
            if !used.insert(name) {
                return Err(RestError::argument(name, "it has another place already"));
            }
            if *place != Place::Body && declared.is_only(name, &["object"]) {
                let reason = "the schema has an object there, which only a body can hold";
                return Err(RestError::argument(name, reason));
            }
            let is_new = match place {
                Place::Query(parameter) => self.reserved.insert(parameter.clone()),
                _ => true,
            };
            if !is_new {
                let reason = "the parameter is that of another argument, or of the credentials";
                return Err(RestError::argument(name, reason));
            }
        }
        self.check_others(declared)
    }

    fn check_others(&self, declared: Declared<'_>) -> Result<(), RestError> {
        let mut others = declared.names().filter(|name| !self.has_place(name));
        if self.others_in_body {
            return Ok(());
        }
        others.try_for_each(|name| {
            if declared.is_only(name, &["object"]) {
                let reason = "the schema has an object there, which only a body can hold";
                return Err(RestError::argument(name, reason));
            }
            if self.reserved.contains(name) {
                let reason = "the parameter is that of another argument, or of the credentials";
                return Err(RestError::argument(name, reason));
            }
            Ok(())
        })
    }

    /// The request; nothing where issues were found, in words for the model.
    pub(super) fn request(
        &self,
        api: &RestApi,
        mut arguments: Map<String, Value>,
        issues: &mut Issues,
    ) -> Option<Request> {
        let path = self.template.filled(&mut arguments, issues);
        let mut request = Request::new(self.method.clone(), located(&api.base, &path));
        request.headers_mut().clone_from(&api.headers);
        let mut body = None;
        for (name, place) in &self.places {
            let value = arguments.shift_remove(name).unwrap_or_default();
            match place {
                Place::Query(parameter) => self.put_query(request.url_mut(), parameter, &value),
                Place::Header(header) => match header_value(&value) {
                    Ok(None) => {}
                    Ok(Some(value)) => drop(request.headers_mut().insert(header, value)),
                    Err(fault) => issues.add(Path::root().join(name.as_str()), fault),
                },
                Place::Body => body = Some(value).filter(|value| !value.is_null()),
            }
        }
        if self.others_in_body {
            let is_sent = self.has_body || !arguments.is_empty();
            body = is_sent.then_some(Value::Object(arguments));
        } else {
            self.put_others(request.url_mut(), &arguments, issues);
        }
        if let Some(body) = body {
            put_body(&mut request, &body);
        }
        if let Some(credentials) = &api.credentials {
            credentials.put_into(&mut request);
        }
        if request.url().as_str().len() > MAX_URL {
            issues.add(Path::root(), "The arguments are too long for a URL");
        } else if !is_within(&api.base, request.url()) {
            issues.add(Path::root(), "The arguments lead out of the API");
        }
        issues.is_empty().then_some(request)
    }

    fn put_others(&self, url: &mut Url, arguments: &Map<String, Value>, issues: &mut Issues) {
        for (name, value) in arguments {
            if self.reserved.contains(name) {
                let path = Path::root().join(name.as_str());
                issues.add(path, "is no argument of this tool");
            } else {
                self.put_query(url, name, value);
            }
        }
    }

    fn put_query(&self, url: &mut Url, name: &str, value: &Value) {
        let items = match value {
            Value::Array(items) => items.as_slice(),
            value => std::slice::from_ref(value),
        };
        let mut texts: Vec<_> = items
            .iter()
            .filter(|item| !item.is_null())
            .map(query_text)
            .collect();
        if self.is_comma_separated && !texts.is_empty() {
            texts = vec![texts.join(",")];
        }
        // Without a pair there is to be no `?`.
        if !texts.is_empty() {
            let pairs = texts.iter().map(|text| (name, text));
            url.query_pairs_mut().extend_pairs(pairs);
        }
    }
}

fn places(endpoint: &Endpoint) -> Result<Vec<(String, Place)>, RestError> {
    let mut places = Vec::new();
    let credentials = endpoint.api.credentials.as_ref();
    let secret = credentials.and_then(Credentials::header_name);
    for (argument, header) in &endpoint.headers {
        let name = argument_header(header)?;
        if secret == Some(&name) {
            return Err(RestError::header(header, "it is that of the credentials"));
        }
        let place = Place::Header(name);
        if places.iter().any(|(_, other)| *other == place) {
            return Err(RestError::header(header, "it is that of another argument"));
        }
        places.push((argument.clone(), place));
    }
    for (argument, parameter) in &endpoint.queries {
        places.push((argument.clone(), Place::Query(parameter.clone())));
    }
    let body = endpoint.body.iter();
    places.extend(body.map(|argument| (argument.clone(), Place::Body)));
    Ok(places)
}

fn header_value(value: &Value) -> Result<Option<HeaderValue>, &'static str> {
    const FAULT: &str = "must be text, since it is sent in a header";
    let text = match value {
        Value::Null => return Ok(None),
        Value::Array(items) => {
            let texts: Option<Vec<_>> = items.iter().map(plain_text).collect();
            texts.ok_or(FAULT)?.join(", ")
        }
        value => plain_text(value).ok_or(FAULT)?,
    };
    let value = HeaderValue::from_bytes(text.as_bytes());
    let value = value.map_err(
        |_| "must not hold a line break or another control character, since it is sent in a header",
    )?;
    Ok(Some(value))
}

fn put_body(request: &mut Request, body: &Value) {
    let json = HeaderValue::from_static("application/json");
    request.headers_mut().entry(CONTENT_TYPE).or_insert(json);
    *request.body_mut() = Some(body.to_string().into());
}

/// The path of a base URL, without the `/` at its end.
fn prefix(base: &Url) -> &str {
    base.path().trim_end_matches('/')
}

fn located(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    if !path.is_empty() {
        url.set_path(&format!("{}{path}", prefix(base)));
    }
    url
}

/// Whether a URL is the base URL or one below it. What makes requests sees to it; this is
/// for what was not thought of.
fn is_within(base: &Url, url: &Url) -> bool {
    let below = url.path().strip_prefix(prefix(base));
    url.origin() == base.origin()
        && url.username().is_empty()
        && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
}
