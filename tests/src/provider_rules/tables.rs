use crate::SERVER_WITHOUT;

/// The rules of a provider for a schema.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub(super) struct Rules {
    /// The keywords that our exports may use. An empty list allows all keywords.
    pub(super) keywords: &'static [&'static str],
    pub(super) refused: Refused,
    pub(super) not_at_root: &'static [&'static str],
    pub(super) formats: Option<&'static [&'static str]>,
    /// Constructs that a pattern must not contain.
    pub(super) not_in_patterns: &'static [&'static str],
    /// The greatest values of keywords.
    pub(super) bounds: &'static [(&'static str, u64)],
    /// Each array names its items, and each object its properties.
    pub(super) items: bool,
    /// Each object is closed.
    pub(super) closed: bool,
    /// Each property is required.
    pub(super) all_required: bool,
    /// Each object requires a property.
    pub(super) one_required: bool,
    /// Each object below the root declares a property.
    pub(super) declares: bool,
    /// `required` needs `properties`.
    pub(super) required_beside_properties: bool,
    /// The rule for the names of properties, and whether it applies to all or only to the root.
    pub(super) property_names: (fn(&str) -> bool, bool),
    /// Each schema has one of these; any has, if none is listed.
    pub(super) typed_by: &'static [&'static str],
    /// Members of an `enum` must be scalars.
    pub(super) simple_members: bool,
    /// A `const` is a number.
    pub(super) constant_numbers: bool,
    /// The keywords that are allowed next to a reference. `None` allows any keyword.
    pub(super) beside_reference: Option<&'static [&'static str]>,
    /// No branch of these is a reference.
    pub(super) no_references_in: &'static [&'static str],
    /// Each branch of a union has a `type` itself.
    pub(super) typed_branches: bool,
    pub(super) recursion: bool,
    /// Lists of types may hold objects and arrays.
    pub(super) nesting_lists: bool,
    /// It is Google's own form of a schema, and no JSON Schema.
    pub(super) google: bool,
    /// `anyOf` allows no other keyword.
    pub(super) lone_unions: bool,
    pub(super) limits: Limits,
}

/// The keywords that a provider refuses. It enforces or ignores any other keyword.
pub(super) enum Refused {
    /// All that are not listed in `keywords` or here.
    AllBut(&'static [&'static str]),
    Only(&'static [&'static str]),
}

/// The limits on the size of a schema.
pub(super) struct Limits {
    pub(super) properties: usize,
    pub(super) optional: usize,
    pub(super) unions: usize,
    pub(super) members: usize,
    pub(super) levels: usize,
}

const UNLIMITED: Limits = Limits {
    properties: usize::MAX,
    optional: usize::MAX,
    unions: usize::MAX,
    members: usize::MAX,
    levels: usize::MAX,
};

const ROOT_FORMS: &[&str] = &["oneOf", "anyOf", "allOf"];

const LOOK_AROUND: &[&str] = &["(?=", "(?!", "(?<"];

const ANYTHING: Rules = Rules {
    keywords: &[],
    refused: Refused::Only(&[]),
    not_at_root: &[],
    formats: None,
    not_in_patterns: &[],
    bounds: &[],
    items: false,
    closed: false,
    all_required: false,
    one_required: false,
    declares: false,
    required_beside_properties: false,
    property_names: (|_| true, false),
    typed_by: &[],
    simple_members: false,
    constant_numbers: false,
    beside_reference: None,
    no_references_in: &[],
    typed_branches: false,
    recursion: true,
    nesting_lists: true,
    google: false,
    lone_unions: false,
    limits: UNLIMITED,
};

/// The common rules of all providers with the form of OpenAI's Chat.
const COMMON: Rules = Rules {
    not_at_root: &["oneOf", "anyOf", "allOf", "enum", "not"],
    ..ANYTHING
};

const OPENAI: Rules = Rules {
    items: true,
    ..COMMON
};

const GROQ: Rules = Rules {
    required_beside_properties: true,
    ..COMMON
};

const ANTHROPIC: Rules = Rules {
    not_at_root: ROOT_FORMS,
    property_names: (|name| is_name(name, "_.-"), false),
    ..ANYTHING
};

fn is_name(name: &str, marks: &str) -> bool {
    let takes = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
    (1..=64).contains(&name.chars().count()) && name.chars().all(takes)
}

const OPENAI_STRICT: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "const",
        "anyOf",
        "$defs",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "description",
        "title",
    ],
    formats: Some(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ]),
    refused: Refused::AllBut(&[]),
    not_in_patterns: LOOK_AROUND,
    closed: true,
    all_required: true,
    typed_by: &["type", "anyOf", "$ref"],
    beside_reference: Some(&[]),
    nesting_lists: false,
    limits: Limits {
        properties: 5_000,
        members: 1_000,
        levels: 10,
        ..UNLIMITED
    },
    ..OPENAI
};

/// The rules in the documentation of Azure, which is older than OpenAI's.
const AZURE_STRICT: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "const",
        "anyOf",
        "$defs",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "description",
        "title",
    ],
    limits: Limits {
        properties: 100,
        members: 500,
        levels: 5,
        ..UNLIMITED
    },
    ..OPENAI_STRICT
};

