//! The types of the standard library that schemars describes and serde reads.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::cell::{Cell, RefCell};
use std::collections::{BinaryHeap, VecDeque};
use std::marker::PhantomData;
use std::num::Wrapping;
use std::ops::{Bound, Range, RangeInclusive};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicU8;
use std::time::Duration;

use insta::assert_snapshot;
use tests::read;
use tool_core::Tool;

/// A tool.
#[derive(Debug, Tool)]
struct Collections {
    deque: Option<VecDeque<u8>>,
    heap: Option<BinaryHeap<u8>>,
    path: Option<PathBuf>,
    boxed: Option<Box<[u8]>>,
    text: Option<Box<str>>,
}

#[test]
fn reads_std_collections() {
    assert_snapshot!(read::<Collections>(
        r#"{"deque": [1, 2], "heap": [1], "path": "/a", "boxed": [1], "text": "a"}"#
    ), @r#"Collections { deque: Some([1, 2]), heap: Some([1]), path: Some("/a"), boxed: Some([1]), text: Some("a") }"#);
    assert_snapshot!(read::<Collections>(
        r#"{"deque": "[1, 2]", "heap": ["1"], "path": 5, "boxed": "[]", "text": true}"#
    ), @r#"
    Collections { deque: Some([1, 2]), heap: Some([1]), path: Some("5"), boxed: Some([]), text: Some("true") }
    ~ deque json_string: "[1, 2]" -> [1,2]
    ~ heap[0] string_to_number: "1" -> 1
    ~ path scalar_to_string: 5 -> "5"
    ~ boxed json_string: "[]" -> []
    ~ text scalar_to_string: true -> "true"
    "#);
    assert_snapshot!(read::<Collections>(r#"{"deque": [256], "heap": ["x"], "path": [], "text": {}}"#), @r#"
    ! deque[0] out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! heap[0] type {"expected":["integer"]} got "x"
    ! path type {"expected":["string","null"]} got []
    ! text type {"expected":["string","null"]} got {}
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
struct Wrappers {
    cell: Option<Cell<u8>>,
    shared: Option<RefCell<u8>>,
    locked: Option<Mutex<u8>>,
    atomic: Option<AtomicU8>,
    wrapping: Option<Wrapping<i8>>,
    #[serde(default)]
    phantom: PhantomData<u8>,
}

#[test]
fn reads_std_wrappers() {
    assert_snapshot!(read::<Wrappers>(
        r#"{"cell": 1, "shared": 2, "locked": 3, "atomic": 4, "wrapping": -5, "phantom": null}"#
    ), @"Wrappers { cell: Some(Cell { value: 1 }), shared: Some(RefCell { value: 2 }), locked: Some(Mutex { data: 3, poisoned: false, .. }), atomic: Some(4), wrapping: Some(-5), phantom: PhantomData<u8> }");
    assert_snapshot!(read::<Wrappers>(r#"{"cell": "1", "atomic": 256, "wrapping": 128, "phantom": 1}"#), @r#"
    ! atomic out_of_range {"format":"uint8","minimum":0,"maximum":255,"takes_null":true} got 256
    ! wrapping out_of_range {"format":"int8","minimum":-128,"maximum":127,"takes_null":true} got 128
    ! phantom type {"expected":["null"]} got 1
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
struct Spans {
    duration: Option<Duration>,
    range: Option<Range<u8>>,
    inclusive: Option<RangeInclusive<i64>>,
    bound: Option<Bound<u8>>,
    result: Option<Result<u8, String>>,
}

#[test]
fn reads_std_durations_and_ranges() {
    assert_snapshot!(read::<Spans>(
        r#"{"duration": {"secs": 1, "nanos": 0}, "range": {"start": 1, "end": 2}, "inclusive": {"start": -1, "end": 1},
            "bound": {"Included": 5}, "result": {"Err": "no"}}"#
    ), @r#"Spans { duration: Some(1s), range: Some(1..2), inclusive: Some(-1..=1), bound: Some(Included(5)), result: Some(Err("no")) }"#);
    assert_snapshot!(read::<Spans>(
        r#"{"duration": "{\"secs\": \"1\", \"nanos\": 0}", "range": {"Start": "1", "end": 2}, "bound": "unbounded",
            "result": {"ok": "5"}}"#
    ), @r#"
    Spans { duration: Some(1s), range: Some(1..2), inclusive: None, bound: Some(Unbounded), result: Some(Ok(5)) }
    ~ duration json_string: "{\"secs\": \"1\", \"nanos\": 0}" -> {"secs":"1","nanos":0}
    ~ duration.secs string_to_number: "1" -> 1
    ~ range.start property_name: "Start" -> "start"
    ~ range.start string_to_number: "1" -> 1
    ~ bound enum_member: "unbounded" -> "Unbounded"
    ~ result.Ok property_name: "ok" -> "Ok"
    ~ result.Ok string_to_number: "5" -> 5
    "#);
    assert_snapshot!(read::<Spans>(
        r#"{"duration": 5, "range": {"start": 1}, "bound": {"Included": 256}, "result": {"Ok": "x"}}"#
    ), @r#"
    ! duration type {"expected":["object","null"],"shape":"{secs: integer, nanos: integer} or null"} got 5
    ! range.end required {"expected":["integer"]}
    ! bound.Included out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! result.Ok type {"expected":["integer"]} got "x"
    "#);
    assert_snapshot!(read::<Spans>(r#"{"bound": {"Include": 5}, "result": {}}"#), @r#"
    ! bound.Included required {"expected":["integer"],"sent_as":"bound.Include"}
    ! result union {"forms":["{\"Ok\": integer}","{\"Err\": string}","null"]} got {}
    "#);
}
