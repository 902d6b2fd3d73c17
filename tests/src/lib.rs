//! Shared parts of the tests: outcomes as text, and the expectations on a type. For the property
//! tests: schemas, values that fit them, and values that nearly fit, all from a string of random
//! bytes. A shorter string makes a simpler case: a failing case shrinks.

mod agreement;
mod amazon_frames;
mod constrained;
mod damaged_marks;
mod dressed;
mod entropy;
mod even;
mod exports;
mod faults;
mod gbnf;
mod given;
pub mod laws;
pub mod obedient;
mod outcome;
mod pieces;
mod provider_rules;
mod recordings;
mod schemas;
mod shared;
mod sizes;
mod stop_reasons;
mod streams;
mod targets;
mod turn_check;
mod turns;
mod typed;
mod values;

pub use agreement::{
    accepts_as_serde_and_the_schema, derived_and_given_agree, typed_and_dynamic_agree,
    typed_and_dynamic_agree_again,
};
pub use amazon_frames::write_frame;
pub use constrained::constrained;
pub use damaged_marks::{damage_mark, find_marks, find_other_marks};
pub use dressed::dressed;
pub use entropy::Entropy;
pub use even::Even;
pub use exports::{
    as_json_schema, as_sent, close_open, exported, exported_in_short, is_json_schema,
    lower_case_types, named_with_schema, not_exported, with_losses,
};
pub use faults::{Fault, inject, text_with_faults};
pub use gbnf::Gbnf;
pub use given::{describe_error, parse, refused};
pub use outcome::{describe, read};
pub use pieces::{read_in_pieces, read_only_call, read_text_in_any_pieces, split_into_pieces};
pub use provider_rules::{refusals, violations};
pub use recordings::{Recording, recordings};
pub use schemas::{schema, target_of};
pub use shared::{shared_path, shared_rows, shared_text};
pub use sizes::Sizes;
pub use stop_reasons::stop_reasons;
pub use streams::{SentCall, SentEnd, SentEvent, write_body, write_events};
pub use targets::{SERVER_WITHOUT, target, targets, targets_and_server};
pub use turn_check::{check_answer, check_readable, check_results};
pub use turns::{TEMPLATES, assistant_turn, prompt_of, rendered_tools};
pub use typed::{Typed, typed};
pub use values::{anything, near, valid};
