//! The steps that bend a schema to what a provider takes, one a file, all of one
//! form: a function on the view, which records what is lost and refuses what the
//! provider's form cannot hold.

mod all_of;
mod arrays;
mod bounds;
mod close;
mod constants;
mod declare_required;
mod describe;
mod distribute;
mod draft7;
mod inline;
mod limits;
mod lone_unions;
mod maps;
mod members;
mod merge;
mod names;
mod nested_unions;
mod noise;
mod nullable;
mod one_of;
mod plain;
mod prepare;
mod references;
mod require_all;
mod root_forms;
mod strict;
mod told_apart;
mod types;
mod unused;
mod well_formed;
mod wrap_references;

pub(super) use all_of::merge_all_of;
pub(super) use arrays::{items_of_arrays, items_of_tuples, list_tuples};
pub(super) use bounds::{describe_bounds_over, inclusive_bounds};
pub(super) use close::{close_objects, properties_of_objects};
pub(super) use constants::{const_to_enum, describe_other_members, refuse_nested_members};
pub(super) use declare_required::{declare_required, properties_of_required, refuse_undeclared};
pub(super) use describe::{describe, describe_formats, describe_logic, describe_patterns};
pub(super) use distribute::distribute_unions;
pub(super) use inline::{inline_in_unions, inline_in_words, inline_references, inline_single_uses};
pub(super) use limits::{Size, at_most, measure};
pub(super) use lone_unions::lone_unions;
pub(super) use maps::{describe_key_patterns, describe_maps, leave_free_maps, maps_to_entries};
pub(super) use members::join_members;
pub(super) use names::property_names;
pub(super) use nested_unions::join_nested_unions;
pub(super) use noise::{is_format_of_number, lift_description};
pub(super) use nullable::{drop_optional_null, flatten_union_of_one};
pub(super) use one_of::one_of_to_any_of;
pub(super) use plain::{drop_empty_defaults, leave_to_reader};
pub(super) use prepare::prepare;
pub(super) use references::{refuse_needed_recursion, refuse_recursion};
pub(super) use require_all::require_all;
pub(super) use root_forms::{join_closed_root_forms, join_required_root_forms, join_root_forms};
pub(super) use strict::{join_all_forms, join_all_required_forms, one_form_for_each_value};
pub(super) use types::{
    drop_beside_types, infer_type_of_members, infer_types, split_all_types, split_types,
    split_types_of_maps,
};
pub(super) use unused::drop_unused;
pub(super) use wrap_references::wrap_references;

use super::view::{Outcome, View};

/// One step.
pub(super) type Pass = fn(&mut View<'_>) -> Outcome;
