//! The formats that constrain, both ways. An independent validator gives the same verdicts, except
//! for `ip`, which JSON Schema does not have.

use serde_json::{Value, json};
use tool_core::Definition;

const VALID: &[(&str, &str)] = &[
    ("date", "2024-02-29"),
    ("date", "2000-02-29"),
    ("date", "2024-04-30"),
    ("time", "09:30:00Z"),
    ("time", "09:30:00.25-08:00"),
    ("time", "23:59:60Z"),
    ("date-time", "2024-12-31T23:59:59+05:30"),
    ("email", "ada@example.com"),
    ("email", "ada@[127.0.0.1]"),
    ("email", "ada@[IPv6:::1]"),
    ("uri", "https://ada@example.com:8080/a%20b?c#d"),
    ("uri", "http://[::1]:80/"),
    ("uri", "urn:isbn:0451450523"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
];

const INVALID: &[(&str, &str)] = &[
    ("date", "2023-02-29"),
    ("date", "1900-02-29"),
    ("date", "2024-04-31"),
    ("date", "2024-13-01"),
    ("date", "2024-00-01"),
    ("date", "2024-1-1"),
    ("time", "24:00:00Z"),
    ("time", "09:30:00"),
    ("time", "09:30:00.Z"),
    ("time", "09:30:00+5"),
    ("date-time", "2024-12-31"),
    ("email", "ada@[300.0.0.1]"),
    ("email", "ada@[IPv6:x]"),
    ("email", "ada@-example.com"),
    ("email", "a..b@example.com"),
    ("uri", "https://example.com/a b"),
    ("uri", "https://example.com/%2"),
    ("uri", "http://[::x]/"),
    ("uri", "http://example.com:port/"),
    ("uri", "urn:a[b]"),
    ("uri", "no scheme"),
    ("ipv4", "192.0.2.256"),
    ("ipv6", "2001:db8"),
];

#[test]
fn each_format_accepts_and_rejects_its_samples() {
    let validator = |schema: &Value| {
        let options = jsonschema::options().should_validate_formats(true);
        options.build(schema).expect("a schema")
    };
    for (format, text) in VALID.iter().chain(INVALID) {
        let wanted = VALID.contains(&(*format, *text));
        let schema = json!({"type": "string", "format": format});
        let tool = json!({"type": "object", "properties": {"at": schema}});
        let definition = Definition::new("t", "A tool.", tool).expect("a schema");
        let read = definition.parse(&json!({"at": text}).to_string());
        assert_eq!(read.is_ok(), wanted, "{format} {text}");
        assert_eq!(
            validator(&schema).is_valid(&json!(text)),
            wanted,
            "{format} {text}"
        );
    }
}
