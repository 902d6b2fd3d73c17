use crate::issue::Segment;

/// How much of a shape is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Objects below this many others are shown only if they hold an issue.
    pub(crate) levels: usize,
    /// Whether to show optional properties without an issue.
    pub(crate) optional: bool,
}

/// What surrounds a shape.
#[derive(Default)]
pub(crate) struct Surroundings<'e> {
    /// The rest of the path to each issue inside of the shape.
    pub(crate) faults: Vec<&'e [Segment]>,
    /// The number of objects around it.
    pub(super) level: usize,
}

impl Surroundings<'_> {
    /// Steps into a property or an item.
    pub(super) fn inside(&self, level: usize, is_step: impl Fn(&Segment) -> bool) -> Self {
        let faults = self.faults.iter().filter_map(|fault| fault.split_first());
        let inside = faults
            .filter(|(step, _)| is_step(step))
            .map(|(_, rest)| rest);
        Self {
            faults: inside.collect(),
            level,
        }
    }
}
