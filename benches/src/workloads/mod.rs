//! Calls, and the two ways to read them.

mod texts;
mod types;

use std::cell::OnceCell;
use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tool_core::call::{Api, calls_in_response};
use tool_core::{Args, Tool};

use texts::{
    adjacent, candidate, chat, chat_line, code, converse, escaped, external, flattened, floats,
    integers, internal_first, internal_last, large, large_with_comma, large_with_key,
    large_with_quotes, long_floats, maps, message, message_of_values, nested,
    nested_in_other_order, nested_to_coerce, open, optional, part, part_to_coerce, quoted_once,
    raw_unicode, response, size, size_to_coerce, small_with_comma, small_with_fence,
    small_with_key, string, untagged,
};
pub(crate) use texts::{edit, small};
use types::{
    Adjacent, External, Flattened, Internal, Maps, Open, Optional, Points, Resize, Samples,
    Untagged,
};
pub(crate) use types::{EditFile, EditPart, MakePlan, Search};

/// The two ways to read, the bare one first.
pub(crate) const METHODS: [&str; 2] = ["from_str", "parse"];

/// A call, and the two ways to read it.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    /// The text as a model sends it.
    pub(crate) text: fn() -> String,
    /// The same call in a form that the bare way accepts.
    pub(crate) well_formed: fn() -> String,
    pub(crate) bare: fn(&str),
    pub(crate) parse: fn(&str),
    pub(crate) group: Group,
    /// Maximum cost, in hundredths of the cost of the bare way.
    pub(crate) most: u64,
}

/// Workloads whose mean has a bound too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Structs, tags, external enums, numbers and strings.
    Plain,
    Other,
}

/// Maximum average cost of the workloads of [`Group::Plain`], in hundredths. It
/// prevents a later increase of the reached average.
pub(crate) const MOST_ON_AVERAGE: f64 = 102.0;

macro_rules! response {
    ($name:literal, $body:ident, $api:ident, $most:literal) => {
        Workload {
            bare: value,
            parse: |body| calls(Api::$api, body),
            ..Workload::of::<EditFile>($name, $body, $body, $most)
        }
    };
}

/// Each bound is a little above the figure that was reached: the compiler splits functions
/// differently after a change elsewhere, which moves a figure by three hundredths.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload::plain::<Search>("small", small, 107),
    Workload::plain::<EditFile>("edit", edit, 103),
    Workload::plain::<EditFile>("code with escapes", code, 95),
    Workload::plain::<MakePlan>("nested", nested, 100),
    Workload::plain::<MakePlan>("nested, other order", nested_in_other_order, 126),
    Workload::plain::<Internal>("internal tag first", internal_first, 113),
    Workload::plain::<Internal>("internal tag last", internal_last, 117),
    Workload::plain::<External>("external enums", external, 117),
    Workload::plain::<Adjacent>("adjacent tags", adjacent, 117),
    Workload::plain::<Points>("integers", integers, 83),
    Workload::plain::<Samples>("short floats", floats, 95),
    Workload::plain::<MakePlan>("large", large, 99),
    Workload::plain::<Optional>("optional", optional, 118),
    Workload::plain::<EditFile>("string", string, 93),
    Workload::plain::<EditFile>("raw UTF-8", raw_unicode, 77),
    Workload::plain::<EditFile>("\\uXXXX", escaped, 99),
    Workload::of::<Flattened>("flattened", flattened, flattened, 165),
    Workload::of::<Untagged>("untagged", untagged, untagged, 73),
    Workload::of::<Maps>("maps", maps, maps, 125),
    Workload::of::<Open>("open objects", open, open, 152),
    Workload::of::<Samples>("17 digits", long_floats, long_floats, LONG_FLOATS),
    Workload::of::<Search>("small, 1 coercion", quoted_once, small, 940),
    Workload::of::<EditPart>("edit, 3 coercions", part_to_coerce, part, 720),
    Workload::of::<Resize>("small, 3 coercions", size_to_coerce, size, 1370),
    Workload::of::<MakePlan>("nested, 3 coercions", nested_to_coerce, nested, 350),
    Workload::of::<Search>("small, key style", small_with_key, small, 1140),
    Workload::of::<Search>("small, comma", small_with_comma, small, 1520),
    Workload::of::<Search>("small, fence", small_with_fence, small, 3170),
    Workload::of::<MakePlan>("large, 1 coercion", large_with_quotes, large, 380),
    Workload::of::<MakePlan>("large, key style", large_with_key, large, 408),
    Workload::of::<MakePlan>("large, comma", large_with_comma, large, 437),
    Workload::args::<Search>("small, Args", small, 189),
    Workload::args::<MakePlan>("large, Args", large, 145),
    Workload::args::<Points>("integers, Args", integers, 140),
    Workload::args_of_value::<Search>("small, Args of Value", small, 915),
    Workload::args_of_value::<MakePlan>("large, Args of Value", large, 345),
    Workload::args_of_value::<Points>("integers, Args of Value", integers, 2120),
    Workload::dynamic::<MakePlan>("large, dynamic", large, 106),
    Workload::dynamic::<Points>("integers, dynamic", integers, 122),
    response!("calls, OpenAI chat", chat, OpenAiChat, 195),
    response!("calls, Responses", response, OpenAiResponses, 200),
    response!("calls, Anthropic", message, Anthropic, 102),
    response!("calls, Gemini", candidate, Gemini, 95),
    response!("calls, Bedrock", converse, Bedrock, 94),
    response!("calls, Ollama", chat_line, Ollama, 103),
    response!("calls, many values", message_of_values, Anthropic, 41),
];

