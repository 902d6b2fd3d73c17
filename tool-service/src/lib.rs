//! One way to run every kind of tool.
