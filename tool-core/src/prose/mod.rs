//! Words of prose around a call that deny it, quote it or ask about it. The readers of arguments and
//! of texts share them.

mod about;
mod against;
mod announcement;
mod harmless;
mod heading;
mod label;
mod list;
mod own_label;
mod sentence;
mod shown;
mod shown_below;
mod signs;
mod subject;
mod unreal;
mod words;

pub(crate) use against::{denies, rules_out_call, takes_back};
pub(crate) use announcement::{announces_arguments, has_speaker};
pub(crate) use harmless::is_harmless_behind;
pub(crate) use heading::rules_out_below;
pub(crate) use sentence::words_of;
pub(crate) use signs::{is_comment, is_fault_sign, is_in_log};
pub(crate) use subject::{has_subject_above, is_of_other_speaker};
pub(crate) use unreal::is_setting;
pub(crate) use words::is_label_of_other;
