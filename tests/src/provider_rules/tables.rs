/// Keywords of a schema for one type of provider.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub(super) struct Rules {
    /// The keywords that may stand in a schema; all of them, if none is listed.
    pub(super) keywords: &'static [&'static str],
    pub(super) formats: Option<&'static [&'static str]>,
    /// Each object is closed.
    pub(super) closed: bool,
    /// Each property is required.
    pub(super) all_required: bool,
    /// Each schema has a type, or is a union or a reference.
    pub(super) typed: bool,
    /// What may stand beside a reference; anything, if nothing is said.
    pub(super) beside_reference: Option<&'static [&'static str]>,
    pub(super) recursion: bool,
    /// Lists of types may hold objects and arrays.
    pub(super) nesting_lists: bool,
}

const ANYTHING: Rules = Rules {
    keywords: &[],
    formats: None,
    closed: false,
    all_required: false,
    typed: false,
    beside_reference: None,
    recursion: true,
    nesting_lists: true,
};

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
    closed: true,
    all_required: true,
    typed: true,
    beside_reference: Some(&[]),
    recursion: true,
    nesting_lists: false,
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
    closed: true,
    all_required: false,
    typed: true,
    beside_reference: Some(&["title", "description"]),
    recursion: false,
    nesting_lists: true,
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
    beside_reference: Some(&["$defs"]),
    ..ANYTHING
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
    formats: Some(&["enum", "date-time"]),
    typed: true,
    recursion: false,
    nesting_lists: false,
    ..ANYTHING
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
    formats: Some(&["date-time", "uuid", "date", "time"]),
    typed: true,
    recursion: false,
    beside_reference: Some(&[]),
    ..ANYTHING
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
    closed: true,
    all_required: true,
    typed: true,
    nesting_lists: false,
    ..ANYTHING
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
        "pattern",
        "format",
        "description",
        "title",
    ],
    recursion: false,
    ..ANYTHING
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
    recursion: false,
    ..ANYTHING
};

/// The rules of a target, by its name.
pub(super) fn rules(target: &str) -> &'static Rules {
    match target {
        "openai strict" | "openai responses strict" | "azure strict" => &OPENAI_STRICT,
        "anthropic strict" | "bedrock strict" => &ANTHROPIC_STRICT,
        "gemini" | "vertex" => &GEMINI_JSON_SCHEMA,
        "gemini parameters" | "vertex parameters" => &GEMINI_PARAMETERS,
        "cohere strict" => &COHERE_STRICT,
        "deepseek strict" => &DEEPSEEK_STRICT,
        "xai" => &XAI,
        "ollama" => &OLLAMA,
        _ => &ANYTHING,
    }
}
