use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, MacroDelimiter, Meta, Path, Token, Type, parse2};

use crate::ctxt::Ctxt;
use crate::foreign::{join_tokens, split};
use crate::suggest::find_nearest;

pub(crate) const CONTAINER_WORDS: &[&str] = &[
    "name",
    "description",
    "title",
    "check",
    "preprocess",
    "leniency",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "example",
    "output",
    "partial",
    "open",
    "skip",
    "crate",
];
pub(crate) const FIELD_WORDS: &[&str] = &[
    "json_string",
    "xml_string",
    "generous",
    "preprocess",
    "check",
    "default",
];
pub(crate) const VARIANT_WORDS: &[&str] = &["other"];
// Names of the rules of generous reading. A test compares this list with the rules of `tool-core`.
const GENEROUS_RULES: &[&str] = &[
    "thousands",
    "digit_underscore",
    "currency",
    "percent",
    "fraction",
    "hex_text",
    "other_digits",
    "boolean_letter",
    "object_to_string",
    "line_list",
    "comma_list",
    "item_list",
    "indexed_list",
    "empty_container",
    "value_box",
    "bare_scalar",
    "leading_zeros",
    "hex_number",
    "hole",
    "missing_colon",
    "inner_quotes",
    "apostrophe",
    "renamed_key",
    "think_block",
    "unquoted_string",
];
// Rules that apply to all arguments. A field cannot enable them.
const OF_ALL_ARGUMENTS: &[&str] = &["bare_scalar", "think_block", "unquoted_string"];
const LENIENCY_WORDS: &[&str] = &["strict", "standard", "generous"];
const SKIP_WORDS: &[&str] = &["Deserialize", "JsonSchema"];
const SERDE_WORDS: &[&str] = &[
    "alias",
    "bound",
    "content",
    "default",
    "deny_unknown_fields",
    "deserialize_with",
    "flatten",
    "from",
    "rename",
    "rename_all",
    "tag",
    "transparent",
    "try_from",
    "untagged",
    "with",
];
const SCHEMARS_WORDS: &[&str] = &[
    "contains", "example", "extend", "inner", "length", "pattern", "range", "regex",
];

// A word of this crate with its token.
pub(crate) struct WordValue<T> {
    pub(crate) word: Ident,
    pub(crate) value: T,
}

// A text, or an expression of the type `&'static str` that the compiler evaluates.
pub(crate) enum Text {
    Literal(LitStr),
    Constant(TokenStream),
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Skip {
    pub(crate) deserialize: bool,
    pub(crate) json_schema: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leniency {
    Strict,
    Standard,
    Generous,
}

// One word of a list, with the tokens after it.
pub(crate) struct AttributeItem {
    pub(crate) word: Ident,
    rest: Vec<TokenTree>,
}

pub(crate) fn parse_items(attrs: &[Attribute], cx: &Ctxt) -> Vec<AttributeItem> {
    let mut items = Vec::new();
    for attr in attrs {
        if !attr.path().is_ident("tool") {
            continue;
        }
        match &attr.meta {
            Meta::List(list) if matches!(list.delimiter, MacroDelimiter::Paren(_)) => {
                items.extend(parse_list(list.tokens.clone(), cx));
            }
            meta => cx.error(meta, "expected a list in parentheses: `#[tool(...)]`"),
        }
    }
    items
}

// The words of one list.
pub(crate) fn parse_list(tokens: TokenStream, cx: &Ctxt) -> Vec<AttributeItem> {
    check_commas(tokens.clone(), cx);
    let mut items: Vec<AttributeItem> = Vec::new();
    for tokens in split(tokens) {
        // The rest of a type: `output = HashMap<String, u32>`.
        if let Some(last) = items.last_mut()
            && last.word == "output"
            && opens_more(&last.rest)
        {
            last.rest.push(Punct::new(',', Spacing::Alone).into());
            last.rest.extend(tokens);
            continue;
        }
        items.extend(AttributeItem::parse(&tokens, cx));
    }
    items
}

fn opens_more(tokens: &[TokenTree]) -> bool {
    let mut open = 0;
    for token in tokens {
        open += match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => -1,
            _ => 0,
        };
    }
    open > 0
}

// `#[tool(, open)]`, `#[tool(open,, name = "...")]`
fn check_commas(tokens: TokenStream, cx: &Ctxt) {
    let mut after_word = false;
    for token in tokens {
        let is_comma = matches!(&token, TokenTree::Punct(comma) if comma.as_char() == ',');
        if is_comma && !after_word {
            cx.error(&token, "expected a word before this comma");
        }
        after_word = !is_comma;
    }
}

impl AttributeItem {
    fn parse(tokens: &[TokenTree], cx: &Ctxt) -> Option<Self> {
        let (first, rest) = tokens.split_first()?;
        match first {
            TokenTree::Ident(word) => {
                return Some(Self {
                    word: word.clone(),
                    rest: rest.to_vec(),
                });
            }
            TokenTree::Literal(_) => {
                cx.error(
                    first,
                    "expected a word before this value, as in `name = \"...\"`",
                );
            }
            other => cx.error(other, "expected a word, as in `#[tool(name = \"...\")]`"),
        }
        None
    }

