use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::sync::OnceLock;

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::issue::Issue;
use crate::plan::SchemaError;
use crate::read::Direct;
use crate::schema::Root;
use crate::tool::spec::Conforming;
use crate::tool::{Definition, Issues, Spec};

/// The static place for the definition of a tool.
#[derive(Debug)]
pub struct Slot {
    spec: Spec,
    /// Reads the examples. `None` without examples, which keeps the reader of JSON values out of
    /// the binary.
    read_examples: Option<ReadExamples>,
    is_for_host: bool,
    built: OnceLock<Result<Definition, SchemaError>>,
}

type ReadExamples = fn(Definition, &[&str]) -> Result<Definition, SchemaError>;

impl Slot {
    /// Creates a slot. The definition is built on first use.
    #[must_use]
    pub const fn new(spec: Spec) -> Self {
        let read_examples: Option<ReadExamples> = if spec.examples.is_empty() {
            None
        } else {
            Some(read_examples)
        };
        Self {
            spec,
            read_examples,
            is_for_host: false,
            built: OnceLock::new(),
        }
    }

    /// Creates a slot for a tool that is internal to the host, which no export shows to a
    /// model.
    #[cfg(feature = "answers")]
    pub(crate) const fn for_host(spec: Spec) -> Self {
        let mut slot = Self::new(spec);
        slot.is_for_host = true;
        slot
    }

    /// Returns the definition, or the error of the schema.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema cannot be used.
    pub fn try_definition(&'static self) -> Result<&'static Definition, SchemaError> {
        self.get_or_build().as_ref().map_err(Clone::clone)
    }

    /// Returns the definition.
    ///
    /// # Panics
    ///
    /// Panics if the schema cannot be used.
    #[must_use]
    pub fn definition(&'static self) -> &'static Definition {
        match self.get_or_build() {
            Ok(definition) => definition,
            Err(error) => panic!("{error}"),
        }
    }

    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    fn get_or_build(&'static self) -> &'static Result<Definition, SchemaError> {
        self.built.get_or_init(|| {
            let mut definition = Definition::of(&self.spec)?;
            if let Some(read_examples) = self.read_examples {
                definition = read_examples(definition, self.spec.examples)?;
            }
            Ok(definition.for_host(self.is_for_host))
        })
    }
}

fn read_examples(definition: Definition, examples: &[&str]) -> Result<Definition, SchemaError> {
    definition.with_examples(examples)
}

/// Returns the schema of a type, without `$schema` and without the title that schemars derives
/// from the name of the type.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Schema {
    Root::of::<T>().read()
}

/// Returns the schema for the output of a type.
#[must_use]
pub fn output_schema_of<T: JsonSchema>() -> Schema {
    Root::of::<T>().build_output_schema()
}

/// Calls a check with its own type, in an `Option`. If the tool is read as a JSON value, the
/// type is read from that value, so every way of reading runs the check.
pub fn check<T: Any + DeserializeOwned>(
    value: &dyn Any,
    issues: &mut Issues,
    check: fn(&T, &mut Issues),
) {
    if let Some(Some(value)) = value.downcast_ref::<Option<T>>() {
        check(value, issues);
    } else if let Some(value) = json_of(value) {
        match Direct::conforming(&value.to_string()).read::<T>() {
            Ok(value) => check(&value, issues),
            Err(refusal) => issues.add_refusal(refusal),
        }
    }
}

/// Returns the JSON value or JSON object of a place. These types run no checks in their
/// `Deserialize`.
fn json_of(place: &dyn Any) -> Option<Cow<'_, Value>> {
    if let Some(value) = place.downcast_ref::<Option<Value>>() {
        return value.as_ref().map(Cow::Borrowed);
    }
    let object: Map<String, Value> =
        if let Some(object) = place.downcast_ref::<Option<Map<String, Value>>>() {
            object.clone()?
        } else if let Some(object) = place.downcast_ref::<Option<BTreeMap<String, Value>>>() {
            object.clone()?.into_iter().collect()
        } else {
            let object = place.downcast_ref::<Option<HashMap<String, Value>>>()?;
            object.clone()?.into_iter().collect()
        };
    Some(Cow::Owned(object.into()))
}

/// Returns whether a place is for a JSON value or a JSON object.
pub(super) fn is_json(place: &dyn Any) -> bool {
    place.is::<Option<Value>>()
        || place.is::<Option<Map<String, Value>>>()
        || place.is::<Option<BTreeMap<String, Value>>>()
        || place.is::<Option<HashMap<String, Value>>>()
}

/// Reads a type from conforming arguments only to run its checks.
///
/// # Errors
///
/// Returns the error of the type.
pub fn reread<T: DeserializeOwned>(arguments: &Conforming<'_>) -> Result<(), Box<Issue>> {
    match Direct::conforming(arguments.0).read::<T>() {
        Ok(_) => Ok(()),
        Err(refusal) => Err(Box::new(Issue::from(refusal))),
    }
}

/// [`schema_of`] for types that may lack a schema because schemars' derive reported an error.
/// In this case, `SchemaOf::<T>::SCHEMA` is the constant of [`NoSchema`], and the compiler
/// reports no second error.
#[derive(Debug)]
pub struct SchemaOf<T>(PhantomData<T>);

impl<T: JsonSchema> SchemaOf<T> {
    /// The schema of the type.
    pub const SCHEMA: fn() -> Schema = schema_of::<T>;
}

/// The fallback of [`SchemaOf`].
pub trait NoSchema {
    /// A placeholder that no program reaches, because it does not compile.
    const SCHEMA: fn() -> Schema = || Schema::from(false);
}

impl<T> NoSchema for SchemaOf<T> {}
