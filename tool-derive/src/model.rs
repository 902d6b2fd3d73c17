use proc_macro2::Span;
use syn::{Data, DeriveInput, Fields, Ident, Path, Token};

use crate::attr::{ContainerAttrs, FieldAttrs, VariantAttrs};
use crate::ctxt::Ctxt;
use crate::foreign::Foreign;
use crate::word::Skip;

// The input of the derive. Each node keeps its original tokens.
pub(crate) struct Model<'a> {
    pub(crate) kind: Kind,
    pub(crate) original: &'a DeriveInput,
    pub(crate) attrs: ContainerAttrs,
    pub(crate) foreign: Foreign,
    pub(crate) body: Body<'a>,
    // `::tool_core::__private`
    pub(crate) private: Path,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    ToolArg,
    ToolSet,
}

pub(crate) enum Body<'a> {
    Struct(&'a Fields, Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
    Union,
}

pub(crate) struct Variant<'a> {
    pub(crate) original: &'a syn::Variant,
    pub(crate) attrs: VariantAttrs,
    pub(crate) foreign: Foreign,
    pub(crate) tagging: Tagging,
    pub(crate) fields: Vec<Field<'a>>,
}

pub(crate) struct Field<'a> {
    pub(crate) original: &'a syn::Field,
    pub(crate) attrs: FieldAttrs,
    pub(crate) foreign: Foreign,
}

// The representation of variants in the schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tagging {
    External,
    Internal,
    Adjacent,
    Untagged,
}

// Words of a variant that prevent its fields from being read individually.
const NOT_READ: &[&str] = &["skip", "skip_deserializing", "deserialize_with"];

impl<'a> Model<'a> {
    pub(crate) fn new(kind: Kind, original: &'a DeriveInput, cx: &Ctxt) -> Self {
        let attrs = ContainerAttrs::parse(&original.attrs, cx);
        let foreign = Foreign::new(&original.attrs);
        let body = match &original.data {
            Data::Struct(data) => Body::Struct(&data.fields, parse_fields(&data.fields, cx)),
            Data::Enum(data) => {
                let of_enum = Tagging::new(&foreign);
                let mut variants = Vec::new();
                for variant in &data.variants {
                    variants.push(Variant::new(variant, of_enum, cx));
                }
                Body::Enum(variants)
            }
            Data::Union(_) => Body::Union,
        };
        Self {
            kind,
            original,
            private: find_private_path(&attrs),
            attrs,
            foreign,
            body,
        }
    }

    pub(crate) fn skip(&self) -> Skip {
        self.attrs
            .skip
            .as_ref()
            .map_or_else(Skip::default, |skip| skip.value)
    }

    // Returns whether the schema is generated from the fields instead of another type.
    pub(crate) fn is_own(&self) -> bool {
        let of_another = ["from", "try_from", "with", "schema_with"];
        !self.foreign.says_any(&of_another)
    }

    // Returns whether the derived `Deserialize` reads the field with the `Deserialize` of its type.
    pub(crate) fn reads(&self, variant: Option<&Variant>, field: &Field) -> bool {
        let is_replaced = variant
            .is_some_and(|variant| variant.is_replaced() || variant.foreign.says_any(NOT_READ));
        self.is_own()
            && !self.foreign.says("remote")
            && !self.skip().deserialize
            && !is_replaced
            && !field.is_skipped()
            && !field.is_replaced()
    }

    // Returns whether both the reader and the schema are derived from the fields.
    pub(crate) fn is_derived(&self) -> bool {
        let skip = self.skip();
        !skip.deserialize && !skip.json_schema && self.is_own()
    }

    // Returns whether serde alone might choose another form of an enum than the plan. Serde tries
    // the untagged forms in order and accepts unknown keys in each of them.
    pub(crate) fn tries_forms(&self) -> bool {
        let Body::Enum(variants) = &self.body else {
            return false;
        };
        let mut read = variants.iter().filter(|variant| !variant.is_skipped());
        self.is_derived()
            && !self.foreign.says("remote")
            && read.any(|variant| variant.tagging == Tagging::Untagged)
    }

