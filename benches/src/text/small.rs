//! Short calls, small parameters and a value with tags: the fixed costs of a call and of an
//! argument, and the cost of brackets in a value.

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
    /// Maximum ratios of the forms in JSON and of the forms in tags, in hundredths.
    most_json: u64,
    most_tags: u64,
}

const WORKLOADS: &[Workload] = &[
    Workload {
        name: "1_short_call",
        calls: 1,
        properties: short_properties,
        arguments: short_arguments,
        most_json: 370,
        most_tags: 450,
    },
    Workload {
        name: "50_short_calls",
        calls: 50,
        properties: short_properties,
        arguments: short_arguments,
        most_json: 550,
        most_tags: 635,
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
        most_json: 153,
        most_tags: 238,
    },
    Workload {
        name: "long_html",
        calls: 1,
        properties: || json!({"path": {"type": "string"}, "content": {"type": "string"}}),
        arguments: |_| json!({"path": "/www/index.html", "content": HTML.repeat(40)}),
        most_json: 161,
        most_tags: 300,
    },
];

fn short_properties() -> Value {
    json!({"city": {"type": "string"}, "days": {"type": "integer"}})
}

fn short_arguments(number: usize) -> Value {
    json!({"city": format!("Paris {number}"), "days": number})
}

const HTML: &str = "<div class=\"card\">\n  <h2>Title</h2>\n  <p>Some <b>bold</b> text &amp; \
                    <a href=\"https://example.com/a?b=c\">a link</a>.</p>\n</div>\n";

/// A way to write a call.
struct Form {
    name: &'static str,
    write: fn(&Value) -> String,
    is_json: bool,
}

const FORMS: &[Form] = &[
    Form {
        name: "hermes_json",
        write: |arguments| {
            format!(
                "<tool_call>\n{{\"name\": \"{TOOL}\", \"arguments\": {arguments}}}\n</tool_call>"
            )
        },
        is_json: true,
    },
    Form {
        name: "llama3_json",
        write: |arguments| format!("{{\"name\": \"{TOOL}\", \"parameters\": {arguments}}}"),
        is_json: true,
    },
    Form {
        name: "mistral_v11",
        write: |arguments| format!("[TOOL_CALLS]{TOOL}[ARGS]{arguments}"),
        is_json: true,
    },
    Form {
        name: "qwen3_coder_xml",
        write: |arguments| {
            let parameters = write_each(arguments, |key, text, _| {
                format!("<parameter={key}>\n{text}\n</parameter>\n")
            });
            format!("<tool_call>\n<function={TOOL}>\n{parameters}</function>\n</tool_call>")
        },
        is_json: false,
    },
    Form {
        name: "glm45_xml",
        write: |arguments| {
            let parameters = write_each(arguments, |key, text, _| {
                format!("<arg_key>{key}</arg_key>\n<arg_value>{text}</arg_value>\n")
            });
            format!("<tool_call>{TOOL}\n{parameters}</tool_call>")
        },
        is_json: false,
    },
    Form {
        name: "deepseek_v32_dsml",
        write: |arguments| {
            let parameters = write_each(arguments, |key, text, is_string| {
                format!(
                    "<｜DSML｜parameter name=\"{key}\" string=\"{is_string}\">{text}\
                     </｜DSML｜parameter>\n"
                )
            });
            format!(
                "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"{TOOL}\">\n{parameters}\
                 </｜DSML｜invoke>\n</｜DSML｜function_calls>"
            )
        },
        is_json: false,
    },
    Form {
        name: "minimax_m2_xml",
        write: |arguments| {
            let parameters = write_each(arguments, |key, text, _| {
                format!("<parameter name=\"{key}\">{text}</parameter>\n")
            });
            format!(
                "<minimax:tool_call>\n<invoke name=\"{TOOL}\">\n{parameters}</invoke>\n\
                 </minimax:tool_call>"
            )
        },
        is_json: false,
    },
];

/// Writes each argument: its key, its text, and whether it is a string.
fn write_each(arguments: &Value, write: fn(&str, &str, bool) -> String) -> String {
    let entries = arguments.as_object().into_iter().flatten();
    let written = entries.map(|(key, value)| match value.as_str() {
        Some(text) => write(key, text, true),
        None => write(key, &value.to_string(), false),
    });
    written.collect()
}

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
        for form in FORMS {
            let cost = instructions(&["text", &format!("{}.{}", workload.name, form.name)])?;
            let ratio = cost * 100 / arguments.max(1);
            let most = if form.is_json {
                workload.most_json
            } else {
                workload.most_tags
            };
            println!("{:<19} {cost:>14} {ratio:>6} {most:>6}", form.name);
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
    let form = FORMS.iter().find(|known| known.name == form);
    let tools = tools(workload).unwrap_or_default();
    let calls: Vec<_> = (0..workload.calls).map(workload.arguments).collect();
    let arguments = calls.iter().map(Value::to_string);
    let arguments: Vec<String> = arguments.collect();
    let text = form.map(|form| calls.iter().map(form.write).collect::<Vec<_>>().join("\n"));
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
