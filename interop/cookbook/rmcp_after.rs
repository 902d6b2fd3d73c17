//! The same rmcp server: `tool-core` reads the arguments.

use std::error::Error;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, JsonObject, object};
use rmcp::{ServiceExt, tool, tool_router};
use serde_json::json;
use tool_core::provider::Mcp;
use tool_core::{Args, Tool, ToolArg};

/// Replace exact strings in a file.
#[derive(Debug, Tool)]
struct EditFile {
    /// Absolute path of the file to edit.
    file_path: String,
    /// The replacements, made in this order.
    edits: Vec<Edit>,
    /// Lines of context to return.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
}

#[derive(Debug, ToolArg)]
struct Edit {
    /// Text to find; it must occur exactly once.
    old: String,
    new: String,
}

struct Editor {
    root: &'static str,
}

#[tool_router(server_handler)]
impl Editor {
    #[tool(
        description = EditFile::definition().description(),
        input_schema = input_schema::<EditFile>(),
        annotations(read_only_hint = false, destructive_hint = true, open_world_hint = false)
    )]
    fn edit_file(&self, Parameters(call): Parameters<Args<EditFile>>) -> String {
        let edits = call
            .edits
            .iter()
            .map(|Edit { old, new }| format!("{old} -> {new}"));
        let edits = edits.collect::<Vec<_>>().join(", ");
        let EditFile {
            file_path, context, ..
        } = &*call;
        format!(
            "{}{file_path}: {edits}; {context} lines of context",
            self.root
        )
    }
}

/// Returns the schema of the export, which is shorter and means the same.
fn input_schema<T: Tool>() -> JsonObject {
    let definition = T::definition();
    let export = definition.export(Mcp::tools_list());
    let schema = export.map_or_else(
        |_| definition.schema().clone(),
        |export| export.schema().clone(),
    );
    object(schema)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // The client is in the same program: a stream in memory connects it to the server.
    let (server, client) = tokio::io::duplex(4096);
    let editor = Editor { root: "/srv" };
    tokio::spawn(async move {
        let running = editor
            .serve(server)
            .await
            .map_err(|error| error.to_string())?;
        running.waiting().await.map_err(|error| error.to_string())
    });
    let client = ().serve(client).await?;

    let tools = client.list_all_tools().await?;
    println!("tools/list has {} bytes:", json!(tools).to_string().len());
    println!("{}", json!(tools[0]));

    let edits = json!([{"old": "a", "new": "b"}]);
    for arguments in [
        json!({"file_path": "/a.txt", "edits": edits.to_string(), "context": "3"}),
        json!({"edits": [{"old": "a"}], "context": 25, "dryRun": true}),
    ] {
        println!("\ncall: {arguments}");
        let request = CallToolRequestParams::new("edit_file").with_arguments(object(arguments));
        let result = client.call_tool(request).await?;
        for content in &result.content {
            println!("{}", content.as_text().map_or("", |text| &text.text));
        }
    }
    Ok(())
}
