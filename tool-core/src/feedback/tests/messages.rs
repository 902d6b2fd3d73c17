use insta::assert_snapshot;
use serde_json::{Number, Value, json};

use super::{check, issue, modes, required, wrong_type};
use crate::issue::{IssueKind, JsonType, Limit, TypeSet};

/// Returns the message for a field with this received value.
fn words(kind: IssueKind, sent: impl Into<Option<Value>>) -> String {
    issue("field", kind, sent).message()
}

fn root(kind: IssueKind) -> String {
    issue("", kind, None).message()
}

#[test]
fn types() {
    assert_snapshot!(words(required(JsonType::String), None), @"Required");
    assert_snapshot!(words(wrong_type(JsonType::Integer), json!("ten")), @"expected integer, got string");
    assert_snapshot!(words(wrong_type(JsonType::Integer), json!(42.7)), @"expected integer, got 42.7");
    assert_snapshot!(words(wrong_type(JsonType::String), json!(null)), @"expected string, got null");
    assert_snapshot!(words(wrong_type(JsonType::Boolean), None), @"expected boolean");
    let expected = [JsonType::Integer, JsonType::Null]
        .into_iter()
        .collect::<TypeSet>();
    assert_snapshot!(words(IssueKind::of_type(expected), json!([1])), @"expected integer or null, got array");
}

