//! The content of answers, and the limits on it.

use std::fmt::Write;

use insta::assert_snapshot;

use super::{api, describe, fetched, queried};

#[tokio::test]
async fn answers_are_converted_by_their_media_type() {
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
    ] {
        let told = describe(&fetched(api().get(path)).await);
        writeln!(log, "{path} -> {told}").unwrap();
    }
    // Bytes that are not text, the same for each seed.
    log += &describe(&queried(api().get("/bytes/1000"), "seed", "1").await);
    assert_snapshot!(log, @r#"
    /json -> { "slideshow": { "author": "Yours Truly", "date": "date of publication", "slides": [ { "title": "Wake up to WonderWidgets!", "type": "all" }, { "items": [ "Why 
    /html -> <!DOCTYPE html> <html> <head> </head> <body> <h1>Herman Melville - Moby-Dick</h1> <div> <p> Availing himself of the mild, summer-cool weather that now reigned i
    /xml -> <?xml version='1.0' encoding='us-ascii'?> <!-- A SAMPLE set of slides --> <slideshow title="Sample Slide Show" date="Date of publication" author="Yours Truly" >
    /robots.txt -> User-agent: * Disallow: /deny
    /encoding/utf8 -> <h1>Unicode Demo</h1> <p>Taken from <a href="http://www.cl.cam.ac.uk/~mgk25/ucs/examples/UTF-8-demo.txt">http://www.cl.cam.ac.uk/~mgk25/ucs/examples/UTF-8-demo.
    /stream/2 -> {"url": "HTTPBIN/stream/2", "args": {}, "headers": {"Accept": "application/json, text/plain;q=0.9, */*;q=0.8", "Accept-Encoding": "identity", "Us
    /image/png -> image/png iVBORw0KGgoA
    /image/jpeg -> image/jpeg /9j/4AAQSkZJ
    /image/webp -> image/webp UklGRkApAABX
    /image/svg -> <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%" height="100%" viewBox="0 0 100 100"> <title>SVG Logo</title> <a 
    /base64/aMOpbGxv -> héllo
    ToolExecutionError: tool execution: the response has an unsupported media type: application/octet-stream | The tool fetch answered what cannot be shown here: application/octet-stream. | attempts: 1
    "#);
}

/// httpbin compresses even if the request does not accept it.
#[tokio::test]
async fn gzip_is_decompressed_and_other_compression_is_an_error() {
    let gzip = fetched(api().get("/gzip")).await;
    assert_eq!(gzip.structured.unwrap()["gzipped"], true);
    let mut log = String::new();
    for path in ["/deflate", "/brotli"] {
        let told = describe(&fetched(api().get(path)).await);
        writeln!(log, "{path} -> {told}").unwrap();
    }
    assert_snapshot!(log, @"
    /deflate -> ToolExecutionError: tool execution: the service compressed the response with an encoding other than gzip | The tool fetch failed. | attempts: 1
    /brotli -> ToolExecutionError: tool execution: the service compressed the response with an encoding other than gzip | The tool fetch failed. | attempts: 1
    ");
}

#[tokio::test]
async fn answer_over_the_size_limit_is_an_error() {
    let mut log = String::new();
    let api = api().max_response_bytes(1000);
    for path in [
        // With a declared length,
        "/bytes/1001",
        "/range/1001",
        // and without one.
        "/stream-bytes/5000",
        "/stream/100",
        // The maximum allowed length.
        "/range/1000",
    ] {
        let told = describe(&fetched(api.get(path)).await);
        writeln!(log, "{path} -> {told}").unwrap();
    }
    assert_snapshot!(log, @"
    /bytes/1001 -> ToolExecutionError: tool execution: the response is longer than 1000 bytes | The answer of the tool fetch is longer than 1000 bytes. Ask for less of it. | attempts: 1
    /range/1001 -> ToolExecutionError: tool execution: the response is longer than 1000 bytes | The answer of the tool fetch is longer than 1000 bytes. Ask for less of it. | attempts: 1
    /stream-bytes/5000 -> ToolExecutionError: tool execution: the response is longer than 1000 bytes | The answer of the tool fetch is longer than 1000 bytes. Ask for less of it. | attempts: 1
    /stream/100 -> ToolExecutionError: tool execution: the response is longer than 1000 bytes | The answer of the tool fetch is longer than 1000 bytes. Ask for less of it. | attempts: 1
    /range/1000 -> abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcd
    ");
}

#[tokio::test]
async fn a_long_answer_arrives_whole() {
    let bytes = 100 * 1024;
    let result = queried(api().get(format!("/range/{bytes}")), "chunk_size", "1000").await;
    assert!(!result.is_error, "{}", describe(&result));
    let text = result.text();
    assert!(text.len() == bytes && text.starts_with("abcdefghijklmnopqrstuvwxyzabc"));
}