    // Returns whether our code reads a flattened field. It reports which properties the type of the
    // field uses.
    pub(crate) fn sees_through(&self, field: &Field) -> bool {
        let is_read = !field.is_skipped() && !field.is_replaced();
        self.is_derived() && field.foreign.says("flatten") && is_read
    }

    pub(crate) fn krate(&self) -> Path {
        find_crate_path(&self.attrs)
    }

    pub(crate) fn fields(&self) -> Vec<(Option<&Variant<'a>>, &Field<'a>)> {
        let mut all = Vec::new();
        match &self.body {
            Body::Struct(_, fields) => {
                for field in fields {
                    all.push((None, field));
                }
            }
            Body::Enum(variants) => {
                for variant in variants {
                    for field in &variant.fields {
                        all.push((Some(variant), field));
                    }
                }
            }
            Body::Union => {}
        }
        all
    }
}

impl<'a> Variant<'a> {
    fn new(original: &'a syn::Variant, of_enum: Tagging, cx: &Ctxt) -> Self {
        let attrs = VariantAttrs::parse(&original.attrs, cx);
        let foreign = Foreign::new(&original.attrs);
        let untagged = attrs.other.is_some() || foreign.says("untagged");
        Self {
            original,
            attrs,
            tagging: if untagged { Tagging::Untagged } else { of_enum },
            foreign,
            fields: parse_fields(&original.fields, cx),
        }
    }

    pub(crate) fn is_newtype(&self) -> bool {
        matches!(self.original.fields, Fields::Unnamed(_)) && self.fields.len() == 1
    }

    pub(crate) fn is_skipped(&self) -> bool {
        self.foreign.says_any(&["skip", "skip_deserializing"])
    }

    // Returns whether the schema of the variant's content ignores its fields.
    pub(crate) fn is_replaced(&self) -> bool {
        let of_field = || self.fields.iter().any(Field::is_replaced);
        self.foreign.says_any(&["with", "schema_with"]) || self.is_newtype() && of_field()
    }
}

impl Field<'_> {
    pub(crate) fn name(&self) -> Option<&Ident> {
        self.original.ident.as_ref()
    }

    // Returns whether the schema may differ from the schema of the field's type.
    pub(crate) fn is_replaced(&self) -> bool {
        self.foreign
            .says_any(&["with", "schema_with", "deserialize_with"])
    }

    pub(crate) fn is_skipped(&self) -> bool {
        self.foreign.says_any(&["skip", "skip_deserializing"])
    }
}

impl Tagging {
    fn new(foreign: &Foreign) -> Self {
        match (foreign.says("tag"), foreign.says("content")) {
            _ if foreign.says("untagged") => Self::Untagged,
            (true, true) => Self::Adjacent,
            (true, false) => Self::Internal,
            (false, _) => Self::External,
        }
    }
}

fn parse_fields<'a>(fields: &'a Fields, cx: &Ctxt) -> Vec<Field<'a>> {
    let mut all = Vec::new();
    for original in fields {
        all.push(Field {
            original,
            attrs: FieldAttrs::parse(&original.attrs, cx),
            foreign: Foreign::new(&original.attrs),
        });
    }
    all
}

fn find_crate_path(attrs: &ContainerAttrs) -> Path {
    if let Some(krate) = &attrs.krate {
        return krate.value.clone();
    }
    default_crate_path()
}

// `::tool_core`
pub(crate) fn default_crate_path() -> Path {
    let mut path = Path::from(Ident::new("tool_core", Span::call_site()));
    path.leading_colon = Some(Token![::](Span::call_site()));
    path
}

fn find_private_path(attrs: &ContainerAttrs) -> Path {
    let mut path = find_crate_path(attrs);
    let private = Ident::new("__private", Span::call_site());
    path.segments.push(private.into());
    path
}
