//! What the service costs: instructions of `ToolService::execute` for a call of an `async`
//! function, above those of `T::parse` and the function itself.

use std::hint::black_box;
use std::process::ExitCode;

use tool_core::Tool;
use tool_service::{Options, ToolCall, ToolService};

use crate::measure::instructions;
use crate::workloads::{Search, small};

/// Instructions of one call above reading and the function, at most. What is there is held.
const MOST: u64 = 4_600;

const METHODS: [&str; 2] = ["parse", "execute"];

/// Prints what a call costs by both ways; fails if the service costs more than it may.
pub(crate) fn check() -> ExitCode {
    let [parse, execute] = METHODS.map(|method| instructions(&["call", method]));
    let (Ok(parse), Ok(execute)) = (parse, execute) else {
        eprintln!("valgrind could not be run; it is a package of that name in most systems");
        return ExitCode::FAILURE;
    };
    let above = execute.saturating_sub(parse);
    println!("parse and function: {parse}, execute: {execute}, above: {above}, at most {MOST}");
    if above > MOST {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Makes the call that many times: what valgrind watches.
pub(crate) fn run(method: &str, times: &str) -> ExitCode {
    let Ok(times) = times.parse::<usize>() else {
        return ExitCode::FAILURE;
    };
    let text = small();
    if method == METHODS[0] {
        for _ in 0..times {
            let search = Search::parse(black_box(&text)).expect("the call is well-formed");
            drop(black_box(answer(&search)));
        }
        return ExitCode::SUCCESS;
    }
    let service = ToolService::new();
    service
        .register(async |search: Search| Ok::<_, std::fmt::Error>(answer(&search)))
        .expect("there is no other tool");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime starts");
    let options = Options::new();
    runtime.block_on(async {
        for _ in 0..times {
            let call = ToolCall::new("search", black_box(text.as_str()));
            let result = service.execute(call, &options).await;
            assert!(!black_box(result).is_error);
        }
    });
    ExitCode::SUCCESS
}

fn answer(search: &Search) -> String {
    format!("{} in {:?}", search.pattern, search.path)
}
