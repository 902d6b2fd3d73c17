//! What holds with the feature `full-schema`, which checks whole schemas. It is a target of its own,
//! so that the other tests are not built a second time.

mod laws;
mod schema_suite;
mod schemas_drafts;
mod schemas_full;