const ANTHROPIC_STRICT: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "const",
        "anyOf",
        "allOf",
        "$defs",
        "definitions",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "pattern",
        "format",
        "description",
        "title",
        "default",
    ],
    formats: Some(&[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
        "uri",
    ]),
    refused: Refused::AllBut(&[]),
    not_in_patterns: &["(?=", "(?!", "(?<", "\\b", "\\B", "\\1", "\\k"],
    bounds: &[("minItems", 1)],
    closed: true,
    typed_by: &["type", "anyOf", "allOf", "$ref", "enum", "const"],
    simple_members: true,
    beside_reference: Some(&["title", "description"]),
    no_references_in: &["allOf"],
    recursion: false,
    limits: Limits {
        optional: 23,
        unions: 15,
        ..UNLIMITED
    },
    ..ANTHROPIC
};

const GEMINI_JSON_SCHEMA: Rules = Rules {
    keywords: &[
        "$defs",
        "$ref",
        "type",
        "format",
        "title",
        "description",
        "enum",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "anyOf",
        "properties",
        "additionalProperties",
        "required",
        "default",
        "minLength",
        "maxLength",
        "pattern",
        "uniqueItems",
    ],
    refused: Refused::AllBut(&["$schema", "$id", "$anchor", "oneOf", "propertyOrdering"]),
    beside_reference: Some(&["$defs", "description", "default"]),
    ..COMMON
};

const GEMINI_PARAMETERS: Rules = Rules {
    keywords: &[
        "type",
        "format",
        "title",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "required",
        "minProperties",
        "maxProperties",
        "minLength",
        "maxLength",
        "pattern",
        "anyOf",
        "minimum",
        "maximum",
    ],
    refused: Refused::AllBut(&[
        "additionalProperties",
        "default",
        "example",
        "propertyOrdering",
    ]),
    property_names: (
        |name| is_name(name, "_") && !name.starts_with(|c: char| c.is_ascii_digit()),
        true,
    ),
    typed_by: &["type", "anyOf"],
    recursion: false,
    google: true,
    ..COMMON
};

const VERTEX_PARAMETERS: Rules = Rules {
    lone_unions: true,
    ..GEMINI_PARAMETERS
};

const COHERE_STRICT: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "const",
        "anyOf",
        "$defs",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "pattern",
        "format",
        "description",
        "title",
    ],
    refused: Refused::AllBut(&[]),
    formats: Some(&["date-time", "uuid", "date", "time"]),
    not_in_patterns: &["^", "$", "?=", "?!"],
    one_required: true,
    typed_by: &["type", "anyOf", "$ref"],
    recursion: false,
    beside_reference: Some(&[]),
    limits: Limits {
        properties: 200,
        ..UNLIMITED
    },
    ..COMMON
};

const DEEPSEEK_STRICT: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "const",
        "anyOf",
        "$defs",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "description",
        "title",
    ],
    formats: Some(&["email", "hostname", "ipv4", "ipv6", "uuid"]),
    refused: Refused::AllBut(&[]),
    closed: true,
    all_required: true,
    declares: true,
    typed_by: &["type", "anyOf", "$ref"],
    constant_numbers: true,
    no_references_in: &["anyOf"],
    typed_branches: true,
    nesting_lists: false,
    ..COMMON
};

const XAI: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "const",
        "anyOf",
        "$defs",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minProperties",
        "maxProperties",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "pattern",
        "format",
        "description",
        "title",
    ],
    refused: Refused::Only(&["minContains", "maxContains"]),
    not_in_patterns: &[
        "(?=", "(?!", "(?<", "(?i", "(?m", "(?s", "\\b", "\\B", "\\p", "\\P", "\\1", "\\k",
    ],
    recursion: false,
    ..COMMON
};

const OLLAMA: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "description",
        "properties",
        "required",
        "items",
        "anyOf",
    ],
    ..COMMON
};

const SERVER: Rules = Rules {
    refused: Refused::Only(&SERVER_WITHOUT),
    recursion: false,
    ..OPENAI
};

const SERVER_STRICT: Rules = Rules {
    keywords: &[
        "type",
        "enum",
        "anyOf",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "description",
        "title",
    ],
    recursion: false,
    ..OPENAI_STRICT
};

/// The rules of a target, by its name. A server without rules of its own gets those of OpenAI.
pub(super) fn rules(target: &str) -> &'static Rules {
    match target {
        "openai" | "openai responses" | "azure" | "azure responses" => &OPENAI,
        "openai strict" | "openai responses strict" => &OPENAI_STRICT,
        "azure strict" | "azure responses strict" => &AZURE_STRICT,
        "anthropic" | "bedrock" => &ANTHROPIC,
        "anthropic strict" | "bedrock strict" => &ANTHROPIC_STRICT,
        "gemini" | "gemini interactions" | "vertex" => &GEMINI_JSON_SCHEMA,
        "gemini parameters" => &GEMINI_PARAMETERS,
        "vertex parameters" => &VERTEX_PARAMETERS,
        "groq" => &GROQ,
        "cohere strict" => &COHERE_STRICT,
        "deepseek strict" => &DEEPSEEK_STRICT,
        "xai" | "xai chat" => &XAI,
        "ollama" => &OLLAMA,
        "described server" => &SERVER,
        "described server strict" => &SERVER_STRICT,
        "mcp" | "mcp 2026-07-28" => &ANYTHING,
        // A provider with the form of OpenAI's Chat and no rules of its own.
        strict if strict.ends_with(" strict") => &OPENAI_STRICT,
        _ => &COMMON,
    }
}
