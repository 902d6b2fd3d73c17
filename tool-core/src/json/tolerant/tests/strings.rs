use serde_json::json;

use super::{embedded, fault, read, reads, refuses};

#[test]
fn quotes() {
    reads(&[
        ("['a',“b”,‘c’,`d`,„e“]", json!(["a", "b", "c", "d", "e"])),
        (
            r#"['say "hi"', "it's", `a'b"c`, “say "it's"”]"#,
            json!([r#"say "hi""#, "it's", r#"a'b"c"#, r#"say "it's""#]),
        ),
        (r#"['it\'s', "“x”", '\"']"#, json!(["it's", "“x”", "\""])),
        ("['']", json!([""])),
    ]);
    refuses(&[
        "['it's']",
        "['the dogs' bone']",
        "['rock 'n' roll']",
        "['a\"]",
        "[“a\"]",
        "[```a```]",
        r#"["""a"""]"#,
        "[‘it’s’]",
    ]);
    assert_eq!(fault("{'a': 'x"), "truncated");
}

#[test]
fn control_characters() {
    reads(&[
        ("[\"a\nb\tc\r\n\"]", json!(["a\nb\tc\r\n"])),
        ("{\"k\n\":1}", json!({"k\n": 1})),
        ("[\"a\nb\\\\ \\\"c\\\"\"]", json!(["a\nb\\ \"c\""])),
        ("[\"a\nb\\tc\"]", json!(["a\nb\tc"])),
    ]);
    refuses(&["[\"a\u{0}\"]", "[\"a\u{8}b\"]", "['\u{1f}']"]);
    assert_eq!(embedded("['a\tb']"), Some(json!(["a\tb"])));
}

#[test]
fn escapes() {
    reads(&[
        (r#"["C:\Dev\Users"]"#, json!([r"C:\Dev\Users"])),
        (r#"["C:\users"]"#, json!([r"C:\users"])),
        (r#"["C:\u"]"#, json!([r"C:\u"])),
        (r#"["\d+\.\d \"x\" a\\b"]"#, json!([r#"\d+\.\d "x" a\b"#])),
        (r#"["C:\\ä\dev"]"#, json!([r"C:\ä\dev"])),
        (r#"["it\'s"]"#, json!(["it's"])),
        (r#"["\ä\→"]"#, json!([r"\ä\→"])),
        (r"[`a\`b`]", json!(["a`b"])),
        (r"['\d', '\n\t\u00e4']", json!([r"\d", "\n\tä"])),
        (
            r#"["C:\Dev", "a\nb", 'x']"#,
            json!([r"C:\Dev", "a\nb", "x"]),
        ),
        (r#"['x', "\ud83d\ude00"]"#, json!(["x", "😀"])),
    ]);
    refuses(&[
        r#"["C:\Dev\new"]"#,
        // One backslash, or two unescaped ones.
        r#"["\\server\share"]"#,
        r#"["x \\ \alpha"]"#,
        r#"["\d\\"]"#,
        r#"["\d\n"]"#,
        r#"["\d\/"]"#,
        r#"["it\'s\n"]"#,
        r#"["\d\u00e4"]"#,
        r#"["C:\udata"]"#,
        r#"["\u12"]"#,
        r#"["\u123g"]"#,
        r#"["\ud800"]"#,
        r#"["\udc00"]"#,
        r#"["\ud83d\u0041"]"#,
        r"['\x41']",
        r"['\/']",
        r"['\a']",
        r"['\0']",
        r"['\ud83d\ude00']",
        "['a\\\nb']",
    ]);
    for text in [
        r"['\",
        r"['\u",
        r"['\u1",
        r"[“\ud83d",
        r"[“\ud83d\",
        r"[“\ud83d\ude0",
    ] {
        assert_eq!(fault(text), "truncated", "{text}");
    }
    // Valid escapes never count as a path.
    assert_eq!(read(r#"["C:\new\temp",]"#), Some(json!(["C:\new\temp"])));
}
