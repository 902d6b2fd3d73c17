//! The rules of each provider for the tool object around a schema.

use serde_json::Value;

/// A provider's tool object, from the outside in.
pub(super) struct Shape {
    /// The path from the tool object to the object with the name.
    inside: &'static str,
    /// True if the tool object has `"type": "function"`.
    is_function: bool,
    /// The paths from there to the schema. Exactly one exists.
    schema: &'static [&'static str],
    needs_schema: bool,
    /// The keys that are allowed next to the name. An empty list allows any key.
    keys: &'static [&'static str],
    name: fn(&str) -> bool,
    /// True if a description may be null.
    null: bool,
    /// The fewest and the most characters of a description.
    description: (usize, usize),
}

const CHAT: Shape = Shape {
    inside: "/function",
    is_function: true,
    schema: &["/parameters"],
    needs_schema: false,
    keys: &[],
    name: |name| is_name(name, "_-", 64),
    null: false,
    description: (0, usize::MAX),
};

const RESPONSES: Shape = Shape {
    inside: "",
    needs_schema: true,
    null: true,
    ..CHAT
};

const GOOGLE: Shape = Shape {
    inside: "",
    is_function: false,
    schema: &[
        "/parametersJsonSchema",
        "/parameters_json_schema",
        "/parameters",
    ],
    needs_schema: false,
    keys: &[
        "name",
        "description",
        "parameters",
        "parametersJsonSchema",
        "parameters_json_schema",
        "response",
        "responseJsonSchema",
        "response_json_schema",
        "behavior",
    ],
    null: false,
    name: |name| {
        is_name(name, "_-.:", 128) && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
    },
    description: (0, usize::MAX),
};

/// The shape of a target, by its name.
fn shape(target: &str) -> Shape {
    let provider = target.split(' ').next().unwrap_or_default();
    let is_responses = target.contains("responses");
    match provider {
        "openai" if is_responses => RESPONSES,
        "azure" => Shape {
            description: (0, 1_024),
            ..if is_responses { RESPONSES } else { CHAT }
        },
        "anthropic" => Shape {
            is_function: false,
            schema: &["/input_schema"],
            null: false,
            ..RESPONSES
        },
        "bedrock" => Shape {
            inside: "/toolSpec",
            is_function: false,
            schema: &["/inputSchema/json"],
            needs_schema: true,
            keys: &["name", "description", "inputSchema", "strict"],
            description: (1, usize::MAX),
            ..CHAT
        },
        "gemini" if target == "gemini interactions" => Shape {
            is_function: true,
            schema: &["/parameters"],
            keys: &[
                "type",
                "name",
                "description",
                "parameters",
                "defer_loading",
                "short_description",
            ],
            ..GOOGLE
        },
        "gemini" | "vertex" => GOOGLE,
        "mistral" | "mistral conversations" => Shape {
            needs_schema: true,
            keys: &["name", "description", "parameters", "strict"],
            name: |_| true,
            ..CHAT
        },
        "cohere" => Shape {
            needs_schema: true,
            keys: &["name", "description", "parameters"],
            name: |_| true,
            ..CHAT
        },
        "xai" => Shape {
            needs_schema: true,
            name: |_| true,
            ..if target == "xai chat" {
                CHAT
            } else {
                RESPONSES
            }
        },
        "ollama" => Shape {
            name: |_| true,
            ..CHAT
        },
        "mcp" => Shape {
            is_function: false,
            schema: &["/inputSchema"],
            null: false,
            name: |name| is_name(name, "_-.", 128),
            ..RESPONSES
        },
        _ => CHAT,
    }
}

fn is_name(name: &str, marks: &str, most: usize) -> bool {
    let takes = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
    (1..=most).contains(&name.chars().count()) && name.chars().all(takes)
}

/// Returns the schema in a tool object, if there is one. Adds the refused parts around it to
/// `found`, as `tool` and the path.
pub(super) fn schema_in<'t>(
    target: &str,
    tool: &'t Value,
    found: &mut Vec<String>,
) -> Option<&'t Value> {
    let shape = shape(target);
    let mut say = |path: &str, what: &str| found.push(format!("tool{path}: {what}"));
    if shape.is_function && tool["type"] != "function" {
        say("/type", "no `function`");
    }
    let Some(Value::Object(named)) = tool.pointer(shape.inside) else {
        say(shape.inside, "no object");
        return None;
    };
    let inside = shape.inside;
    match named.get("name").map(Value::as_str) {
        Some(Some(name)) if (shape.name)(name) => {}
        Some(Some(_)) => say(&format!("{inside}/name"), "no name that is taken"),
        _ => say(&format!("{inside}/name"), "no string"),
    }
    for key in ["description", "title"] {
        let is_text = |text: &Value| text.is_string() || shape.null && text.is_null();
        if named.get(key).is_some_and(|text| !is_text(text)) {
            say(&format!("{inside}/{key}"), "no string");
        }
    }
    let length = named.get("description").and_then(Value::as_str);
    let (least, most) = shape.description;
    match length.map(|text| text.chars().count()) {
        Some(count) if count < least => say(&format!("{inside}/description"), "too short"),
        Some(count) if count > most => say(&format!("{inside}/description"), "too long"),
        _ => {}
    }
    if named
        .get("strict")
        .is_some_and(|strict| !strict.is_boolean())
    {
        say(&format!("{inside}/strict"), "no boolean");
    }
    for key in named.keys() {
        if !shape.keys.is_empty() && !shape.keys.contains(&key.as_str()) {
            say(&format!("{inside}/{key}"), "an unknown key");
        }
    }
    if target.starts_with("mcp") {
        annotations_of_mcp(tool, &mut say);
    }
    let of_object = |output: &Value| output["type"] == "object";
    if target == "mcp" && !tool.get("outputSchema").is_none_or(of_object) {
        say("/outputSchema/type", "no `object`");
    }
    let within = tool.pointer(inside)?;
    let ways: Vec<&str> = shape.schema.to_vec();
    let schemas: Vec<_> = ways.iter().filter_map(|way| within.pointer(way)).collect();
    match schemas.as_slice() {
        [] if shape.needs_schema => say(&format!("{inside}{}", ways[0]), "missing"),
        [_, _, ..] => say(&format!("{inside}{}", ways[0]), "a second schema"),
        _ => {}
    }
    schemas.first().copied()
}

fn annotations_of_mcp(tool: &Value, say: &mut dyn FnMut(&str, &str)) {
    let Some(annotations) = tool.get("annotations") else {
        return;
    };
    let Value::Object(annotations) = annotations else {
        return say("/annotations", "no object");
    };
    for (key, hint) in annotations {
        let path = format!("/annotations/{key}");
        match key.as_str() {
            "title" if !hint.is_string() => say(&path, "no string"),
            "title" => {}
            _ if key.ends_with("Hint") && !hint.is_boolean() => say(&path, "no boolean"),
            _ => {}
        }
    }
}
