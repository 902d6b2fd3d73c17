use std::ops::Range;

use crate::issue::{Issue, IssueKind, Limit, Path, PathStack, Repair, Rule};
use crate::limits::Limits;
use crate::tree::Tree;

/// Collects findings while a tree is built, and enforces limits.
///
/// The tolerant reader and every serde `Deserializer` fill a context. Both therefore report in the
/// same way. The strict parser needs none: it stops at the first error, and the tolerant reader
/// then reads the text again.
pub(crate) struct ParseContext {
    pub(crate) issues: Vec<Issue>,
    pub(crate) repairs: Vec<Repair>,
    /// Number of problems beyond the stored issues.
    pub(crate) omitted: usize,
    /// Text around the arguments.
    pub(crate) around: Around,
    /// `true` after the source has begun an array or an object.
    pub(crate) entered: bool,
    /// `true` if duplicate keys with equal values are repaired.
    repairs_duplicates: bool,
    limits: Limits,
    max_depth: usize,
    nodes_left: usize,
}

/// Text around arguments that were extracted from other text.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// The word before a colon: a label, or the name of a property.
    pub(crate) label: Option<String>,
    /// The name before a mark that separates it from the arguments.
    pub(crate) callee: Option<String>,
    /// Names with a value outside the arguments that the arguments lack.
    pub(crate) names: Vec<String>,
    /// The arguments with their brackets, in bytes of the text. Empty if they are the whole text.
    pub(crate) span: Range<usize>,
}

impl ParseContext {
    pub(crate) fn new(limits: &Limits, repairs_duplicates: bool) -> Self {
        Self {
            issues: Vec::new(),
            repairs: Vec::new(),
            omitted: 0,
            around: Around::default(),
            entered: false,
            repairs_duplicates,
            limits: *limits,
            max_depth: limits.max_depth(),
            nodes_left: limits.max_nodes(),
        }
    }

    /// Creates a context without limits, for data that is already in memory.
    pub(crate) fn unlimited() -> Self {
        Self {
            max_depth: usize::MAX,
            nodes_left: usize::MAX,
            ..Self::new(&Limits::default().bytes(usize::MAX), false)
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    #[inline]
    pub(crate) fn max_depth(&self) -> usize {
        self.max_depth
    }

    pub(crate) fn nodes_left(&self) -> usize {
        self.nodes_left
    }

    #[inline]
    pub(crate) fn takes_node(&mut self) -> bool {
        match self.nodes_left.checked_sub(1) {
            Some(left) => {
                self.nodes_left = left;
                true
            }
            None => false,
        }
    }

    #[cold]
    pub(crate) fn stop(&mut self, path: Path, kind: IssueKind) {
        self.issues.push(Issue::new(path, kind, None));
    }

    #[cold]
    pub(crate) fn stop_at_limit(&mut self, path: Path, limit: Limit) {
        let maximum = self.limits.maximum(limit);
        self.stop(path, IssueKind::Limit { limit, maximum });
    }

    /// Records that the object at `chain` contains `key` again.
    ///
    /// The number of stored repairs has the same limit as issues. Beyond it, the values are not
    /// compared, which keeps a text full of duplicates linear.
    #[cold]
    pub(crate) fn report_duplicate(
        &mut self,
        chain: &PathStack<'_>,
        key: &str,
        first: &Tree<'_>,
        second: &Tree<'_>,
    ) {
        let most = self.limits.max_issues().max(1);
        if self.issues.len() >= most {
            self.omitted = self.omitted.saturating_add(1);
            return;
        }
        let path = chain.key(key).to_path();
        if self.repairs_duplicates && self.repairs.len() < most && first.is_same(second) {
            self.repairs.push(Repair {
                path,
                rule: Rule::DuplicateKey,
                before: second.to_value(),
                after: None,
            });
        } else {
            let received = Some(second.received());
            self.issues
                .push(Issue::new(path, IssueKind::DuplicateKey, received));
        }
    }
}
