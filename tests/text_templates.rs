//! Formats of a host: what reads, what is refused, and the laws of call texts for them.

use insta::assert_snapshot;
use tool_core::call::DropReason;
use tool_core::text::{
    CallTemplate, Format, ModelFormats, TemplateError, TextOptions, TextReader, read_text,
};
use tool_core::{Definition, Definitions, Finish, json};

/// Formats of each kind, and a text with two calls of them.
fn list_formats() -> Vec<(Format, &'static str)> {
    let make = |name: &str, template: CallTemplate, text| {
        (
            template.into_format(name).expect("the template is valid"),
            text,
        )
    };
    vec![
        make(
            "square_json",
            CallTemplate::new("[[CALL]]{call}[[/CALL]]"),
            "[[CALL]]{\"name\": \"rm\", \"arguments\": {\"path\": \"a.txt\", \"deep\": true}}[[/CALL]]\n\
             [[CALL]]{\"name\": \"rm\", \"arguments\": {\"path\": \"5\"}}[[/CALL]]",
        ),
        make(
            "square_named",
            CallTemplate::new("[[CALL:{name}]]{arguments}[[/CALL]]"),
            "[[CALL:rm]]{\"path\": \"a.txt\", \"deep\": true}[[/CALL]]\n\
             [[CALL:rm]]{\"path\": \"5\"}[[/CALL]]",
        ),
        make(
            "attributes",
            CallTemplate::new("<call to=\"{name}\">{arguments}</call>")
                .argument("<arg key=\"{key}\">{value}</arg>")
                .section("<calls>", "</calls>"),
            "<calls>\n<call to=\"rm\">\n<arg key=\"path\">a.txt</arg>\n<arg key=\"deep\">true</arg>\n\
             </call>\n<call to=\"rm\"><arg key=\"path\">5</arg></call>\n</calls>",
        ),
        make(
            "plain_tags",
            CallTemplate::new("<run={name}>{arguments}</run>")
                .argument("<with={key}>\n{value}\n</with>"),
            "<run=rm>\n<with=path>\na.txt\n</with>\n<with=deep>\nTrue\n</with>\n</run>\n\
             <run=rm>\n<with=path>\n5\n</with>\n</run>",
        ),
        make(
            "with_id",
            CallTemplate::new(
                "<|acme|>{id}<|acme_tool|>{name}<|acme_args|>{arguments}<|acme_end|>",
            ),
            "<|acme|>c1<|acme_tool|>rm<|acme_args|>{\"path\": \"a.txt\", \"deep\": true}<|acme_end|>\n\
             <|acme|>c2<|acme_tool|>rm<|acme_args|>{\"path\": \"5\"}<|acme_end|>",
        ),
    ]
}

fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "deep": {"type": "boolean"}},
    });
    let tool = Definition::new("rm", "Removes a file.", schema).expect("the schema is valid");
    Definitions::new([tool]).expect("one tool has one name")
}

fn options(format: Format) -> TextOptions {
    TextOptions::new().format(format).finish(Finish::Complete)
}

/// Returns the arguments of the calls that run: those of a known tool that fit its schema.
fn list_arguments(text: &str, format: Format) -> Vec<serde_json::Value> {
    let tools = tools();
    let answer = read_text(text, &tools, &options(format));
    let calls = answer.calls.iter();
    let read = calls.filter_map(|call| tools.parse(&call.name, call).ok());
    read.map(|call| call.reading.value).collect()
}

#[test]
fn reads_the_calls_of_a_template_whole_and_in_pieces() {
    for (format, text) in list_formats() {
        let whole = read_text(text, &tools(), &options(format));
        assert_eq!(whole.format, Some(format));
        assert_eq!(
            (whole.content.trim(), whole.dropped.len()),
            ("", 0),
            "{format}"
        );
        let wanted = [json!({"path": "a.txt", "deep": true}), json!({"path": "5"})];
        assert_eq!(list_arguments(text, format), wanted, "{format}");
        for size in 1..text.len() {
            let tools = tools();
            let mut reader = TextReader::new(&tools, options(format));
            let signs: Vec<char> = text.chars().collect();
            for piece in signs.chunks(size) {
                reader.push(&piece.iter().collect::<String>());
            }
            assert_eq!(reader.finish(Finish::Complete), whole, "{format} {size}");
        }
    }
}

#[test]
fn is_text_unless_it_is_selected() {
    for (format, text) in list_formats() {
        let answer = read_text(text, &tools(), &TextOptions::new().finish(Finish::Complete));
        assert!(answer.calls.is_empty(), "{format}");
        assert!(answer.content.contains("a.txt"), "{format}: {answer:?}");
    }
}

#[test]
fn a_selected_template_is_no_wall_for_other_formats() {
    let other = "<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"/b\"}}\n</tool_call>";
    for (format, _) in list_formats() {
        let answer = read_text(other, &tools(), &options(format));
        assert_eq!(answer.format, Some(Format::Hermes), "{format}");
        assert_eq!(answer.calls.len(), 1, "{format}");
    }
}

#[test]
fn a_quoted_call_of_a_template_is_text() {
    for (format, text) in list_formats() {
        for quotation in [
            format!("Never write `{text}` in an answer."),
            format!("> {}", text.replace('\n', "\n> ")),
            format!("~~~\n{text}\n~~~\nThis is an example."),
            format!("<think>{text}</think>\nI will not do it."),
            format!("<!-- {text} -->"),
        ] {
            let answer = read_text(&quotation, &tools(), &options(format));
            assert!(answer.calls.is_empty(), "{format}: {quotation}\n{answer:?}");
        }
    }
}

