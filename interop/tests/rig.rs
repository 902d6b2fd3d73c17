//! `Args<T>` inside rig: a typed tool that rig calls with the model's text, and a tool that is
//! defined by a JSON Schema.

use std::convert::Infallible;

use interop::{ARGUMENTS, EditFile, FORMS, Timer, edit};
use rig_core::message::ToolName;
use rig_core::tool::contextual::ErasedTool;
use rig_core::tool::{
    DynamicTool, PortableTool, ToolContext, ToolExecutionError, ToolOutput, tool_definition,
};
use serde_json::{Value, json};
use tool_core::provider::{Export, OpenAi};
use tool_core::{Args, Definition, Tool};

struct Editor {
    export: Export,
}

impl Editor {
    fn new() -> Self {
        let export = EditFile::definition().export(OpenAi::chat());
        Self {
            export: export.expect("OpenAI takes the tool"),
        }
    }
}

impl PortableTool for Editor {
    const NAME: &'static str = "edit_file";
    type Args = Args<EditFile>;
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {
        self.export.description().to_owned()
    }

    fn parameters(&self) -> Value {
        self.export.schema().clone()
    }

    async fn call(&self, call: Self::Args) -> Result<Self::Output, Self::Error> {
        Ok(format!("{:?}, {} repairs", *call, call.repairs().len()))
    }
}

#[test]
fn definition_equals_the_export() {
    assert_eq!(Editor::NAME, EditFile::definition().name());
    let definition = tool_definition(&Editor::new());
    let export = EditFile::definition()
        .export(OpenAi::chat())
        .expect("export");
    let function = &export.tool()["function"];
    assert_eq!(json!(definition), *function);
}

/// The schema is flat for this API. The description has the forms.
#[test]
fn definition_contains_the_forms_of_a_flattened_enum() {
    let export = Timer::definition().export(OpenAi::chat()).expect("export");
    let definition = json!(tool_definition(&Editor { export }));
    let description = definition["description"].as_str();
    assert!(
        description.is_some_and(|text| text.ends_with(FORMS)),
        "{definition}"
    );
}

#[tokio::test]
async fn reads_a_call_leniently() {
    let result = Editor::new()
        .execute(ARGUMENTS.to_owned(), &mut ToolContext::new())
        .await;
    assert!(result.is_success());
    assert_eq!(result.output().render(), format!("{:?}, 3 repairs", edit()));
}

/// Behind a prefix of rig's own, the model is shown the whole instruction.
#[tokio::test]
async fn error_lists_all_faults_for_the_model() {
    let faults = r#"{"old_string": null, "new_string": "b", "context": "ten"}"#;
    let result = Editor::new()
        .execute(faults.to_owned(), &mut ToolContext::new())
        .await;
    assert!(result.is_error());
    insta::assert_snapshot!(result.output().render(), @"failed to parse tool arguments: Please rewrite the input with valid arguments. Errors: file_path: Required; old_string: expected string, got null; context: expected integer, got string");
}

/// rig passes a value to the function of a dynamic tool, and the definition reads that value.
#[tokio::test]
async fn dynamic_tool_reads_by_its_schema() {
    let schema = json!({
        "type": "object",
        "properties": {"seconds": {"type": "integer"}},
        "required": ["seconds"],
    });
    let definition = Definition::new("wait", "Wait a while.", schema).expect("a definition");
    let export = definition.export(OpenAi::chat()).expect("an export");
    let tool = DynamicTool::new(
        ToolName::new(export.name()).expect("a name"),
        export.description().to_owned(),
        export.schema().clone(),
        move |arguments| {
            let read = definition.reader().read::<Value>(&arguments);
            Box::pin(async move {
                match read {
                    Ok(reading) => Ok(ToolOutput::json(reading.value)),
                    Err(error) => Err(ToolExecutionError::invalid_args(error.to_string())),
                }
            })
        },
    );
    let output = tool
        .execute(json!({"seconds": "3"}))
        .await
        .expect("it runs");
    assert_eq!(output.as_json(), Some(&json!({"seconds": 3})));

    let error = tool
        .execute(json!({"seconds": "soon"}))
        .await
        .expect_err("no number");
    assert_eq!(
        error.model_feedback(),
        Some(
            "Please rewrite the input with valid arguments. Errors: \
             seconds: expected integer, got string"
        ),
    );
}
