use crate::issue::Segment;

/// The level of detail of a shape.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Objects below this level are shown only if they contain an issue.
    pub(crate) levels: usize,
    /// `true` if optional properties without an issue are shown.
    pub(crate) optional: bool,
}

/// The surroundings of a shape.
#[derive(Default)]
pub(crate) struct Surroundings<'e> {
    /// The rest of the path to each issue inside the shape.
    pub(crate) faults: Vec<&'e [Segment]>,
    /// The number of objects around it.
    pub(super) level: usize,
}

impl Surroundings<'_> {
    /// Steps into a property or an item.
    pub(super) fn enter(&self, level: usize, is_step: impl Fn(&Segment) -> bool) -> Self {
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
