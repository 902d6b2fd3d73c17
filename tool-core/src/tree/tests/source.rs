use std::borrow::Cow;
use std::iter;

use serde::de::value::{
    BoolDeserializer, BytesDeserializer, CharDeserializer, Error, F32Deserializer, F64Deserializer,
    I128Deserializer, MapDeserializer, SeqDeserializer, StringDeserializer, U128Deserializer,
};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer};
use serde_json::{Value, json};

use crate::issue::{IssueKind, Limit};
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree, TreeSeed};

fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Tree<'de>, String> {
    let mut intake = ParseContext::new(&Limits::default(), true);
    let tree = TreeSeed::new(&mut intake).deserialize(source);
    tree.map_err(|error| error.to_string())
}

fn number<'de, D: Deserializer<'de>>(source: D) -> String {
    match read(source) {
        Ok(Tree::Number(text)) => text.into_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn every_number_keeps_all_digits() {
    assert_eq!(
        number(I128Deserializer::<Error>::new(i128::MIN)),
        i128::MIN.to_string()
    );
    assert_eq!(
        number(U128Deserializer::<Error>::new(u128::MAX)),
        u128::MAX.to_string()
    );
    assert_eq!(number(F32Deserializer::<Error>::new(0.1)), "0.1");
    assert_eq!(number(F64Deserializer::<Error>::new(1.0)), "1.0");
    assert_eq!(number(json!(0.1)), "0.1");
    for float in [f64::NAN, f64::INFINITY] {
        let refused = read(F64Deserializer::<Error>::new(float)).unwrap_err();
        assert_eq!(refused, "a number must be finite: neither infinite nor NaN");
    }
}

/// The form of numbers with the `serde_json` feature `arbitrary_precision`.
fn private_number(text: &str) -> impl Deserializer<'static, Error = Error> {
    let entry = ("$serde_json::private::Number", text.to_owned());
    MapDeserializer::new(iter::once(entry))
}

#[test]
fn the_private_form_of_a_number_is_a_number() {
    assert_eq!(
        number(private_number("12345678901234567890123.50")),
        "12345678901234567890123.50"
    );
    let nested = SeqDeserializer::<_, Error>::new(iter::once(Held(private_number("7"))));
    let tree = read(nested).map(|tree| tree.to_value());
    assert_eq!(tree, Ok(json!([7])));
    // A real object with such a key stays an object.
    assert!(matches!(read(private_number("seven")), Ok(Tree::Object(_))));
}

/// A deserializer as an item.
struct Held<D>(D);

impl<'de, D: Deserializer<'de, Error = Error>> IntoDeserializer<'de, Error> for Held<D> {
    type Deserializer = D;

    fn into_deserializer(self) -> D {
        self.0
    }
}

#[test]
fn strings_are_held_as_they_come() {
    let value = json!({"key": "text"});
    let Ok(Tree::Object(entries)) = read(&value) else {
        panic!("an object");
    };
    assert!(matches!(entries[0].key, Cow::Borrowed(_)));
    assert!(matches!(entries[0].value, Tree::String(Cow::Borrowed(_))));
    let owned = read(StringDeserializer::<Error>::new("x".to_owned()));
    assert!(matches!(owned, Ok(Tree::String(Cow::Owned(_)))));
    let character = read(CharDeserializer::<Error>::new('x'));
    assert!(matches!(character, Ok(Tree::String(text)) if text == "x"));
    assert!(matches!(
        read(BoolDeserializer::<Error>::new(true)),
        Ok(Tree::Bool(true))
    ));
}

#[test]
fn bytes_are_refused_in_a_sentence() {
    let refused = read(BytesDeserializer::<Error>::new(b"x")).unwrap_err();
    assert_eq!(
        refused,
        "bytes have no form in JSON: send a string or an array of integers"
    );
}

#[test]
fn keys_have_the_text_that_they_have_in_json() {
    let source = MapDeserializer::<_, Error>::new([(1_u8, true), (2, false)].into_iter());
    assert_eq!(
        read(source).map(Tree::into_value),
        Ok(json!({"1": true, "2": false}))
    );
    let source = MapDeserializer::<_, Error>::new(iter::once((1.5, true)));
    assert!(read(source).is_err());
}

#[test]
fn reports_limits_and_duplicates_with_their_path() {
    let found = |text: &str, limits: Limits| {
        let mut intake = ParseContext::new(&limits, true);
        let mut source = serde_json::Deserializer::from_str(text);
        let read = TreeSeed::new(&mut intake).deserialize(&mut source).is_ok();
        let issue = intake.issues.pop();
        let issue = issue.map(|issue| (issue.path.to_string(), issue.kind));
        (read, issue, intake.repairs.len())
    };
    let limits = Limits::default();
    let depth = IssueKind::Limit {
        limit: Limit::Depth,
        maximum: 1,
    };
    assert_eq!(
        found(r#"{"a":[1]}"#, limits.depth(1)),
        (false, Some(("a".into(), depth)), 0)
    );
    let nodes = IssueKind::Limit {
        limit: Limit::Nodes,
        maximum: 2,
    };
    assert_eq!(
        found("[1,2]", limits.nodes(2)),
        (false, Some(("[1]".into(), nodes)), 0)
    );
    assert_eq!(found(r#"[{"a":1,"a":1.0}]"#, limits), (true, None, 1));
    let twice = Some(("[0].a".to_owned(), IssueKind::DuplicateKey));
    assert_eq!(found(r#"[{"a":1,"a":2}]"#, limits), (true, twice, 0));
}

#[test]
fn a_value_and_a_reference_to_it_read_alike() {
    let value: Value = json!({"a": [1, -2, 2.5, null, true, "x"], "b": {"c": {}}});
    assert_eq!(read(&value).map(|tree| tree.to_value()), Ok(value.clone()));
    assert_eq!(read(value.clone()).map(|tree| tree.to_value()), Ok(value));
}
