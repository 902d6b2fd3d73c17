use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::keywords::Keywords;
use super::{Checked, SchemaError, to_checked};
use crate::issue::{IssueKind, JsonType};
use crate::schema::NumberFormat;
use crate::tree::{
    compare, is_multiple_of, is_plain_integer, is_wide_integer, parse_word, round_to_float,
};

#[derive(Debug)]
pub(crate) struct NumberPlan {
    pub(crate) integer: bool,
    bounds: Vec<Bound>,
    divisor: Option<(Number, String)>,
    /// A rejected number. Schemars excludes the 0 of `NonZeroI8` this way.
    excluded: Vec<(Number, String)>,
    range: Option<FormatRange>,
    /// A fast path: integers in this range satisfy every constraint.
    window: (i64, i64),
    /// `true` if every finite number is valid.
    free: bool,
    /// `true` if the format is a float of Rust.
    is_float: bool,
}

/// A bound of the schema, with its text for exact comparison.
#[derive(Debug)]
struct Bound {
    limit: Number,
    text: String,
    /// The ordering of the value relative to the limit that is rejected.
    refused: Ordering,
    exclusive: bool,
}

/// The range that a `format` names: the range of the Rust type.
#[derive(Debug)]
struct FormatRange {
    format: String,
    bounds: FormatBounds,
}

#[derive(Debug)]
enum FormatBounds {
    Integer {
        least: String,
        greatest: String,
    },
    /// Numbers that round to a finite `f32`. The decimal text of `f32::MAX` is rounded and slightly
    /// greater than its value.
    Float,
}

impl NumberPlan {
    pub(super) fn compile(keywords: Keywords<'_>, integer: bool) -> Result<Self, SchemaError> {
        let divisor = keywords.number("multipleOf")?;
        if divisor.is_some_and(|number| number.as_f64().is_none_or(|number| number <= 0.0)) {
            return Err(keywords.error("multipleOf", "expected a number above 0"));
        }
        let format = keywords.text("format")?;
        let mut plan = Self {
            integer,
            is_float: matches!(format, Some("float" | "double")),
            bounds: read_bounds(keywords)?,
            divisor: divisor.map(with_text),
            excluded: keywords
                .excluded_constants()
                .into_iter()
                .filter_map(|constant| match constant {
                    Value::Number(number) => Some(with_text(number)),
                    _ => None,
                })
                .collect(),
            range: format.and_then(|format| find_format_range(format, integer)),
            window: (1, 0),
            free: false,
        };
        plan.window = plan.compute_window();
        plan.free = !integer
            && plan.bounds.is_empty()
            && plan.divisor.is_none()
            && plan.excluded.is_empty()
            && plan.range.is_none();
        Ok(plan)
    }

    /// Returns whether a decimal may have more digits than a float of Rust holds.
    pub(super) fn has_any_digits(&self) -> bool {
        !self.integer && !self.is_float
    }

    pub(crate) fn json_type(&self) -> JsonType {
        if self.integer {
            JsonType::Integer
        } else {
            JsonType::Number
        }
    }

    /// Returns the type with its constraints: `integer at least 1`,
    /// `integer that is a multiple of 5`.
    pub(super) fn in_words(&self) -> String {
        let mut words = self.json_type().to_string();
        for (position, bound) in self.bounds.iter().enumerate() {
            let and = if position > 0 { "and " } else { "" };
            let side = match (bound.refused, bound.exclusive) {
                (Ordering::Less, false) => "at least",
                (Ordering::Less, true) => "more than",
                (_, false) => "at most",
                (_, true) => "less than",
            };
            words = format!("{words} {and}{side} {}", bound.text);
        }
        if let Some((_, divisor)) = &self.divisor {
            words = format!("{words} that is a multiple of {divisor}");
        }
        for (number, (_, excluded)) in self.excluded.iter().enumerate() {
            let lead = if number == 0 { "other than" } else { "or" };
            words = format!("{words} {lead} {excluded}");
        }
        words
    }