    pub(crate) fn set<T>(
        self,
        slot: &mut Option<WordValue<T>>,
        value: impl FnOnce(&Self, &Ctxt) -> Option<T>,
        cx: &Ctxt,
    ) {
        let Some(value) = value(&self, cx) else {
            return;
        };
        if slot.is_some() {
            let message = format!("duplicate `{}`; remove one", self.word);
            cx.error(&self.word, &message);
            return;
        }
        *slot = Some(WordValue {
            word: self.word,
            value,
        });
    }

    pub(crate) fn is_flag(&self) -> bool {
        self.rest.is_empty()
    }

    // `word = Name`
    pub(crate) fn parse_ident(&self, example: &str, cx: &Ctxt) -> Option<Ident> {
        if let [TokenTree::Punct(eq), TokenTree::Ident(ident)] = self.rest.as_slice()
            && is_eq(eq)
        {
            return Some(ident.clone());
        }
        let message = format!("expected a name, as in `{} = {example}`", self.word);
        cx.error(&self.all_tokens(), &message);
        None
    }

    // `word`
    pub(crate) fn parse_flag(&self, cx: &Ctxt) -> Option<()> {
        if self.rest.is_empty() {
            return Some(());
        }
        let rest = join_tokens(&self.rest);
        let message = format!(
            "unexpected value for `{0}`; write `#[tool({0})]`",
            self.word
        );
        cx.error(&rest, &message);
        None
    }

    // `word`, `word = true`, `word = false`
    pub(crate) fn parse_flag_or_boolean(&self, cx: &Ctxt) -> Option<bool> {
        let says = match self.rest.as_slice() {
            [] => return Some(true),
            [TokenTree::Punct(eq), TokenTree::Ident(says)] if is_eq(eq) => says.to_string(),
            _ => String::new(),
        };
        if says == "true" || says == "false" {
            return Some(says == "true");
        }
        let rest = join_tokens(&self.rest);
        let message = format!(
            "expected no value or a boolean; write `{0}` or `{0} = false`",
            self.word
        );
        cx.error(&rest, &message);
        None
    }

    // `word = path::to::Type<of::It>`, `word = "path::to::Type<of::It>"`
    pub(crate) fn parse_type(&self, cx: &Ctxt) -> Option<Type> {
        if let Some(value) = self.value_outside_of_text() {
            let parsed = parse2(value.clone());
            if parsed.is_err() {
                let message = format!("expected a type, as in `{} = Vec<Entry>`", self.word);
                cx.error(&value, &message);
            }
            return parsed.ok();
        }
        let text = self.parse_text(cx)?;
        let parsed = text.parse();
        if parsed.is_err() {
            let message = format!("expected a type, as in `{} = \"Vec<Entry>\"`", self.word);
            cx.error(&text, &message);
        }
        parsed.ok()
    }

    // The tokens after `=`, unless they begin with a literal.
    fn value_outside_of_text(&self) -> Option<TokenStream> {
        match self.rest.as_slice() {
            [TokenTree::Punct(eq), value @ ..] if is_eq(eq) => match value.first() {
                Some(first) if !is_literal(first) => Some(join_tokens(value)),
                _ => None,
            },
            _ => None,
        }
    }

    // `word = "text"`
    pub(crate) fn parse_text(&self, cx: &Ctxt) -> Option<LitStr> {
        let how = format!("write `{} = \"...\"`", self.word);
        let needed = format!("missing value for `{}`; {how}", self.word);
        match self.rest.as_slice() {
            [TokenTree::Punct(eq)] if is_eq(eq) => {
                cx.error(eq, &needed);
                None
            }
            [TokenTree::Punct(eq), TokenTree::Literal(_), next, ..] if is_eq(eq) => {
                cx.error(next, "expected a comma before this");
                None
            }
            [TokenTree::Punct(eq), value @ ..] if is_eq(eq) => {
                let value = join_tokens(value);
                let text = parse2(value.clone());
                if text.is_err() {
                    let message = format!("expected a string literal; {how}");
                    cx.error(&value, &message);
                }
                text.ok()
            }
            [] => {
                cx.error(&self.word, &needed);
                None
            }
            rest => {
                cx.error(&join_tokens(rest), &format!("expected `= \"...\"`; {how}"));
                None
            }
        }
    }

