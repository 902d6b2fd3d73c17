use serde_json::{Value, json};

use super::drop_unused;
use super::inline::inline_in_words;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;
use crate::schema::keyword::{KEYWORDS, Keyword, Role};
use crate::tool::Definition;

/// Moves a keyword from a schema to its description.
pub(in crate::provider) fn describe(ledger: &mut Ledger<'_>, schema: &mut Schema, keyword: &str) {
    let Some(held) = schema.remove(keyword) else {
        return;
    };
    ledger.lose(schema, keyword, Kept::Description);
    // The items of a tuple refer to definitions, which stay for them.
    let held = match keyword {
        "prefixItems" => held,
        _ => inline_in_words(held, &ledger.definitions),
    };
    schema.words.push(match (keyword, held.into_value()) {
        // Escaped as JSON, a model would read each backslash as two.
        ("pattern", Value::String(pattern)) => format!("pattern: \"{pattern}\""),
        (keyword, value) => format!("{keyword}: {value}"),
    });
}

/// Moves keywords with further constraining schemas to descriptions, before later passes change
/// these schemas. The reader enforces them.
pub(in crate::provider) fn describe_logic(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| match schema.schema("not") {
        Some(never) if never.is_any() => Err(Unexportable::at(schema, None, Reason::NoValue)),
        _ => Ok(()),
    })?;
    let logic = Keyword::of_role(Role::Logic).filter(|keyword| *keyword != "propertyNames");
    let logic: Vec<_> = logic.chain(["contentSchema"]).collect();
    describe_each(view, &logic)?;
    // The definitions of these keywords are in the descriptions, and later passes do not change
    // them.
    drop_unused(view)
}

/// Describes unsupported keywords. The reader enforces them.
pub(in crate::provider) fn describe_each(view: &mut View<'_>, keywords: &[&str]) -> PassResult {
    view.for_each(|schema, ledger| {
        for keyword in keywords {
            describe(ledger, schema, keyword);
        }
        Ok(())
    })
}

/// The limits that most providers support: the bounds of numbers and counts, and the pattern of a
/// text.
pub(in crate::provider) const BOUNDS_AND_PATTERN: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// Returns all limits and `propertyNames`, except the supported keywords.
pub(in crate::provider) fn list_limits_except(taken: &[&str]) -> Vec<&'static str> {
    let limits = Keyword::of_role(Role::Limit).chain(["propertyNames"]);
    limits.filter(|keyword| !taken.contains(keyword)).collect()
}

/// Returns all annotations except the title, the description, and the supported ones.
pub(in crate::provider) fn list_annotations_except(taken: &[&str]) -> Vec<&'static str> {
    let annotations = KEYWORDS.iter().filter(|keyword| {
        matches!(keyword.role, Role::Annotation | Role::Content)
            && !matches!(keyword.name, "title" | "description" | "contentSchema")
    });
    let names = annotations.map(|keyword| keyword.name);
    names.filter(|name| !taken.contains(name)).collect()
}

/// Describes formats other than these.
pub(in crate::provider) fn describe_formats(view: &mut View<'_>, taken: &[&str]) -> PassResult {
    view.for_each(|schema, ledger| {
        if !schema
            .text("format")
            .is_some_and(|format| taken.contains(&format))
        {
            describe(ledger, schema, "format");
        }
        Ok(())
    })
}

/// Describes patterns with one of these parts, such as look-around.
pub(in crate::provider) fn describe_patterns(view: &mut View<'_>, parts: &[&str]) -> PassResult {
    view.for_each(|schema, ledger| {
        let pattern = schema.text("pattern");
        if pattern.is_some_and(|pattern| parts.iter().any(|part| pattern.contains(part))) {
            describe(ledger, schema, "pattern");
        }
        Ok(())
    })
}

/// Describes the default next to a reference. Only a title and a description may be there.
pub(in crate::provider) fn describe_defaults_of_references(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if schema.has("$ref") {
            describe(ledger, schema, "default");
        }
        Ok(())
    })
}

/// Replaces an exclusive bound of an integer with the equivalent inclusive one. Describes any
/// other.
pub(in crate::provider) fn make_bounds_inclusive(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let bounds = [
            ("exclusiveMinimum", "minimum", 1),
            ("exclusiveMaximum", "maximum", -1),
        ];
        for (exclusive, inclusive, step) in bounds {
            let bound = schema.value(exclusive).and_then(Value::as_i64);
            match bound.and_then(|bound| bound.checked_add(step)) {
                Some(bound) if schema.is("type", "integer") && !schema.has(inclusive) => {
                    schema.remove(exclusive);
                    schema.insert(inclusive, json!(bound));
                }
                _ => describe(ledger, schema, exclusive),
            }
        }
        Ok(())
    })
}

/// Describes bounds above the largest supported one.
pub(in crate::provider) fn describe_bounds_over(
    view: &mut View<'_>,
    most: &[(&str, u64)],
) -> PassResult {
    view.for_each(|schema, ledger| {
        for (keyword, most) in most {
            let bound = schema.value(keyword).and_then(Value::as_u64);
            if bound.is_none_or(|bound| bound > *most) {
                describe(ledger, schema, keyword);
            }
        }
        Ok(())
    })
}

/// Removes the title, the description and the words of the root, because the tool contains
/// them. Returns the description of the tool, or of the root if the tool has none.
pub(in crate::provider) fn lift_description(
    view: &mut View<'_>,
    definition: &Definition,
) -> String {
    let View { schema, ledger } = view;
    let own = definition.description();
    let of_root = schema.text("description").unwrap_or_default();
    let description = if own.is_empty() { of_root } else { own }.to_owned();
    let lifted = [
        ("title", definition.title().unwrap_or_default()),
        ("description", description.as_str()),
    ];
    for (keyword, lifted) in lifted {
        let text = schema.text(keyword);
        if text.is_some_and(|text| text.trim() == lifted.trim()) {
            schema.remove(keyword);
        } else {
            ledger.drop(schema, keyword, Kept::Nowhere);
        }
    }
    match schema.take_words() {
        Some(words) => format!("{description} {words}").trim_start().to_owned(),
        None => description,
    }
}