#[test]
fn enums() {
    let members = |count: usize| {
        let members = (0..count).map(|i| json!(format!("color_{i}"))).collect();
        IssueKind::Enum {
            members,
            nearest: None,
        }
    };
    let numbers = IssueKind::Enum {
        members: [json!(1), json!(2), json!(null)].into(),
        nearest: None,
    };
    let one = IssueKind::Enum {
        members: [json!("v1")].into(),
        nearest: None,
    };
    assert_snapshot!(words(modes(Some("read")), json!("reed")), @r#"expected "read" or "write", got "reed"; did you mean "read"?"#);
    assert_snapshot!(words(modes(None), json!(5)), @r#"expected "read" or "write", got 5"#);
    assert_snapshot!(words(numbers, json!("a\nb")), @r#"expected 1, 2 or null, got "a\nb""#);
    assert_snapshot!(words(one, json!("v2")), @r#"expected "v1", got "v2""#);
    assert_snapshot!(words(members(40), json!("colour_7")), @r#"expected "color_0", "color_1", "color_2", "color_3", "color_7" or one of 35 more, got "colour_7""#);
    assert_snapshot!(words(members(0), json!(1)), @"expected no value, got 1");
}

#[test]
fn numbers() {
    let number = |n: i64| Number::from(n);
    let minimum = |exclusive| IssueKind::Minimum {
        minimum: number(0),
        exclusive,
    };
    let maximum = |exclusive| IssueKind::Maximum {
        maximum: number(20),
        exclusive,
    };
    let range = IssueKind::out_of_range;
    assert_snapshot!(words(minimum(false), json!(-1)), @"expected at least 0, got -1");
    assert_snapshot!(words(minimum(true), json!(0)), @"expected more than 0, got 0");
    assert_snapshot!(words(maximum(false), json!(25)), @"expected at most 20, got 25");
    assert_snapshot!(words(maximum(true), json!(20)), @"expected less than 20, got 20");
    assert_snapshot!(words(IssueKind::MultipleOf { divisor: number(5) }, json!(7)), @"expected a multiple of 5, got 7");
    assert_snapshot!(words(IssueKind::Excluded { excluded: json!(0) }, json!(0)), @"expected a number other than 0, got 0");
    assert_snapshot!(words(IssueKind::Excluded { excluded: json!("a") }, json!("a")), @r#"expected another string, got "a""#);
    assert_snapshot!(words(range("uint8"), json!(300)), @"expected an integer from 0 to 255, got 300");
    assert_snapshot!(words(range("int32"), json!(1_u64 << 40)), @"expected an integer from -2147483648 to 2147483647, got 1099511627776");
    assert_snapshot!(words(range("uint128"), json!(-1)), @"expected an integer from 0 to 2^128-1, got -1");
    assert_snapshot!(words(range("float"), json!(1e300)), @"expected a number from -3.4e38 to 3.4e38, got 1e+300");
    assert_snapshot!(words(range("decimal"), json!(1)), @"expected a number that fits decimal, got 1");
    #[cfg(target_pointer_width = "64")]
    assert_snapshot!(words(range("uint"), json!(-1)), @"expected an integer from 0 to 2^64-1, got -1");
}

#[test]
fn sizes() {
    let long = json!("a".repeat(60));
    assert_snapshot!(words(IssueKind::MinLength { minimum: 1 }, json!("")), @"expected at least 1 character, got 0");
    assert_snapshot!(words(IssueKind::MinLength { minimum: 80 }, long.clone()), @"expected at least 80 characters, got fewer");
    assert_snapshot!(words(IssueKind::MaxLength { maximum: 3 }, json!("häßl\"")), @"expected at most 3 characters, got 5");
    assert_snapshot!(words(IssueKind::MaxLength { maximum: 50 }, long), @"expected at most 50 characters, got more");
    assert_snapshot!(words(IssueKind::MinItems { minimum: 1 }, json!([])), @"expected at least 1 item, got 0");
    assert_snapshot!(words(IssueKind::MaxItems { maximum: 3 }, json!([1, 2, 3, 4, 5])), @"expected at most 3 items, got 5");
    assert_snapshot!(words(IssueKind::MinProperties { minimum: 1 }, json!({})), @"expected at least 1 property, got 0");
    assert_snapshot!(words(IssueKind::MaxProperties { maximum: 1 }, json!({"a": 1, "b": 2})), @"expected at most 1 property, got 2");
    assert_snapshot!(words(IssueKind::UniqueItems { first: 0 }, json!("a")), @"is the same as item 0; items must differ");
}

#[test]
fn patterns_and_formats() {
    let pattern = |pattern: &str| IssueKind::Pattern {
        pattern: pattern.to_owned(),
    };
    let format = |format: &str| {
        words(
            IssueKind::Format {
                format: format.to_owned(),
            },
            json!("tomorrow"),
        )
    };
    assert_snapshot!(words(pattern("^[a-z]+$"), json!("A1")), @r#"expected text that matches ^[a-z]+$, got "A1""#);
    assert_snapshot!(words(pattern("a\n\tb"), json!("c")), @r#"expected text that matches a b, got "c""#);
    assert_snapshot!(format("date-time"), @r#"expected a date-time such as 2024-05-17T09:30:00Z, got "tomorrow""#);
    assert_snapshot!(format("date"), @r#"expected a date such as 2024-05-17, got "tomorrow""#);
    assert_snapshot!(format("time"), @r#"expected a time such as 09:30:00Z, got "tomorrow""#);
    assert_snapshot!(format("uuid"), @r#"expected a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8, got "tomorrow""#);
    assert_snapshot!(format("email"), @r#"expected an email address such as ada@example.com, got "tomorrow""#);
    assert_snapshot!(format("uri"), @r#"expected a URI such as https://example.com/a, got "tomorrow""#);
    assert_snapshot!(format("ip"), @r#"expected an IP address such as 192.0.2.1, got "tomorrow""#);
    assert_snapshot!(format("ipv4"), @r#"expected an IPv4 address such as 192.0.2.1, got "tomorrow""#);
    assert_snapshot!(format("ipv6"), @r#"expected an IPv6 address such as 2001:db8::1, got "tomorrow""#);
    assert_snapshot!(format("hostname"), @r#"expected text in the format hostname, got "tomorrow""#);
}

#[test]
fn keys() {
    let near = IssueKind::UnknownKey {
        nearest: Some("file_path".to_owned()),
    };
    let spelt = IssueKind::AmbiguousKey {
        property: "file_path".to_owned(),
    };
    assert_snapshot!(words(near, json!("a")), @r#"unknown key; did you mean "file_path"?"#);
    assert_snapshot!(words(IssueKind::UnknownKey { nearest: None }, json!("a")), @"unknown key");
    assert_snapshot!(words(IssueKind::DuplicateKey, None), @"sent twice with different values; send it once");
    assert_snapshot!(words(spelt, None), @r#"second spelling of "file_path"; send it once, under that name"#);
}

#[test]
fn whole_values() {
    let invalid = |after: &str| IssueKind::InvalidJson {
        expected: "',' or '}'".to_owned(),
        after: after.to_owned(),
    };
    let ambiguous = |readings: &[Value]| IssueKind::Ambiguous {
        readings: readings.to_vec(),
    };
    assert_snapshot!(words(ambiguous(&[]), json!("1")), @"can be read in more than one way; send it in the declared type");
    assert_snapshot!(words(ambiguous(&[json!(5), json!(["5"])]), json!("5")), @r#"can be read as 5 or as ["5"]; send one of them"#);
    assert_snapshot!(words(IssueKind::NotAllowed, json!("1")), @"no value is allowed here");
    let together = IssueKind::Together {
        properties: vec!["queue".to_owned(), "exchange".to_owned()],
    };
    assert_snapshot!(words(together, json!({})), @r#"must not have "queue" and "exchange" together; leave one of them out"#);
    assert_snapshot!(words(invalid("…\"limit\": 5"), None), @r#"not valid JSON: expected ',' or '}' after "…\"limit\": 5""#);
    assert_snapshot!(root(invalid("{\n\"a\"")), @r#"the arguments are not valid JSON: expected ',' or '}' after "{\n\"a\"""#);
    assert_snapshot!(root(invalid("")), @"the arguments are not valid JSON: expected ',' or '}'");
    assert_snapshot!(root(invalid(&"abcde".repeat(20))), @r#"the arguments are not valid JSON: expected ',' or '}' after "…bcdeabcdeabcdeabcdeabcdeabcdeabcdeabcde""#);
    assert_snapshot!(root(IssueKind::Truncated), @"the arguments were cut off before their end; send the complete arguments, shorter if need be");
    let texts = vec!["{}".to_owned(), "{\"a\":1}".to_owned()];
    assert_snapshot!(root(IssueKind::SeveralObjects { texts }), @"several objects were sent; send one with all arguments, and each further call on its own");
}

#[test]
fn limits() {
    let limit = |limit, maximum| root(IssueKind::Limit { limit, maximum });
    assert_snapshot!(limit(Limit::Depth, 128), @"expected at most 128 levels of nesting");
    assert_snapshot!(limit(Limit::Bytes, 1024), @"expected at most 1024 bytes");
    assert_snapshot!(limit(Limit::Nodes, 1000), @"expected at most 1000 values");
    assert_snapshot!(limit(Limit::Work, 5000), @"too many ways to read it (more than 5000 steps); send a simpler value");
    assert_snapshot!(limit(Limit::PatternWork, 5000), @"not checked against its pattern, since the call has too much text for patterns; send fewer or shorter values");
}

#[test]
fn words_of_others() {
    let refused = IssueKind::Refused {
        message: "the port is taken".to_owned(),
    };
    assert_snapshot!(words(refused, json!(80)), @"the port is taken");
    assert_snapshot!(words(check("must come\r\nafter start\n"), json!(80)), @"must come after start");
    assert_snapshot!(words(check(" "), json!(80)), @"not accepted");
}
