use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;

use super::ratio;

/// Returns the overhead of each workload of `benches`, without LTO and with thin LTO, and the means
/// of the plain workloads.
///
/// # Errors
///
/// Returns an error if the figures of `benches/peers/run` are missing.
pub(crate) fn workloads(work: &Path) -> io::Result<String> {
    let plain = read(&work.join("costs.jsonl"))?;
    let thin = read(&work.join("costs-thin.jsonl"))?;
    let mut table = format!(
        "Geometric mean of the plain workloads: {:.2} without LTO, {:.2} with thin LTO.\n\n\
         | call | bytes | serde_json | ratio | overhead | overhead, ns | thin LTO: ratio | \
         thin LTO: overhead | thin LTO: overhead, ns |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        mean(&plain),
        mean(&thin),
    );
    for (plain, thin) in plain.iter().zip(&thin) {
        let call = plain["call"].as_str().unwrap_or_default();
        let mark = if is_plain(plain) { " \\*" } else { "" };
        let [bytes, bare] = ["bytes", "bare"].map(|key| number(plain, key));
        write!(table, "| {call}{mark} | {bytes} | {bare} |").ok();
        for cost in [plain, thin] {
            let ratio = ratio(number(cost, "parse"), number(cost, "bare"));
            let instructions = above(cost, "parse", "bare");
            let ns = above(cost, "parse_ns", "bare_ns");
            write!(table, " {ratio} | {instructions} | {ns} |").ok();
        }
        table.push('\n');
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
