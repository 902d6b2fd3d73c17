//! Values of other crates' types: what a model reads when such a type refuses a text.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tool_core::Tool;

/// Bytes, written as Base64 text.
#[derive(Debug, JsonSchema)]
#[schemars(with = "String")]
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = BASE64_STANDARD.decode(text);
        bytes.map(Self).map_err(serde::de::Error::custom)
    }
}

/// Plan a release.
#[derive(Debug, Tool)]
struct Release {
    at: Option<chrono::DateTime<chrono::Utc>>,
    day: Option<chrono::NaiveDate>,
    hour: Option<chrono::NaiveTime>,
    moment: Option<chrono::NaiveDateTime>,
    version: Option<semver::Version>,
    page: Option<url::Url>,
    id: Option<uuid::Uuid>,
    picture: Option<Bytes>,
}

/// The errors of a call with one property.
#[track_caller]
fn errors(key: &str, value: &str) -> String {
    let error = Release::parse(&*json!({key: value}).to_string()).expect_err("it is refused");
    let text = error.to_string();
    text.split_once("Errors: ")
        .expect("a list of errors")
        .1
        .to_owned()
}

fn text(value: Option<impl ToString>) -> String {
    value.expect("it was sent").to_string()
}

#[test]
fn reads_types_of_other_crates() {
    let release = Release::parse(
        &*json!({
            "at": "2024-05-17T09:30:00Z", "day": "2024-05-17", "hour": "09:30:00",
            "moment": "2024-05-17T09:30:00", "version": "1.2.3",
            "page": "https://example.com/a", "id": "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "picture": "aGk=",
        })
        .to_string(),
    )
    .expect("each text is valid");
    assert_eq!(text(release.at), "2024-05-17 09:30:00 UTC");
    assert_eq!(text(release.day), "2024-05-17");
    assert_eq!(text(release.hour), "09:30:00");
    assert_eq!(text(release.moment), "2024-05-17 09:30:00");
    assert_eq!(text(release.version), "1.2.3");
    assert_eq!(text(release.page), "https://example.com/a");
    assert_eq!(text(release.id), "67e55044-10b1-426f-9247-bb680e5fe0c8");
    assert_eq!(release.picture.expect("it was sent").0, b"hi");
}

#[test]
fn says_what_a_time_of_chrono_looks_like() {
    assert_snapshot!(errors("at", "tomorrow"), @r#"at: expected a date-time such as 2024-05-17T09:30:00Z or null, got "tomorrow""#);
    assert_snapshot!(errors("at", "2024-13-41T00:00:00Z"), @r#"at: expected a date and time that exists or null, got "2024-13-41T00:00:00Z""#);
    assert_snapshot!(errors("day", "17.05.2024"), @r#"day: expected a date such as 2024-05-17 or null, got "17.05.2024""#);
    assert_snapshot!(errors("day", "2024-02-30"), @r#"day: expected a date that exists or null, got "2024-02-30""#);
    assert_snapshot!(errors("hour", "9 o'clock"), @"hour: expected a date or time in the form that the schema names or null");
    assert_snapshot!(errors("hour", "25:00:00"), @"hour: expected a date and time that exist or null");
    assert_snapshot!(errors("moment", "2024-05-17"), @"moment: expected a date or time in the form that the schema names or null");
    assert_snapshot!(errors("moment", "2024-05-17T09:30:00+02:00"), @"moment: expected a date or time in the form that the schema names or null");
}

#[test]
fn says_what_a_version_looks_like() {
    assert_snapshot!(errors("version", "1.2"), @r#"version: expected text that matches ^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$ or null, got "1.2""#);
    assert_snapshot!(errors("version", "v1.2.3"), @r#"version: expected text that matches ^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$ or null, got "v1.2.3""#);
    assert_snapshot!(errors("version", "latest"), @r#"version: expected text that matches ^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$ or null, got "latest""#);
}

#[test]
fn says_what_an_address_and_an_id_look_like() {
    assert_snapshot!(errors("page", "example.com"), @r#"page: expected a URI such as https://example.com/a or null, got "example.com""#);
    assert_snapshot!(errors("page", "https://exa mple.com"), @r#"page: expected a URI such as https://example.com/a or null, got "https://exa mple.com""#);
    assert_snapshot!(errors("id", "42"), @r#"id: expected a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8 or null, got "42""#);
    assert_snapshot!(errors("id", "67e55044-10b1-426f-9247-bb680e5fe0cx"), @r#"id: expected a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8 or null, got "67e55044-10b1-426f-9…"#);
}

#[test]
fn says_that_a_text_is_no_base64() {
    assert_snapshot!(errors("picture", "not base64"), @"picture: expected Base64 text or null");
    assert_snapshot!(errors("picture", "aGk"), @"picture: expected Base64 text or null");
    assert_snapshot!(errors("picture", "a"), @"picture: expected Base64 text or null");
    assert_snapshot!(errors("picture", "aGl="), @"picture: expected Base64 text or null");
}
