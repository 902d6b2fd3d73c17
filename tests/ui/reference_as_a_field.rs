use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use tool_core::{Tool, ToolArg};

/// A tool.
#[derive(Tool)]
struct Fields {
    text: &'static str,
    optional: Option<&'static str>,
    list: Vec<&'static str>,
    map: BTreeMap<String, (u8, &'static [u8])>,
    number: Box<&'static u8>,
    owned: Cow<'static, str>,
    #[serde(skip)]
    skipped: &'static str,
    marked: PhantomData<&'static str>,
    words: Words,
}

#[derive(ToolArg)]
enum Words {
    One(&'static str),
    Two { two: Option<&'static str> },
    #[serde(skip)]
    Skipped(&'static str),
}

#[derive(ToolArg)]
struct WithALifetime<'a> {
    text: &'a str,
}

// Nobody reads it.
#[derive(ToolArg)]
#[tool(skip(Deserialize))]
struct Output {
    text: &'static str,
}

fn main() {
    let _ = Fields::parse("{}");
}
