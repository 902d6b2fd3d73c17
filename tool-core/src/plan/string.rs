use serde_json::Value;

use super::format::StringFormat;
use super::keywords::Keywords;
use super::pattern::{Pattern, PatternWork, Patterns};
use super::{Checked, Choice, SchemaError, to_checked};
use crate::issue::IssueKind;
use crate::schema::OTHER;
use crate::tree::Tree;

#[derive(Debug)]
pub(crate) struct StringPlan {
    least: Option<u64>,
    greatest: Option<u64>,
    /// Boxed to keep nodes small, since each step of a recursion passes one on.
    pattern: Option<Box<Pattern>>,
    format: Option<&'static StringFormat>,
    /// The first example of a string with a pattern.
    example: Option<Box<str>>,
    constrained: bool,
    /// `true` if the number of characters is the only constraint.
    counted_only: bool,
    /// The strings that `not` excludes.
    excluded: Box<[String]>,
    /// The names of an enum's other variants. A text that means one of them is not another text.
    names: Option<Box<Choice>>,
}

impl StringPlan {
    pub(super) fn compile(
        keywords: Keywords<'_>,
        patterns: &Patterns,
    ) -> Result<Self, SchemaError> {
        let pattern = keywords
            .text("pattern")?
            .map(|source| patterns.compile(source, "pattern", keywords))
            .transpose()?
            .map(Box::new);
        let format = keywords.text("format")?.and_then(StringFormat::named);
        let (least, greatest) = (keywords.count("minLength")?, keywords.count("maxLength")?);
        let examples = keywords.get("examples").and_then(Value::as_array);
        let example = examples.and_then(|examples| examples.first()?.as_str());
        let excluded = keywords.excluded_constants().into_iter();
        let excluded = excluded.filter_map(Value::as_str).map(str::to_owned);
        let excluded: Box<[String]> = excluded.collect();
        let names = keywords.get(OTHER).and_then(Value::as_object);
        let names = names.map(|names| Box::new(Choice::of_names(names)));
        Ok(Self {
            example: example.filter(|_| pattern.is_some()).map(Box::from),
            counted_only: pattern.is_none()
                && format.is_none()
                && names.is_none()
                && excluded.is_empty(),
            constrained: names.is_some()
                || !excluded.is_empty()
                || least.is_some()
                || greatest.is_some()
                || pattern.is_some()
                || format.is_some(),
            least,
            greatest,
            pattern,
            format,
            excluded,
            names,
        })
    }

    /// Returns the least and the greatest number of characters.
    #[cfg(feature = "text")]
    pub(crate) fn lengths(&self) -> (Option<u64>, Option<u64>) {
        (self.least, self.greatest)
    }

    /// Returns an example from the schema that matches the pattern.
    pub(crate) fn find_example(&self, work: &PatternWork) -> Option<&str> {
        let example = self.example.as_deref()?;
        let pattern = self.pattern.as_ref()?;
        pattern.check(example, work).is_ok().then_some(example)
    }

    /// Returns the type with its constraints: `string (uuid)`, `string of at least 5 characters`.
    /// Omits a long pattern: the model finds it in the schema.
    pub(super) fn in_words(&self) -> String {
        const MAX_PATTERN: usize = 30;
        let format = match self.format {
            Some(format) => format!(" ({})", format.name),
            None => String::new(),
        };
        let characters = |count: u64| match count {
            1 => "1 character".to_owned(),
            count => format!("{count} characters"),
        };
        let length = match (self.least, self.greatest) {
            (Some(least), Some(greatest)) if least == greatest => {
                format!(" of {}", characters(least))
            }
            (Some(least), Some(greatest)) => format!(" of {least} to {}", characters(greatest)),
            (Some(least), None) => format!(" of at least {}", characters(least)),
            (None, Some(greatest)) => format!(" of at most {}", characters(greatest)),
            (None, None) => String::new(),
        };
        let pattern = match self.pattern.as_ref().map(|pattern| pattern.source()) {
            Some(source) if source.chars().count() <= MAX_PATTERN => {
                format!(" that matches {source}")
            }
            Some(_) => " that matches the pattern in the schema".to_owned(),
            None => String::new(),
        };
        format!("string{format}{length}{pattern}")
    }

