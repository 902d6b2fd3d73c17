//! The steps that bend a schema to what a provider takes, one a file, all of one
//! form: a function on the view, which records what is lost and refuses what the
//! provider's form cannot hold.

mod all_of;
mod arrays;
mod close;
mod describe;
mod distribute;
mod draft7;
mod inline;
mod limits;
mod maps;
mod merge;
mod noise;
mod nullable;
mod one_of;
mod prepare;
mod references;
mod require_all;
mod root_forms;
mod types;
mod unused;
mod wrap_references;

pub(super) use all_of::merge_all_of;
pub(super) use arrays::{items_of_arrays, items_of_tuples, list_tuples};
pub(super) use close::{close_objects, properties_of_objects};
pub(super) use describe::{describe, describe_formats, describe_logic, describe_patterns};
pub(super) use distribute::distribute_unions;
pub(super) use inline::inline_single_uses;
pub(super) use limits::{Size, at_most, measure};
pub(super) use maps::maps_to_entries;
pub(super) use one_of::one_of_to_any_of;
pub(super) use prepare::prepare;
pub(super) use require_all::require_all;
pub(super) use root_forms::join_root_forms;
pub(super) use types::{infer_types, split_types};
pub(super) use unused::drop_unused;
pub(super) use wrap_references::wrap_references;

use super::view::{Outcome, View};

/// One step.
pub(super) type Pass = fn(&mut View<'_>) -> Outcome;
