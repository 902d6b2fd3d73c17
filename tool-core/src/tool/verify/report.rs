use std::fmt;

/// The findings of a verification. `Debug` equals `Display`, so `unwrap` in a test prints a
/// list.
///
/// ```
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let report = Wait::verify().unwrap();
/// assert!(report.warnings().is_empty());
/// ```
#[derive(Clone, Default)]
pub struct Report {
    problems: Vec<Finding>,
    warnings: Vec<Finding>,
    notes: Vec<Finding>,
}

/// One finding of a verification.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use tool_core::Tool;
///
/// #[derive(Debug, Deserialize, JsonSchema)]
/// struct Place {
///     city: String,
/// }
///
/// /// The weather of a place.
/// #[derive(Debug, Tool)]
/// struct Weather {
///     place: Place,
/// }
///
/// let report = Weather::verify().unwrap();
/// let warning = &report.warnings()[0];
/// assert_eq!((warning.tool.as_str(), warning.path.as_str()), ("weather", "/$defs/Place"));
/// assert!(report.deny_warnings().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The name of the tool.
    pub tool: String,
    /// A JSON Pointer into the schema, or the path of an argument. Empty for the tool as a
    /// whole.
    pub path: String,
    /// The problem, and how to fix it.
    pub message: String,
}

impl Report {
    /// Returns the findings that prevent calls from being read.
    #[must_use]
    pub fn problems(&self) -> &[Finding] {
        &self.problems
    }

    /// Returns the findings that are probably mistakes.
    #[must_use]
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }

    /// Returns the parts that were not verified, with reasons.
    #[must_use]
    pub fn notes(&self) -> &[Finding] {
        &self.notes
    }

    /// Turns a report with warnings into an error.
    ///
    /// # Errors
    ///
    /// Returns the report if there is a warning or a problem.
    pub fn deny_warnings(self) -> Result<Self, Self> {
        if self.warnings.is_empty() {
            self.into_result()
        } else {
            Err(self)
        }
    }

    pub(crate) fn into_result(self) -> Result<Self, Self> {
        if self.problems.is_empty() {
            Ok(self)
        } else {
            Err(self)
        }
    }

    /// Adds the findings of another report.
    #[cfg(feature = "answers")]
    pub(crate) fn join(&mut self, other: Self) {
        self.problems.extend(other.problems);
        self.warnings.extend(other.warnings);
        self.notes.extend(other.notes);
    }

    pub(crate) fn add_problem(&mut self, tool: &str, path: &str, message: String) {
        push(&mut self.problems, tool, path, message);
    }

    pub(super) fn add_warning(&mut self, tool: &str, path: &str, message: String) {
        push(&mut self.warnings, tool, path, message);
    }

    pub(super) fn note(&mut self, tool: &str, path: &str, message: String) {
        push(&mut self.notes, tool, path, message);
    }
}

/// Different instances have most values in common, and so most faults.
fn push(findings: &mut Vec<Finding>, tool: &str, path: &str, message: String) {
    let finding = Finding {
        tool: tool.to_owned(),
        path: path.to_owned(),
        message,
    };
    if !findings.contains(&finding) {
        findings.push(finding);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [
            ("problem", &self.problems),
            ("warning", &self.warnings),
            ("note", &self.notes),
        ];
        let mut separator = "";
        for (kind, findings) in lists {
            for finding in findings {
                write!(f, "{separator}{kind}: {finding}")?;
                separator = "\n";
            }
        }
        if separator.is_empty() {
            f.write_str("nothing was found")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Report {}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "`{}`: {}", self.tool, self.message),
            path => write!(f, "`{}` at `{path}`: {}", self.tool, self.message),
        }
    }
}
