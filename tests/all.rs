//! All tests that can share a crate, one module per subject.

mod annotations;
mod architecture;
mod call_names;
mod closed_objects;
mod derived_schemas;
mod derived_sets;
mod documents;
mod exports_back;
mod exports_gallery;
mod exports_kinds;
mod exports_laws;
mod exports_live;
mod exports_openai;
mod exports_providers;
mod exports_refusals;
mod exports_requests;
mod exports_rich;
mod foreign_attributes;
mod formats;
mod generous_fields;
mod invalid_calls;
mod json_test_suite;
mod kinds;
mod laws;
mod layers;
mod loops;
mod loops_laws;
mod reading_agrees;
mod reading_collections;
mod reading_constraints;
mod reading_containers;
mod reading_conversions;
mod reading_enums;
mod reading_fields;
mod reading_flatten;
mod reading_guards;
mod reading_integers;
mod reading_preprocess;
mod reading_scalars;
mod reading_std;
mod reading_tagged_enums;
#[cfg(feature = "xml")]
mod reading_xml;
mod recorded_calls;
mod repair_core;
mod retry_again;
mod retry_bounds;
mod retry_budget;
mod retry_echo;
mod retry_kinds;
mod retry_texts;
mod rules;
mod rules_page;
mod schema_suite;
mod schemas_drafts;
#[cfg(feature = "full-schema")]
mod schemas_full;
mod schemas_given;
mod schemas_joined;
mod schemas_merged;
mod unions;
mod unions_tried;
#[cfg(not(feature = "xml"))]
mod without_xml;
#[cfg(feature = "xml")]
mod xml_laws;
