//! The same tool of a rig agent: `tool-core` reads the arguments.

use std::convert::Infallible;

use rig_core::tool::contextual::ErasedTool;
use rig_core::tool::{PortableTool, ToolContext};
use serde_json::Value;
use tool_core::provider::{Export, ExportError, OpenAi};
use tool_core::{Args, Tool, ToolSet};

/// Wait before the next call.
#[derive(Debug, Tool)]
struct Wait {
    #[schemars(range(max = 60))]
    seconds: u32,
    reason: Option<String>,
}

struct Timer {
    export: Export,
}

impl PortableTool for Timer {
    const NAME: &'static str = "wait";
    type Args = Args<Wait>;
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {
        self.export.description().to_owned()
    }

    fn parameters(&self) -> Value {
        self.export.schema().clone()
    }

    async fn call(&self, call: Args<Wait>) -> Result<String, Infallible> {
        Ok(run(&call))
    }
}

fn run(call: &Wait) -> String {
    let reason = call.reason.as_deref().unwrap_or("no reason");
    format!("waited {} s: {reason}", call.seconds)
}

/// All tools of the program, for calls that do not go through rig.
#[derive(Debug, ToolSet)]
enum Call {
    Wait(Wait),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ExportError> {
    let export = Wait::definition().export(OpenAi::chat())?;
    let timer = Timer { export };
    for arguments in [
        r#"{"Seconds": "5"}"#,
        r#"{"seconds": 90, "reason": ["none"], "unit": "s"}"#,
        r#"{"seconds": 5,}"#,
    ] {
        println!("arguments: {arguments}");
        // rig passes the text of a call to its tool in this way.
        let result = timer
            .execute(arguments.to_owned(), &mut ToolContext::new())
            .await;
        println!("{}\n", result.output().render());
    }

    // Without rig, the name and the text are repaired as well.
    match Call::parse("functions.Wait", r#"{"seconds": 5,}"#) {
        Ok(Call::Wait(call)) => println!("without rig: {}", run(&call)),
        Err(error) => println!("without rig: {error}"),
    }
    Ok(())
}
