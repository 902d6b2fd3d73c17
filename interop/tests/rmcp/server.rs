//! The server that the tests call, and a client to call it with.

use std::fmt::Write;

use interop::EditFile;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, object};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceExt, schemars, tool, tool_router};
use serde::Deserialize;
use serde_json::Value;
use tool_core::feedback::Style;
use tool_core::issue::Repair;
use tool_core::{Args, Tool};

struct Editor;

#[tool_router(server_handler)]
#[expect(
    clippy::unused_self,
    reason = "a handler has the server at hand, used or not"
)]
impl Editor {
    #[tool(description = EditFile::definition().description())]
    fn edit_file(&self, Parameters(call): Parameters<Args<EditFile>>) -> String {
        done(&call, call.repairs())
    }

    // rmcp infers a schema only from the type `Parameters`. This tool therefore names its schema.
    #[tool(
        description = EditFile::definition().description(),
        input_schema = object(EditFile::definition().schema().clone())
    )]
    fn edit_file_by_hand(&self, arguments: JsonObject) -> CallToolResult {
        let reader = EditFile::definition().reader();
        match reader.read::<EditFile>(&Value::Object(arguments)) {
            Ok(reading) => {
                let text = done(&reading.value, &reading.repairs);
                CallToolResult::success(vec![ContentBlock::text(text)])
            }
            Err(error) => {
                let mut result = CallToolResult::structured_error(error.payload());
                result.content = vec![ContentBlock::text(error.render(Style::List))];
                result
            }
        }
    }

    /// Wait a while.
    #[tool]
    fn wait(&self, Parameters(call): Parameters<Args<Wait>>) -> String {
        format!("waited {} s", call.seconds)
    }
}

/// Wait a while.
///
/// A type that has the derives already that rmcp asks for: `skip` leaves those two out of ours.
/// schemars generates the schema: only `deny_unknown_fields` closes it. `#[tool]` must be below the
/// derive. Above it, the compiler cannot distinguish it from `rmcp::tool`.
#[derive(Debug, Deserialize, schemars::JsonSchema, Tool)]
#[tool(skip(Deserialize, JsonSchema))]
#[schemars(crate = "rmcp::schemars")]
#[serde(deny_unknown_fields)]
struct Wait {
    seconds: u32,
}

fn done(call: &EditFile, repairs: &[Repair]) -> String {
    let mut text = format!("{call:?}");
    for repair in repairs {
        let _ = write!(text, "\n{}: {}", repair.path, repair.rule);
    }
    text
}

pub(crate) type Client = RunningService<RoleClient, ()>;

/// A client of a server that runs on the other end of a stream in memory.
pub(crate) async fn connect() -> Client {
    let (server, client) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        let running = Editor.serve(server).await.expect("the server starts");
        running.waiting().await
    });
    ().serve(client).await.expect("the client connects")
}
