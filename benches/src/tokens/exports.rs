use rmcp::handler::server::common::schema_for_input;
use schemars::{JsonSchema, schema_for};
use serde_json::json;
use tool_core::Tool;
use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mcp, Mistral, Ollama, OpenAi,
    Target, Vertex, XAi,
};

use super::{quickstart, tokens};
use crate::workloads::{EditFile, MakePlan, Search};

/// The goal: a schema takes at most so many hundredths of the tokens that
/// `schema_for!` writes for the type.
const GOAL: usize = 70;

/// What is counted of a tool.
struct Subject {
    name: &'static str,
    /// The hundredths that the largest of its plain exports takes, definitions that
    /// are used once inlined: beyond [`GOAL`] where all that is left says something.
    most: usize,
    count: fn() -> Counted,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "quickstart",
        // A third of it is descriptions, which both say in the same words; for xAI, the
        // keywords that it does not take are added to them.
        most: 78,
        count: count::<quickstart::EditFile>,
    },
    Subject {
        name: "small",
        most: GOAL,
        count: count::<Search>,
    },
    Subject {
        name: "edit",
        // No definition is left to inline. Ollama and xAI are told of constraints in
        // descriptions.
        most: 82,
        count: count::<EditFile>,
    },
    Subject {
        name: "nested",
        most: GOAL,
        count: count::<MakePlan>,
    },
];

const TARGETS: &[(&str, Target)] = &[
    ("OpenAI Chat", OpenAi::chat()),
    ("OpenAI Responses", OpenAi::responses()),
    ("Azure Chat", Azure::chat()),
    ("Azure Responses", Azure::responses()),
    ("Anthropic", Anthropic::messages()),
    ("Gemini", Gemini::json_schema()),
    ("Gemini parameters", Gemini::parameters()),
    ("Vertex AI", Vertex::json_schema()),
    ("Vertex parameters", Vertex::parameters()),
    ("Bedrock", Bedrock::converse()),
    ("Mistral", Mistral::chat()),
    ("Groq", Groq::chat()),
    ("Cohere", Cohere::chat()),
    ("DeepSeek", DeepSeek::chat()),
    ("xAI Chat", XAi::chat()),
    ("xAI Responses", XAi::responses()),
    ("Ollama", Ollama::chat()),
    ("MCP", Mcp::tools_list()),
];

/// The tokens of a tool, by all that write it.
struct Counted {
    schema_for: usize,
    rmcp: usize,
    exports: Vec<Exported>,
}

/// The tokens of one provider's exports; those that it refuses have none.
struct Exported {
    target: &'static str,
    plain: Option<Size>,
    inlined: Option<Size>,
    strict: Option<Size>,
}

#[derive(Clone, Copy)]
struct Size {
    schema: usize,
    tool: usize,
}

/// Prints a table for each tool, and comes back with the bounds that are broken.
pub(super) fn check() -> Vec<String> {
    let (mut broken, mut beyond) = (Vec::new(), 0);
    for subject in SUBJECTS {
        let counted = (subject.count)();
        print(subject, &counted);
        broken.extend(broken_by(subject, &counted));
        let inlined = counted.exports.iter().filter_map(|export| export.inlined);
        beyond += inlined
            .filter(|size| hundredths(size.schema, counted.schema_for) > GOAL)
            .count();
    }
    let all = SUBJECTS.len() * TARGETS.len();
    println!("! is beyond the goal of 0.{GOAL}: {beyond} of {all} plain exports, inlined");
    broken
}

fn count<T: Tool + JsonSchema + 'static>() -> Counted {
    let exports = TARGETS.iter().map(|(target, at)| Exported {
        target,
        plain: size::<T>(*at),
        inlined: size::<T>(at.inline_single_uses()),
        strict: size::<T>(at.strict()),
    });
    Counted {
        schema_for: tokens(&json!(schema_for!(T)).to_string()),
        rmcp: by_rmcp::<T>(),
        exports: exports.collect(),
    }
}

fn size<T: Tool>(target: Target) -> Option<Size> {
    let export = T::definition().export(target).ok()?;
    Some(Size {
        schema: tokens(&export.schema().to_string()),
        tool: tokens(&export.tool().to_string()),
    })
}

/// The tool object that rmcp lists for a handler of `Parameters<T>`.
fn by_rmcp<T: Tool + JsonSchema + 'static>() -> usize {
    let definition = T::definition();
    let schema = schema_for_input::<T>().expect("a struct is an object");
    let tool = rmcp::model::Tool::new(definition.name(), definition.description(), schema);
    tokens(&json!(tool).to_string())
}

fn print(subject: &Subject, counted: &Counted) {
    let Counted {
        schema_for, rmcp, ..
    } = counted;
    println!(
        "{}: schema_for! {schema_for} tokens, the tool by rmcp {rmcp}",
        subject.name
    );
    println!(
        "  {:<18} {:>13} {:>13} {:>13}   tool, in the same modes",
        "schema", "plain", "inlined", "strict"
    );
    for export in &counted.exports {
        let modes = [export.plain, export.inlined, export.strict];
        let [plain, inlined, strict] = modes.map(|size| match size {
            Some(size) => share(size.schema, *schema_for),
            None => "-".to_owned(),
        });
        let tools = modes.map(|size| size.map_or("-".to_owned(), |size| size.tool.to_string()));
        println!(
            "  {:<18} {plain:>13} {inlined:>13} {strict:>13}   {}",
            export.target,
            tools.join(" ")
        );
    }
}

/// `182 (0.75 !)`: the sign where it is more than the goal.
fn share(tokens: usize, of: usize) -> String {
    let share = hundredths(tokens, of);
    let sign = if share > GOAL { " !" } else { "" };
    format!("{tokens} ({}.{:02}{sign})", share / 100, share % 100)
}

/// Rounded up.
fn hundredths(tokens: usize, of: usize) -> usize {
    (tokens * 100).div_ceil(of.max(1))
}

fn broken_by(subject: &Subject, counted: &Counted) -> Vec<String> {
    let mut broken = Vec::new();
    for export in &counted.exports {
        let (name, target) = (subject.name, export.target);
        let Some(inlined) = export.inlined else {
            broken.push(format!("{name}, {target}: refused"));
            continue;
        };
        let share = hundredths(inlined.schema, counted.schema_for);
        if share > subject.most {
            let most = subject.most;
            broken.push(format!(
                "{name}, {target}: {share} hundredths, at most {most}"
            ));
        }
        let plain = export.plain.filter(|_| target == "MCP");
        if plain.is_some_and(|plain| plain.tool > counted.rmcp) {
            broken.push(format!("{name}, {target}: more than rmcp sends"));
        }
    }
    broken
}
