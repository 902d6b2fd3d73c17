use std::fmt;

use super::Reason;

impl Reason {
    /// What to do about it.
    pub(super) fn way_out(&self) -> &'static str {
        match self {
            Self::Name { .. } => "give the tool another name",
            Self::PropertyName { .. } => "rename the property",
            Self::Root => "make the arguments an object",
            Self::NoSchema => "write a JSON Schema there",
            Self::RootForms | Self::FormsByNull => "put the forms into a property of their own",
            Self::Map => "give the map a property of its own",
            Self::AnyValue => "declare its type",
            Self::NoValue => "leave the property out",
            Self::Tuple => "make it an object with named properties",
            Self::Recursion => "write the levels out",
            Self::Reference => {
                "put the schema that is meant into `$defs`, and refer to `#/$defs/` and its name"
            }
            Self::AllOf => "write them as one schema",
            Self::Members => "declare members of one type",
            Self::Type => "declare another type",
            Self::NothingRequired => "require a property",
            Self::NoProperties => "declare a property",
            Self::TooMany { .. } => "split the tools or say less",
            Self::NoStrictMode => "leave strict out",
            Self::SameName => "rename one of them",
            Self::NotAllStrict => "export all of them without strict",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name { allowed } => {
                return write!(f, "the name of a tool has the form `{allowed}`");
            }
            Self::PropertyName { allowed } => {
                return write!(f, "the name of a property has the form `{allowed}`");
            }
            Self::TooMany { what, count, most } => {
                return write!(f, "{count} {what}, and at most {most} are taken");
            }
            Self::Root => "the arguments of a tool are an object",
            Self::NoSchema => "this is no schema",
            Self::RootForms => "the forms of the arguments are not one object",
            Self::FormsByNull => {
                "each property is required there, and null alone tells two forms of the arguments apart"
            }
            Self::Map => {
                "a map beside properties or arrays, or of several kinds of keys, has no form there"
            }
            Self::AnyValue => "a value of any type has no form there",
            Self::NoValue => "nothing is a value of this schema",
            Self::Tuple => "items told apart by position have no form there",
            Self::Recursion => "a schema that refers to itself has no form there",
            Self::Reference => "the reference leads out of the schema or nowhere",
            Self::AllOf => "schemas that all have to hold have no form there",
            Self::Members => "members of these types have no form there",
            Self::Type => "this type has no form there",
            Self::NothingRequired => "at least one property has to be required",
            Self::NoProperties => "an object without properties leaves nothing to constrain",
            Self::NoStrictMode => "there is no strict mode",
            Self::SameName => "another tool of the request has the same name",
            Self::NotAllStrict => "all tools of a request are strict or none is, and one cannot be",
        })
    }
}
