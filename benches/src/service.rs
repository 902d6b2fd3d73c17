//! The cost of the service: instructions of `ToolService::execute` for a call of an `async`
//! function, minus `T::parse` and the function.

use std::hint::black_box;
use std::process::ExitCode;

use tool_core::Tool;
use tool_service::convert::OutputOf;
use tool_service::{CallOptions, ToolCall, ToolService};

use crate::measure::instructions;
use crate::workloads::{EditFile, Search, edit, small};

/// Maximum instructions of one call above reading and the function.
const MOST: u64 = 3_500;

/// The calls: 90 bytes, 800 bytes, and 90 bytes with an id and a value of the request.
const CALLS: [&str; 3] = ["small", "edit", "known"];

const METHODS: [&str; 2] = ["parse", "execute"];

/// Prints the cost of each call in both ways. Fails if the service exceeds its bound.
pub(crate) fn check() -> ExitCode {
    let mut outcome = ExitCode::SUCCESS;
    for call in CALLS {
        let [parse, execute] = METHODS.map(|method| instructions(&["call", call, method]));
        let (Ok(parse), Ok(execute)) = (parse, execute) else {
            eprintln!("valgrind could not be run; it is a package of that name in most systems");
            return ExitCode::FAILURE;
        };
        let above = execute.saturating_sub(parse);
        println!(
            "parse and function of {call}: {parse}, execute: {execute}, above: {above}, at most {MOST}"
        );
        if above > MOST {
            outcome = ExitCode::FAILURE;
        }
    }
    outcome
}

/// Makes the call that many times under valgrind.
pub(crate) fn run(call: &str, method: &str, times: &str) -> ExitCode {
    let Ok(times) = times.parse::<usize>() else {
        return ExitCode::FAILURE;
    };
    if call == "edit" {
        repeat("edit_file", &edit(), answer_edit, method, times, None);
    } else {
        let known = (call == "known").then_some("toolu_01A09q90qw90lq917835lq9");
        repeat("search", &small(), answer_search, method, times, known);
    }
    ExitCode::SUCCESS
}

/// Reads the text and answers, by one of the two ways. `id` makes the call one of a known user.
fn repeat<T: Tool + Send>(
    tool: &str,
    text: &str,
    answer: fn(&T) -> String,
    method: &str,
    times: usize,
    id: Option<&str>,
) where
    String: OutputOf<T>,
{
    if method == METHODS[0] {
        for _ in 0..times {
            let arguments = T::parse(black_box(text)).expect("the call is well-formed");
            drop(black_box(answer(&arguments)));
        }
        return;
    }
    let service = ToolService::new();
    service
        .register(move |arguments: T| async move { Ok::<_, std::fmt::Error>(answer(&arguments)) })
        .expect("there is no other tool");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime starts");
    let options = match id {
        Some(_) => CallOptions::new().extension("ada"),
        None => CallOptions::new(),
    };
    runtime.block_on(async {
        for _ in 0..times {
            let mut call = ToolCall::new(tool, black_box(text));
            call.id = id.map(str::to_owned);
            let result = service.execute(call, options.clone()).await;
            assert!(!black_box(result).is_error);
        }
    });
}

fn answer_search(search: &Search) -> String {
    format!("{} in {:?}", search.pattern, search.path)
}

fn answer_edit(edit: &EditFile) -> String {
    format!("edited {}", edit.file_path)
}
