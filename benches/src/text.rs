//! The cost of finding calls in text: compared with reading the arguments as JSON, and for text
//! without a call.

mod small;

use std::hint::black_box;
use std::io;

use serde_json::json;
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish, SchemaError};

use crate::measure::{collected, instructions};

/// Maximum ratio for calls in JSON, in hundredths: the cost of the text and its arguments, compared
/// with the cost of the same arguments.
const MOST_JSON: u64 = 165;

/// Maximum ratio for values that are text and become JSON first, in hundredths. The value has an
/// escape in ten characters: writing it as JSON is most of the difference.
const MOST_TEXT: u64 = 264;

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
        name: "glm45_xml",
        text: |_, content| {
            format!(
                "<tool_call>write\n<arg_key>path</arg_key>\n<arg_value>/src/main.rs</arg_value>\n\
                 <arg_key>content</arg_key>\n<arg_value>{content}</arg_value>\n</tool_call>"
            )
        },
        most: MOST_TEXT,
    },
    Form {
        name: "deepseek_v32_dsml",
        text: |_, content| {
            format!(
                "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"write\">\n\
                 <｜DSML｜parameter name=\"path\" string=\"true\">/src/main.rs</｜DSML｜parameter>\n\
                 <｜DSML｜parameter name=\"content\" string=\"true\">{content}</｜DSML｜parameter>\n\
                 </｜DSML｜invoke>\n</｜DSML｜function_calls>"
            )
        },
        most: MOST_TEXT,
    },
    Form {
        name: "pythonic",
        text: |_, content| {
            let content = content.replace('\\', "\\\\").replace('\n', "\\n");
            format!("[write(path=\"/src/main.rs\", content='{content}')]")
        },
        most: MOST_TEXT,
    },
    // The reader was not tuned on the next two.
    Form {
        name: "solar_open",
        text: |arguments, _| {
            format!(
                "<|tool_call:begin|>a1<|tool_call:name|>write<|tool_call:args|>{arguments}\
                 <|tool_call:end|>"
            )
        },
        most: MOST_JSON,
    },
    Form {
        name: "functiongemma",
        text: |_, content| {
            format!(
                "<start_function_call>call:write{{path:<escape>/src/main.rs<escape>,\
                 content:<escape>{content}<escape>}}<end_function_call>"
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

/// Texts without a call: the name, a paragraph, and the maximum number of instructions for one
/// byte. The objects of the JSON begin with keys that a call has, too.
const TEXTS: &[(&str, &str, u64)] = &[
    (
        "prose",
        "It was the best of times, it was the worst of times: a season of light (and of \
         darkness).\nWe had everything before us, and nothing before us.\n\n",
        12,
    ),
    (
        "html",
        "<div class=\"card\">\n  <h2>Title</h2>\n  <p>Some <b>bold</b> text &amp; \
         <a href=\"https://example.com/a?b=c\">a link</a>.</p>\n</div>\n",
        58,
    ),
    (
        "json",
        "{\"id\": 17, \"name\": \"Ada\", \"tags\": [\"x\", \"y\"], \"nested\": {\"ok\": true, \
         \"score\": [1.5, 2.25]}},\n",
        20,
    ),
    (
        "json_lines",
        "{\"id\": 17, \"type\": \"user\", \"name\": \"Ada Lovelace\", \"email\": \
         \"ada@example.com\", \"args\": [1, 2]}\n",
        20,
    ),
    (
        "json_printed",
        "{\n  \"id\": 17,\n  \"type\": \"user\",\n  \"name\": \"Ada\",\n  \"address\": {\n    \
         \"id\": 3,\n    \"type\": \"home\",\n    \"city\": \"London\"\n  },\n  \"tags\": [\n    {\n      \
         \"name\": \"x\"\n    }\n  ]\n}\n",
        25,
    ),
    (
        "source",
        "fn add(a: &[i32], b: i32) -> Vec<i32> {\n    let all: Vec<_> = a.iter().map(|x| x + \
         b).collect();\n    // `all` is not empty\n    all\n}\n\n",
        20,
    ),
    (
        "markdown",
        "# Setup\n\nInstall it with `npm install foo`, then see [the docs](https://example.com/docs):\
         \n\n```bash\ncurl -X POST https://example.com/api -d '{\"a\": 1}'\n```\n\n- **First**: read \
         `config.json`.\n- *Second*: look at the table.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n",
        29,
    ),
    (
        "python",
        "class Config:\n    def __init__(self, path, **kwargs):\n        self.data = {\"a\": [1, 2, 3], \
         'b': None}\n\n    def get(self, key: str) -> dict[str, int]:\n        return [x for x in \
         self.data[key] if x > 0]\n\nprint(Config('a').get(\"b\")[0])\n\n",
        20,
    ),
    // The reader was not tuned on the next two.
    (
        "sql",
        "SELECT c.name, COUNT(*) AS total, ARRAY['a', 'b'] AS tags\nFROM customers c\n  JOIN orders o \
         ON o.customer_id = c.id\nWHERE o.total >= 100 AND c.name <> 'x' AND o.data @> '{\"id\": 1}'\n\
         GROUP BY c.name;\n\n",
        20,
    ),
    (
        "go",
        "type Row struct {\n\tID int `json:\"id\"`\n\tTags []string `json:\"tags\"`\n}\n\nfunc (r *Row) \
         Find(all map[string][]int, ch chan<- int) error {\n\tfor i, x := range all[\"a\"] {\n\t\tif x < \
         3 { ch <- i }\n\t}\n\treturn nil\n}\n\n",
        23,
    ),
];

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
    for (name, paragraph, most) in TEXTS {
        let none = collected(&[], &["text", name, "0"])?;
        let once = collected(&[], &["text", name, "1"])?;
        let length = u64::try_from(repeated(paragraph).len()).unwrap_or(1);
        let per_byte = once.saturating_sub(none) / length;
        println!("{name:<19} {per_byte:>14} {most:>13}");
        is_ok &= per_byte <= *most;
    }
    Ok(small::check()? && is_ok)
}

/// Reads a form that many times. Returns whether the form exists and is read.
pub(crate) fn run(name: &str, times: &str) -> bool {
    let (Ok(tools), Ok(times)) = (tools(), times.parse::<usize>()) else {
        return false;
    };
    if let Some(is_read) = small::run(name, times) {
        return is_read;
    }
    let content = "fn main() {\n    println!(\"{}\", 1 < 2 && x > 3);\n}\n".repeat(40);
    let arguments = json!({"path": "/src/main.rs", "content": content}).to_string();
    let plain = TEXTS.iter().find(|(known, ..)| *known == name);
    let form = FORMS.iter().find(|form| form.name == name);
    let text = match (name, plain, form) {
        (ARGUMENTS, ..) => String::new(),
        (_, Some((_, paragraph, _)), _) => repeated(paragraph),
        (_, _, Some(form)) => (form.text)(&arguments, &content),
        (_, None, None) => return false,
    };
    let options = TextOptions::new().finish(Finish::Complete);
    (0..times).all(|_| {
        if name == ARGUMENTS {
            return black_box(tools.parse("write", arguments.as_str())).is_ok();
        }
        let read = black_box(read_text(&text, &tools, &options));
        match read.calls.first() {
            Some(call) => black_box(tools.parse(&call.name, call)).is_ok(),
            None => plain.is_some(),
        }
    })
}

/// Repeats a paragraph up to a length of 1 MB.
fn repeated(paragraph: &str) -> String {
    paragraph.repeat(1_000_000 / paragraph.len())
}

fn tools() -> Result<Definitions, SchemaError> {
    let schema = json!({"type": "object", "properties": {
        "path": {"type": "string"}, "content": {"type": "string"},
    }});
    let definition = Definition::new("write", "Writes a file.", schema)?;
    Ok(Definitions::new([definition]).unwrap_or_default())
}
