//! How far a branch of a union is from a value. Measures nothing itself.

/// The distance of a branch from the value. The nearest branch is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(super) struct Distance {
    pub(super) fails: bool,
    /// `true` if the branch fails and accepts no value of this type.
    pub(super) is_of_another_type: bool,
    /// `true` if a property differs from the constant of the branch. Such constants distinguish
    /// branches.
    pub(super) misses_constant: bool,
    pub(super) issues: usize,
    /// Number of ignored keys that another branch declares in another style. That branch loses no
    /// argument.
    pub(super) misspelt: usize,
    /// Number of values other than null that were dropped because they belong to another form.
    pub(super) fillers: usize,
    pub(super) repairs: usize,
    /// `true` if a rule changed the value, and the rule is not `numeric_text`. The trimmed text of a
    /// number is nearer than the number.
    pub(super) is_not_numeric_text: bool,
    /// Number of dropped keys that contain null and that the branch does not declare. A branch that
    /// declares them, for example as aliases, is nearer.
    pub(super) dropped: usize,
    /// Number of integers that were sent with a fraction of zero. JSON Schema accepts these
    /// unchanged.
    pub(super) number_forms: usize,
}
