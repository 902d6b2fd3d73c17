//! Constraints that attributes set on a field. The derive of schemars writes them only if it sees
//! the type. It does not see behind a `$ref` or into a map.

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

use super::hints::{CONSTRAINTS, REFUSED, is_building, write};
use super::keyword::UNIONS;
use super::lookup::Lookup;
use super::merge::{MergedValue, merge_values};
use super::number_format::NumberFormat;
use super::reference::find_referred;
use super::walk::{SchemaMap, for_each_schema};
use crate::limits::REFERENCE_CHAIN;
use crate::schema::OrderedMapExt as _;

/// The constraints of one field, from `#[schemars(range(min = 1))]` and similar attributes. This is
/// a transform of the field's schema. Each constraint consists of the word of the attribute, the
/// keyword, and the value.
#[derive(Debug, Default)]
pub struct Constraints {
    own: Vec<Value>,
    inner: Option<Box<Constraints>>,
}

impl Constraints {
    /// Creates an empty list of constraints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a constraint. The keywords `min` and `max` limit a length.
    #[must_use]
    pub fn with(mut self, word: &str, keyword: &str, value: impl Into<Value>) -> Self {
        self.own.push(json!([word, keyword, value.into()]));
        self
    }

    /// Adds `contains`: text that a string must contain.
    #[must_use]
    pub fn containing(self, text: &str) -> Self {
        self.with("contains", "pattern", regex_lite::escape(text))
    }

    /// Adds the constraints of the items.
    #[must_use]
    pub fn inner(mut self, inner: Self) -> Self {
        self.inner = Some(Box::new(inner));
        self
    }

    fn transform_shared(&self, schema: &mut Schema) {
        write(schema, CONSTRAINTS, self.own.clone().into());
        if let Some(inner) = &self.inner {
            let items = schema
                .get_mut("items")
                .and_then(|items| items.try_into().ok());
            match items {
                Some(items) => inner.transform_shared(items),
                None => refuse(schema, "inner", "the field has no items"),
            }
        }
    }
}

impl Transform for Constraints {
    fn transform(&mut self, schema: &mut Schema) {
        self.transform_shared(schema);
    }
}

fn refuse(schema: &mut Schema, word: &str, reason: &str) {
    write(schema, REFUSED, json!([word, reason]));
}

/// Writes the constraints of fields next to their types: next to a `$ref`, and in the forms of an
/// `Option`. A constraint that applies to no value is recorded as an error in the schema.
pub(crate) fn apply_constraints(schema: &mut Schema) {
    if !is_building() {
        return;
    }
    let Some(root) = schema.as_object_mut() else {
        return;
    };
    let defs = root.object("$defs").cloned().unwrap_or_default();
    for_each_schema(root, &mut |object| {
        if let Some(Value::Array(constraints)) = object.remove_key(CONSTRAINTS) {
            for constraint in constraints {
                apply(object, constraint, &defs);
            }
            refuse_empty(object);
        }
    });
}

fn apply(object: &mut SchemaMap, mut constraint: Value, defs: &SchemaMap) {
    let value = constraint[2].take();
    let (Some(word), Some(keyword)) = (constraint[0].as_str(), constraint[1].as_str()) else {
        return;
    };
    let keywords = list_keywords(keyword);
    let is_met = keywords.iter().fold(false, |is_met, (of, keyword)| {
        apply_keyword(object, word, of, keyword, &value, defs, 0) || is_met
    });
    if !is_met {
        let of: Vec<&str> = keywords.iter().map(|(of, _)| *of).collect();
        let reason = format!(
            "it has no effect: the field is not of type {}",
            of.join(" or ")
        );
        object.insert(REFUSED.to_owned(), json!([word, reason]));
    }
}

/// Returns the types that a constraint applies to, each with its keyword.
fn list_keywords(keyword: &str) -> &[(&'static str, &'static str)] {
    match keyword {
        "min" => &[
            ("string", "minLength"),
            ("array", "minItems"),
            ("object", "minProperties"),
        ],
        "max" => &[
            ("string", "maxLength"),
            ("array", "maxItems"),
            ("object", "maxProperties"),
        ],
        "minimum" => &[("number", "minimum")],
        "maximum" => &[("number", "maximum")],
        "exclusiveMinimum" => &[("number", "exclusiveMinimum")],
        "exclusiveMaximum" => &[("number", "exclusiveMaximum")],
        "pattern" => &[("string", "pattern")],
        _ => &[("string", "format")],
    }
}

