//! Requests use a proxy only if it is enabled.
//!
//! A process cannot change its own environment safely, so the test starts another one.

use std::process::Command;

use super::server::{Server, text};
use super::{api, fetched};

const INNER: &str = "rest::proxy::with_a_proxy_in_the_environment";

#[tokio::test]
async fn uses_a_proxy_only_if_enabled() {
    let proxy = Server::start(|_, _| text(200, "from the proxy")).await;
    let address = proxy.address.clone();
    let inner = tokio::task::spawn_blocking(move || {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", INNER, "--ignored"])
            .envs([("HTTP_PROXY", &address), ("http_proxy", &address)])
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .output()
            .unwrap()
    });
    let inner = inner.await.unwrap();
    assert!(inner.status.success(), "{inner:?}");
    assert!(
        String::from_utf8_lossy(&inner.stdout).contains("1 passed"),
        "{inner:?}"
    );
    assert_eq!(proxy.lines(), ["GET http://example.invalid/x"]);
}

#[tokio::test]
#[ignore = "run by the test before it"]
async fn with_a_proxy_in_the_environment() {
    let direct = api("http://example.invalid");
    assert!(fetched(direct.get("/x")).await.is_error);
    let proxied = direct.proxy_from_environment().unwrap();
    assert_eq!(fetched(proxied.get("/x")).await.text(), "from the proxy");
}
