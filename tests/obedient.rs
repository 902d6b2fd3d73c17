//! A model that follows the retry texts exactly reaches the call that it means, and never
//! another valid call. Each test prints its figures.

use std::collections::BTreeMap;
use std::env;

use serde_json::{Value, json};
use tests::obedient::{Ending, Exchange, MISTAKES, Sent, are_equal, damage, exchange};
use tests::{Entropy, constrained, schema, shared_rows, valid};
use tool_core::{Definition, Leniency};

/// Counts of exchanges, by the kind of mistake.
#[derive(Default)]
struct Tally {
    rows: BTreeMap<String, Row>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    /// Calls that the reader had to repair or reject.
    calls: usize,
    /// Calls that reach the intended call, by the number of answers: 0, 1, 2 and more.
    reached: [usize; 4],
    other: usize,
    /// Calls that the reader reads at once as a call of another form of a union. No text leads
    /// there: the damaged call says that it is of that form.
    other_form: usize,
    stuck: usize,
}

impl Row {
    fn add(&mut self, row: Self) {
        self.calls += row.calls;
        self.other += row.other;
        self.other_form += row.other_form;
        self.stuck += row.stuck;
        for (all, one) in self.reached.iter_mut().zip(row.reached) {
            *all += one;
        }
    }

    /// Returns the share of calls that arrive within this number of answers, in percent.
    fn share(&self, answers: usize) -> f64 {
        let reached: usize = self.reached[..=answers].iter().sum();
        100.0 * as_f64(reached) / as_f64(self.calls.max(1))
    }
}

fn has_union(schema: &Value) -> bool {
    match schema {
        Value::Object(entries) => {
            let is_union = ["anyOf", "oneOf"]
                .iter()
                .any(|word| entries.contains_key(*word));
            is_union || entries.values().any(has_union)
        }
        Value::Array(items) => items.iter().any(has_union),
        _ => false,
    }
}

fn as_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a small count"))
}

impl Tally {
    /// Adds an exchange. Ignores a call that is read as it was sent: it has no damage.
    fn add(
        &mut self,
        mistake: &str,
        definition: &Definition,
        intended: &Value,
        exchange: &Exchange,
    ) {
        if exchange.answers == 0 && exchange.is_as_sent {
            return;
        }
        let row = self.rows.entry(mistake.to_owned()).or_default();
        row.calls += 1;
        match &exchange.ending {
            Ending::Intended => row.reached[exchange.answers.min(3)] += 1,
            Ending::Other(_) if exchange.answers == 0 && has_union(definition.schema()) => {
                row.other_form += 1;
            }
            Ending::Other(_) => row.other += 1,
            Ending::Stuck => row.stuck += 1,
        }
        let is_shown = env::var("SHOW").is_ok_and(|shown| shown == "all" || shown == mistake);
        let is_late = exchange.answers > 1 || exchange.ending != Ending::Intended;
        if is_shown && is_late {
            println!("== {mistake}: {:?}", exchange.ending);
            println!("  MEANT {intended}");
            for (call, text) in &exchange.transcript {
                println!("  {call}\n    {text}");
            }
            println!("  SCHEMA {}", definition.schema());
        }
    }

    fn all(&self) -> Row {
        let mut all = Row::default();
        for row in self.rows.values() {
            all.add(*row);
        }
        all
    }

    /// Prints the figures, and checks them against bars in percent: calls that arrive within one
    /// and two answers, and calls that end as another valid call.
    fn check(&self, title: &str, within_one: f64, within_two: f64, other: f64) {
        self.print(title);
        let all = self.all();
        assert!(all.share(1) >= within_one, "{title}: {}", all.share(1));
        assert!(all.share(2) >= within_two, "{title}: {}", all.share(2));
        let others = 100.0 * as_f64(all.other) / as_f64(all.calls.max(1));
        assert!(others <= other, "{title}: {others} % are another call");
        let forms = 100.0 * as_f64(all.other_form) / as_f64(all.calls.max(1));
        assert!(forms <= 0.2, "{title}: {forms} % are of another form");
    }

    fn print(&self, title: &str) {
        println!(
            "{title}: calls, reached after 0, 1, 2, more answers, another call, another form, stuck"
        );
        let all = self.all();
        let rows = self.rows.iter().map(|(name, row)| (name.as_str(), row));
        for (name, row) in rows.chain([("all", &all)]) {
            println!(
                "  {name:24} {:6} {:?} {:4} {:4} {:4}  {:.1} % {:.1} % {:.1} %",
                row.calls,
                row.reached,
                row.other,
                row.other_form,
                row.stuck,
                row.share(0),
                row.share(1),
                row.share(2),
            );
        }
    }
}

/// Returns the first seed: `SEED=9000` sends other calls.
fn first_seed() -> u64 {
    read_number("SEED").unwrap_or(0)
}

fn read_number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// Random bytes from a seed.
fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u8::try_from(state >> 32 & 0xFF).unwrap_or_default()
    };
    (0..count).map(|_| next()).collect()
}

