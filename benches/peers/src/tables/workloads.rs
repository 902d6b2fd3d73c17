use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;

use super::ratio;

/// Returns the mean of the plain workloads, and the overhead of each workload. `costs` is a file that
/// `benches costs` wrote.
///
/// # Errors
///
/// Returns an error if the file is missing or has another format.
pub(crate) fn workloads(costs: &Path) -> io::Result<String> {
    let costs = read(costs)?;
    let mut table = format!(
        "Geometric mean of the plain workloads: {:.2} times serde_json.\n\n\
         | call | bytes | serde_json | ratio | overhead | overhead, ns |\n\
         |---|---|---|---|---|---|\n",
        mean(&costs),
    );
    for cost in &costs {
        let call = cost["call"].as_str().unwrap_or_default();
        let mark = if is_plain(cost) { " \\*" } else { "" };
        let [bytes, bare, parse] = ["bytes", "bare", "parse"].map(|key| number(cost, key));
        let ratio = ratio(parse, bare);
        let instructions = above(cost, "parse", "bare");
        let ns = above(cost, "parse_ns", "bare_ns");
        writeln!(
            table,
            "| {call}{mark} | {bytes} | {bare} | {ratio} | {instructions} | {ns} |"
        )
        .ok();
    }
    Ok(table)
}

fn is_plain(cost: &Value) -> bool {
    cost["plain"] == true
}

#[expect(clippy::cast_precision_loss, reason = "the counts are small enough")]
fn mean(costs: &[Value]) -> f64 {
    let plain = costs.iter().filter(|cost| is_plain(cost));
    let logarithms = plain.map(|cost| {
        let ratio = number(cost, "parse") as f64 / number(cost, "bare").max(1) as f64;
        ratio.ln()
    });
    let logarithms: Vec<f64> = logarithms.collect();
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}

fn read(file: &Path) -> io::Result<Vec<Value>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().map_err(io::Error::other)
}

fn number(cost: &Value, key: &str) -> u64 {
    cost[key].as_u64().unwrap_or_default()
}

fn above(cost: &Value, key: &str, bare: &str) -> i64 {
    number(cost, key).cast_signed() - number(cost, bare).cast_signed()
}
