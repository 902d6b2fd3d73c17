use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, Lit, Meta, Type, UnOp, parse2};

use crate::ctxt::Ctxt;
use crate::foreign::{join_tokens, split};
use crate::model::{Field, Model};
use crate::suggest::find_nearest;
use crate::types::{find_inner, find_item};

// The words of a library that validates fields. Its derive may not run, so this one reports
// misspelt words.
struct Library {
    name: &'static str,
    // Words that become constraints of the schema, each with the words in its parentheses.
    used: &'static [(&'static str, &'static [&'static str])],
    // Words that concern other values than the one of the field, or the library alone.
    ignored: &'static [&'static str],
    // Words that JSON Schema cannot express.
    unsupported: &'static [&'static str],
}

const BOUNDS: &[&str] = &["min", "max", "equal"];

const VALIDATE: Library = Library {
    name: "validate",
    used: &[
        ("length", &["min", "max", "equal", "code", "message"]),
        (
            "range",
            &[
                "min",
                "max",
                "exclusive_min",
                "exclusive_max",
                "code",
                "message",
            ],
        ),
        ("regex", &["path", "pattern", "code", "message"]),
        ("contains", &["pattern", "code", "message"]),
        ("email", &["code", "message"]),
        ("url", &["code", "message"]),
        ("required", &["code", "message"]),
    ],
    ignored: &["custom", "must_match", "nested", "skip"],
    unsupported: &["credit_card", "does_not_contain", "non_control_character"],
};

const GARDE: Library = Library {
    name: "garde",
    used: &[
        ("length", &["min", "max", "equal", "simple", "chars"]),
        ("range", BOUNDS),
        ("pattern", &[]),
        ("contains", &[]),
        ("inner", &[]),
        ("email", &[]),
        ("url", &[]),
        ("ip", &[]),
        ("ipv4", &[]),
        ("ipv6", &[]),
        ("required", &[]),
    ],
    ignored: &[
        "adapt", "code", "custom", "dive", "if", "matches", "rename", "skip",
    ],
    unsupported: &[
        "alphanumeric",
        "ascii",
        "byte_length",
        "credit_card",
        "phone_number",
        "prefix",
        "suffix",
    ],
};

// Units of `garde(length(..))` that differ from the characters of JSON Schema.
const UNITS: &[&str] = &["bytes", "graphemes", "utf16"];

pub(super) fn check(model: &Model, field: &Field, cx: &Ctxt) {
    if model.skip().json_schema {
        return;
    }
    let libraries = [
        ("validate", Some(&VALIDATE)),
        ("garde", Some(&GARDE)),
        ("schemars", None),
    ];
    for attr in &field.original.attrs {
        for (name, library) in libraries {
            let Some(items) = list_items(attr, name) else {
                continue;
            };
            // The derive of schemars checks its own words.
            if let Some(library) = library {
                check_words(library, &items, cx);
            }
            check_ranges(&field.original.ty, &items, cx);
        }
    }
}

fn list_items(attr: &Attribute, name: &str) -> Option<Vec<Vec<TokenTree>>> {
    match &attr.meta {
        Meta::List(list) if attr.path().is_ident(name) => Some(split(list.tokens.clone())),
        _ => None,
    }
}

fn check_words(library: &Library, items: &[Vec<TokenTree>], cx: &Ctxt) {
    for item in items {
        let Some(token @ TokenTree::Ident(word)) = item.first() else {
            continue;
        };
        let word = word.to_string();
        let used = library.used.iter().find(|(name, _)| *name == word);
        if let Some((_, inside)) = used {
            match read_list(item) {
                Some(list) if word == "inner" => check_words(library, &split(list), cx),
                Some(list) if !inside.is_empty() => check_inside(library, &word, inside, list, cx),
                _ => {}
            }
        } else if library.unsupported.contains(&word.as_str()) {
            let message = format!(
                "the reader cannot check `{word}` of `{}`; check the value in a function: \
                 `#[tool(check = \"path\")]`",
                library.name
            );
            cx.error(token, &message);
        } else if !library.ignored.contains(&word.as_str()) {
            let known: Vec<&str> = library.used.iter().map(|(name, _)| *name).collect();
            let all = [known.as_slice(), library.ignored, library.unsupported].concat();
            report_unknown(
                token,
                &format!("`{}`", library.name),
                &word,
                &all,
                &known,
                cx,
            );
        }
    }
}

