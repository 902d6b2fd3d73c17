//! Short calls and small parameters: the fixed cost of a call and of an argument.

use std::hint::black_box;
use std::io;

use serde_json::{Value, json};
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish, SchemaError};

use crate::measure::instructions;

/// Calls of one tool. Their arguments are small.
struct Workload {
    name: &'static str,
    calls: usize,
    /// The properties of the tool, and the arguments of the call with this number.
    properties: fn() -> Value,
    arguments: fn(usize) -> Value,
    /// Maximum ratios of the forms, in hundredths, in the order of [`FORMS`].
    most: [u64; 2],
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "50_short_calls",
        calls: 50,
        properties: || json!({"city": {"type": "string"}, "days": {"type": "integer"}}),
        arguments: |number| json!({"city": format!("Paris {number}"), "days": number}),
        most: [210, 295],
    },
    Workload {
        name: "20_parameters",
        calls: 1,
        properties: || {
            let types = ["string", "integer", "boolean"].iter().cycle().enumerate();
            let properties = types.take(20).map(|(number, name)| {
                let schema = json!({"type": name});
                (format!("param_{number}"), schema)
            });
            properties.collect()
        },
        arguments: |_| {
            let values = (0..20).map(|number| match number % 3 {
                0 => json!(format!("value {number}")),
                1 => json!(number * 17),
                _ => json!(number % 2 == 0),
            });
            let named = values.enumerate();
            named
                .map(|(number, value)| (format!("param_{number}"), value))
                .collect()
        },
        most: [125, 225],
    },
];

/// A way to write a call: its name, and the text for some arguments.
type Form = (&'static str, fn(&Value) -> String);

const FORMS: [Form; 2] = [
    ("hermes_json", |arguments| {
        format!("<tool_call>\n{{\"name\": \"{TOOL}\", \"arguments\": {arguments}}}\n</tool_call>\n")
    }),
    ("qwen3_coder_xml", |arguments| {
        let entries = arguments.as_object().into_iter().flatten();
        let parameters = entries.map(|(key, value)| {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            format!("<parameter={key}>\n{text}\n</parameter>\n")
        });
        let parameters: String = parameters.collect();
        format!("<tool_call>\n<function={TOOL}>\n{parameters}</function>\n</tool_call>\n")
    }),
];

const TOOL: &str = "configure";

/// Prints the costs. Returns whether all of them are small enough.
///
/// # Errors
///
/// As for [`instructions`].
pub(super) fn check() -> io::Result<bool> {
    let mut is_ok = true;
    for workload in WORKLOADS {
        let arguments = instructions(&["text", workload.name])?;
        println!("{:<19} {arguments:>14}", workload.name);
        for ((form, _), most) in FORMS.iter().zip(workload.most) {
            let cost = instructions(&["text", &format!("{}.{form}", workload.name)])?;
            let ratio = cost * 100 / arguments.max(1);
            println!("{form:<19} {cost:>14} {ratio:>6} {most:>6}");
            is_ok &= ratio <= most;
        }
    }
    Ok(is_ok)
}

/// Reads a workload that many times: its arguments alone, or its text in a form. Returns `None` if
/// no workload has this name, and whether all calls are read.
pub(super) fn run(name: &str, times: usize) -> Option<bool> {
    let (name, form) = name.split_once('.').unwrap_or((name, ""));
    let workload = WORKLOADS.iter().find(|workload| workload.name == name)?;
    let form = FORMS.iter().find(|(known, _)| *known == form);
    let tools = tools(workload).unwrap_or_default();
    let calls: Vec<_> = (0..workload.calls).map(workload.arguments).collect();
    let arguments = calls.iter().map(Value::to_string);
    let arguments: Vec<String> = arguments.collect();
    let text = form.map(|(_, write)| calls.iter().map(write).collect::<String>());
    let options = TextOptions::new().finish(Finish::Complete);
    let mut times = 0..times;
    Some(times.all(|_| match &text {
        None => {
            let mut arguments = arguments.iter();
            arguments.all(|raw| black_box(tools.parse(TOOL, raw.as_str())).is_ok())
        }
        Some(text) => {
            let read = black_box(read_text(text, &tools, &options));
            let mut found = read.calls.iter();
            found.len() == calls.len()
                && found.all(|call| black_box(tools.parse(&call.name, call)).is_ok())
        }
    }))
}

fn tools(workload: &Workload) -> Result<Definitions, SchemaError> {
    let schema = json!({"type": "object", "properties": (workload.properties)()});
    let definition = Definition::new(TOOL, "Changes settings.", schema)?;
    Ok(Definitions::new([definition]).unwrap_or_default())
}
