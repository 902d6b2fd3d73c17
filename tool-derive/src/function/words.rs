use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::{Path, parse_quote};

use crate::ctxt::Ctxt;
use crate::model::default_crate_path;
use crate::word::{AttributeItem, CONTAINER_WORDS, parse_list};

// The words of `#[tool_fn(...)]`.
pub(super) struct Words {
    // The name of the struct.
    pub(super) arguments: Option<Ident>,
    // More derives of the struct.
    pub(super) derives: Vec<Path>,
    // `output` without a type.
    pub(super) output: Option<Ident>,
    pub(super) has_name: bool,
    pub(super) krate: Path,
    // The words of `#[derive(Tool)]`, which checks them.
    pub(super) passed: Vec<TokenStream>,
}

// Words of the derive without a meaning here: the struct derives everything.
const NOT_HERE: &[&str] = &["skip"];

impl Words {
    pub(super) fn parse(tokens: TokenStream, cx: &Ctxt) -> Self {
        let (mut arguments, mut derives, mut krate) = (None, None, None);
        let mut this = Self {
            arguments: None,
            derives: Vec::new(),
            output: None,
            has_name: false,
            krate: default_crate_path(),
            passed: Vec::new(),
        };
        for item in parse_list(tokens, cx) {
            let word = item.word.unraw().to_string();
            match word.as_str() {
                // #[tool_fn(arguments = ReadFileArguments)]
                "arguments" => item.set(
                    &mut arguments,
                    |item, cx| item.parse_ident("ReadFileArguments", cx),
                    cx,
                ),
                // #[tool_fn(derive(Debug, Clone))]
                "derive" => item.set(&mut derives, AttributeItem::parse_derives, cx),
                // #[tool_fn(output)]
                "output" if item.is_flag() => this.output = Some(item.word),
                known if CONTAINER_WORDS.contains(&known) && !NOT_HERE.contains(&known) => {
                    this.has_name |= known == "name";
                    this.passed.push(item.all_tokens());
                    if known == "crate" {
                        // The derive reports a mistake in the path.
                        item.set(&mut krate, AttributeItem::parse_path, &Ctxt::silent());
                    }
                }
                _ => item.report_unknown("a function", &known_words(), cx),
            }
        }
        this.arguments = arguments.map(|said| said.value);
        this.derives = derives.map(|said| said.value).unwrap_or_default();
        if let Some(said) = krate {
            this.krate = said.value;
        }
        this
    }
}

fn known_words() -> Vec<&'static str> {
    let mut words = vec!["arguments", "derive"];
    words.extend(
        CONTAINER_WORDS
            .iter()
            .filter(|word| !NOT_HERE.contains(word)),
    );
    words
}

// The words of `#[tool_impl(...)]`.
pub(super) struct BlockWords {
    // The name of the enum of all calls.
    pub(super) call: Option<Ident>,
    // `service`: the block can be registered in a `ToolService`.
    pub(super) service: Option<Path>,
    pub(super) krate: Option<Path>,
}

impl BlockWords {
    pub(super) fn parse(tokens: TokenStream, cx: &Ctxt) -> Self {
        let (mut call, mut service, mut krate) = (None, None, None);
        for item in parse_list(tokens, cx) {
            match item.word.unraw().to_string().as_str() {
                // #[tool_impl(call = FilesCall)]
                "call" => item.set(&mut call, |item, cx| item.parse_ident("FilesCall", cx), cx),
                // #[tool_impl(service)], #[tool_impl(service = path::to::tool_service)]
                "service" if item.is_flag() => {
                    item.set(&mut service, |_, _| Some(parse_quote!(::tool_service)), cx);
                }
                "service" => item.set(&mut service, AttributeItem::parse_path, cx),
                // #[tool_impl(crate = path::to::tool_core)]
                "crate" => item.set(&mut krate, AttributeItem::parse_path, cx),
                _ => item.report_unknown("an `impl` block", &["call", "service", "crate"], cx),
            }
        }
        Self {
            call: call.map(|said| said.value),
            service: service.map(|said| said.value),
            krate: krate.map(|said| said.value),
        }
    }

    pub(super) fn krate(&self) -> Path {
        self.krate.clone().unwrap_or_else(default_crate_path)
    }
}

// An identifier that the user did not write.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
