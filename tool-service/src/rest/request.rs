//! Builds the request of a call.

use percent_encoding::percent_decode_str;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Request, Url};
use serde_json::{Map, Value};
use tool_core::Issues;
use tool_core::issue::Path;

use super::RestApi;
use super::mapping::Mapping;
use super::places::{ParameterLocation, query_text, to_plain_text};
use super::segment::find_fault;

/// Maximum length of a URL without credentials. The limit of `reqwest` is 65,534 bytes.
const MAX_URL: usize = 60_000;

impl Mapping {
    /// Builds the request. If arguments are invalid, returns `None` and adds issues for the model.
    pub(super) fn request(
        &self,
        api: &RestApi,
        mut arguments: Map<String, Value>,
        issues: &mut Issues,
    ) -> Option<Request> {
        let path = self.template.fill(&mut arguments, issues);
        let mut request = Request::new(self.method.clone(), locate(&api.base, &path));
        request.headers_mut().clone_from(&api.headers);
        let mut body = None;
        for (name, place) in &self.places {
            let value = arguments.shift_remove(name).unwrap_or_default();
            match place {
                ParameterLocation::Query(parameter) => {
                    self.put_query(request.url_mut(), parameter, &value);
                }
                ParameterLocation::Header(header) => match make_header_value(&value) {
                    Ok(None) => {}
                    Ok(Some(value)) => drop(request.headers_mut().insert(header, value)),
                    Err(fault) => issues.add(Path::root().join(name.as_str()), fault),
                },
                ParameterLocation::Body => body = Some(value).filter(|value| !value.is_null()),
            }
        }
        if self.others_in_body {
            let is_sent = self.has_body || !arguments.is_empty();
            body = is_sent.then_some(Value::Object(arguments));
        } else {
            for (name, value) in &arguments {
                self.put_query(request.url_mut(), name, value);
            }
        }
        if let Some(body) = body {
            put_body(&mut request, &body);
        }
        if request.url().as_str().len() > MAX_URL {
            issues.add(Path::root(), "The arguments are too long for a URL");
        } else if !is_within(&api.base, request.url()) {
            issues.add(Path::root(), "The arguments lead out of the API");
        }
        issues.is_empty().then_some(request)
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
        // Without parameters, the URL must not end in `?`.
        if !texts.is_empty() {
            let pairs = texts.iter().map(|text| (name, text));
            url.query_pairs_mut().extend_pairs(pairs);
        }
    }
}

fn make_header_value(value: &Value) -> Result<Option<HeaderValue>, &'static str> {
    const FAULT: &str = "must be text, since it is sent in a header";
    let text = match value {
        Value::Null => return Ok(None),
        Value::Array(items) => {
            let texts: Option<Vec<_>> = items.iter().map(to_plain_text).collect();
            texts.ok_or(FAULT)?.join(", ")
        }
        value => to_plain_text(value).ok_or(FAULT)?,
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

/// Returns the path of a base URL without a trailing `/`.
fn prefix(base: &Url) -> &str {
    base.path().trim_end_matches('/')
}

fn locate(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    if !path.is_empty() {
        url.set_path(&format!("{}{path}", prefix(base)));
    }
    url
}

/// Returns whether a URL is the base URL or below it. A second line of defence: the builder of
/// requests already ensures this.
fn is_within(base: &Url, url: &Url) -> bool {
    url.origin() == base.origin() && url.username().is_empty() && is_below(base, url)
}

/// Returns whether the path of a URL equals the path of the base URL or is below it. The result
/// also holds for servers that decode a path more than once.
pub(super) fn is_below(base: &Url, url: &Url) -> bool {
    let below = url.path().strip_prefix(prefix(base));
    below.is_some_and(|below| {
        let mut segments = below.split('/');
        segments.next() == Some("")
            && segments.all(|segment| {
                let decoded = percent_decode_str(segment).decode_utf8_lossy();
                decoded.is_empty() || find_fault(&decoded, true).is_none()
            })
    })
}
