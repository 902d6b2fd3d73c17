//! The runs of steps that all strict modes with JSON Schema's `anyOf` have in common.

use crate::provider::pass;
use crate::provider::view::{Outcome, View};

/// Takes out what no strict mode knows of further schemas, and makes the forms of the
/// arguments one object.
pub(in crate::provider) fn join_all_forms(view: &mut View<'_>) -> Outcome {
    without_logic(view)?;
    pass::join_closed_root_forms(view)
}

/// The same where each property is required.
pub(in crate::provider) fn join_all_required_forms(view: &mut View<'_>) -> Outcome {
    without_logic(view)?;
    pass::join_required_root_forms(view)
}

fn without_logic(view: &mut View<'_>) -> Outcome {
    pass::describe_logic(view)?;
    pass::refuse_nested_members(view)?;
    pass::merge_all_of(view)
}

/// Gives each schema one type that is said, with only the keywords of that type, and
/// shows maps as entries.
pub(in crate::provider) fn one_form_for_each_value(view: &mut View<'_>) -> Outcome {
    pass::distribute_unions(view)?;
    pass::refuse_undeclared(view)?;
    pass::infer_types(view)?;
    pass::split_types(view)?;
    pass::items_of_tuples(view)?;
    pass::items_of_arrays(view)?;
    // What was made since has to say its types as well.
    pass::infer_types(view)?;
    pass::drop_beside_types(view)?;
    pass::maps_to_entries(view)
}
