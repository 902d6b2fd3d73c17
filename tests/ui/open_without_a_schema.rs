use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(open, skip(JsonSchema))]
struct Edit {}

impl schemars::JsonSchema for Edit {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Edit".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        true.into()
    }
}

fn main() {}
