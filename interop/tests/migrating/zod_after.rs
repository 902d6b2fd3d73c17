use std::error::Error;

use tool_core::provider::Anthropic;
use tool_core::{Tool, ToolArg};

/// Search the files of a project.
#[derive(Debug, Tool)]
struct Search {
    /// Pattern to look for.
    #[schemars(length(min = 1))]
    pattern: String,
    #[serde(default)]
    mode: Mode,
    #[schemars(range(max = 1000))]
    limit: Option<u32>,
}

#[derive(Debug, Default, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Content,
    FilesOnly,
}

fn main() -> Result<(), Box<dyn Error>> {
    let export = Search::definition().export(Anthropic::messages())?;
    println!("{:#}", export.tool());

    let text = r#"{"pattern": "fn main", "limit": "20"}"#;
    match Search::parse(text) {
        Ok(call) => println!("{} {:?} {:?}", call.pattern, call.mode, call.limit),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
