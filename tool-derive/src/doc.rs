use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Path};

// A doc comment, parsed like schemars: one leading space of each line is dropped, and a heading at
// the start is the title.
pub(crate) struct Doc {
    pub(crate) title: Option<String>,
    pub(crate) description: Description,
}

pub(crate) enum Description {
    None,
    Text(String),
    // `#[doc = include_str!("...")]`: only the compiler knows the text.
    Macro(Vec<Expr>),
}

impl Doc {
    pub(crate) fn new(attrs: &[Attribute]) -> Self {
        let mut lines = Vec::new();
        let mut whole = Some(String::new());
        for attr in attrs {
            if let Meta::NameValue(meta) = &attr.meta
                && meta.path.is_ident("doc")
            {
                let text = read_text(&meta.value);
                whole = whole.zip(text).map(|(whole, text)| whole + &text + "\n");
                lines.push(meta.value.clone());
            }
        }
        match whole {
            Some(text) => Self::from_text(text.trim()),
            None => Self {
                title: None,
                description: Description::Macro(lines),
            },
        }
    }

    fn from_text(text: &str) -> Self {
        if text.is_empty() {
            return Self {
                title: None,
                description: Description::None,
            };
        }
        if !text.starts_with('#') {
            return Self {
                title: None,
                description: Description::Text(text.to_owned()),
            };
        }
        let (heading, rest) = text.split_once('\n').unwrap_or((text, ""));
        let title = heading.trim_start_matches('#').trim();
        // A heading without text is also the description.
        let description = if rest.trim().is_empty() { title } else { rest };
        Self {
            title: (!title.is_empty()).then(|| title.to_owned()),
            description: match description.trim() {
                "" => Description::None,
                text => Description::Text(text.to_owned()),
            },
        }
    }
}

impl Description {
    // Returns the description as an expression of type `&'static str`.
    pub(crate) fn to_expr(&self, private: &Path) -> TokenStream {
        match self {
            Self::None => quote!(""),
            Self::Text(text) => text.to_token_stream(),
            Self::Macro(lines) => {
                let mut parts = TokenStream::new();
                for line in lines {
                    match read_text(line) {
                        Some(text) => quote!(#text, "\n",).to_tokens(&mut parts),
                        None => quote!(#line, "\n",).to_tokens(&mut parts),
                    }
                }
                quote!(#private::core::concat!(#parts))
            }
        }
    }
}

fn read_text(line: &Expr) -> Option<String> {
    let Expr::Lit(ExprLit {
        lit: Lit::Str(text),
        ..
    }) = line
    else {
        return None;
    };
    let text = text.value();
    Some(text.strip_prefix(' ').unwrap_or(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Description, Doc};
    use syn::{DeriveInput, parse_quote};

    #[test]
    fn read_as_schemars_does() {
        let cases: [(DeriveInput, Option<&str>, &str); 4] = [
            (
                parse_quote!(
                    #[doc = " One."]
                    #[doc = ""]
                    #[doc = "   Two."]
                    struct S;
                ),
                None,
                "One.\n\n  Two.",
            ),
            (
                parse_quote!(
                    #[doc = " # Head"]
                    #[doc = ""]
                    #[doc = " Text."]
                    struct S;
                ),
                Some("Head"),
                "Text.",
            ),
            (
                parse_quote!(
                    #[doc = " # Head"]
                    struct S;
                ),
                Some("Head"),
                "Head",
            ),
            (
                parse_quote!(
                    #[doc(hidden)]
                    #[doc = "Plain."]
                    struct S;
                ),
                None,
                "Plain.",
            ),
        ];
        for (input, title, description) in cases {
            let doc = Doc::new(&input.attrs);
            assert_eq!(doc.title.as_deref(), title);
            assert!(matches!(doc.description, Description::Text(text) if text == description));
        }
    }
}
