//! The tests of `tool-service`, one file per subject.
