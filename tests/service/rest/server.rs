//! An HTTP server that records its requests.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A request as received by the server.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) method: String,
    /// Target in the request line.
    pub(super) target: String,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
}

impl Seen {
    pub(super) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("-", |value| str::from_utf8(value.as_bytes()).unwrap())
    }

    /// Formats the request on one line.
    pub(super) fn line(&self) -> String {
        let line = format!("{} {}", self.method, self.target);
        match self.body.as_str() {
            "" => line,
            body => format!("{line} {body}"),
        }
    }
}

pub(super) struct Server {
    pub(super) address: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Starts a server that answers each request by this function, which also gets the number of
    /// earlier requests.
    pub(super) async fn start<F>(answer: F) -> Self
    where
        F: Fn(&Seen, usize) -> Response + Clone + Send + Sync + 'static,
    {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let outcome = Arc::clone(&seen);
        let router = Router::new().fallback(async move |request: Request| {
            let (head, body) = request.into_parts();
            let body = to_bytes(body, usize::MAX).await.unwrap();
            let request = Seen {
                method: head.method.to_string(),
                target: head.uri.to_string(),
                headers: head.headers,
                body: String::from_utf8(body.to_vec()).unwrap(),
            };
            let before = {
                let mut outcome = outcome.lock().unwrap();
                outcome.push(request.clone());
                outcome.len() - 1
            };
            answer(&request, before)
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, seen }
    }

    /// Starts a server that answers `ok`.
    pub(super) async fn ok() -> Self {
        Self::start(|_, _| text(200, "ok")).await
    }

    /// Returns the address with a path.
    pub(super) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.seen().iter().map(Seen::line).collect()
    }

    pub(super) fn last(&self) -> Seen {
        self.seen().pop().unwrap()
    }
}

pub(super) fn answer(status: u16, headers: &[(&str, &str)], body: impl Into<Body>) -> Response {
    let mut builder = Response::builder().status(status);
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    builder.body(body.into()).unwrap()
}

pub(super) fn text(status: u16, body: &'static str) -> Response {
    answer(status, &[("content-type", "text/plain")], body)
}

/// Starts a server that writes raw bytes to each connection and closes it. Also returns the number
/// of connections.
pub(super) async fn raw(bytes: &'static [u8]) -> (String, Arc<Mutex<usize>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let connections = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            *counted.lock().unwrap() += 1;
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(bytes).await;
            let _ = stream.shutdown().await;
        }
    });
    (address, connections)
}

/// Starts a server that answers the first request of a connection, and closes it after reading the
/// second. Also returns the number of requests.
pub(super) async fn closing() -> (String, Arc<Mutex<usize>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let ok = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
            for answer in [&ok[..], b""] {
                let read = stream.read(&mut [0; 4096]).await;
                *counted.lock().unwrap() += usize::from(read.is_ok_and(|read| read > 0));
                let _ = stream.write_all(answer).await;
            }
        }
    });
    (address, requests)
}

/// Returns an address without a server.
pub(super) async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}
