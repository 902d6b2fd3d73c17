//! Tests of the feature `full-schema`, which checks whole schemas. They are a separate target.
//! Otherwise all tests would be built twice.

mod laws;
mod schema_suite;
mod schemas_drafts;
mod schemas_full;
