//! Tools whose types are derived twice: as tools, and by plain serde. Both read random values of
//! the types.

mod leaves;

use std::fmt::{Debug, Write as _};
use std::{env, fs};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tests::{Entropy, near, typed_and_dynamic_agree_again};
use tool_core::Tool;

use leaves::holds;

/// A tool, read in both ways.
pub struct Twin {
    number: usize,
    source: &'static str,
    /// Arguments as JSON, and the `Debug` text of their value.
    values: &'static [(&'static str, &'static str)],
    definition: fn() -> Result<(), String>,
    ours: fn(&str) -> Result<String, String>,
    /// The value, if it needed no repairs.
    unrepaired: fn(&str) -> Option<String>,
    plain: fn(&str) -> Result<String, String>,
    agree: fn(&str) -> Result<(), String>,
}

impl Twin {
    /// Pairs the tool `T` with the type `P` of the same source.
    #[must_use]
    pub const fn new<T: Tool + Debug, P: DeserializeOwned + Debug>(
        number: usize,
        source: &'static str,
        values: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self {
            number,
            source,
            values,
            definition: || match T::try_definition() {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
            ours: |text| match T::parse(text) {
                Ok(value) => Ok(format!("{value:?}")),
                Err(error) => Err(error.to_string()),
            },
            unrepaired: |text| {
                let reading = T::definition().reader().read::<T>(text).ok()?;
                let value = format!("{:?}", reading.value);
                reading.repairs.is_empty().then_some(value)
            },
            plain: |text| match serde_json::from_str::<P>(text) {
                Ok(value) => Ok(format!("{value:?}")),
                Err(error) => Err(error.to_string()),
            },
            agree: typed_and_dynamic_agree_again::<T>,
        }
    }

    /// Reads values that are similar to a value of the tool, with the type and with its schema
    /// alone. Returns the first disagreement.
    fn disagreement(&self, text: &str) -> Option<String> {
        let value: Value = serde_json::from_str(text).ok()?;
        let seed = text
            .bytes()
            .fold(0_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
        (0..NEAR).find_map(|turn| {
            let bytes = choices(seed.wrapping_add(turn));
            let sent = near(&value, &mut Entropy::new(&bytes)).to_string();
            (self.agree)(&sent).err()
        })
    }
}

/// Returns the properties of two values of a tool in one object, starting with the first value. A
/// value of the second for a key of both is left out.
fn mix(first: &str, second: &str) -> Option<String> {
    let mut first: Map<String, Value> = serde_json::from_str(first).ok()?;
    let second: Map<String, Value> = serde_json::from_str(second).ok()?;
    for (key, value) in second {
        first.entry(key).or_insert(value);
    }
    Some(Value::Object(first).to_string())
}

/// Number of similar values that are read for each value.
const NEAR: u64 = 4;

/// Bytes to choose by, of a linear congruential generator.
fn choices(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    };
    (0..200).map(next).collect()
}

/// The counts for the values of many tools.
#[derive(Debug, Default)]
pub struct Counts {
    /// Number of tools.
    pub tools: usize,
    /// Number of refused definitions.
    pub definitions_refused: usize,
    /// Number of refused definitions whose message names no type of the source or suggests no fix.
    pub not_explained: usize,
    /// Number of values that plain serde reads.
    pub values: usize,
    /// Number of values that are read differently from plain serde and from the original.
    pub different: usize,
    /// Number of rejected values.
    pub refused: usize,
    /// Number of values that plain serde rejects.
    pub not_read_by_serde: usize,
    /// Number of values that plain serde changes and we read with all data, in the form that the
    /// closed schema means.
    pub read_as_made: usize,
    /// Number of values that plain serde changes and we change in the same way.
    pub read_alike: usize,
    /// Number of those that lose data.
    pub lost_alike: usize,
    /// Number of values with a similar value that the type and the schema alone read differently.
    pub disagreed: usize,
    /// Number of mixed values that lose data, unlike in plain serde. A mixed value has the
    /// properties of two values.
    pub lost: usize,
}

/// Reads the values of the tools in both ways.
///
/// # Panics
///
/// If values are read differently, or too many definitions are refused. With the variable
/// `TWINS_OUT` the counts and the faults are written to files of that path and the name of the part
/// instead.
pub fn check(part: &str, twins: &[Twin]) {
    let mut faults = String::new();
    let counts = compare(twins, &mut faults);
    println!("{}", counts.line());
    if let Ok(path) = env::var("TWINS_OUT") {
        let written = fs::write(format!("{path}.{part}.faults"), &faults)
            .and_then(|()| fs::write(format!("{path}.{part}.counts"), counts.numbers()));
        written.expect("the files of TWINS_OUT can be written");
        return;
    }
    let values = counts.values;
    assert!(
        values > 8 * counts.tools,
        "plain serde reads too little: {values}"
    );
    assert!(counts.are_right(), "{faults}");
}

/// Reads the values of all tools in both ways. Faults are added to `faults`.
fn compare(twins: &[Twin], faults: &mut String) -> Counts {
    let mut counts = Counts::default();
    for twin in twins {
        counts.tools += 1;
        let number = twin.number;
        if let Err(error) = (twin.definition)() {
            counts.definitions_refused += 1;
            let is_explained = is_explained(&error, twin.source);
            counts.not_explained += usize::from(!is_explained);
            let kind = if is_explained {
                "DEFINITION"
            } else {
                "NOT EXPLAINED"
            };
            // Writing to a string does not fail.
            let _ = writeln!(faults, "== tool {number}: {kind} {error}\n{}", twin.source);
            continue;
        }
        for (first, second) in pairs(twin.values) {
            let Some(text) = mix(first, second) else {
                continue;
            };
            if let Some(ours) = (twin.unrepaired)(&text)
                && !holds(&ours, &text)
                && (twin.plain)(&text).as_ref() != Ok(&ours)
            {
                counts.lost += 1;
                // Writing to a string does not fail.
                let _ = writeln!(
                    faults,
                    "== tool {number}: LOST\nsent  {text}\nours  {ours}\n{}",
                    twin.source
                );
            }
        }
        for (text, made) in twin.values {
            let Ok(plain) = (twin.plain)(text) else {
                counts.not_read_by_serde += 1;
                continue;
            };
            counts.values += 1;
            if let Some(what) = twin.disagreement(text) {
                counts.disagreed += 1;
                // Writing to a string does not fail.
                let _ = writeln!(
                    faults,
                    "== tool {number}: DISAGREED\n{what}\n{}",
                    twin.source
                );
            }
            let (kind, ours) = match (twin.ours)(text) {
                Err(error) => {
                    counts.refused += 1;
                    ("REFUSED", error)
                }
                Ok(ours) if ours == plain => {
                    counts.read_alike += usize::from(plain != *made);
                    counts.lost_alike += usize::from(!holds(&ours, text));
                    continue;
                }
                Ok(ours) if plain != *made && holds(&ours, text) => {
                    counts.read_as_made += 1;
                    continue;
                }
                Ok(ours) => {
                    counts.different += 1;
                    ("DIFFERENT", ours)
                }
            };
            let _ = writeln!(
                faults,
                "== tool {number}: {kind}\nsent  {text}\nmade  {made}\nplain {plain}\nours  {ours}\n{}",
                twin.source
            );
        }
    }
    counts
}

/// Each value with the next one, in both orders.
fn pairs<'v>(values: &'v [(&str, &str)]) -> impl Iterator<Item = (&'v str, &'v str)> {
    let next = values.iter().zip(values.iter().skip(1));
    next.flat_map(|((first, _), (second, _))| [(*first, *second), (*second, *first)])
}