    /// Returns numbers near the constraints. Usually at least one satisfies them.
    pub(crate) fn list_candidates(&self) -> Vec<String> {
        let mut candidates: Vec<String> = ["1", "0", "2", "-1", "0.5"].map(str::to_owned).into();
        for bound in &self.bounds {
            candidates.push(bound.text.clone());
            if let Some(limit) = bound.limit.as_i64() {
                candidates.push(limit.saturating_add(1).to_string());
                candidates.push(limit.saturating_sub(1).to_string());
            }
            if let Some(limit) = bound.limit.as_f64() {
                let step = (limit.abs() / 1e6).max(1e-6);
                let beside = [limit.floor(), limit.ceil(), limit + step, limit - step];
                candidates.extend(beside.map(|number| number.to_string()));
            }
        }
        if let Some(divisor) = self
            .divisor
            .as_ref()
            .and_then(|(divisor, _)| divisor.as_f64())
        {
            for bound in self.bounds.iter().filter_map(|bound| bound.limit.as_f64()) {
                let times = bound / divisor;
                let multiples = [times.floor(), times.ceil()];
                candidates.extend(multiples.map(|times| (times * divisor).to_string()));
            }
            candidates.push(divisor.to_string());
        }
        candidates
    }

    /// Returns whether bounds are the only constraints.
    pub(crate) fn has_bounds_alone(&self) -> bool {
        self.divisor.is_none() && self.excluded.is_empty()
    }

    /// Checks the text of a number against the constraints. The caller checks that it is an
    /// integer, if the schema requires one.
    pub(crate) fn check(&self, text: &str) -> Checked {
        if self.takes_at_a_glance(text) {
            return Ok(());
        }
        self.check_exactly(text)
    }

    /// Returns whether a number certainly satisfies every constraint, including the integer type.
    /// This fast path covers small integers, and any short number if every finite number is valid.
    fn takes_at_a_glance(&self, text: &str) -> bool {
        self.free && is_short(text)
            || parse_word(text).is_some_and(|number| self.takes_word(number))
    }

    /// Returns whether an integer of at most 18 digits certainly satisfies every constraint.
    #[inline]
    pub(crate) fn takes_word(&self, number: i64) -> bool {
        self.window.0 <= number && number <= self.window.1
    }

    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.free
    }

    /// Returns whether a number is valid exactly as written. A JSON value holds only integers of up
    /// to 64 bits exactly.
    #[inline(never)]
    pub(crate) fn takes(&self, text: &str, into_value: bool) -> bool {
        let is_integer = || is_plain_integer(text) && !(into_value && is_wide_integer(text));
        (!self.integer || is_integer()) && self.check(text).is_ok()
    }

    fn check_exactly(&self, text: &str) -> Checked {
        if let Some(range) = &self.range
            && !range.holds(text)
        {
            let bound = |refused| {
                let mut bounds = self.bounds.iter();
                // A bound outside of the format's range allows nothing more.
                let bound = bounds.find(|bound| {
                    bound.refused == refused && !bound.exclusive && range.holds(&bound.text)
                });
                bound.map(|bound| bound.limit.clone())
            };
            return Err(Box::new(IssueKind::OutOfRange {
                format: range.format.clone(),
                minimum: bound(Ordering::Less),
                maximum: bound(Ordering::Greater),
            }));
        }
        if !self.integer && !is_finite(text) {
            return Err(Box::new(IssueKind::out_of_range("double")));
        }
        self.check_constraints(text)?;
        match self.round_to_float(text) {
            Some(held) => self.check_constraints(&held),
            None => Ok(()),
        }
    }

    fn check_constraints(&self, text: &str) -> Checked {
        let mut faults = Vec::new();
        for bound in &self.bounds {
            let ordering = compare(text, &bound.text);
            if ordering == bound.refused || bound.exclusive && ordering == Ordering::Equal {
                faults.push(bound.issue());
            }
        }
        let mut excluded = self.excluded.iter();
        if let Some((excluded, _)) =
            excluded.find(|(_, excluded)| compare(text, excluded) == Ordering::Equal)
        {
            faults.push(IssueKind::Excluded {
                excluded: excluded.clone().into(),
            });
        }
        if let Some((divisor, text_of_divisor)) = &self.divisor
            && !is_multiple_of(text, text_of_divisor)
        {
            faults.push(IssueKind::MultipleOf {
                divisor: divisor.clone(),
            });
        }
        to_checked(faults)
    }

    /// Returns the number after rounding to `f64`. Returns `None` if the rounding is exact or
    /// cannot matter. A rounded number may reach a bound that the written one does not.
    fn round_to_float(&self, text: &str) -> Option<String> {
        let is_free = self.bounds.is_empty() && self.excluded.is_empty() && self.divisor.is_none();
        if self.integer || is_free {
            return None;
        }
        round_to_float(text)
    }

    /// Returns the widest range of small integers that satisfy every constraint. The range is empty
    /// if the bounds are not the only constraints, or are not small integers.
    fn compute_window(&self) -> (i64, i64) {
        let is_integer = |bound: &Bound| bound.limit.as_i64().is_some();
        if self.has_bounds_alone() && self.bounds.iter().all(is_integer) {
            self.integers()
        } else {
            (1, 0)
        }
    }

    /// The integers of at most 18 digits.
    pub(crate) const SMALL_INTEGERS: (i64, i64) =
        (-999_999_999_999_999_999, 999_999_999_999_999_999);

    /// Returns the widest range of integers of at most 18 digits that the bounds and the format
    /// allow.
    pub(crate) fn integers(&self) -> (i64, i64) {
        let mut range = Self::SMALL_INTEGERS;
        if let Some(FormatRange {
            bounds: FormatBounds::Integer { least, greatest },
            ..
        }) = &self.range
        {
            range.0 = range.0.max(least.parse().unwrap_or(i64::MIN));
            range.1 = range.1.min(greatest.parse().unwrap_or(i64::MAX));
        }
        for bound in &self.bounds {
            if bound.refused == Ordering::Less {
                range.0 = range.0.max(bound.find_nearest_integer(f64::ceil, 1));
            } else {
                range.1 = range.1.min(bound.find_nearest_integer(f64::floor, -1));
            }
        }
        range
    }

    /// Returns whether a bound excludes every negative number.
    #[cfg(feature = "text")]
    pub(crate) fn is_never_negative(&self) -> bool {
        let mut least = self
            .bounds
            .iter()
            .filter(|bound| bound.refused == Ordering::Less);
        least.any(|bound| bound.limit.as_f64().is_some_and(|limit| limit >= 0.0))
    }
}