    // `word = "text"`, `word = include_str!("text.md")`, `word = TEXT`
    pub(crate) fn parse_text_or_constant(&self, cx: &Ctxt) -> Option<Text> {
        match self.value_outside_of_text() {
            Some(value) => Some(Text::Constant(value)),
            None => self.parse_text(cx).map(Text::Literal),
        }
    }

    // `word = 10`, `word = Mode::Fast`
    pub(crate) fn parse_expression(&self, cx: &Ctxt) -> Option<TokenStream> {
        match self.rest.as_slice() {
            [TokenTree::Punct(eq), value @ ..] if is_eq(eq) && !value.is_empty() => {
                Some(join_tokens(value))
            }
            _ => {
                let message = format!("missing value for `{0}`; write `{0} = 10`", self.word);
                cx.error(&self.all_tokens(), &message);
                None
            }
        }
    }

    // `word = path::to::it`, `word = "path::to::it"`
    pub(crate) fn parse_path(&self, cx: &Ctxt) -> Option<Path> {
        if let Some(value) = self.value_outside_of_text() {
            let path = Path::parse_mod_style.parse2(value.clone());
            if path.is_err() {
                let message = format!("expected a path, as in `{} = path::to::it`", self.word);
                cx.error(&value, &message);
            }
            return path.ok();
        }
        let text = self.parse_text(cx)?;
        let path = text.parse_with(Path::parse_mod_style);
        if path.is_err() {
            let message = format!("expected a path, as in `{} = \"path::to::it\"`", self.word);
            cx.error(&text, &message);
        }
        path.ok()
    }

    // `leniency = "generous"`
    pub(crate) fn parse_leniency(&self, cx: &Ctxt) -> Option<Leniency> {
        let text = self.parse_text(cx)?;
        let word = text.value();
        match word.as_str() {
            "strict" => Some(Leniency::Strict),
            "standard" => Some(Leniency::Standard),
            "generous" => Some(Leniency::Generous),
            _ => {
                let known = format!("use one of {}", list_words(LENIENCY_WORDS));
                let advice = suggest(&word, LENIENCY_WORDS).unwrap_or(known);
                cx.error(&text, &format!("unknown leniency `{word}`; {advice}"));
                None
            }
        }
    }

    // `generous(comma_list, currency)`
    pub(crate) fn parse_generous(&self, cx: &Ctxt) -> Option<Vec<&'static str>> {
        let how = "for example `generous(comma_list)`";
        let [TokenTree::Group(group)] = self.rest.as_slice() else {
            cx.error(
                &self.all_tokens(),
                &format!("expected a list of rules, {how}"),
            );
            return None;
        };
        let mut rules = Vec::new();
        for item in split(group.stream()) {
            let tokens = join_tokens(&item);
            let word = tokens.to_string();
            let Some(rule) = GENEROUS_RULES.iter().find(|rule| **rule == word) else {
                let advice = suggest(&word, GENEROUS_RULES)
                    .unwrap_or_else(|| format!("use some of {}", list_words(GENEROUS_RULES)));
                cx.error(&tokens, &format!("unknown rule `{word}`; {advice}"));
                continue;
            };
            if OF_ALL_ARGUMENTS.contains(rule) {
                let message = format!(
                    "`{rule}` applies to all arguments, not to a field; write \
                     `#[tool(leniency = \"generous\")]` on the tool"
                );
                cx.error(&tokens, &message);
                continue;
            }
            if rules.contains(rule) {
                cx.error(&tokens, &format!("duplicate rule `{word}`; remove one"));
                continue;
            }
            rules.push(*rule);
        }
        if group.stream().is_empty() {
            cx.error(
                group,
                &format!("the list of rules is empty; expected rules, {how}"),
            );
        }
        Some(rules)
    }

    // `skip(Deserialize, JsonSchema)`
    pub(crate) fn parse_skip(&self, cx: &Ctxt) -> Option<Skip> {
        let how =
            "write `skip(Deserialize)`, `skip(JsonSchema)` or `skip(Deserialize, JsonSchema)`";
        let [TokenTree::Group(list)] = self.rest.as_slice() else {
            cx.error(
                &self.all_tokens(),
                &format!("expected a list of derives; {how}"),
            );
            return None;
        };
        let mut skip = Skip::default();
        for item in split(list.stream()) {
            let tokens = join_tokens(&item);
            match tokens.to_string().as_str() {
                "Deserialize" => skip.deserialize = true,
                "JsonSchema" => skip.json_schema = true,
                other => {
                    // Set in spite of the misspelling, to avoid a second error from the derived
                    // impl.
                    skip.deserialize |= other.eq_ignore_ascii_case("deserialize");
                    skip.json_schema |= other.eq_ignore_ascii_case("jsonschema");
                    let advice = suggest(other, SKIP_WORDS).unwrap_or_else(|| how.to_owned());
                    cx.error(&tokens, &format!("unknown derive `{other}`; {advice}"));
                }
            }
        }
        if list.stream().is_empty() {
            cx.error(
                &self.rest[0],
                &format!("the list of derives is empty; {how}"),
            );
        }
        Some(skip)
    }