#[test]
fn a_truncated_call_of_a_template_never_runs() {
    for (format, text) in list_formats() {
        let wanted = list_arguments(text, format);
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let cut = TextOptions::new().format(format).finish(Finish::Truncated);
            let answer = read_text(&text[..at], &tools(), &cut);
            for (call, wanted) in answer.calls.iter().zip(&wanted) {
                let raw: serde_json::Value = serde_json::from_str(&call.raw).expect("JSON");
                assert_eq!(raw, *wanted, "{format} {at}");
            }
        }
    }
}

#[test]
fn one_damaged_mark_gives_no_other_call() {
    for (format, text) in list_formats() {
        let wanted = list_arguments(text, format);
        for (start, sign) in text.char_indices() {
            let end = start + sign.len_utf8();
            let is_mark = "[]</>|=:\"".contains(sign);
            if !is_mark || text[..start].ends_with(['{', ' ', '\\']) {
                continue;
            }
            for damaged in [
                format!("{}{}", &text[..start], &text[end..]),
                format!("{}{sign}{}", &text[..end], &text[end..]),
            ] {
                for mut arguments in list_arguments(&damaged, format) {
                    // A value may begin or end with a bracket: the model may have meant it.
                    if let Some(path) = arguments["path"].as_str() {
                        arguments["path"] = path.trim_matches(['<', '>', '\n']).into();
                    }
                    assert!(
                        wanted.contains(&arguments),
                        "{format}: {damaged}\n{arguments}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_broken_call_is_dropped_with_its_reason() {
    let (format, _) = list_formats()[1];
    let answer = read_text(
        "[[CALL:rm]]{\"path\": \"a\" \"b\"}[[/CALL]]",
        &tools(),
        &options(format),
    );
    assert!(answer.calls.is_empty());
    assert_eq!(answer.dropped[0].reason, DropReason::NotJson);
}

#[test]
fn a_template_stands_for_models_of_the_host() {
    let (format, _) = list_formats()[0];
    let models = ModelFormats::new().with("acme-2+", format);
    assert_eq!(models.find("acme/Acme-2.5-Chat"), Some(format));
    assert_eq!(models.find("acme/Acme-1"), None);
    assert_eq!(format.to_string(), "square_json");
    assert!(!Format::all().contains(&format));
}

#[test]
fn refuses_templates_that_cannot_be_read() {
    let make = |call: &str| CallTemplate::new(call).into_format("acme").unwrap_err();
    let errors = [
        CallTemplate::new("[[C]]{call}[[/C]]")
            .into_format("Acme")
            .unwrap_err(),
        CallTemplate::new("[[C]]{call}[[/C]]")
            .into_format("hermes_json")
            .unwrap_err(),
        make("[[C]]{cal}[[/C]]"),
        make("[[C]]{name}{arguments}[[/C]]"),
        make("[[C]]{arguments}|{name}[[/C]]"),
        make("{call}[[/C]]"),
        make("CALL {call}"),
        make("<think>{call}</think>"),
        make("<!--{call}-->"),
        CallTemplate::new("[[C]]{call}")
            .section("<|im_end|>", "")
            .into_format("acme")
            .unwrap_err(),
        CallTemplate::new("<c {name}>{arguments}</c>")
            .argument("{key}: {value}")
            .into_format("acme")
            .unwrap_err(),
        CallTemplate::new("<c={name}>{arguments}</c>")
            .argument("<a={value}>{key}</a>")
            .into_format("acme")
            .unwrap_err(),
        CallTemplate::new("<c={name}>{arguments}</c>")
            .argument("<c={key}>{value}</c>")
            .into_format("acme")
            .unwrap_err(),
    ];
    let texts: Vec<_> = errors.iter().map(TemplateError::to_string).collect();
    assert_snapshot!(texts.join("\n"), @r#"
    `Acme` cannot be the name of a format: use a new name of `a-z`, `0-9` and `_`
    `hermes_json` cannot be the name of a format: use a new name of `a-z`, `0-9` and `_`
    the template of a call is `[[C]]{cal}[[/C]]`; write `{call}` once, or `{name}` and then `{arguments}` with a text between them
    the template of a call is `[[C]]{name}{arguments}[[/C]]`; write `{call}` once, or `{name}` and then `{arguments}` with a text between them
    the template of a call is `[[C]]{arguments}|{name}[[/C]]`; write `{call}` once, or `{name}` and then `{arguments}` with a text between them
    `` cannot begin or surround calls; use at least three bytes, and begin with `<` or `[`
    `CALL` cannot begin or surround calls; use at least three bytes, and begin with `<` or `[`
    `<think>` already marks reasoning, a message or a quotation in other formats
    `<!--` already marks reasoning, a message or a quotation in other formats
    `<|im_end|>` already marks reasoning, a message or a quotation in other formats
    `<c {name}>{arguments}</c>` has to be a pair of tags: write `<f={name}>..</f>` or `<f name="{name}">..</f>`
    the template of an argument is `<a={value}>{key}</a>`; write `{key}` and then `{value}`
    the reader does not find the calls of these templates in this sample: "<c=read_lines><c=path>a \"b\" [c] <d> é\nf</c><c=lines>5</c></c>\n<c=read_lines><c=path>true</c><c=lines>-1</c></c>"
    "#);
}