/// Writes the keyword in all places that accept values of the type. Returns whether there is such a
/// place.
fn apply_keyword(
    object: &mut SchemaMap,
    word: &str,
    of: &str,
    keyword: &str,
    value: &Value,
    defs: &SchemaMap,
    depth: usize,
) -> bool {
    if !takes(object, of, defs, 0) || depth == REFERENCE_CHAIN {
        return false;
    }
    for forms in UNIONS {
        if let Some(Value::Array(forms)) = object.get_mut(forms) {
            for form in forms.iter_mut().filter_map(Value::as_object_mut) {
                apply_keyword(form, word, of, keyword, value, defs, depth + 1);
            }
            return true;
        }
    }
    match object.get(keyword) {
        None => {
            object.insert(keyword.to_owned(), value.clone());
        }
        Some(known) if known == value => {}
        Some(known) => match merge_values(keyword, known, value) {
            MergedValue::One(both) => {
                object.insert(keyword.to_owned(), both);
            }
            MergedValue::Never | MergedValue::Unmergeable => {
                let reason = format!("`{keyword}` cannot be both {known} and {value}");
                object.insert(REFUSED.to_owned(), json!([word, reason]));
            }
        },
    }
    true
}

/// Returns whether a schema accepts values of the type.
fn takes(object: &SchemaMap, of: &str, defs: &SchemaMap, depth: usize) -> bool {
    if depth == REFERENCE_CHAIN {
        return true;
    }
    let is_it = |name| name == of || name == "integer" && of == "number";
    if object.contains_key("type") {
        return object.types().into_iter().any(is_it);
    }
    if let Some(members) = object.get("enum").and_then(Value::as_array) {
        return members.iter().any(|member| is_of(member, of));
    }
    if let Some(constant) = object.get("const") {
        return is_of(constant, of);
    }
    if object.contains_key("$ref") {
        let target = find_referred(object).and_then(|name| defs.object(&name));
        return target.is_none_or(|target| takes(target, of, defs, depth + 1));
    }
    for forms in UNIONS {
        if let Some(Value::Array(forms)) = object.get(forms) {
            let mut forms = forms.iter().filter_map(Value::as_object);
            return forms.any(|form| takes(form, of, defs, depth + 1));
        }
    }
    true
}

fn is_of(value: &Value, of: &str) -> bool {
    match value {
        Value::String(_) => of == "string",
        Value::Number(_) => of == "number",
        Value::Array(_) => of == "array",
        Value::Object(_) => of == "object",
        Value::Bool(_) | Value::Null => false,
    }
}

/// Records an error if a lower bound exceeds the upper bound, because no value would be valid.
fn refuse_empty(object: &mut SchemaMap) {
    const BOUNDS: [(&str, &str, &str); 4] = [
        ("range", "minimum", "maximum"),
        ("length", "minLength", "maxLength"),
        ("length", "minItems", "maxItems"),
        ("length", "minProperties", "maxProperties"),
    ];
    let of_type = object.text("format").and_then(find_range);
    for keyword in ["minimum", "maximum"] {
        if let (Some((from, to)), Some(bound)) = (of_type, object.get(keyword))
            && let Some(value) = bound.as_f64()
            && !(from..=to).contains(&value)
        {
            let reason = format!("the {keyword} {bound} is outside of the type");
            object.insert(REFUSED.to_owned(), json!(["range", reason]));
            return;
        }
    }
    for (word, least, greatest) in BOUNDS {
        let bound = |keyword: &str| object.get(keyword).and_then(Value::as_f64);
        if let (Some(from), Some(to)) = (bound(least), bound(greatest))
            && from > to
        {
            let reason = format!("the minimum {from} is above the maximum {to}");
            object.insert(REFUSED.to_owned(), json!([word, reason]));
        }
    }
}

