use crate::issue::{Issue, IssueKind, Limit, Path, PathStack, Repair, Rule};
use crate::limits::Limits;
use crate::tree::Tree;

/// What is found while a tree is built, and how much more may be taken on.
///
/// The tolerant reader and every serde `Deserializer` fill one, so that they report in the
/// same way. The strict parser needs none: it stops at the first fault, and the tolerant
/// reader then reads the text again.
pub(crate) struct ParseContext {
    pub(crate) issues: Vec<Issue>,
    pub(crate) repairs: Vec<Repair>,
    /// How many problems there are beyond the issues that were kept.
    pub(crate) omitted: usize,
    /// What stands around the arguments in a text.
    pub(crate) around: Around,
    /// Whether the source said that an array or an object begins.
    pub(crate) entered: bool,
    /// Whether a key that stands twice with one value is repaired.
    repairs_duplicates: bool,
    limits: Limits,
    max_depth: usize,
    nodes_left: usize,
}

/// What stands around arguments that were taken out of other text.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// The word before a colon there: a label, or the name of a property.
    pub(crate) label: Option<String>,
    /// The name before a mark there that separates it from the arguments.
    pub(crate) callee: Option<String>,
    /// The names that have a value there or behind the arguments, and none in them.
    pub(crate) names: Vec<String>,
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

    /// For what is in memory already: nothing is too deep and nothing too much.
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

    /// Records that the object at `chain` holds `key` once more.
    ///
    /// No more repairs are kept than issues: beyond, the two values are not
    /// even compared, so that a text full of duplicates stays linear.
    #[cold]
    pub(crate) fn duplicate(
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
        if self.repairs_duplicates && self.repairs.len() < most && first.same(second) {
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
