use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Path};

// What a doc comment says, read as schemars reads it: one leading space of each
// line is dropped, and a heading at the start is the title.
pub(crate) struct Doc {
    pub(crate) title: Option<String>,
    pub(crate) description: Description,
}

pub(crate) enum Description {
    None,
    Text(String),
    // `#[doc = include_str!("...")]`: the text is known to the compiler only.
    Macro(Vec<Expr>),
}

impl Doc {
    pub(crate) fn new(attrs: &[Attribute]) -> Self {
        let lines: Vec<&Expr> = attrs
            .iter()
            .filter(|attr| attr.path().is_ident("doc"))
            .filter_map(|attr| attr.meta.require_name_value().ok())
            .map(|meta| &meta.value)
            .collect();
        let texts: Option<Vec<String>> = lines.iter().map(|line| text(line)).collect();
        match texts {
            Some(texts) => Self::from_text(texts.join("\n").trim()),
            None => Self {
                title: None,
                description: Description::Macro(lines.into_iter().cloned().collect()),
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
        // A heading alone is all that there is to say.
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
    // The description as an expression of type `&'static str`.
    pub(crate) fn to_expr(&self, private: &Path) -> TokenStream {
        match self {
            Self::None => quote!(""),
            Self::Text(text) => text.to_token_stream(),
            Self::Macro(lines) => {
                let lines = lines.iter().map(|line| match text(line) {
                    Some(text) => LitStr::new(&text, Span::call_site()).into_token_stream(),
                    None => line.to_token_stream(),
                });
                quote!(#private::core::concat!(#(#lines, "\n"),*))
            }
        }
    }
}

fn text(line: &Expr) -> Option<String> {
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
