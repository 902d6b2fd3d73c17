//! Reads untagged enums (`untagged`) in the form that the plan selects.
//!
//! Serde tries all forms in order, as if each form were open, and takes the first readable one. The
//! plan also knows closed forms. Therefore the derive reads such an enum by the number of a form,
//! and requests this number. During a call, the plan of the call selects it. Outside a call, the
//! forms are tried in serde's order.
//!
//! A form may contain a flattened map, from which the properties of sibling fields are hidden.
//! Serde rejects such a form. Therefore it is only a candidate, and a form without hidden properties
//! is preferred.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{EnumAccessDeserializer, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use crate::plan::CompiledForm;
use crate::read::buffered::Buffered;
use crate::read::checks::{Candidate, ReadAttempt};
use crate::read::others::{read_with_others, take_others};
use crate::read::reading::{Others, ReadContext, RequestedValue};
use crate::read::tries::Tries;
use crate::tree::{Entry, ParseContext, Tree, TreeSeed};

/// The name of the newtype through which an enum requests a form. A deserializer that does not know
/// the name passes itself to the visitor.
const FORMS: &str = "$tool_core::forms";

/// Returns whether a newtype with this name is an enum that requests a form.
pub(super) fn asks_for_forms(name: &str) -> bool {
    name == FORMS
}

/// Reads an enum by the number of a form. `F` has `count` forms in place of the variants of the
/// type named `of`.
///
/// # Errors
///
/// Returns an error if the value matches no form.
pub fn read_form<'de, F: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    of: &'static str,
    count: u32,
) -> Result<F, D::Error> {
    let asked = Asked {
        of,
        count,
        form: PhantomData,
    };
    take_others(|| deserializer.deserialize_newtype_struct(FORMS, asked))
}

const NO_FORM: &str = "data did not match any variant of untagged enum";

/// Requests a form from a deserializer.
struct Asked<F> {
    of: &'static str,
    count: u32,
    form: PhantomData<F>,
}

impl<'de, F: Deserialize<'de>> Asked<F> {
    /// Reads the value of another deserializer. The properties of sibling fields do not affect the
    /// selected form.
    fn read_tree<E: Error>(self, tree: &Tree<'_>) -> Result<F, E> {
        let others = Others::taken();
        let others = others.as_deref();
        let mut tries = Tries::new(self.of, self.count);
        let mut candidate: Option<Candidate<F>> = None;
        let without =
            others.and_then(|others| retain_entries(tree, |entry| !others.contains(&entry.key)));
        let shown = without.as_ref().unwrap_or(tree);
        let text = shown.to_json();
        let value = RequestedValue::of(&text);
        // The properties of the accepted form, if it accepts only a part of all properties.
        let part = RefCell::new(None);
        let accepts = |reading: &ReadContext, form: &CompiledForm| {
            part.take();
            if reading.takes(value, form) {
                return true;
            }
            let of_form = others.and_then(|others| {
                let names = reading.names_of(form);
                retain_entries(shown, |entry| {
                    names.contains(&*entry.key) || !others.hold(&entry.value)
                })
            });
            let text = of_form.as_ref().map(Tree::to_json);
            let is_form = text.is_some_and(|text| reading.takes(RequestedValue::of(&text), form));
            part.replace(of_form);
            is_form
        };
        while let Some(number) = tries.next_accepted(&accepts) {
            if !tries.may_go_on(value) {
                break;
            }
            let part = if tries.is_known() {
                part.take()
            } else {
                select_declared(shown, &tries)
            };
            // Serde passes all keys to a form, but the name of a variant must be the only key.
            let contents = [Some(tree), without.as_ref(), part.as_ref()];
            for (content, is_hiding) in contents.into_iter().zip([false, true, false]) {
                let Some(content) = content.filter(|_| !is_hiding || candidate.is_none()) else {
                    continue;
                };
                let content = Buffered::<E>::new(content);
                let form = EnumAccessDeserializer::new(NumberedForm { number, content });
                let attempt = ReadAttempt::start();
                match F::deserialize(form) {
                    Ok(form) => {
                        if let Some(others) = others {
                            note_form(number, shown, &tries, others);
                        }
                        if !attempt.end_hiding() && !is_hiding {
                            return Ok(form);
                        }
                        tries.note_candidate();
                        let found = attempt.set_aside(form);
                        candidate.get_or_insert(found);
                    }
                    Err(error) if attempt.fail() => tries.keep(number, error),
                    Err(error) => return Err(error),
                }
            }
        }
        if let Some(candidate) = candidate {
            return Ok(candidate.accept());
        }
        let error = tries.into_error(shown);
        Err(error.unwrap_or_else(|| E::custom(NO_FORM)))
    }
}

/// Returns the properties that some form declares.
fn select_declared<'t, E: Error>(tree: &Tree<'t>, tries: &Tries<E>) -> Option<Tree<'t>> {
    let names = tries.names();
    retain_entries(tree, |entry| {
        names.iter().any(|(_, names)| names.contains(&*entry.key))
    })
}

