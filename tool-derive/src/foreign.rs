use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Attribute, LitStr, MacroDelimiter, Meta, parse2};

// The words of `#[serde(...)]` and `#[schemars(...)]` on one node. Serde and schemars validate
// them; this type reads only words that affect our own.
pub(crate) struct Foreign {
    items: Vec<ForeignWord>,
}

struct ForeignWord {
    serde: bool,
    // `rename`, or `!rename` if schemars ignores serde's word.
    word: String,
    tokens: Vec<TokenTree>,
}

impl Foreign {
    pub(crate) fn new(attrs: &[Attribute]) -> Self {
        let mut items = Vec::new();
        for attr in attrs {
            let serde = attr.path().is_ident("serde");
            if let Meta::List(list) = &attr.meta
                && (serde || attr.path().is_ident("schemars"))
            {
                for tokens in split(list.tokens.clone()) {
                    let word = find_word(&tokens);
                    items.push(ForeignWord {
                        serde,
                        word,
                        tokens,
                    });
                }
            }
        }
        Self { items }
    }

    // Returns whether serde or schemars has the word and it is not disabled.
    pub(crate) fn says(&self, word: &str) -> bool {
        self.is_written(false, word)
            || self.serde_says(word) && !self.is_written(false, &format!("!{word}"))
    }

    pub(crate) fn serde_says(&self, word: &str) -> bool {
        self.is_written(true, word)
    }

    pub(crate) fn serde_says_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.serde_says(word))
    }

    pub(crate) fn schemars_says_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is_written(false, word))
    }

    pub(crate) fn serde_text(&self, word: &str) -> Option<LitStr> {
        let mut items = self.items.iter();
        let item = items.find(|item| item.serde && item.word == word)?;
        parse2(join_tokens(item.tokens.get(2..)?)).ok()
    }

    fn is_written(&self, serde: bool, word: &str) -> bool {
        let mut items = self.items.iter();
        items.any(|item| item.serde == serde && item.word == word)
    }

    pub(crate) fn says_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.says(word))
    }

    pub(crate) fn find_tokens(&self, word: &str) -> TokenStream {
        let mut said = TokenStream::new();
        for item in self.items.iter().filter(|item| item.word == word) {
            join_tokens(&item.tokens).to_tokens(&mut said);
        }
        said
    }

    // Returns the words. Each comes with whether it is for serde, its token, and the tokens after
    // it. An item that looks like a part of an expression is skipped.
    pub(crate) fn find_words(&self) -> Vec<(bool, &TokenTree, &[TokenTree])> {
        let mut words = Vec::new();
        for item in &self.items {
            let tokens = match item.tokens.as_slice() {
                [TokenTree::Punct(not), rest @ ..] if not.as_char() == '!' => rest,
                tokens => tokens,
            };
            let is_whole = match tokens {
                [TokenTree::Ident(_)] | [TokenTree::Ident(_), TokenTree::Group(_)] => true,
                [TokenTree::Ident(_), TokenTree::Punct(is), ..] => is.as_char() == '=',
                _ => false,
            };
            if is_whole {
                words.push((item.serde, &tokens[0], &tokens[1..]));
            }
        }
        words
    }

    // `#[serde(tag = "..")]`. For `rename(serialize = "..", deserialize = "..")`, returns the
    // second text.
    pub(crate) fn text(&self, word: &str) -> Option<LitStr> {
        let mut items = self.items.iter();
        let item = items.find(|item| item.serde && item.word == word)?;
        match item.tokens.as_slice() {
            [_, TokenTree::Group(group)] => {
                let items = split(group.stream());
                let item = items
                    .iter()
                    .find(|item| self::find_word(item) == "deserialize")?;
                parse2(join_tokens(item.get(2..)?)).ok()
            }
            [_, _, text @ ..] => parse2(join_tokens(text)).ok(),
            _ => None,
        }
    }

    pub(crate) fn read_aliases(&self) -> Vec<LitStr> {
        let mut aliases = Vec::new();
        for item in &self.items {
            if item.serde
                && item.word == "alias"
                && let [_, _, text @ ..] = item.tokens.as_slice()
                && let Ok(text) = parse2(join_tokens(text))
            {
                aliases.push(text);
            }
        }
        aliases
    }
}

// Returns the attribute for the copy. Our `crate = "..."` replaces the user's.
pub(crate) fn remove_crate(attr: &Attribute) -> TokenStream {
    remove(attr, &["crate"])
}

pub(crate) fn remove(attr: &Attribute, left_out: &[&str]) -> TokenStream {
    match &attr.meta {
        Meta::List(list) if matches!(list.delimiter, MacroDelimiter::Paren(_)) => {
            let path = &list.path;
            let mut items = Vec::new();
            for item in split(list.tokens.clone()) {
                if !left_out.contains(&find_word(&item).as_str()) {
                    items.push(join_tokens(&item));
                }
            }
            quote!(#[#path(#(#items),*)])
        }
        _ => quote!(#attr),
    }
}

pub(crate) fn join_tokens(tokens: &[TokenTree]) -> TokenStream {
    let mut stream = TokenStream::new();
    for token in tokens {
        token.to_tokens(&mut stream);
    }
    stream
}

// Splits a list into items, without the invisible delimiters of a macro fragment (`$meta:meta`). A
// comma in the angle brackets of an expression also splits; the parts are joined again later.
pub(crate) fn split(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut items = vec![Vec::new()];
    for token in tokens {
        match (&token, items.last_mut()) {
            (TokenTree::Punct(comma), _) if comma.as_char() == ',' => items.push(Vec::new()),
            (_, Some(item)) => item.push(token),
            (_, None) => items.push(vec![token]),
        }
    }
    items.retain(|item| !item.is_empty());
    for item in &mut items {
        while let Some(TokenTree::Group(fragment)) = item.first()
            && fragment.delimiter() == Delimiter::None
        {
            let fragment = fragment.stream();
            item.splice(..1, fragment);
        }
    }
    items
}

pub(crate) fn find_word(tokens: &[TokenTree]) -> String {
    match tokens {
        [TokenTree::Ident(word), ..] => word.to_string(),
        [TokenTree::Punct(not), TokenTree::Ident(word), ..]
            if not.as_char() == '!' && not.spacing() == Spacing::Alone =>
        {
            format!("!{word}")
        }
        _ => String::new(),
    }
}
