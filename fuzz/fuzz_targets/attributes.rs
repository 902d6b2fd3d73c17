#![no_main]
//! Expands the derive and the attributes of functions on any item with any attributes. It returns tokens or compile errors and
//! never panics. The modules are included from the crate of the macro, which cannot export them.

#[path = "../../tool-derive/src/attr.rs"]
mod attr;
#[path = "../../tool-derive/src/check/mod.rs"]
mod check;
#[path = "../../tool-derive/src/constraint.rs"]
mod constraint;
#[path = "../../tool-derive/src/ctxt.rs"]
mod ctxt;
#[path = "../../tool-derive/src/doc.rs"]
mod doc;
#[path = "../../tool-derive/src/expand/mod.rs"]
mod expand;
#[path = "../../tool-derive/src/fallback.rs"]
mod fallback;
#[path = "../../tool-derive/src/foreign.rs"]
mod foreign;
#[path = "../../tool-derive/src/function/mod.rs"]
mod function;
#[path = "../../tool-derive/src/model.rs"]
mod model;
#[path = "../../tool-derive/src/name.rs"]
mod name;
#[path = "../../tool-derive/src/suggest.rs"]
mod suggest;
#[path = "../../tool-derive/src/types.rs"]
mod types;
#[path = "../../tool-derive/src/word.rs"]
mod word;

use model::Kind;
use proc_macro2::TokenStream;
use syn::DeriveInput;
use tests::Entropy;
use tests::laws::{Exception, Verdict};

fuzz::law!(attributes);

fn attributes(text: &str, choices: &[u8]) -> Verdict {
    let mut entropy = Entropy::new(choices);
    let kind = *entropy.pick(&[Kind::Tool, Kind::ToolArg, Kind::ToolSet]);
    let item = item(text, &mut entropy);
    if let (Ok(words), Ok(written)) = (text.parse::<TokenStream>(), item.parse()) {
        let of_function = function::expand_function(words.clone(), &written).to_string();
        let of_block = function::expand_block(words, &written).to_string();
        for tokens in [of_function, of_block] {
            if tokens.parse::<TokenStream>().is_err() {
                return Err(Exception::Broken(format!("{item}\n{tokens}")));
            }
        }
    }
    let input: DeriveInput = syn::parse_str(&item).map_err(|_| Exception::OutOfScope)?;
    let tokens = expand::derive(kind, &input).to_string();
    // Empty output is correct if the type implements everything itself.
    if tokens.parse::<TokenStream>().is_err() {
        return Err(Exception::Broken(format!("{item}\n{tokens}")));
    }
    Ok(())
}

/// Returns the text as an item, or uses its lines as attributes of an item and of its fields.
fn item(text: &str, entropy: &mut Entropy<'_>) -> String {
    let form = *entropy.pick(ITEMS);
    if form.is_empty() {
        return text.to_owned();
    }
    let mut lines = text.lines();
    let mut item = String::new();
    for piece in form.split('@') {
        item.push_str(piece);
        let of = *entropy.pick(&["tool", "tool", "serde", "schemars", "", "doc"]);
        match (lines.next(), of) {
            (None, _) => {}
            (Some(line), "") => item.extend(["#[", line, "]"]),
            (Some(line), "doc") => item.extend(["#[doc = ", line, "]"]),
            (Some(line), of) => item.extend(["#[", of, "(", line, ")]"]),
        }
    }
    item
}

/// Items with `@` at each place for attributes. An item without `@` is the text.
const ITEMS: &[&str] = &[
    "/// A tool.\n@@@struct EditFile { @@file_path: String, @r#type: Option<Vec<u8>>, }",
    "",
    "@@enum Call { @A(@A), @Read(@Box<B>), @C { @x: u8 }, @D }",
    "@@struct Pair(@u8, @@String);",
    "@struct Unit;",
    "@@struct Of<'a, T: Clone, const N: usize> where T: Copy { @x: &'a [T; N] }",
    "@union Bits { @a: u8, b: f32 }",
];