fn check_inside(library: &Library, of: &str, known: &[&str], list: TokenStream, cx: &Ctxt) {
    for item in split(list) {
        let Some(token @ TokenTree::Ident(word)) = item.first() else {
            continue;
        };
        let is_word = item.len() == 1
            || matches!(item.get(1), Some(TokenTree::Punct(is)) if is.as_char() == '=');
        let word = word.to_string();
        if !is_word || known.contains(&word.as_str()) {
            continue;
        }
        if of == "length" && library.name == "garde" && UNITS.contains(&word.as_str()) {
            let message = format!(
                "the reader counts characters, not `{word}`; remove it, or check the value in a \
                 function: `#[tool(check = \"path\")]`"
            );
            cx.error(token, &message);
        } else if library.name == "validate" || item.len() > 1 {
            report_unknown(token, &format!("`{of}`"), &word, known, known, cx);
        }
    }
}

fn report_unknown(
    token: &TokenTree,
    of: &str,
    word: &str,
    similar: &[&str],
    known: &[&str],
    cx: &Ctxt,
) {
    let advice = match find_nearest(word, similar) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("use one of `{}`", known.join("`, `")),
    };
    cx.error(token, &format!("unknown word `{word}` of {of}; {advice}"));
}

// Reports bounds that no value of the type can meet, or that it always meets by mistake.
fn check_ranges(ty: &Type, items: &[Vec<TokenTree>], cx: &Ctxt) {
    for item in items {
        let Some(TokenTree::Ident(word)) = item.first() else {
            continue;
        };
        let Some(list) = read_list(item) else {
            continue;
        };
        if word == "inner"
            && let Some(inner) = find_item(ty)
        {
            check_ranges(inner, &split(list), cx);
            continue;
        }
        if word != "range" && word != "length" {
            continue;
        }
        let bounds = [find_bound(&list, "min"), find_bound(&list, "max")];
        let of_type = find_range(ty).filter(|_| word == "range");
        if let Some((name, least, greatest)) = of_type {
            for (bound, value) in bounds.iter().flatten() {
                if *value < least || *value > greatest {
                    let message = format!(
                        "{value} is outside of `{name}`, which holds {least} to {greatest}"
                    );
                    cx.error(bound, &message);
                }
            }
        }
        if let [Some((bound, least)), Some((_, greatest))] = &bounds
            && least > greatest
        {
            let message = format!("the minimum {least} is above the maximum {greatest}");
            cx.error(bound, &message);
        }
    }
}

// Returns the integer after `min =`, with its tokens.
fn find_bound(list: &TokenStream, name: &str) -> Option<(TokenStream, i128)> {
    let items = split(list.clone());
    let item = items.iter().find(|item| {
        matches!(item.as_slice(), [TokenTree::Ident(word), TokenTree::Punct(is), ..]
            if word == name && is.as_char() == '=')
    })?;
    let tokens = join_tokens(item.get(2..)?);
    let value = parse_integer(&parse2(tokens.clone()).ok()?)?;
    Some((tokens, value))
}

fn parse_integer(expr: &syn::Expr) -> Option<i128> {
    match expr {
        syn::Expr::Lit(lit) => match &lit.lit {
            Lit::Int(integer) => integer.base10_parse().ok(),
            _ => None,
        },
        syn::Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            parse_integer(&unary.expr)?.checked_neg()
        }
        _ => None,
    }
}

fn find_range(ty: &Type) -> Option<(String, i128, i128)> {
    let inner = find_inner(ty);
    let Type::Path(path) = inner else {
        return None;
    };
    let name = path.path.get_ident()?.to_string();
    let (least, greatest) = match name.as_str() {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" => (0, u64::MAX.into()),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    };
    Some((name, least, greatest))
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
