use serde_json::{Map, Value, json};

use super::tables::{Refused, Rules, rules};
use super::{google, measure};
use crate::target_of;

/// Lists the reasons for which a provider refuses a schema.
pub(super) fn refusals(target: &str, schema: &Value) -> Vec<String> {
    let mut check = Check {
        rules: rules(target),
        root: schema,
        found: Vec::new(),
    };
    check.root();
    check.schema(schema, "");
    check.found
}

struct Check<'c> {
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
        for keyword in self.rules.not_at_root {
            if self.root.get(*keyword).is_some() {
                self.violated("", format!("`{keyword}` at the root"));
            }
        }
        if !self.rules.recursion && self.leads_to(self.root, &mut Vec::new(), &mut Vec::new()) {
            self.violated("", "it refers to itself");
        }
        if !self.rules.google
            && let Err(error) = jsonschema::draft202012::meta::validate(self.root)
        {
            self.violated(error.instance_path().as_str(), "no JSON Schema");
        }
        self.found
            .extend(measure::over(&self.rules.limits, self.root));
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
            let target = target_of(reference, self.root).unwrap_or(&Value::Null);
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
            let closes = path.ends_with("/additionalProperties") || path.ends_with("/items");
            if *schema != json!(false) || !closes {
                self.violated(path, "a schema that is no object");
            }
            return;
        };
        self.keywords(map, path);
        self.patterns(map, path);
        self.types(map, path);
        self.reference(map, path);
        if is(map, "object") || is(map, "OBJECT") {
            self.object(map, path);
        }
        if self.rules.items && is(map, "array") && !map.contains_key("items") {
            self.violated(path, "an array without items");
        }
        if self.rules.google {
            let said = google::refusals(map, self.rules.lone_unions);
            self.found
                .extend(said.iter().map(|what| format!("{path}: {what}")));
        }
        for (inside_path, inside) in inside(schema, path) {
            self.schema(inside, &inside_path);
        }
    }

    fn keywords(&mut self, map: &Map<String, Value>, path: &str) {
        for keyword in map.keys().map(String::as_str) {
            let rules = self.rules;
            let refused = match rules.refused {
                Refused::AllBut(tolerated) => {
                    !rules.keywords.contains(&keyword) && !tolerated.contains(&keyword)
                }
                Refused::Only(refused) => refused.contains(&keyword),
            };
            if refused {
                self.violated(path, format!("`{keyword}`"));
            }
        }
        for (keyword, most) in self.rules.bounds {
            if map
                .get(*keyword)
                .is_some_and(|bound| bound.as_u64() > Some(*most))
            {
                self.violated(path, format!("{keyword} over {most}"));
            }
        }
        for keyword in ["anyOf", "enum"] {
            if map.get(keyword).is_some_and(|list| *list == json!([])) {
                self.violated(path, format!("an empty `{keyword}`"));
            }
        }
        let named = map.contains_key("properties");
        if self.rules.required_beside_properties && map.contains_key("required") && !named {
            self.violated(path, "`required` without properties");
        }
    }

    fn patterns(&mut self, map: &Map<String, Value>, path: &str) {
        let text = |keyword: &str| map.get(keyword).and_then(Value::as_str);
        if let (Some(taken), Some(format)) = (self.rules.formats, text("format"))
            && !taken.contains(&format)
        {
            self.violated(path, format!("format {format}"));
        }
        let pattern = text("pattern").unwrap_or_default();
        if self
            .rules
            .not_in_patterns
            .iter()
            .any(|part| pattern.contains(part))
        {
            self.violated(path, "a pattern that is not taken");
        }
    }

    fn object(&mut self, map: &Map<String, Value>, path: &str) {
        let rules = self.rules;
        let named = map.get("properties").and_then(Value::as_object);
        let required = map.get("required").and_then(Value::as_array);
        let required = required.map_or(0, Vec::len);
        if rules.items && named.is_none() {
            self.violated(path, "an object without properties");
        }
        if rules.closed && map.get("additionalProperties") != Some(&json!(false)) {
            self.violated(path, "an object that is not closed");
        }
        if rules.all_required && required != named.map_or(0, Map::len) {
            self.violated(path, "a property that is not required");
        }
        if rules.one_required && required == 0 {
            self.violated(path, "no property that is required");
        }
        if rules.declares && !path.is_empty() && named.is_none_or(Map::is_empty) {
            self.violated(path, "an object that declares nothing");
        }
        let (is_name, everywhere) = rules.property_names;
        for name in named.into_iter().flatten().map(|(name, _)| name) {
            if (everywhere || path.is_empty()) && !is_name(name) {
                self.violated(
                    &format!("{path}/properties/{name}"),
                    "no name that is taken",
                );
            }
        }
    }

    fn types(&mut self, map: &Map<String, Value>, path: &str) {
        let says = self.rules.typed_by.iter();
        if !self.rules.typed_by.is_empty() && !says.clone().any(|word| map.contains_key(*word)) {
            self.violated(path, "a schema without a type");
        }
        if let Some(Value::Array(types)) = map.get("type")
            && !self.rules.google
            && !self.rules.nesting_lists
            && types.iter().any(|of| of == "object" || of == "array")
        {
            self.violated(path, "a list of types that holds objects or arrays");
        }
        let members = map.get("enum").and_then(Value::as_array);
        let nested = |member: &Value| member.is_object() || member.is_array();
        if self.rules.simple_members && members.is_some_and(|all| all.iter().any(nested)) {
            self.violated(path, "members that are arrays or objects");
        }
        if self.rules.constant_numbers && map.get("const").is_some_and(|of| !of.is_number()) {
            self.violated(path, "a `const` that is no number");
        }
        let refers = |keyword: &str| {
            let branches = map.get(keyword).and_then(Value::as_array);
            branches.is_some_and(|all| all.iter().any(|of| of.get("$ref").is_some()))
        };
        for keyword in self.rules.no_references_in {
            if refers(keyword) {
                self.violated(path, format!("a reference in `{keyword}`"));
            }
        }
        let branches = map.get("anyOf").and_then(Value::as_array);
        let untyped = |branch: &Value| branch.get("type").is_none();
        if self.rules.typed_branches && branches.is_some_and(|all| all.iter().any(untyped)) {
            self.violated(path, "a branch without a type");
        }
    }

    fn reference(&mut self, map: &Map<String, Value>, path: &str) {
        let Some(reference) = map.get("$ref") else {
            return;
        };
        let target = reference
            .as_str()
            .and_then(|text| target_of(text, self.root));
        if target.is_none() {
            self.violated(path, format!("{reference} leads nowhere"));
        }
        if let Some(beside) = self.rules.beside_reference {
            let others = map.keys().map(String::as_str);
            for keyword in others.filter(|of| *of != "$ref" && !beside.contains(of)) {
                self.violated(path, format!("`{keyword}` beside a reference"));
            }
        }
    }
}

/// Returns true if a schema has a type, alone or among others.
fn is(map: &Map<String, Value>, name: &str) -> bool {
    match map.get("type") {
        Some(Value::Array(types)) => types.iter().any(|of| of == name),
        Some(of) => of == name,
        None => false,
    }
}

/// Returns the direct subschemas of a schema, each with its path.
pub(super) fn inside<'s>(schema: &'s Value, path: &str) -> Vec<(String, &'s Value)> {
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
