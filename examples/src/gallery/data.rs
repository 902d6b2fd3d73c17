//! Tables: recursion by a tool's arguments, generics, rows of any values, bounds.

use std::collections::{BTreeMap, HashSet};

use tool_core::{Definition, Tool, ToolArg, Value};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        QueryTable::definition(),
        InsertRows::definition(),
        UpdateRows::definition(),
        JoinTables::definition(),
        PlotChart::definition(),
        ExportTable::definition(),
    ]
}

/// Query a table.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct QueryTable {
    table: String,
    /// All columns, if none is named.
    columns: Option<HashSet<String>>,
    filter: Option<Filter>,
    #[serde(default)]
    order_by: Vec<Order>,
    #[serde(flatten)]
    page: Page,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Filter {
    And { filters: Vec<Filter> },
    Or { filters: Vec<Filter> },
    Not { filter: Box<Filter> },
    Equals { column: String, value: Cell },
    IsNull { column: String },
}

/// Content of a cell.
#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Cell {
    Boolean(bool),
    Integer(i64),
    Number(f64),
    Text(String),
}

#[derive(Debug, ToolArg)]
struct Order {
    column: String,
    #[serde(default)]
    descending: bool,
}

/// Range of the rows.
#[derive(Debug, ToolArg)]
struct Page {
    #[serde(default)]
    offset: u64,
    #[schemars(range(min = 1, max = 500))]
    limit: u64,
}

/// Insert rows into a table.
#[derive(Debug, Tool)]
struct InsertRows {
    table: String,
    /// The rows, each by the names of its columns.
    rows: Vec<BTreeMap<String, Value>>,
}

/// Update rows of a table.
#[derive(Debug, Tool)]
#[tool(destructive)]
struct UpdateRows {
    table: String,
    #[schemars(length(min = 1))]
    set: BTreeMap<String, Option<Cell>>,
    #[serde(rename = "where")]
    condition: Condition,
}

#[derive(Debug, ToolArg)]
struct Condition {
    column: String,
    /// Any of these.
    equals: Vec<Cell>,
}

/// Join two tables.
#[derive(Debug, Tool)]
struct JoinTables {
    left: Side<String>,
    right: Side<u32>,
    keep: Option<Keep>,
}

/// A table and its keys for the join.
#[derive(Debug, ToolArg)]
struct Side<K> {
    table: String,
    keys: Vec<K>,
}

#[derive(Debug, ToolArg)]
enum Keep {
    /// Rows that have a partner.
    Inner,
    /// Rows on the left.
    Left,
    /// All rows.
    Full,
}

/// Plot a chart.
#[derive(Debug, Tool)]
struct PlotChart {
    series: Vec<Series>,
    /// Labels below the chart, each with its position.
    #[serde(default)]
    labels: Vec<(f64, String)>,
    /// Red, green and blue.
    background: Option<[u8; 3]>,
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 10))]
    line_width: f32,
    #[serde(default)]
    #[schemars(extend("enum" = [1, 2, 4]))]
    scale: Option<u8>,
}

#[derive(Debug, ToolArg)]
struct Series {
    name: String,
    #[schemars(length(min = 2))]
    points: Vec<(f64, f64)>,
}

/// Export a table to a file.
#[derive(Debug, Tool)]
struct ExportTable {
    table: String,
    format: ExportFormat,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "lowercase")]
enum ExportFormat {
    Json,
    /// Comma-separated values.
    Csv(CsvOptions),
    Parquet(),
}

#[derive(Debug, ToolArg)]
#[serde(default)]
struct CsvOptions {
    separator: char,
    header: bool,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            separator: ',',
            header: true,
        }
    }
}
