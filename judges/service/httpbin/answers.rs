//! What answers hold, and how much of it is taken.

use insta::assert_snapshot;

use super::{api, fetched, told};

#[tokio::test]
async fn answers_are_told_by_what_they_are() {
    let mut log = String::new();
    for path in [
        "/json",
        "/html",
        "/xml",
        "/robots.txt",
        "/encoding/utf8",
        "/stream/2",
        "/image/png",
        "/image/jpeg",
        "/image/webp",
        "/image/svg",
        "/base64/aMOpbGxv",
        "/bytes/1000?seed=1",
        "/response-headers?Content-Type=application/json",
    ] {
        let told = told(&fetched(api().get(path)).await);
        log += &format!("{path} -> {told}\n");
    }
    assert_snapshot!(log, @"");
}

/// They are compressed although nobody says that he would take it so.
#[tokio::test]
async fn compressed_answers_are_refused() {
    for path in ["/gzip", "/deflate", "/brotli"] {
        assert_snapshot!(told(&fetched(api().get(path)).await), @"ToolExecutionError: tool execution: the service compressed its answer though it was not asked to | The tool fetch failed. | attempts: 1");
    }
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_refused() {
    let mut log = String::new();
    let api = api().max_response_bytes(1000);
    for path in [
        // With a length that is told,
        "/bytes/1001",
        "/range/1001",
        // and without one.
        "/stream-bytes/5000?chunk_size=100",
        "/stream/100",
        // As long as is allowed.
        "/range/1000",
    ] {
        let told = told(&fetched(api.get(path)).await);
        log += &format!("{path} -> {told}\n");
    }
    assert_snapshot!(log, @"");
}

#[tokio::test]
async fn a_long_answer_arrives_whole() {
    let bytes = 100 * 1024;
    let result = fetched(api().get(format!("/range/{bytes}?chunk_size=1000"))).await;
    assert!(!result.is_error, "{}", told(&result));
    let text = result.text();
    assert!(text.len() == bytes && text.starts_with("abcdefghijklmnopqrstuvwxyzabc"));
}
