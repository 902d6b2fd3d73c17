//! The place of a derived type in the source. It identifies the type, because two types may have one
//! name.

use std::fmt;
use std::marker::PhantomData;

/// The place of a derive in the source. The address of this value identifies the type, since a macro
/// may write several types at one place.
#[derive(Debug)]
pub struct Place {
    /// Path of the type.
    pub name: &'static str,
    /// Path of the file.
    pub file: &'static str,
    /// Number of the line.
    pub line: u32,
    /// Number of the column.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            file,
            line,
            column,
        } = self;
        write!(f, "`{name}` ({file}:{line}:{column})")
    }
}

/// A type with a derive.
pub trait Placed {
    /// Returns the place of the derive.
    fn place() -> &'static Place;
}

/// Finds the place of a type that may have none: a type of another crate, or one with serde's and
/// schemars' own derives. A method call prefers [`HasPlace`], because [`HasNoPlace`] needs one more
/// reference.
#[derive(Debug)]
pub struct FindPlace<T>(pub PhantomData<T>);

/// Finds the place of a type that has one.
pub trait HasPlace {
    /// Returns the place.
    fn find_place(&self) -> Option<&'static Place>;
}

impl<T: Placed> HasPlace for FindPlace<T> {
    fn find_place(&self) -> Option<&'static Place> {
        Some(T::place())
    }
}

/// Finds nothing for any other type.
pub trait HasNoPlace {
    /// Returns `None`.
    fn find_place(&self) -> Option<&'static Place>;
}

impl<T> HasNoPlace for &FindPlace<T> {
    fn find_place(&self) -> Option<&'static Place> {
        None
    }
}

/// Two types with one name.
#[derive(Debug)]
pub(crate) struct SameName {
    pub(super) places: [&'static Place; 2],
    pub(crate) fix: &'static str,
}

impl fmt::Display for SameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.places;
        write!(
            f,
            "the types {first} and {second} have one name, so the second would get the schema of \
             the first"
        )
    }
}