impl Bound {
    /// Returns the allowed integer that is nearest to the limit. `step` leads away from a limit
    /// that is excluded.
    fn find_nearest_integer(&self, round: fn(f64) -> f64, step: i64) -> i64 {
        let step_from = |limit: i64, is_limit: bool| {
            let step = if self.exclusive && is_limit { step } else { 0 };
            limit.saturating_add(step)
        };
        if let Some(limit) = self.limit.as_i64() {
            return step_from(limit, true);
        }
        let limit = self.limit.as_f64().unwrap_or_default();
        // The text of a whole number reads as an integer, unless it is too large.
        let rounded = round(limit);
        let far = if limit < 0.0 { i64::MIN } else { i64::MAX };
        let whole = format!("{rounded:.0}").parse().unwrap_or(far);
        step_from(whole, rounded.total_cmp(&limit).is_eq())
    }

    fn issue(&self) -> IssueKind {
        let (limit, exclusive) = (self.limit.clone(), self.exclusive);
        if self.refused == Ordering::Less {
            IssueKind::Minimum {
                minimum: limit,
                exclusive,
            }
        } else {
            IssueKind::Maximum {
                maximum: limit,
                exclusive,
            }
        }
    }
}

#[inline(never)]
fn with_text(number: &Number) -> (Number, String) {
    (number.clone(), number.to_string())
}

fn read_bounds(keywords: Keywords<'_>) -> Result<Vec<Bound>, SchemaError> {
    let mut bounds = Vec::new();
    for (keyword, refused, exclusive) in [
        ("minimum", Ordering::Less, false),
        ("exclusiveMinimum", Ordering::Less, true),
        ("maximum", Ordering::Greater, false),
        ("exclusiveMaximum", Ordering::Greater, true),
    ] {
        if let Some(limit) = keywords.number(keyword)? {
            let (limit, text) = with_text(limit);
            bounds.push(Bound {
                limit,
                text,
                refused,
                exclusive,
            });
        }
    }
    Ok(bounds)
}

impl FormatRange {
    fn holds(&self, text: &str) -> bool {
        match &self.bounds {
            FormatBounds::Integer { least, greatest } => {
                compare(text, least) != Ordering::Less
                    && compare(text, greatest) != Ordering::Greater
            }
            FormatBounds::Float => is_short(text) || text.parse::<f32>().is_ok_and(f32::is_finite),
        }
    }
}

/// Returns the range of the Rust type for which schemars writes the format.
fn find_format_range(format: &str, integer: bool) -> Option<FormatRange> {
    let bounds = match NumberFormat::named(format)? {
        NumberFormat::Integer(least, greatest) if integer => FormatBounds::Integer {
            least: least.to_string(),
            greatest: greatest.to_string(),
        },
        NumberFormat::Float if !integer => FormatBounds::Float,
        _ => return None,
    };
    let format = format.to_owned();
    Some(FormatRange { format, bounds })
}

fn is_finite(text: &str) -> bool {
    is_short(text) || text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Returns whether a number is too short to exceed any range.
fn is_short(text: &str) -> bool {
    text.len() < 38 && !text.bytes().any(|byte| byte | 0x20 == b'e')
}
