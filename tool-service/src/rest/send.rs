//! Sends one request and follows its redirects.

use reqwest::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, TRANSFER_ENCODING,
};
use reqwest::{Method, Request, Response, StatusCode, Url};

use super::RestApi;
use super::request::is_below;
use crate::{Failure, ToolError};

/// A response without a further redirect.
pub(super) struct FinalResponse {
    pub(super) response: Response,
    /// `true` if there were redirects. A redirecting server may have run the call.
    pub(super) is_redirected: bool,
}

/// Sends a request with the credentials of the API. If the server rejects them, sends it once more
/// with new ones.
pub(super) async fn send(api: &RestApi, request: Request) -> Result<FinalResponse, ToolError> {
    let Some(credentials) = &api.credentials else {
        return follow(api, request, |_| Ok(())).await;
    };
    let given = credentials.get(None).await?;
    let again = if credentials.may_change() {
        request.try_clone()
    } else {
        None
    };
    let sent = follow(api, request, |request| {
        credentials.put_into(request, &given)
    })
    .await?;
    let Some(again) = again.filter(|_| sent.response.status() == StatusCode::UNAUTHORIZED) else {
        return Ok(sent);
    };
    let renewed = credentials.get(Some(&given)).await;
    // A server that answers 401 has not run the call, but a redirecting server may have. The error
    // of the provider must then not claim that the call did not run.
    if sent.is_redirected && !again.method().is_safe() {
        return Ok(sent);
    }
    let given = renewed?;
    follow(api, again, |request| credentials.put_into(request, &given)).await
}

/// Sends a request, and follows redirects to paths of the API. Each request gets its final form
/// before it is sent.
async fn follow(
    api: &RestApi,
    mut request: Request,
    finish: impl Fn(&mut Request) -> Result<(), ToolError>,
) -> Result<FinalResponse, ToolError> {
    let max_redirects = api.max_redirects;
    let mut redirects = 0;
    loop {
        let sent = request.try_clone();
        finish(&mut request)?;
        let response = api.client.execute(request).await;
        let response = response.map_err(|error| classify_broken(error, redirects == 0))?;
        // A text body can always be sent again.
        let (Some(sent), Some(target)) = (sent, redirect_target(&response)) else {
            let is_redirected = redirects > 0;
            return Ok(FinalResponse {
                response,
                is_redirected,
            });
        };
        if redirects == max_redirects {
            let message = format!("the service redirected more than {max_redirects} times");
            return Err(ToolError::ToolExecution(Failure::new(message)));
        }
        redirects += 1;
        request = redirect(api, sent, response.status(), target?)?;
    }
}

/// Returns the target of a redirect response.
fn redirect_target(response: &Response) -> Option<Result<Url, ToolError>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.headers().get(LOCATION)?;
    let location = str::from_utf8(location.as_bytes()).ok();
    let url = location.and_then(|location| response.url().join(location).ok());
    Some(url.ok_or_else(|| {
        ToolError::ToolExecution(Failure::new("the service sent an invalid redirect URL"))
    }))
}

/// Builds the request after a redirect. Methods change as in browsers.
fn redirect(
    api: &RestApi,
    mut request: Request,
    status: StatusCode,
    url: Url,
) -> Result<Request, ToolError> {
    if url.origin() != request.url().origin() {
        let origin = url.origin().ascii_serialization();
        let message = format!("the service redirected to another origin: {origin}");
        return Err(ToolError::ToolExecution(Failure::new(message)));
    }
    if !is_below(&api.base, &url) {
        let message = "the service redirected to a path outside the base URL";
        return Err(ToolError::ToolExecution(Failure::new(message)));
    }
    let was_post = request.method() == Method::POST;
    let becomes_get = match status {
        StatusCode::SEE_OTHER => request.method() != Method::HEAD,
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND => was_post,
        _ => false,
    };
    if becomes_get {
        *request.method_mut() = Method::GET;
        *request.body_mut() = None;
        for name in [
            CONTENT_ENCODING,
            CONTENT_LENGTH,
            CONTENT_TYPE,
            TRANSFER_ENCODING,
        ] {
            request.headers_mut().remove(name);
        }
    }
    *request.url_mut() = url;
    // Removed, because the client would send a user in the URL as credentials.
    let _ = request.url_mut().set_username("");
    let _ = request.url_mut().set_password(None);
    Ok(request)
}

/// Creates the error of a missing or incomplete response.
pub(super) fn classify_broken(error: reqwest::Error, is_first: bool) -> ToolError {
    let error = error.without_url();
    let (is_timeout, is_connect) = (error.is_timeout(), error.is_connect());
    let is_builder = error.is_builder();
    let message = match (is_connect, is_timeout) {
        _ if is_builder => "the request is invalid",
        (true, true) => "the service did not accept a connection in time",
        (true, false) => "cannot connect to the service",
        (false, true) => "the service did not answer in time",
        (false, false) => "the connection to the service broke",
    };
    let mut failure = Failure::new(message).with_source(error);
    if is_first && (is_connect || is_builder) {
        failure = failure.not_run();
    }
    match is_timeout {
        _ if is_builder => ToolError::ToolExecution(failure),
        true => ToolError::Timeout(failure),
        false => ToolError::Network(failure),
    }
}
