use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;

use super::ratio;

/// What each workload of `benches` costs above the bare read, without thin LTO and with it.
///
/// # Errors
///
/// If the figures that `benches/peers/run` wrote are missing.
pub(crate) fn workloads(work: &Path) -> io::Result<String> {
    let plain = read(&work.join("costs.jsonl"))?;
    let thin = read(&work.join("costs-thin.jsonl"))?;
    let mut table = "| call | bytes | bare | ratio | above it | ns above it | ratio, thin LTO | ns above it, thin LTO |\n\
                     |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (plain, thin) in plain.iter().zip(&thin) {
        let call = plain["call"].as_str().unwrap_or_default();
        let [bytes, bare] = ["bytes", "bare"].map(|key| number(plain, key));
        let above = above(plain, "parse", "bare");
        let [ns, thin_ns] = [plain, thin].map(|cost| self::above(cost, "parse_ns", "bare_ns"));
        let [ratio, thin_ratio] =
            [plain, thin].map(|cost| ratio(number(cost, "parse"), number(cost, "bare")));
        writeln!(
            table,
            "| {call} | {bytes} | {bare} | {ratio} | {above} | {ns} | {thin_ratio} | {thin_ns} |"
        )
        .ok();
    }
    Ok(table)
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