/// Records the properties that only other forms declare.
fn note_form<E: Error>(number: u32, value: &Tree<'_>, tries: &Tries<E>, siblings: &Others) {
    let names = tries.names();
    let (read, others): (Vec<_>, Vec<_>) = names.iter().partition(|(of, _)| *of == number);
    let is_read = |name: &str| read.iter().any(|(_, names)| names.contains(name));
    let Tree::Object(entries) = value else {
        return;
    };
    if let Some(read) = entries.iter().find(|entry| is_read(&entry.key)) {
        let others = others.iter().flat_map(|(_, names)| names);
        siblings.note_unread(others.filter(|name| !is_read(name)), &read.key);
    }
}

/// Returns the kept properties. `None` if all are kept.
fn retain_entries<'t>(tree: &Tree<'t>, is_kept: impl Fn(&Entry<'t>) -> bool) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let left = entries.iter().filter(|entry| is_kept(entry));
    let left: Vec<_> = left.cloned().collect();
    (left.len() < entries.len()).then_some(Tree::Object(left))
}

macro_rules! visit_scalars {
    ($($visit:ident($scalar:ty))*) => {$(
        fn $visit<E: Error>(self, value: $scalar) -> Result<F, E> {
            let tree = TreeSeed::new(&mut ParseContext::unlimited()).$visit(value)?;
            self.read_tree(&tree)
        }
    )*};
}

impl<'de, F: Deserialize<'de>> Visitor<'de> for Asked<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in one of several forms")
    }

    /// Receives a deserializer that knows the forms. It can pass itself only as an `EnumAccess`.
    fn visit_enum<A: EnumAccess<'de>>(self, offer: A) -> Result<F, A::Error> {
        offer.variant_seed(self).map(|(form, _)| form)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, source: D) -> Result<F, D::Error> {
        let tree = TreeSeed::new(&mut ParseContext::unlimited()).deserialize(source)?;
        self.read_tree(&tree)
    }

    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<F, D::Error> {
        self.visit_newtype_struct(source)
    }

    fn visit_map<A: MapAccess<'de>>(self, source: A) -> Result<F, A::Error> {
        let tree = TreeSeed::new(&mut ParseContext::unlimited()).visit_map(source)?;
        self.read_tree(&tree)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, source: A) -> Result<F, A::Error> {
        let tree = TreeSeed::new(&mut ParseContext::unlimited()).visit_seq(source)?;
        self.read_tree(&tree)
    }

    fn visit_unit<E: Error>(self) -> Result<F, E> {
        self.read_tree(&Tree::Null)
    }

    fn visit_none<E: Error>(self) -> Result<F, E> {
        self.read_tree(&Tree::Null)
    }

    visit_scalars! {
        visit_bool(bool) visit_u64(u64) visit_i64(i64) visit_f64(f64) visit_str(&str)
    }
}

/// Receives the deserializer itself instead of the name of a variant.
impl<'de, F: Deserialize<'de>> DeserializeSeed<'de> for Asked<F> {
    type Value = F;

    fn deserialize<D: Deserializer<'de>>(self, offer: D) -> Result<F, D::Error> {
        let (of, count) = (self.of, self.count as usize);
        offer.deserialize_tuple_struct(of, count, Answers(PhantomData))
    }
}

/// Reads the first offered form that is readable.
struct Answers<F>(PhantomData<F>);

impl<'de, F: Deserialize<'de>> Visitor<'de> for Answers<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in one of several forms")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut forms: A) -> Result<F, A::Error> {
        let mut candidate: Option<Candidate<F>> = None;
        loop {
            let attempt = ReadAttempt::start();
            match forms.next_element() {
                Ok(Some(form)) if !attempt.end_hiding() => return Ok(form),
                Ok(Some(form)) => {
                    let found = attempt.set_aside(form);
                    candidate.get_or_insert(found);
                }
                Ok(None) => break,
                Err(error) => {
                    let is_last = forms.size_hint() == Some(0);
                    if !attempt.fail() || is_last && candidate.is_none() {
                        return Err(error);
                    }
                    if is_last {
                        break;
                    }
                }
            }
        }
        match candidate {
            Some(candidate) => Ok(candidate.accept()),
            None => Err(A::Error::custom(NO_FORM)),
        }
    }
}

/// A value, read in the form with this number.
pub(super) struct NumberedForm<D> {
    pub(super) number: u32,
    pub(super) content: D,
}

impl<'de, D: Deserializer<'de>> EnumAccess<'de> for NumberedForm<D> {
    type Error = D::Error;
    type Variant = FormContent<D>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, FormContent<D>), D::Error> {
        let number: U32Deserializer<D::Error> = self.number.into_deserializer();
        let variant = seed.deserialize(number)?;
        Ok((variant, FormContent(self.content)))
    }
}

/// The content of an untagged form: the whole value.
pub(super) struct FormContent<D>(pub(super) D);

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for FormContent<D> {
    type Error = D::Error;

    fn unit_variant(self) -> Result<(), D::Error> {
        Deserialize::deserialize(self.0)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, D::Error> {
        read_with_others(Others::taken(), || seed.deserialize(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct("", fields, visitor)
    }
}
