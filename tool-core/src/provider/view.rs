use serde_json::{Map, Value};

use super::Reason;
use super::error::Refusal;
use super::ledger::Ledger;
use super::loss::Loss;
use crate::schema::walk::{Schema, inside_mut};

/// Where a schema stood in the definition, in each schema of a view: a list, since
/// it may have been made of several. A keyword of ours, which takes the place of any
/// of that name.
pub(super) const ORIGIN: &str = "x-tool-origin";
/// What is told in the description at the end, as a list of texts.
pub(super) const WORDS: &str = "x-tool-words";

/// What comes of a pass.
pub(super) type Outcome = Result<(), Refusal>;

/// A definition's schema on its way to a provider: the passes bend it.
pub(super) struct View<'d> {
    pub(super) schema: Schema,
    pub(super) ledger: Ledger<'d>,
}

impl<'d> View<'d> {
    pub(super) fn new(schema: Schema, source: &'d Value) -> Self {
        Self {
            schema,
            ledger: Ledger::new(source),
        }
    }

    /// Visits each schema, and then those inside of what it was made.
    pub(super) fn each(
        &mut self,
        mut visit: impl FnMut(&mut Schema, &mut Ledger<'_>) -> Outcome,
    ) -> Outcome {
        let ledger = &mut self.ledger;
        each_schema(&mut self.schema, &mut |schema| visit(schema, ledger))
    }

    /// The definitions as they are now.
    pub(super) fn definitions(&self) -> Map<String, Value> {
        let definitions = self.schema.get("$defs").and_then(Value::as_object);
        definitions.cloned().unwrap_or_default()
    }

    /// The description of the tool, with what is to be told of the arguments as a
    /// whole: nobody reads a description at the root of the schema.
    pub(super) fn description(&mut self, of_tool: &str) -> String {
        match words(&mut self.schema) {
            Some(words) => format!("{of_tool} {words}").trim_start().to_owned(),
            None => of_tool.to_owned(),
        }
    }

    /// The schema without what the passes wrote for themselves, and the losses
    /// in the order of the passes.
    pub(super) fn finish(mut self) -> (Value, Vec<Loss>) {
        let told = each_schema(&mut self.schema, &mut |schema| {
            schema.shift_remove(ORIGIN);
            tell(schema);
            Ok(())
        });
        // The visitor returns no error, and the passes before rejected what nests too deep.
        debug_assert!(told.is_ok());
        (Value::Object(self.schema), self.ledger.into_losses())
    }
}

/// Schemas that nest deeper than this, and they came less deep, are written out
/// without an end.
const DEEPEST: usize = 300;

/// Visits each schema of a schema, and then those inside of what it was made.
pub(super) fn each_schema(
    schema: &mut Schema,
    visit: &mut dyn FnMut(&mut Schema) -> Outcome,
) -> Outcome {
    each_below(schema, 0, visit)
}

fn each_below(
    schema: &mut Schema,
    depth: usize,
    visit: &mut dyn FnMut(&mut Schema) -> Outcome,
) -> Outcome {
    if depth > DEEPEST {
        return Err(Refusal::new(origin(schema), None, Reason::Recursion));
    }
    visit(schema)?;
    inside_mut(schema).try_for_each(|inside| each_below(inside, depth + 1, visit))
}

/// Where a schema stood in the definition's, as a JSON Pointer.
pub(super) fn origin(schema: &Schema) -> &str {
    origins(schema).next().unwrap_or_default()
}

/// The same of all schemas that a schema was made of.
pub(super) fn origins(schema: &Schema) -> impl Iterator<Item = &str> {
    let origins = schema.get(ORIGIN).and_then(Value::as_array);
    origins.into_iter().flatten().filter_map(Value::as_str)
}

/// The mark of a schema, for one that is made of it.
pub(super) fn mark_of(schema: &Schema) -> Value {
    schema.get(ORIGIN).cloned().unwrap_or_default()
}

/// Adds to what the description of a schema tells at the end.
pub(super) fn say(schema: &mut Schema, words: String) {
    let said = schema
        .entry(WORDS)
        .or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(said) = said {
        said.push(Value::String(words));
    }
}

/// Moves what is told of a schema to the one that takes its place.
pub(super) fn move_words(from: &mut Schema, to: &mut Schema) {
    for keyword in ["title", "description", WORDS] {
        if let Some(value) = from.shift_remove(keyword) {
            to.insert(keyword.to_owned(), value);
        }
    }
}

/// Moves what is told of a schema to the front of what one inside of it tells.
pub(super) fn prepend_words(from: &mut Schema, to: &mut Schema) {
    if let Some(Value::String(outer)) = from.shift_remove("description") {
        let told = match to.get("description").and_then(Value::as_str) {
            Some(inner) if !inner.is_empty() => format!("{outer} {inner}"),
            _ => outer,
        };
        to.insert("description".to_owned(), told.into());
    }
    if let Some(Value::Array(mut outer)) = from.shift_remove(WORDS) {
        if let Some(Value::Array(inner)) = to.shift_remove(WORDS) {
            outer.extend(inner);
        }
        to.insert(WORDS.to_owned(), Value::Array(outer));
    }
}

/// Writes what is to be told into the description.
pub(super) fn tell(schema: &mut Schema) {
    let Some(words) = words(schema) else {
        return;
    };
    let description = match schema.get("description").and_then(Value::as_str) {
        Some(description) if !description.is_empty() => format!("{description} {words}"),
        _ => words,
    };
    schema.insert("description".to_owned(), description.into());
}

/// Takes out what is to be told of a schema.
fn words(schema: &mut Schema) -> Option<String> {
    let said = schema.shift_remove(WORDS)?;
    let said: Vec<&str> = said.as_array()?.iter().filter_map(Value::as_str).collect();
    Some(format!("({})", said.join(", ")))
}

/// Whether a keyword is one that the passes write for themselves.
pub(super) fn is_of_passes(keyword: &str) -> bool {
    matches!(keyword, ORIGIN | WORDS)
}

/// A schema without the marks of where it stood: two that say the same are equal.
pub(super) fn bare(schema: &Value) -> Value {
    bare_keyword("not", schema)
}

/// The same for what a keyword says, be it schemas or data.
pub(super) fn bare_keyword(keyword: &str, value: &Value) -> Value {
    of_keyword(keyword, value, |schema| {
        schema.shift_remove(ORIGIN);
    })
}

/// What a keyword says, as it is exported.
pub(super) fn told_keyword(keyword: &str, value: &Value) -> Value {
    of_keyword(keyword, value, |schema| {
        schema.shift_remove(ORIGIN);
        tell(schema);
    })
}

/// What a keyword says, with all schemas in it changed.
fn of_keyword(keyword: &str, value: &Value, change: fn(&mut Schema)) -> Value {
    let mut around = Schema::from_iter([(keyword.to_owned(), value.clone())]);
    let changed = each_schema(&mut around, &mut |schema| {
        change(schema);
        Ok(())
    });
    // Nothing is refused but what never ends, and that was refused before.
    debug_assert!(changed.is_ok());
    around.shift_remove(keyword).unwrap_or_default()
}
