use std::time::{Duration, SystemTime};

use tool_builtins::DateTime;
use tool_core::Tool;

fn run(calls: &[&str]) -> String {
    // 2026-03-28T23:30:00.5Z: half an hour before Sunday in Oslo.
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
    ]), @r#"
    {"operation": "now"}
      {"time":"2026-03-28T23:30:00+00:00","time_zone":"UTC","weekday":"Saturday"}
    {"operation": "now", "time_zone": "Europe/Oslo"}
      {"time":"2026-03-29T00:30:00+01:00","time_zone":"Europe/Oslo","weekday":"Sunday"}
    {"operation": "now", "time_zone": "asia/kolkata"}
      {"time":"2026-03-29T05:00:00+05:30","time_zone":"Asia/Kolkata","weekday":"Sunday"}
    {"operation": "now", "time_zone": "Mars/Base"}
      error: unknown time zone "Mars/Base"; use an IANA name like Europe/Oslo
    {"operation": "now", "time_zone": ""}
      error: unknown time zone ""; use an IANA name like Europe/Oslo
    {"time_zone": "UTC"}
      refused: Please rewrite the input with valid arguments. Errors: operation: Required, "now", "convert", "add" or "difference"
    {"operation": "today"}
      refused: Please rewrite the input with valid arguments. Errors: operation: expected "now", "convert", "add" or "difference"
    "#);
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
    ]), @r#"
    {"operation": "convert", "time": "2026-03-01T10:00Z", "time_zone": "Asia/Tokyo"}
      {"time":"2026-03-01T19:00:00+09:00","time_zone":"Asia/Tokyo","weekday":"Sunday"}
    {"operation": "convert", "time": "2026-03-01T10:00+01:00"}
      {"time":"2026-03-01T09:00:00+00:00","time_zone":"UTC","weekday":"Sunday"}
    {"operation": "convert", "time": "2026-07-01 10:00", "from_time_zone": "Europe/Oslo"}
      {"time":"2026-07-01T08:00:00+00:00","time_zone":"UTC","weekday":"Wednesday"}
    {"operation": "convert", "time": "2026-07-01T10:00[Europe/Oslo]"}
      {"time":"2026-07-01T08:00:00+00:00","time_zone":"UTC","weekday":"Wednesday"}
    {"operation": "convert", "time": "2026-07-01", "time_zone": "Europe/Oslo"}
      {"time":"2026-07-01T00:00:00+02:00","time_zone":"Europe/Oslo","weekday":"Wednesday"}
    {"operation": "convert", "time": "2026-03-29T02:30", "time_zone": "Europe/Oslo"}
      {"time":"2026-03-29T03:30:00+02:00","time_zone":"Europe/Oslo","weekday":"Sunday"}
    {"operation": "convert", "time": "2026-10-25T02:30", "time_zone": "Europe/Oslo"}
      {"time":"2026-10-25T02:30:00+02:00","time_zone":"Europe/Oslo","weekday":"Sunday"}
    {"operation": "convert", "time": "2026-02-30"}
      error: "2026-02-30" is not a time; write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`
    {"operation": "convert", "time": "tomorrow"}
      error: "tomorrow" is not a time; write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`
    {"operation": "convert", "time": "2026-07-01T10:00[Mars/Base]"}
      error: "2026-07-01T10:00[Mars/Base]" is not a time; write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`
    {"operation": "convert", "time": "2026-07-01", "from_time_zone": "EST5"}
      error: unknown time zone "EST5"; use an IANA name like Europe/Oslo
    {"operation": "convert"}
      refused: Please rewrite the input with valid arguments. Errors: time: Required (operation "convert")
    "#);
}

#[test]
fn add() {
    insta::assert_snapshot!(run(&[
        r#"{"operation": "add", "time": "2026-01-31", "duration": "P1M"}"#,
        r#"{"operation": "add", "time": "2024-02-29", "duration": "P1Y"}"#,
        r#"{"operation": "add", "time": "2026-03-01T10:00", "duration": "-P2DT3H"}"#,
        r#"{"operation": "add", "time": "2026-03-28T12:00", "duration": "P1D", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "add", "time": "2026-03-28T12:00", "duration": "PT24H", "time_zone": "Europe/Oslo"}"#,
        r#"{"operation": "add", "time": "now", "duration": "PT1H", "time_zone": "Asia/Tokyo"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "2 weeks 1 day"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "a while"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "90"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "P9000Y"}"#,
        r#"{"operation": "add", "time": "2026-03-01", "duration": "P99999999999999999999D"}"#,
    ]), @r#"
    {"operation": "add", "time": "2026-01-31", "duration": "P1M"}
      {"time":"2026-02-28T00:00:00+00:00","time_zone":"UTC","weekday":"Saturday"}
    {"operation": "add", "time": "2024-02-29", "duration": "P1Y"}
      {"time":"2025-02-28T00:00:00+00:00","time_zone":"UTC","weekday":"Friday"}
    {"operation": "add", "time": "2026-03-01T10:00", "duration": "-P2DT3H"}
      {"time":"2026-02-27T07:00:00+00:00","time_zone":"UTC","weekday":"Friday"}
    {"operation": "add", "time": "2026-03-28T12:00", "duration": "P1D", "time_zone": "Europe/Oslo"}
      {"time":"2026-03-29T12:00:00+02:00","time_zone":"Europe/Oslo","weekday":"Sunday"}
    {"operation": "add", "time": "2026-03-28T12:00", "duration": "PT24H", "time_zone": "Europe/Oslo"}
      {"time":"2026-03-29T13:00:00+02:00","time_zone":"Europe/Oslo","weekday":"Sunday"}
    {"operation": "add", "time": "now", "duration": "PT1H", "time_zone": "Asia/Tokyo"}
      {"time":"2026-03-29T09:30:00+09:00","time_zone":"Asia/Tokyo","weekday":"Sunday"}
    {"operation": "add", "time": "2026-03-01", "duration": "2 weeks 1 day"}
      {"time":"2026-03-16T00:00:00+00:00","time_zone":"UTC","weekday":"Monday"}
    {"operation": "add", "time": "2026-03-01", "duration": "a while"}
      error: "a while" is not a duration; write it like P1Y2M3DT4H5M, or -P1D to go back
    {"operation": "add", "time": "2026-03-01", "duration": "90"}
      error: "90" is not a duration; write it like P1Y2M3DT4H5M, or -P1D to go back
    {"operation": "add", "time": "2026-03-01", "duration": "P9000Y"}
      error: the time is out of the years -9999 to 9999
    {"operation": "add", "time": "2026-03-01", "duration": "P99999999999999999999D"}
      error: "P99999999999999999999D" is not a duration; write it like P1Y2M3DT4H5M, or -P1D to go back
    "#);
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
        r#"{"operation": "difference", "from": "Now", "to": "2026-12-25", "largest_unit": "day"}"#,
        r#"{"operation": "difference", "from": "soon", "to": "2026-01-02"}"#,
        r#"{"operation": "difference", "from": "2026-01-02", "to": "2026-13-01"}"#,
        r#"{"operation": "difference", "from": "2026-01-02", "to": "2026-01-03", "largest_unit": "decade"}"#,
    ]), @r#"
    {"operation": "difference", "from": "2024-02-29", "to": "2026-03-01"}
      {"duration":"P2Y1D","total_seconds":63158400}
    {"operation": "difference", "from": "2024-02-29", "to": "2026-03-01", "largest_unit": "day"}
      {"duration":"P731D","total_seconds":63158400}
    {"operation": "difference", "from": "2026-03-01", "to": "2026-02-01", "largest_unit": "week"}
      {"duration":"-P4W","total_seconds":-2419200}
    {"operation": "difference", "from": "2026-03-01T10:00+01:00", "to": "2026-03-01T10:00Z"}
      {"duration":"PT1H","total_seconds":3600}
    {"operation": "difference", "from": "2026-03-29", "to": "2026-03-30", "time_zone": "Europe/Oslo"}
      {"duration":"P1D","total_seconds":82800}
    {"operation": "difference", "from": "2026-03-29", "to": "2026-03-30", "time_zone": "Europe/Oslo", "largest_unit": "hour"}
      {"duration":"PT23H","total_seconds":82800}
    {"operation": "difference", "from": "2026-01-01", "to": "2026-03-01", "largest_unit": "month"}
      {"duration":"P2M","total_seconds":5097600}
    {"operation": "difference", "from": "2026-01-01", "to": "2026-01-02", "largest_unit": "minute"}
      {"duration":"PT1440M","total_seconds":86400}
    {"operation": "difference", "from": "2026-01-01T00:00:00.25", "to": "2026-01-02", "largest_unit": "second"}
      {"duration":"PT86399.75S","total_seconds":86399}
    {"operation": "difference", "from": "-009999-01-03", "to": "9999-12-29"}
      {"duration":"P19998Y11M26D","total_seconds":631106985600}
    {"operation": "difference", "from": "Now", "to": "2026-12-25", "largest_unit": "day"}
      {"duration":"P271DT30M","total_seconds":23416200}
    {"operation": "difference", "from": "soon", "to": "2026-01-02"}
      error: "soon" is not a time; write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`
    {"operation": "difference", "from": "2026-01-02", "to": "2026-13-01"}
      error: "2026-13-01" is not a time; write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`
    {"operation": "difference", "from": "2026-01-02", "to": "2026-01-03", "largest_unit": "decade"}
      refused: Please rewrite the input with valid arguments. Errors: largest_unit: expected "year", "day" or one of 5 more, got "decade" (operation "difference")
    "#);
}

#[test]
fn reads_the_clock() {
    let call = DateTime::parse(r#"{"operation": "now"}"#).unwrap();
    let result = call.run().unwrap();
    assert!(
        result["time"].as_str().unwrap().starts_with("20"),
        "{result}"
    );
}