    /// Returns strings to try as samples. Usually at least one satisfies the constraints.
    pub(crate) fn list_candidates(&self) -> Vec<String> {
        const TEXTS: &[&str] = &[
            "a",
            "",
            "1",
            "abc",
            "A",
            "a1",
            "a_b",
            "a-b",
            "AB",
            "ABC",
            "123",
            "1.0.0",
            "1.5",
            "/a",
            "a.b",
            "a/b",
            "#aabbcc",
            "en-US",
            "P1D",
            "a b",
            "true",
            "+15551234567",
            "2024-05-17T09:30:00Z",
            "2024-05-17",
            "09:30:00Z",
            "09:30:00",
            "2024-05-17T09:30:00",
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "ada@example.com",
            "https://example.com/a",
            "192.0.2.1",
            "2001:db8::1",
        ];
        const MAX_LENGTH: u64 = 10_000;
        let mut candidates: Vec<String> = TEXTS.iter().map(|text| (*text).to_owned()).collect();
        let least = self.least.unwrap_or(1).min(MAX_LENGTH);
        for text in ["a", "1", "A"] {
            let length = usize::try_from(least).unwrap_or_default();
            candidates.push(text.repeat(length));
        }
        candidates
    }

    /// Returns whether no length satisfies the constraints.
    pub(crate) fn is_empty(&self) -> bool {
        self.least > self.greatest && self.greatest.is_some()
    }

    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        !self.constrained
    }

    pub(crate) fn check(&self, text: &str, work: &PatternWork) -> Checked {
        if self.constrained {
            self.check_constraints(text, work)
        } else {
            Ok(())
        }
    }

    /// Returns whether every string of this many bytes is valid.
    #[inline]
    pub(crate) fn takes_at_a_glance(&self, bytes: usize) -> bool {
        self.counted_only && self.takes_length_at_a_glance(bytes as u64)
    }

    /// Returns whether every string of this many bytes has an allowed number of characters. A
    /// character has one to four bytes.
    #[inline]
    fn takes_length_at_a_glance(&self, bytes: u64) -> bool {
        self.least.is_none_or(|least| bytes.div_ceil(4) >= least)
            && self.greatest.is_none_or(|greatest| bytes <= greatest)
    }

    pub(super) fn has_names(&self) -> bool {
        self.names.is_some()
    }

    /// Checks that a text means no name of an enum's other variants. Only the rules read such a text
    /// as the name.
    pub(crate) fn check_names(&self, text: &str) -> Checked {
        match &self.names {
            Some(names) if !names.has(text) && names.find_meant(text).is_some() => {
                Err(Box::new(names.issue(&Tree::String(text.into()), true)))
            }
            _ => Ok(()),
        }
    }

    fn check_constraints(&self, text: &str, work: &PatternWork) -> Checked {
        let mut faults = Vec::new();
        if !self.takes_length_at_a_glance(text.len() as u64) {
            let length = text.chars().count() as u64;
            let least = self.least.filter(|least| length < *least);
            faults.extend(least.map(|minimum| IssueKind::MinLength { minimum }));
            let greatest = self.greatest.filter(|greatest| length > *greatest);
            faults.extend(greatest.map(|maximum| IssueKind::MaxLength { maximum }));
        }
        if self.excluded.iter().any(|excluded| excluded == text) {
            let excluded = Value::from(text);
            faults.push(IssueKind::Excluded { excluded });
        }
        // A string that is too long does not reach the expensive pattern.
        let is_too_long = matches!(faults.last(), Some(IssueKind::MaxLength { .. }));
        if let Some(pattern) = self.pattern.as_ref().filter(|_| !is_too_long) {
            match pattern.check(text, work) {
                Err(kind) if matches!(*kind, IssueKind::Limit { .. }) => return Err(kind),
                outcome => faults.extend(outcome.err().map(|kind| *kind)),
            }
        }
        if let Some(format) = self.format.filter(|format| !(format.matches)(text)) {
            faults.push(IssueKind::Format {
                format: format.name.to_owned(),
            });
        }
        to_checked(faults)
    }
}
