use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{GenericArgument, PathArguments, Token, Type, TypePath, TypeReference};

// Types that are arguments if their contents are.
const CONTAINERS: &[&str] = &[
    "Arc", "BTreeMap", "BTreeSet", "Box", "Cow", "HashMap", "HashSet", "IndexMap", "IndexSet",
    "Option", "Rc", "Vec", "VecDeque",
];

pub(crate) fn find_references<'t>(ty: &'t Type, found: &mut Vec<&'t TypeReference>) {
    match ty {
        Type::Array(array) => find_references(&array.elem, found),
        Type::Group(group) => find_references(&group.elem, found),
        Type::Paren(paren) => find_references(&paren.elem, found),
        Type::Slice(slice) => find_references(&slice.elem, found),
        Type::Reference(reference) => found.push(reference),
        Type::Tuple(tuple) => {
            for ty in &tuple.elems {
                find_references(ty, found);
            }
        }
        Type::Path(path) if is_container(path) => {
            let last = path.path.segments.last();
            if let Some(PathArguments::AngleBracketed(of)) = last.map(|last| &last.arguments) {
                for argument in &of.args {
                    if let GenericArgument::Type(ty) = argument {
                        find_references(ty, found);
                    }
                }
            }
        }
        _ => {}
    }
}

// Returns the type that owns the data of a reference.
pub(crate) fn name_owned(reference: &TypeReference) -> &'static str {
    match &*reference.elem {
        Type::Path(path) if path.path.is_ident("str") => "`String`",
        Type::Slice(_) => "`Vec<T>` for `&[T]`",
        _ => "the type without `&`",
    }
}

pub(crate) fn is_container(path: &TypePath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| !last.arguments.is_none() && is_one_of(&last.ident, CONTAINERS))
}

// Returns the generic arguments of a container.
pub(crate) fn content_types(
    path: &mut TypePath,
) -> Option<&mut Punctuated<GenericArgument, Token![,]>> {
    match &mut path.path.segments.last_mut()?.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&mut arguments.args),
        _ => None,
    }
}

pub(crate) fn is_one_of(name: &Ident, names: &[&str]) -> bool {
    names.iter().any(|one| name == one)
}

// Returns the first argument of a type with one of these names: `T` of `Option<T>`.
pub(crate) fn find_argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let path = match ty {
        Type::Group(group) => return find_argument_of(&group.elem, names),
        Type::Paren(paren) => return find_argument_of(&paren.elem, names),
        Type::Path(path) => path,
        _ => return None,
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(of) if is_one_of(&last.ident, names) => {
            match of.args.first()? {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }
        }
        _ => None,
    }
}

// Returns the type inside `Option` and `Box`.
pub(crate) fn find_inner(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => find_inner(&group.elem),
        Type::Paren(paren) => find_inner(&paren.elem),
        _ => find_argument_of(ty, &["Box", "Option"]).map_or(ty, find_inner),
    }
}

// Returns the type of the items of a list.
pub(crate) fn find_item(ty: &Type) -> Option<&Type> {
    const LISTS: &[&str] = &["BTreeSet", "HashSet", "IndexSet", "Vec", "VecDeque"];
    match find_inner(ty) {
        Type::Array(array) => Some(&array.elem),
        Type::Slice(slice) => Some(&slice.elem),
        inner => find_argument_of(inner, LISTS),
    }
}

pub(crate) fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_option(&group.elem),
        Type::Paren(paren) => is_option(&paren.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option"),
        _ => false,
    }
}