/// Sends damaged calls of each kind of mistake.
fn send_damaged(definition: &Definition, schema: &Value, seed: u64, tally: &mut Tally) {
    for round in 0..4 {
        let bytes = bytes(seed * 4 + round, 600);
        let mut entropy = Entropy::new(&bytes);
        let intended = valid(schema, schema, &mut entropy);
        let strict = definition.reader().leniency(Leniency::Strict);
        let read = strict.read::<Value>(intended.to_string().as_str());
        if !read.is_ok_and(|reading| are_equal(&reading.value, &intended)) {
            continue;
        }
        let is_rejected = |value: &Value| definition.parse(value.to_string().as_str()).is_err();
        for mistake in MISTAKES {
            if let Some(sent) = damage(mistake, schema, &intended, &is_rejected, &mut entropy) {
                let exchange = exchange(definition, &intended, &sent);
                tally.add(mistake, definition, &intended, &exchange);
            }
        }
        return;
    }
}

/// Seeds beyond the first ones whose texts once led to another valid call.
const PINNED: &[u64] = &[
    588, 4311, 8178, 8328, 8354, 8372, 12376, 16050, 16181, 16283, 16305, 20003, 20046, 20064,
    20071, 20297,
];

#[test]
fn an_obedient_model_reaches_the_intended_call_of_generated_tools() {
    let mut tally = Tally::default();
    let count = read_number("CASES").unwrap_or(400);
    let seeds = first_seed()..first_seed() + count;
    for seed in seeds.chain(PINNED.iter().copied()) {
        let bytes = bytes(seed, 600);
        let mut entropy = Entropy::new(&bytes);
        let mut schema = schema(&mut entropy);
        if entropy.once_in(2) {
            constrained(&mut schema, &mut entropy);
        }
        if let Ok(definition) = Definition::new("tool", "A tool.", schema.clone()) {
            send_damaged(&definition, &schema, seed + 1, &mut tally);
        }
    }
    tally.check("generated tools", 98.0, 99.5, 0.0);
}

#[test]
fn an_obedient_model_reaches_the_intended_call_of_mcp_tools() {
    let Some(rows) = shared_rows("mcp_tools.jsonl") else {
        return;
    };
    let mut tally = Tally::default();
    for (row, seed) in rows.iter().zip(first_seed() + 1..) {
        let schema = &row["inputSchema"];
        if let Ok(definition) = Definition::new("tool", "A tool.", schema.clone()) {
            send_damaged(&definition, schema, seed, &mut tally);
        }
    }
    tally.check("MCP tools", 99.0, 99.5, 0.0);
}

/// Returns the arguments of a text that may be malformed.
fn read_as_sent(raw: &str) -> Option<Value> {
    let schema = json!({"type": "object", "additionalProperties": true});
    let definition = Definition::new("tool", "A tool.", schema).ok()?;
    definition.parse(raw).ok()
}

/// Returns true if an argument was sent whose name and value are both absent in another call.
fn loses_value(sent: &Value, call: &Value) -> bool {
    let (mut sent_entries, mut entries) = (Vec::new(), Vec::new());
    collect_entries(sent, &mut sent_entries);
    collect_entries(call, &mut entries);
    sent_entries.iter().any(|(name, value)| {
        let mut same = entries.iter();
        !value.is_null()
            && !same
                .any(|(known, held)| fold_name(known) == fold_name(name) || are_equal(held, value))
    })
}

fn collect_entries<'v>(value: &'v Value, found: &mut Vec<(&'v str, &'v Value)>) {
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                found.push((name, value));
                collect_entries(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_entries(item, found)),
        _ => {}
    }
}

fn fold_name(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[test]
fn an_obedient_model_reaches_the_intended_call_of_recorded_calls() {
    let files = [
        ("hostile_calls.jsonl", "expected"),
        ("matrix.jsonl", "want"),
        ("bfcl_calls.jsonl", "want"),
    ];
    let mut tally = Tally::default();
    let mut lost = 0;
    for (file, key) in files {
        let Some(rows) = shared_rows(file) else {
            return;
        };
        for row in rows {
            let intended = &row[key];
            let raw = row["raw"].as_str().unwrap_or_default();
            let name = row["name"].as_str().unwrap_or("tool");
            let definition = Definition::new(name, "A tool.", row["schema"].clone());
            let Ok(definition) = definition else { continue };
            if !intended.is_object() || definition.parse(intended.to_string().as_str()).is_err() {
                continue;
            }
            let value = read_as_sent(raw).unwrap_or_else(|| intended.clone());
            // Such a row says what is left of the call, and not what the model meant.
            if loses_value(&value, intended) {
                lost += 1;
                continue;
            }
            let sent = Sent::of_text(value, raw);
            let exchange = exchange(&definition, intended, &sent);
            tally.add(file, &definition, intended, &exchange);
        }
    }
    println!("{lost} rows whose expected call lost an argument");
    tally.check("recorded calls", 99.5, 99.9, 0.0);
}
