//! Words of prose around a call that deny it, quote it or ask about it. The readers of arguments and
//! of texts share them.

mod announcement;
mod denial;
mod harmless;
mod heading;
mod label;
mod own_label;
mod sentence;
mod shown;
mod shown_below;
mod signs;
mod subject;
mod unreal;
mod withdrawal;
mod words;

pub(crate) use announcement::{announces_arguments, has_speaker};
pub(crate) use denial::{denies, refuses, rules_out, rules_out_call};
pub(crate) use harmless::is_harmless_behind;
pub(crate) use heading::rules_out_below;
pub(crate) use sentence::words_of;
pub(crate) use shown_below::{may_show_above, shows_above};
pub(crate) use signs::{is_comment, is_fault_sign, is_in_log};
pub(crate) use subject::{has_subject_above, is_of_other_speaker, may_have_subject_above};
pub(crate) use unreal::is_setting;
pub(crate) use withdrawal::{is_about_call_above, may_withdraw, withdraws};
pub(crate) use words::is_label_of_other;
