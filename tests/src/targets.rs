use std::sync::LazyLock;

use tool_core::provider::{OpenAiCompatible, Target};

static TARGETS: LazyLock<Vec<(String, Target)>> = LazyLock::new(|| {
    let all = Target::all();
    all.map(|target| (short_name(target), target)).collect()
});

/// Every target there is, by its name; those that are strict end in ` strict`.
#[must_use]
pub fn targets() -> Vec<(&'static str, Target)> {
    let all = TARGETS.iter();
    all.map(|(name, target)| (name.as_str(), *target)).collect()
}

/// A server that the host describes.
static SERVER: OpenAiCompatible = OpenAiCompatible::chat("described server")
    .with_strict_mode()
    .max_tools(64)
    .without_keywords(&SERVER_WITHOUT);

/// The keywords that the described server does not have.
pub const SERVER_WITHOUT: [&str; 8] = [
    "$ref",
    "allOf",
    "oneOf",
    "const",
    "pattern",
    "format",
    "minLength",
    "not",
];

/// Every target, and a server that the host describes.
#[must_use]
pub fn targets_and_server() -> Vec<(&'static str, Target)> {
    let mut all = targets();
    let server = SERVER.target();
    all.extend([
        ("described server", server),
        ("described server strict", server.strict()),
    ]);
    all
}

/// The name in lower case. The main API of a provider has the name of the provider.
fn short_name(target: Target) -> String {
    let name = target.to_string().to_lowercase().replace(['(', ')'], "");
    let words = name.replace("azure openai", "azure");
    let words = words.replace("vertex ai", "vertex");
    let words = words.replace("bedrock converse", "bedrock");
    match &*words {
        "xai chat" => words,
        "xai responses" => "xai".to_owned(),
        _ => words.replace(" chat", ""),
    }
}

/// The target of a name.
///
/// # Panics
///
/// If the name does not exist.
#[track_caller]
pub fn target(name: &str) -> Target {
    let mut all = targets().into_iter();
    let found = all.find(|(of, _)| *of == name);
    found.unwrap_or_else(|| panic!("no target {name}")).1
}
