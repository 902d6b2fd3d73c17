//! Regular expressions with bounded work. A schema may come from an untrusted source.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use regex_lite::{Regex, RegexBuilder};

use super::keywords::Keywords;
use super::{Checked, SchemaError};
use crate::issue::{IssueKind, Limit};
use crate::limits::Limits;

/// A regular expression and its source.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    source: String,
    regex: Regex,
    /// Maximum memory in bytes. It is also an upper bound for the steps per byte of input.
    size: usize,
}

/// The remaining pattern work for one call.
#[derive(Debug)]
pub(crate) struct PatternWork {
    left: Cell<usize>,
    most: usize,
    exhausted: Cell<bool>,
}

/// Work limit for matching a key outside a call. Unit: pattern bytes times text bytes.
const MAX_LOOKED_UP: usize = 10_000_000;

/// The work that every call may take, unless the caller sets a limit.
const LEAST_WORK: usize = 4_000_000_000;

/// How many times each pattern may be matched against the whole text, unless the caller sets a
/// limit. A valid text needs a few of these: the reader looks up a key more than once.
const MAX_PASSES: usize = 8;

impl PatternWork {
    /// Creates the limit for a text of this many bytes, and patterns of this total size. It grows
    /// with both, because a valid call must never exceed it.
    pub(crate) fn of(limits: Limits, bytes: usize, size: usize) -> Self {
        let once = bytes.saturating_mul(size);
        let enough = once.saturating_mul(MAX_PASSES).max(LEAST_WORK);
        Self::at_most(limits.max_pattern_work().unwrap_or(enough))
    }

    /// Creates the limit for the values of a schema.
    pub(crate) fn of_schema(limits: Limits) -> Self {
        Self::of(limits, 0, 0)
    }

    /// Creates the limit for rules that ask about a key. Beyond the limit, a key counts as no
    /// match.
    pub(crate) fn of_a_question() -> Self {
        Self::at_most(MAX_LOOKED_UP)
    }

    fn at_most(most: usize) -> Self {
        Self {
            left: Cell::new(most),
            most,
            exhausted: Cell::new(false),
        }
    }

    /// Returns an issue if some text was too long to check. Then the validity of the values is
    /// unknown, even if the check found other issues.
    pub(crate) fn check_exhausted(&self) -> Checked {
        if !self.exhausted.get() {
            return Ok(());
        }
        Err(Box::new(IssueKind::Limit {
            limit: Limit::PatternWork,
            maximum: self.most,
        }))
    }

    fn spend(&self, work: usize) -> Checked {
        if let Some(left) = self.left.get().checked_sub(work) {
            self.left.set(left);
            return Ok(());
        }
        self.exhausted.set(true);
        self.check_exhausted()
    }
}

impl Pattern {
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Returns whether the text matches. Returns an issue if the match would exceed the work limit.
    pub(crate) fn matches(&self, text: &str, work: &PatternWork) -> Result<bool, Box<IssueKind>> {
        work.spend(self.size.saturating_mul(text.len()))?;
        Ok(self.regex.is_match(text))
    }

    #[cfg(feature = "full-schema")]
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn check(&self, text: &str, work: &PatternWork) -> Checked {
        if self.matches(text, work)? {
            return Ok(());
        }
        Err(Box::new(IssueKind::Pattern {
            pattern: self.source.clone(),
        }))
    }
}

/// The patterns of a schema during compilation. Each is compiled once, and their total size is
/// limited.
#[derive(Debug)]
pub(super) struct Patterns {
    compiled: RefCell<Vec<Pattern>>,
    /// The numbers of the compiled patterns, by their text.
    known: RefCell<HashMap<String, usize>>,
    left: Cell<usize>,
    most: usize,
    /// The work limit for checking the members of an `enum` against patterns.
    pub(super) work: PatternWork,
}

/// The first size limit to try when a pattern is compiled. Most patterns fit.
const FIRST_SIZE: usize = 1024;

