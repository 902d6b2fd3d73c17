// The parts of a function and of an `impl` block that the attributes need. `syn` parses them with
// its feature `full`, which takes half as long again to build and which serde's derive does not use.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser as _, Result};
use syn::punctuated::Punctuated;
use syn::{Attribute, Generics, ReturnType, Token, Type, Visibility, parenthesized};

pub(super) struct FunctionItem {
    pub(super) attrs: Vec<Attribute>,
    pub(super) visibility: Visibility,
    // `const`, `unsafe`, `extern "C"`: none is allowed.
    pub(super) refused: Vec<TokenTree>,
    pub(super) asyncness: Option<Token![async]>,
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    pub(super) parameters: Vec<Parameter>,
    pub(super) output: ReturnType,
    pub(super) body: Group,
}

pub(super) struct Parameter {
    pub(super) attrs: Vec<Attribute>,
    pub(super) pattern: TokenStream,
    // A receiver may have no type.
    pub(super) ty: Option<Type>,
}

// An `impl` block of a type: its tools, and the text of everything else between them.
pub(super) struct BlockItem {
    pub(super) attrs: Vec<Attribute>,
    pub(super) generics: Generics,
    // The methods of a trait keep their signatures.
    pub(super) of_trait: Option<Type>,
    pub(super) ty: Type,
    pub(super) members: Vec<Member>,
}

pub(super) enum Member {
    // A function, and its attribute `tool_fn`.
    Tool(Box<(FunctionItem, Attribute)>),
    Other(TokenStream),
}

impl Parse for FunctionItem {
    fn parse(input: ParseStream) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        Self::parse_after(attrs, input)
    }
}

impl FunctionItem {
    fn parse_after(attrs: Vec<Attribute>, input: ParseStream) -> Result<Self> {
        let visibility = input.parse()?;
        let (mut refused, mut asyncness) = (Vec::new(), None);
        while !input.peek(Token![fn]) {
            if input.peek(Token![async]) {
                asyncness = Some(input.parse()?);
            } else if input.peek(Token![const])
                || input.peek(Token![unsafe])
                || input.peek(Token![extern])
            {
                let is_extern = input.peek(Token![extern]);
                refused.push(input.parse()?);
                if is_extern && input.peek(syn::LitStr) {
                    input.parse::<syn::LitStr>()?;
                }
            } else {
                return Err(input.error("expected `fn`"));
            }
        }
        input.parse::<Token![fn]>()?;
        let ident = input.parse()?;
        let mut generics: Generics = input.parse()?;
        let inside;
        parenthesized!(inside in input);
        let parameters = Punctuated::<Parameter, Token![,]>::parse_terminated(&inside)?;
        let output = input.parse()?;
        generics.where_clause = input.parse()?;
        Ok(Self {
            attrs,
            visibility,
            refused,
            asyncness,
            ident,
            generics,
            parameters: parameters.into_iter().collect(),
            output,
            body: parse_braces(input)?,
        })
    }

    // Without the attributes of the macro, which would cause errors of their own.
    pub(super) fn write_as_it_is(&self) -> TokenStream {
        let parameters = self.parameters.iter().map(ToTokens::to_token_stream);
        self.write_with(&parameters.collect::<Vec<_>>(), &self.body)
    }

    pub(super) fn write_with(
        &self,
        parameters: &[TokenStream],
        body: &impl ToTokens,
    ) -> TokenStream {
        let Self {
            visibility,
            asyncness,
            ident,
            generics,
            output,
            ..
        } = self;
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        quote! {
            #visibility #asyncness fn #ident #impl_generics (#(#parameters),*) #output #where_clause
            #body
        }
    }
}

impl Parse for Parameter {
    fn parse(input: ParseStream) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let mut pattern = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            if input.peek(Token![::]) {
                input.parse::<Token![::]>()?.to_tokens(&mut pattern);
            } else if input.peek(Token![:]) {
                break;
            } else {
                input.parse::<TokenTree>()?.to_tokens(&mut pattern);
            }
        }
        let ty = match input.parse::<Option<Token![:]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { attrs, pattern, ty })
    }
}

impl Parameter {
    pub(super) fn is_receiver(&self) -> bool {
        let mut tokens = self.pattern.clone().into_iter();
        tokens.any(|token| matches!(token, TokenTree::Ident(ident) if ident == "self"))
    }
}

// Without the attributes, which are for the macro.
impl ToTokens for Parameter {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { pattern, ty, .. } = self;
        let ty = ty.iter();
        tokens.extend(quote!(#pattern #(: #ty)*));
    }
}

impl Parse for BlockItem {
    fn parse(input: ParseStream) -> Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = input.parse()?;
        let first = input.parse()?;
        let (of_trait, ty) = match input.parse::<Option<Token![for]>>()? {
            Some(_) => (Some(first), input.parse()?),
            None => (None, first),
        };
        generics.where_clause = input.parse()?;
        let inside;
        syn::braced!(inside in input);
        let mut members = Vec::new();
        while !inside.is_empty() {
            members.push(inside.parse()?);
        }
        Ok(Self {
            attrs,
            generics,
            of_trait,
            ty,
            members,
        })
    }
}

impl Parse for Member {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut attrs = input.call(Attribute::parse_outer)?;
        if let Some(place) = attrs.iter().position(is_tool_fn) {
            let of_tool = attrs.remove(place);
            let function = FunctionItem::parse_after(attrs, input)?;
            return Ok(Self::Tool(Box::new((function, of_tool))));
        }
        // Up to the end of the item. Where a brace ends only a part of it, as in
        // `const A: u8 = { 1 } + 2;`, the rest follows as another piece of text.
        let mut text = quote!(#(#attrs)*);
        while !input.is_empty() {
            let token: TokenTree = input.parse()?;
            let ends = match &token {
                TokenTree::Punct(punct) => punct.as_char() == ';',
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                _ => false,
            };
            token.to_tokens(&mut text);
            if ends {
                break;
            }
        }
        Ok(Self::Other(text))
    }
}

// `#[tool_fn]` or `#[tool_core::tool_fn]`
fn is_tool_fn(attr: &Attribute) -> bool {
    let last = attr.path().segments.last();
    last.is_some_and(|last| last.ident == "tool_fn")
}

fn parse_braces(input: ParseStream) -> Result<Group> {
    match input.parse()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Ok(group),
        // The fragment of a macro: `$body:block`.
        TokenTree::Group(fragment) if fragment.delimiter() == Delimiter::None => {
            parse_braces.parse2(fragment.stream())
        }
        other => Err(syn::Error::new_spanned(other, "expected a body in braces")),
    }
}

// Attributes of the derives are for the struct.
pub(super) fn is_of_derive(attr: &Attribute) -> bool {
    let derives = ["serde", "schemars", "validate", "garde"];
    derives.iter().any(|name| attr.path().is_ident(name))
}
