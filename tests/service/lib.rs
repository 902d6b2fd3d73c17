//! What the tests of `tool-service` share.