impl Patterns {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            compiled: RefCell::default(),
            known: RefCell::default(),
            left: Cell::new(limits.max_pattern_size()),
            most: limits.max_pattern_size(),
            work: PatternWork::of_schema(limits),
        }
    }

    /// Returns the total size of the compiled patterns.
    pub(super) fn size(&self) -> usize {
        self.most - self.left.get()
    }

    /// Compiles the pattern of a keyword.
    pub(super) fn compile(
        &self,
        source: &str,
        keyword: &str,
        at: Keywords<'_>,
    ) -> Result<Pattern, SchemaError> {
        if let Some(number) = self.known.borrow().get(source) {
            return Ok(self.compiled.borrow()[*number].clone());
        }
        let Some((regex, size)) = self.compile_sized(source, keyword, at)? else {
            let reason = format!(
                "the patterns of the schema take more than {} bytes once compiled; write smaller \
                 repetitions, say `maxLength` instead, or raise `Limits::pattern_size`",
                self.most
            );
            return Err(at.error(keyword, reason));
        };
        self.left.set(self.left.get().saturating_sub(size));
        let pattern = Pattern {
            source: source.to_owned(),
            regex,
            size,
        };
        let mut compiled = self.compiled.borrow_mut();
        let mut known = self.known.borrow_mut();
        known.insert(source.to_owned(), compiled.len());
        compiled.push(pattern.clone());
        Ok(pattern)
    }

    /// Returns the compiled pattern and an upper bound of its size. Returns `None` if the pattern
    /// exceeds the remaining size.
    fn compile_sized(
        &self,
        source: &str,
        keyword: &str,
        at: Keywords<'_>,
    ) -> Result<Option<(Regex, usize)>, SchemaError> {
        let most = self.left.get();
        let mut size = FIRST_SIZE.min(most);
        loop {
            let error = match RegexBuilder::new(source).size_limit(size).build() {
                Ok(regex) => return Ok(Some((regex, size))),
                Err(error) => error.to_string(),
            };
            if error != describe_too_large() {
                return Err(at.gap(keyword, describe_error(source, &error)));
            }
            if size == most {
                return Ok(None);
            }
            size = size.saturating_mul(2).min(most);
        }
    }
}

fn describe_error(source: &str, error: &str) -> String {
    // The regex crate does not support look-around, backreferences or some Unicode classes.
    let advice = if error.contains("not supported") {
        "; remove it, or switch on the feature `full-schema`"
    } else {
        "; correct it, or leave it out"
    };
    format!("`{source}` cannot be compiled: {error}{advice}")
}

/// Returns the error text for a pattern that exceeds its size limit.
fn describe_too_large() -> String {
    match RegexBuilder::new("a").size_limit(0).build() {
        Err(error) => error.to_string(),
        Ok(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::{Keywords, Pattern, PatternWork, Patterns};
    use crate::issue::{IssueKind, Limit};
    use crate::limits::Limits;

    fn compile(patterns: &Patterns, source: &str) -> Result<Pattern, String> {
        let map = Map::new();
        let at = Keywords {
            map: &map,
            path: "",
        };
        let pattern = patterns.compile(source, "pattern", at);
        pattern.map_err(|error| error.reason().to_owned())
    }

    #[test]
    fn knows_the_size_within_a_factor_of_two() {
        let patterns = Patterns::new(Limits::default());
        let mut sizes = Vec::new();
        for source in ["^a$", "x{100}", "x{200}", "x{400}", "x{4000}"] {
            sizes.push(compile(&patterns, source).expect("it compiles").size);
        }
        assert_eq!(sizes, [1024, 4096, 8192, 16_384, 131_072]);
    }

    #[test]
    fn counts_each_pattern_once_and_all_together() {
        let patterns = Patterns::new(Limits::default().pattern_size(10_000));
        for _ in 0..100 {
            compile(&patterns, "x{100}").expect("it is known");
        }
        let error = compile(&patterns, "y{200}").expect_err("more than is left");
        assert!(error.contains("more than 10000 bytes"), "{error}");
        assert!(error.contains("Limits::pattern_size"), "{error}");
        compile(&patterns, "y{100}").expect("there is room for it");
    }

    #[test]
    fn refuses_what_repeats_repetitions() {
        let patterns = Patterns::new(Limits::default());
        for source in [
            "(x{0,200}){0,200}y",
            "((x{99}){99}){99}",
            "(((){999}){999}){999}",
        ] {
            let error = compile(&patterns, source).expect_err("it is too large");
            assert!(error.contains("once compiled"), "{error}");
        }
        let error = compile(&patterns, "(?=a)").expect_err("it is not known");
        assert!(error.contains("look-around"), "{error}");
    }

    #[test]
    fn spends_the_work_of_a_call() {
        let patterns = Patterns::new(Limits::default());
        let pattern = compile(&patterns, "^x+$").expect("it compiles");
        let work = PatternWork::of_schema(Limits::default().pattern_work(10_000));
        assert_eq!(pattern.matches("xxxx", &work), Ok(true));
        assert_eq!(pattern.matches("xxxy", &work), Ok(false));
        let issue = pattern.matches("xxxx", &work).expect_err("too much work");
        let (limit, maximum) = (Limit::PatternWork, 10_000);
        assert_eq!(*issue, IssueKind::Limit { limit, maximum });
    }
}
