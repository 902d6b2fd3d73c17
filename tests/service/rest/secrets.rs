//! Errors contain no secrets: no credentials, URLs, requests and responses.

use std::error::Error;
use std::fmt::Write;

use serde_json::json;
use tool_service::rest::{Auth, RestApi};
use tool_service::{ToolError, ToolResult};

use super::server::{Server, answer, nobody, raw};
use super::{api, called, definition};

const SECRET: &str = "s3cret";

/// Joins all texts of an error and its sources.
fn all_of(error: &ToolError) -> String {
    let mut text = format!("{error:?} {error}");
    let mut source = error.source();
    while let Some(error) = source {
        write!(text, " {error:?} {error}").unwrap();
        source = error.source();
    }
    text
}

fn apis(address: &str) -> Vec<RestApi> {
    let api = api(&format!("{address}/{SECRET}"));
    let api = api.default_header("X-Other", SECRET).unwrap();
    [
        Auth::bearer(SECRET),
        Auth::basic("ada", SECRET),
        Auth::basic(SECRET, ""),
        Auth::header("X-Api-Key", SECRET),
        Auth::query("key", SECRET),
    ]
    .into_iter()
    .map(|auth| api.clone().auth(auth).unwrap())
    .collect()
}

async fn results(address: &str) -> Vec<ToolResult> {
    let mut results = Vec::new();
    for api in apis(address) {
        assert!(!format!("{api:?}").contains(SECRET), "{api:?}");
        let endpoint = api.get("/x/{id}").header("h", "X-H");
        assert!(!format!("{endpoint:?}").contains(SECRET), "{endpoint:?}");
        let properties = json!({"id": {}, "q": {}, "h": {}});
        let arguments = json!({"id": SECRET, "q": SECRET, "h": SECRET});
        results.push(called(endpoint, definition(&properties, &["id"]), arguments).await);
    }
    results
}

#[tokio::test]
async fn errors_contain_no_secrets() {
    let mut addresses = vec![nobody().await];
    let broken: [&'static [u8]; 4] = [
        b"",
        b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ns3cret",
        b"s3cret\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nlocation: http://ada:s3cret@[\r\n\r\n",
    ];
    for bytes in broken {
        addresses.push(raw(bytes).await.0);
    }
    let mut servers = Vec::new();
    for status in [200, 302, 400, 401, 403, 404, 429, 503] {
        let server = Server::start(move |_, _| {
            let headers = [
                ("location", "http://ada:s3cret@evil.example/s3cret?s3cret"),
                ("content-type", "application/s3cret pdf"),
                ("www-authenticate", "Bearer realm=s3cret"),
            ];
            answer(status, &headers, "s3cret\0")
        });
        let server = server.await;
        addresses.push(server.address.clone());
        servers.push(server);
    }
    for address in addresses {
        for result in results(&address).await {
            let error = result.error.as_ref().unwrap();
            let text = all_of(error) + &result.text();
            assert!(
                !text.contains(SECRET) && !text.contains("czNjcmV0"),
                "{text}"
            );
            assert!(text.len() > 20, "{text}");
        }
    }
}

/// Error texts omit the body, even if the model sees it.
#[tokio::test]
async fn error_texts_omit_the_body_for_the_model() {
    let server = Server::start(|_, _| answer(400, &[("content-type", "text/plain")], SECRET));
    let api = api(&server.await.address).show_error_body(true);
    let result = super::fetched(api.get("/x")).await;
    assert!(result.text().contains(SECRET));
    let text = all_of(result.error.as_ref().unwrap());
    assert!(!text.contains(SECRET), "{text}");
}

/// Errors of the HTTP client are kept as sources.
#[tokio::test]
async fn errors_keep_their_sources() {
    let result = super::fetched(api(&nobody().await).get("/x")).await;
    let error = result.error.unwrap();
    assert!(error.source().is_some());
    assert!(
        all_of(&error).contains("ConnectionRefused"),
        "{}",
        all_of(&error)
    );
}
