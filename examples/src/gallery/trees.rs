//! Recursive types in all their forms.

use std::collections::BTreeMap;

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        WriteOutline::definition(),
        BuildMenu::definition(),
        EvaluateExpression::definition(),
        DelegateTask::definition(),
        CreateFolders::definition(),
    ]
}

/// Write the outline of a document.
#[derive(Debug, Tool)]
struct WriteOutline {
    title: String,
    sections: Vec<Section>,
}

#[derive(Debug, ToolArg)]
struct Section {
    heading: String,
    sections: Vec<Section>,
}

/// Build a menu.
#[derive(Debug, Tool)]
struct BuildMenu {
    first: Item,
}

/// An item, and the one after it.
#[derive(Debug, ToolArg)]
struct Item {
    label: String,
    next: Option<Box<Item>>,
}

/// Evaluate an expression.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct EvaluateExpression {
    expression: Expression,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Expression {
    Number(f64),
    Variable { name: String },
    Negate(Box<Expression>),
    Apply(Box<Operation>),
}

#[derive(Debug, ToolArg)]
struct Operation {
    operator: Operator,
    operands: Vec<Expression>,
}

#[derive(Debug, ToolArg)]
enum Operator {
    #[serde(rename = "+")]
    Add,
    #[serde(rename = "*")]
    Multiply,
}

/// Delegate a task and its subtasks.
#[derive(Debug, Tool)]
struct DelegateTask {
    goal: String,
    #[serde(default)]
    steps: Vec<DelegateTask>,
}

/// Create folders in folders.
#[derive(Debug, Tool)]
struct CreateFolders {
    folders: BTreeMap<String, Folder>,
}

#[derive(Debug, ToolArg)]
struct Folder {
    #[serde(default)]
    folders: BTreeMap<String, Folder>,
}
