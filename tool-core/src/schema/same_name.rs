//! Types with one name. schemars tells types apart by their module and name, and gives two types
//! with one name the schema of the first. Tables of the reader use the names of types, too.
//! Therefore the derive records where it stands, and a second place with a known name is an error.

use std::borrow::Cow;
use std::ptr;

use schemars::Schema;
use schemars::transform::Transform;

use super::hints::meet;
use super::place::{Place, SameName};

/// Records the names of a type and of the types of its fields. This is a transform of the schema of
/// the type. A type that takes the schema of another one has no schema of its own, so the type
/// that refers to it records its name.
#[derive(Debug, Default)]
pub struct Names(Vec<Name>);

#[derive(Debug)]
struct Name {
    in_schema: fn() -> Cow<'static, str>,
    in_rust: fn() -> &'static str,
    place: &'static Place,
}

impl Names {
    /// Creates an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a type.
    #[must_use]
    pub fn of(
        mut self,
        in_schema: fn() -> Cow<'static, str>,
        in_rust: fn() -> &'static str,
        place: Option<&'static Place>,
    ) -> Self {
        self.0.extend(place.map(|place| Name {
            in_schema,
            in_rust,
            place,
        }));
        self
    }
}

/// The fixes if two types have one name in Rust, and if they have one name in the schema.
const FIXES: [&str; 2] = [
    "give one of them another name in Rust",
    "give one of them another name, for example by `#[schemars(rename = \"..\")]`",
];

impl Transform for Names {
    fn transform(&mut self, _: &mut Schema) {
        meet(|met| {
            for name in &self.0 {
                let names = [Cow::Borrowed((name.in_rust)()), (name.in_schema)()];
                let lists = met.places.iter_mut().zip(FIXES);
                for (of, (list, fix)) in names.into_iter().zip(lists) {
                    let known = list.iter().find(|(known, _)| *known == of);
                    match known.map(|(_, place)| *place) {
                        Some(known) if ptr::eq(known, name.place) => {}
                        Some(known) => {
                            let places = [known, name.place];
                            met.same_name.get_or_insert(SameName { places, fix });
                        }
                        None => list.push((of, name.place)),
                    }
                }
            }
        });
    }
}
