// Owns the attributes `tool_fn` and `tool_impl`. They write the struct that a user would otherwise
// write by hand, and leave everything else to `#[derive(Tool)]`, which also reports the mistakes in
// its words. This module knows nothing of schemas and of reading.

mod block;
mod item;
mod parameter;
mod words;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, LitStr, ReturnType, Type, parse2};

pub(crate) use block::expand_block;

use self::item::{FunctionItem, is_of_derive};
use self::parameter::{Argument, Parameters};
use self::words::Words;
use crate::ctxt::Ctxt;
use crate::name::{to_pascal_case, to_snake_case};
use crate::types::find_argument_of;

// A function of a module or of an `impl` block, and the words of its attribute.
struct Function<'a> {
    words: Words,
    item: &'a FunctionItem,
    parameters: Parameters<'a>,
}

// Expands `#[tool_fn]` of a function to the struct of its arguments and the function that takes it.
pub(crate) fn expand_function(words: TokenStream, item: &TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let Ok(function) = parse2::<FunctionItem>(item.clone()) else {
        cx.error(
            &first_line(item),
            "expected a function with a body; write `#[tool_impl]` on an `impl` block, and \
             `#[derive(Tool)]` on a struct",
        );
        return report(cx, item);
    };
    let tool = Function::new(words, &function, &cx);
    if let Some(receiver) = tool.parameters.receiver {
        cx.error(
            receiver,
            "a method is a tool only inside a block with `#[tool_impl]`; write it on the `impl`",
        );
        return report(cx, &function.write_as_it_is());
    }
    let name = tool.struct_name();
    let of_arguments = tool.write_struct(&name, &cx);
    let errors = cx.check().err();
    let taking = tool.write_function(&name, errors.is_some());
    quote!(#errors #of_arguments #taking)
}

// The tokens before the body, which an error may point at.
fn first_line(item: &TokenStream) -> TokenStream {
    let is_start = |token: &TokenTree| !matches!(token, TokenTree::Group(_) | TokenTree::Punct(_));
    item.clone()
        .into_iter()
        .skip_while(|token| !is_start(token))
        .take_while(is_start)
        .collect()
}

// An item of another kind keeps its text.
fn report(cx: Ctxt, item: &TokenStream) -> TokenStream {
    let errors = cx.check().err();
    quote!(#errors #item)
}

impl<'a> Function<'a> {
    fn new(words: TokenStream, item: &'a FunctionItem, cx: &Ctxt) -> Self {
        check_signature(item, cx);
        if let Some(attr) = item.attrs.iter().find(|attr| attr.path().is_ident("tool")) {
            cx.error(
                attr,
                "write these words in the attribute of the function: `#[tool_fn(read_only)]`",
            );
        }
        Self {
            words: Words::parse(words, cx),
            item,
            parameters: Parameters::parse(item, cx),
        }
    }

    // `read_file` → `ReadFile`
    fn struct_name(&self) -> Ident {
        if let Some(name) = &self.words.arguments {
            return name.clone();
        }
        let name = &self.item.ident;
        let ident = to_pascal_case(&name.unraw().to_string());
        format_ident!("{ident}", span = name.span())
    }

    // The struct of the arguments, with the documentation and the attributes of the derive.
    fn write_struct(&self, ident: &Ident, cx: &Ctxt) -> TokenStream {
        let Words {
            krate,
            derives,
            passed,
            has_name,
            output,
            ..
        } = &self.words;
        let FunctionItem {
            attrs, visibility, ..
        } = self.item;
        let shared = attrs.iter().filter(|attr| is_shared(attr));
        let moved = attrs.iter().filter(|attr| is_of_derive(attr));
        // The name in snake case of `Read2Files` may differ from the name of the function.
        let own_name = self.item.ident.unraw().to_string();
        let name = (!has_name && to_snake_case(ident) != own_name).then(|| {
            let name = LitStr::new(&own_name, self.item.ident.span());
            quote!(#[tool(name = #name)])
        });
        let output = output.as_ref().and_then(|word| {
            let ty = find_output(word, &self.item.output, cx)?;
            Some(quote!(#[tool(output = #ty)]))
        });
        let fields = self.parameters.arguments.iter().map(|argument| {
            let Argument {
                attrs, ident, ty, ..
            } = argument;
            quote!(#(#attrs)* #visibility #ident: #ty)
        });
        quote! {
            #(#shared)*
            #[allow(missing_docs)]
            #[derive(#krate::Tool, #(#derives),*)]
            #(#moved)*
            #(#[tool(#passed)])*
            #name
            #output
            #visibility struct #ident { #(#fields),* }
        }
    }

    // The function, which takes the struct after the parameters of the host. After an error it has
    // no body: code that calls it compiles, and each mistake causes one error.
    fn write_function(&self, ident: &Ident, has_errors: bool) -> TokenStream {
        let Parameters {
            receiver,
            context,
            arguments,
        } = &self.parameters;
        let is_kept = |attr: &&Attribute| !is_of_derive(attr) && !attr.path().is_ident("tool");
        let kept = self.item.attrs.iter().filter(is_kept);
        let mut parameters = Vec::new();
        for parameter in receiver.iter().chain(context) {
            parameters.push(parameter.to_token_stream());
        }
        if has_errors {
            parameters.push(quote!(_: #ident));
            let body = quote!({ ::core::unreachable!() });
            let function = self.item.write_with(&parameters, &body);
            return quote!(#(#kept)* #[allow(unused)] #function);
        }
        let bindings = arguments.iter().map(Argument::write_binding);
        parameters.push(quote!(#ident { #(#bindings),* }: #ident));
        let function = self.item.write_with(&parameters, &self.item.body);
        quote!(#(#kept)* #function)
    }
}

// The function keeps these, too.
fn is_shared(attr: &Attribute) -> bool {
    attr.path().is_ident("doc") || attr.path().is_ident("cfg")
}

fn check_signature(item: &FunctionItem, cx: &Ctxt) {
    if let Some(param) = item.generics.params.first() {
        cx.error(
            param,
            "a tool has no type, const or lifetime parameters, because its definition is one \
             `static`; write the types out",
        );
    } else if let Some(clause) = &item.generics.where_clause {
        cx.error(clause, "a tool has no type parameters; remove the `where`");
    }
    for word in &item.refused {
        let message = match word.to_string().as_str() {
            "unsafe" => {
                "a model chooses the arguments of a tool, so the function must be safe; remove \
                 `unsafe` and check the arguments in the function"
            }
            "const" => "a tool runs at run time; remove `const`",
            _ => "a tool is a function of Rust; remove `extern`",
        };
        cx.error(word, message);
    }
}

// `std::io::Result<Listing>` → `Listing`
fn find_output<'a>(word: &Ident, output: &'a ReturnType, cx: &Ctxt) -> Option<&'a Type> {
    let found = match output {
        ReturnType::Type(_, ty) => find_argument_of(ty, &["Result"]),
        ReturnType::Default => None,
    };
    if found.is_none() {
        cx.error(
            word,
            "`output` takes the type from the return type `Result<Type, Error>`; write that, or \
             name the type: `output = Listing`",
        );
    }
    found
}
