use std::collections::BTreeMap;
use std::fmt::Write as _;

use peers::{CALLS, Call, FAULTS};

use super::header;
use crate::others::Peer;

/// Returns the processor time of each call by each peer, as multiples of `serde_json` in Rust.
pub(crate) fn times(times: &BTreeMap<(Peer, String), Option<f64>>) -> String {
    let calls = CALLS.iter().filter(|call| call.name != FAULTS.name);
    let calls: Vec<&Call> = calls.collect();
    let of = |name: &str, call: &str| {
        let mut times = times.iter();
        let found = times.find(|((peer, one), _)| peer.name == name && one == call);
        found.and_then(|(_, time)| *time)
    };
    let mut names: Vec<_> = times.keys().map(|(peer, _)| peer.name.as_str()).collect();
    names.dedup();
    names.retain(|name| !["serde_json", "tool-core"].contains(name));
    names.sort_by_key(|name| name.to_lowercase());
    names.insert(0, "tool-core");
    let mut table = header(&calls);
    for name in names {
        write!(table, "| {name} |").ok();
        for call in &calls {
            let base = match call.name {
                "coerced" => "tool-core",
                _ => "serde_json",
            };
            let cell = match (of(name, call.name), of(base, call.name)) {
                (Some(time), Some(base)) => coarse(time / base),
                _ => "rejected".to_owned(),
            };
            write!(table, " {cell} |").ok();
        }
        table.push('\n');
    }
    table
}

/// Formats a ratio in halves up to 10, and with two significant digits above.
fn coarse(ratio: f64) -> String {
    if ratio < 9.75 {
        let halves = (ratio * 2.0).round() / 2.0;
        return format!("{}", halves.max(0.5));
    }
    let mut unit = 1.0;
    while ratio / unit >= 99.5 {
        unit *= 10.0;
    }
    format!("{:.0}", (ratio / unit).round() * unit)
}
