//! The cost of finding calls in text: compared with reading the arguments as JSON, and for text
//! without a call.

use std::hint::black_box;
use std::io;

use serde_json::json;
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish, SchemaError};

use crate::measure::{collected, instructions};

/// Maximum ratio for calls in JSON, in hundredths: the cost of the text and its arguments, compared
/// with the cost of the same arguments.
const MOST_JSON: u64 = 200;

/// Maximum ratio for values that are text and become JSON first, in hundredths.
const MOST_TEXT: u64 = 300;

/// Maximum number of instructions for one byte of prose.
const MOST_PER_BYTE: u64 = 20;

/// A way to write the call.
struct Form {
    name: &'static str,
    text: fn(&str, &str) -> String,
    most: u64,
}

const FORMS: &[Form] = &[
    Form {
        name: "hermes_json",
        text: |arguments, _| {
            format!(
                "<tool_call>\n{{\"name\": \"write\", \"arguments\": {arguments}}}\n</tool_call>"
            )
        },
        most: MOST_JSON,
    },
    Form {
        name: "llama3_json",
        text: |arguments, _| format!("{{\"name\": \"write\", \"parameters\": {arguments}}}"),
        most: MOST_JSON,
    },
    Form {
        name: "mistral_v11",
        text: |arguments, _| format!("[TOOL_CALLS]write[ARGS]{arguments}"),
        most: MOST_JSON,
    },
    Form {
        name: "qwen3_coder_xml",
        text: |_, content| {
            format!(
                "<tool_call>\n<function=write>\n<parameter=path>\n/src/main.rs\n</parameter>\n\
                 <parameter=content>\n{content}\n</parameter>\n</function>\n</tool_call>"
            )
        },
        most: MOST_TEXT,
    },
    Form {
        name: "gemma4",
        text: |_, content| {
            format!(
                "<|tool_call>call:write{{path:<|\"|>/src/main.rs<|\"|>,\
                 content:<|\"|>{content}<|\"|>}}<tool_call|>"
            )
        },
        most: MOST_TEXT,
    },
];

const ARGUMENTS: &str = "arguments";
const PROSE: &str = "prose";

/// Prints the costs. Returns whether all of them are small enough.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn check() -> io::Result<bool> {
    let mut is_ok = true;
    let arguments = instructions(&["text", ARGUMENTS])?;
    println!("{ARGUMENTS:<19} {arguments:>14}");
    for form in FORMS {
        let cost = instructions(&["text", form.name])?;
        let ratio = cost * 100 / arguments.max(1);
        println!("{:<19} {cost:>14} {ratio:>6} {:>6}", form.name, form.most);
        is_ok &= ratio <= form.most;
    }
    let none = collected(&[], &["text", PROSE, "0"])?;
    let once = collected(&[], &["text", PROSE, "1"])?;
    let per_byte = once.saturating_sub(none) / u64::try_from(prose().len()).unwrap_or(1);
    println!("{PROSE:<19} {per_byte:>14} {MOST_PER_BYTE:>13}");
    Ok(is_ok && per_byte <= MOST_PER_BYTE)
}

/// Reads a form that many times. Returns whether the form exists and is read.
pub(crate) fn run(name: &str, times: &str) -> bool {
    let (Ok(tools), Ok(times)) = (tools(), times.parse::<usize>()) else {
        return false;
    };
    let content = "fn main() {\n    println!(\"{}\", 1 < 2 && x > 3);\n}\n".repeat(40);
    let arguments = json!({"path": "/src/main.rs", "content": content}).to_string();
    let text = match (name, FORMS.iter().find(|form| form.name == name)) {
        (ARGUMENTS, _) => String::new(),
        (PROSE, _) => prose(),
        (_, Some(form)) => (form.text)(&arguments, &content),
        (_, None) => return false,
    };
    let options = TextOptions::new().finish(Finish::Complete);
    (0..times).all(|_| {
        if name == ARGUMENTS {
            return black_box(tools.parse("write", arguments.as_str())).is_ok();
        }
        let read = black_box(read_text(&text, &tools, &options));
        match read.calls.first() {
            Some(call) => black_box(tools.parse(&call.name, call)).is_ok(),
            None => name == PROSE,
        }
    })
}

fn prose() -> String {
    let paragraph = "It was the best of times, it was the worst of times: a season of light \
        (and of darkness).\nWe had everything before us, and nothing before us.\n\n";
    paragraph.repeat(1_000_000 / paragraph.len())
}

fn tools() -> Result<Definitions, SchemaError> {
    let schema = json!({"type": "object", "properties": {
        "path": {"type": "string"}, "content": {"type": "string"},
    }});
    let definition = Definition::new("write", "Writes a file.", schema)?;
    Ok(Definitions::new([definition]).unwrap_or_default())
}
