//! The obedient model: it knows the call that it means, and changes a rejected call only as the
//! retry text says.
//!
//! It reads the text that a model reads, and no data of the error. If the text names no place or no
//! remedy, it sends the call again unchanged. If the text suggests a wrong change, it makes that
//! change. It has the schema of the tool, so an unknown key alone shows it that another name is
//! declared.

mod choices;
mod damage;
mod expectation;
mod follow;
mod names;
mod places;
mod sent;
mod text;
mod tree;

use serde_json::Value;
use tool_core::Definition;
use tool_core::issue::Path;

pub use damage::{MISTAKES, damage};
pub use sent::Sent;
pub use tree::are_equal;

/// Maximum number of answers that the model gets for one call.
const MOST_ANSWERS: usize = 6;

/// The end of an exchange with the obedient model.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The intended call was read.
    Intended,
    /// Another call was read.
    Other(Value),
    /// The model follows the text and sends the same call again, or fails each time.
    Stuck,
}

/// The exchange about one call.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The end.
    pub ending: Ending,
    /// Number of retry texts before the end.
    pub answers: usize,
    /// True if the reader read the first call as it was sent.
    pub is_as_sent: bool,
    /// Each rejected call and its text.
    pub transcript: Vec<(String, String)>,
}

/// Sends a call, and follows each retry text until a call is read.
#[must_use]
pub fn exchange(definition: &Definition, intended: &Value, first: &Sent) -> Exchange {
    let mut sent = first.clone();
    let mut transcript = Vec::new();
    loop {
        let raw = sent.text();
        let answers = transcript.len();
        let error = match definition.reader().read::<Value>(raw.as_str()) {
            Ok(reading) => {
                // `1.0` for an integer is valid in JSON Schema.
                let is_valid = sent.raw.is_none() && are_equal(&reading.value, &sent.value);
                let is_as_sent = reading.is_exact() || is_valid;
                let ignored = reading.ignored.iter().map(|ignored| &ignored.path);
                let ignored: Vec<&Path> = ignored.collect();
                let ending = if is_same_call(&reading.value, intended, &ignored) {
                    Ending::Intended
                } else {
                    Ending::Other(reading.value)
                };
                return Exchange {
                    ending,
                    answers,
                    is_as_sent,
                    transcript,
                };
            }
            Err(error) => error.to_string(),
        };
        let next = follow::follow(&sent, intended, &error);
        transcript.push((raw, error));
        let is_same = next.text() == transcript.last().map_or("", |(raw, _)| raw);
        if is_same || transcript.len() >= MOST_ANSWERS {
            return Exchange {
                ending: Ending::Stuck,
                answers: transcript.len(),
                is_as_sent: false,
                transcript,
            };
        }
        sent = next;
    }
}

/// Returns true if a tool reads the same from two calls: the keys that it ignores do not count.
fn is_same_call(read: &Value, intended: &Value, ignored: &[&Path]) -> bool {
    let (mut read, mut intended) = (read.clone(), intended.clone());
    for path in ignored {
        for call in [&mut read, &mut intended] {
            tree::remove(call, path.segments());
        }
    }
    // Null says that an optional key is absent.
    for call in [&mut read, &mut intended] {
        tree::drop_nulls(call);
    }
    are_equal(&read, &intended)
}