/// Returns the least and the greatest integer of a number format.
#[expect(clippy::cast_precision_loss, reason = "the bound is a float, too")]
fn find_range(format: &str) -> Option<(f64, f64)> {
    match NumberFormat::named(format)? {
        NumberFormat::Integer(least, greatest) => Some((least as f64, greatest as f64)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use schemars::transform::Transform as _;
    use schemars::{Schema, json_schema};

    use super::{Constraints, apply_constraints};
    use crate::schema::with_hints;

    /// Applies constraints to the schema of a field in a document with definitions.
    fn applied(mut constraints: Constraints, mut field: Schema) -> String {
        let (schema, _) = with_hints(|| {
            constraints.transform(&mut field);
            let mut document = json_schema!({
                "properties": {"a": field},
                "$defs": {
                    "Count": {"type": "integer", "format": "uint32"},
                    "Alias": {"$ref": "#/$defs/Count"},
                    "Loop": {"$ref": "#/$defs/Loop"},
                },
            });
            apply_constraints(&mut document);
            document
        });
        schema.as_value()["properties"]["a"].to_string()
    }

    fn range() -> Constraints {
        Constraints::new()
            .with("range", "minimum", 1)
            .with("range", "maximum", 9)
    }

    #[test]
    fn constrains_a_type_behind_a_reference() {
        let field = json_schema!({"$ref": "#/$defs/Alias"});
        insta::assert_snapshot!(applied(range(), field), @r##"{"$ref":"#/$defs/Alias","minimum":1,"maximum":9}"##);
        let optional = json_schema!({"anyOf": [{"$ref": "#/$defs/Count"}, {"type": "null"}]});
        insta::assert_snapshot!(applied(range(), optional), @r##"{"anyOf":[{"$ref":"#/$defs/Count","minimum":1,"maximum":9},{"type":"null"}]}"##);
        let items = json_schema!({"type": "array", "items": {"$ref": "#/$defs/Count"}});
        insta::assert_snapshot!(applied(Constraints::new().inner(range()), items), @r##"{"type":"array","items":{"$ref":"#/$defs/Count","minimum":1,"maximum":9}}"##);
    }

    #[test]
    fn leaves_what_schemars_wrote() {
        let field = json_schema!({"type": ["integer", "null"], "minimum": 1, "maximum": 9});
        insta::assert_snapshot!(applied(range(), field), @r#"{"type":["integer","null"],"minimum":1,"maximum":9}"#);
    }

    #[test]
    fn constrains_the_number_of_entries_of_a_map() {
        let length = Constraints::new().with("length", "min", 1);
        insta::assert_snapshot!(applied(length, json_schema!({"type": "object"})), @r#"{"type":"object","minProperties":1}"#);
    }

    #[test]
    fn refuses_a_constraint_that_acts_on_no_value() {
        insta::assert_snapshot!(applied(range(), json_schema!({"type": "string"})), @r#"{"type":"string","x-tool-refused":["range","it has no effect: the field is not of type number"]}"#);
        let length = || Constraints::new().with("length", "max", 1);
        insta::assert_snapshot!(applied(length(), json_schema!({"$ref": "#/$defs/Count"})), @r##"{"$ref":"#/$defs/Count","x-tool-refused":["length","it has no effect: the field is not of type string or array or object"]}"##);
        insta::assert_snapshot!(applied(length(), json_schema!({"enum": [1]})), @r#"{"enum":[1],"x-tool-refused":["length","it has no effect: the field is not of type string or array or object"]}"#);
        let inner = Constraints::new().inner(range());
        insta::assert_snapshot!(applied(inner, json_schema!({"type": "string"})), @r#"{"type":"string","x-tool-refused":["inner","the field has no items"]}"#);
        let empty = Constraints::new()
            .with("range", "minimum", 10)
            .with("range", "maximum", 1);
        insta::assert_snapshot!(applied(empty, json_schema!({"type": "number"})), @r#"{"type":"number","minimum":10,"maximum":1,"x-tool-refused":["range","the minimum 10 is above the maximum 1"]}"#);
    }

    #[test]
    fn ends_at_a_reference_to_itself() {
        insta::assert_snapshot!(applied(range(), json_schema!({"$ref": "#/$defs/Loop"})), @r##"{"$ref":"#/$defs/Loop","minimum":1,"maximum":9}"##);
    }
}
