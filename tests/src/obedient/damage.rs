//! Mistakes that models make, put into an intended call.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use tool_core::issue::Segment;

use super::names::{is_plain_word, misname, restyle};
use super::places::{Place, is_free, pick, places, tag_of};
use super::sent::Sent;
use super::tree::{are_equal, enter, folded, get};
use crate::Entropy;

/// Stands for a word that is written without quotes.
const MARK: &str = "MARK-OF-THE-WORD";

/// The kinds of mistakes.
pub const MISTAKES: &[&str] = &[
    "renamed",
    "moved up",
    "moved down",
    "missing",
    "extra",
    "wrong type",
    "wrong branch",
    "bounds",
    "format",
    "near member",
    "list for scalar",
    "scalar for list",
    "broken text",
    "null",
    "key of another branch",
    "two spellings",
    "wrapper",
    "leaked markup",
    "dotted keys",
    "bare word",
    "encoded twice",
    "several",
];

/// Puts a mistake into a call. Returns `None` if no place of the call can have it.
#[must_use]
pub fn damage(
    mistake: &str,
    schema: &Value,
    intended: &Value,
    is_rejected: &dyn Fn(&Value) -> bool,
    entropy: &mut Entropy<'_>,
) -> Option<Sent> {
    let mut sent = Sent::of(intended.clone());
    if mistake == "several" {
        let count = 2 + entropy.below(3);
        let mut done = 0;
        for _ in 0..count * 3 {
            let one = *entropy.pick(&MISTAKES[..16]);
            // The mistake alone is rejected, and is at another argument than the earlier ones.
            let mut alone = Sent::of(intended.clone());
            let is_put = put(
                one,
                schema,
                intended,
                &mut alone,
                is_rejected,
                &mut entropy.clone(),
            )
            .is_some();
            let is_apart = changed_keys(intended, &alone.value)
                .is_disjoint(&changed_keys(intended, &sent.value));
            if done < count && is_put && is_apart && is_rejected(&alone.value) {
                put(one, schema, intended, &mut sent, is_rejected, entropy)?;
                done += 1;
            } else {
                entropy.number();
            }
        }
        (done > 1).then_some(())?;
        // Without a key of the intended call, nothing says which form is meant.
        let mut kept = sent.value.as_object()?.keys();
        let is_kept = kept.any(|key| intended.get(key).is_some());
        is_kept.then_some(())?;
    } else {
        put(mistake, schema, intended, &mut sent, is_rejected, entropy)?;
    }
    let is_changed = sent.raw.is_some() || !are_equal(&sent.value, intended);
    is_changed.then_some(sent)
}

fn is_list_of_scalars(schema: &Value) -> bool {
    let scalars = ["string", "integer", "number", "boolean"];
    let item = schema["items"]["type"].as_str();
    item.is_some_and(|item| scalars.contains(&item))
}

/// The keys of a call that differ from the intended ones.
fn changed_keys(intended: &Value, sent: &Value) -> BTreeSet<String> {
    let keys = [intended, sent].into_iter().filter_map(Value::as_object);
    let keys = keys.flat_map(|entries| entries.keys());
    let is_changed = |key: &&String| intended.get(key) != sent.get(key);
    // A second spelling is at the same argument.
    keys.filter(is_changed).map(|key| folded(key)).collect()
}

