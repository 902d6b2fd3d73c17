use std::fmt::Write as _;

use serde_json::Value;

use crate::feedback::write_shape;
use crate::limits::SHOWN_DEPTH;
use crate::schema::keyword::UNIONS;
use crate::schema::render::{default, is_required, join_lines, write_description};
use crate::schema::{Lookup, find_target};
use crate::tool::Definition;

/// Maximum number of rows of a table, because a recursive schema is infinite.
const MAX_ROWS: usize = 500;

/// Keywords that constrain the arguments as a whole.
const OF_THE_WHOLE: [&str; 4] = ["oneOf", "anyOf", "allOf", "patternProperties"];

/// Writes the page of a tool.
pub(super) fn write_page(definition: &Definition) -> String {
    let mut page = format!("## `{}`", definition.name());
    if let Some(title) = definition.title() {
        let _ = write!(page, ": {title}");
    }
    page.push('\n');
    if !definition.description().is_empty() {
        let _ = write!(page, "\n{}\n", definition.description().trim());
    }
    let mut rows = Rows {
        root: definition.schema(),
        lines: Vec::new(),
        followed: Vec::new(),
    };
    rows.add_rows(definition.schema(), "", 0);
    if !rows.lines.is_empty() {
        let _ = write!(
            page,
            "\n| argument | type | |\n|---|---|---|\n{}",
            rows.lines.concat()
        );
        if rows.lines.len() >= MAX_ROWS {
            page.push_str("\nFurther arguments are in the schema.\n");
        }
    }
    let schema = definition.schema();
    if schema.has_any(&OF_THE_WHOLE) || schema.object("additionalProperties").is_some() {
        let shape = write_shape(schema, schema, 4);
        let _ = write!(page, "\nThe arguments as a whole: {shape}\n");
    } else if rows.lines.is_empty() {
        page.push_str("\nIt takes no arguments.\n");
    }
    for example in definition.examples() {
        let _ = write!(page, "\n```json\n{example}\n```\n");
    }
    page
}

/// The rows for the arguments of a schema.
struct Rows<'d> {
    root: &'d Value,
    lines: Vec<String>,
    /// The references on the current path. A reference that occurs twice is recursive.
    followed: Vec<&'d str>,
}

impl<'d> Rows<'d> {
    fn add_rows(&mut self, schema: &'d Value, path: &str, depth: usize) {
        if depth > SHOWN_DEPTH || self.lines.len() >= MAX_ROWS {
            return;
        }
        if let Some(reference) = schema.text("$ref")
            && let Some(target) = find_target(self.root, reference)
            && !self.followed.contains(&reference)
        {
            self.followed.push(reference);
            self.add_rows(target, path, depth);
            self.followed.pop();
        }
        for (name, property) in schema.entries("properties") {
            if self.lines.len() >= MAX_ROWS {
                return;
            }
            let is_required = is_required(schema, name);
            let path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            let row = self.lines.len();
            self.add_rows(property, &path, depth + 1);
            // Arguments with their own rows are not repeated in the type. Beyond the limits, their
            // types would be longer than the rows.
            let is_cut = depth == SHOWN_DEPTH || self.lines.len() >= MAX_ROWS;
            let levels = if self.lines.len() > row || is_cut {
                0
            } else {
                4
            };
            let text = self.write_row(property, &path, is_required, levels);
            self.lines.insert(row, text);
        }
        if let Some(items) = schema.get("items") {
            self.add_rows(items, &format!("{path}[]"), depth + 1);
        }
        // A nullable value has one other form. The type column shows several forms.
        if let Some(form) = find_other_than_null(schema) {
            self.add_rows(form, path, depth + 1);
        }
    }

    fn write_row(&self, property: &Value, path: &str, required: bool, levels: usize) -> String {
        let optional = if required { "" } else { " (optional)" };
        let shape = write_shape(self.root, property, levels);
        let words = [
            write_description(property),
            default(property).unwrap_or_default(),
        ];
        let is_sentence = words[0].ends_with(['.', '!', '?']);
        let words: Vec<String> = words
            .into_iter()
            .filter(|words| !words.is_empty())
            .collect();
        let words = words.join(if is_sentence { " " } else { "; " });
        let (shape, words) = (write_cell(&shape), write_cell(&words));
        let space = if words.is_empty() { "" } else { " " };
        format!("| `{path}`{optional} | {shape} |{space}{words} |\n")
    }
}

fn find_other_than_null(schema: &Value) -> Option<&Value> {
    let mut unions = UNIONS.iter().map(|union| schema.list(union));
    let forms = unions.find(|forms| !forms.is_empty())?;
    let mut others = forms
        .iter()
        .filter(|form| form.get("type").is_none_or(|of| of != "null"));
    let first = others.next()?;
    others.next().is_none().then_some(first)
}

/// Escapes text for a cell of a table.
fn write_cell(text: &str) -> String {
    join_lines(text).replace('|', "\\|")
}
