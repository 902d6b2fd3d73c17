use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Attribute, LitStr, Meta, Path, parse2};

use crate::foreign::{join_tokens, split};

// Attributes that schemars' derive converts into constraints of a field's schema.
const FORMATS: &[(&str, &str)] = &[
    ("email", "email"),
    ("url", "uri"),
    ("ip", "ip"),
    ("ipv4", "ipv4"),
    ("ipv6", "ipv6"),
];

// Words of validator that schemars' derive ignores.
const EXCLUSIVE: [(&str, &str); 2] = [
    ("exclusive_min", "exclusiveMinimum"),
    ("exclusive_max", "exclusiveMaximum"),
];

// Converts attributes of schemars, validator and garde, such as `#[schemars(range(min = 1))]`, on
// one field. Expands to:
//
//     Constraints::new().with("range", "minimum", 1)
//
// Schemars' derive validates the attributes. Attributes that it ignores are ignored here, too.
pub(crate) fn expand(attrs: &[Attribute], private: &Path) -> Option<TokenStream> {
    let mut said = Vec::new();
    for attr in attrs {
        let is_read = ["schemars", "validate", "garde"]
            .iter()
            .any(|name| attr.path().is_ident(name));
        if let Meta::List(list) = &attr.meta
            && is_read
        {
            said.extend(split(list.tokens.clone()));
        }
    }
    expand_constraints(&said, private)
}

fn expand_constraints(said: &[Vec<TokenTree>], private: &Path) -> Option<TokenStream> {
    let mut calls = TokenStream::new();
    for item in said {
        let Some(TokenTree::Ident(word)) = item.first() else {
            continue;
        };
        let word = word.to_string();
        let format = FORMATS.iter().find(|(name, _)| *name == word);
        match (word.as_str(), read_list(item)) {
            ("range", Some(list)) => {
                calls.extend(expand_bounds(&word, &list, "minimum", "maximum"));
                for (name, keyword) in EXCLUSIVE {
                    if let Some(limit) = expand_value(&list, &[name]) {
                        calls.extend(quote!(.with(#word, #keyword, #limit)));
                    }
                }
            }
            ("length", Some(list)) => calls.extend(expand_bounds(&word, &list, "min", "max")),
            ("regex" | "pattern", Some(list)) => {
                let pattern = expand_value(&list, &["pattern", "path"]).unwrap_or(list);
                calls.extend(quote!(.with(#word, "pattern", (#pattern).to_string())));
            }
            ("contains", Some(list)) => {
                let text = expand_value(&list, &["pattern"]).unwrap_or(list);
                calls.extend(quote!(.containing(&(#text).to_string())));
            }
            ("inner", Some(list)) => {
                if let Some(inner) = expand_constraints(&split(list), private) {
                    calls.extend(quote!(.inner(#inner)));
                }
            }
            _ => {
                if let Some((word, format)) = format {
                    calls.extend(quote!(.with(#word, "format", #format)));
                }
            }
        }
    }
    (!calls.is_empty()).then(|| quote!(#private::Constraints::new() #calls))
}

// `range(min = 1, max = 9)`, `length(equal = 5)`
fn expand_bounds(word: &str, list: &TokenStream, least: &str, greatest: &str) -> TokenStream {
    let mut calls = TokenStream::new();
    for (names, keyword) in [(["min", "equal"], least), (["max", "equal"], greatest)] {
        if let Some(limit) = expand_value(list, &names) {
            calls.extend(quote!(.with(#word, #keyword, #limit)));
        }
    }
    calls
}

// Returns the tokens in the parentheses of `word(...)`.
fn read_list(item: &[TokenTree]) -> Option<TokenStream> {
    match item {
        [_, TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            Some(group.stream())
        }
        _ => None,
    }
}

// Returns the expression after the first `name =` of one of the names. A string literal contains an
// expression, as in validator, except for a pattern.
fn expand_value(list: &TokenStream, names: &[&str]) -> Option<TokenStream> {
    let mut parts: Vec<Vec<TokenTree>> = Vec::new();
    for part in split(list.clone()) {
        match parts.last_mut() {
            // A comma inside the angle brackets of an expression.
            Some(before) if !is_named(&part) => {
                before.extend(quote!(,));
                before.extend(part);
            }
            _ => parts.push(part),
        }
    }
    let part = parts.into_iter().find(|part| {
        is_named(part)
            && matches!(&part[0], TokenTree::Ident(name) if names.iter().any(|n| name == n))
    })?;
    let tokens = join_tokens(part.get(2..)?);
    let is_pattern = names.contains(&"pattern") && part[0].to_string() == "pattern";
    match parse2::<LitStr>(tokens.clone()) {
        Ok(text) if !is_pattern => text.parse().ok(),
        _ => Some(tokens.to_token_stream()),
    }
}

// `name = ..`
fn is_named(part: &[TokenTree]) -> bool {
    matches!(part, [TokenTree::Ident(_), TokenTree::Punct(eq), ..] if eq.as_char() == '=')
}
