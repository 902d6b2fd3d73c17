//! Structure between the brackets, without strings.

use serde_json::json;

use super::{embedded, fault, reads, refuses};
use crate::json::{Tolerance, tests};

#[test]
fn commas() {
    reads(&[
        ("[1,2,]", json!([1, 2])),
        ("[ , 1 , ]", json!([1])),
        (r#"{,"a":1,}"#, json!({"a": 1})),
        ("[1 2\n3\n-4]", json!([1, 2, 3, -4])),
        (r#"["a" "b"]"#, json!(["a", "b"])),
        ("[{}{} [] [1]]", json!([{}, {}, [], [1]])),
        (
            r#"{"a":1"b":{}"c":"x" "d":true 'e':2}"#,
            json!({"a": 1, "b": {}, "c": "x", "d": true, "e": 2}),
        ),
        ("{\"a\": 1\nb: 2 c: 3}", json!({"a": 1, "b": 2, "c": 3})),
        ("[1 /* one */ 2]", json!([1, 2])),
    ]);
    refuses(&[
        "[,]",
        "{,}",
        "[1,,2]",
        "[,,1]",
        "[1,,]",
        r#"{"a":1,,"b":2}"#,
        "[1-2]",
        "[1 -2]",
        "[1 .5]",
        "[1 + 2]",
        "[1true]",
        "[1[2]]",
        "[[1][0]]",
        r#"["a"[0]]"#,
        r#"["a""b"]"#,
        r#"["a"b]"#,
        r#"["say "hi" now"]"#,
        r#"{"x":"a "b" c"}"#,
        r#"{"x":"he said " then: " done"}"#,
        r#"{"size":5", "w":6"}"#,
        r#"{"a":1 {"b":2}}"#,
        r#"{"n":1,234}"#,
        r#"{"n":1,234,"m":2}"#,
        r#"{"a" "b"}"#,
    ]);
}

#[test]
fn keys() {
    reads(&[
        (
            "{a:1,_b-c:2,$d:3,é:4}",
            json!({"a": 1, "_b-c": 2, "$d": 3, "é": 4}),
        ),
        ("{'a':1,“b”:2,`c`:3}", json!({"a": 1, "b": 2, "c": 3})),
        (
            r#"{a":1, b" : 2,'c':3,d':4}"#,
            json!({"a": 1, "b": 2, "c": 3, "d": 4}),
        ),
    ]);
    refuses(&[
        // A bare key after a string may belong to the string.
        r#"{"a":"x" b:1}"#,
        "{\"a\":\"x\"\nb:1}",
        r#"{"a":"x" b":1}"#,
        r#"{"a":"x", y", "b":1}"#,
        "{1:2}",
        "{a b:1}",
        "{True:1}",
        "{None:1}",
        "{-a:1}",
        r#"{\"a\":1}"#,
        r"{\name:1}",
        r#"{"a}:1}"#,
    ]);
    // JSON or Python is data; an object of JavaScript is code.
    assert_eq!(embedded("{a: 1}"), None);
    assert_eq!(embedded("{'a': 1}"), Some(json!({"a": 1})));
}

#[test]
fn separators() {
    reads(&[
        (r#"{"a"=1, "b" = {"c"=2}}"#, json!({"a": 1, "b": {"c": 2}})),
        (r#"{\n\t"a":\r\n1\n}"#, json!({"a": 1})),
    ]);
    refuses(&[
        r#"{"a"=>1}"#,
        r#"{"a":=1}"#,
        r#"{"a"==1}"#,
        r#"{"a"}"#,
        r#"{"a":}"#,
        r#"{"a":,"b":1}"#,
        r#"{"a":1;"b":2}"#,
        r#"{"a"::1}"#,
    ]);
}

#[test]
fn literals() {
    reads(&[
        ("[True,False,None]", json!([true, false, null])),
        ("[TRUE,FALSE,NULL]", json!([true, false, null])),
        (r#"{"a":undefined,"b":1}"#, json!({"b": 1})),
    ]);
    refuses(&[
        "[undefined]",
        "[nil]",
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        "[Nope]",
        "[true1]",
        "[None.x]",
        r#"{"a":v}"#,
        r#"{"a":undefinedly}"#,
    ]);
    assert_eq!(fault(r#"{"a":undefined,"a":1}"#), "a twice");
}

#[test]
fn numbers() {
    reads(&[
        (
            "[+5,.5,5.,-.5,+.5e1,5.e3,-5.]",
            json!([5, 0.5, 5.0, -0.5, 5.0, 5000.0, -5.0]),
        ),
        ("[1,-0,1e2,'x']", json!([1, -0.0, 100.0, "x"])),
    ]);
    refuses(&[
        "[+-5]",
        "[-+5]",
        "[++5]",
        "[.]",
        "[+]",
        "[-]",
        "[+.]",
        "[007]",
        "[+01]",
        "[-00.5]",
        "[0x1F]",
        "[1_000]",
        "[1.2.3]",
        "[5e]",
        "[.e5]",
        "[1/6]",
        "[5%]",
        "[$5]",
        "[10//3\n]",
        "[10 // 3\n]",
        "[...]",
        "[+Infinity]",
        "[12 apples]",
    ]);
}

#[test]
fn comments() {
    reads(&[
        ("{// a\n\"a\" /* b */ : # c\n 1 // d\r\n}", json!({"a": 1})),
        ("[1, // 2\n3]", json!([1, 3])),
        ("[\"http://a\", '# b']", json!(["http://a", "# b"])),
        ("// what\n{'a': 1} # that", json!({"a": 1})),
    ]);
    refuses(&[
        "{\"a\": /* 1}",
        "{\"color\": #fff}",
        "{\"a\": 1 // b }",
        "[1 / 2]",
    ]);
    assert_eq!(fault("{'a': {'b': 1 // c }, 'd': 2 }"), "truncated");
    assert_eq!(fault("{'a': 1} // or {'a': 2}"), "{'a': 1} | {'a': 2}");
}

#[test]
fn what_goes_on_like_an_object_behind_its_end() {
    refuses(&[
        r#"{"a": 1}, "b": 2"#,
        "{'a': 1}, 'b': 2",
        r#"{"a": 1}, b: 2"#,
        r#"{"a": 1} , /* c */ b: 2"#,
        r#"{"a": 1}, and that is all"#,
        r#"{"a": 1}, b"#,
    ]);
    reads(&[
        (r#"{"a": 1}. That's all."#, json!({"a": 1})),
        (r#"{"a": 1},"#, json!({"a": 1})),
    ]);
}

#[test]
fn brackets() {
    reads(&[
        (r#"{"x":[{"a":1]]}"#, json!({"x": [{"a": 1}]})),
        (r#"[{"a":1}}]"#, json!([{"a": 1}])),
        (r#"{"a":[1]}]"#, json!({"a": [1]})),
        (r#"{"a":[1}, "b":2}"#, json!({"a": [1], "b": 2})),
        (r#"{"a":[{"b":1]}}"#, json!({"a": [{"b": 1}]})),
        (r#"{"a":2,]"#, json!({"a": 2})),
        (r#"{"a":1}}"#, json!({"a": 1})),
    ]);
    refuses(&[
        r#"{"o":{}"a":1}}"#,
        r#"{"a":1}}}"#,
        r#"{"a":1}]}"#,
        "[[1]]]]",
        r#"{"a":[1,2}"#,
        r#"{"a":1}, "b":2}"#,
        r#"{"a":1}} , "b":2}"#,
        r#"{"a":}"#,
    ]);
    for text in [
        "[1]]", "[1}]", "[1]}", "[}1]", "[1,}2]", "[}]", "{]}", "]{}", "[1}",
    ] {
        assert!(embedded(text).is_some(), "{text}");
    }
    for text in ["[1]]]", "[1}}]", "[1]} x", "{\"a\":[1,2}"] {
        assert_eq!(embedded(text), None, "{text}");
    }
    // The issue reports the first invalid position.
    assert_eq!(
        tests::fault("{\"a\":[1,2}", Tolerance::EMBEDDED),
        r#"expected ',' or ']' after "{\"a\":[1,2""#
    );
}