#[expect(clippy::too_many_lines, reason = "an arm for each kind of mistake")]
fn put(
    mistake: &str,
    schema: &Value,
    intended: &Value,
    sent: &mut Sent,
    is_rejected: &dyn Fn(&Value) -> bool,
    entropy: &mut Entropy<'_>,
) -> Option<()> {
    let places = places(schema, intended);
    let value_of = |place: &Place| get(intended, &place.path).cloned().unwrap_or_default();
    let is_object = |place: &&Place| value_of(place).is_object();
    let is_scalar = |place: &&Place| {
        !value_of(place).is_object() && !value_of(place).is_array() && !place.path.is_empty()
    };
    let is_key = |place: &&Place| place.key().is_some();
    match mistake {
        "renamed" => {
            let place = pick(&places, entropy, |place| is_key(place) && !place.is_in_map)?;
            let key = place.key()?;
            let other = misname(key, entropy);
            let parent = object_at(&mut sent.value, place.parent())?;
            // An empty key names nothing, a declared one means another argument, and `run` means
            // the opposite of `dry_run` and of `no_run`.
            let around = places.iter().find(|one| one.path == place.parent())?;
            let mut opposites = ["dry", "no_"]
                .iter()
                .filter_map(|word| key.strip_prefix(word));
            let is_opposite = opposites.any(|rest| rest.ends_with(&other));
            (!other.is_empty() && !around.takes(&other) && !is_opposite).then_some(())?;
            (!parent.contains_key(&other)).then_some(())?;
            let value = parent.shift_remove(key)?;
            parent.insert(other, value);
        }
        "moved up" => {
            let place = pick(&places, entropy, |place| {
                is_key(place)
                    && !place.is_in_map
                    && place.path.len() > 1
                    && matches!(place.parent().last(), Some(Segment::Key(_)))
            })?;
            let key = place.key()?.to_owned();
            let (_, outer_path) = place.parent().split_last()?;
            let inner = object_at(&mut sent.value, place.parent())?;
            let all = entropy.once_in(2);
            // An undeclared key has no place of its own.
            let declared = |name: &str| {
                let around = places.iter().find(|one| one.path == place.parent());
                around.is_some_and(|around| around.schema["properties"].get(name).is_some())
            };
            declared(&key).then_some(())?;
            let moved = if all {
                let (moved, kept) = std::mem::take(inner)
                    .into_iter()
                    .partition(|(name, _)| declared(name));
                *inner = kept;
                inner.is_empty().then_some(())?;
                moved
            } else {
                let value = inner.shift_remove(&key)?;
                Map::from_iter([(key, value)])
            };
            // Null says that an argument is absent.
            (!moved.values().all(Value::is_null)).then_some(())?;
            let is_empty = inner.is_empty();
            let (Segment::Key(name), _) = place.parent().split_last()? else {
                return None;
            };
            let outer = object_at(&mut sent.value, outer_path)?;
            if is_empty {
                outer.shift_remove(name);
            }
            // There, the keys would have another meaning.
            let around = places.iter().find(|one| one.path == outer_path)?;
            let takes = |key: &String| around.takes(key) || outer.contains_key(key);
            (!moved.keys().any(takes)).then_some(())?;
            outer.extend(moved);
        }
        "moved down" => {
            let place = pick(&places, entropy, |place| is_key(place) && !place.is_in_map)?;
            let key = place.key()?;
            let parent = object_at(&mut sent.value, place.parent())?;
            let value = parent.shift_remove(key)?;
            let mut others = parent.values_mut();
            let inner = others.find_map(Value::as_object_mut)?;
            (!inner.contains_key(key)).then_some(())?;
            inner.insert(key.to_owned(), value);
            // An inner map or form may take the key as its own.
            let takes_key = places.iter().any(|one| {
                let is_beside = one
                    .path
                    .split_last()
                    .is_some_and(|(_, parent)| parent == place.parent());
                is_beside && one.takes(key)
            });
            (!takes_key).then_some(())?;
        }
        "missing" => {
            let place = pick(&places, entropy, |place| is_key(place) && place.is_required)?;
            object_at(&mut sent.value, place.parent())?.shift_remove(place.key()?)?;
        }
        "extra" => {
            let place = pick(&places, entropy, |place| {
                is_object(place) && place.schema["additionalProperties"] == false
            })?;
            let names = ["explanation", "confidence", "thought"];
            let extra = (*entropy.pick(&names), json!("because"));
            let object = object_at(&mut sent.value, &place.path)?;
            object.insert(extra.0.to_owned(), extra.1);
        }
        "wrong type" => {
            let place = pick(&places, entropy, |place| {
                !place.path.is_empty() && !is_free(&place.schema)
            })?;
            let value = value_of(place);
            let wrong = match &value {
                Value::Number(_) => json!(*entropy.pick(&["ten", "a few", "abc"])),
                Value::Bool(_) => json!(*entropy.pick(&["maybe", "sometimes"])),
                Value::String(text) => json!({"value": text}),
                Value::Object(_) => entropy.pick(&[json!("see above"), json!(5)]).clone(),
                // An object may be the only item of a list of objects.
                Value::Array(_)
                    if !is_list_of_scalars(&place.schema) || !place.branches.is_empty() =>
                {
                    json!("see above, below")
                }
                Value::Array(_) => entropy
                    .pick(&[json!("see above, below"), json!({"x": {}})])
                    .clone(),
                Value::Null => json!("none of them"),
            };
            set(sent, place, wrong)?;
        }
        "wrong branch" => {
            let place = pick(&places, entropy, |place| place.branches.len() > 1)?;
            let (tag, own) = tag_of(&place.schema)?;
            let others = place.branches.iter().filter_map(|branch| {
                let (name, value) = tag_of(branch)?;
                (name == tag && value != own).then_some(value)
            });
            let others: Vec<Value> = others.collect();
            (!others.is_empty()).then_some(())?;
            let other = entropy.pick(&others).clone();
            object_at(&mut sent.value, &place.path)?.insert(tag, other);
        }
        "bounds" => {
            let place = pick(&places, entropy, |place| {
                value_of(place).is_number() || value_of(place).is_string()
            })?;
            let wrong = if value_of(place).is_number() {
                entropy
                    .pick(&[json!(-7), json!(100_000), json!(1.25), json!(1e30)])
                    .clone()
            } else {
                let least = place.schema["minLength"]
                    .as_u64()
                    .filter(|_| place.is_required);
                least.map_or_else(|| json!("x".repeat(300)), |_| json!(""))
            };
            set(sent, place, wrong)?;
        }
        "format" => {
            let place = pick(&places, entropy, |place| {
                place.schema.get("format").is_some() || place.schema.get("pattern").is_some()
            })?;
            let wrong = *entropy.pick(&["yesterday", "2026-02-30", "NOT OK", "1.2.3.4.5"]);
            set(sent, place, json!(wrong))?;
        }
        "near member" => {
            let place = pick(&places, entropy, |place| {
                let members = place.schema.get("enum").is_some();
                (members || place.schema.get("const").is_some()) && value_of(place).is_string()
            })?;
            let text = value_of(place).as_str()?.to_owned();
            let wrong = match entropy.below(3) {
                0 => format!("{text}s"),
                1 => format!("my_{text}"),
                _ => text.chars().skip(1).collect(),
            };
            (!wrong.is_empty()).then_some(())?;
            set(sent, place, json!(wrong))?;
        }
        "list for scalar" => {
            // A list of a union that has lists is another form, also of a form around it.
            let is_list = |one: &Value| one["type"] == "array" || one.get("type").is_none();
            let takes_list = |place: &Place| {
                let around = places.iter().find(|one| one.path == place.parent());
                let forms = around.map_or(&[][..], |around| around.branches.as_slice());
                let mut of_forms = forms
                    .iter()
                    .filter_map(|form| form["properties"].get(place.key()?));
                place.branches.iter().any(is_list) || of_forms.any(is_list)
            };
            let place = pick(&places, entropy, |place| {
                is_scalar(place) && !value_of(place).is_null() && !takes_list(place)
            })?;
            let value = value_of(place);
            let wrong = if entropy.once_in(2) {
                json!([value])
            } else {
                json!([value, value])
            };
            set(sent, place, wrong)?;
        }
        "scalar for list" => {
            let place = pick(&places, entropy, |place| {
                let value = value_of(place);
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                let are_words = items
                    .iter()
                    .all(|item| item.as_str().is_some_and(is_plain_word));
                // JSON text of a container would be that container.
                // Null, its word and the empty text say that the argument is absent.
                let is_json = |item: &Value| {
                    let is_such =
                        |text: &str| text.starts_with(['[', '{']) || matches!(text, "" | "null");
                    item.is_null() || item.as_str().is_some_and(is_such)
                };
                // In a union, the item alone may be another form, and so may its own items.
                let item = &place.schema["items"];
                let is_union = !place.branches.is_empty()
                    || item.get("oneOf").is_some()
                    || item.get("anyOf").is_some();
                let may_be_one = items.len() == 1 && !is_union && !is_json(&items[0])
                    || items.len() > 1 && are_words;
                may_be_one && !is_free(&place.schema)
            })?;
            let value = value_of(place);
            let items = value.as_array()?;
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            let wrong = match items.as_slice() {
                [only] => only.clone(),
                _ => json!(texts.join(", ")),
            };
            set(sent, place, wrong)?;
        }
        "broken text" => {
            let place = pick(&places, entropy, |place| {
                let value = value_of(place);
                !place.path.is_empty() && (value.is_object() || value.is_array())
            })?;
            let text = value_of(place).to_string();
            let cut = text.len().checked_sub(2).filter(|cut| *cut > 2)?;
            text.is_char_boundary(cut).then_some(())?;
            set(sent, place, json!(text[..cut]))?;
        }
        "null" => {
            let place = pick(&places, entropy, |place| is_key(place) && place.is_required)?;
            let mut without = sent.value.clone();
            object_at(&mut without, place.parent())?.shift_remove(place.key()?)?;
            // Null says that an argument is absent, and another form needs no such argument.
            is_rejected(&without).then_some(())?;
            set(sent, place, Value::Null)?;
        }
        "key of another branch" => {
            let place = pick(&places, entropy, |place| {
                place.branches.len() > 1 && !place.schema["additionalProperties"].is_object()
            })?;
            // No call has a form whose tag breaks its own constraints.
            let is_possible = |branch: &&Value| {
                tag_of(branch).is_none_or(|(name, value)| {
                    jsonschema::is_valid(&branch["properties"][name], &value)
                })
            };
            let foreign = place
                .branches
                .iter()
                .filter(is_possible)
                .flat_map(|branch| branch["properties"].as_object().into_iter().flatten());
            let foreign =
                foreign.filter(|(name, _)| place.schema["properties"].get(name).is_none());
            let foreign: Vec<&String> = foreign.map(|(name, _)| name).collect();
            (!foreign.is_empty()).then_some(())?;
            let name = (*entropy.pick(&foreign)).clone();
            // Without a key that the other form lacks, the call would be one of that form.
            let mut others = place.branches.iter();
            let other = others.find(|branch| branch["properties"].get(&name).is_some())?;
            let object = object_at(&mut sent.value, &place.path)?;
            let is_own = |(key, value): (&String, &Value)| {
                !is_filler(value) && other["properties"].get(key).is_none()
            };
            (object.iter().any(is_own) && !object.contains_key(&name)).then_some(())?;
            object.insert(name, json!("used"));
        }
        "two spellings" => {
            // A null beside another spelling says nothing.
            let place = pick(&places, entropy, |place| {
                place.key().is_some_and(|key| restyle(key) != key)
                    && !place.is_in_map
                    && !value_of(place).is_null()
            })?;
            let key = place.key()?;
            let other = entropy.pick(&[json!("other"), json!(77)]).clone();
            object_at(&mut sent.value, place.parent())?.insert(restyle(key), other);
        }
        "wrapper" => {
            let name = *entropy.pick(&["arguments", "input", "payload", "request"]);
            if entropy.once_in(2) {
                put("missing", schema, intended, sent, is_rejected, entropy);
                // Another form may lack the argument.
                is_rejected(&sent.value).then_some(())?;
            }
            let declares = |name: &str| {
                places
                    .iter()
                    .any(|place| place.schema["properties"].get(name).is_some())
            };
            let root = &places.first()?.schema;
            let has_property = |(key, _): (&String, &Value)| root["properties"].get(key).is_some();
            let keeps_one = sent.value.as_object()?.iter().any(has_property);
            let is_map =
                root["additionalProperties"].is_object() || root.get("patternProperties").is_some();
            (!declares(name) && keeps_one && !is_map).then_some(())?;
            sent.value = json!({name: sent.value});
        }
        "leaked markup" => {
            let place = pick(&places, entropy, |place| {
                place.path.len() == 1 && value_of(place).is_string()
            })?;
            let key = place.key()?;
            let leaked = pick(&places, entropy, |leaked| {
                leaked.path.len() == 1 && leaked.is_required && leaked.path != place.path
            })?;
            let name = leaked.key()?;
            let object = sent.value.as_object_mut()?;
            let text = object.get(key)?.as_str()?.to_owned();
            let value = object.shift_remove(name)?;
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let markup = format!("{text}</{key}>\n<parameter name=\"{name}\">{value}");
            object.insert(key.to_owned(), json!(markup));
        }
        "dotted keys" => {
            let place = pick(&places, entropy, |place| {
                is_object(place) && is_key(place) && !place.is_in_map
            })?;
            let name = place.key()?;
            let outer = object_at(&mut sent.value, place.parent())?;
            let inner = outer.shift_remove(name)?;
            // Null says that an argument is absent.
            (!inner.as_object()?.values().all(Value::is_null)).then_some(())?;
            for (key, value) in inner.as_object()? {
                outer.insert(format!("{name}.{key}"), value.clone());
            }
        }
        "bare word" => {
            let place = pick(&places, entropy, is_scalar)?;
            let word = match value_of(place) {
                Value::Null => "nil".to_owned(),
                Value::Number(number) if number.to_string().contains('.') => {
                    number.to_string().replace('.', ",")
                }
                Value::String(text) if is_plain_word(&text) => text,
                _ => return None,
            };
            // In a list, `1,5` are two items.
            let is_item = matches!(place.path.last(), Some(Segment::Index(_)));
            (!is_item || !word.contains(',')).then_some(())?;
            let mut marked = sent.value.clone();
            *enter(&mut marked, &place.path)? = json!(MARK);
            sent.raw = Some(marked.to_string().replace(&format!("\"{MARK}\""), &word));
            sent.bare = Some((place.path.clone(), word));
        }
        "encoded twice" => {
            let place = pick(&places, entropy, |place| {
                let value = value_of(place);
                !place.path.is_empty() && (value.is_object() || value.is_array())
            })?;
            let text = Value::String(value_of(place).to_string()).to_string();
            set(sent, place, json!(text))?;
        }
        _ => return None,
    }
    Some(())
}

/// Returns true if a value says that a key of another form is absent.
fn is_filler(value: &Value) -> bool {
    let fillers = [json!(null), json!([]), json!(""), json!(false), json!(0)];
    fillers.iter().any(|filler| are_equal(filler, value))
}

fn object_at<'v>(value: &'v mut Value, path: &[Segment]) -> Option<&'v mut Map<String, Value>> {
    let place = path.iter().try_fold(value, |value, step| match step {
        Segment::Key(key) => value.get_mut(key),
        Segment::Index(index) => value.get_mut(*index),
    });
    place?.as_object_mut()
}

fn set(sent: &mut Sent, place: &Place, wrong: Value) -> Option<()> {
    let path = &place.path;
    let found = path
        .iter()
        .try_fold(&mut sent.value, |value, step| match step {
            Segment::Key(key) => value.get_mut(key),
            Segment::Index(index) => value.get_mut(*index),
        });
    *found? = wrong;
    Some(())
}
