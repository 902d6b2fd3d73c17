//! The web: formats of strings, maps of lists, values of any type.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr};

use tool_core::{Definition, Tool, ToolArg, Value};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        FetchPage::definition(),
        SendRequest::definition(),
        WebSearch::definition(),
        SubmitForm::definition(),
        LookUpHost::definition(),
        DownloadFile::definition(),
        TakeScreenshot::definition(),
    ]
}

/// Fetch a page.
#[derive(Debug, Tool)]
#[tool(read_only, open_world)]
struct FetchPage {
    #[schemars(url)]
    url: String,
    /// Format of the result.
    format: Option<PageFormat>,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum PageFormat {
    Markdown,
    Text,
    Html,
}

/// Send an HTTP request.
#[derive(Debug, Tool)]
#[tool(open_world)]
struct SendRequest {
    method: Method,
    #[schemars(url)]
    url: String,
    #[serde(default)]
    headers: HashMap<String, String>,
    /// Any JSON value.
    body: Option<Value>,
}

#[derive(Debug, ToolArg)]
enum Method {
    #[serde(rename = "GET")]
    Get,
    #[serde(rename = "POST")]
    Post,
    #[serde(rename = "DELETE")]
    Delete,
}

/// Search the web.
#[derive(Debug, Tool)]
#[tool(read_only, open_world)]
struct WebSearch {
    #[schemars(length(min = 1, max = 400), example = &"rust schemars derive")]
    query: String,
    /// Earliest date of a page.
    #[schemars(extend("format" = "date"))]
    since: Option<String>,
    #[serde(default)]
    allowed_domains: Vec<String>,
    #[deprecated]
    #[serde(default)]
    safe_search: bool,
}

/// Fill in a form and send it.
#[derive(Debug, Tool)]
struct SubmitForm {
    /// Values of fields, by the form and by the field.
    forms: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Positions of files to attach, by their number.
    #[serde(default)]
    attachments: BTreeMap<u32, String>,
}

/// Find the addresses of a host, or the host of an address.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct LookUpHost {
    host: Host,
    server: Option<Ipv4Addr>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Host {
    Address(IpAddr),
    Name(#[schemars(extend("format" = "hostname"))] String),
}

/// Download a file and check it.
#[derive(Debug, Tool)]
struct DownloadFile {
    #[schemars(url)]
    url: String,
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    sha256: Option<String>,
    /// Maximum size of the download, in bytes.
    #[serde(default)]
    limit: Option<u64>,
}

/// Take a screenshot of a page.
#[derive(Debug, Tool)]
struct TakeScreenshot {
    /// Width and height, in pixels.
    size: (u32, u32),
    /// Left, top, width and height of the requested part.
    part: Option<[f64; 4]>,
    /// A CSS selector of the elements to hide.
    hide: Option<Box<str>>,
}