/// Returns true if the message names a type of the source, followed by a suggestion.
fn is_explained(message: &str, source: &str) -> bool {
    let Some((what, suggestion)) = message.rsplit_once("; ") else {
        return false;
    };
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
    let declared = ["struct ", "enum "]
        .iter()
        .flat_map(|word| source.split(word).skip(1));
    let names: Vec<_> = declared
        .filter_map(|rest| rest.split(|c| !is_in_name(c)).next())
        .collect();
    let mut words = what.split(|c| !is_in_name(c));
    !suggestion.trim().is_empty() && words.any(|word| names.contains(&word))
}

impl Counts {
    fn fields(&mut self) -> [&mut usize; 12] {
        [
            &mut self.tools,
            &mut self.definitions_refused,
            &mut self.not_explained,
            &mut self.values,
            &mut self.different,
            &mut self.refused,
            &mut self.not_read_by_serde,
            &mut self.read_as_made,
            &mut self.read_alike,
            &mut self.lost_alike,
            &mut self.disagreed,
            &mut self.lost,
        ]
    }

    /// Returns true if no value is read differently or rejected, and the few refused definitions
    /// are explained.
    #[must_use]
    pub fn are_right(&self) -> bool {
        (self.different, self.refused, self.disagreed, self.lost) == (0, 0, 0, 0)
            && self.not_explained == 0
            && self.definitions_refused * 50 <= self.tools
    }

    /// The counts as numbers, for [`Counts::add`].
    #[must_use]
    pub fn numbers(mut self) -> String {
        self.fields().map(|field| field.to_string()).join(" ")
    }

    /// Adds the [`numbers`](Counts::numbers) of another run. Returns false if the text does not
    /// have that form.
    pub fn add(&mut self, numbers: &str) -> bool {
        let numbers: Result<Vec<usize>, _> = numbers.split_whitespace().map(str::parse).collect();
        let fields = self.fields();
        match numbers {
            Ok(numbers) if numbers.len() == fields.len() => {
                for (field, number) in fields.into_iter().zip(numbers) {
                    *field += number;
                }
                true
            }
            _ => false,
        }
    }

    /// The counts in one line.
    #[must_use]
    pub fn line(&self) -> String {
        format!(
            "twins: {} tools, {} values, {} different, {} refused, {} definitions refused \
             ({} of them not explained), {} read as made where plain serde reads another value, {} read alike though not as made \
             ({} without some of the data), {} not read by plain serde, \
             {} near ones read otherwise by the schema alone, {} mixed ones read without some of the \
             data",
            self.tools,
            self.values,
            self.different,
            self.refused,
            self.definitions_refused,
            self.not_explained,
            self.read_as_made,
            self.read_alike,
            self.lost_alike,
            self.not_read_by_serde,
            self.disagreed,
            self.lost,
        )
    }
}

#[cfg(test)]
mod explained {
    use super::is_explained;

    #[test]
    fn explained_message_names_a_type_and_a_fix() {
        let source = "#[derive(Debug, Type)]\npub enum Shape {\n    Dot,\n}\npub struct Arguments { shape: Shape, }";
        let says = |message: &str| is_explained(message, source);
        assert!(says(
            "`oneOf` at `/$defs/Shape`: two forms are one; drop one"
        ));
        assert!(says("two; forms of `Shape` are one; drop one"));
        assert!(!says("two forms of `Shape` are one"));
        assert!(!says("two forms of `Shape` are one; "));
        assert!(!says("two forms of `Shapes` are one; drop one"));
        assert!(!says("two forms are one; drop one of `Shape`"));
    }
}
