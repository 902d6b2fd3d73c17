use crate::issue::{Path, Segment};

/// The path of the place being read, linked on the stack: it costs nothing
/// until something is reported there.
#[derive(Clone, Copy)]
pub(crate) enum Chain<'c> {
    Root,
    Key { parent: &'c Chain<'c>, key: &'c str },
    Index { parent: &'c Chain<'c>, index: usize },
}

impl<'c> Chain<'c> {
    pub(crate) fn key(&'c self, key: &'c str) -> Self {
        Self::Key { parent: self, key }
    }

    pub(crate) fn index(&'c self, index: usize) -> Self {
        Self::Index {
            parent: self,
            index,
        }
    }

    /// How many segments the path has.
    pub(crate) fn depth(self) -> usize {
        let (mut depth, mut here) = (0, self);
        while let Self::Key { parent, .. } | Self::Index { parent, .. } = here {
            depth += 1;
            here = *parent;
        }
        depth
    }

    pub(crate) fn to_path(self) -> Path {
        let mut segments = Vec::with_capacity(self.depth());
        let mut here = self;
        loop {
            here = match here {
                Self::Root => break,
                Self::Key { parent, key } => {
                    segments.push(Segment::from(key));
                    *parent
                }
                Self::Index { parent, index } => {
                    segments.push(Segment::from(index));
                    *parent
                }
            };
        }
        segments.reverse();
        Path::from_segments(segments)
    }
}
