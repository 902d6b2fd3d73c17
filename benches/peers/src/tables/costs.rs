use std::fmt::Write as _;
use std::{io, thread};

use peers::{CALLS, Call, FAULTS, PLAIN, READERS, Reader};

use super::{OTHER_ERROR_TEXTS, header, ratio};
use crate::costs::{self, Cost};

fn readers() -> Vec<&'static Reader> {
    let readers = READERS.iter();
    let readers = readers.filter(|reader| !OTHER_ERROR_TEXTS.contains(&reader.name));
    readers.collect()
}

/// Returns the instructions of each call by each reader, as multiples of bare `serde_json`.
///
/// # Errors
///
/// Returns an error if valgrind cannot be run.
pub(crate) fn costs() -> io::Result<String> {
    let calls = CALLS.iter().filter(|call| call.name != FAULTS.name);
    let calls: Vec<&Call> = calls.collect();
    let readers = readers();
    let pairs = readers
        .iter()
        .flat_map(|reader| calls.iter().map(|call| (*call, *reader)));
    let measured = measured(&pairs.collect::<Vec<_>>())?;
    // The call with values to coerce is compared with the bare read of a call without them.
    let plain = costs::cost(&PLAIN, &READERS[0])?.instructions;
    let mut table = header(&calls);
    for (reader, costs) in readers.iter().zip(measured.chunks(calls.len())) {
        write!(table, "| {} |", reader.name).ok();
        for ((call, cost), bare) in calls.iter().zip(costs).zip(&measured) {
            let cell = match (&cost.refusal, call.name) {
                (Some(_), _) => "rejected".to_owned(),
                (None, "coerced") => ratio(cost.instructions, plain),
                (None, _) => ratio(cost.instructions, bare.instructions),
            };
            write!(table, " {cell} |").ok();
        }
        table.push('\n');
    }
    Ok(table)
}

/// Measures all pairs in two threads. The threads do not change the counts of valgrind.
fn measured(pairs: &[(&Call, &Reader)]) -> io::Result<Vec<Cost>> {
    let half = |first: usize| {
        let pairs = pairs.iter().skip(first).step_by(2);
        let costs = pairs.map(|(call, reader)| costs::cost(call, reader));
        costs.collect::<io::Result<Vec<_>>>()
    };
    let (even, odd) = thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        (half(0), odd.join())
    });
    let odd = odd.map_err(|_| io::Error::other("a thread panicked"))?;
    let mut halves = [even?.into_iter(), odd?.into_iter()];
    Ok((0..pairs.len())
        .filter_map(|number| halves[number % 2].next())
        .collect())
}

/// Returns the peak memory above the value, as multiples of the input.
///
/// # Errors
///
/// Returns an error if the program `peak` cannot be run.
pub(crate) fn memory() -> io::Result<String> {
    let calls: Vec<&Call> = CALLS.iter().filter(|call| call.conforms()).collect();
    let mut table = header(&calls);
    for reader in readers() {
        write!(table, "| {} |", reader.name).ok();
        for call in &calls {
            let above = costs::peak(call, reader)?;
            write!(table, " {} |", ratio(above, (call.text)().len() as u64)).ok();
        }
        table.push('\n');
    }
    Ok(table)
}
