//! The JSON Schema of a type and the hints in it.

mod apart;
#[cfg(feature = "answers")]
mod arguments;
mod by_type;
mod carried;
mod close;
mod constraints;
mod flattened;
mod foreign;
mod forms;
mod free_text;
mod hints;
mod join;
mod keys;
pub(crate) mod keyword;
mod lookup;
mod malformed;
mod merge;
#[cfg(feature = "answers")]
mod nested;
mod number_format;
mod place;
mod reference;
pub(crate) mod render;
mod root;
mod same_name;
mod suspect;
mod traits;
#[cfg(feature = "answers")]
mod types;
mod units;
pub(crate) mod walk;

pub use apart::{Apart, close_taking, takes};
#[cfg(feature = "answers")]
pub(crate) use arguments::{ArgumentTypes, COLON, COMMA, write_key};
pub(crate) use by_type::ByType;
pub(crate) use carried::{carry_hints, has_hints};
pub use close::{
    OptionalContent, StructTag, close, close_content, close_newtype, fold_unit_variants,
    unit_variant,
};
pub use constraints::Constraints;
pub(crate) use constraints::apply_constraints;
pub use flattened::Flattened;
pub(crate) use flattened::collect_required_by_types;
pub(crate) use foreign::find_foreign_objects;
pub use foreign::own;
pub use forms::{Form, Forms};
pub(crate) use forms::{additional_name, form_name};
pub(crate) use free_text::find_free_texts;
pub use free_text::{name_others, other_variant};
pub(crate) use hints::{
    ALIASES, FORM, GENEROUS, JSON_STRING, MAP, Met, OTHER, PREPROCESS, REFUSED, Variants,
    XML_STRING, strip_hints, with_hints,
};
pub use hints::{Aliases, Generous, Preprocess, has_checks, json_string, xml_string};
pub(crate) use join::join_references;
pub(crate) use lookup::{Lookup, OrderedMapExt};
pub use malformed::SchemaRepair;
#[cfg(feature = "providers")]
pub(crate) use malformed::is_well_formed;
pub(crate) use malformed::{find_malformed, path_of_output, remove_malformed, repair_malformed};
pub(crate) use merge::{MergedValue, merge_values};
#[cfg(feature = "answers")]
pub(crate) use nested::{SchemaForms, Schemas};
pub(crate) use number_format::NumberFormat;
pub use place::{FindPlace, HasNoPlace, HasPlace, Place, Placed};
#[cfg(feature = "providers")]
pub(crate) use reference::find_referred;
pub(crate) use reference::{References, find_target, unescape};
pub(crate) use root::Root;
pub use same_name::Names;
pub(crate) use suspect::find_suspects;
pub(crate) use traits::ObjectTraits;
#[cfg(feature = "providers")]
pub(crate) use traits::are_disjoint;
pub use units::write_units_of;

/// Returns the name of a type without module paths.
pub(crate) fn shorten_name(name: &str) -> String {
    let parts = name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    parts
        .map(|part| part.rsplit("::").next().unwrap_or(part))
        .collect()
}

#[cfg(test)]
mod tests;
