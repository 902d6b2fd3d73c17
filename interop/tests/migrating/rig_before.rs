use std::convert::Infallible;

use rig_core::tool::contextual::ErasedTool;
use rig_core::tool::{PortableTool, ToolContext};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Wait {
    /// Seconds to wait.
    seconds: u8,
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
        json!(schemars::schema_for!(Wait))
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
