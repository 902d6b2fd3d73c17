use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::{Attribute, Meta, Type, parse2};

use super::item::{BlockItem, Member};
use super::words::{BlockWords, local};
use super::{Function, first_line, report};
use crate::ctxt::Ctxt;

// A method with `#[tool_fn]`, and the struct of its arguments.
struct Method<'a> {
    tool: Function<'a>,
    arguments: Ident,
}

// Expands `#[tool_impl]` of a block to the structs of its tools, the enum of their calls, the
// block, and, with `service`, the implementation that registers them.
pub(crate) fn expand_block(words: TokenStream, item: &TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let block = match parse2::<BlockItem>(item.clone()) {
        Ok(block) => block,
        Err(error) => {
            let mut tokens = item.clone().into_iter();
            if tokens.any(|token| token.to_string() == "impl") {
                cx.error_of_syn(error);
            } else {
                cx.error(
                    &first_line(item),
                    "expected an `impl` block; write `#[tool_fn]` on a function",
                );
            }
            return report(cx, item);
        }
    };
    if let Some(of_trait) = &block.of_trait {
        cx.error(
            of_trait,
            "expected a block of the type itself, because the methods of a trait keep their \
             signatures; write `impl Type { .. }`",
        );
        return report(cx, &block.write_as_it_is());
    }
    let words = BlockWords::parse(words, &cx);
    let mut tools = Vec::new();
    for member in &block.members {
        if let Member::Tool(tool) = member {
            let (item, attr) = &**tool;
            let tool = Function::new(inherit(attr, &words, &cx), item, &cx);
            tool.check_receiver(&cx);
            tools.push(Method {
                arguments: tool.struct_name(),
                tool,
            });
        }
    }
    if tools.is_empty() {
        cx.error(
            &block.ty,
            "this block has no tool; write `#[tool_fn]` on its methods",
        );
    }
    let mut structs = TokenStream::new();
    for Method { tool, arguments } in &tools {
        structs.extend(tool.write_struct(arguments, &cx));
    }
    let set = (!tools.is_empty()).then(|| write_set(&words, &block, &tools, &cx));
    let errors = cx.check().err();
    let has_errors = errors.is_some();
    let service = write_service(&words, &block, &tools, has_errors);
    let mut written = tools.iter();
    let members = block.members.iter().map(|member| match member {
        Member::Other(text) => Some(text.clone()),
        Member::Tool(_) => {
            let Method { tool, arguments } = written.next()?;
            Some(tool.write_function(arguments, has_errors))
        }
    });
    let taking = block.write_with(&members.flatten().collect());
    quote!(#errors #structs #set #taking #service)
}

impl BlockItem {
    fn write_with(&self, members: &TokenStream) -> TokenStream {
        let Self {
            attrs,
            generics,
            of_trait,
            ty,
            ..
        } = self;
        let of_trait = of_trait.iter();
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        quote!(#(#attrs)* impl #impl_generics #(#of_trait for)* #ty #where_clause { #members })
    }

    fn write_as_it_is(&self) -> TokenStream {
        let mut members = TokenStream::new();
        for member in &self.members {
            members.extend(match member {
                Member::Other(text) => text.clone(),
                Member::Tool(tool) => {
                    let (item, _) = &**tool;
                    item.write_as_it_is()
                }
            });
        }
        self.write_with(&members)
    }
}

// The words of a method, with the path that its block says.
fn inherit(attr: &Attribute, block: &BlockWords, cx: &Ctxt) -> TokenStream {
    let own = match &attr.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(meta) => {
            cx.error(meta, "expected a list in parentheses: `#[tool_fn(...)]`");
            TokenStream::new()
        }
    };
    let krate = block.krate.iter().map(|path| quote!(crate = #path));
    if own.is_empty() {
        return quote!(#(#krate)*);
    }
    quote!(#own #(, #krate)*)
}

impl Function<'_> {
    fn check_receiver(&self, cx: &Ctxt) {
        let Some(receiver) = self.parameters.receiver else {
            return;
        };
        if receiver.to_token_stream().to_string() != "& self" {
            cx.error(
                receiver,
                "calls of a tool run side by side and share the value; take `&self`, and put what \
                 changes into a `Mutex` or an atomic",
            );
        }
    }

    // The closure that a service runs. An `async` method keeps the value alive while it runs.
    fn write_call(&self, arguments: &Ident) -> TokenStream {
        let name = &self.item.ident;
        let (this, sent) = (local("this"), local("arguments"));
        let mut context = Vec::new();
        let mut types = Vec::new();
        for (place, parameter) in self.parameters.context.iter().enumerate() {
            context.push(local(&format!("context_{place}")));
            types.extend(&parameter.ty);
        }
        let run = if self.parameters.receiver.is_some() {
            quote!(#this.#name(#(#context,)* #sent))
        } else {
            quote!(Self::#name(#(#context,)* #sent))
        };
        let body = if self.item.asyncness.is_some() {
            quote! {{
                let #this = ::std::sync::Arc::clone(&#this);
                async move { let _ = &#this; #run.await }
            }}
        } else {
            quote!({ let _ = &#this; #run })
        };
        quote!(move |#(#context: #types,)* #sent: #arguments| #body)
    }
}

// The enum of all calls: `FilesCall` for `impl Files`.
fn write_set(words: &BlockWords, block: &BlockItem, tools: &[Method], cx: &Ctxt) -> TokenStream {
    let Some(ident) = words.call.clone().or_else(|| name_set(&block.ty)) else {
        cx.error(
            &block.ty,
            "the enum of the calls needs a name; write `#[tool_impl(call = FilesCall)]`",
        );
        return TokenStream::new();
    };
    // As visible as its tools. Tools of different visibility would be more private than the enum.
    let written = |method: &Method| method.tool.item.visibility.to_token_stream().to_string();
    let differs = |pair: &&[Method<'_>]| written(&pair[0]) != written(&pair[1]);
    let visibility = match tools.windows(2).find(differs) {
        None => tools.first().map(|method| &method.tool.item.visibility),
        Some(_) => None,
    };
    let visibility = visibility.into_iter();
    let names: Vec<&Ident> = tools.iter().map(|method| &method.arguments).collect();
    let krate = words.krate.iter().map(|path| quote!(crate = #path));
    let path = words.krate();
    let doc = format!("A call of a tool of `{}`.", block.ty.to_token_stream());
    quote! {
        #[doc = #doc]
        #[allow(missing_docs, clippy::enum_variant_names, clippy::large_enum_variant)]
        #[derive(#path::ToolSet)]
        #(#[tool(#krate)])*
        #(#visibility)* enum #ident { #(#names(#names)),* }
    }
}

fn name_set(of_block: &Type) -> Option<Ident> {
    let Type::Path(path) = of_block else {
        return None;
    };
    let last = &path.path.segments.last()?.ident;
    Some(format_ident!("{last}Call", span = last.span()))
}

// Expands to:
//
//     impl ::tool_service::IntoTools for Files {
//         fn into_tools(self, states: &States) -> Result<Vec<RegisteredTool>, RegisterError> {
//             let this = Arc::new(self);
//             Ok(vec![IntoTool::into_tool({ let this = Arc::clone(&this); move |..| .. }, states)?])
//         }
//     }
fn write_service(
    words: &BlockWords,
    block: &BlockItem,
    tools: &[Method],
    has_errors: bool,
) -> Option<TokenStream> {
    let service = words.service.as_ref()?;
    let (impl_generics, _, where_clause) = block.generics.split_for_impl();
    let of = &block.ty;
    let (this, states) = (local("this"), local("states"));
    let calls = tools
        .iter()
        .map(|method| method.tool.write_call(&method.arguments));
    let body = if has_errors {
        quote!(::core::unreachable!())
    } else {
        quote! {
            let #this = ::std::sync::Arc::new(self);
            ::core::result::Result::Ok(::std::vec![#({
                let #this = ::std::sync::Arc::clone(&#this);
                #service::IntoTool::into_tool(#calls, #states)?
            }),*])
        }
    };
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #service::IntoTools for #of #where_clause {
            fn into_tools(
                self,
                #states: &#service::extract::States,
            ) -> ::core::result::Result<
                ::std::vec::Vec<#service::RegisteredTool>,
                #service::RegisterError,
            > {
                #body
            }
        }
    })
}
