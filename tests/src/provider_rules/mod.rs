//! What each provider takes of a schema, written from the providers' rules and not
//! from the passes: a second word on what the exports make.

mod tables;

use serde_json::{Map, Value, json};

use tables::{Rules, rules};
/// What a schema says that the provider does not take, as `path: what`.
#[must_use]
pub fn violations(target: &str, schema: &Value) -> Vec<String> {
    let mut check = Check {
        target,
        rules: rules(target),
        root: schema,
        found: Vec::new(),
    };
    check.root();
    check.schema(schema, "");
    check.found
}

struct Check<'c> {
    target: &'c str,
    rules: &'static Rules,
    root: &'c Value,
    found: Vec<String>,
}

impl Check<'_> {
    fn violated(&mut self, path: &str, what: impl Into<String>) {
        self.found.push(format!("{path}: {}", what.into()));
    }

    fn root(&mut self) {
        if !matches!(self.root["type"].as_str(), Some("object" | "OBJECT")) {
            self.violated("", "the root is no object");
        }
        for keyword in ["$schema", "title", "description", "$id"] {
            if self.root.get(keyword).is_some() {
                self.violated("", format!("`{keyword}` at the root"));
            }
        }
        if self.target != "mcp" {
            for keyword in ["oneOf", "anyOf", "allOf", "enum", "not"] {
                if self.root.get(keyword).is_some() {
                    self.violated("", format!("`{keyword}` at the root"));
                }
            }
        }
        let text = self.root.to_string();
        for name in self.root["$defs"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name)
        {
            let pointer = name.replace('~', "~0").replace('/', "~1");
            if !text.contains(&format!("#/$defs/{pointer}\"")) {
                self.violated("/$defs", format!("`{name}` is not used"));
            }
        }
        if !self.rules.recursion && self.leads_to(self.root, &mut Vec::new(), &mut Vec::new()) {
            self.violated("", "it refers to itself");
        }
    }

    fn leads_to(&self, schema: &Value, way: &mut Vec<String>, known: &mut Vec<String>) -> bool {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            if way.iter().any(|one| one == reference) || reference == "#" {
                return true;
            }
            if known.iter().any(|one| one == reference) {
                return false;
            }
            known.push(reference.to_owned());
            way.push(reference.to_owned());
            let target = self.root.pointer(&reference[1..]).unwrap_or(&Value::Null);
            let found = self.leads_to(target, way, known);
            way.pop();
            return found;
        }
        let inside = inside(schema, "");
        inside
            .iter()
            .any(|(path, inside)| !path.starts_with("/$defs") && self.leads_to(inside, way, known))
    }

    fn schema(&mut self, schema: &Value, path: &str) {
        let Value::Object(map) = schema else {
            if *schema != json!(false)
                || !path.ends_with("/additionalProperties") && !path.ends_with("/items")
            {
                self.violated(path, "a schema that is no object");
            }
            return;
        };
        self.keywords(map, path);
        self.types(map, path);
        self.reference(map, path);
        let is_object = map.get("type").is_some_and(|of| of == "object");
        if self.rules.closed && is_object && map.get("additionalProperties") != Some(&json!(false))
        {
            self.violated(path, "an object that is not closed");
        }
        if self.rules.all_required && is_object {
            let names = map
                .get("properties")
                .and_then(Value::as_object)
                .map_or(0, Map::len);
            if map
                .get("required")
                .and_then(Value::as_array)
                .map_or(0, Vec::len)
                != names
            {
                self.violated(path, "a property that is not required");
            }
        }
        if self.target.starts_with("openai") || self.target.starts_with("azure") {
            self.openai(map, path);
        }
        if self.target == "deepseek strict" {
            let branches = map
                .get("anyOf")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            if branches.clone().any(|branch| branch.get("$ref").is_some()) {
                self.violated(path, "a reference in a union");
            }
        }
        if self.target == "anthropic strict"
            && map
                .get("minItems")
                .is_some_and(|least| least.as_u64() > Some(1))
        {
            self.violated(path, "minItems over 1");
        }
        for (inside_path, inside) in inside(schema, path) {
            self.schema(inside, &inside_path);
        }
    }

    fn openai(&mut self, map: &Map<String, Value>, path: &str) {
        let of = |name: &str| map.get("type").is_some_and(|of| of == name);
        if of("array") && !map.contains_key("items") {
            self.violated(path, "an array without items");
        }
        if of("object") && !map.contains_key("properties") {
            self.violated(path, "an object without properties");
        }
    }

    fn keywords(&mut self, map: &Map<String, Value>, path: &str) {
        for keyword in map.keys() {
            let taken = self.rules.keywords;
            if !taken.is_empty() && !taken.contains(&keyword.as_str()) || keyword.starts_with("x-")
            {
                self.violated(path, format!("`{keyword}`"));
            }
        }
        if let (Some(taken), Some(format)) = (
            self.rules.formats,
            map.get("format").and_then(Value::as_str),
        ) && !taken.contains(&format)
        {
            self.violated(path, format!("format {format}"));
        }
        let pattern = map.get("pattern").and_then(Value::as_str);
        if pattern.is_some_and(|pattern| pattern.contains("(?=")) && self.target.ends_with("strict")
        {
            self.violated(path, "look-around");
        }
        for keyword in ["anyOf", "enum"] {
            if map
                .get(keyword)
                .and_then(Value::as_array)
                .is_some_and(Vec::is_empty)
            {
                self.violated(path, format!("an empty `{keyword}`"));
            }
        }
    }

    fn types(&mut self, map: &Map<String, Value>, path: &str) {
        let says = ["type", "anyOf", "$ref"]
            .iter()
            .any(|keyword| map.contains_key(*keyword));
        if self.rules.typed && !says {
            self.violated(path, "a schema without a type");
        }
        let parameters = self.target.ends_with("parameters");
        match map.get("type") {
            Some(Value::Array(_)) if parameters => self.violated(path, "a list of types"),
            Some(Value::Array(types))
                if !self.rules.nesting_lists
                    && types.iter().any(|of| of == "object" || of == "array") =>
            {
                self.violated(path, "a list of types that holds objects or arrays");
            }
            _ => {}
        }
        let strings = |members: &Vec<Value>| members.iter().all(Value::is_string);
        if parameters
            && !map
                .get("enum")
                .and_then(Value::as_array)
                .is_none_or(strings)
        {
            self.violated(path, "members that are no strings");
        }
    }

    fn reference(&mut self, map: &Map<String, Value>, path: &str) {
        let Some(reference) = map.get("$ref") else {
            return;
        };
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        if pointer
            .and_then(|pointer| self.root.pointer(pointer))
            .is_none()
        {
            self.violated(path, format!("{reference} leads nowhere"));
        }
        if let Some(beside) = self.rules.beside_reference {
            for keyword in map
                .keys()
                .filter(|keyword| *keyword != "$ref" && !beside.contains(&keyword.as_str()))
            {
                self.violated(path, format!("`{keyword}` beside a reference"));
            }
        }
    }
}

/// The schemas right inside of a schema, each with its path.
fn inside<'s>(schema: &'s Value, path: &str) -> Vec<(String, &'s Value)> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            (
                "properties" | "$defs" | "patternProperties" | "dependentSchemas",
                Value::Object(named),
            ) => {
                found.extend(
                    named
                        .iter()
                        .map(|(name, inside)| (format!("{path}/{keyword}/{name}"), inside)),
                );
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                found.extend(
                    list.iter()
                        .map(|inside| (format!("{path}/{keyword}/-"), inside)),
                );
            }
            (
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames",
                inside,
            ) => {
                found.push((format!("{path}/{keyword}"), inside));
            }
            _ => {}
        }
    }
    found
}
