use std::borrow::Cow;
use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::Number;

use crate::issue::{Limit, PathStack};
use crate::tree::source_key::SourceKey;
use crate::tree::{Entries, ParseContext, Tree, is_number};

/// The only key of the map that `serde_json` uses for a number if its feature `arbitrary_precision`
/// is on in some crate of the build.
pub(super) const NUMBER_KEY: &str = "$serde_json::private::Number";

/// Builds a [`Tree`] from any self-describing serde `Deserializer`.
///
/// Findings go to the [`ParseContext`]. An error of the deserializer without an issue there is an
/// error of the source.
pub(crate) struct TreeSeed<'s> {
    intake: &'s mut ParseContext,
    chain: PathStack<'s>,
    depth: usize,
}

impl<'s> TreeSeed<'s> {
    pub(crate) fn new(intake: &'s mut ParseContext) -> Self {
        Self {
            intake,
            chain: PathStack::Root,
            depth: 0,
        }
    }

    fn child<'c>(&'c mut self, chain: PathStack<'c>) -> TreeSeed<'c> {
        TreeSeed {
            intake: self.intake,
            chain,
            depth: self.depth + 1,
        }
    }

    fn enter<E: Error>(&mut self) -> Result<(), E> {
        self.intake.entered = true;
        if self.depth < self.intake.max_depth() {
            return Ok(());
        }
        self.intake
            .stop_at_limit(self.chain.to_path(), Limit::Depth);
        Err(E::custom("the value is nested too deep"))
    }
}

impl<'de> DeserializeSeed<'de> for TreeSeed<'_> {
    type Value = Tree<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree<'de>, D::Error> {
        if !self.intake.takes_node() {
            self.intake
                .stop_at_limit(self.chain.to_path(), Limit::Nodes);
            return Err(D::Error::custom("the value holds too many values"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TreeSeed<'_> {
    type Value = Tree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree<'de>, E> {
        Ok(Tree::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Tree<'de>, E> {
        Ok(Tree::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Tree<'de>, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Tree<'de>, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tree<'de>, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Tree<'de>, E> {
        Ok(number(value.to_string()))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Tree<'de>, E> {
        Ok(number(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Tree<'de>, E> {
        Ok(number(value.to_string()))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Tree<'de>, E> {
        Ok(number(value.to_string()))
    }

    /// Separate from `f64`, since the shortest text of an `f32` is shorter.
    fn visit_f32<E: Error>(self, value: f32) -> Result<Tree<'de>, E> {
        match serde_json::to_string(&value) {
            Ok(text) if value.is_finite() => Ok(number(text)),
            _ => Err(not_finite()),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Tree<'de>, E> {
        let text = Number::from_f64(value).ok_or_else(not_finite)?;
        Ok(number(text.to_string()))
    }

    fn visit_char<E: Error>(self, value: char) -> Result<Tree<'de>, E> {
        Ok(Tree::String(Cow::Owned(value.into())))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Tree<'de>, E> {
        Ok(Tree::String(Cow::Owned(value.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Tree<'de>, E> {
        Ok(Tree::String(Cow::Borrowed(value)))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Tree<'de>, E> {
        Ok(Tree::String(Cow::Owned(value)))
    }

    fn visit_bytes<E: Error>(self, _: &[u8]) -> Result<Tree<'de>, E> {
        Err(reject_bytes())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut source: A) -> Result<Tree<'de>, A::Error> {
        self.enter()?;
        let mut items = Vec::new();
        let here = self.chain;
        while let Some(item) = source.next_element_seed(self.child(here.index(items.len())))? {
            items.push(item);
        }
        Ok(Tree::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut source: A) -> Result<Tree<'de>, A::Error> {
        self.enter()?;
        let here = self.chain;
        let mut entries = Entries::default();
        while let Some(key) = source.next_key_seed(SourceKey)? {
            let value = source.next_value_seed(self.child(here.key(&key)))?;
            entries.push(key, value);
        }
        let mut entries = entries.finish(&here, self.intake);
        // The digits of a number, unless it is a real object with this key.
        if let [only] = entries.as_mut_slice()
            && only.key == NUMBER_KEY
            && let Tree::String(text) = &mut only.value
            && is_number(text)
        {
            return Ok(Tree::Number(std::mem::take(text)));
        }
        Ok(Tree::Object(entries))
    }

    /// Converts an enum as in JSON, to an object with the name of the variant as its only key.
    fn visit_enum<A: EnumAccess<'de>>(mut self, source: A) -> Result<Tree<'de>, A::Error> {
        self.enter()?;
        let here = self.chain;
        let (name, content) = source.variant_seed(SourceKey)?;
        let value = content.newtype_variant_seed(self.child(here.key(&name)))?;
        let mut entries = Entries::default();
        entries.push(name, value);
        Ok(Tree::Object(entries.finish(&here, self.intake)))
    }
}

fn number<'de>(text: String) -> Tree<'de> {
    Tree::Number(Cow::Owned(text))
}

pub(super) fn reject_bytes<E: Error>() -> E {
    E::custom("bytes have no form in JSON: send a string or an array of integers")
}

pub(super) fn not_finite<E: Error>() -> E {
    E::custom("a number must be finite: neither infinite nor NaN")
}
