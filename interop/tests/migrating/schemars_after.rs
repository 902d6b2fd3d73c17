use std::error::Error;

use tool_core::Tool;
use tool_core::provider::OpenAi;

/// Read a part of a file.
#[derive(Debug, Tool)]
struct ReadFile {
    /// Absolute path of the file.
    #[schemars(length(min = 1))]
    path: String,
    /// Number of lines to read.
    #[schemars(range(max = 2000))]
    limit: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let export = ReadFile::definition().export(OpenAi::chat())?;
    let tool = export.tool();
    println!("{tool:#}");

    let arguments = r#"{"path": "/etc/hosts", "limit": "20"}"#;
    match ReadFile::parse(arguments) {
        Ok(call) => println!("{} {:?}", call.path, call.limit),
        Err(error) => println!("result for the model: {error}"),
    }
    Ok(())
}
