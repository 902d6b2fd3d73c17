mod partial;
mod responses;
mod streams;
mod streams_laws;

use super::Calls;

/// Returns calls and dropped calls, one per line.
fn shown(found: &Calls) -> String {
    let calls = found.calls.iter().map(|call| {
        format!(
            "{} {} {} {}",
            call.id.as_deref().unwrap_or("-"),
            call.name,
            call.raw,
            call.reported.as_str()
        )
    });
    let dropped = found.dropped.iter().map(|dropped| {
        format!(
            "dropped {} {:?} {} {}",
            dropped.id.as_deref().unwrap_or("-"),
            dropped.name,
            dropped.raw,
            dropped.reason.as_str()
        )
    });
    calls.chain(dropped).collect::<Vec<_>>().join("\n")
}
