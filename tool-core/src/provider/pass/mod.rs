//! The passes that adapt a schema to a provider. Each pass is a function on the view. It
//! records losses, and fails for a schema that the provider does not support.

mod arrays;
mod describe;
mod distinguishable;
mod inline;
mod limits;
mod maps;
mod members;
mod merge;
mod nullable;
mod objects;
mod plain;
mod prepare;
mod reader;
mod references;
mod root_forms;
mod types;
mod unions;
mod unroll;
mod without;

pub(super) use arrays::{add_items_to_arrays, list_tuples, make_tuples_uniform};
pub(super) use describe::{
    BOUNDS_AND_PATTERN, describe, describe_bounds_over, describe_defaults_of_references,
    describe_each, describe_formats, describe_logic, describe_patterns, lift_description,
    list_annotations_except, list_limits_except, make_bounds_inclusive,
};
pub(super) use inline::{inline_in_unions, inline_references, inline_single_uses};
pub(super) use limits::{Size, at_most, measure, shorten};
pub(super) use maps::{
    describe_key_patterns, describe_maps, leave_free_maps, map_keyword, maps_to_entries,
};
pub(super) use members::{
    describe_other_members, join_members, refuse_nested_members, turn_const_into_enum,
};
pub(super) use merge::{flatten_union_of_one, merge_all_of};
pub(super) use nullable::{drop_optional_null, require_all};
pub(super) use objects::{
    add_properties_to_objects, check_property_names, close_objects, declare_required,
    declare_required_properties, refuse_undeclared,
};
pub(super) use plain::{drop_empty_defaults, drop_reader_enforced};
pub(super) use prepare::prepare;
pub(super) use references::{
    drop_unused, refuse_needed_recursion, refuse_recursion, wrap_references,
};
pub(super) use root_forms::{join_closed_root_forms, join_required_root_forms, join_root_forms};
pub(super) use types::{
    drop_keywords_of_other_types, infer_type_of_members, infer_types, split_all_types, split_types,
    split_types_of_maps,
};
pub(super) use unions::{
    distribute_unions, isolate_unions, join_nested_unions, turn_one_of_into_any_of,
};
pub(super) use unroll::unroll_recursion;
pub(super) use without::leave_out;

pub(super) use super::view::Pass;
use super::view::{PassResult, View};

/// Describes logical keywords, which no strict mode supports, and merges the forms of the
/// arguments into one object.
pub(super) fn join_all_forms(view: &mut View<'_>) -> PassResult {
    drop_logic(view)?;
    join_closed_root_forms(view)
}

/// Does the same for a provider that requires every property.
pub(super) fn join_all_required_forms(view: &mut View<'_>) -> PassResult {
    drop_logic(view)?;
    join_required_root_forms(view)
}

fn drop_logic(view: &mut View<'_>) -> PassResult {
    describe_logic(view)?;
    refuse_nested_members(view)?;
    merge_all_of(view)
}

/// Gives each schema one type with only its keywords, and replaces maps with entries.
pub(super) fn normalize_types(view: &mut View<'_>) -> PassResult {
    distribute_unions(view)?;
    refuse_undeclared(view)?;
    infer_types(view)?;
    split_types(view)?;
    make_tuples_uniform(view)?;
    add_items_to_arrays(view)?;
    // The new schemas need their types, too.
    infer_types(view)?;
    drop_keywords_of_other_types(view)?;
    maps_to_entries(view)
}
