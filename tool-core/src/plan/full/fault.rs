//! Converts the errors of the `jsonschema` crate to our issues.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::LocationSegment;
use serde_json::{Number, Value, json};

use super::patterns::BACKTRACKS;
use crate::issue::{IssueKind, JsonType, Limit, Path, TypeSet};
use crate::tree::as_integer;

#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) path: Path,
    pub(crate) kind: IssueKind,
    /// Path of the enclosing union, if the model may have meant several of its forms.
    pub(crate) unsure_in: Option<Path>,
}

/// Adds the faults of an error. An error about several keys becomes one fault for each key. If a
/// value matches no form, the faults come from the nearest form.
pub(super) fn collect(error: &ValidationError<'_>, faults: &mut Vec<Fault>) {
    collect_within(error, None, faults);
}

fn collect_within(error: &ValidationError<'_>, unsure_in: Option<&Path>, faults: &mut Vec<Fault>) {
    let path = path_of(error);
    let mut add = |path: Path, kind: IssueKind| {
        faults.push(Fault {
            path,
            kind,
            unsure_in: unsure_in.cloned(),
        });
    };
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                let kind = IssueKind::UnknownKey { nearest: None };
                add(path.join(name.as_str()), kind);
            }
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match find_nearest(error, context) {
                Some((errors, is_only)) => {
                    let unsure_in = unsure_in.or((!is_only).then_some(&path));
                    for error in errors {
                        collect_within(error, unsure_in, faults);
                    }
                }
                None => add(path, kind_of_no_form(context)),
            }
        }
        ValidationErrorKind::PropertyNames { error: name } => {
            let path = match &**name.instance() {
                Value::String(name) => path.join(name.as_str()),
                _ => path,
            };
            let fault = Box::new(kind_of_value(name, name.kind()));
            add(path, IssueKind::Key { fault });
        }
        ValidationErrorKind::Required { property } => add(
            path.join(property.as_str().unwrap_or_default()),
            IssueKind::required(TypeSet::ALL),
        ),
        kind => add(path, kind_of_value(error, kind)),
    }
}

/// Returns the nearest form: the one with the fewest errors among the forms that accept the value's
/// type. A form whose constants match comes first. The flag is `true` if only one form accepts the
/// type, or if the constants of only one form match.
fn find_nearest<'e>(
    error: &ValidationError<'_>,
    forms: &'e [Vec<ValidationError<'static>>],
) -> Option<(&'e Vec<ValidationError<'static>>, bool)> {
    let place = error.instance_path().as_str();
    let is_of_type = |error: &ValidationError<'_>| {
        error.instance_path().as_str() != place || find_expected_type(error).is_none()
    };
    let is_constant = |error: &ValidationError<'_>| {
        let inside = error.instance_path().as_str().strip_prefix(place);
        let is_property = inside.is_some_and(|inside| inside.rfind('/') == Some(0));
        is_property && matches!(error.kind(), ValidationErrorKind::Constant { .. })
    };
    let misses_constant = |errors: &[ValidationError<'_>]| errors.iter().any(is_constant);
    let of_type = forms.iter().filter(|errors| errors.iter().all(is_of_type));
    let of_type: Vec<_> = of_type.collect();
    let with_constants = of_type.iter().filter(|errors| !misses_constant(errors));
    let is_only = with_constants.count() == 1 || of_type.len() == 1;
    let nearest = of_type
        .into_iter()
        .min_by_key(|errors| (misses_constant(errors), errors.len()))?;
    Some((nearest, is_only))
}

