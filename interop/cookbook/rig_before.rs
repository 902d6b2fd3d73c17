//! A tool of a rig agent as it was: serde reads the arguments.

use std::convert::Infallible;

use rig_core::tool::contextual::ErasedTool;
use rig_core::tool::{PortableTool, ToolContext};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Wait {
    seconds: u32,
    reason: Option<String>,
}

struct Timer;

impl PortableTool for Timer {
    const NAME: &'static str = "wait";
    type Args = Wait;
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {
        "Wait before the next call.".to_owned()
    }

    fn parameters(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "seconds": {"type": "integer", "minimum": 0, "maximum": 60},
                "reason": {"type": "string"},
            },
            "required": ["seconds"],
        })
    }

    async fn call(&self, call: Wait) -> Result<String, Infallible> {
        let reason = call.reason.unwrap_or("no reason".to_owned());
        Ok(format!("waited {} s: {reason}", call.seconds))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for arguments in [
        r#"{"Seconds": "5"}"#,
        r#"{"seconds": 90, "reason": ["none"], "unit": "s"}"#,
        r#"{"seconds": 5,}"#,
    ] {
        println!("arguments: {arguments}");
        // rig passes the text of a call to its tool in this way.
        let result = Timer
            .execute(arguments.to_owned(), &mut ToolContext::new())
            .await;
        println!("{}\n", result.output().render());
    }
}
