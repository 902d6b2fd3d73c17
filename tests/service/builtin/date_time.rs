use std::time::{Duration, SystemTime};

use tool_service::builtin::DateTime;

fn run(calls: &[&str]) -> String {
    // 2026-03-28T23:30:00.5Z: half an hour before it is Sunday in Oslo as well.
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(1_774_740_600_500);
    super::outcomes(|call: DateTime| call.run_at(now), calls)
}

#[test]
fn now() {
    insta::assert_snapshot!(run(&[
        r#"{"operation": "now"}"#,
        r#"{"operation": "now", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "now", "time_zone": "asia/kolkata"}"#,
        r#"{"operation": "now", "time_zone": "Mars/Base"}"#,
        r#"{"operation": "now", "time_zone": ""}"#,
        r#"{"time_zone": "UTC"}"#,
        r#"{"operation": "today"}"#,
    ]), @"");
}

#[test]
fn convert() {
    insta::assert_snapshot!(run(&[
        r#"{"operation": "convert", "time": "2026-03-01T10:00Z", "time_zone": "Asia/Tokyo"}"#,
        r#"{"operation": "convert", "time": "2026-03-01T10:00+01:00"}"#,
        r#"{"operation": "convert", "time": "2026-07-01 10:00", "from_time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "convert", "time": "2026-07-01T10:00[Europe/Oslo]"}"#,
        r#"{"operation": "convert", "time": "2026-07-01", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "convert", "time": "2026-03-29T02:30", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "convert", "time": "2026-10-25T02:30", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "convert", "time": "2026-02-30"}"#,
        r#"{"operation": "convert", "time": "tomorrow"}"#,
        r#"{"operation": "convert", "time": "2026-07-01T10:00[Mars/Base]"}"#,
        r#"{"operation": "convert", "time": "2026-07-01", "from_time_zone": "EST5"}"#,
        r#"{"operation": "convert"}"#,
    ]), @"");
}

#[test]
fn add() {
    insta::assert_snapshot!(run(&[
        r#"{"operation": "add", "time": "2026-01-31", "duration": "P1M"}"#,
        r#"{"operation": "add", "time": "2024-02-29", "duration": "P1Y"}"#,
        r#"{"operation": "add", "time": "2026-03-01T10:00", "duration": "-P2DT3H"}"#,
        r#"{"operation": "add", "time": "2026-03-28T12:00", "duration": "P1D", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "add", "time": "2026-03-28T12:00", "duration": "PT24H", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "2 weeks 1 day"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "a while"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "90"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "P9000Y"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "P99999999999999999999D"}"#,
    ]), @"");
}

#[test]
fn difference() {
    insta::assert_snapshot!(run(&[
        r#"{"operation": "difference", "from": "2024-02-29", "to": "2026-03-01"}"#,
        r#"{"operation": "difference", "from": "2024-02-29", "to": "2026-03-01", "largest_unit": "day"}"#,
        r#"{"operation": "difference", "from": "2026-03-01", "to": "2026-02-01", "largest_unit": "week"}"#,
        r#"{"operation": "difference", "from": "2026-03-01T10:00+01:00", "to": "2026-03-01T10:00Z"}"#,
        r#"{"operation": "difference", "from": "2026-03-29", "to": "2026-03-30", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "difference", "from": "2026-03-29", "to": "2026-03-30", "time_zone": "Europe/Oslo", "largest_unit": "hour"}"#,
        r#"{"operation": "difference", "from": "2026-01-01", "to": "2026-03-01", "largest_unit": "month"}"#,
        r#"{"operation": "difference", "from": "2026-01-01", "to": "2026-01-02", "largest_unit": "minute"}"#,
        r#"{"operation": "difference", "from": "2026-01-01T00:00:00.25", "to": "2026-01-02", "largest_unit": "second"}"#,
        r#"{"operation": "difference", "from": "-009999-01-03", "to": "9999-12-29"}"#,
        r#"{"operation": "difference", "from": "soon", "to": "2026-01-02"}"#,
        r#"{"operation": "difference", "from": "2026-01-02", "to": "2026-13-01"}"#,
        r#"{"operation": "difference", "from": "2026-01-02", "to": "2026-01-03", "largest_unit": "decade"}"#,
    ]), @"");
}

#[test]
fn the_clock_is_read() {
    let call = DateTime {
        operation: tool_service::builtin::DateTimeOperation::Now,
        time_zone: "UTC".to_owned(),
    };
    let result = serde_json::to_value(call.run().unwrap()).unwrap();
    assert!(
        result["time"].as_str().unwrap().starts_with("20"),
        "{result}"
    );
}
