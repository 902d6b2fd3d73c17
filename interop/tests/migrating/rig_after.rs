use std::convert::Infallible;

use rig_core::tool::contextual::ErasedTool;
use rig_core::tool::{PortableTool, ToolContext};
use serde_json::Value;
use tool_core::{Args, Tool};

/// Wait before the next call.
#[derive(Debug, Tool)]
struct Wait {
    /// Seconds to wait.
    seconds: u8,
}

struct Timer;

impl PortableTool for Timer {
    const NAME: &'static str = "wait";
    type Args = Args<Wait>;
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {
        Wait::definition().description().to_owned()
    }

    fn parameters(&self) -> Value {
        Wait::definition().schema().clone()
    }

    async fn call(&self, call: Self::Args) -> Result<String, Infallible> {
        Ok(format!("waited {} s", call.seconds))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("{}", PortableTool::parameters(&Timer));
    let arguments = r#"{"seconds": "5"}"#.to_owned();
    let result = Timer.execute(arguments, &mut ToolContext::new()).await;
    println!("{}", result.output().render());
}