    // `partial`, `partial(Debug, Clone)`
    pub(crate) fn parse_partial(&self, cx: &Ctxt) -> Option<Vec<Path>> {
        if self.is_flag() {
            return Some(Vec::new());
        }
        self.parse_list_of_derives("write `partial` or `partial(Debug, Clone)`", cx)
    }

    // `derive(Debug, Clone)`
    pub(crate) fn parse_derives(&self, cx: &Ctxt) -> Option<Vec<Path>> {
        self.parse_list_of_derives("write `derive(Debug, Clone)`", cx)
    }

    fn parse_list_of_derives(&self, how: &str, cx: &Ctxt) -> Option<Vec<Path>> {
        let list = match self.rest.as_slice() {
            [] => self.word.to_token_stream(),
            [TokenTree::Group(list)] => list.stream(),
            rest => join_tokens(rest),
        };
        let derives = Punctuated::<Path, Token![,]>::parse_terminated.parse2(list.clone());
        if derives.is_err() || self.is_flag() {
            cx.error(&list, &format!("expected a list of derives; {how}"));
            return None;
        }
        Some(derives.ok()?.into_iter().collect())
    }

    pub(crate) fn all_tokens(&self) -> TokenStream {
        let mut all = self.word.to_token_stream();
        all.extend(join_tokens(&self.rest));
        all
    }

    pub(crate) fn report_unknown(&self, place: &str, here: &[&str], cx: &Ctxt) {
        let word = self.word.unraw().to_string();
        let known = |words: &[&str]| words.contains(&word.as_str());
        let message = if let Some(advice) = advise_on_own_word(&word, place) {
            format!("`{word}` belongs on the tool, not on {place}; {advice}")
        } else if known(CONTAINER_WORDS) {
            format!("`{word}` belongs on the struct or enum, not on {place}")
        } else if known(FIELD_WORDS) {
            format!("`{word}` belongs on a field, not on {place}")
        } else if known(VARIANT_WORDS) {
            format!("`{word}` belongs on a variant, not on {place}")
        } else if known(SERDE_WORDS) {
            format!("`{word}` is an attribute of serde; write it in `#[serde(...)]`")
        } else if known(SCHEMARS_WORDS) {
            format!("`{word}` is an attribute of schemars; write it in `#[schemars(...)]`")
        } else if let Some(advice) = suggest(&word, here) {
            format!("unknown word `{word}`; {advice}")
        } else if here.is_empty() {
            format!("unknown word `{word}`; {place} accepts no `#[tool(...)]`")
        } else {
            format!(
                "unknown word `{word}`; {place} accepts {}",
                list_words(here)
            )
        };
        cx.error(&self.word, &message);
    }
}

// Returns the equivalent attribute for a field or a variant.
fn advise_on_own_word(word: &str, place: &str) -> Option<&'static str> {
    match word {
        "description" => {
            Some("write a doc comment (`/// ...`) here, or `#[schemars(description = \"...\")]`")
        }
        "name" => Some("write `#[serde(rename = \"...\")]` here"),
        "title" => Some("write `#[schemars(title = \"...\")]` here"),
        "example" if place == "a field" => Some("write `#[schemars(example = ...)]` here"),
        _ => None,
    }
}

fn suggest(word: &str, words: &[&str]) -> Option<String> {
    find_nearest(word, words).map(|near| format!("did you mean `{near}`?"))
}

fn list_words(words: &[&str]) -> String {
    let mut list = String::new();
    for word in words {
        let comma = if list.is_empty() { "" } else { ", " };
        list = list + comma + "`" + word + "`";
    }
    list
}

// `"text"`, also as the fragment of a macro (`$text:literal`).
fn is_literal(token: &TokenTree) -> bool {
    match token {
        TokenTree::Literal(_) => true,
        TokenTree::Group(fragment) if fragment.delimiter() == Delimiter::None => {
            let mut tokens = fragment.stream().into_iter();
            tokens.next().is_some_and(|first| is_literal(&first))
        }
        _ => false,
    }
}

fn is_eq(punct: &Punct) -> bool {
    punct.as_char() == '=' && punct.spacing() == Spacing::Alone
}

impl Text {
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Literal(text) => text.value().trim().is_empty(),
            Self::Constant(_) => false,
        }
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(text) => text.to_tokens(tokens),
            Self::Constant(text) => text.to_tokens(tokens),
        }
    }
}

impl<T> ToTokens for WordValue<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.word.to_tokens(tokens);
    }
}
