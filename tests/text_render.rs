//! Tools and results are shown to open models in the words of their chat templates.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{TEMPLATES, prompt_of, rendered_tools, shared_rows};
use tool_core::call::InvalidCallTool;
use tool_core::text::{Format, PromptPart, ToolPrompt};
use tool_core::{Definition, Tool};

/// Texts that differ from the template: the template, the conversation, and the reason.
const OTHERWISE: &[(&str, &str, &str)] = &[
    (
        "google-gemma-4-31B-it-interleaved",
        "tools",
        "the template writes a stray comma before the properties of a nested object",
    ),
    (
        "google-gemma-4-31B-it-interleaved",
        "system",
        "the template writes a stray comma before the properties of a nested object",
    ),
    (
        "google-gemma-4-31B-it-interleaved",
        "result",
        "the template expects results in a member of its own, and writes this one as plain text",
    ),
    (
        "ibm-granite-granite-3.3-2B-Instruct",
        "system",
        "a system message replaces the sentence on tools",
    ),
    (
        "meetkai-functionary-medium-v3.1",
        "tools",
        "the renderer of the data escapes quotes as HTML",
    ),
    (
        "meetkai-functionary-medium-v3.1",
        "system",
        "the renderer of the data escapes quotes as HTML",
    ),
    (
        "moonshotai-Kimi-K2",
        "result",
        "the file of the template has a backslash and an n instead of a line break",
    ),
    (
        "unsloth-Apriel-1.5",
        "system",
        "with a system message, the template omits the sentences on the format of calls",
    ),
];

#[test]
fn writes_tools_as_the_templates_do() {
    compare(&["tools", "system"], |prompt, row| {
        prompt.render_tools(&rendered_tools(row))
    });
}

#[test]
fn writes_results_as_the_templates_do() {
    compare(&["result"], |prompt, row| {
        let result = row["messages"].as_array()?.last()?["content"].as_str()?;
        Some(prompt.render_result(NAME, ID, result))
    });
}

/// Pins the text of each prompt for two tools and a result.
#[test]
fn pins_the_text_of_each_prompt() {
    let tools = [edit(), stop()];
    for prompt in ToolPrompt::all() {
        let part = prompt.render_tools(&tools);
        let part = part.map_or_else(|| "none".to_owned(), |part| in_message(&part));
        let result = in_message(&prompt.render_result(NAME, ID, "one \"line\"\nmore"));
        let text = format!("{}\n{part}\n{result}", prompt.format());
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(prompt.name(), text);
        });
    }
}

#[test]
fn names_each_prompt_once() {
    let mut names = BTreeSet::new();
    for prompt in ToolPrompt::all() {
        assert!(names.insert(prompt.name()), "{prompt:?}");
        assert_eq!(ToolPrompt::named(prompt.name()), Some(prompt));
    }
    let listed: BTreeSet<_> = TEMPLATES.iter().map(|(_, name)| *name).collect();
    // The shared data has no template of this model.
    names.remove("function_gemma");
    // The text is our own.
    names.remove("tool_tags");
    assert_eq!(names, listed);
    assert_eq!(ToolPrompt::named("telegraph"), None);
}

#[test]
fn a_format_uses_its_first_prompt() {
    let prompt = ToolPrompt::of(Format::Hermes).expect("a prompt");
    assert_eq!(prompt.name(), "qwen");
    // The templates of these models show no tools, or are unknown.
    for format in [Format::Rwkv, Format::DeepSeekV31, Format::Phi4Mini] {
        let part = format.render_tools([&stop()]);
        assert_eq!(part, Format::ToolTags.render_tools([&stop()]), "{format}");
        assert_eq!(part.expect("a part").format, Format::ToolTags);
    }
    let result = Format::Rwkv.render_result(NAME, ID, "7").expect("a part");
    assert_eq!(
        result.text,
        format!("<tool_result name=\"{NAME}\">\n7\n</tool_result>")
    );
}

#[test]
fn omits_the_tool_of_the_host() {
    let host = InvalidCallTool::definition();
    let part = Format::KimiK2.render_tools([&stop(), host]);
    assert_eq!(part, Format::KimiK2.render_tools([&stop()]));
}

/// Escaping of JSON, Python, defaults, unions, references and nested objects, in one tool.
fn edit() -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "The \"path\",\nor 'name'."},
            "lines": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
            "mode": {"type": "string", "enum": ["add", "cut"], "default": "add"},
            "at": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}], "default": 1},
            "edits": {"type": "array", "items": {"$ref": "#/$defs/Edit"}},
            "first": {"$ref": "#/$defs/Edit"},
            "flags": {"type": ["boolean", "string"]},
            "more": {"type": "object", "additionalProperties": {"type": "number"}},
        },
        "required": ["path", "edits"],
        "additionalProperties": false,
        "$defs": {"Edit": {
            "type": "object",
            "description": "One edit.",
            "properties": {"old": {"type": "string"}, "new": {"type": "string"}},
            "required": ["old"],
        }},
    });
    Definition::new("edit", "Edits \"a file\".\nSecond line.", schema).expect("a definition")
}

fn stop() -> Definition {
    Definition::new("stop", "Stops.", json!({"type": "object"})).expect("a definition")
}

fn in_message(part: &PromptPart) -> String {
    format!("--- {}\n{}", part.role, part.text)
}

/// Compares the rendered text of each template with the text of its prompt.
fn compare(conversations: &[&str], render: fn(ToolPrompt, &Value) -> Option<PromptPart>) {
    let mut different = BTreeSet::new();
    let Some(rows) = shared_rows("template_renders.jsonl") else {
        return;
    };
    for row in &rows {
        let (template, conversation) = (text(&row["template"]), text(&row["conversation"]));
        if !conversations.contains(&conversation) {
            continue;
        }
        let prompt = prompt_of(template);
        let part = render(prompt, row).expect("a template with tools");
        if !is_in(text(&row["rendered"]), &part.text) {
            different.insert((template.to_owned(), conversation.to_owned()));
        }
    }
    let listed = OTHERWISE.iter();
    let listed = listed.filter(|(_, conversation, _)| conversations.contains(conversation));
    let listed = listed.map(|(template, of, _)| ((*template).to_owned(), (*of).to_owned()));
    assert_eq!(different, listed.collect());
}

/// Returns whether a rendered text contains a part, and nothing of the same contents elsewhere.
fn is_in(rendered: &str, part: &str) -> bool {
    let Some((before, after)) = rendered.split_once(part) else {
        return false;
    };
    let is_of_tools = part.contains("write_file");
    let marks: &[&str] = if is_of_tools {
        &["get_weather", "write_file"]
    } else {
        &["\"temp", "\\\"temp"]
    };
    let is_rest = |text: &str| !marks.iter().any(|mark| text.contains(mark));
    is_rest(before) && is_rest(after)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The name and the id of the call that the conversations contain.
const NAME: &str = "get_weather";
const ID: Option<&str> = Some("abc123def");
