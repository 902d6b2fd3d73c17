use std::error::Error;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadFile {
    /// Absolute path of the file.
    #[schemars(length(min = 1))]
    path: String,
    /// Number of lines to read.
    #[schemars(range(max = 2000))]
    limit: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let tool = json!({
        "type": "function",
        "function": {
            "name": "read_file",
            "description": "Read a part of a file.",
            "parameters": schemars::schema_for!(ReadFile),
        },
    });
    println!("{tool:#}");

    let arguments = r#"{"path": "/etc/hosts", "limit": "20"}"#;
    match serde_json::from_str::<ReadFile>(arguments) {
        Ok(call) => println!("{} {:?}", call.path, call.limit),
        Err(error) => println!("result for the model: {error}"),
    }
    Ok(())
}