/// Default `serde_json` rounds floats of many digits inexactly, at less cost. With the feature
/// `float-roundtrip` of this package it rounds exactly.
const LONG_FLOATS: u64 = 170;

impl Workload {
    const fn plain<T: Tool>(name: &'static str, text: fn() -> String, most: u64) -> Self {
        Self {
            group: Group::Plain,
            ..Self::of::<T>(name, text, text, most)
        }
    }

    const fn args<T: Tool>(name: &'static str, text: fn() -> String, most: u64) -> Self {
        Self {
            parse: bare::<Args<T>>,
            ..Self::of::<T>(name, text, text, most)
        }
    }

    const fn args_of_value<T: Tool>(name: &'static str, text: fn() -> String, most: u64) -> Self {
        Self {
            bare: from_value::<T>,
            parse: from_value::<Args<T>>,
            ..Self::of::<T>(name, text, text, most)
        }
    }

    const fn dynamic<T: Tool>(name: &'static str, text: fn() -> String, most: u64) -> Self {
        Self {
            bare: value,
            parse: dynamic::<T>,
            ..Self::of::<T>(name, text, text, most)
        }
    }

    const fn of<T: Tool>(
        name: &'static str,
        text: fn() -> String,
        well_formed: fn() -> String,
        most: u64,
    ) -> Self {
        Self {
            name,
            text,
            well_formed,
            bare: bare::<T>,
            parse: parse::<T>,
            group: Group::Other,
            most,
        }
    }
}

fn bare<T: DeserializeOwned>(text: &str) {
    let value = serde_json::from_str::<T>(black_box(text));
    assert!(black_box(value).is_ok(), "the call is well-formed");
}

fn parse<T: Tool>(text: &str) {
    let value = T::parse(black_box(text));
    assert!(black_box(value).is_ok(), "the call is well-formed");
}

/// Reads a [`Value`] that is in memory.
fn from_value<T: DeserializeOwned>(text: &str) {
    thread_local! {
        static AT_HAND: OnceCell<Value> = const { OnceCell::new() };
    }
    AT_HAND.with(|at_hand| {
        let value = at_hand.get_or_init(|| text.parse().unwrap_or_default());
        let value = T::deserialize(black_box(value));
        assert!(black_box(value).is_ok(), "the call is well-formed");
    });
}

fn value(text: &str) {
    bare::<Value>(text);
}

fn dynamic<T: Tool>(text: &str) {
    let value = T::definition().parse(black_box(text));
    assert!(black_box(value).is_ok(), "the call is well-formed");
}

fn calls(api: Api, text: &str) {
    let found = calls_in_response(api, black_box(text));
    let found = black_box(found).map(|found| found.calls.len());
    assert_eq!(found.ok(), Some(1), "there is a call");
}