fn kind_of_no_form(forms: &[Vec<ValidationError<'static>>]) -> IssueKind {
    let errors = forms.iter().flatten();
    let types = errors.filter_map(find_expected_type).map(read_types);
    match types.reduce(TypeSet::union) {
        Some(expected) => IssueKind::of_type(expected),
        None => kind_of_keyword("anyOf"),
    }
}

fn find_expected_type<'e>(error: &'e ValidationError<'_>) -> Option<&'e TypeKind> {
    match error.kind() {
        ValidationErrorKind::Type { kind } => Some(kind),
        _ => None,
    }
}

fn kind_of_value(error: &ValidationError<'_>, kind: &ValidationErrorKind) -> IssueKind {
    let bound = |limit: &Value| match limit {
        Value::Number(number) => number.clone(),
        _ => Number::from(0),
    };
    match kind {
        ValidationErrorKind::Type { kind } => IssueKind::of_type(read_types(kind)),
        ValidationErrorKind::Enum { options } => kind_of_members(match &**options {
            Value::Array(members) => members.clone(),
            other => vec![other.clone()],
        }),
        ValidationErrorKind::Constant { expected_value } => {
            kind_of_members(vec![expected_value.as_ref().clone()])
        }
        ValidationErrorKind::Minimum { limit }
        | ValidationErrorKind::ExclusiveMinimum { limit } => IssueKind::Minimum {
            minimum: bound(limit),
            exclusive: matches!(kind, ValidationErrorKind::ExclusiveMinimum { .. }),
        },
        ValidationErrorKind::Maximum { limit }
        | ValidationErrorKind::ExclusiveMaximum { limit } => IssueKind::Maximum {
            maximum: bound(limit),
            exclusive: matches!(kind, ValidationErrorKind::ExclusiveMaximum { .. }),
        },
        ValidationErrorKind::MultipleOf { multiple_of } => IssueKind::MultipleOf {
            divisor: read_divisor(json!(multiple_of)),
        },
        ValidationErrorKind::MinLength { limit } => IssueKind::MinLength { minimum: *limit },
        ValidationErrorKind::MaxLength { limit } => IssueKind::MaxLength { maximum: *limit },
        ValidationErrorKind::MinItems { limit } => IssueKind::MinItems { minimum: *limit },
        ValidationErrorKind::MaxItems { limit } => IssueKind::MaxItems { maximum: *limit },
        ValidationErrorKind::AdditionalItems { limit } => IssueKind::MaxItems {
            maximum: *limit as u64,
        },
        ValidationErrorKind::MinProperties { limit } => {
            IssueKind::MinProperties { minimum: *limit }
        }
        ValidationErrorKind::MaxProperties { limit } => {
            IssueKind::MaxProperties { maximum: *limit }
        }
        ValidationErrorKind::Pattern { pattern } => IssueKind::Pattern {
            pattern: pattern.clone(),
        },
        ValidationErrorKind::BacktrackLimitExceeded { .. } => IssueKind::Limit {
            limit: Limit::PatternWork,
            maximum: BACKTRACKS,
        },
        ValidationErrorKind::Format { format } => IssueKind::Format {
            format: format.clone(),
        },
        ValidationErrorKind::FalseSchema => IssueKind::NotAllowed,
        ValidationErrorKind::OneOfMultipleValid { .. } => kind_of_keyword("oneOf"),
        // Several keywords share this kind. The schema path ends with the keyword.
        ValidationErrorKind::Contains => {
            kind_of_keyword(find_last_keyword(error).unwrap_or("contains"))
        }
        kind => kind_of_keyword(kind.keyword()),
    }
}

/// Converts a divisor to a number. The crate stores it as a float, and `2.0` becomes `2`.
fn read_divisor(value: Value) -> Number {
    match value {
        Value::Number(number) => as_integer(&number.to_string())
            .and_then(|integer| integer.parse::<u64>().ok())
            .map_or(number, Number::from),
        _ => Number::from(0),
    }
}

/// Returns the keyword at the end of the schema path.
fn find_last_keyword<'e>(error: &'e ValidationError<'_>) -> Option<&'e str> {
    let place = error.schema_path().as_str().rsplit('/').next();
    place.filter(|keyword| keyword.ends_with("ontains"))
}

fn kind_of_keyword(keyword: &str) -> IssueKind {
    IssueKind::Schema {
        keyword: keyword.to_owned(),
    }
}

fn kind_of_members(members: Vec<Value>) -> IssueKind {
    IssueKind::Enum {
        members: members.into(),
        nearest: None,
    }
}

fn read_types(kind: &TypeKind) -> TypeSet {
    let of = |t: jsonschema::JsonType| JsonType::from_name(t.as_str());
    match kind {
        TypeKind::Single(one) => of(*one).into_iter().collect(),
        TypeKind::Multiple(several) => several.iter().filter_map(of).collect(),
    }
}

fn path_of(error: &ValidationError<'_>) -> Path {
    let segments = error.instance_path().into_iter();
    segments
        .map(|segment| match segment {
            LocationSegment::Property(name) => name.into_owned().into(),
            LocationSegment::Index(index) => index.into(),
        })
        .collect()
}
