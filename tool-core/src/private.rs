//! Items for the code that the derive writes, and for `tool-service`. Not part of the public API.

#[cfg(feature = "answers")]
pub use crate::call::set::{Member, SetSlot, assert_own_name, read_as};
pub use crate::issue::Segment;
pub use crate::limits::TOOL_NAME;
pub use crate::read::{
    Beside, flatten, leave_others, read_form, read_tagged, reads_trees, take_others,
};
pub use crate::schema::{
    Aliases, Apart, Constraints, FindPlace, Flattened, Form, Forms, Generous, HasNoPlace, HasPlace,
    Names, OptionalContent, Place, Placed, Preprocess, StructTag, close, close_content,
    close_newtype, close_taking, fold_unit_variants, has_checks, json_string, name_others,
    other_variant, own, takes, unit_variant, write_units_of, xml_string,
};
pub use crate::tool::{
    Annotations, Leniency, NoSchema, OwnDeserialize, OwnSchema, Returns, SchemaOf, Slot, Spec,
    ToolArg, check, check_converted, check_field, checked, is_kept, make_alias, of_any_root,
    output_schema_of, reread, schema_of,
};
#[cfg(feature = "derive")]
pub use tool_derive::__erase as erase;
pub use {core, schemars, serde, std};
